import { fileTypeFromBuffer } from 'file-type'
import { fileRefusals } from '#/api/services/files.texts.ts'
import { maxFileBytes, maxFileMegabytes } from '#/domain/base/upload.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { limitConcurrency } from '#/server/lib/limit-concurrency.ts'
import { sharp } from '#/server/lib/sharp.ts'

/** A decoded and re-encoded picture: only its pixels remain. */
export interface CleanPicture {
  readonly bytes: Uint8Array
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
}

// The highest resolution of current phones; decoding one frame takes 150 MB.
const maxMegapixels = 50
/** Text on a card is legible at a third of this. */
const maxSidePixels = 3200
const decodableTypes = new Set(['image/jpeg', 'image/png', 'image/webp'])
const heifTypes = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])

// Decodes two pictures at a time, which bounds memory under load.
const decodeLimited = limitConcurrency(2)

/** Detects the media type from the bytes only; empty if unknown. */
export async function mediaTypeOf(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? ''
}

async function decode(bytes: Uint8Array, isPng: boolean): Promise<CleanPicture> {
  // `error` refuses truncated and corrupt files, but not harmless decoder warnings.
  const options = { limitInputPixels: maxMegapixels * 1_000_000, failOn: 'error', pages: 1 } as const
  const picture = sharp(bytes, options)
  const { width, height } = await picture.metadata()
  if (width * height > options.limitInputPixels) refuse(fileRefusals, 'picturePixels', { megapixels: maxMegapixels })
  const uprightPicture = picture.autoOrient().resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
  const encodedPicture = isPng ? uprightPicture.png() : uprightPicture.flatten({ background: '#fff' }).jpeg({ quality: 90 })
  const { data, info } = await encodedPicture.toBuffer({ resolveWithObject: true })
  return { bytes: data, mediaType: isPng ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
}

/**
 * Decodes a picture within limits and re-encodes it upright, without metadata or hidden data.
 * JPG and WEBP become JPG, PNG stays PNG. Refuses non-pictures and oversized or damaged files.
 */
export async function cleanPicture(bytes: Uint8Array): Promise<CleanPicture> {
  refuseInTransaction('decoding a picture')
  if (bytes.byteLength === 0) refuse(fileRefusals, 'empty')
  if (bytes.byteLength > maxFileBytes) refuse(fileRefusals, 'tooLarge', { megabytes: maxFileMegabytes })
  const mediaType = await mediaTypeOf(bytes)
  if (heifTypes.has(mediaType)) refuse(fileRefusals, 'pictureHeic')
  if (!decodableTypes.has(mediaType)) refuse(fileRefusals, 'pictureKind')
  try {
    return await decodeLimited(() => decode(bytes, mediaType === 'image/png'))
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message)) refuse(fileRefusals, 'picturePixels', { megapixels: maxMegapixels })
    return refuse(fileRefusals, 'pictureBroken')
  }
}
