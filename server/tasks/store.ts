import { type Expression, type SqlBool, sql } from 'kysely'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

/** The caller's own tasks, newest first. */
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

/** Batches of the caller's scope that wait, by what they wait for. */
export async function waitingBatches(ctx: Context): Promise<WaitingRow[]> {
  const result = await sql<WaitingRow>`
    select kind, count(*) as count, sum(cost_fen)::bigint as amount from (
      select case when state = 'fixing' then 'fix' when state = 'checking' then 'check' when state = 'auditing' and is_insufficient then 'topup' when state = 'auditing' then 'audit'
        when state = 'payable' then 'pay' when returned_count > 0 then 'returned' else 'failed' end as kind, cost_fen
      from payment_batch batch where (state in ('fixing', 'checking', 'auditing', 'payable') or (state in ('partial', 'failed') and failed_count + returned_count > 0))
        and ${inScope(ctx.scope, 'batch', { mode: true })}) waiting group by kind`.execute(ctx.db)
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
  unknown: number
}

/** The last twelve months by the day the money arrived: what was paid, to how many people, with how much tax. */
export async function months(ctx: Context): Promise<MonthRow[]> {
  const thisMonth = monthOf(ctx.now)
  const first = `${monthStart(shiftMonth(thisMonth, -11))}T00:00:00+08:00`
  const result = await sql<MonthRow>`
    select to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(line.net_fen)::bigint as paid, count(distinct line.operator_id) as payees,
      sum(line.vat_fen + line.surcharge_fen + line.iit_fen)::bigint as tax, 0 as unknown
    from payment_line line where line.state = 'success' and line.finished_at >= ${first}::timestamptz and line.month >= ${monthStart(shiftMonth(thisMonth, -12))}::date and ${lineScope(ctx)}
    group by 1 order by 1`.execute(ctx.db)
  const known = new Map(result.rows.map((row) => [row.month, row]))
  return Array.from({ length: 12 }, (_, index) => {
    const month = shiftMonth(thisMonth, index - 11)
    return known.get(month) ?? { month, paid: 0, payees: 0, tax: 0, unknown: 0 }
  })
}

/** Lines whose end is not known. */
export async function unknownLines(ctx: Context): Promise<number> {
  const result = await sql<{
    count: number
  }>`select count(*) as count from payment_line line where line.state in ('unknown', 'held') and line.month >= ${monthStart(shiftMonth(dayOf(ctx.now).slice(0, 7), -2))}::date
    and ${lineScope(ctx)}`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}
