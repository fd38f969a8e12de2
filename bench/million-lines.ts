import { sql } from 'kysely'
import { fillTables, type TableFill } from '#/bench/fill-tables.ts'
import { demoPeople } from '#/demo/load.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

const batchCount = 2000
const linesPerBatch = 500

const tableFills: readonly TableFill[] = [
  {
    table: 'payment_batch',
    from: `select at, setting.unit_id from generate_series(1, ${batchCount}) at join (select unit_id, row_number() over (order by unit_id) - 1 as place, count(*) over () as many
        from unit_setting where centre_id = 2 and mode = 2) setting on setting.place = case when at % 4 = 0 then 0 else at % setting.many end order by at`,
    template: "select * from payment_batch where centre_id = 2 and mode = 2 and unit_id = 1 and state in ('closed', 'paid') order by id",
    given: {
      id: '',
      no: "'BN' || lpad(at::text, 6, '0')",
      month: `date_trunc('month', now() - make_interval(months => 11 - (at - 1) * 12 / ${batchCount}))::date`,
      unit_id: 'source.unit_id',
      state: "'closed'",
      line_count: String(linesPerBatch),
      success_count: String(linesPerBatch),
      retry_of_batch_id: 'null',
      file_sha256: 'null',
    },
  },
  {
    table: 'payment_line',
    from: `select batch.*, place from payment_batch batch cross join generate_series(1, ${linesPerBatch}) place where batch.no like 'BN%' order by batch.id, place`,
    template: "select * from payment_line where centre_id = 2 and mode = 2 and unit_id = 1 and state = 'success' order by id",
    given: {
      id: '',
      month: 'source.month',
      batch_id: 'source.id',
      unit_id: 'source.unit_id',
      seq: 'place',
      no: "source.no || '-' || lpad(place::text, 4, '0')",
      operator_id: '100000 + place',
      retry_of_line_id: 'null',
      finished_at: "source.month + interval '10 days'",
      booked_at: "source.month + interval '10 days'",
    },
  },
  {
    table: 'payout_attempt',
    from: "select * from payment_line where no like 'BN%'",
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
    table: 'voucher',
    from: "select * from payment_line where no like 'BN%'",
    given: {
      no: "'HD' || source.no",
      kind: "'payment'",
      centre_id: 'source.centre_id',
      unit_id: 'source.unit_id',
      mode: 'source.mode',
      batch_id: 'source.batch_id',
      line_id: 'source.id',
      amount_fen: 'source.net_fen',
      payer_name: "'付款'",
      payer_account: "'1'",
      payee_name: 'source.name',
      payee_account: "''",
      payee_card_no_sealed: 'source.card_no_sealed',
      payee_bank: 'source.bank_name',
      bank_serial: "'SB' || source.no",
      traded_at: 'source.finished_at',
      created_at: 'source.finished_at',
    },
  },
  {
    table: 'commission_item',
    from: "select * from payment_line where no like 'BN%'",
    given: {
      centre_id: 'source.centre_id',
      unit_id: 'source.unit_id',
      line_id: 'source.id',
      party_type: "'partner'",
      party_id: '1',
      base_fen: 'source.gross_fen',
      amount_fen: 'source.fee_fen / 10',
      state: "'accrued'",
      at: 'source.finished_at',
      mode: 'source.mode',
      batch_id: 'source.batch_id',
      fee_fen: 'source.fee_fen',
    },
  },
  {
    // The same sums as in `app.commission_days`.
    table: 'commission_day',
    from: `select min(centre_id) as centre_id, min(mode) as mode, min(unit_id) as unit_id, batch_id, (at at time zone 'Asia/Shanghai')::date as day, count(*) as item_count,
        sum(base_fen) as base_fen, sum(fee_fen) as fee_fen, sum(amount_fen) as accrued_fen
      from commission_item where batch_id in (select id from payment_batch where no like 'BN%') group by batch_id, day`,
    given: {
      centre_id: 'source.centre_id',
      mode: 'source.mode',
      unit_id: 'source.unit_id',
      batch_id: 'source.batch_id',
      party_type: "'partner'",
      party_id: '1',
      day: 'source.day',
      item_count: 'source.item_count',
      base_fen: 'source.base_fen',
      fee_fen: 'source.fee_fen',
      accrued_fen: 'source.accrued_fen',
      reversed_fen: '0',
    },
  },
]

/**
 * Adds a million paid lines to the demo: 2,000 batches over twelve months, with attempts, receipts and commission. A
 * quarter belongs to unit 1, the rest to the other units of centre 2. Set-based statements insert the rows, and indexes
 * are created afterwards. Foreign keys and triggers are removed, which is safe in a temporary database.
 */
export async function addMillionLines(server: TestServer): Promise<void> {
  const { ordinary } = demoPeople()
  await paymentScenario(server).createPaidBatch(ordinary.slice(0, 3).map((person) => ({ person, yuan: '100.00' })))
  await server.settle(2)
  await fillTables(server, tableFills)
  await asOwner(server.running.kernel.database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
}
