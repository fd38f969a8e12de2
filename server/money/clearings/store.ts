import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import {
  type ClearingAnswer,
  type ClearingChoice,
  type ClearingEntryKind,
  type ClearingPayment,
  type ClearingState,
  type TaxParts,
  taxReclaimYears,
} from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type LegalEntity, legalEntityColumns } from '#/server/kernel/installation/legal-entity.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { openYears, type TaxExcess } from '#/server/money/tax/public.ts'
import { defaultCard } from '#/server/people/operators/public.ts'

export type ClearingFilter = FilterOf<Modules['clearings']['list']>

/** A bank transfer of a clearing, as the database returns it in JSON. */
export interface PaymentJson extends Row<'tax_clearing_payment', 'id' | 'kind' | 'serial'> {
  kind: ClearingPayment
  readonly amount: number
  readonly paidOn: string
  readonly fileId: string
  readonly paidBy: string
  readonly isReturned: boolean
}

/** An unconfirmed entry, as the database returns it in JSON. */
export interface PendingEntryJson extends Row<'tax_clearing_entry', 'id' | 'kind' | 'serial' | 'choice' | 'reason'> {
  kind: ClearingEntryKind
  choice: ClearingAnswer | null
  readonly amount: number | null
  readonly day: string
  readonly fileId: string
  readonly enteredBy: string
  readonly enteredAt: string
  readonly isOwn: boolean
  /** The version of the clearing about which the person chose. */
  readonly clearingVersion: number | null
}

/** The confirmed choice on paper, as the database returns it in JSON. The payee does not see the names. */
export interface DocumentJson extends Row<'tax_clearing_entry', 'id' | 'choice'> {
  choice: ClearingAnswer
  readonly day: string
  readonly fileId: string
  readonly enteredBy: string
  readonly confirmedBy: string
}

export interface ClearingRow extends Row<'tax_clearing'>, LegalEntity {
  state: ClearingState
  choice: ClearingChoice | null
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  centre_name: Row<'centre'>['name']
  offerer: Row<'app_user'>['name'] | null
  decider: Row<'app_user'>['name'] | null
  transferrer: Row<'app_user'>['name'] | null
  /** Oldest first. */
  payments: PaymentJson[]
  pending: PendingEntryJson | null
  paper: DocumentJson | null
  /** Whether the person has an account and chooses there. */
  has_account: boolean
  bank_name: Row<'operator_card'>['bank_name'] | null
  card_tail: Row<'operator_card'>['card_tail'] | null
  last_day: string
  /** Whether the caller counts as the person who offered the clearing. */
  is_own_offer: boolean
  /** Whether the caller counts as the person who chose. */
  is_own_choice: boolean
  /** Whether the caller counts as the person who approved the clearing. */
  is_own_approval: boolean
  /** Whether the caller counts as the person who started the last transfer. */
  is_own_transfer: boolean
  /** Whether the caller counts as the payee. */
  is_own_money: boolean
  /** Whether a payment of the person in the year of the month is under way. */
  is_under_way: boolean
}

/** The caller's own rows once offered, and rows of the caller's centres. Units see none. */
function scopeCondition({ scope }: Context): Expression<SqlBool> {
  if (scope.operatorId !== null) return sql<SqlBool>`clearing.operator_id = ${scope.operatorId} and clearing.offered_at is not null`
  return scope.unitIds.length > 0 ? sql<SqlBool>`false` : inScope(scope, 'clearing')
}

/** Whether the caller counts as the payee. */
const isCallerPayee = (ctx: Context) =>
  sql<SqlBool>`exists (select from app_user payee where payee.operator_id = clearing.operator_id and payee.id = any (app.hands_of(${ctx.actor.userId})))`

const hasAccount = sql<SqlBool>`exists (select from app_user payee where payee.operator_id = clearing.operator_id and payee.status = ${accountStatus.active})`

const isByCaller = (ctx: Context, column: 'offered_by' | 'chosen_by' | 'decided_by' | 'transfer_by') =>
  sql<SqlBool>`coalesce(${sql.ref(`clearing.${column}`)} = any (app.hands_of(${ctx.actor.userId})), false)`

const isPending = sql<SqlBool>`exists (select from tax_clearing_entry entry where entry.clearing_id = clearing.id and entry.state = 'pending')`

/** The conditions of rows that need a step by the caller, by step. */
export const pendingStepConditions = {
  choose: () => sql<SqlBool>`clearing.state = 'offered'`,
  offer: () => sql<SqlBool>`clearing.state in ('found', 'refused')`,
  decide: (ctx: Context) => sql<SqlBool>`clearing.state = 'chosen' and not ${isByCaller(ctx, 'offered_by')} and not ${isByCaller(ctx, 'chosen_by')}
      and not ${isCallerPayee(ctx)}`,
  /** Refunds to start, and started transfers to register. */
  pay: (ctx: Context) =>
    sql<SqlBool>`clearing.state = 'approved' and clearing.choice = 'refund' and clearing.left_fen + clearing.transfer_fen > 0
      and not ${isByCaller(ctx, 'decided_by')}`,
  recover: () => sql<SqlBool>`clearing.owed_fen > 0 and clearing.transfer_fen = 0 and not ${isPending}`,
  confirm: (ctx: Context) =>
    sql<SqlBool>`exists (select from tax_clearing_entry entry where entry.clearing_id = clearing.id and entry.state = 'pending'
      and not entry.created_by = any (app.hands_of(${ctx.actor.userId}))) and not ${isCallerPayee(ctx)}`,
}

/** The condition of rows that need a step by the caller. */
function isForCaller(ctx: Context): Expression<SqlBool> {
  if (ctx.actor.operatorId !== null) return pendingStepConditions.choose()
  const parts = [
    ...(ctx.actor.may('tax:edit') ? [pendingStepConditions.offer(), pendingStepConditions.pay(ctx), pendingStepConditions.recover()] : []),
    ...(ctx.actor.may('tax:check') ? [pendingStepConditions.decide(ctx), pendingStepConditions.confirm(ctx)] : []),
  ]
  return parts.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

const selectClearings = (ctx: Context) => sql`select clearing.*, operator.name as operator_name, operator.code as operator_code,
    centre.name as centre_name, ${legalEntityColumns}, offerer.name as offerer, decider.name as decider,
    transferrer.name as transferrer, paid.payments, entered.pending, written.paper, ${isCallerPayee(ctx)} as is_own_money,
    ${hasAccount} as has_account, card.bank_name, card.card_tail,
    ((clearing.month || '-01')::date + interval '1 month' + make_interval(years => ${taxReclaimYears}) - interval '1 day')::date::text as last_day,
    ${isByCaller(ctx, 'offered_by')} as is_own_offer, ${isByCaller(ctx, 'chosen_by')} as is_own_choice,
    ${isByCaller(ctx, 'decided_by')} as is_own_approval, ${isByCaller(ctx, 'transfer_by')} as is_own_transfer
  from tax_clearing clearing join operator on operator.id = clearing.operator_id join centre on centre.id = clearing.centre_id
    left join app_user offerer on offerer.id = clearing.offered_by left join app_user decider on decider.id = clearing.decided_by
    left join app_user transferrer on transferrer.id = clearing.transfer_by
    left join lateral (select coalesce(json_agg(json_build_object('id', paid.id, 'kind', paid.kind, 'amount', paid.amount_fen, 'paidOn', paid.paid_on, 'serial', paid.serial,
        'fileId', paid.file_id, 'paidBy', payer.name,
        'isReturned', exists (select from tax_clearing_entry back where back.payment_id = paid.id and back.state = 'confirmed')) order by paid.id), '[]') as payments from tax_clearing_payment paid join app_user payer on payer.id = paid.paid_by
      where paid.clearing_id = clearing.id) paid on true
    left join lateral (select json_build_object('id', entry.id, 'kind', entry.kind, 'amount', entry.amount_fen, 'serial', entry.serial,
        'choice', entry.choice, 'reason', entry.reason, 'clearingVersion', entry.clearing_version, 'day', entry.of_day, 'fileId', entry.file_id, 'enteredBy', maker.name, 'enteredAt', entry.created_at,
        'isOwn', entry.created_by = any (app.hands_of(${ctx.actor.userId}))) as pending
      from tax_clearing_entry entry join app_user maker on maker.id = entry.created_by where entry.clearing_id = clearing.id and entry.state = 'pending') entered on true
    left join lateral (select json_build_object('id', entry.id, 'choice', entry.choice, 'day', entry.of_day, 'fileId', entry.file_id,
        'enteredBy', maker.name, 'confirmedBy', checker.name) as paper
      from tax_clearing_entry entry join app_user maker on maker.id = entry.created_by join app_user checker on checker.id = entry.decided_by
      where entry.clearing_id = clearing.id and entry.kind = 'choice' and entry.state = 'confirmed'
        and (entry.choice = clearing.choice and entry.decided_at = clearing.chosen_at
          or entry.choice = 'refuse' and clearing.state in ('refused', 'withdrawn') and entry.decided_at >= clearing.offered_at)
      order by entry.id desc limit 1) written on true
    left join lateral ${defaultCard(sql`clearing.operator_id`)} card on true`

const isOwedNow = sql<SqlBool>`clearing.owed_fen > 0 and clearing.transfer_fen = 0`

function listingOf(ctx: Context, { states, choices, month, isForMe, isOwed, isPending: hasPending, keyword }: ClearingFilter): Listing {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (states && states.length > 0) parts.push(sql<SqlBool>`clearing.state = any(${[...states]}::text[])`)
  if (choices && choices.length > 0) parts.push(sql<SqlBool>`clearing.choice = any(${[...choices]}::text[])`)
  if (month !== undefined) parts.push(sql<SqlBool>`clearing.month = ${month}`)
  if (isOwed) parts.push(isOwedNow)
  if (hasPending) parts.push(isPending)
  if (isForMe) parts.push(isForCaller(ctx))
  if (keyword) parts.push(sql<SqlBool>`clearing.operator_id in (select id from operator where name ilike ${containsPattern(keyword)} or code = ${keyword})`)
  return {
    table: sql`tax_clearing clearing`,
    where: allOf(parts),
    id: sql`clearing.id`,
    places: placesInScope(ctx, 'clearing'),
  }
}

async function rowsOf(ctx: Context, where: Expression<SqlBool>): Promise<ClearingRow[]> {
  const rows = await ctx.rows<Omit<ClearingRow, 'is_under_way'>>`${selectClearings(ctx)} where ${where}`
  const unfinishedYears = await openYears(
    ctx,
    rows.filter(({ state }) => state === 'chosen' || state === 'approved').map(({ operator_id }) => operator_id),
  )
  return rows.map((row) => ({ ...row, is_under_way: unfinishedYears.has(`${row.operator_id}:${row.month.slice(0, 4)}`) }))
}

/** Returns a page of the clearings in the caller's scope, newest first. */
export async function list(ctx: Context, filter: ClearingFilter, page: PageRequest): Promise<{ rows: ClearingRow[]; count: number; next: number | null }> {
  const listing = listingOf(ctx, filter)
  const { ids, next } = await pageKeys(ctx, listing, page)
  const rows = await rowsOf(ctx, sql<SqlBool>`clearing.id = any(${ids}::bigint[])`)
  return { rows: sortByIds(ids, rows), count: await countOf(ctx, listing), next }
}

/** Returns the sum of the filter `isOwed` for the calling person; 0 for staff. */
export async function owedByCaller(ctx: Context): Promise<number> {
  if (ctx.scope.operatorId === null) return 0
  const rows = await ctx.rows<{ owed: number }>`select coalesce(sum(clearing.owed_fen), 0)::bigint as owed from tax_clearing clearing
    where ${scopeCondition(ctx)} and ${isOwedNow}`
  return rows[0]?.owed ?? 0
}

/** Returns a clearing in the caller's scope, locked where `isLocked`. */
export async function find(ctx: Context, id: number, isLocked = false): Promise<ClearingRow | undefined> {
  if (isLocked) await ctx.run`select from tax_clearing clearing where clearing.id = ${id} and ${scopeCondition(ctx)} for no key update`
  const [row] = await rowsOf(ctx, sql<SqlBool>`clearing.id = ${id} and ${scopeCondition(ctx)}`)
  return row
}

type ClearingChange = Partial<
  Pick<Row<'tax_clearing'>, 'state' | 'choice' | 'offered_by' | 'offered_at' | 'chosen_by' | 'chosen_at' | 'decided_by' | 'decided_at' | 'reason'>
>

export async function update(ctx: Context, { id, version }: Pick<ClearingRow, 'id' | 'version'>, values: ClearingChange): Promise<void> {
  await ctx.db
    .updateTable('tax_clearing')
    .set({ ...values, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/** Starts the transfer of the remaining amount. */
export async function startTransfer(ctx: Context, { id, version, left_fen }: Pick<ClearingRow, 'id' | 'version' | 'left_fen'>): Promise<void> {
  await ctx.db
    .updateTable('tax_clearing')
    .set({ transfer_fen: left_fen, transfer_by: ctx.actor.userId, transfer_at: ctx.now, cancelled_by: null, version: version + 1 })
    .where('id', '=', id)
    .execute()
}

/**
 * Cancels a transfer that did not leave the bank. Completes the clearing when a return reversed the whole amount
 * meanwhile.
 */
export async function cancelTransfer(ctx: Context, { id, version }: Pick<ClearingRow, 'id' | 'version'>): Promise<void> {
  await ctx.run`update tax_clearing set transfer_fen = 0, cancelled_by = ${ctx.actor.userId}, version = ${version} + 1,
      state = case when used_fen + reversed_fen + refunded_fen - recovered_fen = amount_fen then 'done' else state end
    where id = ${id}`
}

/** The column of each tax. */
export const taxColumns = {
  vat: 'vat_fen',
  city: 'city_fen',
  education: 'education_fen',
  localEducation: 'local_education_fen',
  iit: 'withheld_fen',
} as const satisfies Record<keyof TaxParts, keyof Row<'tax_clearing'>>

/** The condition of clearings whose period for claims has ended. */
const endedCondition = ({ now }: Context) =>
  sql<SqlBool>`((month || '-01')::date + interval '1 month' + make_interval(years => ${taxReclaimYears}) <= (${now}::timestamptz at time zone 'Asia/Shanghai'))`

type UndecidedRow = Row<'tax_clearing', 'id' | 'version' | 'centre_id' | 'operator_id' | 'month' | 'state' | (typeof taxColumns)[keyof typeof taxColumns]>

/**
 * Returns the unapproved clearings at these centres (null: all). Omits those whose period for claims has ended: the
 * person chose in time, or they expire.
 */
export async function undecidedClearings(ctx: Context, centreIds: readonly number[] | null): Promise<UndecidedRow[]> {
  const centreCondition = centreIds === null ? sql`true` : sql`centre_id = any(${[...centreIds]}::bigint[])`
  return ctx.rows<UndecidedRow>`select id, version, state, centre_id, operator_id, month, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen
    from tax_clearing where ${centreCondition} and state in ('found', 'offered', 'refused', 'chosen') and decided_at is null and not ${endedCondition(ctx)}`
}

/**
 * Withdraws clearings whose excess changed, except those updated meanwhile. Locks in id order, so that two searches
 * never deadlock.
 */
export async function withdrawOutdated(ctx: Context, rows: readonly Pick<UndecidedRow, 'id' | 'version'>[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.run`with locked as (
      select tax_clearing.id from tax_clearing
        join json_to_recordset(${JSON.stringify(rows.map(({ id, version }) => ({ id, version })))}::json) as seen(id bigint, version integer)
          on tax_clearing.id = seen.id and tax_clearing.version = seen.version
        order by tax_clearing.id for no key update of tax_clearing)
    update tax_clearing set state = 'withdrawn', is_outdated = true, version = tax_clearing.version + 1
    from locked where tax_clearing.id = locked.id`
}

/**
 * Adds clearings for months without an open one and returns their number. Unless `isAsked`, omits those that a person
 * withdrew with the same amounts.
 */
export async function insertClearings(ctx: Context, excesses: readonly TaxExcess[], isAsked: boolean): Promise<number> {
  if (excesses.length === 0) return 0
  const rows = excesses.map(({ parts, ...place }) => ({ ...place, ...parts }))
  return ctx.affected`insert into tax_clearing (centre_id, operator_id, month, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen, amount_fen, found_at)
    select "centreId", "operatorId", month, vat, city, education, "localEducation", iit, vat + city + education + "localEducation" + iit, ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as fresh("centreId" bigint, "operatorId" bigint, month text, vat bigint, city bigint, education bigint,
      "localEducation" bigint, iit bigint)
    where ${isAsked} or not exists (select from tax_clearing newest where newest.centre_id = "centreId" and newest.operator_id = "operatorId" and newest.month = fresh.month
      and newest.state = 'withdrawn' and newest.reason <> '' and not newest.is_outdated and (newest.vat_fen, newest.city_fen, newest.education_fen, newest.local_education_fen, newest.withheld_fen)
        = (vat, city, education, "localEducation", iit)
      and not exists (select from tax_clearing later where later.operator_id = newest.operator_id and later.centre_id = newest.centre_id and later.month = newest.month
        and later.id > newest.id))
    order by "centreId", month, "operatorId"
    on conflict (centre_id, operator_id, month) where state in ('found', 'offered', 'chosen', 'refused', 'expired') do nothing`
}

/**
 * Ends clearings whose person did not choose within the legal period. A choice on paper that was entered in time waits
 * for its confirmation.
 */
export async function expireClearings(ctx: Context): Promise<void> {
  await ctx.run`update tax_clearing clearing set state = 'expired', version = version + 1 where state in ('found', 'offered', 'refused')
    and ${endedCondition(ctx)} and not ${isPending}`
}

interface NewPayment extends Omit<PaymentJson, 'id' | 'paidBy' | 'isReturned'> {
  readonly approvedBy: number
  readonly paidBy: number
  /** The id of the confirmed entry of a recovery or bounce; null for a refund. */
  readonly entryId: number | null
}

/** Adds a bank transfer and returns its id. A trigger adds it to the clearing. */
export async function addPayment(
  ctx: Context,
  row: Pick<ClearingRow, 'id' | 'centre_id' | 'operator_id'>,
  { kind, amount, paidOn, serial, fileId, approvedBy, paidBy, entryId }: NewPayment,
): Promise<number> {
  const paymentColumns = {
    clearing_id: row.id,
    centre_id: row.centre_id,
    operator_id: row.operator_id,
    approved_by: approvedBy,
    paid_by: paidBy,
    entry_id: entryId,
  }
  const { id } = await ctx.db
    .insertInto('tax_clearing_payment')
    .values({ ...paymentColumns, kind, amount_fen: amount, paid_at: ctx.now, paid_on: paidOn, serial, file_id: fileId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
