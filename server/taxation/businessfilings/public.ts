import type { Context } from '#/server/kernel/context.ts'
import { declare, pay } from '#/server/taxation/businessfilings/declaring.ts'
import { dueOf } from '#/server/taxation/businessfilings/filing.ts'
import { close, correct, generate, type Place } from '#/server/taxation/businessfilings/generating.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import { hasConsent } from '#/server/taxation/businessfilings/store-facts.ts'

export { centresWithBusinesses } from '#/server/taxation/businessfilings/store-facts.ts'
export { generate as generateFilings }

/** The open filings of a period. */
export async function openFilings(ctx: Context, { centreId, kind, period }: Place): Promise<store.FilingRow[]> {
  return store.ofPeriod(ctx, centreId, kind, period, 'open')
}

/** What a business told of the past. */
export async function tellFiling(
  ctx: Context,
  row: store.FilingRow,
  told: { readonly other?: number; readonly cost?: number; readonly reason: string },
): Promise<void> {
  await correct(ctx, row, { other_fen: told.other ?? 0, invoiced_fen: 0, special_fen: 0, cost_fen: told.cost ?? null, reason: told.reason })
}

/** How a filing of the past was declared, and paid if a day is named. */
export interface PastFiling {
  readonly declaredOn: string
  readonly paidOn: string | null
  readonly fileId: string
}

/** Closes a period of the past and declares so many of its filings. */
export async function filePast(ctx: Context, place: Place, most: number, past: (at: number) => PastFiling): Promise<void> {
  await close(ctx, place, '按主管税务机关辅导口径，待取得核定通知')
  const rows = (await store.ofPeriod(ctx, place.centreId, place.kind, place.period, 'closed')).sort((a, b) => b.gross_fen - a.gross_fen).slice(0, most)
  for (const [at, row] of rows.entries()) {
    const { declaredOn, paidOn, fileId } = past(at)
    const mayBeAgent = row.entity_id % 2 === 1 && (await hasConsent(ctx, row.operator_id, row.centre_id, declaredOn))
    const way = mayBeAgent ? 'agent' : 'self'
    const no = `SB${place.period.replace('-', '')}${String(row.id).padStart(6, '0')}`
    await declare(ctx, row, { way, no, declaredOn, fileId })
    if (paidOn === null) continue
    for (const [tax, amount] of Object.entries(dueOf(row)) as [keyof ReturnType<typeof dueOf>, ReturnType<typeof dueOf>['vat']][])
      if (amount > 0) await pay(ctx, { ...row, state: 'declared' }, { tax, amount, paidOn, way, serial: `JK${no.slice(2)}`, fileId })
  }
}
