import type { Modules } from '#/api/modules.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { newToken, tokenHash } from '#/server/kernel/session.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import * as store from '#/server/services/files/store.ts'

const exportsMost = 50
const linkMs = 5 * 60 * 1000

export const files: Implementation<Modules['files']> = {
  async link(ctx, { fileId }) {
    const name = await store.nameOf(ctx, fileId)
    if (name === null) throw new Refusal('file_not_found', kernelRefusals.fileNotFound)
    const token = newToken()
    await store.addLink(ctx, { fileId, tokenHash: tokenHash(token), expiresAt: new Date(ctx.real.getTime() + linkMs) })
    ctx.note({ refType: 'file', refId: fileId, detail: { name } })
    return { url: `/files/${token}`, name }
  },

  async exports(ctx) {
    return (await store.ownExports(ctx, exportsMost)).map((row) => ({
      fileId: row.id,
      name: row.name,
      size: row.size_bytes,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
    }))
  },
}
