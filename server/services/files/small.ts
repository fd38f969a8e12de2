import sharp from 'sharp'
import type { Context } from '#/server/kernel/context.ts'
import { refuseWithin } from '#/server/lib/database/dialect.ts'

const edge = 720

async function made(bytes: Uint8Array): Promise<string> {
  refuseWithin('a small picture')
  const small = await sharp(bytes)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 78 })
    .toBuffer()
  return `data:image/jpeg;base64,${small.toString('base64')}`
}

/** A picture of ours small enough to travel inside an answer. */
export function smallPicture(ctx: Context, bytes: Uint8Array): Promise<string> {
  return ctx.outside('small picture', bytes, () => made(bytes))
}
