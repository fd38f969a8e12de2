import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageRows, placesInScope, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isReturnForCaller, type TransferReturnJson, transferReturnsOf } from '#/server/money/ledger/public.ts'

export type RefundState = 'applied' | 'approved' | 'rejected' | 'withdrawn' | 'paid' | 'failing' | 'failed' | 'returned'

export interface RefundRow extends Row<'refund'> {
  mode: Mode
  state: RefundState
  unit_name: string
  centre_name: string
  applicant: string
  decider: string | null
  payer: string | null
  confirmer: string | null
  paid_text: string | null
  /** Returns of the payment by the bank that were not declined, oldest first. */
  bank_returns: TransferReturnJson[]
}

export type RefundFilter = FilterOf<Modules['prepayments']['refunds']>

/** A unit's account at a centre in one mode. */
export interface UnitFunds {
  readonly unitId: number
  readonly centreId: number
  readonly mode: Mode
}

export interface RefundOrigin {
  name: string
  account: string
  left_fen: number
}

/**
 * Returns the payer accounts of a unit's confirmed top-ups, from bank records, with the amount not yet refunded or
 * being refunded.
 */
export const refundOriginsOf = (ctx: Context, { unitId, centreId, mode }: UnitFunds): Promise<RefundOrigin[]> => ctx.rows<RefundOrigin>`
    select came.name, came.account, (came.fen - coalesce(went.fen, 0))::bigint as left_fen
    from (select (array_agg(credit.payer_name order by credit.credited_at desc))[1] as name, credit.payer_account as account, sum(topup.amount_fen) as fen
        from topup join bank_credit credit on credit.id = topup.bank_credit_id
        where topup.unit_id = ${unitId} and topup.centre_id = ${centreId} and topup.mode = ${mode} and topup.state = 'confirmed' group by credit.payer_account) came
      left join (select payee_account, sum(amount_fen) as fen from refund
        where unit_id = ${unitId} and centre_id = ${centreId} and mode = ${mode} and state in ('applied', 'approved', 'failing', 'paid') group by payee_account) went
        on went.payee_account = came.account
    order by left_fen desc, came.account`

/** Whether a refund is in this state and the caller may take its next step: neither its applicant nor the person of the last step may. */
export function canTakeNextStep(ctx: Context, state: 'applied' | 'approved' | 'failing'): RawBuilder<SqlBool> {
  const lastActor = { applied: sql`refund.applied_by`, approved: sql`refund.decided_by`, failing: sql`refund.paid_by` }[state]
  return sql<SqlBool>`(refund.state = ${state} and refund.applied_by <> ${ctx.actor.userId} and ${lastActor} <> ${ctx.actor.userId})`
}

/** Whether the return of a paid refund by the bank waits for a confirmation that the caller may give. */
export const canConfirmReturn = (ctx: Context): RawBuilder<SqlBool> =>
  sql<SqlBool>`(refund.state = 'paid' and ${isReturnForCaller(ctx, 'refund', sql`refund.id`)})`

function listing(ctx: Context, filter: RefundFilter): Listing {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'refund', { mode: true })]
  if (filter.states?.length) parts.push(sql<SqlBool>`refund.state = any(${[...filter.states]}::text[])`)
  if (filter.unitId) parts.push(sql<SqlBool>`refund.unit_id = ${filter.unitId}`)
  if (filter.isForMe) {
    const checkableStates = ctx.actor.may('refund:check') ? (['applied', 'failing'] as const) : []
    const payableStates = ctx.actor.may('refund:pay') ? (['approved'] as const) : []
    const steps = [...checkableStates, ...payableStates].map((state) => canTakeNextStep(ctx, state))
    if (ctx.actor.may('refund:check')) steps.push(canConfirmReturn(ctx))
    parts.push(sql<SqlBool>`(${sql.join([sql<SqlBool>`false`, ...steps], sql` or `)})`)
  }
  if (filter.keyword) {
    const pattern = containsPattern(filter.keyword)
    parts.push(sql<SqlBool>`(refund.no ilike ${pattern} or refund.bank_serial = ${filter.keyword} or refund.payee_name ilike ${pattern})`)
  }
  return {
    table: sql`refund`,
    where: allOf(parts),
    id: sql`refund.id`,
    places: filter.unitId ? null : placesInScope(ctx, 'refund', { mode: true, unit: true }),
  }
}

const selectRefunds = (
  ctx: Context,
) => sql`select refund.*, ${transferReturnsOf(ctx, 'refund', sql`refund.id`)} as bank_returns, refund.paid_on::text as paid_text, unit.name as unit_name, centre.name as centre_name, applicant.name as applicant, decider.name as decider,
    payer.name as payer, confirmer.name as confirmer
  from refund join unit on unit.id = refund.unit_id join centre on centre.id = refund.centre_id join app_user applicant on applicant.id = refund.applied_by
    left join app_user decider on decider.id = refund.decided_by left join app_user payer on payer.id = refund.paid_by
    left join app_user confirmer on confirmer.id = refund.confirmed_by`

/** Returns a page of refunds, newest first. */
export function list(ctx: Context, filter: RefundFilter, page: PageRequest): Promise<{ rows: RefundRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<RefundRow>`${selectRefunds(ctx)}`)
}

export function totals(ctx: Context, filter: RefundFilter, isWhole: boolean): Promise<{ count: number; sums: { amount: number } | null }> {
  return totalsOf(ctx, listing(ctx, filter), { columns: sql`amount_fen`, sums: sql`coalesce(sum(amount_fen), 0)::bigint as amount`, isWhole })
}

/** Returns a refund in the caller's scope. */
export const find = (ctx: Context, id: number): Promise<RefundRow | undefined> =>
  ctx.row<RefundRow>`${selectRefunds(ctx)} where refund.id = ${id} and ${inScope(ctx.scope, 'refund', { mode: true })}`

/** Locks and returns a refund in the caller's scope. */
export async function lock(ctx: Context, id: number): Promise<RefundRow | undefined> {
  await ctx.run`select id from refund where id = ${id} and ${inScope(ctx.scope, 'refund', { mode: true })} for no key update`
  return find(ctx, id)
}

export async function insert(ctx: Context, of: UnitFunds & { no: string; amount: number; name: string; account: string; reason: string }): Promise<number> {
  const result = await ctx.db
    .insertInto('refund')
    .values({
      no: of.no,
      centre_id: of.centreId,
      unit_id: of.unitId,
      mode: of.mode,
      amount_fen: of.amount,
      payee_name: of.name,
      payee_account: of.account,
      reason: of.reason,
      applied_by: ctx.actor.userId,
      applied_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return result.id
}

export type RefundChange = Partial<
  Pick<
    Row<'refund'>,
    'answer' | 'decided_by' | 'decided_at' | 'paid_on' | 'bank_serial' | 'slip_file_id' | 'paid_by' | 'paid_at' | 'confirmed_by' | 'confirmed_at'
  >
> & { readonly state: RefundState }

/** Updates a refund. The caller has locked its row. */
export async function updateRefund(ctx: Context, id: number, change: RefundChange): Promise<void> {
  await ctx.db
    .updateTable('refund')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
