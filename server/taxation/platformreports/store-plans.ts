import { sql } from 'kysely'
import { defaultGroundRules, defaultPlatformName, type GroundRule, planInForce, type ReporterPlanState } from '#/domain/taxation/reporter-plan.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface PlanRow extends Row<'reporter_plan'> {
  state: ReporterPlanState
  grounds: GroundRule[]
  proposer: string
  decider: string | null
}

const planSelection = sql`select plan.*, proposer.name as proposer, decider.name as decider
  from reporter_plan plan join app_user proposer on proposer.id = plan.proposed_by left join app_user decider on decider.id = plan.decided_by`

/** Returns all reporting settings, newest first. */
export const plans = (ctx: Context): Promise<PlanRow[]> => ctx.rows<PlanRow>`${planSelection} order by plan.first_quarter desc, plan.id desc`

export async function findPlan(ctx: Context, id: number, isLocked = false): Promise<PlanRow | undefined> {
  const lockClause = isLocked ? sql`for no key update of plan` : sql``
  return await ctx.row<PlanRow>`${planSelection} where plan.id = ${id} ${lockClause}`
}

/** Returns the confirmed settings in force in a quarter; null if there is none. */
export async function planOn(ctx: Context, quarter: string): Promise<PlanRow | null> {
  const confirmedPlans = await ctx.rows<PlanRow>`${planSelection} where plan.state = 'confirmed' and plan.first_quarter <= ${quarter}`
  return planInForce(confirmedPlans, quarter)
}

/** Returns the rules of these settings, or the default ones. */
export const rulesOf = (plan: Pick<PlanRow, 'grounds'> | null): readonly GroundRule[] => plan?.grounds ?? defaultGroundRules

/** Returns the name of this platform on forms under these settings, or the default one. */
export const nameOf = (plan: Pick<PlanRow, 'platform_name'> | null): string => plan?.platform_name ?? defaultPlatformName

/** Returns the newest quarter that any reporter has generated; null if there is none. */
export const newestQuarter = async (ctx: Context): Promise<string | null> =>
  (await ctx.row<{ newest: string | null }>`select max(quarter) as newest from platform_report`)?.newest ?? null

/** Returns the centres of the platform, active or not, by id. */
export async function allCentres(ctx: Context): Promise<Row<'centre', 'id' | 'name'>[]> {
  return ctx.db.selectFrom('centre').select(['id', 'name']).orderBy('id').execute()
}

export interface NewPlan {
  readonly first_quarter: string
  readonly platform_name: string
  readonly holder_name: string
  readonly holder_code: string
  readonly licence_no: string
  readonly tax_office: string
  readonly centre_ids: readonly number[]
  readonly grounds: readonly GroundRule[]
  readonly reason: string
}

export async function addPlan(ctx: Context, { centre_ids, grounds, ...plan }: NewPlan): Promise<number> {
  const { id } = await ctx.db
    .insertInto('reporter_plan')
    .values({ ...plan, centre_ids: [...centre_ids], grounds: JSON.stringify(grounds), proposed_by: ctx.actor.userId, proposed_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function decidePlan(
  ctx: Context,
  id: number,
  { state, answer }: { readonly state: Exclude<ReporterPlanState, 'proposed'>; readonly answer: string },
): Promise<void> {
  await ctx.db.updateTable('reporter_plan').set({ state, answer, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}
