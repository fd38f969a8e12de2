import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { extendDocuments, type PayeeAmount, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const { ordinary } = demoPeople()
const defaultTerms = {
  fee_plan_id: 1,
  tax_bearer: 'operator',
  fee_bearer: 'unit',
  freeze_on_submit: false,
  dual_control: true,
  auto_audit_limit_fen: 0,
  day_limit_fen: 3_000_000_000,
  month_limit_fen: 20_000_000_000,
  evidence_limit_fen: 100_000_000_000,
} as const

/** Returns a new payee each time, so that no test pays a person who was paid before. */
const unitPeople = ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
let next = 0
function somebody() {
  const person = unitPeople[next++]
  if (!person) throw new Error('unit 1 has too few people')
  return person
}

describe('reserved money compared with booked money', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let start = { available: 0, frozen: 0 }
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const goTo = (day: string, hour = 12) => server.advance(new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).getTime() - now().getTime())
  /** Moves the clock to noon on the first day of an unused month. */
  const newMonth = () => goTo(monthStart(shiftMonth(monthOf(now()), 1)))
  const lastDay = () => dayOf(new Date(new Date(`${monthStart(shiftMonth(monthOf(now()), 1))}T00:00:00+08:00`).getTime() - dayMs))
  const terms = (set: {
    fee_plan_id?: number
    tax_bearer?: 'unit' | 'operator'
    freeze_on_submit?: boolean
    dual_control?: boolean
    day_limit_fen?: number
    month_limit_fen?: number
  }) => db().updateTable('unit_setting_version').set(set).where('setting_id', '=', 12).execute()
  const payableOn = async (owed: readonly PayeeAmount[], amountBasis: 'gross' | 'net' = 'gross') =>
    act.audit(await act.check(await act.submit(await act.draft(owed, { amountBasis }))))

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    await extendDocuments(server)
  })
  beforeEach(async () => {
    newMonth()
    await terms(defaultTerms)
    start = await act.balance()
  })
  afterEach(async () => {
    assert.deepEqual(await checkInvariants(db()), [])
  })
  after(() => server.close())

  test('a batch of net amounts paid a month after its audit is recomputed and leaves no reserve', async () => {
    const person = somebody()
    await act.paid([{ person, yuan: '98000.00' }])
    await server.settle(1)
    goTo(lastDay())
    const before = await act.balance()
    const audited = await payableOn([{ person, yuan: '6000.00' }], 'net')
    assert.deepEqual(await act.balance(), { available: before.available - audited.cost, frozen: before.frozen + audited.cost })
    server.advance(dayMs)
    const answer = await act.pay(audited)
    assert.equal(answer.state, 'auditing', 'the confirmed figures have changed: the batch is not paid, and the new figures are shown')
    assert.notEqual(answer.cost, audited.cost)
    assert.match(answer.stateReason, /成本/)
    const paid = await act.pay(await act.audit(answer))
    await server.settle(1)
    assert.equal((await act.get(paid.id)).state, 'paid')
    assert.deepEqual(await act.balance(), { available: before.available - paid.cost, frozen: before.frozen })
  })

  test('a ladder fee borne by the unit keeps the step of its submission', async () => {
    await terms({ fee_plan_id: 2 })
    const owed = Array.from({ length: 4 }, () => ({ person: somebody(), yuan: '150000.00' }))
    const first = await payableOn(owed)
    const second = await payableOn(Array.from({ length: 4 }, () => ({ person: somebody(), yuan: '150000.00' })))
    await act.pay(second)
    await server.settle(1)
    await act.pay(first)
    await server.settle(1)
    const [one, two] = [await act.get(first.id), await act.get(second.id)]
    assert.deepEqual([one.state, two.state], ['paid', 'paid'])
    assert.deepEqual([one.fee, two.fee], [first.fee, second.fee])
    assert.deepEqual(await act.balance(), { available: start.available - one.cost - two.cost, frozen: start.frozen })
  })

  test('a rejected ladder batch releases only its own money', async () => {
    await terms({ fee_plan_id: 2, freeze_on_submit: true })
    const make = async () => act.submit(await act.draft(Array.from({ length: 4 }, () => ({ person: somebody(), yuan: '150000.00' }))))
    const [first, second] = [await make(), await make()]
    const back = await server.must('checker', 'payments.check', { ...act.target(second), approve: false, reason: '金额再核对' })
    assert.equal(back.state, 'fixing')
    assert.deepEqual(await act.balance(), { available: start.available - first.cost, frozen: start.frozen + first.cost })
    const again = await act.audit(await act.check(await act.submit(back)))
    const one = await act.audit(await act.check(first))
    await act.pay(again)
    await act.pay(one)
    await server.settle(2)
    const ended = [await act.get(first.id), await act.get(second.id)]
    assert.deepEqual(
      ended.map((batch) => batch.state),
      ['paid', 'paid'],
    )
    assert.equal((await act.balance()).frozen, start.frozen)
  })

  test('changed tax borne by the unit is reserved again before approval', async () => {
    await terms({ tax_bearer: 'unit', freeze_on_submit: true, dual_control: false })
    const person = somebody()
    const batch = await act.submit(await act.draft([{ person, yuan: '70000.00' }]))
    assert.deepEqual([batch.state, batch.isFrozen], ['auditing', true])
    const heldBatch = await act.submit(await act.draft([{ person, yuan: '70000.00' }]))
    await server.must('auditor', 'payments.audit', { ...act.target(heldBatch), approve: false, reason: '重复' }, { centre: 2, mode: 2 })
    await server.must('maker', 'payments.cancel', act.target(await act.get(heldBatch.id)))
    goTo(lastDay())
    server.advance(dayMs)
    const seen = await act.audit(batch)
    if (seen.state === 'auditing') assert.equal((await act.audit(seen)).state, 'payable')
    const now = await act.get(batch.id)
    assert.equal((await act.balance()).frozen, start.frozen + now.cost)
  })

  test('the database refuses to pay a batch whose reserved money differs from its line costs', async () => {
    const batch = await payableOn([{ person: somebody(), yuan: '1000.00' }])
    await assert.rejects(
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`update payment_line set cost_fen = cost_fen + 100, fee_fen = fee_fen + 100, fee_unit_fen = fee_unit_fen + 100 where batch_id = ${batch.id}`.execute(
            trx,
          )
          await sql`update payment_batch set cost_fen = cost_fen + 100, fee_fen = fee_fen + 100, state = 'paying', paid_at = ${now()} where id = ${batch.id}`.execute(
            trx,
          )
        }),
      /set aside/,
    )
    await server.must('maker', 'payments.cancel', act.target(batch))
  })

  test('a payment is refused when net, tax, fee or cost differ from the confirmed figures', async () => {
    const batch = await payableOn([{ person: somebody(), yuan: '20000.00' }])
    const payment = act.payment(batch)
    for (const wrong of [{ net: batch.net + 1 }, { tax: batch.tax - 1 }, { fee: batch.fee + 1 }, { cost: batch.cost - 1 }]) {
      const answer = await server.call('payer', 'payments.pay', { ...payment, ...wrong } as typeof payment)
      assert.equal(answer.error, 'shownOtherwise')
    }
    await act.pay(batch)
    await server.settle(1)
  })

  test('VAT caused only by a failed payment is recomputed before the next payment', async () => {
    const payee = somebody()
    const first = await payableOn([{ person: payee, yuan: '60000.00' }])
    const second = await payableOn([{ person: payee, yuan: '60001.00' }])
    assert.ok(second.vat > 0)
    await server.must('maker', 'payments.cancel', act.target(first))
    const answer = await act.pay(second)
    assert.equal(answer.state, 'auditing')
    assert.equal(answer.vat, 0, 'alone the second stays below the threshold')
    await act.pay(await act.audit(answer))
    await server.settle(1)
    assert.equal((await act.get(second.id)).state, 'paid')
  })
})
