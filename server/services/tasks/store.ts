import { sql } from 'kysely'
import { type Fen, fen } from '#/domain/money.ts'
import { manualKinds } from '#/domain/payout-channel.ts'
import { dayOf } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

/** The caller's own tasks, newest first; the last fifty, or the one asked for. */
export async function tasksOf(ctx: Context, id?: number) {
  let query = ctx.db.selectFrom('task').selectAll().where('user_id', '=', ctx.actor.userId).orderBy('id', 'desc').limit(50)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}

export interface WaitingRow {
  kind: 'fix' | 'check' | 'audit' | 'topup' | 'pay' | 'byHand' | 'failed' | 'returned'
  count: number
  amount: number
}

/** Batches of the caller's scope that wait, by what they wait for; one with failed and returned lines waits for both, until another batch sends them again. */
export async function waitingBatches(ctx: Context): Promise<WaitingRow[]> {
  const result = await sql<WaitingRow>`
    select reason.kind, count(*) as count, sum(batch.cost_fen)::bigint as amount
    from payment_batch batch cross join lateral (values
        ('fix', batch.state = 'fixing'), ('check', batch.state = 'checking'), ('audit', batch.state = 'auditing' and not batch.is_insufficient),
        ('topup', batch.state = 'auditing' and batch.is_insufficient), ('pay', batch.state = 'payable'),
        ('byHand', batch.state = 'paying' and batch.channel_id in (select id from channel where kind = any(${manualKinds}::text[]))),
        ('failed', batch.state in ('partial', 'failed') and batch.failed_count > batch.failed_resent_count),
        ('returned', batch.state in ('partial', 'failed') and batch.returned_count > batch.returned_resent_count)
      ) as reason(kind, holds)
    where reason.holds and batch.state in ('fixing', 'checking', 'auditing', 'payable', 'paying', 'partial', 'failed') and ${inScope(ctx.scope, 'batch', { mode: true })}
    group by reason.kind`.execute(ctx.db)
  return result.rows
}

export interface Sum {
  count: number
  amount: number
}

/** Applications for top-ups that the centre has not decided. */
export async function openTopups(ctx: Context): Promise<Sum> {
  const result = await sql<Sum>`select count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount from topup
    where state in ('submitted', 'matched') and ${inScope(ctx.scope, 'topup', { mode: true })}`.execute(ctx.db)
  return result.rows[0] ?? { count: 0, amount: 0 }
}

/** The bank's credits that nobody claimed. */
export async function unclaimedCredits(ctx: Context): Promise<Sum> {
  const result = await sql<Sum>`select count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount from bank_credit credit
    where state = 'unclaimed' and ${inScope(ctx.scope, 'credit', { mode: true })}`.execute(ctx.db)
  return result.rows[0] ?? { count: 0, amount: 0 }
}

/** People who wait for the centre's review. */
export async function openCandidates(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from candidate where state = 'open' and ${inScope(ctx.scope, 'candidate')}`.execute(
    ctx.db,
  )
  return result.rows[0]?.count ?? 0
}

/** Requests to let a unit pay somebody of its own that nobody has decided. */
export async function openExceptions(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from relation_exception asked
    where asked.state = 'pending' and ${inScope(ctx.scope, 'asked')}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** What banks did that nobody has settled, with the money on the suspense account for it, whichever way it moved; proposals of the caller wait for others. */
export async function bankExceptions(ctx: Context, state: 'open' | 'proposed'): Promise<{ count: number; amount: Fen }> {
  const others = state === 'open' ? sql`true` : sql`exception.proposed_by <> ${ctx.actor.userId}`
  const result = await sql<{ count: number; amount: number }>`select count(*) as count, coalesce(sum(abs(suspense_fen)), 0)::bigint as amount
    from payout_exception exception where exception.state = ${state} and ${others} and ${inScope(ctx.scope, 'exception')}`.execute(ctx.db)
  const [row] = result.rows
  return { count: row?.count ?? 0, amount: fen(row?.amount ?? 0) }
}

/** Objections against the use of an identity that nobody has decided. */
export async function openDisputes(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from identity_dispute dispute
    where dispute.state = 'open' and ${inScope(ctx.scope, 'dispute')}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Papers that the caller, or whom the caller acts for, signs now. */
export async function openSignatures(ctx: Context): Promise<number> {
  const { unitId, operatorId, partnerId } = ctx.actor
  const result = await sql<{ count: number }>`select count(*) as count from sign_task task join contract on contract.id = task.contract_id
    where task.state = 'open' and task.way = 'hand' and contract.sign_state = 'signing'
      and ((task.signer_type = 'unit' and task.signer_id = ${unitId ?? 0}) or (task.signer_type = 'operator' and task.signer_id = ${operatorId ?? 0})
        or (task.signer_type = 'partner' and task.signer_id = ${partnerId ?? 0}))`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Paper contracts that somebody else entered and nobody has compared yet. */
export async function uncheckedPaperContracts(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from contract where source = 'paper' and sign_state = 'draft'
    and created_by <> ${ctx.actor.userId} and ${inScope(ctx.scope, 'contract', { mode: true })}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Partners at work that may bring nobody until somebody sends them an agreement; the platform keeps partners. */
export async function partnersWithoutAgreement(ctx: Context): Promise<number> {
  if (!ctx.scope.all) return 0
  const result = await sql<{ count: number }>`select count(*) as count from partner
    where is_active and coalesce((select stand from app.partner_agreement(partner.id, ${dayOf(ctx.now)}::date)), 'none') not in ('current', 'signing')`.execute(
    ctx.db,
  )
  return result.rows[0]?.count ?? 0
}

/** Applications that wait for the centre's review, or anybody's for the platform. */
export async function waitingApplications(ctx: Context): Promise<number> {
  const result = await sql<{
    count: number
  }>`select count(*) as count from application where state = 'pending' and ${inScope(ctx.scope, 'application')}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Appeals against "registered already" that wait for a decision. */
export async function openAppeals(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from registration_appeal appeal
    where appeal.state = 'open' and ${inScope(ctx.scope, 'appeal')}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Accounts of units that wait for the centre's review: those of units that work with it, whatever the mode. */
export async function pendingAccounts(ctx: Context): Promise<number> {
  const own = ctx.scope.all
    ? sql`true`
    : ctx.scope.centreIds.length > 0
      ? sql`exists (select from unit_setting setting where setting.unit_id = asked.unit_id and setting.centre_id = any(${[...ctx.scope.centreIds]}::bigint[]))`
      : sql`asked.unit_id = any(${[...ctx.scope.unitIds]}::bigint[])`
  const result = await sql<{ count: number }>`select count(*) as count from account_application asked where asked.state = 'pending' and ${own}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** 1 while all payouts are stopped, else 0. */
export async function activeStops(ctx: Context): Promise<number> {
  const result = await sql<{ is_stopped: boolean }>`select app.all_payouts_stopped() as is_stopped`.execute(ctx.db)
  return result.rows[0]?.is_stopped ? 1 : 0
}

/** The states in which a business waits for the centre's next step. */
export const underwayStates = ['editing', 'registering', 'bank', 'tax', 'cancelling'] as const

/** How many businesses are on their way, and how much of what businesses owe is late. */
export async function waitingBusinesses({ db, scope }: Context): Promise<{ underway: number; late: number }> {
  const own = scope.all ? sql`true` : scope.unitIds.length > 0 ? sql`false` : sql`centre_id = any(${[...scope.centreIds]}::bigint[])`
  const result = await sql<{ underway: number; late: number }>`select
    (select count(*) from operator_entity where state = any(${[...underwayStates]}::text[]) and ${own}) as underway,
    (select count(*) from entity_obligation where state = 'overdue' and ${own}) as late`.execute(db)
  return result.rows[0] ?? { underway: 0, late: 0 }
}
