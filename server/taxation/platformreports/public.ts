import { dayOf } from '#/domain/period.ts'
import { daysOf } from '#/domain/platform-report.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fillForm, keepFilled } from '#/server/taxation/forms/public.ts'
import { headOf, rowsOf } from '#/server/taxation/platformreports/rows.ts'
import * as store from '#/server/taxation/platformreports/store.ts'

/** The report of a past quarter. */
export interface PastReport {
  readonly centreId: number
  readonly quarter: string
  readonly reportedOn: string
  readonly receiptNo: string
  readonly receiptFileId: string
}

/** Reports a past quarter: fills and stores both forms and registers the receipt. Does nothing without payments. */
export async function reportPast(ctx: Context, { centreId, quarter, ...receipt }: PastReport): Promise<void> {
  const [centre] = await store.centres(ctx, centreId)
  if (!centre || daysOf(quarter).to < centre.since) return
  const id = await store.generate(ctx, { centreId, quarter, edition: 1, reason: '', ...daysOf(quarter) })
  const head = headOf(centre, quarter, receipt.reportedOn)
  for (const kind of ['platform_identity', 'platform_income'] as const) {
    const form = { kind, day: dayOf(ctx.now), head, rows: rowsOf(ctx, kind, await store.rowsFor(ctx, id, kind)) }
    await keepFilled(ctx, form, await fillForm(ctx, form), { centreId, mode: null, period: quarter, reason: '季度报送' })
  }
  await store.changeReport(ctx, id, { state: 'exported' })
  await store.changeReport(ctx, id, {
    state: 'reported',
    reported_on: receipt.reportedOn,
    receipt_no: receipt.receiptNo,
    receipt_file_id: receipt.receiptFileId,
    reported_by: ctx.actor.userId,
    reported_at: ctx.now,
  })
}
