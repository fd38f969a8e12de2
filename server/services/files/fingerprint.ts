import sharp from 'sharp'
import { refuseWithin } from '#/server/lib/database/dialect.ts'

const side = 16
/** A step of brightness that is no step: what another quality of the same picture adds or takes. */
const noise = 3
/** A page with hardly anything on it is like every other. */
const leastMarks = 12

/**
 * What a picture looks like, in 256 bits: where it gets darker from left to right. The same picture saved in another quality or size differs in a few of
 * them. Null for what is no picture, or shows too little to be told from another.
 */
export async function fingerprintOf(bytes: Uint8Array): Promise<string | null> {
  refuseWithin('the fingerprint of a picture')
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
