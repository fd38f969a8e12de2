import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { sharp } from '#/server/lib/sharp.ts'

const gridSize = 16
/** Brightness steps up to this come from compression and are ignored. */
const maxNoise = 3
/** Pages with fewer marks are nearly empty and all look alike. */
const minMarks = 12

/**
 * Returns a 256-bit fingerprint of where brightness falls from left to right.
 * The same picture in another quality or size differs by a few bits. Null for non-pictures and pages that show too
 * little.
 */
export async function fingerprintOf(bytes: Uint8Array): Promise<string | null> {
  refuseInTransaction('the fingerprint of a picture')
  const greyPixels = await sharp(bytes, { failOn: 'error', pages: 1 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: gridSize + 1, height: gridSize, fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .catch(() => null)
  if (greyPixels === null || greyPixels.byteLength !== (gridSize + 1) * gridSize) return null
  let bits = ''
  for (let row = 0; row < gridSize; row++)
    for (let column = 0; column < gridSize; column++) {
      const at = row * (gridSize + 1) + column
      bits += (greyPixels[at] ?? 0) > (greyPixels[at + 1] ?? 0) + maxNoise ? '1' : '0'
    }
  const markCount = bits.split('1').length - 1
  return markCount < minMarks ? null : bits
}
