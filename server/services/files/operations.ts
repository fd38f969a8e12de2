import type { Modules } from '#/api/modules.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { createFileLink } from '#/server/services/files/public.ts'
import * as store from '#/server/services/files/store.ts'

const maxExports = 50

export const files: Implementation<Modules['files']> = {
  async link(ctx, { fileId }) {
    const name = await store.nameOf(ctx, fileId)
    if (name === null) throw new Refusal('file_not_found', kernelRefusals.fileNotFound)
    const url = await createFileLink(ctx, fileId)
    ctx.note({ refType: 'file', refId: fileId, detail: { name } })
    return { url, name }
  },

  async exports(ctx) {
    return (await store.exportsOfCaller(ctx, maxExports)).map((row) => ({
      fileId: row.id,
      name: row.name,
      size: row.size_bytes,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at?.toISOString() ?? null,
    }))
  },
}
