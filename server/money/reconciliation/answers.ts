import { sql } from 'kysely'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isBookedAsDifference } from '#/server/money/ledger/public.ts'
import { isNotExplainedElsewhere } from '#/server/money/reconciliation/store-match.ts'

export const answers: readonly Answer[] = [
  answer(isBookedAsDifference, async (ctx, { centreId, direction, serial }) => {
    const { rows } = await sql<Row<'recon_item', 'ending' | 'ours_fen' | 'theirs_fen' | 'suspense_fen'>>`
      select ending, ours_fen, theirs_fen, suspense_fen from recon_item
      where centre_id = ${centreId} and side = 'bank' and direction = ${direction} and key = ${serial} and ${isNotExplainedElsewhere({ table: 'recon_item', key: 'key' })} for share`.execute(
      ctx.db,
    )
    const differences = rows.map((row) => (row.ending === 'book' ? row.ours_fen - row.theirs_fen : row.suspense_fen))
    return differences.reduce((sum, each) => sum + each, 0) !== 0
  }),
]
