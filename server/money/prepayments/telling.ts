import { pages } from '#/api/pages.ts'
import { fen, formatYuan } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { TopupRow } from '#/server/money/prepayments/store.ts'
import { unclaimedAmong } from '#/server/money/prepayments/store-credits.ts'
import { holdersAt, holdersOf, send, sendEach } from '#/server/services/messages/public.ts'

const { path } = pages.yufukuan

/** Tells the centre's finance that an application for a top-up waits for them. */
export async function tellSubmitted(ctx: Context, row: TopupRow): Promise<void> {
  const to = await holdersAt(ctx, row.centre_id, 'cz:confirm', { mode: row.mode })
  const values = { no: row.no, unit: row.unit_name, amount: formatYuan(fen(row.amount_fen)) }
  await send(ctx, { to, kind: 'topupSubmitted', values, path, refType: 'topup', refId: row.id })
}

/** Tells of money that came and that no application claims: the centre's finance in one message for each mode, and units whose own account number it named. */
export async function tellUnclaimed(ctx: Context, added: readonly number[]): Promise<void> {
  const rows = await unclaimedAmong(ctx, added)
  for (const mode of new Set(rows.map((row) => row.mode))) {
    const own = rows.filter((row) => row.mode === mode)
    const [first] = own
    if (!first) continue
    const to = await holdersAt(ctx, first.centre_id, 'cz:confirm', { mode })
    const values = { count: own.length, amount: formatYuan(fen(own.reduce((sum, row) => sum + row.amount_fen, 0))) }
    await send(ctx, { to, kind: 'creditsUnclaimed', values, path: `${path}?pane=credits&state=unclaimed`, refType: 'bank_credit', refId: first.id })
  }
  const known = rows.flatMap(({ unit_id, ...row }) => (unit_id === null ? [] : [{ ...row, unit_id }]))
  if (known.length === 0) return
  const people = await holdersOf(ctx, [...new Set(known.map((row) => row.unit_id))], 'cz:apply')
  const toUnits = known.flatMap(({ id, unit_id, amount_fen, centre_name }) =>
    people
      .filter((person) => person.unit_id === unit_id)
      .map((person) => ({
        whom: person.id,
        values: { amount: formatYuan(fen(amount_fen)), centre: centre_name },
        path,
        refType: 'bank_credit',
        refId: id,
      })),
  )
  await sendEach(ctx, 'creditArrived', toUnits)
}
