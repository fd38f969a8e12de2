import { sql } from 'kysely'
import { centreStaffOf } from '#/demo/access.ts'
import { userType } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { clearings } from '#/server/money/clearings/public.ts'
import { applyReturns } from '#/server/money/payouts/public.ts'

/** Creates a context at a moment, for a user. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const place = { centreId: 2, mode: 2 } as const
/** With this amount the month stays below the VAT threshold. */
const exemptBelow = 10_000_000

interface PaidRow {
  readonly operator_id: number
  readonly channel_id: number
  readonly request_no: string
  readonly net: Fen
}

/**
 * Lets the bank return a payment of last month, after the month was declared. The payee is the subcontractor of the
 * demo accounts, whose month is exempt without this payment. The centre then offers the excess withheld tax.
 */
export async function addClearings(from: ContextAt, now: Date): Promise<void> {
  const finance = { userId: centreStaffOf(place.centreId).finance, name: '钱守一', usertype: userType.centre }
  const all = from(now, finance)
  const ctx: Context = { ...all, enqueue: async () => undefined, enqueueAll: async () => undefined, scope: { ...all.scope, ...place } }
  const { rows } = await sql<PaidRow>`select line.operator_id, attempt.channel_id, attempt.request_no, line.net_fen as net
    from tax_standing standing join tax_reservation own on own.centre_id = standing.centre_id and own.mode = 2 and own.operator_id = standing.operator_id
        and own.month = standing.month
      join payment_batch batch on batch.id = own.batch_id join payment_line line on line.month = batch.month and line.id = own.line_id and line.state = 'success'
      join payout_attempt attempt on attempt.month = line.month and attempt.line_id = line.id and attempt.state = 'success'
    where standing.centre_id = ${place.centreId} and standing.mode = 2 and standing.month = ${shiftMonth(monthOf(now), -1)} and standing.vat_fen > 0
      and own.vat_fen = 0 and standing.gross_fen - own.gross_fen < ${exemptBelow} order by standing.operator_id, line.id limit 1`.execute(ctx.db)
  const [paid] = rows
  if (!paid) return
  await applyReturns(ctx, paid.channel_id, [
    { kind: 'return', notifyId: `demo-${paid.request_no}`, requestNo: paid.request_no, amount: fen(paid.net), reason: '收款账户已销户' },
  ])
  await sql`update app_user set operator_id = ${paid.operator_id} where username = 'subcontractor'`.execute(ctx.db)
  await clearings.search(ctx)
  const found = await clearings.list(ctx, { states: ['found'], page: 1, size: 20 })
  for (const { id, version } of found.rows) await clearings.offer(ctx, { taxClearingId: id, version })
}
