import { agent, compare, listening, type Question } from '#/bench/compare.ts'
import type { Figure } from '#/bench/figure.ts'
import { addMillion } from '#/bench/million.ts'
import { monthStart, shiftMonth } from '#/domain/period.ts'
import { startTest } from '#/server/tests/testing.ts'

const place = 'centre_id = 2 and mode = 2'

/** Each report over one month and centre, beside the barest query of the same rows. */
function questions(month: string): Question[] {
  const [from, to] = [monthStart(month), monthStart(shiftMonth(month, 1))]
  const within = (column: string) => `${column} >= '${from} 00:00+08' and ${column} < '${to} 00:00+08'`
  const kept = `report_day where ${place} and booked_on >= '${from}' and booked_on < '${to}'`
  const page = `payment_line where ${place} and ${within('booked_at')} order by booked_at desc, id desc limit 20`
  const standing = `tax_standing where ${place} and month = '${month}'`
  const ask = (report: string, operation: string, keys: string): Question => ({
    name: `Reports of a million: ${report}`,
    path: `/api/reports/${operation}`,
    who: 'finance',
    input: { report, period: month },
    keys,
  })
  return [
    ask('incomeDetail', 'movements', `select id from ${page}`),
    ask('paymentDetail', 'movements', `select id from ${page}`),
    ask('incomeSummary', 'sums', `select unit_id, sum(fee_fen) from ${kept} group by unit_id`),
    ask('paymentSummary', 'sums', `select unit_id, sum(cost_fen) from ${kept} group by unit_id`),
    ask('incomeTax', 'months', `select operator_id from ${standing} order by operator_id desc limit 20`),
    ask('incomeTaxSummary', 'months', `select sum(withheld_fen) from ${standing}`),
    ask('vatCumulative', 'months', `select operator_id from ${standing} order by operator_id desc limit 20`),
  ]
}

/** The seven reports over a month that is over; only on a PostgreSQL server. */
export async function run(): Promise<Figure[]> {
  if (!process.env.TEST_DATABASE_URL) return []
  const server = await startTest({ perMinute: 1_000_000 })
  await addMillion(server)
  await server.job('reports.month')
  const port = await listening(server)
  const month = shiftMonth(new Date().toISOString().slice(0, 7), -2)
  const figures: Figure[] = []
  for (const question of questions(month)) figures.push(await compare(server, port, question))
  agent.destroy()
  await server.close()
  return figures
}
