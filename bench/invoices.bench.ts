import { sql } from 'kysely'
import { type BenchFigure, formatMs, measureMs } from '#/bench/figure.ts'
import { fillTables, type TableFill } from '#/bench/fill-tables.ts'
import { demoPeople } from '#/demo/load.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

/** The number of payments in one application. */
const paymentCount = 20_000
const costFen = 10_600
/** The number of months of payments in the database, about one year. */
const monthCount = 14
const linesQuery = "select * from payment_line where no like 'FN%'"

const tableFills: readonly TableFill[] = [
  {
    table: 'payment_batch',
    from: 'select 1 as at',
    template: "select * from payment_batch where centre_id = 2 and mode = 2 and unit_id = 1 and state in ('closed', 'paid') order by id",
    given: {
      id: '',
      no: "'FN1'",
      state: "'closed'",
      line_count: String(paymentCount),
      success_count: String(paymentCount),
      success_cost_fen: String(paymentCount * costFen),
      retry_of_batch_id: 'null',
      file_sha256: 'null',
    },
  },
  {
    table: 'payment_line',
    from: `select batch.id as batch_id, batch.month, at from payment_batch batch cross join generate_series(1, ${paymentCount}) at where batch.no = 'FN1' order by at`,
    template: "select * from payment_line where centre_id = 2 and mode = 2 and unit_id = 1 and state = 'success' order by id",
    given: { id: '', month: 'source.month', batch_id: 'source.batch_id', seq: 'at', no: "'FN' || at", cost_fen: String(costFen), retry_of_line_id: 'null' },
  },
]

/** Measures inserting the same rows, with one statement per table, into tables without foreign keys and triggers. */
function insertUnchecked(server: TestServer): Promise<number> {
  return asOwner(
    server.running.kernel.database,
    async (trx) => {
      for (const table of ['invoice_line', 'invoice_use'])
        await sql`create table ${sql.ref(`bare_${table}`)} (like ${sql.ref(table)} including all)`.execute(trx)
      return await measureMs(async () => {
        await sql`insert into bare_invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
          select 1, month, id, batch_id, centre_id, unit_id, mode, cost_fen from (${sql.raw(linesQuery)}) line order by id`.execute(trx)
        await sql`insert into bare_invoice_use (line_id, month, batch_id, centre_id, unit_id, mode, cost_fen, used_fen)
          select id, month, batch_id, centre_id, unit_id, mode, cost_fen, cost_fen from (${sql.raw(linesQuery)}) line order by id`.execute(trx)
      })
    },
    { statementMs: 0 },
  )
}

async function createTitle(server: TestServer): Promise<number> {
  const { rows } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(
    server.running.kernel.database.kysely,
  )
  const [unit] = rows
  return (await server.must('payer', 'titles.create', { name: unit?.name ?? '', taxNo: unit?.code ?? '', email: 'fp@example.com' })).id
}

/** Measures an invoice application for 20,000 payments, and its withdrawal. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startTestServer()
  const { database } = server.running.kernel
  await extendDocuments(server)
  await paymentScenario(server).createPaidBatch(
    demoPeople()
      .ordinary.slice(0, 1)
      .map((person) => ({ person, yuan: '100.00' })),
  )
  await server.settle(2)
  await asOwner(database, (trx) =>
    sql`select app.ensure_month('payment_line', starts::date)
      from generate_series(date_trunc('month', now()) - make_interval(months => ${monthCount}), date_trunc('month', now()), interval '1 month') starts`.execute(
      trx,
    ),
  )
  await fillTables(server, tableFills)
  const titleId = await createTitle(server)
  const { places } = await server.must('payer', 'invoices.terms', {})
  const place = places.find(({ centreId }) => centreId === 2)
  const batchIds = place?.batches.map(({ id }) => id) ?? []
  const insertMs = await insertUnchecked(server)
  const form = { centreId: 2, basis: 'batches', batchIds, titleId, kind: 'ordinary', category: place?.categories[0] ?? '', remark: '' } as const
  let row = { id: 0, version: 0 }
  const applyMs = await measureMs(async () => {
    row = await server.must('payer', 'invoices.apply', { ...form, email: 'fp@example.com' })
  })
  const withdrawMs = await measureMs(() => server.must('payer', 'invoices.withdraw', { invoicingId: row.id, version: row.version }))
  await server.close()
  const ratio = applyMs / insertMs
  return [
    {
      what: `Applying for invoices over 20,000 payments (${database.engine})`,
      baseline: `the same parts inserted into the same columns and indexes by one statement per table, without checks: ${formatMs(insertMs)}`,
      ours: `${formatMs(applyMs)}, and ${formatMs(withdrawMs)} to withdraw`,
      ratio: `${ratio.toFixed(1)}× (goal ≤ 5×)`,
      isMet: ratio <= 5,
      note: 'the browser’s request: quota, split into invoices, and one locked check over all payments',
    },
  ]
}
