import { type SqlBool, sql } from 'kysely'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { type LoggedChange, loggedChanges } from '#/server/kernel/request/store-trail.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { activeChannelsOfCentre, paidByMonth } from '#/server/organisations/units/questions.ts'
import { isVisibleUnit } from '#/server/organisations/units/store.ts'

interface PageResult<T> {
  readonly rows: T[]
  readonly count: number
}

interface Page {
  readonly page: number
  readonly size: number
}

/** Returns the log of a unit and its settings, newest first; a centre sees only its own changes. */
export function changes(ctx: Context, unitId: number, page: Page): Promise<PageResult<LoggedChange>> {
  const { scope } = ctx
  const logCondition = scope.all ? sql<SqlBool>`true` : sql<SqlBool>`(log.centre_id is null or log.centre_id = ${scope.centreId})`
  const condition = sql<SqlBool>`log.unit_id = ${unitId} and (log.action like 'units.%' or (log.action = 'imports.commit' and log.ref_type = 'unit')) and ${logCondition}
    and exists (select from unit where unit.id = log.unit_id and ${isVisibleUnit(ctx)})`
  return loggedChanges(ctx, condition, page)
}

/** Returns a unit's net paid by month, from the first to the last; months without payments have no row. */
export async function paidMonths(ctx: Context, unitId: number, period: { first: string; last: string }): Promise<{ month: string; amount_fen: number }[]> {
  return ctx.rows<{ month: string; amount_fen: number }>`select paid.month, paid.amount_fen
    from ${ask(ctx, paidByMonth, sql<SqlBool>`voucher.unit_id = ${unitId}`, period)} paid`
}

export interface UnitChoices {
  centres: (Row<'centre', 'id' | 'name' | 'modes'> & { modes: Mode[]; channels: Row<'channel', 'id' | 'name'>[] })[]
  plans: (Row<'fee_plan', 'id' | 'name' | 'mode'> & { mode: Mode; basis: 'gross' | 'net'; lowest: number; highest: number })[]
  marketers: (Row<'app_user', 'id' | 'name'> & { centreId: Row<'centre'>['id'] })[]
  salesmen: UnitChoices['marketers']
  /** Only a ready partner may be given units. */
  partners: (Row<'partner', 'id' | 'name'> & { isReady: boolean })[]
}

/**
 * Returns the centres, plans, people and partners that the caller can choose for a unit. Without full scope, only the
 * caller's centre and its people.
 */
export async function choices(ctx: Context, day: string): Promise<UnitChoices> {
  const { scope } = ctx
  const centreCondition = (column: string) => (scope.all ? sql`true` : sql`${sql.ref(column)} = ${scope.centreId}`)
  const peopleInPost = (
    post: 2 | 3,
  ) => sql`coalesce((select jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'centreId', post.centre_id) order by person.id)
    from app_user person join user_centre post on post.user_id = person.id
    where person.usertype = ${userType.centre} and person.poststatus = ${post} and person.status = ${accountStatus.active}
      and ${centreCondition('post.centre_id')}), '[]')`
  return (
    (await ctx.row<UnitChoices>`select
      coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', centre.modes, 'channels',
          ${ask(ctx, activeChannelsOfCentre, sql`centre.id`)}) order by centre.id)
        from centre where centre.is_active and ${centreCondition('centre.id')}), '[]') as centres,
      coalesce((select jsonb_agg(jsonb_build_object('id', plan.id, 'name', plan.name, 'mode', plan.mode, 'basis', plan.basis,
          'lowest', (select min((tier ->> 'ratePpm')::int) from jsonb_array_elements(plan.tiers) tier),
          'highest', (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(plan.tiers) tier)) order by plan.mode desc, plan.id)
        from app.fee_plans(${day}::date) plan), '[]') as plans,
      ${peopleInPost(2)} as marketers, ${peopleInPost(3)} as salesmen,
      coalesce((select jsonb_agg(jsonb_build_object('id', partner.id, 'name', partner.name, 'isReady', app.partner_ready(partner.id, ${day}::date)) order by partner.id)
        from partner where partner.is_active), '[]') as partners`) ?? { centres: [], plans: [], marketers: [], salesmen: [], partners: [] }
  )
}
