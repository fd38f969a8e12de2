import { type Expression, type SqlBool, sql } from 'kysely'
import type { LineState } from '#/domain/money/line.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { type BatchRow, type LineRow, type StoredRow, unsealLine, writtenColumns } from '#/server/money/lines/store.ts'
import { hasReceipt } from '#/server/money/vouchers/public.ts'
import { holdersOfCard } from '#/server/people/operators/public.ts'

export interface LineFilter {
  readonly batchId?: number | undefined
  readonly states?: readonly LineState[] | undefined
  readonly code?: string | undefined
  readonly onlyErrors?: boolean | undefined
  readonly keyword?: string | undefined
  readonly unitId?: number | undefined
  readonly mode?: Mode | undefined
  readonly lineId?: number | undefined
  readonly after?: number | undefined
  readonly size: number
}

/** A line for lists, with its batch and party names. */
export interface ListedLine extends LineRow, LineContextColumns {}

interface LineContextColumns {
  batch_id: number
  batch_no: string
  batch_state: string
  unit_id: number
  unit_name: string
  fail_code: string | null
  fail_reason: string
  finished_at: Date | null
  returned_at: Date | null
  released_at: Date | null
  queries: number
  version: number
  retry_of_no: string | null
  claim_no: string | null
  request_no: string | null
  channel_ref: string | null
  has_receipt: boolean
}

const rareStates: readonly LineState[] = ['held', 'unknown', 'returned', 'failed']

function conditionsOf(filter: LineFilter): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = []
  if (filter.states) parts.push(sql<SqlBool>`line.state = any(${[...filter.states]}::text[])`)
  // Problem states are rare and have a separate index, which starts with the centre.
  if (filter.states?.every((state) => rareStates.includes(state)))
    parts.push(sql<SqlBool>`line.state in ('held', 'unknown', 'returned', 'failed') and line.centre_id = any(array(select centre.id from centre))`)
  if (filter.onlyErrors) parts.push(sql<SqlBool>`line.state = 'invalid'`)
  if (filter.code) parts.push(sql<SqlBool>`line.issues @> ${JSON.stringify([{ code: filter.code }])}::jsonb`)
  if (filter.unitId !== undefined) parts.push(sql<SqlBool>`line.unit_id = ${filter.unitId}`)
  if (filter.mode !== undefined) parts.push(sql<SqlBool>`line.mode = ${filter.mode}`)
  return parts
}

// Matches full numbers by index, or the last four digits of a card.
function matchesKeyword(ctx: Context, keyword: string): Expression<SqlBool> {
  const text = containsPattern(keyword)
  const { index } = cachedVaultOf(ctx)
  return sql<SqlBool>`(line.name like ${text} or line.no = ${keyword} or line.id_number_index = ${index('id_number', keyword)}
    or line.card_no_index = ${index('card_no', keyword)} or line.card_tail = ${keyword} or line.mobile_index = ${index('mobile', keyword)})`
}

/** Selects lines across batches by keyword: a person's full name, ID number or card number, or a line number. */
function linesByKeyword(ctx: Context, keyword: string) {
  const [batchNo = '', seq = ''] = keyword.split('-')
  const seqNumber = /^\d{1,6}$/.test(seq) ? Number(seq) : 0
  return sql`(select * from payment_line line where line.operator_id = any(array(
      select id from operator where comparable_name = app.comparable_name(${keyword}) or id_number_index = ${ctx.vault.index('id_number', keyword)}
      union ${holdersOfCard(ctx.vault.index('card_no', keyword))}))
    union all
    select line.* from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
    where batch.no = ${batchNo} and line.seq = ${seqNumber} offset 0)`
}

const listedColumns = sql`line.id, ${sql.raw(writtenColumns.map((name) => `line.${name}`).join(', '))}, line.batch_id, batch.no as batch_no, batch.state as batch_state,
  line.unit_id, unit.name as unit_name, line.fail_code, line.fail_reason, line.finished_at, line.returned_at, line.released_at, line.queries, line.version,
  case when line.retry_of_line_id is not null
    then (select earlier.no from payment_line earlier where earlier.id = line.retry_of_line_id and earlier.unit_id = line.unit_id limit 1) end as retry_of_no,
  (select claim.no from collection claim where claim.id = line.collection_id) as claim_no,
  attempt.request_no, attempt.channel_ref, ${hasReceipt(sql`line.id`)} as has_receipt`

const joins = sql`join payment_batch batch on batch.id = line.batch_id join unit on unit.id = line.unit_id
  left join lateral (select request_no, channel_ref from payout_attempt where payout_attempt.line_id = line.id order by attempt_no desc limit 1) attempt on true`

/** Returns lines of one batch, ordered by their number. */
export async function listInBatch(ctx: Context, batch: BatchRow, filter: LineFilter): Promise<ListedLine[]> {
  const scopeCondition = inScope(ctx.scope, 'line', { mode: true })
  const rows = await ctx.rows<StoredRow & LineContextColumns>`select ${listedColumns} from payment_line line ${joins}
    where line.month = ${batch.month} and line.batch_id = ${batch.id} and line.seq > ${filter.after ?? 0} and ${scopeCondition}
      and ${allOf([...conditionsOf(filter), ...(filter.keyword ? [matchesKeyword(ctx, filter.keyword)] : [])])}
    order by line.seq limit ${filter.size}`
  return rows.map((row) => unsealLine(ctx, row))
}

// Platform readers have no unit or centre to filter by. Naming all centres and both modes makes the index on centres
// usable.
const centreCondition = sql<SqlBool>`line.centre_id = any(array(select centre.id from centre)) and line.mode = any('{1,2}'::smallint[])`

/**
 * Returns lines across batches, newest first. For platform readers the newest month comes first, following the
 * partitions.
 */
export async function listAcross(ctx: Context, filter: LineFilter): Promise<ListedLine[]> {
  const scopeCondition = inScope(ctx.scope, 'line', { mode: true })
  const { after } = filter
  const firstPageCondition = sql<SqlBool>`true`
  const cursorCondition = ctx.scope.all
    ? sql<SqlBool>`(line.month, line.id) < ((select month from payment_line line where line.id = ${after ?? 0} and ${centreCondition}), ${after ?? 0})`
    : sql<SqlBool>`line.id < ${after ?? 0}`
  const lines = filter.keyword ? linesByKeyword(ctx, filter.keyword) : sql`payment_line`
  const rows = await ctx.rows<StoredRow & LineContextColumns>`select ${listedColumns} from ${lines} line ${joins}
    where ${after === undefined ? firstPageCondition : cursorCondition} and ${scopeCondition} and ${allOf(conditionsOf(filter))}
    order by ${ctx.scope.all ? sql`line.month desc, line.id desc` : sql`line.id desc`} limit ${filter.size}`
  return rows.map((row) => unsealLine(ctx, row))
}

/** Returns a line in the caller's scope. An index on units or centres finds the partition. */
export async function findLine(ctx: Context, id: number): Promise<ListedLine | undefined> {
  const scopeCondition = inScope(ctx.scope, 'line', { mode: true })
  const partitionCondition = ctx.scope.all ? centreCondition : sql<SqlBool>`true`
  const row = await ctx.row<
    StoredRow & LineContextColumns
  >`select ${listedColumns} from payment_line line ${joins} where line.id = ${id} and ${partitionCondition} and ${scopeCondition}`
  return row && unsealLine(ctx, row)
}

export async function countLines(
  ctx: Context,
  batch: BatchRow,
): Promise<{ states: { state: LineState; count: number }[]; codes: { code: string; count: number }[] }> {
  const states = await ctx.rows<Row<'payment_line', 'state'> & { state: LineState; count: number }>`select state, count(*) as count from payment_line
    where month = ${batch.month} and batch_id = ${batch.id} group by state`
  const codes = await ctx.rows<{ code: string; count: number }>`select issue ->> 'code' as code, count(distinct line.id) as count
    from payment_line line, jsonb_array_elements(line.issues) issue
    where line.month = ${batch.month} and line.batch_id = ${batch.id} and line.state <> 'excluded' group by 1 order by 1`
  return { states, codes }
}
