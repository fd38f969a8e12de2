import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { partsReleasedByReturn } from '#/domain/taxation/invoice.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { notifyCentre, notifyUnit } from '#/server/taxation/invoices/notifications.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import { fullReversals, loadHeldParts, releaseLines, returnedByApplication } from '#/server/taxation/invoices/store-lines.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'

/** Marks the invoices of returned payments and notifies both sides that a red letter is due. */
export const flagReturnedJob = job('invoices.returned', z.object({ lineIds: z.array(Id) }))

/**
 * Releases the returned payments that only discounts of wholly reversed invoices hold, because no further red letter
 * can. Returns whether the application then holds no returned payment.
 */
async function releaseReversed(ctx: Context, invoicingId: number): Promise<boolean> {
  for (const { red_id: redId, held_fen: held } of await fullReversals(ctx, invoicingId)) {
    const parts = partsReleasedByReturn(fen(held), await loadHeldParts(ctx, invoicingId))
    if (parts.length > 0) await releaseLines(ctx, { invoicingId, redId }, parts)
  }
  return (await loadHeldParts(ctx, invoicingId)).every((part) => !part.isReturned)
}

async function flagReturned(ctx: Context, lineIds: readonly number[]): Promise<void> {
  for (const { application_id, count, fen: amount } of await returnedByApplication(ctx, lineIds)) {
    const row = await store.find(ctx, { id: application_id }, true)
    if (!row) continue
    await papers.addSteps(ctx, [{ application_id, centre_id: row.centre_id, unit_id: row.unit_id, kind: 'lineReturned', amount_fen: amount }], null)
    ctx.note({ refType: 'invoice_application', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, returned: count, amount } })
    if (await releaseReversed(ctx, row.id)) continue
    const values = { no: row.no, count, amount: formatYuan(fen(amount)) }
    await notifyUnit(ctx, row, 'redDue', values)
    await notifyCentre(ctx, row, 'fp:issue', 'redDue', values)
  }
}

export async function processReturns(work: JobContext, { lineIds }: DataOf<typeof flagReturnedJob>): Promise<void> {
  await work.run(flagReturnedJob.name, (ctx) => flagReturned(ctx, lineIds))
}
