import { accountStatus } from '#/domain/base/codes.ts'
import type { BillParty, BillStep } from '#/domain/money/commission.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The books of a centre in one mode. */
export interface BillBooks {
  readonly centreId: number
  readonly mode: Mode
}

/** Returns the centres and modes with unbilled commission before this day. */
export async function dueBooks(ctx: Context, before: string): Promise<BillBooks[]> {
  const rows = await ctx.rows<Row<'commission_day', 'centre_id' | 'mode'>>`select distinct centre_id, mode from commission_day
    where bill_id is null and day < ${before}::date order by centre_id, mode`
  return rows.map((row) => ({ centreId: row.centre_id, mode: row.mode as Mode }))
}

/** The amount due to a party for a month, with its locked day rows. */
export interface DueRow extends Row<'commission_bill', 'party_type' | 'party_id' | 'unit_count' | 'base_fen' | 'accrued_fen' | 'reversed_fen' | 'carried_fen'> {
  party_type: BillParty
  day_ids: number[]
}

/**
 * Locks and returns the parties with a positive unbilled amount at this centre up to the month's end. A negative amount
 * moves to the next bill, as does commission booked after the party's bill of the month.
 */
export async function lockUnbilledParties(ctx: Context, { centreId, mode }: BillBooks, period: { from: string; before: string }): Promise<DueRow[]> {
  return ctx.rows<DueRow>`
    with open as materialized (select * from commission_day where bill_id is null and centre_id = ${centreId} and mode = ${mode} and day < ${period.before}::date
      order by id for no key update)
    select party_type, party_id, count(distinct unit_id)::int as unit_count, sum(base_fen)::bigint as base_fen, sum(accrued_fen)::bigint as accrued_fen,
      sum(reversed_fen)::bigint as reversed_fen, coalesce(sum(accrued_fen + reversed_fen) filter (where day < ${period.from}::date), 0)::bigint as carried_fen,
      array_agg(id) as day_ids
    from open
    where not exists (select from commission_bill bill where bill.centre_id = ${centreId} and bill.mode = ${mode} and bill.period = ${period.from}::date
      and bill.party_type = open.party_type and bill.party_id = open.party_id)
    group by party_type, party_id having sum(accrued_fen + reversed_fen) > 0 order by party_type, party_id`
}

export interface NewBill extends Row<'commission_bill', 'id' | 'no' | 'party_type' | 'party_id' | 'amount_fen'> {
  party_type: BillParty
}

/** Inserts the bills of a month at one centre and assigns their day rows. */
export async function addBills(
  ctx: Context,
  { centreId, mode }: BillBooks,
  from: string,
  rows: readonly (DueRow & { readonly no: string })[],
): Promise<NewBill[]> {
  const bills = rows.map(({ day_ids: _, ...row }) => row)
  const inserted = await ctx.rows<NewBill>`
    insert into commission_bill (no, centre_id, mode, party_type, party_id, period, unit_count, base_fen, accrued_fen, reversed_fen, carried_fen, amount_fen, created_at)
    select no, ${centreId}, ${mode}, party_type, party_id, ${from}::date, unit_count, base_fen, accrued_fen, reversed_fen, carried_fen, accrued_fen + reversed_fen, ${ctx.now}
    from json_to_recordset(${JSON.stringify(bills)}::json) as due(no text, party_type text, party_id bigint, unit_count integer, base_fen bigint, accrued_fen bigint,
      reversed_fen bigint, carried_fen bigint)
    returning id, no, party_type, party_id, amount_fen`
  const ids = new Map(inserted.map((bill) => [bill.no, bill.id]))
  const parts = rows.flatMap(({ no, day_ids }) => day_ids.map((day_id) => ({ day_id, bill_id: ids.get(no) })))
  await ctx.run`update commission_day set bill_id = part.bill_id from json_to_recordset(${JSON.stringify(parts)}::json) as part(day_id bigint, bill_id bigint)
    where commission_day.id = part.day_id`
  return inserted
}

/** Returns the active accounts of the payees of bills, for notifications. */
export async function accountsOf(ctx: Context, parties: readonly { party_type: BillParty; party_id: number }[]): Promise<Map<string, number[]>> {
  const rows = await ctx.widen(
    'own commission',
    () =>
      ctx.rows<Row<'app_user', 'id'> & { party: string }>`select app_user.id, party_type || ' ' || party_id as party
      from json_to_recordset(${JSON.stringify(parties)}::json) as party(party_type text, party_id bigint)
        join app_user on case party_type when 'partner' then app_user.partner_id else app_user.id end = party_id and app_user.status = ${accountStatus.active}
      order by app_user.id`,
  )
  const accounts = new Map<string, number[]>()
  for (const { id, party } of rows) accounts.set(party, [...(accounts.get(party) ?? []), id])
  return accounts
}

type Change = Partial<
  Pick<
    Row<'commission_bill'>,
    | 'state'
    | 'adjusted_fen'
    | 'amount_fen'
    | 'invoice_no'
    | 'invoice_file_id'
    | 'paid_on'
    | 'bank_serial'
    | 'slip_file_id'
    | 'prepared_by'
    | 'prepared_at'
    | 'paid_by'
    | 'paid_at'
  >
>

/** Updates a bill that the caller has locked. */
export async function changeBill(ctx: Context, id: number, change: Change): Promise<void> {
  await ctx.db
    .updateTable('commission_bill')
    .set((table) => ({ ...change, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export interface NewStep {
  readonly bill_id: number
  readonly centre_id: number
  readonly kind: BillStep
  readonly amount_fen?: number | null
  readonly reason?: string
}

/** Adds steps to the history of bills; `byId` is null for automatic steps. */
export async function addSteps(ctx: Context, steps: readonly NewStep[], byId: number | null): Promise<void> {
  if (steps.length === 0) return
  await ctx.db
    .insertInto('commission_step')
    .values(steps.map(({ amount_fen = null, reason = '', ...step }) => ({ ...step, amount_fen, reason, at: ctx.now, by_id: byId })))
    .execute()
}

export interface StepRow extends Row<'commission_step', 'kind' | 'at' | 'by_id' | 'amount_fen' | 'reason'> {
  kind: BillStep
  by_name: string | null
}

/** Returns the history of a bill. The caller has checked access. */
export async function stepsOf(ctx: Context, billId: number): Promise<StepRow[]> {
  return ctx.rows<StepRow>`select step.kind, step.at, step.by_id, step.amount_fen, step.reason, app_user.name as by_name
    from commission_step step left join app_user on app_user.id = step.by_id where step.bill_id = ${billId} order by step.id`
}

export interface ProposalRow extends Row<'commission_adjustment', 'id' | 'amount_fen' | 'reason' | 'proposed_by'> {
  by_name: string
}

/** Returns the pending adjustment of a bill. */
export async function proposalOf(ctx: Context, billId: number): Promise<ProposalRow | undefined> {
  return ctx.row<ProposalRow>`select waiting.id, waiting.amount_fen, waiting.reason, waiting.proposed_by, app_user.name as by_name
    from commission_adjustment waiting join app_user on app_user.id = waiting.proposed_by
    where waiting.bill_id = ${billId} and waiting.state = 'proposed'`
}

export async function addProposal(ctx: Context, of: { billId: number; centreId: number; amount: number; reason: string }): Promise<void> {
  await ctx.db
    .insertInto('commission_adjustment')
    .values({ bill_id: of.billId, centre_id: of.centreId, amount_fen: of.amount, reason: of.reason, proposed_by: ctx.actor.userId, proposed_at: ctx.now })
    .execute()
}

export async function decideProposal(ctx: Context, id: number, state: 'approved' | 'declined'): Promise<void> {
  await ctx.db.updateTable('commission_adjustment').set({ state, decided_by: ctx.actor.userId, decided_at: ctx.now }).where('id', '=', id).execute()
}

/** Returns the account that a partner gave for commission; the number is sealed. */
export async function accountOfPartner(
  ctx: Context,
  partnerId: number,
): Promise<Row<'partner', 'account_name' | 'account_bank' | 'account_no_sealed'> | undefined> {
  return ctx.widen('own commission', () =>
    ctx.db.selectFrom('partner').select(['account_name', 'account_bank', 'account_no_sealed']).where('id', '=', partnerId).executeTakeFirst(),
  )
}
