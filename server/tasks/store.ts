import { type Expression, type SqlBool, sql } from 'kysely'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

/** The caller's own tasks, newest first; the last fifty, or the one asked for. */
export async function tasksOf(ctx: Context, id?: number) {
  let query = ctx.db.selectFrom('task').selectAll().where('user_id', '=', ctx.actor.userId).orderBy('id', 'desc').limit(50)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}

export interface WaitingRow {
  kind: 'fix' | 'check' | 'audit' | 'topup' | 'pay' | 'failed' | 'returned'
  count: number
  amount: number
}

/** Batches of the caller's scope that wait, by what they wait for; one with failed and returned lines waits for both. */
export async function waitingBatches(ctx: Context): Promise<WaitingRow[]> {
  const result = await sql<WaitingRow>`
    select reason.kind, count(*) as count, sum(batch.cost_fen)::bigint as amount
    from payment_batch batch cross join lateral (values
        ('fix', batch.state = 'fixing'), ('check', batch.state = 'checking'), ('audit', batch.state = 'auditing' and not batch.is_insufficient),
        ('topup', batch.state = 'auditing' and batch.is_insufficient), ('pay', batch.state = 'payable'),
        ('failed', batch.state in ('partial', 'failed') and batch.failed_count > 0), ('returned', batch.state in ('partial', 'failed') and batch.returned_count > 0)
      ) as reason(kind, holds)
    where reason.holds and batch.state in ('fixing', 'checking', 'auditing', 'payable', 'partial', 'failed') and ${inScope(ctx.scope, 'batch', { mode: true })}
    group by reason.kind`.execute(ctx.db)
  return result.rows
}

/** Top-ups that wait for the centre. */
export async function waitingTopups(ctx: Context): Promise<{ count: number; amount: number }> {
  const result = await sql<{ count: number; amount: number }>`select count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount from topup
    where state in ('submitted', 'matched') and ${inScope(ctx.scope, 'topup', { mode: true })}`.execute(ctx.db)
  return result.rows[0] ?? { count: 0, amount: 0 }
}

/** People who wait for the centre's review. */
export async function waitingCandidates(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from candidate where state = 'open' and ${inScope(ctx.scope, 'candidate')}`.execute(
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

/** What units may spend and what is set aside, in the caller's scope. */
export async function balances(ctx: Context): Promise<{ available: number; frozen: number }> {
  const result = await sql<{ available: number; frozen: number }>`
    select coalesce(sum(balance_fen) filter (where kind = 'unit_available'), 0)::bigint as available, coalesce(sum(balance_fen) filter (where kind = 'unit_frozen'), 0)::bigint as frozen
    from account where unit_id is not null and ${inScope(ctx.scope, 'account', { mode: true })}`.execute(ctx.db)
  return result.rows[0] ?? { available: 0, frozen: 0 }
}

function lineScope(ctx: Context): Expression<SqlBool> {
  return ctx.scope.operatorId === null ? inScope(ctx.scope, 'line', { mode: true }) : sql<SqlBool>`line.operator_id = ${ctx.scope.operatorId}`
}

export interface MonthRow {
  month: string
  paid: number
  payees: number
  tax: number
}

const startOf = (month: string) => `${monthStart(month)}T00:00:00+08:00`

/** Counts months by the day the money arrived: what was paid, to how many people, with how much tax. People first, so that nobody is counted twice. */
async function countMonths(ctx: Context, from: string, to: string): Promise<MonthRow[]> {
  const result = await sql<MonthRow>`
    select to_char(month, 'YYYY-MM') as month, sum(paid)::bigint as paid, count(operator_id) as payees, sum(tax)::bigint as tax from (
      select date_trunc('month', line.finished_at at time zone 'Asia/Shanghai') as month, line.operator_id, sum(line.net_fen) as paid,
        sum(line.vat_fen + line.surcharge_fen + line.iit_fen) as tax
      from payment_line line where line.state = 'success' and line.finished_at >= ${startOf(from)}::timestamptz and line.finished_at < ${startOf(shiftMonth(to, 1))}::timestamptz
        and ${lineScope(ctx)} group by 1, 2) person
    group by person.month`.execute(ctx.db)
  return result.rows
}

async function keptMonths(ctx: Context, mode: number, from: string): Promise<MonthRow[]> {
  const result = await sql<MonthRow>`select month, paid_fen as paid, payees, tax_fen as tax from paid_month
    where viewer = (select app.viewer()) and mode = ${mode} and month >= ${from}`.execute(ctx.db)
  return result.rows
}

/** Counts the months between that were not counted before, and keeps them. */
async function countPast(ctx: Context, mode: number, missing: readonly string[]): Promise<MonthRow[]> {
  const [from, to] = [missing[0], missing.at(-1)]
  if (from === undefined || to === undefined) return []
  await sql`select app.lock_paid_months()`.execute(ctx.db)
  const counted = new Map((await countMonths(ctx, from, to)).map((row) => [row.month, row]))
  const rows = missing.map((month) => counted.get(month) ?? { month, paid: 0, payees: 0, tax: 0 })
  await sql`insert into paid_month (mode, month, paid_fen, payees, tax_fen) select ${mode}::smallint, month, paid, payees, tax
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh(month text, paid bigint, payees integer, tax bigint) on conflict do nothing`.execute(
    ctx.db,
  )
  return rows
}

/**
 * The last twelve months, oldest first. Months that ended more than a day ago are counted once per viewer and kept until money of theirs comes back; an operator
 * has few lines, which are always counted.
 */
export async function months(ctx: Context): Promise<MonthRow[]> {
  const thisMonth = monthOf(ctx.now)
  const all = Array.from({ length: 12 }, (_, index) => shiftMonth(thisMonth, index - 11))
  const first = all[0] ?? thisMonth
  if (ctx.scope.operatorId !== null) {
    const own = new Map((await ctx.widen('own payments', () => countMonths(ctx, first, thisMonth))).map((row) => [row.month, row]))
    return all.map((month) => own.get(month) ?? { month, paid: 0, payees: 0, tax: 0 })
  }
  // A transaction that began before midnight may still write into the month that just ended.
  const isOver = (month: string) => shiftDay(monthStart(shiftMonth(month, 1)), 1) <= dayOf(ctx.now)
  const mode = ctx.scope.mode ?? 0
  const kept = await keptMonths(ctx, mode, first)
  const known = new Map(kept.map((row) => [row.month, row]))
  const missing = all.filter((month) => isOver(month) && !known.has(month))
  const open = all.filter((month) => !isOver(month))
  const fresh = [...(await countPast(ctx, mode, missing)), ...(await countMonths(ctx, open[0] ?? thisMonth, thisMonth))]
  for (const row of fresh) known.set(row.month, row)
  return all.map((month) => known.get(month) ?? { month, paid: 0, payees: 0, tax: 0 })
}

/** Lines whose end is not known. */
export async function unknownLines(ctx: Context): Promise<number> {
  const result = await sql<{ count: number }>`select count(*) as count from payment_line line where line.state = 'unknown' and ${lineScope(ctx)}`.execute(
    ctx.db,
  )
  return result.rows[0]?.count ?? 0
}
