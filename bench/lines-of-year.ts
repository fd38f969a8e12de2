import pg from 'pg'
import { fillTables, type TableFill } from '#/bench/fill-tables.ts'
import { demoPeople } from '#/demo/load.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** The number of lines, spread over the last twelve months. */
export const lineCount = 10_000_000
const linesPerBatch = 500
const batchCount = lineCount / linesPerBatch
const unitRange = { first: 1_000_000, count: 500 }
const peopleRange = { first: 2_000_000, count: 200_000 }

const linesQuery = "select * from payment_line where no like 'YN%'"

const tableFills: readonly TableFill[] = [
  {
    table: 'unit',
    from: `select at from generate_series(1, ${unitRange.count}) at`,
    template: 'select * from unit order by id',
    given: { id: `${unitRange.first} + at`, code: "'YU' || at", name: "'年度科技有限公司' || at", credit_code: "'YU' || lpad(at::text, 16, '0')" },
  },
  {
    table: 'unit_setting',
    from: `select at from generate_series(1, ${unitRange.count}) at`,
    template: 'select * from unit_setting where centre_id = 2 and mode = 2 order by id',
    given: { id: '', unit_id: `${unitRange.first} + at`, contract_id: 'null', virtual_account_no: "'YU' || at" },
  },
  {
    table: 'operator',
    from: `select at from generate_series(1, ${peopleRange.count}) at`,
    template: 'select * from operator where centre_id = 2 order by id',
    given: {
      id: `${peopleRange.first} + at`,
      code: "'YO' || at",
      id_number_index: "md5('i' || at) || 'x'",
      mobile_index: "md5('m' || at) || 'x'",
      name: 'chr(19968 + at % 500) || chr(20468 + at % 3000)',
    },
  },
  {
    table: 'tax_standing',
    from: `select ${peopleRange.first} + at as operator_id, to_char(now() - make_interval(months => back), 'YYYY-MM') as month
      from generate_series(1, ${peopleRange.count}) at, generate_series(0, 11) back`,
    given: {
      centre_id: '2',
      operator_id: 'source.operator_id',
      month: 'source.month',
      gross_fen: '600000',
      income_fen: '600000',
      withheld_fen: '3000',
      ...Object.fromEntries(['vat_fen', 'city_fen', 'education_fen', 'local_education_fen'].map((name) => [name, '0'])),
    },
  },
  {
    table: 'payment_batch',
    from: `select at, date_trunc('month', now() - make_interval(months => 11 - (at - 1) * 12 / ${batchCount}))::date as month from generate_series(1, ${batchCount}) at`,
    template: "select * from payment_batch where centre_id = 2 and mode = 2 and unit_id = 1 and state in ('closed', 'paid') order by id",
    given: {
      id: '',
      no: "'YN' || lpad(at::text, 6, '0')",
      month: 'source.month',
      unit_id: `${unitRange.first} + 1 + at % ${unitRange.count}`,
      state: "'closed'",
      line_count: String(linesPerBatch),
      success_count: String(linesPerBatch),
      submitted_at: 'source.month + make_interval(days => at % 27, hours => 9)',
      paid_at: 'source.month + make_interval(days => at % 27, hours => 10)',
      retry_of_batch_id: 'null',
      file_sha256: 'null',
    },
  },
  {
    table: 'payment_line',
    from: `select batch.*, place, (right(batch.no, 6)::integer * ${linesPerBatch} + place) % ${peopleRange.count} as person
      from payment_batch batch cross join generate_series(1, ${linesPerBatch}) place where batch.no like 'YN%' order by batch.id, place`,
    template: "select * from payment_line where centre_id = 2 and mode = 2 and unit_id = 1 and state = 'success' order by id",
    given: {
      id: '',
      month: 'source.month',
      batch_id: 'source.id',
      unit_id: 'source.unit_id',
      seq: 'place',
      no: "source.no || '-' || lpad(place::text, 4, '0')",
      operator_id: `${peopleRange.first} + 1 + source.person`,
      retry_of_line_id: 'null',
      finished_at: 'source.paid_at',
      booked_at: "source.paid_at + interval '1 minute'",
    },
  },
  {
    table: 'payout_attempt',
    from: linesQuery,
    given: {
      month: 'source.month',
      line_id: 'source.id',
      centre_id: 'source.centre_id',
      unit_id: 'source.unit_id',
      attempt_no: '1',
      channel_id: '(select min(id) from channel where centre_id = 2)',
      request_no: "source.no || 'R1'",
      channel_ref: "'SB' || source.no",
      amount_fen: 'source.net_fen',
      state: "'success'",
      created_at: 'source.finished_at',
      sent_at: 'source.finished_at',
      finished_at: 'source.finished_at',
    },
  },
  {
    table: 'commission_item',
    from: linesQuery,
    given: {
      centre_id: 'source.centre_id',
      unit_id: 'source.unit_id',
      line_id: 'source.id',
      party_type: "'centre'",
      party_id: '2',
      base_fen: 'source.gross_fen',
      amount_fen: 'source.fee_fen',
      state: "'accrued'",
      at: 'source.finished_at',
      mode: 'source.mode',
      batch_id: 'source.batch_id',
      fee_fen: 'source.fee_fen',
    },
  },
]

/**
 * Adds one year of ten million paid lines to the demo, for 500 units of centre 2 and 200,000 people, with attempts,
 * commission and months of tax. Set-based statements insert the rows. Foreign keys and triggers are removed, which is
 * safe in a temporary database.
 */
export async function addLinesOfYear(server: TestServer): Promise<void> {
  const { ordinary } = demoPeople()
  await paymentScenario(server).createPaidBatch(ordinary.slice(0, 3).map((person) => ({ person, yuan: '100.00' })))
  await server.settle(2)
  await fillTables(server, tableFills)
  // VACUUM marks the pages that every transaction can see. PostgreSQL needs the marks for index-only scans.
  const client = new pg.Client({ connectionString: server.running.kernel.settings.databaseUrl ?? '' })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
