import { pages } from '#/api/pages.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { policyDayOf } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { accountsOfOperator, holdersAt, sendNotification } from '#/server/services/messages/public.ts'
import { generateFilings } from '#/server/taxation/businessfilings/generating.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'

const filingReference = (row: store.FilingRow) => ({ path: `${pages.taxList.path}?open=${row.id}`, refType: 'business_filing', refId: row.id }) as const

const levelsAscending = ['', 'near', 'reached']

/**
 * Notifies the operator and the centre's filers, once each, when a quarter's sales approach or reach the VAT threshold.
 */
export async function notifyThreshold(ctx: Context, row: store.FilingRow): Promise<void> {
  if (levelsAscending.indexOf(row.level) <= levelsAscending.indexOf(row.warned) || row.level === '') return
  const { quarterThresholdFen } = (await policyOn(ctx, policyDayOf(row.period))).params.vat
  const values = { name: row.name, quarter: row.period, sales: formatYuan(fen(row.gross_fen + row.other_fen)), threshold: formatYuan(quarterThresholdFen) }
  const recipients = [...(await accountsOfOperator(ctx, row.operator_id)), ...(await holdersAt(ctx, row.centre_id, 'taxList', { mode: 1, alone: true }))]
  await sendNotification(ctx, { to: recipients, kind: row.level === 'near' ? 'filingNear' : 'filingReached', values, ...filingReference(row) })
  await store.update(ctx, [row.id], { warned: row.level })
}

/** Updates the VAT filings of the current quarter and warns of the threshold. */
export async function watchCentre(ctx: Context, centreId: number): Promise<void> {
  const period = quarterOf(dayOf(ctx.now))
  await generateFilings(ctx, { centreId, kind: 'vat', period })
  for (const row of await store.lockFilingsOfPeriod(ctx, centreId, 'vat', period, 'open')) await notifyThreshold(ctx, row)
}
