import { api } from '#/web/kernel/api.ts'

/** Opens a file in a new tab. */
export async function showFile(fileId: string): Promise<void> {
  const { url } = await api.files.link({ fileId })
  window.open(url, '_blank', 'noopener')
}

export async function openSignPage(signTaskId: number): Promise<void> {
  const { ticket } = await api.contracts.ticket({ signTaskId })
  location.assign(`/Sign?ticket=${encodeURIComponent(ticket)}`)
}
