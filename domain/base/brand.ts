/** The URL of the product's mark. The browser draws the same mark itself, in the chosen colours. */
export const productMark = '/mark.svg'
