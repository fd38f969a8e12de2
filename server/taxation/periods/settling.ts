import { payableTaxes } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { unpaidAmount } from '#/server/taxation/periods/period.ts'
import * as store from '#/server/taxation/periods/store.ts'
import { countCertificates } from '#/server/taxation/periods/store-certificates.ts'

/**
 * Marks a paid period as certified once every person with tax due has a certificate and every certificate is matched.
 */
export async function certifyIfComplete(ctx: Context, row: store.PeriodRow, byId: number | null): Promise<void> {
  const { matched, unmatched, missing } = await countCertificates(ctx, row)
  const isReady = row.state === 'paid' && matched > 0 && unmatched === 0 && missing === 0
  await store.update(ctx, row.id, isReady ? { state: 'certified' } : {})
  if (isReady) await store.addStep(ctx, row, { kind: 'certified', reason: String(matched) }, byId)
}

/** Marks a declared period as paid once its unpaid amounts are zero. */
export async function settlePayments(ctx: Context, id: number): Promise<void> {
  const row = await store.find(ctx, id)
  if (!row || payableTaxes.some((due) => unpaidAmount(row, due) !== 0)) return
  await store.update(ctx, row.id, { state: 'paid' })
  await store.addStep(ctx, row, { kind: 'settled' }, ctx.actor.userId)
  await certifyIfComplete(ctx, { ...row, state: 'paid' }, null)
}
