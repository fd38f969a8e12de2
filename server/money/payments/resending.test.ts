import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { ordinaryPerson, specialPerson } from '#/server/money/lines/testing.ts'
import { orderId, paymentScenario } from '#/server/money/payments/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const { ordinary } = demoPeople()

describe('resending failed payments', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const get = (id: number) => server.must('maker', 'payments.get', { id })
  const listResendable = (id: number) => server.must('maker', 'payments.resendable', { id })
  const resend = async (id: number, lineIds?: number[]) =>
    server.call('maker', 'payments.resend', { ...act.target(await get(id)), ...(lineIds && { lineIds }) })
  const countTasks = async (kind: string) => (await server.must('maker', 'tasks.waiting', {})).find((task) => task.kind === kind)?.count ?? 0
  /**
   * Returns the cost of unresolved failed lines as shown in the tasks and on the dashboard (all batches), and in the
   * list (this batch).
   */
  const failedCostByPlace = async (id: number) => {
    const taskAmount = (await server.must('maker', 'tasks.waiting', {})).find((task) => task.kind === 'failed')?.amount ?? 0
    const { cards } = await server.must('maker', 'dashboard.figures', {})
    const { rows } = await server.must('maker', 'payments.list', { trouble: 'failed' })
    return { tasks: taskAmount, card: cards.find((card) => card.key === 'failed')?.amount ?? 0, listed: rows.find((row) => row.id === id)?.concerned ?? 0 }
  }
  const isListed = async (id: number) => (await server.must('maker', 'payments.list', { trouble: 'failed' })).rows.some((row) => row.id === id)
  /** Pays a batch with two failing lines: an account in another name, and a held line that is cancelled. */
  const createFailingBatch = async () => {
    const batch = await act.createPaidBatch([
      { person: specialPerson('nameMismatch'), yuan: '700.00' },
      { person: specialPerson('held'), yuan: '710.00' },
      { person: ordinaryPerson(3), yuan: '720.00' },
    ])
    await server.settle(2)
    const heldLines = (await act.lines(batch.id)).filter((line) => line.state === 'held')
    await server.must('maker', 'payouts.cancelHeld', { lineIds: heldLines.map((line) => line.id) })
    return batch
  }

  test('a failed line can be resent once, to another card if the account was rejected', async () => {
    const tasksBefore = await countTasks('failed')
    const costBefore = await failedCostByPlace(0)
    const { id, no } = await createFailingBatch()
    const [costOfRefused, costOfGiven] = (await act.lines(id)).filter((line) => line.state !== 'success').map((line) => line.cost)
    assert.ok(costOfRefused && costOfGiven)
    const expectWaitingCost = async (cost: number) =>
      assert.deepEqual(await failedCostByPlace(id), { tasks: costBefore.tasks + cost, card: costBefore.card + cost, listed: cost })
    await expectWaitingCost(costOfRefused + costOfGiven)
    assert.equal(await countTasks('failed'), tasksBefore + 1)
    const { lines, waiting } = await listResendable(id)
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
    const partlyResentBatch = await get(id)
    assert.deepEqual([partlyResentBatch.resentAs, partlyResentBatch.may.resend], [[{ id: first.id, no: first.no }], ''])
    assert.deepEqual([await countTasks('failed'), await isListed(id)], [tasksBefore + 1, true])
    await expectWaitingCost(costOfRefused)

    const second = (await resend(id)).data ?? assert.fail('made')
    const fullyResentBatch = await get(id)
    assert.deepEqual([fullyResentBatch.resentAs.map((each) => each.no), fullyResentBatch.may.resend], [[first.no, second.no], undefined])
    assert.deepEqual([await countTasks('failed'), await isListed(id)], [tasksBefore, false])
    await expectWaitingCost(0)
    assert.equal((await resend(id)).error, 'nothingToResend')

    await server.must('maker', 'payments.cancel', { ...act.target(second), reason: '先换卡' })
    const batchAfterCancel = await get(id)
    assert.deepEqual([batchAfterCancel.resentAs.map((each) => each.no), batchAfterCancel.may.resend], [[first.no], ''])
    assert.deepEqual([await countTasks('failed'), await isListed(id)], [tasksBefore + 1, true])
    await expectWaitingCost(costOfRefused)

    const digits = `${(ordinary[5] ?? assert.fail('nobody')).cardNo.slice(0, 14)}95`
    await server.must('maker', 'payouts.replaceCard', { lineId: refused.id, cardNo: digits, bankName: '招商银行' })
    const [ready] = (await listResendable(id)).lines
    assert.deepEqual([ready?.needsCard, ready?.cardNo.slice(-4)], [false, digits.slice(-4)])
    const third = (await resend(id)).data ?? assert.fail('made')
    const [line] = (await server.must('maker', 'lines.list', { batchId: third.id })).rows
    assert.ok(!line?.issues.some((issue) => issue.code === 'W212'))
  })

  test('returned payments free the amount of their contract', async () => {
    const { contract_id: id } = await db().selectFrom('service_order').select('contract_id').where('id', '=', orderId).executeTakeFirstOrThrow()
    const findUsed = async () => (await server.must('maker', 'contracts.get', { id })).used
    const usedBefore = await findUsed()
    const batch = await act.createPaidBatch([{ person: specialPerson('bounces'), yuan: '750.00' }])
    await server.settle(1)
    assert.equal(await findUsed(), usedBefore + 75_000)
    server.advance(3 * 24 * 3_600_000)
    await server.settle(2)
    assert.equal(await findUsed(), usedBefore)
    await db()
      .updateTable('contract')
      .set({ amount_cap_fen: usedBefore + 75_000 })
      .where('id', '=', id)
      .execute()
    const resentBatch = (await resend(batch.id)).data ?? assert.fail('made')
    const submittedBatch = await act.submit(resentBatch)
    assert.equal(await findUsed(), usedBefore + 75_000)
    await server.must('maker', 'payments.cancel', { ...act.target(submittedBatch), reason: '不再支付' })
    await db().updateTable('contract').set({ amount_cap_fen: null }).where('id', '=', id).execute()
  })

  test('a card whose last payment was returned shows a warning that must be acknowledged', async () => {
    const bouncedBatch = await act.createPaidBatch([{ person: specialPerson('bounces'), yuan: '730.00' }])
    await server.settle(1)
    server.advance(3 * 24 * 3_600_000)
    await server.settle(2)
    assert.equal((await act.lines(bouncedBatch.id))[0]?.state, 'returned')
    for (const batch of [
      (await resend(bouncedBatch.id)).data ?? assert.fail('made'),
      await act.draft([{ person: specialPerson('bounces'), yuan: '731.00' }]),
    ]) {
      const [line] = (await server.must('maker', 'lines.list', { batchId: batch.id })).rows
      const warning = line?.issues.find((issue) => issue.code === 'W212')
      assert.deepEqual([line?.state, warning?.values.batch, warning?.values.code], ['warned', bouncedBatch.no, 'returned'])
      assert.equal((await server.call('maker', 'payments.submit', act.target(batch))).error, 'acknowledge')
    }
  })
})
