import { sql } from 'kysely'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'

const code = 'CN'

interface PolicyRow {
  version: string
  effective_from: string
  effective_to: string | null
  params: TaxPolicy['params']
}

/** The policy in force on a day, or the one of this version; null when there is none. */
export async function findPolicy(ctx: Context, by: { day: string } | { version: string }): Promise<TaxPolicy | null> {
  const wanted = 'version' in by ? sql`version = ${by.version}` : sql`effective_from <= ${by.day} and (effective_to is null or effective_to >= ${by.day})`
  const result = await sql<PolicyRow>`select version, effective_from, effective_to, params from tax_policy where code = ${code} and ${wanted}
    order by effective_from desc limit 1`.execute(ctx.db)
  const row = result.rows[0]
  return row ? { code, version: row.version, effectiveFrom: row.effective_from, effectiveTo: row.effective_to, params: row.params } : null
}

/** One month of one person with one payer. */
export interface MonthRow {
  operator_id: number
  mode: Mode
  month: string
  gross_fen: number
  income_fen: number
  vat_fen: number
  city_fen: number
  education_fen: number
  local_education_fen: number
  withheld_fen: number
}

/** The months of these people with this payer since `from`, oldest first. */
export async function monthsOf(ctx: Context, centreId: number, operatorIds: readonly number[], from: string): Promise<MonthRow[]> {
  const result = await sql<MonthRow>`
    select operator_id, mode, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen
    from tax_standing where centre_id = ${centreId} and operator_id = any(${[...operatorIds]}::bigint[]) and month >= ${from} and gross_fen > 0
    order by operator_id, month`.execute(ctx.db)
  return result.rows
}

/** Makes sure each person has a row in this month, and locks them in one order until the transaction ends. */
export async function lockMonth(ctx: Context, centreId: number, mode: Mode, operatorIds: readonly number[], month: string): Promise<void> {
  // Rows and not advisory locks: a batch has up to 5,000 people, and the server's lock table holds some 6,400 advisory locks for everybody.
  await sql`insert into tax_standing (centre_id, mode, operator_id, month)
    select ${centreId}, ${mode}, id, ${month} from unnest(${[...operatorIds]}::bigint[]) id order by id on conflict do nothing`.execute(ctx.db)
  await sql`select from tax_standing where centre_id = ${centreId} and mode = ${mode} and operator_id = any(${[...operatorIds]}::bigint[]) and month = ${month}
    order by operator_id for update`.execute(ctx.db)
}

const figures = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
const sums = sql.raw(figures.map((name) => `sum(${name}) as ${name}`).join(', '))
const plus = sql.raw(figures.map((name) => `${name} = tax_standing.${name} + excluded.${name}`).join(', '))
const minus = sql.raw(figures.map((name) => `${name} = tax_standing.${name} - part.${name}`).join(', '))
const names = sql.raw(figures.join(', '))

/** Counts the payable lines of a batch in this month, each once; answers how many were added. A business named by a line of mode 2 counts where businesses do. */
export async function reserve(ctx: Context, batchId: number, month: string): Promise<number> {
  const result = await sql<{ added: number }>`
    with added as (
      insert into tax_reservation (line_id, batch_id, centre_id, mode, operator_id, month, ${names})
      select line.id, line.batch_id, line.centre_id, case when line.entity_id is null then line.mode else 1 end, line.operator_id, ${month}, line.gross_fen, line.income_fen, line.vat_fen, line.city_fen,
        line.education_fen, line.local_education_fen, line.iit_fen
      from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where batch.id = ${batchId} and line.operator_id is not null
        and line.state in ('ready', 'warned', 'queued', 'sent', 'processing', 'held', 'unknown', 'success')
      on conflict (line_id) do nothing
      returning *),
    counted as (
      insert into tax_standing (centre_id, mode, operator_id, month, ${names})
      select centre_id, mode, operator_id, month, ${sums} from added group by centre_id, mode, operator_id, month order by centre_id, mode, operator_id, month
      on conflict (centre_id, mode, operator_id, month) do update set ${plus}, version = tax_standing.version + 1
      returning 1)
    select count(*) as added from added`.execute(ctx.db)
  return result.rows[0]?.added ?? 0
}

/** The lines of a batch that are counted. */
export async function reservedLines(ctx: Context, batchId: number): Promise<number[]> {
  const result = await sql<{ line_id: number }>`select line_id from tax_reservation where batch_id = ${batchId}`.execute(ctx.db)
  return result.rows.map((row) => row.line_id)
}

/** Takes lines back out of the months they were counted in, by what was counted; lines that are not counted are passed over. Answers how many were. */
export async function release(ctx: Context, lineIds: readonly number[]): Promise<number> {
  const ids = [...lineIds]
  await sql`select from tax_standing standing
    where (standing.centre_id, standing.mode, standing.operator_id, standing.month) in
      (select centre_id, mode, operator_id, month from tax_reservation where line_id = any(${ids}::bigint[]))
    order by centre_id, mode, operator_id, month for update`.execute(ctx.db)
  const result = await sql<{ gone: number }>`
    with gone as (delete from tax_reservation where line_id = any(${ids}::bigint[]) returning *),
    part as (select centre_id, mode, operator_id, month, ${sums} from gone group by centre_id, mode, operator_id, month),
    taken as (
      update tax_standing set ${minus}, version = tax_standing.version + 1 from part
      where tax_standing.centre_id = part.centre_id and tax_standing.mode = part.mode and tax_standing.operator_id = part.operator_id
        and tax_standing.month = part.month
      returning 1)
    select count(*) as gone from gone`.execute(ctx.db)
  return result.rows[0]?.gone ?? 0
}
