import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { reportRefusals } from '#/api/taxation/platformreports.texts.ts'
import { creditCodeProblem } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { isSourceName } from '#/domain/base/source-name.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { firstReportableQuarter, nextQuarter } from '#/domain/taxation/platform-report.ts'
import { groundRulesProblem, planInForce } from '#/domain/taxation/reporter-plan.ts'
import { activeCategories, unknownCategories } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { addHolderReport } from '#/server/taxation/platformreports/basics.ts'
import { lockReports } from '#/server/taxation/platformreports/store.ts'
import * as store from '#/server/taxation/platformreports/store-plans.ts'

type Operations = Modules['platformreports']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>
type RefusalName = keyof typeof reportRefusals

const minAnswerLength = 2

/** Returns why the caller cannot decide a proposal; null if it is possible. */
function decisionBlocker(ctx: Context, plan: store.PlanRow): RefusalName | null {
  if (plan.state !== 'proposed') return 'planDecided'
  if (!ctx.scope.all || !ctx.actor.may('report:check')) return 'platformOnly'
  return plan.proposed_by === ctx.actor.userId ? 'ownPlan' : null
}

function withdrawalBlocker(ctx: Context, plan: store.PlanRow): RefusalName | null {
  if (plan.state !== 'proposed') return 'planDecided'
  return plan.proposed_by === ctx.actor.userId ? null : 'notYours'
}

function presentSettings(ctx: Context, plan: store.PlanRow, around: { readonly inForce: number | null; readonly names: ReadonlyMap<number, string> }) {
  return {
    ...fieldsOf(plan, 'id', 'state', 'first_quarter', 'platform_name', 'holder_name', 'holder_code', 'licence_no', 'tax_office', 'reason', 'answer'),
    centreIds: [...plan.centre_ids],
    centreNames: plan.centre_ids.map((id) => around.names.get(id) ?? ''),
    rules: plan.grounds.map(({ ground, ways, categories }) => ({ ground, ways: [...ways], categories: [...categories] })),
    proposedBy: plan.proposer,
    proposedAt: plan.proposed_at.toISOString(),
    decidedBy: plan.decider ?? '',
    decidedAt: plan.decided_at?.toISOString() ?? null,
    isInForce: plan.id === around.inForce,
    may: { decide: blockerText(ctx, reportRefusals, decisionBlocker(ctx, plan)), withdraw: blockerText(ctx, reportRefusals, withdrawalBlocker(ctx, plan)) },
  }
}

/**
 * Returns the first quarter in which settings can begin: after every generated quarter, and not before the reporting
 * duty begins.
 */
async function firstPossibleQuarter(ctx: Context): Promise<string> {
  const newest = await store.newestQuarter(ctx)
  return newest === null ? firstReportableQuarter : nextQuarter(newest)
}

async function loadPlans(ctx: Context) {
  const [all, centres] = [await store.plans(ctx), await store.allCentres(ctx)]
  const current = planInForce(
    all.filter(({ state }) => state === 'confirmed'),
    quarterOf(dayOf(ctx.now)),
  )
  const planContext = { inForce: current?.id ?? null, names: new Map(centres.map(({ id, name }) => [id, name])) }
  return { all, centres, current, around: planContext }
}

async function presentPlan(ctx: Context, id: number) {
  const { all, around } = await loadPlans(ctx)
  return presentSettings(ctx, all.find((plan) => plan.id === id) ?? refuse(reportRefusals, 'planNotFound'), around)
}

async function listPlans(ctx: Context) {
  const { all, centres, current, around } = await loadPlans(ctx)
  const isPending = all.some(({ state }) => state === 'proposed')
  const proposalBlocker = !ctx.scope.all || !ctx.actor.may('report:edit') ? 'platformOnly' : isPending ? 'planPending' : null
  return {
    plans: all.map((plan) => presentSettings(ctx, plan, around)),
    centres: centres.map(({ id, name }) => ({ id, name })),
    categories: await activeCategories(ctx),
    rules: store.rulesOf(current).map(({ ground, ways, categories }) => ({ ground, ways: [...ways], categories: [...categories] })),
    platformName: store.nameOf(current),
    firstQuarter: await firstPossibleQuarter(ctx),
    mayPropose: blockerText(ctx, reportRefusals, proposalBlocker),
  }
}

/** Refuses settings that cannot be in force: unknown centres or categories, wrong rules, or a quarter with reports. */
async function expectValidPlan(ctx: Context, plan: Input<'proposePlan'>): Promise<void> {
  if (creditCodeProblem(plan.holderCode)) refuse(reportRefusals, 'holderCode')
  for (const name of [plan.platformName, plan.holderName, plan.taxOffice, plan.licenceNo])
    if (!isSourceName(name, name.length)) refuse(reportRefusals, 'nameHostile')
  const centreIds = new Set((await store.allCentres(ctx)).map(({ id }) => id))
  if (plan.centreIds.some((id) => !centreIds.has(id))) refuse(reportRefusals, 'centreUnknown')
  refuseIf(reportRefusals, groundRulesProblem(plan.rules))
  const unknownNames = await unknownCategories(
    ctx,
    plan.rules.flatMap(({ categories }) => categories),
  )
  if (unknownNames.length > 0) refuse(reportRefusals, 'categoriesUnknown', { names: unknownNames })
}

/**
 * Refuses a quarter before the reporting duty begins, or up to the newest quarter with a report, because the settings
 * of a report never change.
 */
async function expectNoReportSince(ctx: Context, quarter: string): Promise<void> {
  if (quarter < firstReportableQuarter) refuse(reportRefusals, 'quarterEarly', { first: firstReportableQuarter })
  const newest = await store.newestQuarter(ctx)
  if (newest !== null && quarter <= newest) refuse(reportRefusals, 'quarterTaken', { quarter: newest })
}

async function proposePlan(ctx: Context, plan: Input<'proposePlan'>) {
  if (!ctx.scope.all) refuse(reportRefusals, 'platformOnly')
  await lockReports(ctx)
  if ((await store.plans(ctx)).some(({ state }) => state === 'proposed')) refuse(reportRefusals, 'planPending')
  await expectValidPlan(ctx, plan)
  await expectNoReportSince(ctx, plan.firstQuarter)
  const centreIds = [...new Set(plan.centreIds)].toSorted((a, b) => a - b)
  const id = await store.addPlan(ctx, {
    first_quarter: plan.firstQuarter,
    platform_name: plan.platformName,
    holder_name: plan.holderName,
    holder_code: plan.holderCode,
    licence_no: plan.licenceNo,
    tax_office: plan.taxOffice,
    centre_ids: centreIds,
    grounds: plan.rules,
    reason: plan.reason,
  })
  const { rules, ...facts } = plan
  ctx.note({ refType: 'reporter_plan', refId: id, detail: { ...facts, centreIds, rules: rules.length, quarter: plan.firstQuarter } })
  return presentPlan(ctx, id)
}

/**
 * Confirms or rejects a proposal. Generation of reports waits, so each report follows either the old or the new
 * settings.
 */
async function decidePlan(ctx: Context, { reporterPlanId, isConfirmed, answer }: Input<'decidePlan'>) {
  await lockReports(ctx)
  const plan = (await store.findPlan(ctx, reporterPlanId, true)) ?? refuse(reportRefusals, 'planNotFound')
  refuseIf(reportRefusals, decisionBlocker(ctx, plan))
  if (!isConfirmed && [...answer].length < minAnswerLength) refuse(reportRefusals, 'answerNeeded')
  if (isConfirmed) {
    await expectNoReportSince(ctx, plan.first_quarter)
    await addHolderReport(ctx, plan, await store.planOn(ctx, plan.first_quarter))
  }
  const state = isConfirmed ? 'confirmed' : 'rejected'
  await store.decidePlan(ctx, plan.id, { state, answer })
  ctx.note({ refType: 'reporter_plan', refId: plan.id, detail: { quarter: plan.first_quarter, from: plan.state, to: state, reason: answer } })
  return presentPlan(ctx, plan.id)
}

async function withdrawPlan(ctx: Context, { reporterPlanId }: Input<'withdrawPlan'>) {
  const plan = (await store.findPlan(ctx, reporterPlanId, true)) ?? refuse(reportRefusals, 'planNotFound')
  refuseIf(reportRefusals, withdrawalBlocker(ctx, plan))
  await store.decidePlan(ctx, plan.id, { state: 'withdrawn', answer: '' })
  ctx.note({ refType: 'reporter_plan', refId: plan.id, detail: { quarter: plan.first_quarter, from: plan.state, to: 'withdrawn' } })
  return presentPlan(ctx, plan.id)
}

export const planOperations: Pick<Implementation<Operations>, 'plans' | 'proposePlan' | 'decidePlan' | 'withdrawPlan'> = {
  plans: listPlans,
  proposePlan,
  decidePlan,
  withdrawPlan,
}
