import { fen, type Ppm } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { type AuthorisationStatus, authorisationStatus, businessVatRate, compareQuarterSales, daysOfQuarter } from '#/domain/taxation/business-invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import * as store from '#/server/taxation/businessinvoices/store.ts'

/** The sales of a business in a quarter, compared with the VAT threshold. */
interface QuarterBasis {
  readonly policy: TaxPolicy
  readonly quarter: string
  readonly rate: Ppm
}

function present({ policy, quarter, rate }: QuarterBasis, { paid, returned }: { readonly paid: number; readonly returned: number }) {
  const { sales, stand } = compareQuarterSales(fen(paid - returned), rate, policy.params.vat)
  return {
    quarter,
    paid: fen(paid),
    returned: fen(returned),
    ratePpm: rate,
    sales,
    threshold: policy.params.vat.quarterThresholdFen,
    stand,
    policyVersion: policy.version,
    policyFrom: policy.effectiveFrom,
  }
}

type PresentedQuarter = ReturnType<typeof present>

/**
 * Returns whether the caller may see all figures of a payee. A unit sees only its own part (decision 0025): no sums
 * over other units and no authorisations given to them.
 */
export const canSeeAllFigures = ({ actor, scope }: Context): boolean => actor.operatorId !== null || scope.all || scope.unitIds.length === 0

/** Returns the policy of a quarter: that of its last day, or of today for the current quarter. */
async function policyOf(ctx: Context, quarter: string): Promise<TaxPolicy> {
  const lastDayOfQuarter = shiftDay(daysOfQuarter(quarter).before, -1)
  const today = dayOf(ctx.now)
  return policyOn(ctx, lastDayOfQuarter < today ? lastDayOfQuarter : today)
}

/**
 * Returns, by business, the quarter that contains a day with its sales. Omits general taxpayers, who have no threshold.
 * Empty for callers who may not see all figures.
 */
export async function thresholdQuartersOf(
  ctx: Context,
  businesses: readonly { id: number; taxKind: string | null }[],
  day: string,
): Promise<Map<number, PresentedQuarter>> {
  const quarter = quarterOf(day)
  const smallTaxpayerIds = businesses.filter((business) => business.taxKind !== 'general').map(({ id }) => id)
  if (smallTaxpayerIds.length === 0 || !canSeeAllFigures(ctx)) return new Map()
  const policy = await policyOf(ctx, quarter)
  const salesByBusiness = new Map((await store.salesOf(ctx, smallTaxpayerIds, daysOfQuarter(quarter))).map((row) => [row.id, row]))
  const quarterBasis = { policy, quarter, rate: businessVatRate('small', policy.params.vat) }
  return new Map(smallTaxpayerIds.map((id) => [id, present(quarterBasis, salesByBusiness.get(id) ?? { paid: 0, returned: 0 })]))
}

/** Returns the status of a business's latest authorisation on a day. */
export function authorisationStatusOf(
  row: { readonly given_state: string | null; readonly given_from: string | null; readonly given_to: string | null },
  day: string,
) {
  const { given_state: state, given_from: from, given_to: to } = row
  return authorisationStatus(state === null || from === null || to === null ? null : { isRevoked: state === 'revoked', from, to }, day)
}

interface QuarterStatus {
  readonly quarter: PresentedQuarter | null
  readonly authorisation: AuthorisationStatus | null
}

const noQuarterStatus: QuarterStatus = { quarter: null, authorisation: null }

/**
 * Returns the data shown next to each invoice: the quarter in which it was generated, and the current authorisation.
 */
export async function quarterStatusOf(
  ctx: Context,
  rows: readonly { entity_id: number | null; applied_at: Date }[],
): Promise<(row: { entity_id: number | null; applied_at: Date }) => QuarterStatus> {
  const businesses = [...new Set(rows.flatMap((row) => row.entity_id ?? []))]
  if (businesses.length === 0 || !canSeeAllFigures(ctx)) return () => noQuarterStatus
  const latestByBusiness = new Map((await store.latestAuthorisations(ctx, businesses)).map((row) => [row.id, row]))
  const taxKindRows = businesses.map((id) => ({ id, taxKind: latestByBusiness.get(id)?.tax_kind ?? null }))
  const dayByQuarter = new Map(rows.map((row) => [quarterOf(dayOf(row.applied_at)), dayOf(row.applied_at)]))
  const quarters = new Map<string, Map<number, PresentedQuarter>>()
  for (const [quarter, day] of dayByQuarter) quarters.set(quarter, await thresholdQuartersOf(ctx, taxKindRows, day))
  const today = dayOf(ctx.now)
  return ({ entity_id: id, applied_at: at }) => {
    const authorisation = id === null ? undefined : latestByBusiness.get(id)
    if (id === null || !authorisation) return noQuarterStatus
    return { quarter: quarters.get(quarterOf(dayOf(at)))?.get(id) ?? null, authorisation: authorisationStatusOf(authorisation, today) }
  }
}
