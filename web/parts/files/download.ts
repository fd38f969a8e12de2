import { api } from '#/web/kernel/api.ts'

/** Opens a private file: asks for a link valid for five minutes and opens it. Rejects with the ApiError that was shown. */
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
