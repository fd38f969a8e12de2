import { sql } from 'kysely'
import { fillTables, type TableFill } from '#/bench/fill-tables.ts'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** The number of people paid in the month. Use BENCH_PEOPLE for a smaller trial run. */
export const payeeCount = Number(process.env.BENCH_PEOPLE ?? 200_000)
const firstId = 2_000_000
/** The monthly amount before tax and the withheld income tax of each person. */
const [gross, withheld] = [6_000_000, 812_800]
const linesQuery = "select * from payment_line where no like 'MN%'"
const bookingTime = (month: string) => `'${month}-15 10:00:00+08'::timestamptz`
const peopleQuery = `select ${firstId} + at as id, at from generate_series(1, ${payeeCount}) at`

function tableFills(month: string): TableFill[] {
  const sums = { gross_fen: String(gross), income_fen: String(gross), withheld_fen: String(withheld) }
  const noTaxes = { vat_fen: '0', city_fen: '0', education_fen: '0', local_education_fen: '0' }
  return [
    {
      table: 'operator',
      from: peopleQuery,
      template: 'select * from operator where centre_id = 2 and is_identity_verified order by id',
      given: {
        id: 'source.id',
        code: "'MO' || at",
        id_number_index: "md5('i' || at) || 'x'",
        mobile_index: "md5('m' || at) || 'x'",
        name: 'chr(19968 + at % 500) || chr(20468 + at % 3000)',
      },
    },
    {
      table: 'consent',
      from: peopleQuery,
      given: { operator_id: 'source.id', kind: "'tax_filing'", centre_id: '2', document_sha256: "repeat('0', 64)", given_at: "'2025-01-01+08'" },
    },
    {
      table: 'payment_line',
      from: peopleQuery,
      template: "select * from payment_line where centre_id = 2 and mode = 2 and unit_id = 1 and state = 'success' order by id desc",
      given: {
        id: '',
        month: `'${monthStart(month)}'`,
        seq: 'at + 10',
        no: "'MN' || at",
        operator_id: 'source.id',
        finished_at: bookingTime(month),
        booked_at: bookingTime(month),
      },
    },
    {
      table: 'tax_reservation',
      from: linesQuery,
      given: {
        line_id: 'source.id',
        batch_id: 'source.batch_id',
        centre_id: '2',
        mode: '2',
        operator_id: 'source.operator_id',
        month: `'${month}'`,
        ...sums,
        ...noTaxes,
        is_open: 'false',
      },
    },
    ...[0, -1, -2].map((back) => ({
      table: 'tax_standing',
      from: peopleQuery,
      given: { centre_id: '2', operator_id: 'source.id', month: `'${shiftMonth(month, back)}'`, ...sums },
    })),
  ]
}

/** The journals of these payments and their entries on the tax account. */
function bookingFills(month: string): TableFill[] {
  return [
    {
      table: 'ledger_journal',
      from: linesQuery,
      given: {
        kind: "'payment'",
        ref_type: "'line'",
        ref_id: 'source.id',
        ref_no: 'source.no',
        idem_key: "'bench' || source.id",
        centre_id: '2',
        mode: '2',
        unit_id: '1',
        entries: '2',
        at: bookingTime(month),
      },
    },
    ...(['tax_iit', 'unit_frozen'] as const).map((kind, at) => ({
      table: 'ledger_entry',
      from: "select * from ledger_journal where idem_key like 'bench%'",
      given: {
        month: `'${monthStart(month)}'`,
        journal_id: 'source.id',
        line: String(at + 1),
        centre_id: '2',
        unit_id: at === 1 ? '1' : 'null',
        account_id: `(select id from account where centre_id = 2 and mode = 2 and kind = '${kind}' and unit_id is not distinct from ${at === 1 ? '1' : 'null'})`,
        amount_fen: String(at === 0 ? withheld : -withheld),
        balance_after_fen: '0',
      },
    })),
  ]
}

/**
 * Adds 200,000 people of centre 2 to the current month, each with a booked payment and two earlier months of the year.
 * Then ends the month and returns it. Set-based statements insert the rows. Foreign keys and triggers are removed,
 * which is safe in a temporary database.
 */
export async function addMonthOfPeople(server: TestServer): Promise<string> {
  const { clock, database } = server.running.kernel
  await extendDocuments(server)
  const { ordinary } = demoPeople()
  await paymentScenario(server).createPaidBatch(ordinary.slice(0, 1).map((person) => ({ person, yuan: '30000.00' })))
  await server.settle(2)
  const month = monthOf(clock.now())
  await fillTables(server, [...tableFills(month), ...bookingFills(month)])
  await asOwner(database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
  server.advance(Date.parse(`${monthStart(shiftMonth(month, 1))}T01:00:00+08:00`) - clock.now().getTime())
  return month
}
