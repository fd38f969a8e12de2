import { api } from '#/web/kernel/api.ts'
import { showNotice } from '#/web/kernel/notices.ts'

/** Downloads an exported file. A background task writes a large one, which the notice `writing` announces. */
export async function downloadExport({ fileId }: { readonly fileId: string | null }, writing: string): Promise<void> {
  if (fileId === null) showNotice('success', writing)
  else await downloadFile(fileId)
}

/**
 * Downloads a private file by a link that is valid for five minutes. Rejects with an ApiError that is already shown.
 */
export async function downloadFile(fileId: string): Promise<void> {
  const { url, name } = await api.files.link({ fileId })
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = name
  anchor.rel = 'noopener'
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}
