/** The product's own mark: where it is served. The browser draws the same mark itself, in the colours that were chosen. */
export const productMark = '/mark.svg'
