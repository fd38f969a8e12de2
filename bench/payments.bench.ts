import { sql } from 'kysely'
import { approvePayment, batchFileOf, headings, importBatch, makePayable } from '#/bench/batches.ts'
import { type BenchFigure, formatMs, measureMs, median } from '#/bench/figure.ts'
import { addPayees } from '#/bench/people.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const lineCount = 5000
const roundCount = 5
const stagingTable = 'bench_staged'
const bareTable = 'bench_bare'

/**
 * Measures inserting the same rows without any rules. The rows are first copied to a staging table, which is not timed.
 * The new tables have the same columns, defaults, keys, indexes and checks, but no foreign keys, triggers or row-level
 * security.
 */
async function measureBareInserts(server: TestServer, id: number, tables: readonly [string, string][]): Promise<number> {
  const db = server.running.kernel.database.kysely
  const dropTables = sql.raw(`drop table if exists ${stagingTable}, ${bareTable}`)
  let total = 0
  for (const [table, condition] of tables) {
    await dropTables.execute(db)
    await db.transaction().execute(async (trx) => {
      // The new rows have no statistics yet, so the planner would choose a nested loop.
      await sql`set local enable_nestloop = off`.execute(trx)
      await sql.raw(`create unlogged table ${stagingTable} as select * from ${table} where ${condition.replaceAll('$1', String(id))}`).execute(trx)
    })
    await sql.raw(`create table ${bareTable} (like ${table} including all)`).execute(db)
    total += await measureMs(() => sql.raw(`insert into ${bareTable} overriding system value select * from ${stagingTable}`).execute(db))
  }
  await dropTables.execute(db)
  return total
}

const lineCondition = 'line_id in (select id from payment_line where batch_id = $1)'
const journalCondition = "ref_type = 'line' and ref_id in (select id from payment_line where batch_id = $1)"
const queueTables: [string, string][] = [
  ['payout_attempt', lineCondition],
  ['payout_event', `${lineCondition} and source = 'pay'`],
  ['payment_line', 'batch_id = $1'],
]
const ledgerTables: [string, string][] = [
  ['payment_line', 'batch_id = $1'],
  ['payout_attempt', lineCondition],
  ['payout_event', `${lineCondition} and source <> 'pay'`],
  ['ledger_journal', journalCondition],
  ['ledger_entry', `journal_id in (select id from ledger_journal where ${journalCondition})`],
  ['voucher', 'batch_id = $1'],
  ['commission_item', lineCondition],
  // The bank simulation records the orders that it receives.
  ['sandbox_payment', `request_no in (select request_no from payout_attempt where ${lineCondition})`],
]
const bareNote =
  'baseline: the resulting rows, from an unlogged table into plain tables with the same columns, defaults, primary keys, indexes and checks; no foreign keys, triggers, row-level security'

/** Measures import and payment of 5,000 lines, on the server of `TEST_DATABASE_URL` or on the embedded database. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startTestServer()
  const engine = server.running.kernel.database.engine
  const payees = await addPayees(server, lineCount)
  const [parses, imports, bareLines, pays, bareQueued, posts, barePosted]: number[][] = [[], [], [], [], [], [], []]
  const columns = headings.map((heading, at) => ({ key: `c${at}`, headings: [heading], required: false }))
  for (let round = 0; round < roundCount; round++) {
    const bytes = await batchFileOf(payees, round)
    parses?.push(await measureMs(() => readSheet(bytes, { columns, maxRows: lineCount })))
    const { id, elapsedMs } = await importBatch(server, bytes)
    imports?.push(elapsedMs)
    bareLines?.push(await measureBareInserts(server, id, [['payment_line', 'batch_id = $1']]))
    const batch = await makePayable(server, id)
    pays?.push(await measureMs(() => approvePayment(server, id, batch)))
    bareQueued?.push(await measureBareInserts(server, id, queueTables))
    posts?.push(await measureMs(() => server.job('payouts.sweep')))
    barePosted?.push(await measureBareInserts(server, id, ledgerTables))
    const progress = await server.must('payer', 'payouts.progress', { batchId: id })
    if (progress.success !== lineCount) throw new Error(`only ${progress.success} of ${lineCount} arrived`)
  }
  await server.close()
  const figure = (what: string, ours: readonly number[] = [], base: readonly number[] = [], name = '', goal = 0, note = ''): BenchFigure => {
    // Compares each round with its own baseline, so that other load on the machine affects both.
    const ratio = median(ours.map((elapsedMs, round) => elapsedMs / (base[round] ?? Number.NaN)))
    return {
      what: `${what} (${engine})`,
      baseline: `${name}: ${formatMs(median(base))}`,
      ours: formatMs(median(ours)),
      ratio: `${ratio.toFixed(1)}× (goal ≤ ${goal}×)`,
      isMet: ratio <= goal,
      note,
    }
  }
  const minimumMs = median((parses ?? []).map((elapsedMs, round) => elapsedMs + (bareLines?.[round] ?? Number.NaN)))
  const comparison = `parsing and then inserting the same rows bare takes ${formatMs(minimumMs)}: against that ${(median(imports ?? []) / minimumMs).toFixed(1)}×`
  return [
    figure('Import of 5,000 rows: parsed, checked, computed, stored', imports, parses, 'parsing the same file', 3, comparison),
    figure('Pay of 5,000 lines: password, papers, states, attempts, events', pays, bareQueued, 'the same rows inserted bare', 4, bareNote),
    figure('Results of 5,000 lines: sent, answered, posted, receipts, commission', posts, barePosted, 'the same rows inserted bare', 4, bareNote),
  ]
}
