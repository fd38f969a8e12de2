import type { Modules } from '#/api/modules.ts'
import { paymentRefusals } from '#/api/money/payments.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { batchBlocker } from '#/server/money/payments/presentation.ts'
import * as store from '#/server/money/payments/store.ts'
import * as evidence from '#/server/money/payments/store-evidence.ts'
import { fingerprintOf, storeDocument } from '#/server/services/files/public.ts'

/** Locks a batch whose evidence the caller may change. */
async function lockForEvidence(ctx: Context, id: number): Promise<store.BatchRow> {
  const batch = (await store.lock(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
  const problem = batchBlocker(ctx, batch, 'edit')
  if (problem) refuse(paymentRefusals, problem.name === 'wrongState' ? 'evidenceFixed' : problem.name)
  return batch
}

/** The evidence of a batch: reading, adding and removing files. */
export const evidenceOperations = {
  async evidence(ctx, { id }) {
    if (!(await store.find(ctx, id))) refuse(paymentRefusals, 'notFound')
    const rows = await evidence.evidenceOf(ctx, id)
    return rows.map((row) => ({
      ...fieldsOf(row, 'id', 'kind', 'file_id', 'name'),
      size: row.size_bytes,
      uploadedBy: row.uploaded_by,
      uploadedAt: row.created_at.toISOString(),
      alsoUsedIn: row.also_used_in,
    }))
  },

  async attach(ctx, { id, kind, file }) {
    const batch = await lockForEvidence(ctx, id)
    const fileOwner = { purpose: 'evidence', unitId: batch.unit_id, centreId: batch.centre_id }
    const { fileId, sha256, mediaType } = await storeDocument(ctx, { upload: file, pictures: true, ...fileOwner })
    const fingerprint = mediaType.startsWith('image/') ? await ctx.outside('fingerprint', file.bytes, () => fingerprintOf(file.bytes)) : null
    const evidenceId = await evidence.addEvidence(ctx, batch, { kind, fileId, sha256, fingerprint })
    const addedEvidence = (await evidence.evidenceOf(ctx, id)).find((each) => each.id === evidenceId)
    ctx.note({
      refType: 'batch',
      refId: id,
      unitId: batch.unit_id,
      centreId: batch.centre_id,
      detail: { no: batch.no, file: file.filename, sha256 },
    })
    return { evidenceId, alsoUsedIn: addedEvidence?.also_used_in ?? [] }
  },

  async detach(ctx, { id, evidenceId }) {
    const batch = await lockForEvidence(ctx, id)
    if (!(await evidence.removeEvidence(ctx, id, evidenceId))) refuse(paymentRefusals, 'notFound')
    ctx.note({ refType: 'batch', refId: id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, evidenceId } })
    return {}
  },
} satisfies Pick<Implementation<Modules['payments']>, 'evidence' | 'attach' | 'detach'>
