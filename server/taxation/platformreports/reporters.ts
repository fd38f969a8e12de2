import { reportRefusals } from '#/api/taxation/platformreports.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { type CentreRow, centres } from '#/server/taxation/platformreports/store.ts'
import { nameOf, type PlanRow, planOn } from '#/server/taxation/platformreports/store-plans.ts'

/** A taxpayer that reports in a quarter, and the centres whose payments it reports. */
export interface PlatformReporter {
  readonly name: string
  readonly code: string
  readonly platformName: string
  readonly centreIds: readonly number[]
  readonly plan: PlanRow | null
}

/**
 * Returns a centre, or the platform for null, as the reporter of a quarter. Refuses a centre for which the platform
 * reports, and the platform if it has no centres, so that no payment is reported twice.
 */
export async function reporterOf(ctx: Context, centre: CentreRow | null, quarter: string): Promise<PlatformReporter> {
  const plan = await planOn(ctx, quarter)
  const platformName = nameOf(plan)
  if (centre === null) {
    if (plan === null || plan.centre_ids.length === 0) return refuse(reportRefusals, 'noCentres', { quarter })
    return { name: plan.holder_name, code: plan.holder_code, platformName, centreIds: plan.centre_ids, plan }
  }
  if (plan?.centre_ids.includes(centre.id)) return refuse(reportRefusals, 'byPlatform', { quarter, holder: plan.holder_name })
  return { name: centre.legal_name, code: centre.credit_code, platformName, centreIds: [centre.id], plan }
}

/** Returns an active centre in the caller's scope, or refuses. */
export async function centreOf(ctx: Context, id: number): Promise<CentreRow> {
  const [found] = await centres(ctx, id)
  return found ?? refuse(reportRefusals, 'centreUnknown')
}
