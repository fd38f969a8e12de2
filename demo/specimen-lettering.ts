import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** The layout of a line of text. */
export interface LetteringStyle {
  readonly size: number
  readonly fill?: string
  readonly weight?: 'regular' | 'medium' | 'bold'
  /** Extra space after each letter, relative to the size. */
  readonly spacing?: number
  readonly opacity?: number
  readonly turn?: number
}

const files = { regular: '400Regular/NotoSansSC_400Regular.ttf', medium: '500Medium/NotoSansSC_500Medium.ttf', bold: '700Bold/NotoSansSC_700Bold.ttf' } as const
const fontsByWeight = new Map<keyof typeof files, Promise<Font>>()

function fontOf(weight: keyof typeof files): Promise<Font> {
  const weightFont = fontsByWeight.get(weight)
  if (weightFont) return weightFont
  const path = fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${files[weight]}`))
  const font = readFile(path).then(create)
  fontsByWeight.set(weight, font)
  return font
}

/** Renders text as SVG outlines with its baseline at (x, y), so that the machine needs no fonts. */
export async function renderLettering(
  text: string,
  x: number,
  y: number,
  { size, fill = '#111', weight = 'regular', spacing = 0, opacity = 1, turn = 0 }: LetteringStyle,
) {
  const font = await fontOf(weight)
  const scale = size / font.unitsPerEm
  let cursorX = 0
  const outlines = font.layout(text).glyphs.map((glyph) => {
    const outline = `<path transform="translate(${Math.round(cursorX)} 0)" d="${glyph.path.toSVG()}"/>`
    cursorX += glyph.advanceWidth + spacing * font.unitsPerEm
    return outline
  })
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale} ${-scale})" fill="${fill}" opacity="${opacity}">${outlines.join('')}</g>`
}
