import { sharp } from '#/server/lib/sharp.ts'

/** A picture as rows of red, green and blue bytes. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Decodes a picture, or a part of it. */
export async function decodePicture(bytes: Uint8Array, part?: { left: number; top: number; width: number; height: number }): Promise<Picture> {
  const image = part ? sharp(bytes).extract(part) : sharp(bytes)
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

const rawImage = ({ width, height, pixels }: Picture) => sharp(pixels, { raw: { width, height, channels: 3 } })

const coarse = (pixels: Uint8Array): Uint8Array => pixels.map((value) => Math.min(255, Math.round(value / 8) * 8))

/** Returns a picture as text, in the smallest format and with colours in steps of 8. */
export async function packPicture(picture: Picture): Promise<string> {
  const image = rawImage({ ...picture, pixels: coarse(picture.pixels) })
  return (await image.webp({ lossless: true, effort: 6 }).toBuffer()).toString('base64')
}

export const unpackPicture = (packed: string): Promise<Picture> => decodePicture(Buffer.from(packed, 'base64'))

export const pngOf = (picture: Picture): Promise<Buffer> => rawImage(picture).png().toBuffer()

/** Returns a picture of the average colours of squares. */
export async function shrinkPicture(picture: Picture, square: number): Promise<Picture> {
  const [width, height] = [Math.ceil(picture.width / square), Math.ceil(picture.height / square)]
  return { width, height, pixels: await rawImage(picture).resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer() }
}

interface Tolerance {
  /** Largest difference of a colour channel, of 255. */
  readonly colour: number
  /** The number of pixels that may differ. */
  readonly pixels: number
  /** Largest difference of width and height. */
  readonly size: number
}

/** Returns whether a pixel of one picture resembles a pixel of the other at most one pixel away. */
function hasMatch(one: Picture, other: Picture, x: number, y: number, colour: number): boolean {
  const at = (y * one.width + x) * 3
  const [red = 0, green = 0, blue = 0] = [one.pixels[at], one.pixels[at + 1], one.pixels[at + 2]]
  for (let row = Math.max(0, y - 1); row <= Math.min(other.height - 1, y + 1); row += 1)
    for (let column = Math.max(0, x - 1); column <= Math.min(other.width - 1, x + 1); column += 1) {
      const there = (row * other.width + column) * 3
      const { pixels } = other
      if (
        Math.abs((pixels[there] ?? 0) - red) <= colour &&
        Math.abs((pixels[there + 1] ?? 0) - green) <= colour &&
        Math.abs((pixels[there + 2] ?? 0) - blue) <= colour
      )
        return true
    }
  return false
}

/**
 * Returns how a picture differs from the accepted one, or null, with the differing pixels in red. Edges may move by a
 * pixel, because browsers round and smooth them differently. A lost line or another colour has no similar neighbour.
 */
export function differenceOf(accepted: Picture, actual: Picture, tolerance: Tolerance): { readonly reason: string; readonly marked: Picture } | null {
  const marked: Picture = { ...actual, pixels: actual.pixels.map((value) => 255 - Math.round((255 - value) / 4)) }
  if (Math.abs(accepted.width - actual.width) > tolerance.size || Math.abs(accepted.height - actual.height) > tolerance.size)
    return { reason: `${actual.width} × ${actual.height} pixels instead of ${accepted.width} × ${accepted.height}`, marked }
  let [count, first] = [0, '']
  for (let y = 0; y < Math.min(accepted.height, actual.height); y += 1)
    for (let x = 0; x < Math.min(accepted.width, actual.width); x += 1) {
      if (hasMatch(accepted, actual, x, y, tolerance.colour) && hasMatch(actual, accepted, x, y, tolerance.colour)) continue
      count += 1
      first ||= `the first at ${x}, ${y}`
      marked.pixels.set([255, 0, 0], (y * actual.width + x) * 3)
    }
  return count > tolerance.pixels ? { reason: `${count} pixels differ, ${first}`, marked } : null
}
