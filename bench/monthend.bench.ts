import { sql } from 'kysely'
import { type BenchFigure, formatMs, measureMs } from '#/bench/figure.ts'
import { addMonthOfPeople, payeeCount } from '#/bench/people-of-month.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const place = { centre: 2, mode: 2 } as const

/** The SQL that sums the month and its year by person. */
const sumMonth = (
  month: string,
) => sql`select own.operator_id, min(operator.name) as name, sum(own.gross_fen) as gross, sum(own.income_fen) as income, sum(own.vat_fen) as vat,
    sum(own.withheld_fen) as withheld, min(year.income) as cum_income, min(year.withheld) as cum_withheld, min(year.months) as months
  from tax_reservation own join operator on operator.id = own.operator_id
    join (select operator_id, sum(income_fen) as income, sum(withheld_fen) as withheld, count(*) as months from tax_standing
      where centre_id = 2 and mode = 2 and month like ${`${month.slice(0, 4)}%`} and month <= ${month} group by operator_id) year on year.operator_id = own.operator_id
  where own.centre_id = 2 and own.mode = 2 and own.month = ${month} group by own.operator_id order by 1`

/**
 * Measures grouping the same people and inserting them into each of two tables, in milliseconds. `bare` has nine
 * columns and only a primary key. `keyed` has the columns, keys and indexes of the real lines.
 */
function insertGrouped(server: TestServer, month: string): Promise<{ bare: number; keyed: number }> {
  return asOwner(
    server.running.kernel.database,
    async (trx) => {
      await sql`create table bare_line (operator_id bigint primary key, name text, gross_fen bigint, income_fen bigint, vat_fen bigint, withheld_fen bigint, cum_income_fen bigint,
        cum_withheld_fen bigint, months integer)`.execute(trx)
      const bareMs = await measureMs(() => sql`insert into bare_line ${sumMonth(month)}`.execute(trx))
      await sql`create table kept_line (like tax_line including all, foreign key (operator_id) references operator, foreign key (declaration_id) references tax_declaration)`.execute(
        trx,
      )
      const keyedMs = await measureMs(() =>
        sql`insert into kept_line select period.id, 1, person.operator_id, 2, person.name, person.gross, person.income, 0, person.vat, 0, 0, 0, person.cum_income, 0, 0, 0, person.months,
            0, 0, 0, person.cum_withheld, 0, person.withheld, 0, 0, 0
          from (${sumMonth(month)}) person join tax_declaration period on period.centre_id = 2 and period.month = ${month}`.execute(trx),
      )
      return { bare: bareMs, keyed: keyedMs }
    },
    { statementMs: 0 },
  )
}

/** Measures the closing of a month of 200,000 people. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startTestServer()
  const engine = server.running.kernel.database.engine
  const month = await addMonthOfPeople(server)
  const { bare, keyed: stored } = await insertGrouped(server, month)
  const { rows } = await server.must('finance', 'periods.list', { size: 200 }, place)
  const period = rows.find((row) => row.month === month)
  if (!period) throw new Error(`no period ${month}`)
  const { version } = await server.must('finance', 'periods.get', { declarationId: period.id }, place)
  const requestMs = await measureMs(() => server.must('finance', 'periods.close', { declarationId: period.id, version, reason: '压力测试' }, place))
  const drawMs = await measureMs(() => server.job('periods.draw', { declarationId: period.id }))
  const closedPeriod = await server.must('finance', 'periods.get', { declarationId: period.id }, place)
  if (closedPeriod.state !== 'closed' || closedPeriod.people < payeeCount) throw new Error(`${closedPeriod.state}, ${closedPeriod.people} people`)
  await server.close()
  const ratio = (requestMs + drawMs) / stored
  return [
    {
      what: `Closing a month of 200,000 people: check, state change and all lines (${engine})`,
      baseline: `the same people grouped and inserted by one statement, as lines with their columns, keys and indexes: ${formatMs(stored)}; as nine columns without: ${formatMs(bare)}`,
      ours: `${formatMs(requestMs)} for the request, ${formatMs(drawMs)} for the job`,
      ratio: `${ratio.toFixed(1)}× (goal ≤ 4×)`,
      isMet: ratio <= 4,
      note: `the ratio is to the first, because lines need their keys; to the second it is ${((requestMs + drawMs) / bare).toFixed(1)}×. The baselines sum the month and its year; ours checks for every fault, compares with the ledger and recomputes each person’s tax, 5,000 people per transaction, with progress`,
    },
  ]
}
