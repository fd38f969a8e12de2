import { sql } from 'kysely'
import type { LineState } from '#/domain/money/line.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { type SealedColumns, sealedColumns, unsealRow } from '#/server/lib/vault/sealing.ts'
import type { StoredTerms } from '#/server/money/lines/terms.ts'
import { worksWith } from '#/server/people/operators/public.ts'

export interface BatchRow
  extends Row<
    'payment_batch',
    | 'id'
    | 'no'
    | 'month'
    | 'centre_id'
    | 'unit_id'
    | 'mode'
    | 'order_id'
    | 'amount_basis'
    | 'state'
    | 'line_count'
    | 'file_sha256'
    | 'policy_version'
    | 'setting_snapshot'
    | 'fee_snapshot'
    | 'maker_id'
    | 'source_platform'
    | 'version'
  > {
  mode: Mode
  amount_basis: 'gross' | 'net'
  setting_snapshot: Partial<StoredTerms> | null
  fee_snapshot: Record<string, unknown> | null
}

const batchColumns = sql`id, no, month, centre_id, unit_id, mode, order_id, amount_basis, state, line_count, file_sha256, policy_version, setting_snapshot,
  fee_snapshot, maker_id, source_platform, version`

/** Returns a batch in the caller's scope. */
export async function findBatch(ctx: Context, id: number): Promise<BatchRow | undefined> {
  const scopeCondition = inScope(ctx.scope, 'payment_batch', { mode: true })
  return await ctx.row<BatchRow>`select ${batchColumns} from payment_batch where id = ${id} and ${scopeCondition}`
}

/** Locks and returns a batch in the caller's scope. Every change of lines starts here. */
export async function lockBatch(ctx: Context, id: number): Promise<BatchRow | undefined> {
  const scopeCondition = inScope(ctx.scope, 'payment_batch', { mode: true })
  return await ctx.row<BatchRow>`select ${batchColumns} from payment_batch where id = ${id} and ${scopeCondition} for update`
}

/**
 * Locks the unit, so that one transaction at a time checks and uses its limits. Lock order: batch, unit, people,
 * accounts.
 */
export const lockUnit = (ctx: Context, unitId: number): Promise<void> => ctx.run`select from unit where id = ${unitId} for no key update`

/** A stored line with opened numbers. */
export interface LineRow
  extends Row<'payment_line', 'id' | Exclude<keyof typeof columnTypes, keyof SealedColumns<SealedColumnName> | 'card_tail'>>,
    Readonly<Record<SealedColumnName, string>> {
  calculation: Record<string, unknown> | null
  issues: readonly LineIssue[]
  state: LineState
}

export const sealedColumnNames = ['id_number', 'mobile', 'card_no'] as const

export type SealedColumnName = (typeof sealedColumnNames)[number]

/** A line as stored, with sealed numbers. */
export type StoredRow = Omit<LineRow, SealedColumnName> & SealedColumns<SealedColumnName> & Row<'payment_line', 'card_tail'>

/** The columns that preparation writes, without those of the channel. */
const columnTypes = {
  seq: 'integer',
  no: 'text',
  operator_id: 'bigint',
  entity_id: 'bigint',
  name: 'text',
  id_kind: 'text',
  id_number_sealed: 'text',
  id_number_index: 'text',
  mobile_sealed: 'text',
  mobile_index: 'text',
  bank_name: 'text',
  card_no_sealed: 'text',
  card_no_index: 'text',
  card_tail: 'text',
  entity_name: 'text',
  entity_credit_code: 'text',
  service: 'text',
  remark: 'text',
  nickname: 'text',
  user_no: 'text',
  amount_text: 'text',
  gross_fen: 'bigint',
  vat_fen: 'bigint',
  city_fen: 'bigint',
  education_fen: 'bigint',
  local_education_fen: 'bigint',
  surcharge_fen: 'bigint',
  iit_fen: 'bigint',
  tax_unit_fen: 'bigint',
  fee_fen: 'bigint',
  fee_unit_fen: 'bigint',
  fee_operator_fen: 'bigint',
  net_fen: 'bigint',
  cost_fen: 'bigint',
  income_fen: 'bigint',
  filing_way: 'text',
  calculation: 'json',
  issues: 'jsonb',
  state: 'text',
  retry_of_line_id: 'bigint',
  collection_id: 'bigint',
} as const satisfies Partial<Record<keyof Row<'payment_line'>, string>>

export const writtenColumns = Object.keys(columnTypes) as (keyof typeof columnTypes)[]

const columns = sql.raw(writtenColumns.join(', '))

const nullableColumns: ReadonlySet<string> = new Set(['operator_id', 'entity_id', 'retry_of_line_id', 'collection_id', 'filing_way', 'calculation'])

// SQL literals for columns that are zero or empty in every line, to send fewer parameters.
const emptyLiterals = { text: "''", jsonb: "'[]'", json: 'null', bigint: '0', integer: '0' } as const

const columnValue = (name: keyof typeof columnTypes) =>
  nullableColumns.has(name) ? `fresh.${name}` : `coalesce(fresh.${name}, ${emptyLiterals[columnTypes[name]]})`

const values = sql.raw(writtenColumns.map(columnValue).join(', '))

const assignments = sql.raw(writtenColumns.map((name) => `${name} = ${columnValue(name)}`).join(', '))

/** Returns every line of a batch in file order. */
export async function linesOf(ctx: Context, batch: { id: number; month: string }): Promise<LineRow[]> {
  const rows = await ctx.rows<StoredRow>`select id, ${columns} from payment_line where month = ${batch.month} and batch_id = ${batch.id} order by seq`
  return rows.map((row) => unsealLine(ctx, row))
}

export function unsealLine<R extends StoredRow>(
  ctx: Context,
  row: R,
): Omit<R, keyof SealedColumns<SealedColumnName> | 'card_tail'> & Readonly<Record<SealedColumnName, string>> {
  const { card_tail: _, ...rest } = row
  return unsealRow(ctx, rest as Omit<R, 'card_tail'> & SealedColumns<SealedColumnName>, sealedColumnNames) as never
}

function toRow<R extends Omit<LineRow, 'id'>>(ctx: Context, { id_number, mobile, card_no, ...row }: R) {
  return { ...row, ...sealedColumns(ctx, { id_number, mobile, card_no }), card_tail: card_no.slice(-4) }
}

/** Inserts new lines in one statement. */
export async function insertLines(ctx: Context, batch: BatchRow, lines: readonly Omit<LineRow, 'id'>[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.run`insert into payment_line (month, batch_id, centre_id, unit_id, mode, ${columns})
    select ${batch.month}::date, ${batch.id}::bigint, ${batch.centre_id}::bigint, ${batch.unit_id}::bigint, ${batch.mode}::smallint, ${values}
    from ${rowsFrom('fresh', columnTypes, await mapInSlices(lines, (line) => toRow(ctx, line)))}`
}

/** Updates changed lines in one statement. */
export async function updateLines(ctx: Context, batch: BatchRow, lines: readonly LineRow[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.run`update payment_line set ${assignments}, version = payment_line.version + 1
    from ${rowsFrom('fresh', { id: 'bigint', ...columnTypes }, await mapInSlices(lines, (line) => toRow(ctx, line)))}
    where payment_line.month = ${batch.month} and payment_line.batch_id = ${batch.id} and payment_line.id = fresh.id`
}

/** Attributes later changes of this transaction to the person whose decision it executes. */
export const setTrailActor = (ctx: Context, userId: number): Promise<void> => ctx.run`select set_config('app.doer', ${String(userId)}, true)`

export interface BatchFigures {
  readonly state: string
  readonly line_count: number
  readonly error_count: number
  readonly warning_count: number
  readonly gross_fen: number
  readonly vat_fen: number
  readonly surcharge_fen: number
  readonly iit_fen: number
  readonly fee_fen: number
  readonly net_fen: number
  readonly cost_fen: number
  readonly policy_version: string
  readonly setting_snapshot: string
  readonly fee_snapshot: string
}

export async function setFigures(ctx: Context, batchId: number, figures: BatchFigures): Promise<void> {
  await ctx.db
    .updateTable('payment_batch')
    .set({ ...figures, version: sql`version + 1` })
    .where('id', '=', batchId)
    .execute()
}

export async function setLineFile(ctx: Context, batchId: number, file: { id: string; sha256: string }): Promise<void> {
  await ctx.db.updateTable('payment_batch').set({ file_id: file.id, file_sha256: file.sha256 }).where('id', '=', batchId).execute()
}

/** Returns the number of the unit's latest batch since `since` with the same file; null if there is none. */
export async function batchNoWithFile(ctx: Context, unitId: number, sha256: string, since: Date): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('payment_batch')
    .select('no')
    .where('unit_id', '=', unitId)
    .where('file_sha256', '=', sha256)
    .where('created_at', '>=', since)
    .where('state', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.no ?? null
}

/** Returns the lines of a batch with this issue, each with its payee if that person works with the unit. */
export async function linesWithIssue(ctx: Context, batch: BatchRow, code: string): Promise<(Row<'payment_line', 'id'> & { payee: number | null })[]> {
  return ctx.rows<Row<'payment_line', 'id'> & { payee: number | null }>`select line.id,
      case when ${worksWith(sql`line.operator_id`, sql`line.unit_id`)} then line.operator_id end as payee
    from payment_line line where line.month = ${batch.month} and line.batch_id = ${batch.id} and line.state <> 'excluded'
      and line.issues @> ${JSON.stringify([{ code }])}::jsonb order by line.seq`
}

/** Recounts the resent lines of the batches whose lines this batch resends. */
export const recountResentLines = (ctx: Context, batchId: number): Promise<void> => ctx.run`select app.count_repeated(${batchId})`

/** Returns the state changes of a line at the channel. */
export async function eventsOf(
  ctx: Context,
  lineId: number,
): Promise<{ at: Date; from_state: string; to_state: string; source: string; detail: Record<string, unknown> }[]> {
  const scopeCondition = inScope(ctx.scope, 'payout_event')
  return ctx.rows<Row<'payout_event', 'at' | 'from_state' | 'to_state' | 'source' | 'detail'> & { detail: Record<string, unknown> }>`
    select at, from_state, to_state, source, detail from payout_event where line_id = ${lineId} and ${scopeCondition} order by id`
}
