import { type SqlBool, sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bookedAsDifference, closedDayOfDifference, isOnStatement } from '#/server/money/ledger/public.ts'
import { isNotExplainedElsewhere, isRowOfItem } from '#/server/money/reconciliation/store-match.ts'
import { closedDayWithDecision } from '#/server/money/reconciliation/store-transfers.ts'

interface BookedRow extends Row<'recon_item', 'channel_id' | 'key' | 'kind' | 'state' | 'ending' | 'ours_fen' | 'theirs_fen' | 'suspense_fen'> {
  place: number
  is_of_transfer: boolean
  /** The row of the statement with this key, as a change of the bank balance; null: none. */
  shown_fen: number | null
}

/** Holds for a difference between the amounts of a registered transfer, which no channel reported. */
const isOfTransfer = sql<SqlBool>`(item.kind = 'amount' and item.attempt_id is null
  and not exists (select from recon_row row where row.channel_id = item.channel_id and row.source = 'channel' and row.serial = item.key)
  and not exists (select from recon_row row where row.channel_id = item.channel_id and row.source = 'channel' and row.request_no = item.key and row.request_no <> ''))`

/** Amount in fen that a difference has booked on the bank account. */
const bookedOf = (row: BookedRow) =>
  row.ending === 'charge' || row.ending === 'interest' || row.ending === 'book' ? row.ours_fen - row.theirs_fen : row.suspense_fen

const sumOf = (rows: readonly BookedRow[]) => rows.reduce((sum, row) => sum + bookedOf(row), 0)

/**
 * Returns whether the differences of one row have booked its transfer. Booked differences between the amounts of a transfer,
 * and their remainders, have not, unless they total the whole row: a record can register the reference again.
 */
const isTransferIn = (rows: readonly BookedRow[]) =>
  rows.some((row) => row.is_of_transfer) ? sumOf(rows) !== 0 && sumOf(rows) === rows[0]?.shown_fen : sumOf(rows) !== 0

/** Returns whether the differences of one row are an open movement that a record may explain. */
const isOpenMovement = (rows: readonly BookedRow[]) => !isTransferIn(rows) && rows.some((row) => row.kind === 'long' && ['open', 'waiting'].includes(row.state))

export const answers: readonly Answer[] = [
  answer(bookedAsDifference, async (ctx, references) => {
    const requested = references.map(({ centreId, direction, serial }, place) => ({ centreId, direction, serial, place }))
    const rows =
      await ctx.rows<BookedRow>`select requested.place, item.channel_id, item.key, item.kind, item.state, item.ending, item.ours_fen, item.theirs_fen, item.suspense_fen,
        ${isOfTransfer} as is_of_transfer, (select case row.direction when 'out' then -row.amount_fen else row.amount_fen end from recon_row row where ${isRowOfItem}) as shown_fen
      from json_to_recordset(${JSON.stringify(requested)}::json) as requested("centreId" bigint, direction text, serial text, place integer)
        join recon_item item on item.centre_id = requested."centreId" and item.side = 'bank' and item.direction = requested.direction
          and app.reference_key(item.key) = app.reference_key(requested.serial)
      where ${isNotExplainedElsewhere({ table: 'item', key: 'key' })} for share of item`
    const rowsByMovement = Map.groupBy(rows, (row) => `${row.place} ${row.channel_id} ${row.key}`)
    const movements = [...rowsByMovement.values()]
    const placesOf = (condition: (rows: readonly BookedRow[]) => boolean) => new Set(movements.filter(condition).map(([row]) => row?.place))
    // Another row with the reference is still open, so the record explains that one.
    const [booked, open] = [placesOf(isTransferIn), placesOf(isOpenMovement)]
    return references.find((_, place) => booked.has(place) && !open.has(place))
  }),
  answer(closedDayOfDifference, closedDayWithDecision),
  answer(isOnStatement, async (ctx, { centreId, direction, serial }) => {
    const rows =
      await ctx.rows`select from channel account join recon_row row on row.channel_id = account.id and row.source = 'bank' and row.direction = ${direction}
      and app.reference_key(row.serial) = app.reference_key(${serial}) where account.centre_id = ${centreId} limit 1`
    return rows.length > 0
  }),
]
