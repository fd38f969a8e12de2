import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { ordinaryPerson, specialPerson } from '#/server/money/lines/testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

describe('resending failed payments', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  const db = () => server.running.kernel.database.kysely
  const get = (id: number) => server.must('maker', 'payments.get', { id })
  const resendable = (id: number) => server.must('maker', 'payments.resendable', { id })
  const resend = async (id: number, lineIds?: number[]) =>
    server.call('maker', 'payments.resend', { ...act.target(await get(id)), ...(lineIds && { lineIds }) })
  const toDo = async (kind: string) => (await server.must('maker', 'tasks.waiting', {})).find((task) => task.kind === kind)?.count ?? 0
  /**
   * Returns the cost of unresolved failed lines as shown in the tasks and on the dashboard (all batches), and in the
   * list (this batch).
   */
  const waitingCost = async (id: number) => {
    const tasks = (await server.must('maker', 'tasks.waiting', {})).find((task) => task.kind === 'failed')?.amount ?? 0
    const { cards } = await server.must('maker', 'dashboard.figures', {})
    const { rows } = await server.must('maker', 'payments.list', { trouble: 'failed' })
    return { tasks, card: cards.find((card) => card.key === 'failed')?.amount ?? 0, listed: rows.find((row) => row.id === id)?.concerned ?? 0 }
  }
  const listed = async (id: number) => (await server.must('maker', 'payments.list', { trouble: 'failed' })).rows.some((row) => row.id === id)
  /** Pays a batch with two failing lines: an account in another name, and a held line that is cancelled. */
  const exceptionOfLine = async () => {
    const batch = await act.paid([
      { person: specialPerson('nameMismatch'), yuan: '700.00' },
      { person: specialPerson('held'), yuan: '710.00' },
      { person: ordinaryPerson(3), yuan: '720.00' },
    ])
    await server.settle(2)
    const held = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    await server.must('maker', 'payouts.cancelHeld', { lineIds: held.map((line) => line.id) })
    return batch
  }

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a failed line can be resent once, to another card if the account was rejected', async () => {
    const waited = await toDo('failed')
    const before = await waitingCost(0)
    const { id, no } = await exceptionOfLine()
    const [costOfRefused, costOfGiven] = (await act.lines(id)).filter((line) => line.state !== 'success').map((line) => line.cost)
    assert.ok(costOfRefused && costOfGiven)
    const waits = async (cost: number) => assert.deepEqual(await waitingCost(id), { tasks: before.tasks + cost, card: before.card + cost, listed: cost })
    await waits(costOfRefused + costOfGiven)
    assert.equal(await toDo('failed'), waited + 1)
    const { lines, waiting } = await resendable(id)
    assert.deepEqual(
      lines.map((line) => [line.seq, line.needsCard]),
      [
        [1, true],
        [2, false],
      ],
    )
    assert.equal(waiting, 0)
    const [refused, given] = lines
    assert.ok(refused && given)
    assert.equal((await resend(id, [refused.id, 987_654])).error, 'not_all_there')

    const first = (await resend(id, [given.id])).data ?? assert.fail('made')
    assert.deepEqual([first.lineCount, first.retryOfNo, first.retryOfId], [1, no, id])
    const half = await get(id)
    assert.deepEqual([half.resentAs, half.may.resend], [[{ id: first.id, no: first.no }], ''])
    assert.deepEqual([await toDo('failed'), await listed(id)], [waited + 1, true])
    await waits(costOfRefused)

    const second = (await resend(id)).data ?? assert.fail('made')
    const whole = await get(id)
    assert.deepEqual([whole.resentAs.map((each) => each.no), whole.may.resend], [[first.no, second.no], undefined])
    assert.deepEqual([await toDo('failed'), await listed(id)], [waited, false])
    await waits(0)
    assert.equal((await resend(id)).error, 'nothingToResend')

    await server.must('maker', 'payments.cancel', { ...act.target(second), reason: '先换卡' })
    const again = await get(id)
    assert.deepEqual([again.resentAs.map((each) => each.no), again.may.resend], [[first.no], ''])
    assert.deepEqual([await toDo('failed'), await listed(id)], [waited + 1, true])
    await waits(costOfRefused)

    const digits = `${(ordinary[5] ?? assert.fail('nobody')).cardNo.slice(0, 14)}95`
    await server.must('maker', 'payouts.replaceCard', { lineId: refused.id, cardNo: digits, bankName: '招商银行' })
    const [ready] = (await resendable(id)).lines
    assert.deepEqual([ready?.needsCard, ready?.cardNo.slice(-4)], [false, digits.slice(-4)])
    const third = (await resend(id)).data ?? assert.fail('made')
    const [line] = (await server.must('maker', 'lines.list', { batchId: third.id })).rows
    assert.ok(!line?.issues.some((issue) => issue.code === 'W212'))
  })

  test('a card whose last payment failed shows a warning until a payment arrives there', async () => {
    const bounced = await act.paid([{ person: specialPerson('bounces'), yuan: '730.00' }])
    await server.settle(1)
    server.advance(3 * 24 * 3_600_000)
    await server.settle(2)
    assert.equal((await act.lines(bounced.id))[0]?.state, 'returned')
    for (const batch of [(await resend(bounced.id)).data ?? assert.fail('made'), await act.draft([{ person: specialPerson('bounces'), yuan: '731.00' }])]) {
      const [line] = (await server.must('maker', 'lines.list', { batchId: batch.id })).rows
      const warning = line?.issues.find((issue) => issue.code === 'W212')
      assert.deepEqual([line?.state, warning?.values.batch, warning?.values.code], ['warned', bounced.no, 'returned'])
      assert.equal((await server.call('maker', 'payments.submit', act.target(batch))).error, 'acknowledge')
    }
  })
})
