import sharp from 'sharp'
import type { Context } from '#/server/kernel/context.ts'
import { refuseWithin } from '#/server/lib/database/dialect.ts'

const edge = 720

/** A picture of ours as a small JPEG. */
export async function smallBytes(bytes: Uint8Array): Promise<Buffer> {
  refuseWithin('a small picture')
  return sharp(bytes)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 78 })
    .toBuffer()
}

/** A picture of ours small enough to travel inside an answer. */
export function smallPicture(ctx: Context, bytes: Uint8Array): Promise<string> {
  return ctx.outside('small picture', bytes, async () => `data:image/jpeg;base64,${(await smallBytes(bytes)).toString('base64')}`)
}
