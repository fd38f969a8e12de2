import { sql } from 'kysely'
import { type Figure, ms, timed } from '#/bench/figure.ts'
import { addMonthOfPeople, payees } from '#/bench/people-of-month.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

const mode = { centre: 2, mode: 2 } as const

/** The same rows grouped and inserted bare: what of the closing no program can leave out. */
function grouped(server: TestServer, month: string): Promise<number> {
  return asOwner(
    server.running.kernel.database,
    async (trx) => {
      await sql`create table bare_line (operator_id bigint primary key, name text, gross_fen bigint, income_fen bigint, vat_fen bigint, withheld_fen bigint, cum_income_fen bigint,
        cum_withheld_fen bigint, months integer)`.execute(trx)
      return timed(() =>
        sql`insert into bare_line select own.operator_id, min(operator.name), sum(own.gross_fen), sum(own.income_fen), sum(own.vat_fen), sum(own.withheld_fen),
            min(year.income), min(year.withheld), min(year.months)
          from tax_reservation own join operator on operator.id = own.operator_id
            join (select operator_id, sum(income_fen) as income, sum(withheld_fen) as withheld, count(*) as months from tax_standing
              where centre_id = 2 and mode = 2 and month like ${`${month.slice(0, 4)}%`} and month <= ${month} group by operator_id) year on year.operator_id = own.operator_id
          where own.centre_id = 2 and own.mode = 2 and own.month = ${month} group by own.operator_id order by 1`.execute(trx),
      )
    },
    { statementMs: 0 },
  )
}

/** Closing a month of 200,000 people. */
export async function run(): Promise<Figure[]> {
  const server = await startTest()
  const engine = server.running.kernel.database.engine
  const month = await addMonthOfPeople(server)
  const bare = await grouped(server, month)
  const { rows } = await server.must('finance', 'periods.list', { size: 200 }, mode)
  const period = rows.find((each) => each.month === month)
  if (!period) throw new Error(`no period ${month}`)
  const { version } = await server.must('finance', 'periods.get', { declarationId: period.id }, mode)
  const asked = await timed(() => server.must('finance', 'periods.close', { declarationId: period.id, version, reason: '压力测试' }, mode))
  const drawn = await timed(() => server.job('periods.draw', { declarationId: period.id }))
  const closed = await server.must('finance', 'periods.get', { declarationId: period.id }, mode)
  if (closed.state !== 'closed' || closed.people < payees) throw new Error(`${closed.state}, ${closed.people} people`)
  await server.close()
  const ratio = (asked + drawn) / bare
  return [
    {
      what: `Closing a month of 200,000 people: faults looked for, moved, every line drawn up (${engine})`,
      baseline: `the same rows grouped and inserted bare: ${ms(bare)}`,
      ours: `${ms(asked)} for the press, ${ms(drawn)} for the job`,
      ratio: `${ratio.toFixed(1)}× (goal ≤ 4×)`,
      isMet: ratio <= 4,
      note: 'the baseline sums the month and its year and inserts nine columns of each person; ours looks for every fault, compares with the ledger, computes the tax of each anew by the policy and keeps 23 columns, five thousand people a transaction, with progress',
    },
  ]
}
