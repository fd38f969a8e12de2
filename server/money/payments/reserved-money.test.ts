import assert from 'node:assert/strict'
import { afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { extendDocuments, type PayeeAmount, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

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

/** The payees of unit 1. Each test takes new ones, so that no one was paid before. */
const unitPeople = ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
let next = 0
function nextPayee() {
  const person = unitPeople[next++]
  if (!person) throw new Error('unit 1 has too few people')
  return person
}

describe('reserved money compared with booked money', () => {
  const server = testServer()
  const act = paymentScenario(server)
  let startBalance = { available: 0, frozen: 0 }
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const advanceTo = (day: string, hour = 12) => server.advance(new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`).getTime() - now().getTime())
  /** Moves the clock to noon on the first day of an unused month. */
  const advanceToNextMonth = () => advanceTo(monthStart(shiftMonth(monthOf(now()), 1)))
  const lastDay = () => dayOf(new Date(new Date(`${monthStart(shiftMonth(monthOf(now()), 1))}T00:00:00+08:00`).getTime() - dayMs))
  const setTerms = (set: {
    fee_plan_id?: number
    tax_bearer?: 'unit' | 'operator'
    freeze_on_submit?: boolean
    dual_control?: boolean
    day_limit_fen?: number
    month_limit_fen?: number
  }) => db().updateTable('unit_setting_version').set(set).where('setting_id', '=', 12).execute()
  const createPayable = async (owed: readonly PayeeAmount[], amountBasis: 'gross' | 'net' = 'gross') =>
    act.audit(await act.check(await act.submit(await act.draft(owed, { amountBasis }))))

  before(async () => {
    await extendDocuments(server)
  })
  beforeEach(async () => {
    advanceToNextMonth()
    await setTerms(defaultTerms)
    startBalance = await act.balance()
  })
  afterEach(async () => {
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a net batch paid in the month after its audit is recomputed and leaves nothing reserved', async () => {
    const person = nextPayee()
    await act.createPaidBatch([{ person, yuan: '98000.00' }])
    await server.settle(1)
    advanceTo(lastDay())
    const balanceBefore = await act.balance()
    const auditedBatch = await createPayable([{ person, yuan: '6000.00' }], 'net')
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - auditedBatch.cost, frozen: balanceBefore.frozen + auditedBatch.cost })
    server.advance(dayMs)
    const answer = await act.pay(auditedBatch)
    assert.equal(answer.state, 'auditing', 'the confirmed figures have changed: the batch is not paid, and the new figures are shown')
    assert.notEqual(answer.cost, auditedBatch.cost)
    assert.match(answer.stateReason, /成本/)
    const paidBatch = await act.pay(await act.audit(answer))
    await server.settle(1)
    assert.equal((await act.get(paidBatch.id)).state, 'paid')
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - paidBatch.cost, frozen: balanceBefore.frozen })
  })

  test('a tiered fee borne by the unit keeps the tier of its submission', async () => {
    await setTerms({ fee_plan_id: 2 })
    const ladderPayments = Array.from({ length: 4 }, () => ({ person: nextPayee(), yuan: '150000.00' }))
    const first = await createPayable(ladderPayments)
    const second = await createPayable(Array.from({ length: 4 }, () => ({ person: nextPayee(), yuan: '150000.00' })))
    await act.pay(second)
    await server.settle(1)
    await act.pay(first)
    await server.settle(1)
    const [one, two] = [await act.get(first.id), await act.get(second.id)]
    assert.deepEqual([one.state, two.state], ['paid', 'paid'])
    assert.deepEqual([one.fee, two.fee], [first.fee, second.fee])
    assert.deepEqual(await act.balance(), { available: startBalance.available - one.cost - two.cost, frozen: startBalance.frozen })
  })

  test('a rejected batch with a tiered fee releases only its own money', async () => {
    await setTerms({ fee_plan_id: 2, freeze_on_submit: true })
    const submitLadderBatch = async () => act.submit(await act.draft(Array.from({ length: 4 }, () => ({ person: nextPayee(), yuan: '150000.00' }))))
    const [first, second] = [await submitLadderBatch(), await submitLadderBatch()]
    const rejectedBatch = await server.must('checker', 'payments.check', { ...act.target(second), approve: false, reason: '金额再核对' })
    assert.equal(rejectedBatch.state, 'fixing')
    assert.deepEqual(await act.balance(), { available: startBalance.available - first.cost, frozen: startBalance.frozen + first.cost })
    const resubmittedBatch = await act.audit(await act.check(await act.submit(rejectedBatch)))
    const firstAudited = await act.audit(await act.check(first))
    await act.pay(resubmittedBatch)
    await act.pay(firstAudited)
    await server.settle(2)
    const endedBatches = [await act.get(first.id), await act.get(second.id)]
    assert.deepEqual(
      endedBatches.map((batch) => batch.state),
      ['paid', 'paid'],
    )
    assert.equal((await act.balance()).frozen, startBalance.frozen)
  })

  test('changed tax borne by the unit is reserved again before approval', async () => {
    await setTerms({ tax_bearer: 'unit', freeze_on_submit: true, dual_control: false })
    const person = nextPayee()
    const batch = await act.submit(await act.draft([{ person, yuan: '70000.00' }]))
    assert.deepEqual([batch.state, batch.isFrozen], ['auditing', true])
    const rejectedDuplicate = await act.submit(await act.draft([{ person, yuan: '70000.00' }]))
    await server.must('auditor', 'payments.audit', { ...act.target(rejectedDuplicate), approve: false, reason: '重复' }, { centre: 2, mode: 2 })
    await server.must('maker', 'payments.cancel', act.target(await act.get(rejectedDuplicate.id)))
    advanceTo(lastDay())
    server.advance(dayMs)
    const recomputedBatch = await act.audit(batch)
    if (recomputedBatch.state === 'auditing') assert.equal((await act.audit(recomputedBatch)).state, 'payable')
    const currentBatch = await act.get(batch.id)
    assert.equal((await act.balance()).frozen, startBalance.frozen + currentBatch.cost)
  })

  test('the database refuses to pay a batch whose reserved money differs from its line costs', async () => {
    const batch = await createPayable([{ person: nextPayee(), yuan: '1000.00' }])
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
    const batch = await createPayable([{ person: nextPayee(), yuan: '20000.00' }])
    const payment = act.payment(batch)
    for (const wrongFigure of [{ net: batch.net + 1 }, { tax: batch.tax - 1 }, { fee: batch.fee + 1 }, { cost: batch.cost - 1 }]) {
      const answer = await server.call('payer', 'payments.pay', { ...payment, ...wrongFigure } as typeof payment)
      assert.equal(answer.error, 'shownOtherwise')
    }
    await act.pay(batch)
    await server.settle(1)
  })

  test('VAT caused only by a cancelled batch is recomputed before the next payment', async () => {
    const payee = nextPayee()
    const first = await createPayable([{ person: payee, yuan: '60000.00' }])
    const second = await createPayable([{ person: payee, yuan: '60001.00' }])
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
