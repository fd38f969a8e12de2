/**
 * Sets the document's nonce on every style element that the program creates. The content policy allows no other inline
 * style sheet, so injected markup cannot add one.
 */
export function allowOwnStyles(): void {
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce
  if (!nonce) return
  const create = document.createElement.bind(document) as (name: string, options?: ElementCreationOptions) => HTMLElement
  const createWithNonce = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
  document.createElement = createWithNonce as Document['createElement']
}
