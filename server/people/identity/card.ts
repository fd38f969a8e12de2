import { type Sharp, sharp } from '#/server/lib/sharp.ts'
import { findCard } from '#/server/people/identity/card-finder.ts'
import { type Point, type Quad, type Raster, rectangleQuad, rectifyQuad } from '#/server/people/identity/geometry.ts'
import { evenLighting, toGrey } from '#/server/people/identity/light.ts'

/** A decoded photograph with the position of the card. */
export interface Photograph {
  readonly picture: Raster
  readonly quad: Quad
  /** Width divided by height of the area within `quad`. */
  readonly ratio: number
  /** Whether four sides were found; otherwise `quad` is the whole picture. */
  readonly isFound: boolean
}

/** The card alone, upright and evenly lit. */
export interface Card {
  readonly colour: Raster
  /** All colours as grey. */
  readonly luma: Raster
  /** Coloured patterns faded, black ink kept. */
  readonly ink: Raster
}

const longestSide = 2400
const smallSide = 400

async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  if (info.channels === 3) return { width: info.width, height: info.height, channels: 3, bytes: data }
  const bytes = new Uint8Array(info.width * info.height * 3)
  for (let at = 0; at < info.width * info.height; at++) bytes.fill(data[at * info.channels] as number, at * 3, at * 3 + 3)
  return { width: info.width, height: info.height, channels: 3, bytes }
}

/** Decodes a checked and cleaned picture and finds the card in it. */
export async function openPhotograph(bytes: Uint8Array): Promise<Photograph> {
  const picture = await rasterOf(sharp(bytes).autoOrient().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true }))
  const { width, height } = picture
  const raw = { raw: { width, height, channels: 3 as const } }
  const smallRaster = await rasterOf(sharp(picture.bytes, raw).resize(smallSide, smallSide, { fit: 'inside' }).blur(0.8).normalise())
  const card = findCard(smallRaster)
  if (!card) return { picture, quad: rectangleQuad(width, height), ratio: width / height, isFound: false }
  const scale = [width / smallRaster.width, height / smallRaster.height] as const
  const quad = card.quad.map(([x, y]) => [x * scale[0], y * scale[1]]) as unknown as Quad
  return { picture, quad, ratio: card.ratio, isFound: true }
}

/** Rotates the quad by quarter turns, so that a card on its side becomes upright. */
export function rotateQuarters({ picture, quad, ratio, isFound }: Photograph, quarters: number): Photograph {
  const corners = quad.map((_, at) => quad[(at + quarters) % 4] as Point) as unknown as Quad
  return { picture, quad: corners, ratio: quarters % 2 === 1 ? 1 / ratio : ratio, isFound }
}

/** Cuts the card out at this width and evens out its light. */
export function cropCard({ picture, quad, ratio }: Photograph, width: number): Card {
  const colour = rectifyQuad(picture, quad, width, Math.round(width / ratio))
  return { colour, luma: evenLighting(toGrey(colour)), ink: evenLighting(toGrey(colour, 'ink')) }
}

/** A part of a picture, as fractions of its width and height. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Cuts a part out and scales it to the height at which text recognition works best. */
export function cropToHeight(picture: Raster, box: Box, height: number): Raster {
  const [left, right] = [Math.max(0, box.left) * picture.width, Math.min(1, box.right) * picture.width]
  const [top, bottom] = [Math.max(0, box.top) * picture.height, Math.min(1, box.bottom) * picture.height]
  const width = Math.max(8, Math.round(((right - left) / Math.max(1, bottom - top)) * height))
  return rectifyQuad(
    picture,
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
    ],
    width,
    height,
  )
}

/** Paints a part white. */
export function whitenBox({ width, height, channels, bytes }: Raster, box: Box): Raster {
  const whitenedBytes = Uint8Array.from(bytes)
  const [left, right] = [Math.round(box.left * width), Math.round(box.right * width)]
  for (let y = Math.round(box.top * height); y < Math.round(box.bottom * height); y++)
    whitenedBytes.fill(255, (y * width + left) * channels, (y * width + right) * channels)
  return { width, height, channels, bytes: whitenedBytes }
}
