import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { allBatchTransitions, type BatchState, batchStates, type LineTally, stateOfSentBatch } from '#/domain/money/batch.ts'
import { lineStates } from '#/domain/money/line.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { orderId, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Tests that the database forbids changes to money that the program never makes. Each rule is tried as the application
// role, with all rows visible.

const statesAfterQueue = ['queued', 'sent', 'processing', 'success', 'failed', 'held', 'unknown', 'returned', 'cancelled'] as const

/**
 * Tables with amounts that the application may update, with the rule that protects each. All other tables with amounts
 * are write-once.
 */
const writableReasons: Readonly<Record<string, string>> = {
  payment_batch: 'sums of its lines until it is sent; fixed afterwards',
  payment_line: 'recomputed until the line is queued',
  tax_standing: 'sums of what is reserved in a month (an invariant)',
  channel: 'limits that the centre sets',
  tax_clearing: 'the refund on its way; a trigger takes only what is left, and ends it by its slip or by another person',
  centre: 'limits that the platform sets',
  platform_setting: 'the limit of a person over all centres',
  contract: 'the cap of a draft',
  service_order: 'price and budget of a draft; a budget is adjusted with a reason, never below what is used',
  operator_entity: 'the yearly fee agreed with a business',
  entity_obligation: 'the amount due of a business, from its tax office',
  collection: 'the claimed amount can be corrected until submission; collection_stands keeps it afterwards',
  balance_limit: 'the warning limit of a unit; not money',
  commission_bill: 'the total of a bill can be corrected until its party agrees; commission_bill_agreed keeps it afterwards, and an invariant adds it up',
  business_filing_figure: 'figures of an open filing; business_filing_figure_stands keeps them after closing',
  tax_declaration: 'sums of its lines, written when they are drawn up; an invariant adds them up',
  einvoice_channel: 'the quota last reported by the tax office; not part of any sum',
  invoice_application: 'the released part of a failed application; a check keeps it below the amount, and INV-46 adds it up',
  invoice: 'the reversed part; invoice_red keeps it within the invoice, and an invariant adds it up',
  recon_day: 'sums of a day until it is closed; recon_day_stands keeps them afterwards, and an invariant adds them up',
  recon_row: 'the registered amount of a row; recon_row_of_transfer compares it with the booked transfer',
  recon_item: 'the difference follows the files until people decide; recon_item_is_settled keeps it afterwards, and an invariant checks its journals',
  recon_rule: 'the limit that a centre sets',
  opening_sheet: 'the sums of a sheet that can be corrected until it is booked; opening_sheet_stands keeps them afterwards',
}

class RolledBack extends Error {}

describe('guards of money in the database', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const settings = { 'app.all': 'on', 'app.user': '5' }
  /** Runs a statement, rolls it back and returns its outcome. */
  const outcomeOf = (query: string) =>
    inTransaction(server.running.kernel.database, settings, async (trx) => {
      const { numAffectedRows } = await sql`${sql.raw(query)}`.execute(trx)
      throw new RolledBack(`${numAffectedRows}`)
    }).catch((error: Error) => (error instanceof RolledBack ? `done ${error.message}` : error.message))
  const firstRow = async <T>(query: string) => (await sql<T>`${sql.raw(query)}`.execute(db())).rows[0] ?? assert.fail(query)
  const expectRefused = async (query: string, why: RegExp) => assert.match(await outcomeOf(query), why, query)
  /** Returns the columns of a table that the application may update, or those that it may not. */
  const columns = async (table: string, mayUpdate: boolean) =>
    (
      await sql<{
        name: string
        type: string
      }>`select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = ${table}::regclass and attnum > 0
        and not attisdropped and has_column_privilege('app_rw', attrelid, attnum, 'update') = ${mayUpdate} order by attnum`.execute(db())
    ).rows
  const changedTrigger = (name: string, type: string) => {
    if (/^(bigint|integer|smallint)$/.test(type)) return `coalesce(${name}, 0) + 1`
    if (type === 'text') return `coalesce(${name}, '') || 'x'`
    if (type === 'date') return `${name} + 1`
    if (type === 'boolean') return `not ${name}`
    if (type === 'uuid') return 'gen_random_uuid()'
    if (type.startsWith('json')) return `'{"x":1}'`
    return 'now()'
  }

  /** Creates batches, lines, attempts and top-ups in every state. */
  const createEveryState = async () => {
    const { ordinary, specials } = demoPeople()
    const paymentTo = (at: number, yuan = '50.00') => ({ person: ordinary[at] ?? assert.fail(), yuan })
    const specialPayment = (name: keyof typeof specials) => ({ person: specials[name] ?? assert.fail(), yuan: '60.00' })
    await scenario.createPaidBatch([paymentTo(0), specialPayment('nameMismatch'), specialPayment('held'), specialPayment('slow')])
    for (let at = 1; at <= 3; at++) await scenario.createPaidBatch([paymentTo(at)])
    await scenario.createPaidBatch([specialPayment('nameMismatch')])
    await server.settle(1)
    const paidBatches = await sql<{ id: number }>`select id from payment_batch where state = 'paid' order by id desc limit 2`.execute(db())
    for (const [at, state] of ['closed', 'partial'].entries())
      await sql`update payment_batch set state = ${state}, closed_at = now() where id = ${paidBatches.rows[at]?.id}`.execute(db())
    await sql`update payment_line set state = 'returned', returned_at = now() where batch_id = ${paidBatches.rows[1]?.id}`.execute(db())
    await sql`update payout_attempt set state = 'returned' where line_id in (select id from payment_line where state = 'returned')`.execute(db())
    await scenario.draft([{ ...paymentTo(4), yuan: 'x' }])
    await scenario.draft([paymentTo(4)])
    await server.must('maker', 'payments.create', { orderId })
    await server.must('maker', 'payments.cancel', scenario.target(await scenario.draft([paymentTo(4)])))
    await scenario.submit(await scenario.draft([paymentTo(5)]))
    await scenario.check(await scenario.submit(await scenario.draft([paymentTo(5)])))
    await scenario.createPayableBatch([paymentTo(6)])
    await scenario.createPaidBatch([paymentTo(6)])
    for (const [at, state] of ['submitted', 'matched', 'confirmed', 'rejected', 'withdrawn'].entries()) {
      const creditState = at === 1 ? 'matched' : at === 2 ? 'confirmed' : at === 3 ? 'unclaimed' : null
      const insertedCredit = creditState
        ? await sql<{
            id: number
          }>`insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, credited_at, state, created_at)
            values (2, 2, ${`G${at}`}, 100, 'x', 'x', '', now(), ${creditState}, now()) returning id`.execute(db())
        : null
      const creditId = creditState === 'unclaimed' ? null : (insertedCredit?.rows[0]?.id ?? null)
      await sql`insert into topup (no, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, bank_serial, state, bank_credit_id, submitted_by, submitted_at, decided_by)
        values (${`CZG${at}`}, 2, 1, 2, 100, 'x', 'x', ${`G${at}`}, ${state}, ${creditId}, 5, now(), 4)`.execute(db())
    }
  }

  before(async () => {
    await createEveryState()
  })

  test('domain and database allow the same batch transitions', async () => {
    const { rows } = await sql<{ from: BatchState; to: BatchState }>`select from_state as from, to_state as to
      from unnest(${[...batchStates]}::text[]) from_state, unnest(${[...batchStates]}::text[]) to_state where app.batch_may_move(from_state, to_state)`.execute(
      db(),
    )
    const allowedTransitions = new Set(allBatchTransitions().map((move) => move.join('>')))
    assert.deepEqual(rows.map(({ from, to }) => `${from}>${to}`).sort(), [...allowedTransitions].sort())
    const checkTransitions = (tally: LineTally, state: BatchState): void => {
      const next: LineTally[] = [
        ...(tally.open > 0
          ? [
              { ...tally, open: tally.open - 1, success: tally.success + 1 },
              { ...tally, open: tally.open - 1, failed: tally.failed + 1 },
            ]
          : []),
        ...(tally.success > 0 ? [{ ...tally, success: tally.success - 1, returned: tally.returned + 1 }] : []),
      ]
      for (const nextTally of next)
        for (const isClosed of state === 'paying' ? [false] : [false, true]) {
          const from = isClosed ? 'closed' : state
          const to = stateOfSentBatch(nextTally, isClosed)
          assert.ok(from === to || allowedTransitions.has(`${from}>${to}`), `${from} > ${to} with ${JSON.stringify(nextTally)}`)
          checkTransitions(nextTally, to)
        }
    }
    checkTransitions({ open: 3, success: 0, failed: 0, returned: 0 }, 'paying')
  })

  test('the database refuses batch transitions that the program does not make', async () => {
    const allowedTransitions = new Set(allBatchTransitions().map((move) => move.join('>')))
    let stateCount = 0
    for (const from of batchStates) {
      const result = await sql<{ id: number }>`select id from payment_batch where state = ${from} order by id limit 1`.execute(db())
      const [batch] = result.rows
      if (!batch) continue
      stateCount++
      for (const to of batchStates) {
        if (from === to) continue
        const outcome = await outcomeOf(`update payment_batch set state = '${to}' where id = ${batch.id}`)
        assert.equal(outcome, allowedTransitions.has(`${from}>${to}`) ? 'done 1' : `payment_batch cannot go from ${from} to ${to}`)
      }
    }
    assert.equal(stateCount, batchStates.length)
  })

  test('the application changes only the progress of a queued line, and the owner can re-seal it', async () => {
    const progressColumns = [
      'issues',
      'state',
      'fail_code',
      'fail_reason',
      'sent_at',
      'finished_at',
      'returned_at',
      'released_at',
      'next_query_at',
      'queries',
      'version',
    ]
    const allColumns = [...(await columns('payment_line', true)), ...(await columns('payment_line', false))]
    const testedStates: string[] = []
    for (const state of statesAfterQueue) {
      const [line] = (await sql<{ id: number }>`select id from payment_line where state = ${state} limit 1`.execute(db())).rows
      if (!line) continue
      testedStates.push(state)
      for (const { name, type } of allColumns.filter((column) => !progressColumns.includes(column.name)))
        await expectRefused(
          `update payment_line set ${name} = ${changedTrigger(name, type)} where id = ${line.id}`,
          /sent for payment cannot change|booking of a paid line|permission denied/,
        )
      await expectRefused(`delete from payment_line where id = ${line.id}`, /permission denied/)
    }
    assert.deepEqual(testedStates, ['queued', 'success', 'failed', 'held', 'unknown', 'returned'])
    assert.deepEqual(
      progressColumns.filter((name) => !allColumns.some((column) => column.name === name)),
      [],
    )
    const line = await firstRow<{ id: number }>(`select id from payment_line where state = 'success' limit 1`)
    const resealUpdate = await sql`update payment_line set card_no_sealed = card_no_sealed || '', card_no_index = card_no_index where id = ${line.id}`.execute(
      db(),
    )
    assert.equal(resealUpdate.numAffectedRows, 1n, 'the owner re-seals numbers with a new key')
  })

  test('a failed or held line cannot be reopened without an exception that found it paid', async () => {
    for (const state of ['failed', 'held']) {
      const line = await firstRow<{ id: number }>(`select id from payment_line where state = '${state}' limit 1`)
      await expectRefused(`update payment_line set state = 'unknown' where id = ${line.id}`, /only when an exception finds the payment/)
    }
  })

  test('a submitted batch keeps its payees, amounts and documents and accepts no new lines', async () => {
    const person = demoPeople().ordinary[0] ?? assert.fail()
    const batch = await scenario.submit(await scenario.draft([{ person, yuan: '1000.00' }]))
    const line = await firstRow<{ id: number }>(`select id from payment_line where batch_id = ${batch.id}`)
    for (const change of [`name = 'x'`, `card_no_index = 'x'`, `id_number_index = 'x'`, `amount_text = '2000.00'`, `state = 'excluded'`])
      await expectRefused(`update payment_line set ${change} where id = ${line.id}`, /submitted batch cannot change/)
    await expectRefused(
      `insert into evidence (centre_id, unit_id, batch_id, order_id, kind, file_id, sha256, created_by, created_at)
        select centre_id, unit_id, id, order_id, 'other', (select id from stored_file limit 1), 'x', 5, now() from payment_batch where id = ${batch.id}`,
      /documents of a submitted batch cannot change/,
    )
    const names = (await columns('payment_line', true)).map(({ name }) => name).filter((name) => !['seq', 'state'].includes(name))
    const copyStatement = (state: string) => `insert into payment_line (month, batch_id, centre_id, unit_id, mode, seq, state, ${names.join(', ')})
      select month, batch_id, centre_id, unit_id, mode, 900, '${state}', ${names.join(', ')} from payment_line where id = ${line.id}`
    await expectRefused(copyStatement('ready'), /need a batch in preparation/)
    const draft = await scenario.draft([{ person, yuan: '10.00' }])
    const draftLine = await firstRow<{ id: number }>(`select id from payment_line where batch_id = ${draft.id}`)
    await expectRefused(copyStatement('success').replace(`id = ${line.id}`, `id = ${draftLine.id}`), /need a batch in preparation/)
    assert.equal(await outcomeOf(copyStatement('ready').replace(`id = ${line.id}`, `id = ${draftLine.id}`)), 'done 1')
    await expectRefused(`update evidence set sha256 = 'x'`, /permission denied/)
  })

  test('a sent batch keeps its totals, terms and approvers, and a new batch is a draft', async () => {
    const steps = [
      'state',
      'state_reason',
      'success_count',
      'success_cost_fen',
      'failed_count',
      'failed_cost_fen',
      'returned_count',
      'failed_resent_count',
      'failed_resent_cost_fen',
      'returned_resent_count',
      'returned_resent_cost_fen',
      'returned_cost_fen',
      'is_frozen',
      'is_insufficient',
      'finished_at',
      'closed_at',
      'version',
    ]
    const allColumns = [...(await columns('payment_batch', true)), ...(await columns('payment_batch', false))].filter((column) => !steps.includes(column.name))
    for (const state of ['paying', 'paid', 'partial', 'closed', 'cancelled']) {
      const batch = await firstRow<{ id: number }>(`select id from payment_batch where state = '${state}' limit 1`)
      for (const { name, type } of allColumns)
        await expectRefused(
          `update payment_batch set ${name} = ${changedTrigger(name, type)} where id = ${batch.id}`,
          /sent or cancelled batch cannot change|permission denied|through a channel of its centre|payment_batch_halt/,
        )
    }
    const names = 'month, centre_id, unit_id, mode, order_id, channel_id, amount_basis, created_at'
    const insertStatement = (more: string, values: string) =>
      `insert into payment_batch (no, ${names}, ${more}) select 'PC-GUARD', ${names}, ${values} from payment_batch order by id desc limit 1`
    await expectRefused(insertStatement('state, maker_id', `'payable', 5`), /draft of the caller/)
    await expectRefused(insertStatement('state, maker_id', `'draft', 6`), /draft of the caller/)
    await expectRefused(insertStatement('state, maker_id, checker_id', `'draft', 5, 6`), /draft of the caller/)
    assert.equal(await outcomeOf(insertStatement('state, maker_id', `'draft', 5`)), 'done 1')
  })

  test('an attempt keeps its number, channel and amount, and makes only legal transitions', async () => {
    for (const { name, type } of await columns('payout_attempt', false))
      await expectRefused(`update payout_attempt set ${name} = ${changedTrigger(name, type)}`, /permission denied|to DEFAULT/)
    const fixedColumns = (await columns('payout_attempt', false)).map(({ name }) => name)
    for (const name of ['line_id', 'attempt_no', 'channel_id', 'request_no', 'amount_fen']) assert.ok(fixedColumns.includes(name), name)
    await expectRefused('delete from payout_attempt', /permission denied/)
    await expectRefused('delete from payout_event', /permission denied/)
    await expectRefused(`update payout_event set to_state = 'success'`, /permission denied/)
    const states = ['created', ...lineStates.filter((state) => state !== 'queued' && statesAfterQueue.includes(state as never))]
    for (const from of ['success', 'failed', 'held']) {
      const attempt = await firstRow<{ id: number }>(`select id from payout_attempt where state = '${from}' order by id limit 1`)
      // An exception may reopen a failed or held attempt that was paid after all. The trigger on its line checks for
      // the exception.
      const allowedStates = from === 'success' ? ['returned'] : from === 'held' ? ['cancelled', 'unknown'] : ['unknown']
      for (const to of states.filter((state) => state !== from && !allowedStates.includes(state)))
        await expectRefused(`update payout_attempt set state = '${to}' where id = ${attempt.id}`, /payout_attempt cannot go/)
    }
    await expectRefused(
      `insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
        select month, line_id, centre_id, unit_id, attempt_no + 1, channel_id, request_no || 'X', amount_fen, 'success', now() from payout_attempt where state = 'failed' limit 1`,
      /must be in the state created/,
    )
  })

  test('decided top-ups and booked bank credits are final, and new ones start undecided', async () => {
    for (const state of ['confirmed', 'rejected', 'withdrawn']) {
      const topup = await firstRow<{ id: number }>(`select id from topup where state = '${state}' limit 1`)
      await expectRefused(`update topup set state = 'submitted' where id = ${topup.id}`, /a decision cannot change/)
      await expectRefused(`update topup set decided_by = 1 where id = ${topup.id}`, /a decision cannot change/)
    }
    await expectRefused(`update topup set amount_fen = amount_fen * 2`, /permission denied/)
    await expectRefused(`update topup set state = 'confirmed', decided_by = 4 where state = 'submitted'`, /constraint|cannot go/)
    await expectRefused(`update bank_credit set amount_fen = amount_fen * 2`, /permission denied/)
    await expectRefused(`update bank_credit set state = 'unclaimed' where state = 'confirmed'`, /a booked or returned credit cannot change/)
    await expectRefused(`update bank_credit set state = 'confirmed' where state = 'unclaimed'`, /bank_credit cannot go/)
    const creditColumns = 'centre_id, mode, amount_fen, payer_name, payer_account, receiving_account, credited_at, created_at'
    await expectRefused(
      `insert into bank_credit (serial, state, imported_by, ${creditColumns}) select 'GNEW', 'confirmed', 5, ${creditColumns} from bank_credit limit 1`,
      /must be unclaimed/,
    )
    await expectRefused(
      `insert into bank_credit (serial, imported_by, ${creditColumns}) select 'GNEW', 4, ${creditColumns} from bank_credit limit 1`,
      /the person who registered a credit cannot change/,
    )
    const topupColumns = 'centre_id, unit_id, mode, amount_fen, payer_name, payer_account, submitted_at'
    for (const [state, by] of [
      ['matched', 5],
      ['submitted', 7],
    ] as const)
      await expectRefused(
        `insert into topup (no, bank_serial, state, submitted_by, ${topupColumns}) select 'GNEW', 'GNEW', '${state}', ${by}, ${topupColumns} from topup limit 1`,
        /submitted by the caller/,
      )
  })

  test('amounts outside the listed tables can be written only once', async () => {
    const result = await sql<{
      table: string
    }>`select distinct relname::text as table from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attname like '%\_fen' and has_column_privilege('app_rw', pg_class.oid, attnum, 'update')
      order by 1`.execute(db())
    assert.deepEqual(
      result.rows.map((row) => row.table),
      Object.keys(writableReasons).sort(),
      'revoke the right to update the figure in a migration, or give the reason here',
    )
    for (const query of [
      'update account set balance_fen = 0',
      'update ledger_entry set amount_fen = 1',
      'update ledger_journal set entries = 3',
      'update tax_reservation set gross_fen = 0',
      'update tax_standing set operator_id = 1',
      'update voucher set amount_fen = 1',
      'update payout_slip set serial = serial',
      'update commission_item set amount_fen = 0',
      'update commission_day set accrued_fen = 0',
      'update commission_adjustment set amount_fen = 1',
      'update commission_bill set accrued_fen = 0',
      'update invoice set total_fen = 1',
      'update invoice_line set amount_fen = 1',
      'update invoice_use set used_fen = 0',
      'update invoice_quota set used_fen = 0',
      'update business_invoice_use set used_fen = 0',
      'update red_letter set amount_fen = 1',
      'update refund set amount_fen = 1',
      'update balance_adjustment set amount_fen = 1',
      'update balance_statement set topup_fen = 0',
      `update channel set kind = 'offline'`,
      'update service_order set amount_fen = 1',
      'delete from voucher',
      'delete from topup',
      'delete from tax_standing',
      'delete from payment_batch',
    ])
      await expectRefused(query, /permission denied|does not exist/)
    await expectRefused(`update account set kind = 'unit_frozen' where kind = 'unit_available'`, /keeps its kind/)
  })
})
