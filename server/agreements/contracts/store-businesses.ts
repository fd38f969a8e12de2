import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { operatingBusinesses } from '#/server/people/entities/public.ts'
import { worksWith } from '#/server/people/operators/public.ts'

/** Facts about a contract between this unit and the operator's business. */
export interface BusinessFacts {
  /** The unit works at the centre in this mode. */
  readonly has_place: boolean
  /** The operator works with the unit. */
  readonly is_linked: boolean
  readonly is_operating: boolean
  /** A contract between the two is being signed. */
  readonly is_underway: boolean
  /** A contract between the two is valid on this day or from a later day. */
  readonly is_held: boolean
}

export async function businessFacts(
  ctx: Context,
  of: { unitId: number; operatorId: number; entityId: number; centreId: number; mode: Mode; day: string },
): Promise<BusinessFacts> {
  const sameBusinessCondition = sql`contract.kind = 'business_contract' and contract.unit_id = ${of.unitId} and contract.entity_id = ${of.entityId} and contract.centre_id = ${of.centreId}`
  const rows = await ctx.rows<BusinessFacts>`select
    exists (select from unit_setting setting where setting.unit_id = ${of.unitId} and setting.centre_id = ${of.centreId} and setting.mode = ${of.mode}) as has_place,
    ${worksWith(sql`${of.operatorId}`, [of.unitId])} as is_linked,
    exists (select from ${operatingBusinesses} entity where entity.id = ${of.entityId}) as is_operating,
    exists (select from contract where ${sameBusinessCondition} and contract.sign_state = 'signing') as is_underway,
    exists (select from contract where ${sameBusinessCondition} and contract.sign_state in ('done', 'terminating') and contract.valid_to >= ${of.day}) as is_held`
  return rows[0] as BusinessFacts
}

/** Selects businesses without a current or pending contract with this unit. */
export function businessesWithoutContract(unitId: number, day: string): Expression<SqlBool> {
  return sql<SqlBool>`not exists (select from contract where contract.kind = 'business_contract' and contract.unit_id = ${unitId} and contract.entity_id = entity.id
    and (contract.sign_state = 'signing' or contract.sign_state in ('done', 'terminating') and contract.valid_to >= ${day}))`
}
