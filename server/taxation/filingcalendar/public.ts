import { pages } from '#/api/pages.ts'
import type { CentreFiling } from '#/domain/taxation/centre-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { monthlyReturns } from '#/server/taxation/periods/public.ts'
import { platformFilings } from '#/server/taxation/platformreports/public.ts'

/** Number of months for which settled filings are shown. */
const maxMonths = 24

/** Returns the filings of centres that the caller may open, ordered by due day. */
export async function centreFilings(ctx: Context): Promise<CentreFiling[]> {
  const entries = [
    ...(ctx.actor.may(pages.taxListWtdz.permission) ? await monthlyReturns(ctx, maxMonths) : []),
    ...(ctx.actor.may(pages.platformReports.permission) ? await platformFilings(ctx) : []),
  ]
  return entries.sort((a, b) => a.dueOn.localeCompare(b.dueOn) || (a.centreId ?? 0) - (b.centreId ?? 0))
}

/** Counts the overdue filings of centres among those that the caller may open. */
export async function countOverdueFilings(ctx: Context): Promise<number> {
  return (await centreFilings(ctx)).filter(({ state }) => state === 'overdue').length
}
