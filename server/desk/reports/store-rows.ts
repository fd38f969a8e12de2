import { sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ReportMovementKind } from '#/domain/desk/report.ts'
import { allMovementKinds, kindsOfFilter, lineCondition, type MovementFilter, spanOfFilter } from '#/server/desk/reports/store-filter.ts'
import { chargesOn, feeShareOf, feeShareParties, movementsOf, movementTime, salesAmount, salesNet } from '#/server/desk/reports/store-movements.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { lastOrderOf } from '#/server/money/payouts/public.ts'
import { channelFacts } from '#/server/organisations/centres/public.ts'

/** One movement with the data of a detail report. */
export interface MovementRow
  extends Row<
    'payment_line',
    | 'id'
    | 'no'
    | 'batch_id'
    | 'name'
    | 'mode'
    | 'state'
    | 'gross_fen'
    | 'vat_fen'
    | 'surcharge_fen'
    | 'city_fen'
    | 'education_fen'
    | 'local_education_fen'
    | 'iit_fen'
    | 'fee_fen'
    | 'fee_operator_fen'
    | 'net_fen'
    | 'booked_at'
    | 'finished_at'
    | 'returned_at'
    | 'id_number_sealed'
    | 'card_no_sealed'
  > {
  key: number
  what: ReportMovementKind
  at: Date
  sales_fen: number
  sales_net_fen: number
  base_fen: number
  platform_fen: number | null
  centre_fen: number | null
  partner_fen: number | null
  staff_fen: number | null
  invoice_no: string | null
  unit_name: string
  centre_name: string
  batch_no: string
  channel_name: string | null
  channel_no: string | null
  /** The channel's fee in fen; null when no file reported it. */
  charged_fen: number | null
}

interface MovementCursor {
  readonly key: number
  readonly at: Date
}

const kindCode = (kind: ReportMovementKind) => allMovementKinds.indexOf(kind)
/** Returns the list number of a movement, computed from line and kind. */
const movementKey = (kind: ReportMovementKind) => sql<number>`(line.id * 4 + ${sql.lit(kindCode(kind))})`

/**
 * Selects the invoice numbers of a payment, or of the credit notes (red letters) of a return. Of several, shows the
 * first and the last.
 */
function invoiceNumbersOf(kind: ReportMovementKind) {
  if (kind === 'failed') return sql<string | null>`null::text`
  const numbers =
    kind === 'paid'
      ? sql`invoice paper where paper.application_id in (select part.application_id from invoice_line part where part.line_id = line.id and part.amount_fen > 0)`
      : sql`red_letter paper where paper.id in (select part.red_id from invoice_line part where part.line_id = line.id)`
  return sql<
    string | null
  >`(select case when count(*) > 2 then min(number) || ' … ' || max(number) || ' (' || count(*) || ')' else string_agg(number, ' ' order by number) end
    from ${numbers} and number is not null)`
}

/** Selects the columns that only income reports show. */
function incomeColumns(kind: ReportMovementKind, isIncome: boolean) {
  const parts = feeShareParties.map((party) => sql`${isIncome ? feeShareOf(kind, party) : sql`null::bigint`} as ${sql.ref(`${party}_fen`)}`)
  return sql.join([...parts, sql`${isIncome ? invoiceNumbersOf(kind) : sql`null::text`} as invoice_no`])
}

const columns = (
  kind: ReportMovementKind,
  isIncome: boolean,
) => sql`line.id, ${movementKey(kind)} as key, ${sql.lit(kind)}::text as what, line.no, line.name, line.mode, line.state, line.gross_fen,
  line.vat_fen, line.surcharge_fen, line.city_fen, line.education_fen, line.local_education_fen, line.iit_fen, line.fee_fen, line.fee_operator_fen, line.net_fen, line.booked_at, line.finished_at, line.returned_at,
  line.id_number_sealed, line.card_no_sealed, ${salesAmount} as sales_fen, ${salesNet} as sales_net_fen,
  case when batch.fee_snapshot ->> 'basis' = 'net' then line.net_fen else line.gross_fen end as base_fen,
  ${incomeColumns(kind, isIncome)}, batch.no as batch_no, line.batch_id, line.unit_id, line.centre_id`

async function loadCursor(ctx: Context, filter: MovementFilter, key: number): Promise<MovementCursor | null> {
  const kind = allMovementKinds[key % 4]
  if (!kind) return null
  const rows = await ctx.rows<{ at: Date }>`select ${movementTime(kind, filter.basis)} as at
    from ${movementsOf(kind, sql`${lineCondition(ctx, filter, kind, spanOfFilter(filter))} and line.id = ${Math.floor(key / 4)}`)} limit 1`
  const [foundRow] = rows
  return foundRow ? { key, at: foundRow.at } : null
}

/**
 * Returns a page of movements, newest first, merged from one index scan per kind. `after` and `before` are list numbers
 * of movements.
 */
export async function listMovements(
  ctx: Context,
  filter: MovementFilter,
  { page, size, after, before }: PageRequest,
  isIncome: boolean,
): Promise<{ rows: MovementRow[]; next: number | null }> {
  const isBackward = after === undefined && before !== undefined
  const from = after ?? before
  const cursor = from === undefined ? null : await loadCursor(ctx, filter, from)
  const rowsToSkip = cursor ? 0 : (page - 1) * size
  const [order, sign] = isBackward ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const limit = rowsToSkip + size + 1
  const kindQueries = kindsOfFilter(filter).flatMap((kind) => {
    const at = movementTime(kind, filter.basis)
    const lineIdBound = cursor && (isBackward ? Math.floor : Math.ceil)((cursor.key - kindCode(kind)) / 4)
    // Reads the rest of the last timestamp first and then later ones, each by an index range. A single row comparison
    // would sort thousands of equal timestamps per page.
    const cursorConditions = cursor
      ? [sql` and ${at} = ${cursor.at}::timestamptz and line.id ${sign} ${lineIdBound}::bigint`, sql` and ${at} ${sign} ${cursor.at}::timestamptz`]
      : [sql``]
    return cursorConditions.map(
      (
        piece,
      ) => sql`(select ${columns(kind, isIncome)}, ${at} as at from ${movementsOf(kind, sql`${lineCondition(ctx, filter, kind, spanOfFilter(filter))}${piece}`)}
      order by ${at} ${order}, line.id ${order} limit ${limit})`,
    )
  })
  const chargeColumn = isIncome ? sql`null::bigint` : sql`(select sum(charge.fee_fen)::bigint from ${chargesOn(sql`moved.id`, sql`moved.what`)})`
  const rows =
    await ctx.rows<MovementRow>`select moved.*, unit.name as unit_name, centre.name as centre_name, sent.channel_name, sent.channel_no, ${chargeColumn} as charged_fen
    from (select * from (${sql.join(kindQueries, sql` union all `)}) found order by at ${order}, key ${order} limit ${size + 1} offset ${rowsToSkip}) moved
      join unit on unit.id = moved.unit_id join centre on centre.id = moved.centre_id
      left join lateral (select channel.name as channel_name, coalesce(attempt.channel_ref, attempt.request_no) as channel_no
        from ${lastOrderOf(sql`moved.id`)} attempt join lateral ${channelFacts(sql`attempt.channel_id`)} channel on true) sent on true
    order by moved.at ${order}, moved.key ${order}`
  const pageRows = rows.slice(0, size)
  if (isBackward) pageRows.reverse()
  return { rows: pageRows, next: rows.length > size || isBackward ? (pageRows.at(-1)?.key ?? null) : null }
}
