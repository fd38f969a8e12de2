import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { feeRefusals, roleNames } from '#/api/organisations/fees.texts.ts'
import { applyRate, type Fen, fen, parseYuan, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { calculateFee, effectiveFeeRate, type FeePlan } from '#/domain/organisations/fee.ts'
import { type SplitRole, splitFee, splitPartiesFor } from '#/domain/organisations/split.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { parsePlanFigures } from '#/server/organisations/fees/plan-figures.ts'
import * as store from '#/server/organisations/fees/store.ts'

type TrialRequest = z.output<Modules['fees']['trial']['input']>

interface TrialPlan {
  readonly plan: FeePlan
  readonly name: string
  readonly mode: 1 | 2 | null
}

async function trialPlan(ctx: Context, requested: TrialRequest, ownPlan: number | undefined, day: string): Promise<TrialPlan> {
  if (requested.draft) {
    const { minimumFen, tiers, ...rest } = parsePlanFigures(requested.draft)
    return { plan: { ...rest, minimumFen: fen(minimumFen), tiers: store.tiersOf(tiers) }, name: '', mode: null }
  }
  const planId = requested.planId ?? ownPlan ?? refuse(feeRefusals, 'planNeeded')
  const row = (await store.planOnDay(ctx, planId, day)) ?? refuse(feeRefusals, 'noPlanThatDay', { day })
  const { method, basis } = row
  const plan = { method, basis, isProgressive: row.is_progressive, minimumFen: fen(row.minimum_fen), tiers: store.tiersOf(row.tiers) }
  return { plan, name: presetName(row.name, ctx.language), mode: row.mode }
}

/**
 * Returns the shares of a fee at a place on a day, with names; the platform gets the rest. Only the platform sees them.
 */
async function namedFeeShares(ctx: Context, place: store.PlaceRow | undefined, of: { fee: Fen; base: Fen; plan: FeePlan; day: string }) {
  if (!ctx.scope.all) return []
  const rules = place ? (await store.rulesFrom(ctx, [place.centreId], of.day)).filter((rule) => rule.from <= of.day) : []
  const feeShares = splitFee(of.fee, of.base, effectiveFeeRate(of.plan, of.fee, of.base), place ? splitPartiesFor(rules, place, of.day) : [])
  const ids = (type: string) => feeShares.filter((part) => part.type === type).map((part) => part.id)
  const names = await store.partyNames(ctx, { partners: ids('partner'), staff: ids('staff'), centres: ids('centre') })
  return feeShares.map(({ type, id, amount }) => {
    const role: SplitRole = type === 'staff' ? (place?.assigned.marketer === id ? 'marketer' : 'salesman') : type
    return { role, name: names.get(`${type} ${id}`) ?? translate(roleNames.platform, ctx.language), amount }
  })
}

/** Trial calculation (试算) of the fee of a payment and its shares. Stores nothing. */
export const trialOperations: Pick<Implementation<Modules['fees']>, 'trial' | 'feePlaces'> = {
  async feePlaces(ctx, filter) {
    const rows = await store.findPlaces(ctx, filter)
    return rows.map((row) => ({
      settingId: row.id,
      unitId: row.unit_id,
      unitName: row.unit_name,
      centreId: row.centre_id,
      centreName: row.centre_name,
      mode: row.mode,
    }))
  },

  async trial(ctx, requested) {
    const day = requested.day ?? dayOf(ctx.now)
    const [amount, monthToDate] = [parseYuan(requested.amount) ?? ZERO, parseYuan(requested.monthToDate) ?? ZERO]
    const { settingId } = requested
    const place = settingId === undefined ? undefined : ((await store.places(ctx, { settingId }))[0] ?? refuse(feeRefusals, 'placeUnknown'))
    const terms = settingId === undefined ? undefined : await store.termsOnDay(ctx, settingId, day)
    const { plan, name, mode } = await trialPlan(ctx, requested, terms?.fee_plan_id, day)
    if (place && mode !== null && mode !== place.mode) refuse(feeRefusals, 'modeMisfit')
    const { steps, added, fee } = calculateFee(plan, amount, monthToDate)
    const bearer = terms?.fee_bearer ?? 'unit'
    const feeUnit = bearer === 'unit' ? fee : bearer === 'operator' ? ZERO : applyRate(fee, ppm(terms?.fee_unit_share_ppm ?? 0))
    return {
      planName: name,
      unitName: place?.unitName ?? '',
      day,
      fee,
      ratePpm: effectiveFeeRate(plan, fee, amount),
      steps: steps.map((step) => ({ from: step.tier.fromFen, to: step.tier.toFen, ratePpm: step.tier.ratePpm, part: step.part, fee: step.fee })),
      added,
      feeUnit,
      feeOperator: subtract(fee, feeUnit),
      parts: await namedFeeShares(ctx, place, { fee, base: amount, plan, day }),
    }
  },
}
