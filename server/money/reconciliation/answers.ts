import { type SqlBool, sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bookedAsDifference, closedDayOfDifference, isOnStatement } from '#/server/money/ledger/public.ts'
import { isNotExplainedElsewhere } from '#/server/money/reconciliation/store-match.ts'
import { closedDayWithDecision } from '#/server/money/reconciliation/store-transfers.ts'

interface BookedRow extends Row<'recon_item', 'ending' | 'ours_fen' | 'theirs_fen' | 'suspense_fen'> {
  place: number
}

/** Holds for a difference between the amounts of a registered transfer, which no channel reported. */
const isOfTransfer = sql<SqlBool>`(item.kind = 'amount' and item.attempt_id is null
  and not exists (select from recon_row row where row.channel_id = item.channel_id and row.source = 'channel' and row.serial = item.key)
  and not exists (select from recon_row row where row.channel_id = item.channel_id and row.source = 'channel' and row.request_no = item.key and row.request_no <> ''))`

export const answers: readonly Answer[] = [
  // A difference between the amounts of a transfer is not the transfer. Its record can register the reference again.
  answer(bookedAsDifference, async (ctx, references) => {
    const requested = references.map(({ centreId, direction, serial }, place) => ({ centreId, direction, serial, place }))
    const { rows } = await sql<BookedRow>`select requested.place, item.ending, item.ours_fen, item.theirs_fen, item.suspense_fen
      from json_to_recordset(${JSON.stringify(requested)}::json) as requested("centreId" bigint, direction text, serial text, place integer)
        join recon_item item on item.centre_id = requested."centreId" and item.side = 'bank' and item.direction = requested.direction
          and app.reference_key(item.key) = app.reference_key(requested.serial)
      where not ${isOfTransfer} and ${isNotExplainedElsewhere({ table: 'item', key: 'key' })} for share of item`.execute(ctx.db)
    const sums = new Map<number, number>()
    for (const row of rows) {
      const fen = row.ending === 'charge' || row.ending === 'interest' || row.ending === 'book' ? row.ours_fen - row.theirs_fen : row.suspense_fen
      sums.set(row.place, (sums.get(row.place) ?? 0) + fen)
    }
    return references.find((_, place) => (sums.get(place) ?? 0) !== 0)
  }),
  answer(closedDayOfDifference, closedDayWithDecision),
  answer(isOnStatement, async (ctx, { centreId, direction, serial }) => {
    const { rows } =
      await sql`select from channel account join recon_row row on row.channel_id = account.id and row.source = 'bank' and row.direction = ${direction}
      and app.reference_key(row.serial) = app.reference_key(${serial}) where account.centre_id = ${centreId} limit 1`.execute(ctx.db)
    return rows.length > 0
  }),
]
