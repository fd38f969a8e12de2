import { agent, type ComparedRequest, comparePages, startHttp } from '#/bench/compare.ts'
import { type BenchFigure, formatMs, measureMs } from '#/bench/figure.ts'
import { addLinesOfYear, lineCount } from '#/bench/lines-of-year.ts'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import { startTestServer } from '#/server/tests/testing.ts'

const placeCondition = 'centre_id = 2 and mode = 2'
const goal = { goalMs: 300, maxRatio: 2 }
const millions = lineCount / 1_000_000

/** Each report for one month and centre, and the simplest queries for the same rows and sums. */
function reportRequests(month: string): ComparedRequest[] {
  const [from, to] = [monthStart(month), monthStart(shiftMonth(month, 1))]
  const bookedLines = (first: string) => `payment_line where ${placeCondition} and booked_at >= '${first} 00:00+08' and booked_at < '${to} 00:00+08'`
  const rows = bookedLines(from)
  const amountSums = ['gross_fen', 'vat_fen', 'surcharge_fen', 'iit_fen', 'fee_fen', 'net_fen', 'cost_fen'].map((name) => `sum(${name})`).join(', ')
  const taxMonth = `tax_standing where ${placeCondition} and month = '${month}'`
  const peopleQuery = `select operator_id from ${taxMonth} order by operator_id desc limit 20`
  const reportRequest = (report: string, operation: string, keys: string, sums: string): ComparedRequest => ({
    name: `Reports of ${millions} million lines: ${report} of a month and centre`,
    path: `/api/reports/${operation}`,
    who: 'finance',
    input: { report, period: month, size: '20' },
    keys,
    sums,
    goal,
  })
  const pageQuery = `select id from ${rows} order by booked_at desc, id desc limit 20`
  const unitsQuery = `select unit_id from report_day where ${placeCondition} and booked_on >= '${from}' and booked_on < '${to}' group by unit_id limit 20`
  const earlierLines = bookedLines(monthStart(shiftMonth(month, -1)))
  return [
    reportRequest('incomeDetail', 'movements', pageQuery, `select count(*), ${amountSums} from ${rows}`),
    reportRequest('paymentDetail', 'movements', pageQuery, `select count(*), ${amountSums} from ${rows}`),
    reportRequest(
      'incomeSummary',
      'sums',
      unitsQuery,
      `select unit_id, booked_at < '${from} 00:00+08', count(distinct operator_id), ${amountSums} from ${earlierLines} group by 1, 2`,
    ),
    reportRequest('paymentSummary', 'sums', unitsQuery, `select unit_id, booked_at < '${from} 00:00+08', ${amountSums} from ${earlierLines} group by 1, 2`),
    reportRequest('incomeTax', 'months', peopleQuery, `select count(*), sum(income_fen), sum(withheld_fen) from ${taxMonth}`),
    reportRequest(
      'incomeTaxSummary',
      'months',
      `select centre_id from ${taxMonth} group by 1`,
      `select centre_id, count(*), sum(income_fen), sum(withheld_fen) from ${taxMonth} group by 1`,
    ),
    reportRequest('vatCumulative', 'months', peopleQuery, `select count(*), sum(gross_fen), sum(vat_fen) from ${taxMonth}`),
  ]
}

/** Measures the seven reports for a finished month. Needs a PostgreSQL server. */
export async function run(): Promise<BenchFigure[]> {
  if (!process.env.TEST_DATABASE_URL) return []
  const server = await startTestServer({ perMinute: 1_000_000 })
  await addLinesOfYear(server)
  const storeMs = await measureMs(() => server.job('reports.month'))
  process.stdout.write(`eleven months kept in ${formatMs(storeMs)}\n`)
  const port = await startHttp(server)
  const month = shiftMonth(new Date().toISOString().slice(0, 7), -2)
  const figures: BenchFigure[] = []
  for (const question of reportRequests(month)) figures.push(await comparePages(server, port, question))
  agent.destroy()
  await server.close()
  return figures
}
