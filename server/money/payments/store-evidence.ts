import { sql } from 'kysely'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import { orderHeads } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type FileFacts, fileFacts } from '#/server/kernel/files/store-files.ts'
import { entriesAbout } from '#/server/kernel/request/store-trail.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'

export interface EvidenceRow extends Row<'evidence', 'id' | 'kind' | 'file_id' | 'created_at'>, Pick<FileFacts, 'name' | 'size_bytes'> {
  kind: 'acceptance' | 'deliverable' | 'other'
  uploaded_by: string
  also_used_in: string[]
}

/**
 * Returns the evidence of a batch, with other batches and orders that have the same file or a nearly identical picture.
 */
export const evidenceOf = (ctx: Context, batchId: number): Promise<EvidenceRow[]> => ctx.rows<EvidenceRow>`
    select mine.id, mine.kind, mine.file_id, file.name, file.size_bytes, app_user.name as uploaded_by, mine.created_at,
      array(select batch.no from app.same_papers(mine) same join evidence other on other.id = same.evidence_id
          join payment_batch batch on batch.id = other.batch_id where batch.state <> 'cancelled'
        union select orders.no from app.order_papers_like(mine.centre_id, mine.sha256, mine.fingerprint) same(order_id)
          join ${orderHeads} orders on orders.id = same.order_id where orders.id <> mine.order_id order by no) as also_used_in
    from evidence mine join lateral ${fileFacts(sql`mine.file_id`)} file on true join app_user on app_user.id = mine.created_by
    where mine.batch_id = ${batchId} order by mine.id`

export async function addEvidence(
  ctx: Context,
  batch: BatchRow,
  document: { kind: EvidenceRow['kind']; fileId: string; sha256: string; fingerprint: string | null },
): Promise<number> {
  const row = await ctx.db
    .insertInto('evidence')
    .values({
      centre_id: batch.centre_id,
      unit_id: batch.unit_id,
      batch_id: batch.id,
      order_id: batch.order_id,
      kind: document.kind,
      file_id: document.fileId,
      sha256: document.sha256,
      fingerprint: document.fingerprint,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Removes a document from a batch. Returns false if the batch has no such document. */
export async function removeEvidence(ctx: Context, batchId: number, id: number): Promise<boolean> {
  const result = await ctx.db.deleteFrom('evidence').where('id', '=', id).where('batch_id', '=', batchId).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** An audit entry of a batch. Changes of lines fill `edits` and `unlisted`. */
export interface HistoryRow extends Row<'audit_log', 'at' | 'action'> {
  user_name: string | null
  detail: Readonly<Record<string, unknown>> & {
    readonly edits?: z.input<Modules['payments']['history']['output']>[number]['edits']
    readonly unlisted?: number
  }
}

/** Returns the history of a batch, oldest first. */
export const batchHistory = (ctx: Context, batchId: number): Promise<HistoryRow[]> => ctx.rows<HistoryRow>`
    select entry.at, entry.action, app_user.name as user_name, entry.detail 
    from ${entriesAbout('batch', String(batchId))} entry left join app_user on app_user.id = entry.user_id order by entry.at, entry.seq limit 1000`

export interface BatchComparison {
  previous_no: string | null
  gross_before: number | null
  changed_amounts: number
}

/**
 * Compares a batch with the previous one of the same unit and mode: the gross, and the payees whose amount changed by
 * half or more.
 */
export async function compareWithPrevious(ctx: Context, batch: BatchRow): Promise<BatchComparison> {
  return (
    (await ctx.row<BatchComparison>`
    with previous as (
      select id, no, month, gross_fen from payment_batch where unit_id = ${batch.unit_id} and centre_id = ${batch.centre_id} and mode = ${batch.mode} and id < ${batch.id}
        and state in ('payable', 'paying', 'paid', 'partial', 'failed', 'closed') order by id desc limit 1),
    before as (select line.id_number_index, sum(line.gross_fen) as gross from payment_line line join previous on line.month = previous.month and line.batch_id = previous.id
      where line.state not in ('invalid', 'excluded') group by line.id_number_index),
    now as (select id_number_index, sum(gross_fen) as gross from payment_line where month = ${batch.month}::date and batch_id = ${batch.id} and state not in ('invalid', 'excluded')
      group by id_number_index)
    select (select no from previous) as previous_no, (select gross_fen from previous) as gross_before,
      count(*) filter (where before.gross is not null and (now.gross * 2 > before.gross * 3 or now.gross * 2 < before.gross)) as changed_amounts
    from now left join before on before.id_number_index = now.id_number_index`) ?? { previous_no: null, gross_before: null, changed_amounts: 0 }
  )
}

/** Returns lines with one of these warnings, for review before submission. */
export async function linesWithWarnings(
  ctx: Context,
  batch: BatchRow,
  codes: readonly string[],
): Promise<(Row<'payment_line', 'id' | 'seq' | 'name'> & { issue: LineIssue })[]> {
  return ctx.rows<Row<'payment_line', 'id' | 'seq' | 'name'> & { issue: LineIssue }>`
    select line.id, line.seq, line.name, issue from payment_line line cross join lateral jsonb_array_elements(line.issues) issue
    where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state <> 'excluded' and issue ->> 'code' = any(${[...codes]}::text[]) order by line.seq limit 200`
}

/** Returns payee names by line id, for the money trail. */
export async function lineNames(ctx: Context, batch: { id: number; month: string }): Promise<Map<number, string>> {
  const rows = await ctx.db.selectFrom('payment_line').select(['id', 'name']).where('month', '=', batch.month).where('batch_id', '=', batch.id).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
