import { createHash } from 'node:crypto'
import { unitStaffOf } from '#/demo/access.ts'
import { insertAll, type Row } from '#/demo/insert.ts'
import { type DemoUnit, orderIdOf } from '#/demo/organisations.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { type Fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FileStore } from '#/server/kernel/files/files.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'

export interface EvidenceBatch {
  readonly id: number
  readonly no: string
  readonly unit: DemoUnit
  readonly centreId: number
  readonly mode: Mode
  readonly gross: Fen
  readonly at: Date
}

function renderEvidenceSheet(batch: EvidenceBatch): Promise<Buffer> {
  const fields: [string, string][] = [
    ['批次号', batch.no],
    ['单位', batch.unit.name],
    ['服务内容', batch.unit.services.join('、')],
    ['验收金额', formatYuan(batch.gross)],
    ['验收日期', dayOf(batch.at)],
  ]
  return renderDocument({
    title: '结算验收单',
    createdAt: batch.at,
    blocks: [
      { kind: 'fields', rows: fields },
      { kind: 'paragraph', text: '经验收，以上服务已按订单约定完成，成果符合要求。' },
    ],
    footer: '演示数据',
  })
}

/** Returns an id derived from the content, so that the demo is deterministic. */
export function evidenceIdOf(sha256: string): string {
  return `${sha256.slice(0, 8)}-${sha256.slice(8, 12)}-8${sha256.slice(13, 16)}-8${sha256.slice(17, 20)}-${sha256.slice(20, 32)}`
}

/** Adds an acceptance sheet to each of these batches. */
export async function addEvidence(ctx: Context, store: FileStore, batches: readonly EvidenceBatch[]): Promise<void> {
  const files: Row<'stored_file'>[] = []
  const evidence: Row<'evidence'>[] = []
  const writes: Promise<void>[] = []
  for (const batch of batches) {
    const bytes = await renderEvidenceSheet(batch)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const id = evidenceIdOf(sha256)
    const created_by = unitStaffOf(batch.unit.id).maker
    const commonColumns = { sha256, centre_id: batch.centreId, unit_id: batch.unit.id, created_by, created_at: batch.at }
    writes.push(store.write(id, bytes))
    files.push({
      ...commonColumns,
      id,
      name: `结算验收单-${batch.no}.pdf`,
      media_type: 'application/pdf',
      size_bytes: bytes.byteLength,
      purpose: 'evidence',
      is_encrypted: true,
    })
    evidence.push({ ...commonColumns, batch_id: batch.id, order_id: orderIdOf(batch.unit.id, batch.mode), kind: 'acceptance', file_id: id })
  }
  await Promise.all(writes)
  await insertAll(ctx.db, 'stored_file', files)
  await insertAll(ctx.db, 'evidence', evidence)
}
