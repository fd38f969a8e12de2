import sharp from 'sharp'

const edge = 720

/** A picture of ours small enough to travel inside an answer. */
export async function smallPicture(bytes: Uint8Array): Promise<string> {
  const small = await sharp(bytes)
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 78 })
    .toBuffer()
  return `data:image/jpeg;base64,${small.toString('base64')}`
}
