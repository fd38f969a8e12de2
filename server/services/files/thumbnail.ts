import type { Context } from '#/server/kernel/context.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { sharp } from '#/server/lib/sharp.ts'

const maxSidePixels = 720

/** Shrinks a stored picture to a small JPEG. */
export async function thumbnailBytes(bytes: Uint8Array): Promise<Buffer> {
  refuseInTransaction('a small picture')
  return sharp(bytes)
    .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** Returns a stored picture as a small data URL for answers. */
export function thumbnailUrl(ctx: Context, bytes: Uint8Array): Promise<string> {
  return ctx.outside('small picture', bytes, async () => `data:image/jpeg;base64,${(await thumbnailBytes(bytes)).toString('base64')}`)
}
