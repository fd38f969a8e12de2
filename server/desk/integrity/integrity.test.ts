import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { trailInvariants } from '#/server/desk/audit/public.ts'
import { allChecks, trailChecks } from '#/server/desk/integrity/checks.ts'
import { addSecondAdministrator } from '#/server/desk/integrity/testing.ts'
import type { CheckedUntil } from '#/server/kernel/declarations/invariant.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { bankScenario, exceptionScenario, replies } from '#/server/money/payouts/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

function paymentTo(index: number, yuan: string) {
  const person = ordinary[index]
  assert.ok(person)
  return [{ person, yuan }]
}

describe('integrity checks', () => {
  const errors: Record<string, unknown>[] = []
  let server: TestServer
  let scenario: ReturnType<typeof paymentScenario>
  const db = () => server.running.kernel.database.kysely
  const state = () => server.must('platform', 'integrity.state', {})
  const currentStop = async () => (await state()).stop ?? assert.fail('payouts are not stopped')

  const checkAll = async () => {
    const { id } = await server.must('platform', 'integrity.run', {})
    await server.job('integrity.run', { runId: id })
    const run = (await state()).runs.find((each) => each.id === id)
    return run ?? assert.fail('the run is not listed')
  }
  const shiftBankBalance = (fen: number) => sql`update account set balance_fen = balance_fen + ${fen} where kind = 'bank' and centre_id = 3`.execute(db())
  const brokenInvariants = async (since: CheckedUntil | null) => {
    const violations: string[] = []
    for (const check of allChecks(server.running.kernel)) if ((await check.broken(db(), since, new Date())).length > 0) violations.push(check.name)
    return violations
  }

  before(async () => {
    server = await startTestServer({ log: { info: () => undefined, warn: () => undefined, error: (fields) => errors.push(fields as Record<string, unknown>) } })
    scenario = paymentScenario(server)
    await addSecondAdministrator(server)
  })
  after(() => server.close())

  test('repeated check jobs run one full and one recent check, shown only to the platform', async () => {
    for (let tick = 0; tick < 3; tick++) await server.job('integrity.check')
    const { runs, stop: none } = await state()
    assert.deepEqual(
      runs.map((run) => [run.kind, run.state, run.askedBy]),
      [
        ['recent', 'holds', null],
        ['whole', 'holds', null],
      ],
    )
    assert.equal(none, null)
    const findings = await server.must('platform', 'integrity.findings', { runId: runs[1]?.id ?? 0 })
    assert.ok(findings.length > 10 && findings.every((finding) => finding.result === 'holds'))
    for (const who of ['auditor', 'centre', 'maker']) assert.equal((await server.call(who, 'integrity.state', {})).error, 'forbidden')
  })

  test('a failed check stops all payouts until two administrators release them', async () => {
    const queuedBatch = await scenario.createPaidBatch(paymentTo(1, '800.00'))
    const payableBatch = await scenario.createPayableBatch(paymentTo(2, '900.00'))
    await shiftBankBalance(1)
    assert.equal((await checkAll()).state, 'broken')

    const { id: stopId, broken: names, mayAsk, affected } = await currentStop()
    assert.deepEqual(names, ['INV-02', 'INV-03'])
    const { name: centreName } = await db().selectFrom('centre').select('name').where('id', '=', 3).executeTakeFirstOrThrow()
    assert.deepEqual(new Set(affected.map((row) => row.check)), new Set(names))
    assert.ok(affected.every((row) => row.centreName === centreName && row.remedy === 'support'))
    assert.match(mayAsk, /完整核对/)
    assert.deepEqual(
      errors.filter((error) => 'invariant' in error).map((error) => error.invariant),
      ['INV-02', 'INV-03'],
    )
    const messages = await server.must('second', 'messages.list', {})
    assert.equal(messages.rows[0]?.kind, 'payoutsStopped')
    const letters = await sql<{
      count: number
    }>`select count(*)::int as count from pgboss.job where name = 'messages.deliver' and data ->> 'way' = 'mail'`.execute(db())
    assert.ok((letters.rows[0]?.count ?? 0) >= 2, 'mails to both administrators are on their way')
    assert.equal((await server.must('platform', 'tasks.waiting', {})).find((task) => task.kind === 'integrity')?.count, 1)
    assert.equal(
      (await server.must('centre', 'tasks.waiting', {})).find((task) => task.kind === 'integrity'),
      undefined,
    )

    assert.equal((await server.call('payer', 'payments.pay', scenario.payment(payableBatch))).error, 'allPayoutsStopped')
    assert.match((await scenario.get(payableBatch.id)).may.pay ?? '', /付款已暂停/)
    await server.settle(2)
    assert.deepEqual(
      (await scenario.lines(queuedBatch.id)).map((line) => line.state),
      ['queued'],
    )

    assert.equal((await server.call('platform', 'integrity.askRelease', { stopId, reason: '已经处理' })).error, 'notClean')
    await shiftBankBalance(-1)
    assert.equal((await checkAll()).state, 'holds')
    await server.must('platform', 'integrity.askRelease', { stopId, reason: '演练：余额已更正' })
    assert.equal((await server.call('platform', 'integrity.release', { stopId, isAllowed: true, reason: '确认' })).error, 'ownRequest')
    assert.equal((await server.call('centre', 'integrity.release', { stopId, isAllowed: true, reason: '确认' })).error, 'forbidden')
    await server.must('second', 'integrity.release', { stopId, isAllowed: true, reason: '已复核' })
    assert.equal((await state()).stop, null)
    assert.equal((await server.call('second', 'integrity.release', { stopId, isAllowed: true, reason: '再次' })).error, 'notStopped')

    await scenario.pay(payableBatch)
    await server.settle(2)
    for (const batch of [queuedBatch, payableBatch]) assert.equal((await scenario.get(batch.id)).state, 'paid')
    const trail = (await server.must('platform', 'audit.list', { refType: 'payout_stop' })).rows.map((row) => `${row.action} ${row.username}`)
    assert.deepEqual(trail, ['integrity.release second', 'integrity.askRelease platform', 'integrity.check ', 'integrity.check '])
  })

  test('a new failure cancels a pending request to release the stop', async () => {
    await shiftBankBalance(1)
    await checkAll()
    await shiftBankBalance(-1)
    await checkAll()
    const { id: stopId } = await currentStop()
    await server.must('platform', 'integrity.askRelease', { stopId, reason: '再次演练' })
    await shiftBankBalance(1)
    await checkAll()
    assert.equal((await currentStop()).askedBy, null)
    await shiftBankBalance(-1)
    await checkAll()
    await server.must('second', 'integrity.askRelease', { stopId, reason: '余额已更正' })
    await server.must('platform', 'integrity.release', { stopId, isAllowed: true, reason: '已复核' })
    await assert.rejects(sql`update payout_stop set reason = '另一个理由'`.execute(db()), /append-only/)
    await assert.rejects(sql`delete from payout_stop`.execute(db()), /append-only/)
  })

  test('a check that cannot run is reported as unchecked and does not stop payouts', async () => {
    await sql`alter table commission_item rename to commission_item_away`.execute(db())
    const run = await checkAll()
    await sql`alter table commission_item_away rename to commission_item`.execute(db())
    assert.equal(run.state, 'unchecked')
    const findings = await server.must('platform', 'integrity.findings', { runId: run.id })
    assert.deepEqual(
      findings.filter((finding) => finding.result !== 'holds').map((finding) => `${finding.name} ${finding.result}`),
      ['INV-17 unchecked', 'INV-32 unchecked'],
    )
    assert.equal((await state()).stop, null)
  })

  test('recent and full checks find the same faults in accounts, payments and the log', async () => {
    const earlierPoint =
      await sql<CheckedUntil>`select max(id) as journal, to_char(date_trunc('month', ${new Date()}::timestamptz) - interval '1 month', 'YYYY-MM-DD') as month
      from ledger_journal`.execute(db())
    const checkedUntil = earlierPoint.rows[0] ?? assert.fail('there is no journal')
    const batch = await scenario.createPaidBatch(paymentTo(3, '700.00'))
    await server.settle(2)
    assert.deepEqual([await brokenInvariants(checkedUntil), await brokenInvariants(null)], [[], []])
    const line = (await scenario.lines(batch.id))[0]?.id ?? 0
    const withoutTriggers = async (work: () => Promise<unknown>, table: string) => {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db())
      await work()
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db())
    }
    const journal = sql`(select max(id) from ledger_journal where ref_type = 'line' and ref_id = ${line})`
    const faults: readonly [string, (by: number) => Promise<unknown>, string[]][] = [
      ['account', (by) => shiftBankBalance(by), ['INV-02', 'INV-03']],
      [
        'ledger_entry',
        (by) =>
          sql`update ledger_entry set amount_fen = amount_fen + ${by}, balance_after_fen = balance_after_fen + ${by} where journal_id = ${journal} and line = 1`.execute(
            db(),
          ),
        ['INV-01', 'INV-03'],
      ],
      [
        'payment_line',
        (by) =>
          sql`update payment_line set cost_fen = cost_fen + ${by}, fee_fen = fee_fen + ${by}, fee_unit_fen = fee_unit_fen + ${by} where id = ${line}`.execute(
            db(),
          ),
        ['INV-06', 'INV-17'],
      ],
      ['payment_batch', (by) => sql`update payment_batch set success_count = success_count + ${by} where id = ${batch.id}`.execute(db()), ['INV-06']],
      [
        'audit_log',
        (by) => sql`update audit_log set user_id = user_id + ${by} where (chain, seq) = (select chain, seq from audit_chain where chain = 2)`.execute(db()),
        ['INV-19'],
      ],
    ]
    for (const [table, change, names] of faults) {
      await withoutTriggers(() => change(1), table)
      const results = [await brokenInvariants(checkedUntil), await brokenInvariants(null)]
      await withoutTriggers(() => change(-1), table)
      for (const name of names) for (const each of results) assert.ok(each.includes(name), `${table}: ${name} among ${each.join()}`)
      assert.deepEqual(results[0], results[1], table)
    }
    assert.deepEqual([await brokenInvariants(checkedUntil), await brokenInvariants(null)], [[], []])
  })

  test('the stop names the batch, its unit and the page where it can be corrected', async () => {
    const [bank, desk] = [bankScenario(server), exceptionScenario(server)]
    const { id } = await bank.sendOneLine((no, net) => [replies.paid(no, net - 1)])
    const exception = await desk.findOnly('wrong_amount')
    const { no, unitName, centreName } = await scenario.get(id)
    const shiftSuccessCost = async (fen: number) => sql`update payment_batch set success_cost_fen = success_cost_fen + ${fen} where id = ${id}`.execute(db())
    await shiftSuccessCost(1)
    await checkAll()
    const affectedItem = { check: 'INV-06', item: `batch ${no}`, unitName, centreName }
    assert.deepEqual((await currentStop()).affected, [{ ...affectedItem, path: `/zf/zfycList?keyword=${exception.no}`, remedy: 'exception' }])
    await desk.settle(exception, 'as_ordered')
    assert.deepEqual((await currentStop()).affected, [{ ...affectedItem, path: `/zf/batch/${id}`, remedy: 'batch' }])
    await shiftSuccessCost(-1)
    assert.equal((await checkAll()).state, 'holds')
    const { id: stopId } = await currentStop()
    await server.must('platform', 'integrity.askRelease', { stopId, reason: '演练：已更正' })
    await server.must('second', 'integrity.release', { stopId, isAllowed: true, reason: '已复核' })
    errors.splice(0)
  })

  test('a completely rewritten chain does not match its signature', async () => {
    await server.job('audit.sign')
    assert.notEqual((await state()).signedAt, null)
    await sql`alter table audit_log disable trigger user`.execute(db())
    await sql`do $$ declare entry audit_log; last bytea := decode(repeat('00', 32), 'hex'); begin
      for entry in select * from audit_log where chain = 2 order by seq loop
        entry.previous := last;
        if entry.seq = 2 then entry.ip := '6.6.6.6'; end if;
        last := app.audit_digest(entry);
        update audit_log set ip = entry.ip, previous = entry.previous, hash = last where chain = entry.chain and seq = entry.seq;
      end loop;
      update audit_chain set hash = last where chain = 2;
    end $$`.execute(db())
    await sql`alter table audit_log enable trigger user`.execute(db())
    assert.deepEqual(await checkInvariants(db(), trailInvariants), [], 'the chain itself tells nothing')
    assert.deepEqual(await brokenInvariants(null), ['INV-30'])
  })

  test('an altered or replaced statement of a signature is detected', async () => {
    const offenders = async () => {
      const [check] = trailChecks(server.running.kernel.signer).filter(({ name }) => name === 'INV-30')
      return (await check?.broken(db(), null, new Date()))?.filter((each) => each.startsWith('signature'))
    }
    assert.deepEqual(await offenders(), [])
    await sql`alter table audit_signature disable trigger user`.execute(db())
    await sql`update audit_signature set statement = replace(statement, '"chain":2', '"chain":7')`.execute(db())
    assert.equal((await offenders())?.length, 1)
    await sql`update audit_signature set statement = 'nothing'`.execute(db())
    assert.equal((await offenders())?.length, 1)
    await sql`alter table audit_signature enable trigger user`.execute(db())
  })
})
