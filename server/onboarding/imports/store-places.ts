import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus, type Mode, settlementMode } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface UnitCentreRow {
  unit_id: number
  unit_name: string
  centre_id: number
  centre_name: string
}

/** Returns units in the caller's scope that are active or in signing, one row per active centre. */
export async function activeUnitCentres(
  ctx: Context,
  filter: { keyword?: string; unitId?: number | undefined; centreId?: number | undefined; most: number },
): Promise<UnitCentreRow[]> {
  const conditions: Expression<SqlBool>[] = [
    inScope(ctx.scope, 'place'),
    sql<SqlBool>`place.is_active and unit.status in (${accountStatus.signing}, ${accountStatus.active}) and centre.is_active`,
  ]
  if (filter.keyword) conditions.push(sql<SqlBool>`unit.name ilike ${containsPattern(filter.keyword)}`)
  if (filter.unitId !== undefined) conditions.push(sql<SqlBool>`place.unit_id = ${filter.unitId}`)
  if (filter.centreId !== undefined) conditions.push(sql<SqlBool>`place.centre_id = ${filter.centreId}`)
  return ctx.rows<UnitCentreRow>`select distinct unit.id as unit_id, unit.name as unit_name, centre.id as centre_id, centre.name as centre_name
    from unit_setting place join unit on unit.id = place.unit_id join centre on centre.id = place.centre_id
    where ${allOf(conditions)} order by unit.id, centre.id limit ${filter.most}`
}

/** Returns a centre's age limits. */
export async function ageLimitsOf(ctx: Context, centreId: number): Promise<{ min: number; max: number }> {
  return (
    (await ctx.widen(
      'rules of a centre',
      () => ctx.row<{ min: number; max: number }>`select age_min as min, age_max as max from centre where id = ${centreId}`,
    )) ?? { min: 18, max: 65 }
  )
}

/** Returns an active centre that pays natural persons (mode 2). */
export async function findPayingCentre(ctx: Context, centreId: number): Promise<Row<'centre', 'id' | 'credit_code'> | undefined> {
  return ctx.row<Row<'centre', 'id' | 'credit_code'>>`select id, credit_code from centre where id = ${centreId} and is_active
    and ${settlementMode.generalContract}::smallint = any(modes)`
}

interface ActiveCentre extends Row<'centre', 'id' | 'modes'> {
  modes: Mode[]
}

/** Returns an active centre in the caller's scope. */
export const findActiveCentre = (ctx: Context, centreId: number): Promise<ActiveCentre | undefined> =>
  ctx.row<ActiveCentre>`select id, modes from centre where id = ${centreId} and is_active`
