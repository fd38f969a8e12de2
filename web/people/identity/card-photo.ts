import { fileBytesMost, pictureEndings } from '#/domain/upload.ts'
import { fileProblem } from '#/web/ui/file-check.ts'

/** What the server takes. */
export const pictureRule = { kinds: pictureEndings, maxBytes: fileBytesMost } as const

// More than this adds nothing to what can be read, and much to what a phone must send.
const longestSide = 2600
const quality = 0.88
const worthBytes = 1_500_000

/** What is wrong with a picture before it is sent; a large one is made smaller, so its size alone is no hindrance. */
export function pictureProblem(file: { readonly name: string; readonly size: number }): 'wrongKind' | 'empty' | null {
  const problem = fileProblem(file, pictureRule)
  return problem === 'tooBig' ? null : problem
}

/** The size at which a picture is sent. */
export function sizeToSend(width: number, height: number): { width: number; height: number } {
  const share = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

/** Makes a large photograph smaller before it is sent; what the browser cannot decode goes as it is, and the server says what is wrong with it. */
export async function lighter(file: File): Promise<File> {
  if (file.size < worthBytes) return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  const { width, height } = sizeToSend(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob && blob.size < file.size ? new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' }) : file
}
