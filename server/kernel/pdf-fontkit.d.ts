declare module 'fontkit' {
  /** A parsed font; pdfkit takes it wherever it takes the bytes of one. */
  export interface Font {
    readonly postscriptName: string
    layout(text: string): { readonly advanceWidth: number }
  }
  export function create(bytes: Uint8Array): Font
}
