import { policyDayOf } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { computeFigures } from '#/server/taxation/businessfilings/figures.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import { businessesWithFiling } from '#/server/taxation/businessfilings/store-facts.ts'

/**
 * Marks the closed income tax filings of these businesses whose figures changed since: for a period and the later ones of
 * its year. The mark goes when the figures agree again.
 */
export async function markOutdated(ctx: Context, entityIds: readonly number[], period: string): Promise<void> {
  const filings = await store.closedIncomeFilings(ctx, entityIds, period)
  for (const key of new Set(filings.map((filing) => `${filing.kind} ${filing.period}`))) {
    const group = filings.filter((filing) => `${filing.kind} ${filing.period}` === key)
    const [first] = group
    if (!first) continue
    const filingByBusiness = new Map(group.map((filing) => [filing.entity_id, filing]))
    const businesses = await businessesWithFiling(ctx, [...filingByBusiness.keys()], first, policyDayOf(first.period))
    for (const { business, figures } of await computeFigures(ctx, first, businesses)) {
      const filing = filingByBusiness.get(business.id)
      if (!filing) continue
      const isOutdated = filing.income_fen !== figures.income_fen || filing.iit_fen !== figures.iit_fen
      if (isOutdated !== filing.is_outdated) await store.update(ctx, [filing.id], { is_outdated: isOutdated })
    }
  }
}
