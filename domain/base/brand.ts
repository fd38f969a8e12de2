/** The URL of the product's logo. The browser draws the same logo itself in the chosen colours. */
export const productMark = '/mark.svg'
