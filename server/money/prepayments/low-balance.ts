import { prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { pages } from '#/api/pages.ts'
import { fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { balances } from '#/server/money/ledger/public.ts'
import { hasSetting } from '#/server/money/prepayments/store.ts'
import * as store from '#/server/money/prepayments/store-limits.ts'
import type { UnitFunds } from '#/server/money/prepayments/store-refunds.ts'
import { holdersInUnit, queueTextNotice, sendNotification } from '#/server/services/messages/public.ts'

/**
 * Notifies a unit when a debit of this amount (fen) moved its available balance below the limit. Sends one message per
 * crossing.
 */
export async function notifyLowBalance(ctx: Context, funds: UnitFunds, taken: number): Promise<void> {
  const [{ available }, limitTerms] = await Promise.all([balances(ctx, funds), ctx.widen('limits of balances', () => store.balanceLimitOf(ctx, funds))])
  const limit = fen(limitTerms.limit_fen)
  if (taken <= 0 || available >= limit || available + taken < limit) return
  const values = { centre: limitTerms.centre_name, amount: formatYuan(available), limit: formatYuan(limit) }
  const to = await holdersInUnit(ctx, funds.unitId, 'cz:apply')
  await sendNotification(ctx, { to, kind: 'balanceLow', values, path: pages.yufukuan.path, refType: 'unit', refId: funds.unitId })
  await queueTextNotice(ctx, funds, { kind: 'balanceLow', values })
}

/** Sets the unit's own limit at a centre, which overrides the one in its terms. */
export async function setBalanceLimit(ctx: Context, { centreId, mode, limit }: Omit<UnitFunds, 'unitId'> & { readonly limit: string }) {
  const unitId = ctx.actor.unitId ?? refuse(prepaymentRefusals, 'noAccount')
  const funds = { unitId, centreId, mode }
  if (!(await hasSetting(ctx, funds))) refuse(prepaymentRefusals, 'noAccount')
  const value = parseYuan(limit) ?? refuse(prepaymentRefusals, 'badAmount')
  await store.setBalanceLimit(ctx, funds, value)
  ctx.note({ refType: 'unit', refId: unitId, unitId, centreId, detail: { mode, limit: value } })
  return { limit: value }
}
