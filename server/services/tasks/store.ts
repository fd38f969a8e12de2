import { type RawBuilder, sql } from 'kysely'
import { dayOf, monthOf, shiftDay } from '#/domain/base/period.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import { manualKinds } from '#/domain/organisations/payout-channel.ts'
import { nearDays } from '#/domain/people/obligation.ts'
import { dueFilingStates, type FilingKind, runningPeriod } from '#/domain/taxation/business-filing.ts'
import type { RedCode } from '#/domain/taxation/invoice.ts'
import { daysOf, reportableQuarters } from '#/domain/taxation/platform-report.ts'
import type { PeriodWait } from '#/domain/taxation/tax-declaration.ts'
import type { Context, Mode, Scope } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns the caller's last 50 tasks, newest first, or the requested one. */
export async function tasksOf(ctx: Context, id?: number) {
  let query = ctx.db.selectFrom('task').selectAll().where('user_id', '=', ctx.actor.userId).orderBy('id', 'desc').limit(50)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}

/** Pending work at one place. A null centre means no place, a null mode both modes. */
export interface Sum {
  centre_id: Row<'contract'>['centre_id'] | null
  mode: Row<'contract'>['mode'] | null
  count: number
  amount: number
}

/** Pending batches by reason. */
export interface WaitingRow extends Sum {
  kind: 'fix' | 'check' | 'audit' | 'topup' | 'pay' | 'byHand' | 'failed' | 'returned'
}

interface CountedTable {
  /** The table, and the alias used by the condition. */
  readonly table: RawBuilder<unknown>
  readonly as: string
  readonly where: RawBuilder<unknown>
  readonly amount?: RawBuilder<unknown>
  readonly hasMode?: boolean
}

/** Counts and sums the matching rows by place within a scope. */
async function byPlace(ctx: Context, scope: Scope, { table, as, where, amount = sql`0`, hasMode = false }: CountedTable): Promise<Sum[]> {
  const mode = hasMode ? sql.ref(`${as}.mode`) : sql`null::smallint`
  const result =
    await sql<Sum>`select ${sql.ref(`${as}.centre_id`)} as centre_id, ${mode} as mode, count(*) as count, coalesce(sum(${amount}), 0)::bigint as amount
    from ${table} where ${where} and ${inScope(scope, as, { mode: hasMode })} group by 1, 2`.execute(ctx.db)
  return result.rows
}

export const placeless = (count: number): Sum[] => [{ centre_id: null, mode: null, count, amount: 0 }]

/**
 * Returns pending batches by reason, with their cost.
 * A batch with failed and returned lines counts for both reasons, until another batch resends them.
 */
export async function waitingBatches(ctx: Context, scope: Scope): Promise<WaitingRow[]> {
  const result = await sql<WaitingRow>`
    select reason.kind, batch.centre_id, batch.mode, count(*) as count, sum(reason.cost)::bigint as amount
    from payment_batch batch cross join lateral (values
        ('fix', batch.state = 'fixing', batch.cost_fen), ('check', batch.state = 'checking', batch.cost_fen),
        ('audit', batch.state = 'auditing' and not batch.is_insufficient, batch.cost_fen),
        ('topup', batch.state = 'auditing' and batch.is_insufficient, batch.cost_fen), ('pay', batch.state = 'payable', batch.cost_fen),
        ('byHand', batch.state = 'paying' and batch.channel_id in (select id from channel where kind = any(${manualKinds}::text[])), batch.cost_fen),
        ('failed', batch.state in ('partial', 'failed') and batch.failed_count > batch.failed_resent_count, batch.failed_cost_fen - batch.failed_resent_cost_fen),
        ('returned', batch.state in ('partial', 'failed') and batch.returned_count > batch.returned_resent_count, batch.returned_cost_fen - batch.returned_resent_cost_fen)
      ) as reason(kind, holds, cost)
    where reason.holds and batch.state in ('fixing', 'checking', 'auditing', 'payable', 'paying', 'partial', 'failed') and ${inScope(scope, 'batch', { mode: true })}
    group by 1, 2, 3`.execute(ctx.db)
  return result.rows
}

/** Top-up requests that the centre has not decided. */
export function openTopups(ctx: Context, scope: Scope): Promise<Sum[]> {
  return byPlace(ctx, scope, {
    table: sql`topup`,
    as: 'topup',
    where: sql`topup.state in ('submitted', 'matched')`,
    amount: sql`topup.amount_fen`,
    hasMode: true,
  })
}

export function unclaimedCredits(ctx: Context, scope: Scope): Promise<Sum[]> {
  const table = sql`bank_credit credit`
  return byPlace(ctx, scope, { table, as: 'credit', where: sql`credit.state = 'unclaimed'`, amount: sql`credit.amount_fen`, hasMode: true })
}

/** Failed and returned manual payments that another person than the caller reported. */
export function reportedResults(ctx: Context, scope: Scope): Promise<Sum[]> {
  const where = sql`report.state = 'waiting' and report.reported_by <> ${ctx.actor.userId}`
  return byPlace(ctx, scope, { table: sql`payout_report report`, as: 'report', where, amount: sql`report.amount_fen`, hasMode: true })
}

/** Refunds to decide, or approved ones to be paid by another person. */
export function refundsIn(ctx: Context, scope: Scope, state: 'applied' | 'approved'): Promise<Sum[]> {
  const where = sql`refund.state = ${state} and refund.applied_by <> ${ctx.actor.userId} and refund.decided_by is distinct from ${ctx.actor.userId}`
  return byPlace(ctx, scope, { table: sql`refund`, as: 'refund', where, amount: sql`refund.amount_fen`, hasMode: true })
}

export function proposedAdjustments(ctx: Context, scope: Scope): Promise<Sum[]> {
  const where = sql`adjustment.state = 'proposed' and adjustment.proposed_by <> ${ctx.actor.userId}`
  return byPlace(ctx, scope, { table: sql`balance_adjustment adjustment`, as: 'adjustment', where, amount: sql`abs(adjustment.amount_fen)`, hasMode: true })
}

/** Statements that wait for the unit's decision or the centre's answer. */
export function statementsIn(ctx: Context, scope: Scope, state: 'issued' | 'disputed'): Promise<Sum[]> {
  return byPlace(ctx, scope, { table: sql`balance_statement statement`, as: 'statement', where: sql`statement.state = ${state}`, hasMode: true })
}

/** Unit accounts below the unit's own limit or that of its terms. */
export function lowBalances(ctx: Context, scope: Scope): Promise<Sum[]> {
  const table = sql`app.unit_terms(${ctx.now}::timestamptz) terms join account on account.unit_id = terms.unit_id and account.centre_id = terms.centre_id and account.mode = terms.mode
      and account.kind = 'unit_available'
    left join balance_limit own on own.unit_id = terms.unit_id and own.centre_id = terms.centre_id and own.mode = terms.mode`
  const where = sql`terms.is_active and account.balance_fen < coalesce(own.limit_fen, terms.low_balance_fen)`
  return byPlace(ctx, scope, { table, as: 'terms', where, amount: sql`account.balance_fen`, hasMode: true })
}

/** Candidates waiting for the centre's review. */
export function openCandidates(ctx: Context, scope: Scope): Promise<Sum[]> {
  return byPlace(ctx, scope, { table: sql`candidate`, as: 'candidate', where: sql`candidate.state = 'open'` })
}

/** Undecided requests to let a unit pay a related person. */
export function openExceptions(ctx: Context, scope: Scope): Promise<Sum[]> {
  return byPlace(ctx, scope, { table: sql`relation_exception asked`, as: 'asked', where: sql`asked.state = 'pending'` })
}

/** Unsettled bank exceptions with their suspense amounts; the caller's own proposals are left out. */
export function bankExceptions(ctx: Context, scope: Scope, state: 'open' | 'proposed'): Promise<Sum[]> {
  const others = state === 'open' ? sql`true` : sql`exception.proposed_by <> ${ctx.actor.userId}`
  const where = sql`exception.state = ${state} and ${others}`
  return byPlace(ctx, scope, { table: sql`payout_exception exception`, as: 'exception', where, amount: sql`abs(exception.suspense_fen)` })
}

/** Reconciliation differences: to work on, proposed by others, or all unsettled ones. */
export function reconDifferences(ctx: Context, scope: Scope, which: 'open' | 'proposed' | 'unsettled'): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  const conditions = {
    open: sql`item.state in ('open', 'waiting')`,
    proposed: sql`item.state = 'proposed' and item.proposed_by <> ${ctx.actor.userId}`,
    unsettled: sql`item.state <> 'settled'`,
  }
  return byPlace(ctx, scope, { table: sql`recon_item item`, as: 'item', where: conditions[which], amount: sql`abs(item.ours_fen - item.theirs_fen)` })
}

/** Days without reconciliation files by 10:00 on the next day. */
export function reconFiles(ctx: Context, scope: Scope): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  const where = sql`kept.state = 'waiting' and (kept.day + 1)::timestamp at time zone 'Asia/Shanghai' + interval '10 hours' <= ${ctx.now}`
  return byPlace(ctx, scope, { table: sql`recon_day kept`, as: 'kept', where })
}

/** The caller's commission bills waiting for confirmation; staff get them at the place of the bill. */
export async function ownBills(ctx: Context): Promise<Sum[]> {
  const { partnerId, userId } = ctx.actor
  const own =
    partnerId === null ? sql`bill.party_type = 'staff' and bill.party_id = ${userId}` : sql`bill.party_type = 'partner' and bill.party_id = ${partnerId}`
  const result = await sql<Sum>`select bill.centre_id, bill.mode, count(*) as count, sum(bill.amount_fen)::bigint as amount from commission_bill bill
    where bill.state = 'generated' and ${own} group by bill.centre_id, bill.mode`.execute(ctx.db)
  return result.rows
}

/** Commission bills to answer or pay, or with entries by others to check. */
export function commissionBills(ctx: Context, scope: Scope, what: 'toPay' | 'toCheck'): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  const { userId } = ctx.actor
  const proposed = sql`exists (select from commission_adjustment waiting where waiting.bill_id = bill.id and waiting.state = 'proposed' and waiting.proposed_by <> ${userId})`
  const payable = sql`bill.prepared_by is null and (bill.state in ('disputed', 'invoiced') or (bill.state = 'confirmed' and bill.party_type = 'staff'))
    and (bill.party_type <> 'staff' or bill.party_id <> ${userId})`
  const where = what === 'toPay' ? payable : sql`((bill.state <> 'paid' and bill.prepared_by <> ${userId}) or ${proposed})`
  return byPlace(ctx, scope, { table: sql`commission_bill bill`, as: 'bill', where, amount: sql`bill.amount_fen`, hasMode: true })
}

/** Unpaid tax periods of past months, or those that others closed. */
export function taxPeriods(ctx: Context, scope: Scope, what: PeriodWait): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  const toDeclare = sql`((period.state in ('open', 'confirmed', 'declared', 'correcting') and period.month < ${monthOf(ctx.now)})
    or (period.state in ('declared', 'paid', 'certified', 'archived') and exists (select from tax_adjustment back where back.centre_id = period.centre_id
      and back.period = period.month and back.mode = 2 and back.kind = 'uncounted' and back.edition is null)))`
  const where =
    what === 'toDeclare'
      ? toDeclare
      : sql`((period.state = 'closed' and period.closed_by <> ${ctx.actor.userId})
      or exists (select from tax_entry entry where entry.declaration_id = period.id and ((entry.state = 'proposed' and entry.by_id <> ${ctx.actor.userId}) or (entry.state = 'reversing' and entry.reverse_by <> ${ctx.actor.userId}))))`
  return byPlace(ctx, scope, { table: sql`tax_declaration period`, as: 'period', where, hasMode: true })
}

/** Undeclared or unpaid filings of businesses for past periods. */
export function businessFilings(ctx: Context, scope: Scope, kind: FilingKind): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  const isDue = sql`filing.state = any(${[...dueFilingStates]}::text[]) and filing.period < ${runningPeriod(kind, dayOf(ctx.now))}`
  return byPlace(ctx, scope, { table: sql`business_filing filing`, as: 'filing', where: sql`filing.kind = ${kind} and ${isDue}`, hasMode: true })
}

/** Obligations of the caller's businesses that are overdue, or due within `nearDays`. */
export async function ownObligations(ctx: Context): Promise<Sum[]> {
  const today = dayOf(ctx.now)
  const result = await sql<{ count: number }>`select count(*) as count from entity_obligation where operator_id = ${ctx.actor.operatorId ?? 0}
    and kind <> 'serviceFee' and (state = 'overdue' or (state = 'open' and opens_on <= ${today}::date and due_on <= ${shiftDay(today, nearDays)}::date))`.execute(
    ctx.db,
  )
  return placeless(result.rows[0]?.count ?? 0)
}

const ofMode = (table: string, mode: Mode) => sql`${sql.ref(`${table}.mode`)} = ${mode}`

/** Past quarters whose newest edition the centre has not reported as a platform. */
export function openQuarters(ctx: Context, scope: Scope): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  const quarters = reportableQuarters(dayOf(ctx.now)).map((quarter) => ({ quarter, last: daysOf(quarter).to }))
  if (quarters.length === 0) return Promise.resolve([])
  const table = sql`(select centre.id as centre_id, quarter.quarter from centre
      cross join ${rowsFrom('quarter', { quarter: 'text', last: 'date' }, quarters)}
      left join lateral (select report.state from platform_report report where report.centre_id = centre.id and report.quarter = quarter.quarter
        order by report.edition desc limit 1) newest on true
    where centre.is_active and case when newest.state is null then (centre.created_at at time zone 'Asia/Shanghai')::date <= quarter.last else newest.state <> 'reported' end) waiting`
  return byPlace(ctx, scope, { table: sql`${table}`, as: 'waiting', where: sql`true` })
}

/** Invoice applications in these states. */
export function invoiceApplications(ctx: Context, scope: Scope, states: readonly string[], mode: Mode): Promise<Sum[]> {
  const where = sql`asked.state = any(${[...states]}::text[]) and ${ofMode('asked', mode)}`
  return byPlace(ctx, scope, { table: sql`invoice_application asked`, as: 'asked', where, amount: sql`asked.amount_fen`, hasMode: true })
}

/** Payments returned after invoicing, with the amount to reverse. */
export function redDue(ctx: Context, scope: Scope, mode: Mode): Promise<Sum[]> {
  const where = sql`kept.is_returned and kept.used_fen > 0 and ${ofMode('kept', mode)}`
  return byPlace(ctx, scope, { table: sql`invoice_use kept`, as: 'kept', where, amount: sql`kept.used_fen`, hasMode: true })
}

/** Unissued red-letter invoices with these states at the tax office. */
export function openReds(ctx: Context, scope: Scope, mode: Mode, codes: readonly RedCode[]): Promise<Sum[]> {
  const where = sql`not red.is_issued and red.code = any(${[...codes]}::text[]) and ${ofMode('red', mode)}`
  return byPlace(ctx, scope, { table: sql`red_letter red`, as: 'red', where, amount: sql`red.amount_fen`, hasMode: true })
}

/**
 * Invoice titles waiting for the centre, at each place of their unit; those who see all places get each title once.
 */
export async function pendingTitles(ctx: Context, scope: Scope): Promise<Sum[]> {
  const pending = sql`title.state = 'pending' and title.is_active`
  if (scope.all) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from invoice_title title where ${pending}`.execute(ctx.db)
    return placeless(rows[0]?.count ?? 0)
  }
  const table = sql`(select distinct title.id, place.centre_id, place.unit_id, place.mode from invoice_title title join unit_setting place on place.unit_id = title.unit_id
    where ${pending}) waiting`
  return byPlace(ctx, scope, { table, as: 'waiting', where: sql`true`, hasMode: true })
}

/** Claims in this state with their amounts. */
export function claims(ctx: Context, scope: Scope, state: 'pending' | 'confirmed'): Promise<Sum[]> {
  return byPlace(ctx, scope, { table: sql`collection claim`, as: 'claim', where: sql`claim.state = ${state}`, amount: sql`claim.amount_fen`, hasMode: true })
}

/** The caller's claims that a unit returned. */
export async function returnedClaims(ctx: Context): Promise<Sum[]> {
  const result = await sql<{ count: number }>`select count(*) as count from collection
    where operator_id = ${ctx.actor.operatorId ?? 0} and state = 'returned' and not is_entered`.execute(ctx.db)
  return placeless(result.rows[0]?.count ?? 0)
}

/** Payment objections for the unit to answer, or for the centre to decide: answered or overdue. */
export function openObjections(ctx: Context, scope: Scope, what: 'toAnswer' | 'toDecide'): Promise<Sum[]> {
  const late = sql`objection.state = 'open' and objection.due_on < ${dayOf(ctx.now)}::date`
  const where = what === 'toAnswer' ? sql`objection.state = 'open'` : sql`(objection.state = 'answered' or (${late}))`
  return byPlace(ctx, scope, { table: sql`payment_objection objection`, as: 'objection', where, hasMode: true })
}

/** Fee plans with an undecided version that others proposed; platform only. */
export async function proposedPlans(ctx: Context): Promise<Sum[]> {
  if (!ctx.scope.all) return []
  const result = await sql<{ count: number }>`select count(distinct plan_id) as count from fee_plan_version
    where state = 'pending' and proposed_by is distinct from ${ctx.actor.userId}`.execute(ctx.db)
  return placeless(result.rows[0]?.count ?? 0)
}

/** Undecided verifications with evidence from others. */
export function waitingVerifications(ctx: Context, scope: Scope): Promise<Sum[]> {
  const where = sql`hand.state = 'waiting' and hand.asked_by <> ${ctx.actor.userId}`
  return byPlace(ctx, scope, { table: sql`hand_verification hand`, as: 'hand', where })
}

/** Undecided identity disputes. */
export function openDisputes(ctx: Context, scope: Scope): Promise<Sum[]> {
  return byPlace(ctx, scope, { table: sql`identity_dispute dispute`, as: 'dispute', where: sql`dispute.state = 'open'` })
}

/** Operators' requests to close their accounts. */
export function openClosings(ctx: Context, scope: Scope): Promise<Sum[]> {
  if (scope.unitIds.length > 0) return Promise.resolve([])
  return byPlace(ctx, scope, { table: sql`account_closing closing`, as: 'closing', where: sql`closing.state = 'open'` })
}

/** Contracts that the caller, or the party the caller acts for, can sign now. */
export async function openSignatures(ctx: Context): Promise<Sum[]> {
  const { unitId, operatorId, partnerId } = ctx.actor
  const result = await sql<{ count: number }>`select count(*) as count from sign_task task join contract on contract.id = task.contract_id
    where task.state = 'open' and task.way = 'hand' and contract.sign_state = 'signing'
      and ((task.signer_type = 'unit' and task.signer_id = ${unitId ?? 0}) or (task.signer_type = 'operator' and task.signer_id = ${operatorId ?? 0})
        or (task.signer_type = 'partner' and task.signer_id = ${partnerId ?? 0}))`.execute(ctx.db)
  return placeless(result.rows[0]?.count ?? 0)
}

/** Paper contracts entered by others and not yet checked. */
export function uncheckedPaperContracts(ctx: Context, scope: Scope): Promise<Sum[]> {
  const where = sql`contract.source = 'paper' and contract.sign_state = 'draft' and contract.created_by <> ${ctx.actor.userId}`
  return byPlace(ctx, scope, { table: sql`contract`, as: 'contract', where, hasMode: true })
}

/** Delivered orders waiting for acceptance. */
export function deliveredOrders(ctx: Context, scope: Scope): Promise<Sum[]> {
  const where = sql`orders.state = 'delivered' and orders.paused_at is null`
  return byPlace(ctx, scope, { table: sql`service_order orders`, as: 'orders', where, hasMode: true })
}

/** Unit contracts in force without an order. */
export function contractsWithoutOrder(ctx: Context, scope: Scope): Promise<Sum[]> {
  const where = sql`contract.kind in ('unit_service', 'general_contract') and contract.sign_state = 'done' and ${dayOf(ctx.now)}::date between contract.valid_from and contract.valid_to
    and not exists (select from service_order orders where orders.contract_id = contract.id and orders.state <> 'cancelled')`
  return byPlace(ctx, scope, { table: sql`contract`, as: 'contract', where, hasMode: true })
}

/** Orders offered to an operator and not answered. */
export async function ordersOffered(ctx: Context): Promise<Sum[]> {
  const result = await sql<{ count: number }>`select count(*) as count from order_operator asked join service_order orders on orders.id = asked.order_id
    where asked.operator_id = ${ctx.actor.operatorId ?? 0} and asked.state = 'offered' and orders.state in ('published', 'accepted', 'doing') and orders.paused_at is null`.execute(
    ctx.db,
  )
  return placeless(result.rows[0]?.count ?? 0)
}

/** Active partners without an agreement in effect or being signed; platform only. */
export async function partnersWithoutAgreement(ctx: Context): Promise<Sum[]> {
  if (!ctx.scope.all) return []
  const result = await sql<{ count: number }>`select count(*) as count from partner
    where is_active and coalesce((select stand from app.partner_agreement(partner.id, ${dayOf(ctx.now)}::date)), 'none') not in ('current', 'signing')`.execute(
    ctx.db,
  )
  return placeless(result.rows[0]?.count ?? 0)
}

/** Applications of these kinds waiting for review, within the scope. */
export function waitingApplications(ctx: Context, scope: Scope, kinds: readonly ApplicationKind[]): Promise<Sum[]> {
  const where = sql`application.state = 'pending' and application.kind = any(${[...kinds]}::text[])`
  return byPlace(ctx, scope, { table: sql`application`, as: 'application', where })
}

/** Undecided appeals against a "registered already" refusal. */
export function openAppeals(ctx: Context, scope: Scope): Promise<Sum[]> {
  return byPlace(ctx, scope, { table: sql`registration_appeal appeal`, as: 'appeal', where: sql`appeal.state = 'open'` })
}

/**
 * Unit accounts waiting for the centre's review in any mode; a unit of several centres counts at the chosen one if it
 * is among them.
 */
export async function pendingAccounts(ctx: Context, scope: Scope): Promise<Sum[]> {
  const at =
    scope.centreIds.length === 0
      ? sql`(select null::bigint as centre_id where ${scope.all} or asked.unit_id = any(${[...scope.unitIds]}::bigint[])) at`
      : sql`(select setting.centre_id from unit_setting setting where setting.unit_id = asked.unit_id and setting.centre_id = any(${[...scope.centreIds]}::bigint[])
          order by setting.centre_id <> ${ctx.scope.centreId ?? 0}, setting.centre_id limit 1) at`
  const result = await sql<Sum>`select at.centre_id, null::smallint as mode, count(*) as count, 0 as amount
    from account_application asked cross join lateral ${at} where asked.state = 'pending' group by 1`.execute(ctx.db)
  return result.rows
}

/** 1 while all payouts are stopped, otherwise 0. */
export async function activeStops(ctx: Context): Promise<Sum[]> {
  const result = await sql<{ is_stopped: boolean }>`select app.all_payouts_stopped() as is_stopped`.execute(ctx.db)
  return placeless(result.rows[0]?.is_stopped ? 1 : 0)
}

/** Counts changes of guarded data proposed by others. */
export async function changesToDecide(ctx: Context): Promise<Sum[]> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from guarded_change where state = 'waiting' and proposed_by <> ${ctx.actor.userId}`.execute(ctx.db)
  return placeless(rows[0]?.count ?? 0)
}

/** The states in which a business waits for the centre's next step. */
export const underwayStates = ['editing', 'registering', 'bank', 'tax', 'cancelling'] as const

/** Returns businesses in progress, and late obligations of businesses, for the centre. */
export async function waitingBusinesses(ctx: Context, scope: Scope): Promise<{ underway: Sum[]; late: Sum[] }> {
  const own = scope.all ? sql`true` : scope.unitIds.length > 0 ? sql`false` : sql`centre_id = any(${[...scope.centreIds]}::bigint[])`
  const result = await sql<Sum & { is_late: boolean }>`
    select false as is_late, centre_id, null::smallint as mode, count(*) as count, 0 as amount from operator_entity
      where state = any(${[...underwayStates]}::text[]) and ${own} group by centre_id
    union all select true, centre_id, null, count(*), 0 from entity_obligation where state = 'overdue' and ${own} group by centre_id`.execute(ctx.db)
  return { underway: result.rows.filter((row) => !row.is_late), late: result.rows.filter((row) => row.is_late) }
}
