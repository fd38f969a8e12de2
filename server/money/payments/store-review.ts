import { sql } from 'kysely'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'

/** A warning on a line, with its current acceptance. */
export interface WarningRow extends Row<'payment_line', 'id' | 'seq' | 'name' | 'gross_fen' | 'operator_id'> {
  issue: LineIssue
  total: number
  accepted_by: string | null
  accepted_when: Date | null
  accepted_why: string | null
}

const warned = (batch: Pick<BatchRow, 'id' | 'month'>) => sql`payment_line line cross join lateral jsonb_array_elements(line.issues) issue
  where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state <> 'excluded' and issue ->> 'level' = 'warning'`

/** Returns the first warnings of a batch in line order, with the total count. */
export const warnings = (ctx: Context, batch: BatchRow, limit: number): Promise<WarningRow[]> => ctx.rows<WarningRow>`
    select found.*, accepted.accepted_by, accepted.accepted_when, accepted.accepted_why
    from (select line.id, line.seq, line.name, line.gross_fen, line.operator_id, issue, count(*) over () as total from ${warned(batch)}
      order by line.seq, issue ->> 'code' limit ${limit}) found
      left join lateral (select app_user.name as accepted_by, acceptance.accepted_at as accepted_when, acceptance.reason as accepted_why
        from warning_acceptance acceptance join app_user on app_user.id = acceptance.user_id
        where acceptance.batch_id = ${batch.id} and acceptance.line_id = found.id and acceptance.code = found.issue ->> 'code' and acceptance.details = found.issue -> 'values'
        order by acceptance.id desc limit 1) accepted on true
    order by found.seq, found.issue ->> 'code'`

/** Records that the caller accepts the warnings of a batch as shown. */
export async function acceptWarnings(ctx: Context, batch: BatchRow, reason: string): Promise<void> {
  await ctx.run`insert into warning_acceptance (batch_id, line_id, code, details, centre_id, unit_id, user_id, reason, accepted_at)
    select line.batch_id, line.id, issue ->> 'code', issue -> 'values', line.centre_id, line.unit_id, ${ctx.actor.userId}, ${reason}, ${ctx.now}
    from ${warned(batch)}`
}

/** Another payment to which a warning refers. */
export interface SimilarPaymentRow extends Row<'payment_line', 'batch_id' | 'seq' | 'gross_fen' | 'finished_at'> {
  warned_id: number
  batch_no: string
}

/** Returns lines of the same batch by number. */
export async function paymentsOfSameBatch(ctx: Context, batch: BatchRow, pairs: readonly { warned_id: number; seq: number }[]): Promise<SimilarPaymentRow[]> {
  if (pairs.length === 0) return []
  return ctx.rows<SimilarPaymentRow>`
    select asked.warned_id, line.batch_id, ${batch.no}::text as batch_no, line.seq, line.gross_fen, line.finished_at
    from json_to_recordset(${JSON.stringify(pairs)}::json) as asked(warned_id bigint, seq integer)
      join payment_line line on line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.seq = asked.seq`
}

interface EarlierPaymentQuery {
  readonly since: Date
  readonly until: Date
  readonly sinceMonth: string
  /** Maximum number of payments per line, latest first. */
  readonly maxPayments: number
}

/** Returns the unit's payments of the same amount to the payees of these lines, within the caller's scope. */
export async function paymentsOfSameAmount(
  ctx: Context,
  batch: BatchRow,
  lineIds: readonly number[],
  { since, until, sinceMonth, maxPayments: most }: EarlierPaymentQuery,
): Promise<SimilarPaymentRow[]> {
  if (lineIds.length === 0) return []
  return ctx.rows<SimilarPaymentRow>`
    select line.id as warned_id, other.batch_id, earlier.no as batch_no, other.seq, other.gross_fen, other.finished_at
    from payment_line line
      cross join lateral (select paid.batch_id, paid.seq, paid.gross_fen, paid.finished_at from payment_line paid
        where paid.operator_id = line.operator_id and paid.finished_at >= ${since} and paid.finished_at < ${until} and paid.month >= ${sinceMonth}::date
          and paid.unit_id = line.unit_id and paid.gross_fen = line.gross_fen and paid.state = 'success' and paid.batch_id <> line.batch_id
          and ${inScope(ctx.scope, 'paid', { mode: true })}
        order by paid.finished_at desc limit ${most}) other
      join payment_batch earlier on earlier.id = other.batch_id
    where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.id = any(${[...lineIds]}::bigint[])
    order by line.seq, other.finished_at desc`
}

/** A payee to review before payment. */
export interface SampleRow extends Row<'payment_line', 'id' | 'seq' | 'name' | 'net_fen'> {
  card_no: string
  is_new: boolean
  is_other_card: boolean
  is_large: boolean
}

// The unit's last payment to the line's payee, in another batch.
const lastPaidCard = sql`left join lateral (select paid.card_no_index from payment_line paid
    where paid.operator_id = line.operator_id and paid.finished_at is not null and paid.unit_id = line.unit_id and paid.state = 'success' and paid.batch_id <> line.batch_id
    order by paid.finished_at desc limit 1) before on true`

/** Counts the people of a batch whom the unit never paid before, and those with a changed card. */
export async function payeeChanges(ctx: Context, batch: BatchRow): Promise<{ new_payees: number; changed_cards: number }> {
  const rows = await ctx.rows<{ new_payees: number; changed_cards: number }>`
    select count(distinct line.operator_id) filter (where before.card_no_index is null)::integer as new_payees,
      count(distinct line.operator_id) filter (where before.card_no_index <> line.card_no_index)::integer as changed_cards
    from payment_line line ${lastPaidCard}
    where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.operator_id is not null and line.state not in ('invalid', 'excluded')`
  return rows[0] ?? { new_payees: 0, changed_cards: 0 }
}

/** Returns the largest payable lines of new payees, of payees with a changed card, and of all. */
export async function sampleLines(ctx: Context, batch: BatchRow, limit: { readonly ofKind: number; readonly ofAll: number }): Promise<SampleRow[]> {
  const rows = await ctx.rows<Omit<SampleRow, 'card_no'> & Row<'payment_line', 'card_no_sealed'>>`
    with ranked as (
      select line.id, line.seq, line.name, line.net_fen, line.card_no_sealed, before.card_no_index is null as is_new,
        coalesce(before.card_no_index <> line.card_no_index, false) as is_other_card, rank() over (order by line.net_fen desc, line.seq) as at
      from payment_line line ${lastPaidCard}
      where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state in ('ready', 'warned')),
    numbered as (
      select ranked.*, at <= ${limit.ofAll} as is_large, row_number() over (partition by is_new, is_other_card order by at) as in_kind from ranked)
    select id, seq, name, net_fen, card_no_sealed, is_new, is_other_card, is_large from numbered
    where is_large or ((is_new or is_other_card) and in_kind <= ${limit.ofKind}) order by is_new desc, is_other_card desc, at`
  const { open } = cachedVaultOf(ctx)
  return rows.map(({ card_no_sealed: sealed, ...row }) => ({ ...row, card_no: open('card_no', sealed) }))
}
