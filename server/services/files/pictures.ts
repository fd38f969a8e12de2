import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { fileBytesMost, fileMegabytes } from '#/domain/upload.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { refuseWithin } from '#/server/lib/database/dialect.ts'
import { lanes } from '#/server/lib/lanes.ts'

/** A picture that was decoded and encoded anew: nothing but pixels is left of what came in. */
export interface CleanPicture {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
}

// The sharpest mode of today's phones; a frame of it is 150 MB while it is decoded.
const megapixels = 50
/** Text on a card is read at a third of this. */
const longestSide = 3200
const readable = new Set(['image/jpeg', 'image/png', 'image/webp'])
const apple = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])

// Two frames at a time, whoever asks: memory does not grow with the crowd.
const inTurn = lanes(2)

/** The media type by the bytes alone, whatever name and header say; empty when unknown. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? ''
}

async function decode(bytes: Uint8Array, isPng: boolean): Promise<CleanPicture> {
  // `error`: a file cut short, or wrong within, is refused; a harmless remark of the decoder is not.
  const options = { limitInputPixels: megapixels * 1_000_000, failOn: 'error', pages: 1 } as const
  const picture = sharp(bytes, options)
  const { width, height } = await picture.metadata()
  if (width * height > options.limitInputPixels) refuse(fileRefusals, 'picturePixels', { megapixels })
  const upright = picture.autoOrient().resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
  const encoded = isPng ? upright.png() : upright.flatten({ background: '#fff' }).jpeg({ quality: 90 })
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, mediaType: isPng ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
}

/**
 * Decodes a picture within limits and encodes it anew: upright, without places, names, comments and whatever else was hidden in it.
 * JPG and WEBP become JPG, PNG stays PNG. Refuses what is no picture, too large, too many pixels, or damaged.
 */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanPicture> {
  refuseWithin('decoding a picture')
  if (bytes.byteLength === 0) refuse(fileRefusals, 'empty')
  if (bytes.byteLength > fileBytesMost) refuse(fileRefusals, 'tooLarge', { megabytes: fileMegabytes })
  const mediaType = await mediaTypeOf(bytes)
  if (apple.has(mediaType)) refuse(fileRefusals, 'pictureHeic')
  if (!readable.has(mediaType)) refuse(fileRefusals, 'pictureKind')
  try {
    return await inTurn(() => decode(bytes, mediaType === 'image/png'))
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message)) refuse(fileRefusals, 'picturePixels', { megapixels })
    return refuse(fileRefusals, 'pictureBroken')
  }
}
