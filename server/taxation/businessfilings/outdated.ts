import { z } from 'zod'
import { Day, Id } from '#/api/operation.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { type FilingKind, policyDayOf } from '#/domain/taxation/business-filing.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { type ComputedFigures, computeFigures } from '#/server/taxation/businessfilings/figures.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import { businessesWithFiling } from '#/server/taxation/businessfilings/store-facts.ts'

/**
 * A VAT filing depends on the overpaid VAT of earlier quarters, and on invoices of the quarter that people register later.
 * Editions of earlier versions carried returns by another model. So only their special invoices are compared, and a mark
 * stays until the filing is reopened or corrected.
 */
const differs = (filing: store.ClosedFilingRow, figures: ComputedFigures): boolean => {
  if (filing.kind !== 'vat') return filing.income_fen !== figures.income_fen || filing.iit_fen !== figures.iit_fen
  if (!filing.is_credited) return filing.outdated_since !== null || filing.special_fen !== figures.special_fen
  return filing.vat_fen !== figures.vat_fen || filing.credit_before_fen !== figures.credit_before_fen || filing.credit_after_fen !== figures.credit_after_fen
}

/**
 * Marks the closed filings of these businesses whose figures differ after a change of a filing. Checks income tax for the
 * period and the later ones of its year. After a change of VAT, checks both taxes for the period and all later ones, because
 * returns are carried over the new year. Removes the mark when the figures agree again.
 */
export async function markOutdated(ctx: Context, entityIds: readonly number[], changed: { readonly kind: FilingKind; readonly period: string }): Promise<void> {
  await mark(ctx, await store.closedFilingsAfter(ctx, entityIds, changed))
}

export const markJob = job('businessfilings.mark', z.object({ entityId: Id, from: Day }))

/** Marks the closed filings of a business that a rate or an invoice from this day on changes, also those of later years. */
export async function markChangedFilings(work: JobContext, { entityId, from }: { readonly entityId: number; readonly from: string }): Promise<void> {
  await work.run(markJob.name, (ctx) => markOutdated(ctx, [entityId], { kind: 'vat', period: quarterOf(from) }))
}

/** Marks the closed filings of one period whose figures differ now, for example after a notice of another rate. */
export async function markOutdatedOf(ctx: Context, entityIds: readonly number[], { kind, period }: { readonly kind: FilingKind; readonly period: string }) {
  const filings = await store.closedFilingsAfter(ctx, entityIds, { kind, period })
  await mark(
    ctx,
    filings.filter((filing) => filing.kind === kind && filing.period === period),
  )
}

async function mark(ctx: Context, filings: readonly store.ClosedFilingRow[]): Promise<void> {
  for (const key of new Set(filings.map((filing) => `${filing.kind} ${filing.period}`))) {
    const group = filings.filter((filing) => `${filing.kind} ${filing.period}` === key)
    const [first] = group
    if (!first) continue
    const filingByBusiness = new Map(group.map((filing) => [filing.entity_id, filing]))
    const businesses = await businessesWithFiling(ctx, [...filingByBusiness.keys()], first, policyDayOf(first.period))
    for (const { business, figures } of await computeFigures(ctx, first, businesses)) {
      const filing = filingByBusiness.get(business.id)
      if (!filing) continue
      const isOutdated = differs(filing, figures)
      if (isOutdated !== (filing.outdated_since !== null)) await store.update(ctx, [filing.id], { outdated_since: isOutdated ? ctx.now : null })
    }
  }
}
