import { fileRefusals } from '#/api/services/files.texts.ts'
import { maxUnpackedMegabytes } from '#/domain/base/upload.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { cleanPath, openZip, type ZipArchive, ZipError } from '#/server/lib/unzip.ts'

/**
 * Opens an uploaded ZIP. Refuses damaged, encrypted, unsafe, empty and oversized ones. Slow, so call it outside
 * transactions.
 */
export async function openArchive(bytes: Uint8Array, limit: number): Promise<ZipArchive> {
  const zip = await openZip(bytes, { files: limit, maxUnpackedBytes: maxUnpackedMegabytes * 1024 * 1024 }).catch((error: unknown) => {
    if (!(error instanceof ZipError)) throw error
    const refusalByProblem = {
      broken: 'archiveBroken',
      encrypted: 'archiveEncrypted',
      tooLarge: 'archiveTooLarge',
      tooMany: 'archiveTooMany',
      path: 'archivePath',
    } as const
    return refuse(fileRefusals, refusalByProblem[error.problem], { path: cleanPath(error.path), megabytes: maxUnpackedMegabytes, most: limit })
  })
  return zip.items.length > 0 ? zip : refuse(fileRefusals, 'archiveEmpty')
}
