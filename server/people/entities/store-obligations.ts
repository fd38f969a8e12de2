import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { EntityState } from '#/domain/people/entity.ts'
import { nextReminder, type Obligation, type ObligationKind, type ObligationState } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { calendarEdition } from '#/server/kernel/installation/working-calendar.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageRows, placesInScope, placesPer } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { matchesKeyword, scopeCondition } from '#/server/people/entities/store.ts'

export type ObligationFilter = FilterOf<Modules['entities']['calendar']>

function filterCondition(ctx: Context, filter: ObligationFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [scopeCondition(ctx, 'duty')]
  if (filter.keyword) conditions.push(matchesKeyword(filter.keyword))
  if (filter.from) conditions.push(sql<SqlBool>`duty.due_on >= ${filter.from}::date`)
  if (filter.to) conditions.push(sql<SqlBool>`duty.due_on <= ${filter.to}::date`)
  return allOf(conditions)
}

export interface ObligationRow
  extends Row<
      'entity_obligation',
      | 'id'
      | 'entity_id'
      | 'operator_id'
      | 'centre_id'
      | 'kind'
      | 'period'
      | 'opens_on'
      | 'due_on'
      | 'state'
      | 'amount_fen'
      | 'settled_on'
      | 'receipt_no'
      | 'file_id'
    >,
    Row<'operator_entity', 'credit_code'> {
  entity_name: Row<'operator_entity'>['name']
  entity_state: EntityState
  operator_name: Row<'operator'>['name']
  operator_kind: 'platform' | 'ordinary'
  centre_name: Row<'centre'>['name']
  kind: ObligationKind
  state: ObligationState
  settled_by: Row<'app_user'>['name'] | null
}

const columns = sql`duty.id, duty.entity_id, entity.name as entity_name, entity.state as entity_state, entity.credit_code, duty.operator_id,
  operator.name as operator_name, operator.kind as operator_kind, duty.centre_id, centre.name as centre_name, duty.kind, duty.period, duty.opens_on::text,
  duty.due_on::text, duty.state, duty.amount_fen, duty.settled_on::text, settler.name as settled_by, duty.receipt_no, duty.file_id`
const joinedTables = sql`entity_obligation duty join operator_entity entity on entity.id = duty.entity_id join operator on operator.id = duty.operator_id
  join centre on centre.id = duty.centre_id left join app_user settler on settler.id = duty.settled_by`

function listing(ctx: Context, filter: ObligationFilter): Listing {
  const { states = [], kinds = [] } = filter
  const places = placesInScope(ctx, 'duty')
  const kindCondition = states.length > 0 && kinds.length > 0 ? sql<SqlBool>`duty.kind = any(${[...kinds]}::text[])` : sql<SqlBool>`true`
  return {
    table: sql`entity_obligation duty`,
    joins: filter.keyword ? sql`join operator_entity entity on entity.id = duty.entity_id` : sql``,
    where: sql<SqlBool>`${filterCondition(ctx, filter)} and ${kindCondition}`,
    id: sql`duty.id`,
    order: { by: [sql`duty.due_on`], isRising: true },
    places: states.length > 0 ? placesPer(places, 'duty.state', states) : placesPer(places, 'duty.kind', kinds),
  }
}

/** Returns a page of the filtered obligations in order of due day, after the obligation `after`. */
export function listObligations(ctx: Context, filter: ObligationFilter, size: number, after?: number): Promise<{ rows: ObligationRow[]; next: number | null }> {
  return ctx.widen('obligations under a filter that names the scope', async () => {
    return pageRows(ctx, listing(ctx, filter), { page: 1, size, after }, sql<ObligationRow>`select ${columns} from ${joinedTables}`)
  })
}

/** Counts pending obligations, ignoring the filter's states. */
export function countPending(ctx: Context, filter: ObligationFilter): Promise<{ overdue: number; near: number; open: number }> {
  const today = dayOf(ctx.now)
  const countInState = (state: ObligationState, more: Expression<SqlBool>) => {
    const stateListing = listing(ctx, { ...filter, states: [state] })
    return countOf(ctx, { ...stateListing, where: sql<SqlBool>`${stateListing.where} and ${more}` })
  }
  const hasBegun = sql<SqlBool>`duty.opens_on <= ${today}::date`
  return ctx.widen('obligations under a filter that names the scope', async () => ({
    overdue: await countInState('overdue', sql<SqlBool>`true`),
    near: await countInState('open', sql<SqlBool>`${hasBegun} and duty.due_on <= ${shiftDay(today, 7)}::date`),
    open: await countInState('open', hasBegun),
  }))
}

/** Returns all obligations of these businesses, latest first. */
export const obligationsOfEntities = (ctx: Context, entityIds: readonly number[]): Promise<ObligationRow[]> =>
  ctx.widen(
    'obligations of businesses in sight',
    () =>
      ctx.rows<ObligationRow>`select ${columns} from ${joinedTables} where duty.entity_id = any(${[...entityIds]}::bigint[]) order by duty.due_on desc, duty.id desc`,
  )

export const find = (ctx: Context, id: number): Promise<ObligationRow | undefined> =>
  ctx.widen(
    'an obligation in a scope the query names',
    () => ctx.row<ObligationRow>`select ${columns} from ${joinedTables} where duty.id = ${id} and ${scopeCondition(ctx, 'duty')}`,
  )

/** Counts the unsettled obligations whose filing window has opened, by kind. */
export const countOpenByKind = (ctx: Context, entityId: number): Promise<{ kind: ObligationKind; count: number; overdue: number }[]> =>
  ctx.widen(
    'obligations of a business in sight',
    () =>
      ctx.rows<
        Pick<ObligationRow, 'kind'> & { count: number; overdue: number }
      >`select kind, count(*) as count, count(*) filter (where state = 'overdue') as overdue
      from entity_obligation where entity_id = ${entityId} and state in ('open', 'overdue') and opens_on <= ${dayOf(ctx.now)}::date group by kind`,
  )

export async function settleObligation(
  ctx: Context,
  id: number,
  by: { settledOn: string; receiptNo: string; fileId: string; amount: number | null },
): Promise<void> {
  await ctx.widen(
    'an obligation of a business the caller has locked',
    () =>
      ctx.run`update entity_obligation set state = 'done', remind_on = null, settled_on = ${by.settledOn}::date, receipt_no = ${by.receiptNo}, file_id = ${by.fileId},
        amount_fen = coalesce(${by.amount}::bigint, amount_fen), settled_by = ${ctx.actor.userId}, settled_at = ${ctx.now}
      where id = ${id} and state in ('open', 'overdue')`,
  )
}

/**
 * Voids unsettled obligations whose filing window has not opened, of all kinds or of these. With `isEarly` false, also
 * voids those of these kinds whose window has opened. Keeps the VAT of `keptVatPeriod`.
 */
export async function voidUnsettled(
  ctx: Context,
  entityId: number,
  only?: { readonly kinds: readonly ObligationKind[]; readonly isEarly: boolean; readonly keptVatPeriod?: string | null },
): Promise<void> {
  const keptCondition = only?.keptVatPeriod ? sql`not (kind = 'vat' and period = ${only.keptVatPeriod})` : sql`true`
  const kinds = only ? sql`kind = any(${[...only.kinds]}::text[])` : sql`true`
  const earlyCondition = only?.isEarly === false ? sql`true` : sql`opens_on > ${dayOf(ctx.now)}::date`
  await ctx.widen(
    'obligations of a business the caller has locked',
    () =>
      ctx.run`update entity_obligation set state = 'void', remind_on = null where entity_id = ${entityId} and state in ('open', 'overdue') and ${kinds} and ${earlyCondition} and ${keptCondition}`,
  )
}

/** Sets the amount of the unpaid annual fee. */
export const setFee = (ctx: Context, entityId: number, amount: number): Promise<void> =>
  ctx.widen(
    'obligations of a business the caller has locked',
    () => ctx.run`update entity_obligation set amount_fen = ${amount} where entity_id = ${entityId} and kind = 'serviceFee' and state in ('open', 'overdue')`,
  )

/**
 * Inserts missing obligations, reopens voided ones, and updates the days of unsettled ones. Returns whether anything
 * changed.
 */
export async function insert(
  ctx: Context,
  entity: { readonly id: number; readonly operator_id: number; readonly centre_id: number; readonly annual_fee_fen: number },
  expected: readonly Obligation[],
  until: string,
): Promise<boolean> {
  const yesterday = shiftDay(dayOf(ctx.now), -1)
  const isLate = sql`entity_obligation.state = 'overdue' and excluded.due_on <= ${yesterday}::date`
  const rows = expected.map((each) => ({
    kind: each.kind,
    period: each.period,
    opens_on: each.opensOn,
    due_on: each.dueOn,
    amount_fen: each.kind === 'serviceFee' ? entity.annual_fee_fen : null,
    remind_on: nextReminder(each, yesterday),
  }))
  return ctx.widen('obligations of a business', async () => {
    const upserted = await ctx.rows<{
      is_moved: boolean
    }>`insert into entity_obligation (entity_id, operator_id, centre_id, kind, period, opens_on, due_on, amount_fen, remind_on)
      select ${entity.id}, ${entity.operator_id}, ${entity.centre_id}, added.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as added (kind text, period text, opens_on date, due_on date, amount_fen bigint, remind_on date)
      on conflict (entity_id, kind, period) do update set due_on = excluded.due_on, amount_fen = excluded.amount_fen,
          state = case when ${isLate} then 'overdue' else 'open' end, remind_on = case when ${isLate} then null else excluded.remind_on end
        where entity_obligation.state = 'void'
          or (entity_obligation.state in ('open', 'overdue') and entity_obligation.due_on <> excluded.due_on and excluded.kind <> 'serviceFee')
      returning xmax <> 0 as is_moved`
    await ctx.run`update operator_entity set calendar_until = ${until}::date, calendar_edition = ${calendarEdition} where id = ${entity.id}`
    return upserted.some((row) => row.is_moved)
  })
}

export interface CalendarEntityRow
  extends Row<'operator_entity', 'id' | 'operator_id' | 'centre_id' | 'annual_fee_fen' | 'tax_kind' | 'levy' | 'calendar_from'> {
  tax_kind: 'small' | 'general' | null
  levy: 'audit' | 'deemed' | null
  calendar_from: string
  fee_from: string
}

/**
 * Locks operating businesses whose calendar is too short or based on other working days, or one business. Skips
 * locked ones.
 */
export async function lockShortCalendars(ctx: Context, until: string, limit: number, entityId?: number): Promise<CalendarEntityRow[]> {
  const calendarCondition =
    entityId === undefined
      ? sql`(calendar_until is null or calendar_until < ${until}::date or calendar_edition < ${calendarEdition} or calendar_edition > ${calendarEdition})`
      : sql`id = ${entityId}`
  return ctx.widen(
    'calendars of businesses',
    () =>
      ctx.rows<CalendarEntityRow>`select id, operator_id, centre_id, annual_fee_fen, tax_kind, levy, calendar_from::text, coalesce(taxed_on, calendar_from)::text as fee_from
      from operator_entity where state in ('operating', 'abnormal') and ${calendarCondition} order by id limit ${limit} for no key update skip locked`,
  )
}

/** Returns businesses with an open obligation past its due day. */
export async function lateEntityIds(ctx: Context, limit: number): Promise<number[]> {
  const rows = await ctx.rows<Row<'entity_obligation', 'entity_id'>>`select distinct entity_id from entity_obligation
    where state = 'open' and due_on < ${dayOf(ctx.now)}::date order by entity_id limit ${limit}`
  return rows.map((row) => row.entity_id)
}

/** Marks obligations as overdue and returns them. */
export const markObligationsLate = (ctx: Context, entityId: number): Promise<Pick<ObligationRow, 'kind' | 'period'>[]> =>
  ctx.widen(
    'obligations of a business',
    () =>
      ctx.rows<Pick<ObligationRow, 'kind' | 'period'>>`update entity_obligation set state = 'overdue', remind_on = null
      where entity_id = ${entityId} and state = 'open' and due_on < ${dayOf(ctx.now)}::date returning kind, period`,
  )

export interface ReminderRow extends Row<'entity_obligation', 'id' | 'entity_id' | 'operator_id' | 'kind' | 'period' | 'opens_on' | 'due_on'> {
  entity_name: Row<'operator_entity'>['name']
  kind: ObligationKind
}

/** Counts the due reminders at each centre. */
export async function countDueByCentre(ctx: Context): Promise<(Row<'entity_obligation', 'centre_id'> & { count: number })[]> {
  return ctx.rows<Row<'entity_obligation', 'centre_id'> & { count: number }>`select centre_id, count(*) as count from entity_obligation
    where remind_on <= ${dayOf(ctx.now)}::date group by centre_id order by centre_id`
}

/** Locks and returns obligations whose reminder is due. */
export async function lockReminders(ctx: Context, limit: number): Promise<ReminderRow[]> {
  return ctx.rows<ReminderRow>`select duty.id, duty.entity_id, entity.name as entity_name, duty.operator_id, duty.kind, duty.period, duty.opens_on::text,
      duty.due_on::text
    from entity_obligation duty join operator_entity entity on entity.id = duty.entity_id
    where duty.remind_on <= ${dayOf(ctx.now)}::date order by duty.id limit ${limit} for no key update of duty skip locked`
}

/** Records today's manual reminder. Returns false if there already was one. */
export async function recordReminder(ctx: Context, id: number): Promise<boolean> {
  const today = dayOf(ctx.now)
  const rows = await ctx.widen(
    'reminders',
    () =>
      ctx.rows<Row<'entity_obligation', 'id'>>`
    update entity_obligation set reminded_on = ${today}::date where id = ${id} and reminded_on is distinct from ${today}::date returning id`,
  )
  return rows.length > 0
}

export const setReminder = (ctx: Context, id: number, day: string | null): Promise<void> =>
  ctx.widen('reminders', () => ctx.run`update entity_obligation set remind_on = ${day}::date, reminded_on = ${dayOf(ctx.now)}::date where id = ${id}`)
