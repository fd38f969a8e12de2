import { sql } from 'kysely'
import { superKey } from '#/api/pages.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import type { CentreStep, UnitStep } from '#/domain/desk/readiness.ts'
import { isContractValidOn } from '#/server/agreements/contracts/public.ts'
import { hasActiveCategory, hasPayableOrder } from '#/server/agreements/orders/public.ts'
import { platformTemplates } from '#/server/agreements/templates/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { filesToSeal } from '#/server/kernel/files/store-files.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { unitBalance } from '#/server/money/ledger/public.ts'
import { hasPolicyOn } from '#/server/money/tax/public.ts'
import { hasOpenChannel } from '#/server/organisations/centres/public.ts'
import { hasIssuingChannel } from '#/server/taxation/einvoices/public.ts'

export interface PlatformFacts {
  /** Active platform users with a role. */
  people: number
  /** Modes of the open centres. */
  worked_in: Mode[]
  centres: number
  /** Kind and mode of each enabled default template. */
  templates: Row<'contract_template', 'kind' | 'mode'>[]
  /** Modes with a fee plan in force. */
  planned: Mode[]
  has_category: boolean
  has_policy: boolean
  /** Whether a tax policy is in force on the first day of next year. */
  has_next_policy: boolean
  is_stopped: boolean
  /** Number of files of earlier versions that are not encrypted yet. */
  unsealed: number
}

/** Returns the facts behind the platform's steps. */
export async function platformFacts(ctx: Context, today: string): Promise<PlatformFacts> {
  const rows = await ctx.rows<PlatformFacts>`select
    (select count(*) from app_user where usertype = ${userType.platform} and status = ${accountStatus.active}
      and exists (select from user_role where user_id = app_user.id)) as people,
    (select count(*) from centre where is_active) as centres,
    (select coalesce(array_agg(distinct mode), '{}') from centre cross join lateral unnest(modes) mode where is_active) as worked_in,
    ${platformTemplates(today)} as templates,
    (select coalesce(array_agg(distinct plan.mode), '{}') from app.fee_plans(${today}::date) plan) as planned,
    ${hasActiveCategory} as has_category,
    ${hasPolicyOn(today)} as has_policy, ${hasPolicyOn(`${Number(today.slice(0, 4)) + 1}-01-01`)} as has_next_policy,
    app.all_payouts_stopped() as is_stopped,
    (select count(*) from ${filesToSeal} file) as unsealed`
  return rows[0] as PlatformFacts
}

export type CentreFacts = Row<'centre', 'id' | 'name'> & Record<Exclude<CentreStep, 'custody' | 'seal'>, boolean>

const holdsPermission = (permission: string) => sql`exists (select from user_role join role_permission using (role_id)
  where user_id = person.id and permission in (${permission}, ${superKey}))`

/**
 * Returns the facts behind the steps of open centres in the caller's scope. Channels of the idle kinds do not count.
 */
export async function centreFacts(ctx: Context, idle: readonly string[], idleIssuing: readonly string[]): Promise<CentreFacts[]> {
  const centreCondition = ctx.scope.all ? sql`true` : sql`centre.id = any(${[...ctx.scope.centreIds]}::bigint[])`
  return ctx.rows<CentreFacts>`
    with person as materialized (select person.id, work.centre_id, person.poststatus from app_user person join user_centre work on work.user_id = person.id
      where person.usertype = ${userType.centre} and person.status = ${accountStatus.active})
    select centre.id, centre.name, centre.account_name <> '' and centre.account_no <> '' and centre.account_bank <> '' as account,
      ${hasOpenChannel(sql`centre.id`, idle)} as channel,
      exists (select from person where person.centre_id = centre.id and person.poststatus = ${postStatus.director}) as director,
      exists (select from person where person.centre_id = centre.id and ${holdsPermission('zf:audit')}) as auditor,
      exists (select from person where person.centre_id = centre.id and ${holdsPermission('cz:confirm')}) as finance,
      ${hasIssuingChannel(sql`centre.id`, idleIssuing)} as einvoice
    from centre where centre.is_active and ${centreCondition} order by centre.id`
}

export interface UnitFacts extends Record<UnitStep, boolean>, Row<'unit_setting', 'id' | 'unit_id'> {
  of_unit: string
  at_centre: string
  in_mode: Mode
}

interface UnitFilter {
  readonly keyword?: string | undefined
  readonly isReady?: boolean | undefined
  readonly page: number
  readonly size: number
}

// Teams of different people in a unit: a maker, optionally a checker, and a payer.
const teamTables = (unitIds: ReturnType<typeof sql>) => sql`
  hand as materialized (
    select person.id, person.unit_id, app.has_payment_password(person.id) as can_confirm,
      bool_or(permission in ('zf:make', ${superKey})) as makes, bool_or(permission in ('zf:check', ${superKey})) as checks,
      bool_or(permission in ('zf:pay', ${superKey})) as pays
    from app_user person join user_role on user_id = person.id join role_permission using (role_id)
    where person.usertype = ${userType.unit} and person.status = ${accountStatus.active} and person.unit_id in (${unitIds}) group by person.id),
  team as (
    select maker.unit_id, checker.id is not null as is_checked, bool_or(payer.can_confirm) as can_confirm
    from hand maker left join hand checker on checker.unit_id = maker.unit_id and checker.checks and checker.id <> maker.id
      join hand payer on payer.unit_id = maker.unit_id and payer.pays and payer.id <> maker.id and payer.id is distinct from checker.id
    where maker.makes group by maker.unit_id, checker.id is not null)`

/** Returns the facts behind the units' steps, one row per unit, centre and mode, and the total number of rows. */
export async function unitFacts(ctx: Context, today: string, filter: UnitFilter): Promise<{ rows: UnitFacts[]; count: number }> {
  const keywordCondition = filter.keyword ? sql`unit.name ilike ${containsPattern(filter.keyword)}` : sql`true`
  const readyCondition = filter.isReady === undefined ? sql`true` : sql`is_ready = ${filter.isReady}`
  const rows = await ctx.rows<UnitFacts & { all_rows: number }>`
    with place as materialized (
      select setting.id, setting.unit_id, setting.centre_id, setting.mode, setting.mode as in_mode, setting.is_active, setting.contract_id, unit.name as of_unit, unit.status,
        centre.name as at_centre, centre.is_active as is_open
      from unit_setting setting join unit on unit.id = setting.unit_id join centre on centre.id = setting.centre_id
      where ${inScope(ctx.scope, 'setting', { mode: true })} and unit.status <> ${accountStatus.closed} and ${keywordCondition}),
    ${teamTables(sql`select unit_id from place`)},
    fact as (
      select place.id, place.unit_id, place.of_unit, place.at_centre, place.in_mode, place.status = ${accountStatus.active} as unit,
        place.is_active and place.is_open and terms.id is not null as place,
        ${isContractValidOn(sql`place.contract_id`, today)} as contract,
        ${hasPayableOrder({ unit: sql`place.unit_id`, centre: sql`place.centre_id`, mode: sql`place.mode`, day: today })} as "order",
        exists (select from team where team.unit_id = place.unit_id and (team.is_checked or not coalesce(terms.dual_control, true))) as people,
        exists (select from team where team.unit_id = place.unit_id and (team.is_checked or not coalesce(terms.dual_control, true)) and team.can_confirm)
          as "paymentPassword",
        app.has_payees(place.centre_id) as payees,
        coalesce(${unitBalance('unit_available', { unit: sql`place.unit_id`, centre: sql`place.centre_id`, mode: sql`place.mode` })} > 0, false) as money
      from place left join app.unit_terms(${ctx.now}::timestamptz) terms on terms.id = place.id),
    judged as (select *, unit and place and contract and "order" and people and "paymentPassword" and payees and money as is_ready from fact)
    select *, count(*) over () as all_rows from judged where ${readyCondition} order by is_ready, id desc limit ${filter.size} offset ${(filter.page - 1) * filter.size}`
  return { rows, count: rows[0]?.all_rows ?? 0 }
}
