import { maxFileBytes, pictureEndings } from '#/domain/base/upload.ts'
import { fileProblem } from '#/web/ui/file-check.ts'

export const pictureRule = { kinds: pictureEndings, maxBytes: maxFileBytes } as const

// A larger picture would hardly improve recognition and would slow down the upload from a phone. In pixels, JPEG
// quality and bytes.
const longestSide = 2600
const quality = 0.88
const minScaledBytes = 1_500_000

/** Returns why a picture is refused before the upload. Large pictures are accepted, because they are scaled down. */
export function pictureProblem(file: { readonly name: string; readonly size: number }): 'wrongKind' | 'empty' | null {
  const problem = fileProblem(file, pictureRule)
  return problem === 'tooBig' ? null : problem
}

/** Returns the size at which a picture is sent. */
export function sizeToSend(width: number, height: number): { width: number; height: number } {
  const share = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.round(width * share), height: Math.round(height * share) }
}

/**
 * Scales a large photo down before the upload. A file that the browser cannot decode is sent unchanged, and the server
 * reports its problem.
 */
export async function reducePicture(file: File): Promise<File> {
  if (file.size < minScaledBytes) return file
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
