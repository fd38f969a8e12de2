import { sql } from 'kysely'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { dayOf } from '#/domain/base/period.ts'
import { accountFailureCodes } from '#/domain/money/line.ts'
import type { DebtFact } from '#/domain/money/line-check.ts'
import type { TaxResidence } from '#/domain/people/particulars.ts'
import { consentsOfPeople, latestBusinessContract } from '#/server/agreements/contracts/public.ts'
import { orderHeads, ordersWithContract, usedUnderContract } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { personMonthLimit } from '#/server/organisations/centres/public.ts'
import { operatorsInDispute } from '#/server/people/disputes/public.ts'
import { businessesWithCodes, operatingBusinesses } from '#/server/people/entities/public.ts'
import { cardsForUnit, operatorsWorkingWith } from '#/server/people/operators/public.ts'

// Loads the facts of a check in a fixed number of statements. The facts are read outside the caller's scope, because a
// person may be known through another unit. domain/money/line-check.ts decides what the caller may see.

export interface TermsRow
  extends Row<'centre', 'city_rate_ppm' | 'age_min' | 'age_max' | 'business_contracts_from' | 'refuses_owners'>,
    Row<'fee_plan_version', 'method' | 'is_progressive' | 'basis' | 'minimum_fen' | 'tiers'> {
  is_active: boolean
  contract_id: number | null
  sign_required: boolean
  tax_bearer: 'unit' | 'operator'
  fee_bearer: 'unit' | 'operator' | 'shared'
  fee_unit_share_ppm: number
  single_limit_fen: number
  day_limit_fen: number
  month_limit_fen: number
  evidence_limit_fen: number
  centre_single_fen: number
  centre_month_fen: number
  /** The limit of a person's monthly payments from all centres. */
  person_everywhere_fen: number | null
  method: 'fixed' | 'ladder'
  basis: 'gross' | 'net'
  tiers: { fromFen: number; toFen: number | null; ratePpm: number }[]
  plan_id: number
}

/** Returns the settings of unit × centre × mode with the centre's rules and the fee plan. */
export const termsOf = (ctx: Context, of: { unit_id: number; centre_id: number; mode: Mode }): Promise<TermsRow | undefined> => ctx.row<TermsRow>`
    select setting.is_active, setting.contract_id, setting.sign_required, setting.tax_bearer, setting.fee_bearer, setting.fee_unit_share_ppm,
      setting.single_limit_fen, setting.day_limit_fen, setting.month_limit_fen, setting.evidence_limit_fen, app.city_rate(centre, ${dayOf(ctx.now)}::date) as city_rate_ppm, centre.age_min, centre.age_max,
      centre.business_contracts_from, centre.refuses_owners,
      centre.single_limit_fen as centre_single_fen, centre.month_limit_fen as centre_month_fen,
      ${personMonthLimit} as person_everywhere_fen, plan.id as plan_id, plan.method, plan.is_progressive,
      plan.basis, plan.minimum_fen, plan.tiers
    from app.unit_terms(${ctx.now}::timestamptz) setting join centre on centre.id = setting.centre_id
      join app.fee_plans(${dayOf(ctx.now)}::date) plan on plan.id = setting.fee_plan_id
    where setting.unit_id = ${of.unit_id} and setting.centre_id = ${of.centre_id} and setting.mode = ${of.mode}`

/** Returns the category of service of a batch's order. */
export async function categoryOf(ctx: Context, batch: { readonly id: number }): Promise<string> {
  const rows = await ctx.rows<Row<'service_order', 'category'>>`select orders.category from payment_batch batch
    join ${orderHeads} orders on orders.id = batch.order_id where batch.id = ${batch.id}`
  return rows[0]?.category ?? ''
}

export interface PayeeRow
  extends Row<
    'operator',
    | 'id'
    | 'id_kind'
    | 'tax_residence'
    | 'id_number_sealed'
    | 'id_number_index'
    | 'name'
    | 'status'
    | 'status_reason'
    | 'is_identity_verified'
    | 'birth'
    | 'mobile_sealed'
    | 'mobile_index'
  > {
  id_kind: IdKind
  /** Last day of the ID document; 'infinity' if it never expires, null if unknown. */
  paper_to: string | null
  tax_residence: TaxResidence | null
  is_linked: boolean
  dispute: 'open' | 'ended' | null
  own_business: string | null
  /** Last day of the best agreement; 'infinity' if it never ends, null if there is none. */
  agreement_to: string | null
  has_tax_consent: boolean
}

/** Returns the people with these ID number indexes, still sealed. */
export async function payees(ctx: Context, of: { unitId: number; centreId: number; today: string }, indexes: readonly string[]): Promise<PayeeRow[]> {
  // Reads the people once and joins ties and consents as sets. Per-person lookups take three times as long.
  return ctx.rows<PayeeRow>`
    with person as materialized (
      select id, id_kind, id_number_sealed, id_number_index, name, status, status_reason, is_identity_verified, birth, valid_to::text as paper_to, tax_residence,
        mobile_sealed, mobile_index
      from operator where id_number_index = any(${[...indexes]}::text[])),
    paper as ${consentsOfPeople(sql`select id from person`, of.centreId, of.today)},
    blocked as (${operatorsInDispute(of.unitId, sql`(select id from person)`)}),
    owned as (select operator_id, min(name) as name from ${operatingBusinesses} business where operator_id in (select id from person) group by operator_id)
    select person.*, link.operator_id is not null as is_linked, blocked.state as dispute, paper.agreement_to, coalesce(paper.has_tax_consent, false) as has_tax_consent, owned.name as own_business
    from person left join paper on paper.operator_id = person.id
      left join ${operatorsWorkingWith([of.unitId])} link on link.operator_id = person.id
      left join blocked on blocked.operator_id = person.id left join owned on owned.operator_id = person.id`
}

export interface CardRow extends Row<'operator_card', 'operator_id' | 'card_no_index' | 'bank_name' | 'is_verified' | 'verified_at'> {
  card_no: string
  /** Whether this is the default card. False if the unit may not know that. */
  is_default: boolean
}

/** Returns the cards of these people that the unit may use. */
export async function cardsOf(ctx: Context, unitId: number, operatorIds: readonly number[]): Promise<CardRow[]> {
  const rows = await ctx.rows<Omit<CardRow, 'card_no'> & { card_no_sealed: string }>`select * from ${cardsForUnit(unitId, operatorIds)} card`
  const sealing = cachedVaultOf(ctx)
  return rows.map(({ card_no_sealed: sealed, ...row }) => ({ ...row, card_no: sealing.open('card_no', sealed, row.card_no_index) }))
}

/**
 * Returns lines whose debt another line paid or is paying, with the other line's batch. A line with an open exception
 * counts, because the bank may have paid it.
 */
export async function debtsElsewhere(ctx: Context, batch: { id: number; month: string }): Promise<(Row<'payment_line', 'seq'> & DebtFact)[]> {
  // The function that finds a debt plans its reads at every call, and most batches repeat nothing.
  const repeated = await ctx.rows<Row<'payment_line', 'id'>>`select id from payment_line
    where month = ${batch.month} and batch_id = ${batch.id} and first_line_id is not null order by id`
  if (repeated.length === 0) return []
  const ids = repeated.map(({ id }) => id)
  return ctx.rows<Row<'payment_line', 'seq'> & DebtFact>`
    with other as (
      select own.seq, batch.no, case when line.state = 'success' then 1 when line.state in ('queued', 'sent', 'processing', 'held', 'unknown') then 2
        when app.has_exception(line.id) then 3 end as rank
      from app.lines_of_debts(array_fill(${batch.month}::date, array[${ids.length}::int]), ${ids}::bigint[]) line
        join payment_line own on own.month = ${batch.month} and own.id = line.asked_id and own.id <> line.id join payment_batch batch on batch.id = line.batch_id)
    select distinct on (seq) seq, (array['paid', 'underWay', 'doubtful'])[rank] as problem, no as batch from other where rank is not null order by seq, rank`
}

export interface EntityRow extends Row<'operator_entity', 'id' | 'operator_id' | 'name' | 'credit_code' | 'state'> {
  credit_code: string
  levy_rate_ppm: number
  contract_until: string | null
  contract_cap: number | null
  contract_used: number
}

/** Returns the registered businesses of these credit codes, with today's rates and their contracts with the unit. */
export async function entities(
  ctx: Context,
  creditCodes: readonly string[],
  at: { today: string; batchId: number; unitId: number; centreId: number },
): Promise<EntityRow[]> {
  const signedContract = latestBusinessContract({ entity: sql`entity.id`, unitId: at.unitId, centreId: at.centreId, day: at.today })
  return ctx.rows<EntityRow>`select entity.id, entity.operator_id, entity.name, entity.credit_code, entity.state,
      app.levy_rate(entity.id, ${at.today}::date) as levy_rate_ppm, app.business_contract_until(${at.unitId}, ${at.centreId}, entity.id, ${at.today}::date) as contract_until,
      signed.amount_cap_fen as contract_cap,
      case when signed.amount_cap_fen is null then 0 else app.business_contract_used(signed.id, ${at.batchId}) end as contract_used
    from ${businessesWithCodes(creditCodes)} entity left join lateral ${signedContract} signed on true`
}

/** Counts the unit's payments of each amount to these people since `since`. */
export async function recentAmounts(
  ctx: Context,
  of: { unitId: number; since: Date; sinceMonth: string },
  operatorIds: readonly number[],
): Promise<{ operator_id: number; gross_fen: number; times: number }[]> {
  return ctx.rows<Row<'payment_line', 'operator_id' | 'gross_fen'> & { operator_id: number; times: number }>`
    select operator_id, gross_fen, count(*) as times from payment_line
    where operator_id = any(${[...operatorIds]}::bigint[]) and finished_at >= ${of.since} and month >= ${of.sinceMonth}::date and unit_id = ${of.unitId}
      and state = 'success' group by operator_id, gross_fen`
}

export interface RefusedCardRow extends Row<'payment_line', 'operator_id' | 'card_no_index' | 'fail_code' | 'fail_reason'> {
  operator_id: number
  fail_code: string
  batch_no: string
  at: Date
}

/** Returns the cards to which this unit's last payment at this centre failed or was returned because of the account. */
export async function refusedCards(
  ctx: Context,
  of: { unitId: number; centreId: number; sinceMonth: string },
  operatorIds: readonly number[],
): Promise<RefusedCardRow[]> {
  return ctx.rows<RefusedCardRow>`
    select distinct on (refused.operator_id, refused.card_no_index) refused.operator_id, refused.card_no_index, refused.fail_code, refused.fail_reason,
      batch.no as batch_no, coalesce(refused.returned_at, refused.finished_at) as at
    from payment_line refused join payment_batch batch on batch.id = refused.batch_id
    where refused.unit_id = ${of.unitId} and refused.operator_id = any(${[...operatorIds]}::bigint[]) and refused.month >= ${of.sinceMonth}::date
      and refused.centre_id = ${of.centreId} and refused.state in ('failed', 'returned') and refused.fail_code in (${sql.join(accountFailureCodes.map(sql.lit))})
      and not exists (select from payment_line later where later.operator_id = refused.operator_id and later.card_no_index = refused.card_no_index
        and later.unit_id = refused.unit_id and later.state = 'success' and later.finished_at > coalesce(refused.returned_at, refused.finished_at)
        and later.month >= ${of.sinceMonth}::date)
    order by refused.operator_id, refused.card_no_index, coalesce(refused.returned_at, refused.finished_at) desc`
}

export interface ReservedOrPaidBatch extends Row<'payment_batch', 'id' | 'month' | 'gross_fen' | 'net_fen'> {
  at: Date
  /** Whether lines failed or were returned, so that the sums must be added line by line. */
  has_failed: boolean
  is_paid: boolean
}

/** Returns other batches of this unit × centre × mode that were paid or reserved since `since`. */
export async function reservedOrPaidBatches(
  ctx: Context,
  of: { id: number; unit_id: number; centre_id: number; mode: Mode },
  since: Date,
): Promise<ReservedOrPaidBatch[]> {
  return ctx.rows<ReservedOrPaidBatch>`
    select id, month, coalesce(paid_at, audited_at, submitted_at) as at, gross_fen, net_fen, failed_count + returned_count > 0 as has_failed,
      paid_at is not null as is_paid
    from payment_batch where unit_id = ${of.unit_id} and centre_id = ${of.centre_id} and mode = ${of.mode} and id <> ${of.id}
      and (state in ('payable', 'paying', 'paid', 'partial', 'failed', 'closed') or is_frozen)
      and coalesce(paid_at, audited_at, submitted_at) >= ${since}`
}

/** Sums the failed, cancelled and returned lines of these batches. */
export async function releasedSums(
  ctx: Context,
  batches: readonly { id: number; month: string }[],
): Promise<{ batch_id: number; gross: number; net: number }[]> {
  const months = [...new Set(batches.map((batch) => batch.month))]
  return ctx.rows<Row<'payment_line', 'batch_id'> & { gross: number; net: number }>`
    select batch_id, sum(gross_fen)::bigint as gross, sum(net_fen)::bigint as net from payment_line
    where month = any(${months}::date[]) and batch_id = any(${batches.map((batch) => batch.id)}::bigint[])
      and state in ('failed', 'cancelled', 'returned') group by batch_id`
}

export interface ContractChainRow extends Row<'contract', 'sign_state' | 'amount_cap_fen'> {
  order_from: string
  order_to: string
  order_state: string
  order_paused: boolean
  order_budget: number
  order_used: number
  contract_id: number
  contract_from: string
  contract_to: string
  contract_used: number
  evidence_count: number
}

/**
 * Returns the contract chain and evidence of a batch, and the amounts that other batches paid or reserved under its
 * contract.
 */
export async function contractChainOf(ctx: Context, batch: { id: number; order_id: number }): Promise<ContractChainRow | undefined> {
  return ctx.row<ContractChainRow>`
    select orders.valid_from as order_from, orders.valid_to as order_to, orders.state as order_state, orders.paused_at is not null as order_paused,
      orders.budget_fen as order_budget, (select used.settled + used.underway from app.order_use(orders.id, ${batch.id}) used) as order_used, orders.contract_id,
      orders.contract_from, orders.contract_to, orders.sign_state, orders.amount_cap_fen,
      case when orders.amount_cap_fen is null then 0 else ${usedUnderContract(sql`orders.contract_id`, batch.id)} end as contract_used,
      (select count(*) from evidence where evidence.batch_id = ${batch.id}) as evidence_count
    from ${ordersWithContract} orders where orders.id = ${batch.order_id}`
}

/** Returns other batches and orders with the same document or a nearly identical picture (W404). */
export async function numbersWithSameEvidence(ctx: Context, batchId: number): Promise<string[]> {
  const rows = await ctx.rows<Row<'payment_batch', 'no'>>`
    select distinct batch.no from evidence mine cross join lateral app.same_papers(mine) same join evidence other on other.id = same.evidence_id
      join payment_batch batch on batch.id = other.batch_id and batch.state <> 'cancelled'
    where mine.batch_id = ${batchId}
    union
    select orders.no from evidence mine cross join lateral app.order_papers_like(mine.centre_id, mine.sha256, mine.fingerprint) same(order_id)
      join ${orderHeads} orders on orders.id = same.order_id
    where mine.batch_id = ${batchId} and orders.id <> mine.order_id order by no`
  return rows.map((row) => row.no)
}
