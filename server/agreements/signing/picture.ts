import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { sharp } from '#/server/lib/sharp.ts'

const width = 600
const height = 240
const maxBytes = 400_000
/** Fewer dark pixels than this are an accidental stroke. */
const minInkPixels = 40

/**
 * Redraws a signature from its pixels, so that nothing else of the file remains. Returns null for an invalid picture,
 * `empty` for a blank one.
 */
export async function cleanSignature(bytes: Uint8Array): Promise<Buffer | 'empty' | null> {
  refuseInTransaction('decoding a picture')
  if (bytes.byteLength > maxBytes) return null
  try {
    const options = { limitInputPixels: 8_000_000, failOn: 'error' } as const
    const image = sharp(bytes, options)
    const { format } = await image.metadata()
    if (format !== 'png') return null
    const fittedImage = image.ensureAlpha().resize(width, height, { fit: 'inside', withoutEnlargement: true })
    const { data, info } = await fittedImage.raw().toBuffer({ resolveWithObject: true })
    let inkPixels = 0
    for (let at = 0; at < data.length; at += info.channels) {
      const isDark = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 480
      if (isDark && (data[at + 3] ?? 0) > 96) inkPixels++
    }
    if (inkPixels < minInkPixels) return 'empty'
    return await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    return null
  }
}
