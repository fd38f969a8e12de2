import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { currentPeriod, dueFilingStates, type FilingKind, filingKinds } from '#/domain/taxation/business-filing.ts'
import { isAboveUnits, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

const pendingKindByFiling: Readonly<Record<FilingKind, PendingKind['kind']>> = {
  vat: 'vatFilings',
  incomeTax: 'incomeTaxFilings',
  incomeAnnual: 'annualSettlements',
  annualReport: 'annualReports',
}

/** Undeclared or unpaid filings of businesses for past periods. */
export const pendingKinds: readonly PendingKind[] = filingKinds.map((kind) => ({
  kind: pendingKindByFiling[kind],
  page: 'taxList',
  query: `pane=${kind}&period=past&states=${dueFilingStates.join(',')}`,
  rights: ['tax:edit'],
  isFor: (ctx, scope) => ctx.actor.operatorId === null && isAboveUnits(ctx, scope),
  sums: (ctx, scope) => {
    const isDue = sql`filing.state = any(${[...dueFilingStates]}::text[]) and filing.period < ${currentPeriod(kind, dayOf(ctx.now))}`
    return sumsByPlace(ctx, scope, { table: sql`business_filing filing`, as: 'filing', where: sql`filing.kind = ${kind} and ${isDue}`, hasMode: true })
  },
}))
