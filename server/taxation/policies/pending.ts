import { sql } from 'kysely'
import { dayOf, monthOf } from '#/domain/base/period.ts'
import { missingYear } from '#/domain/base/working-days.ts'
import { lawWarningDay, payerWithholdingStart } from '#/domain/money/tax-policy.ts'
import { vatReturnsUnder } from '#/domain/taxation/vat-return.ts'
import { countWithoutPlace, isPlatformScope, type PendingKind, sumWithoutPlace } from '#/server/kernel/declarations/pending.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { allPolicies, isPeriodInUse, peopleOfSeveralCentres } from '#/server/money/tax/public.ts'

/** Drafts that are ready to publish and were not edited by the caller, and withdrawals that other users requested. */
const countPoliciesToPublish: PendingKind['sums'] = (ctx) => {
  const { userId } = ctx.actor
  return countWithoutPlace(
    ctx,
    sql`from tax_draft where (state = 'draft' and preview ->> 'digest' = digest and examples ->> 'digest' = digest and ${userId} <> all (hands))
      or (state = 'published' and leave_by <> ${userId})`,
  )
}

/** One item if the last tax policy ends within weeks or has ended. */
const countMissingPolicies: PendingKind['sums'] = async (ctx) => {
  const rows = await ctx.rows<Row<'tax_policy', 'effective_to'>>`select effective_to::text as effective_to from tax_policy
    where code = 'CN' and (effective_to is null or effective_to >= effective_from) order by effective_from desc limit 1`
  return sumWithoutPlace(lawWarningDay(rows[0]?.effective_to ?? null, dayOf(ctx.now)) === null ? 0 : 1)
}

/**
 * One item if payments fall under the announcement on withholding by the payer and no answer is recorded. None if a
 * later policy chose another filing method, for all or for a category of service.
 */
const countUndecidedWithholding: PendingKind['sums'] = async (ctx) => {
  const rows = await ctx.rows<{ isAnswered: boolean }>`select exists (select from tax_point_answer where point = 'U1') as "isAnswered"`
  if (rows[0]?.isAnswered || !(await isPeriodInUse(ctx, payerWithholdingStart, null))) return sumWithoutPlace(0)
  const isDecided = (await allPolicies(ctx)).some(
    ({ effective_from, params }) =>
      effective_from >= payerWithholdingStart &&
      (params.vat.naturalPersonWay !== 'PLATFORM_AGENT_16' || vatReturnsUnder(params.vat).includes('vat_withholding')),
  )
  return sumWithoutPlace(isDecided ? 0 : 1)
}

/** One item if several centres pay a natural person this month and no policy counts the threshold over all centres. */
const countThresholdWarnings: PendingKind['sums'] = async (ctx) => {
  const isShared = (await allPolicies(ctx)).some(
    ({ effective_to, params }) => params.vat.countsAllCentres && (effective_to === null || effective_to >= dayOf(ctx.now)),
  )
  if (isShared) return sumWithoutPlace(0)
  const rows = await ctx.rows`select from ${peopleOfSeveralCentres(monthOf(ctx.now))} person limit 1`
  return sumWithoutPlace(rows.length)
}

const page = 'taxPolicies'
const checkAccess = { page, rights: ['policy:check'] } as const
const editAccess = { page, rights: ['policy:edit'] } as const

/** Pending work on tax law: drafts of other users, a year without holidays, a policy without a successor. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'policiesToPublish', ...checkAccess, query: 'pane=drafts&isForMe=1', sums: countPoliciesToPublish },
  {
    kind: 'yearsToPublish',
    ...checkAccess,
    query: 'pane=calendar&isForMe=1',
    sums: (ctx) => countWithoutPlace(ctx, sql`from calendar_year where state = 'draft' and ${ctx.actor.userId} <> all (hands)`),
  },
  {
    kind: 'calendarMissing',
    ...editAccess,
    query: 'pane=calendar',
    sums: async (ctx) => sumWithoutPlace(missingYear(workingCalendar.years, dayOf(ctx.now)) === null ? 0 : 1),
  },
  { kind: 'policyMissing', ...editAccess, query: '', sums: countMissingPolicies },
  { kind: 'withholdingUndecided', ...editAccess, isFor: isPlatformScope, query: 'pane=points', sums: countUndecidedWithholding },
  { kind: 'thresholdByCentre', ...editAccess, isFor: isPlatformScope, query: '', sums: countThresholdWarnings },
]
