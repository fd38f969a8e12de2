declare module 'fontkit' {
  /** A parsed font, which pdfkit accepts in place of its bytes. */
  export interface Font {
    readonly postscriptName: string
    readonly unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(text: string): {
      readonly advanceWidth: number
      readonly glyphs: readonly { readonly advanceWidth: number; readonly path: { toSVG(): string } }[]
    }
  }
  export function create(bytes: Uint8Array): Font
}
