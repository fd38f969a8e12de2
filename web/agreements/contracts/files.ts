import { api } from '#/web/kernel/api.ts'

/** Shows a file in a tab of its own. */
export async function showFile(fileId: string): Promise<void> {
  const { url } = await api.files.link({ fileId })
  window.open(url, '_blank', 'noopener')
}

/** Leads the signer to the sign page. */
export async function goSign(signTaskId: number): Promise<void> {
  const { ticket } = await api.contracts.ticket({ signTaskId })
  location.assign(`/Sign?ticket=${encodeURIComponent(ticket)}`)
}
