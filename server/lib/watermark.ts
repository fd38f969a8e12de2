import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { sharp } from '#/server/lib/sharp.ts'

const fontPath = join(import.meta.dirname, '../../node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
let font: Font | null = null

// Draws letters as outlines of the bundled font, because servers lack Chinese fonts and would draw empty boxes.
function outlineText(text: string, size: number): { width: number; path: string } {
  font ??= create(readFileSync(fontPath))
  const scale = size / font.unitsPerEm
  const { glyphs } = font.layout(text)
  let at = 0
  const parts = glyphs.map((glyph) => {
    const part = `<path transform="translate(${at * scale} 0) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
    at += glyph.advanceWidth
    return part
  })
  return { width: at * scale, path: parts.join('') }
}

/** Returns the picture with the given text across it, so that a leaked copy names its viewer. */
export async function addWatermark(bytes: Uint8Array, words: string): Promise<Buffer> {
  refuseInTransaction('decoding a picture')
  const picture = sharp(bytes, { limitInputPixels: 50_000_000 })
  const { width, height, format } = await picture.metadata()
  const size = Math.max(14, Math.round(Math.min(width, height) / 22))
  const { width: wide, path } = outlineText(words, size)
  const [across, down] = [Math.ceil(wide + size * 3), size * 6]
  const patternTile = `<pattern id="w" width="${across}" height="${down}" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
    <g transform="translate(${size} ${size * 2})" fill="#fff" fill-opacity=".6" stroke="#000" stroke-opacity=".6" stroke-width="${2 * size}" paint-order="stroke">${path}</g></pattern>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${patternTile}</defs><rect width="100%" height="100%" fill="url(#w)"/></svg>`
  const markedPicture = picture.composite([{ input: Buffer.from(svg) }])
  return format === 'png' ? markedPicture.png().toBuffer() : markedPicture.jpeg({ quality: 88 }).toBuffer()
}
