import sharp from 'sharp'
import { refuseWithin } from '#/server/lib/database/dialect.ts'

const width = 600
const height = 240
const most = 400_000
/** A stroke or two: less is a slip of the finger. */
const leastInk = 40

/** A signature as it goes into the paper: drawn anew from its points, so that nothing else of the file is left. null when it is no picture, `empty` when nothing is on it. */
export async function cleanSignature(bytes: Uint8Array): Promise<Buffer | 'empty' | null> {
  refuseWithin('decoding a picture')
  if (bytes.byteLength > most) return null
  try {
    const options = { limitInputPixels: 8_000_000, failOn: 'error' } as const
    const image = sharp(bytes, options)
    const { format } = await image.metadata()
    if (format !== 'png') return null
    const fitted = image.ensureAlpha().resize(width, height, { fit: 'inside', withoutEnlargement: true })
    const { data, info } = await fitted.raw().toBuffer({ resolveWithObject: true })
    let ink = 0
    for (let at = 0; at < data.length; at += info.channels) {
      const dark = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) < 480
      if (dark && (data[at + 3] ?? 0) > 96) ink++
    }
    if (ink < leastInk) return 'empty'
    return await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch {
    return null
  }
}
