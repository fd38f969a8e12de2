import { fileRefusals } from '#/api/services/files.texts.ts'
import { archiveUnpackedMegabytes } from '#/domain/upload.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { type OpenedZip, openZip, ZipTrouble } from '#/server/lib/unzip.ts'

/** Opens a ZIP from outside; refuses one that is damaged, encrypted, unsafe or too large. Slow: asked for outside of transactions. */
export async function openArchive(bytes: Uint8Array, files: number): Promise<OpenedZip> {
  try {
    return await openZip(bytes, { files, unpacked: archiveUnpackedMegabytes * 1024 * 1024 })
  } catch (error) {
    if (!(error instanceof ZipTrouble)) throw error
    const names = {
      broken: 'archiveBroken',
      path: 'archiveBroken',
      encrypted: 'archiveEncrypted',
      tooLarge: 'archiveTooLarge',
      tooMany: 'archiveTooLarge',
    } as const
    return refuse(fileRefusals, names[error.problem])
  }
}
