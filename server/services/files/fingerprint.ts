import sharp from 'sharp'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'

const side = 16
/** Brightness steps up to this come from compression and are ignored. */
const noise = 3
/** Pages with fewer marks are nearly empty and all look alike. */
const leastMarks = 12

/**
 * Returns a 256-bit fingerprint of where brightness falls from left to right.
 * The same picture in another quality or size differs by a few bits. Null for non-pictures and pages that show too
 * little.
 */
export async function fingerprintOf(bytes: Uint8Array): Promise<string | null> {
  refuseInTransaction('the fingerprint of a picture')
  const grey = await sharp(bytes, { failOn: 'error', pages: 1 })
    .autoOrient()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: side + 1, height: side, fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: false })
    .raw()
    .toBuffer()
    .catch(() => null)
  if (grey === null || grey.byteLength !== (side + 1) * side) return null
  let bits = ''
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const at = row * (side + 1) + column
      bits += (grey[at] ?? 0) > (grey[at + 1] ?? 0) + noise ? '1' : '0'
    }
  const marks = bits.split('1').length - 1
  return marks < leastMarks ? null : bits
}
