import type { Kysely } from 'kysely'
import { platformFinanceId } from '#/demo/access.ts'
import { insertAll, type Row } from '#/demo/insert.ts'
import { demoPlans, demoSplits } from '#/demo/organisations.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { shiftDay } from '#/domain/base/period.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

const versionColumns = { basis: 'gross', is_progressive: true, minimum_fen: 0, state: 'approved' } as const

function firstPlanVersions(effective_from: string, created_at: string): Row<'fee_plan_version'>[] {
  return demoPlans.map(({ id, method, tiers }) => ({ ...versionColumns, plan_id: id, no: 1, method, tiers, effective_from, created_at }))
}

export async function insertPlans(trx: Kysely<Tables>, effective_from: string, at: string): Promise<void> {
  const plans = demoPlans.map(({ id, name, mode }): Row<'fee_plan'> => ({ id, name, mode, created_at: at }))
  await insertAll(trx, 'fee_plan', plans)
  await insertAll(trx, 'fee_plan_version', firstPlanVersions(effective_from, at))
}

/** Returns the split rules: one for each centre, and one for the partner's units. */
export function splitRules(world: DemoWorld, effective_from: string, created_at: string): Row<'split_rule'>[] {
  const commonColumns = { method: 'difference', effective_from, state: 'approved', created_at } as const
  const centreRules = world.centres.map((centre) => ({
    ...commonColumns,
    centre_id: centre.id,
    unit_id: null,
    party_type: 'centre',
    floor_rate_ppm: demoSplits.centreFloorPpm,
  }))
  const partnerRules = world.units
    .filter((unit) => demoSplits.partnerUnits.includes(unit.id))
    .map((unit) => ({
      ...commonColumns,
      centre_id: unit.settings[0]?.centreId ?? 2,
      unit_id: unit.id,
      party_type: 'partner',
      floor_rate_ppm: demoSplits.partnerFloorPpm,
    }))
  return [...centreRules, ...partnerRules]
}

/** Inserts planned changes: cheaper tiers, shares for sales staff, and a higher floor that awaits a second person. */
export async function insertPlannedChanges(trx: Kysely<Tables>, world: DemoWorld, today: string): Promise<void> {
  const created_at = `${shiftDay(today, -3)}T02:00:00Z`
  const creationColumns = { created_by: platformFinanceId, created_at }
  const [, { id, tiers }] = demoPlans
  const cheaperVersion = { tiers: tiers.map((tier) => ({ ...tier, ratePpm: tier.ratePpm - 2000 })), effective_from: shiftDay(today, 90) }
  await insertAll(trx, 'fee_plan_version', [
    { ...versionColumns, plan_id: id, no: 2, method: 'ladder', ...cheaperVersion, reason: '随市场下调 0.2 个百分点', proposed_by: 16, created_at },
  ])
  const staffRules = (['marketer', 'salesman'] as const).map(
    (party_type, at): Row<'split_rule'> => ({
      centre_id: demoSplits.partnerCentreId,
      party_type,
      method: 'ratio',
      ratio_ppm: [30_000, 50_000][at] ?? null,
      effective_from: shiftDay(today, 60),
      state: 'approved',
      reason: '营销与业务人员提成',
      needs_second: true,
      decided_by: 1,
      decided_at: created_at,
      ...creationColumns,
    }),
  )
  const partnerCentreId = world.centres[1]?.id ?? demoSplits.partnerCentreId
  const higherFloor = { centre_id: partnerCentreId, party_type: 'centre', method: 'difference', floor_rate_ppm: 45_000, effective_from: shiftDay(today, 60) }
  const currentRule = await trx
    .selectFrom('split_rule')
    .select('id')
    .where('centre_id', '=', partnerCentreId)
    .where('party_type', '=', 'centre')
    .executeTakeFirstOrThrow()
  const pendingRule: Row<'split_rule'> = {
    ...higherFloor,
    previous_id: currentRule.id,
    state: 'pending',
    needs_second: true,
    reason: '按新协议上调中心底价',
    ...creationColumns,
  }
  await insertAll(trx, 'split_rule', staffRules)
  await insertAll(trx, 'split_rule', [pendingRule])
}
