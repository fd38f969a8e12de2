import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { monthOf } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { readNotice } from '#/server/money/payouts/channels/channel.ts'
import { applyReturns } from '#/server/money/payouts/dispatch/returns.ts'
import { businessDesk, invoicedUnit, modeOnePlace } from '#/server/taxation/businessinvoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

// Generating locks the quota of the unit, and the trigger of invoice_line locks each payment. So a payment is invoiced once,
// and never after it came back.

describe('concurrent generation of invoices of businesses', () => {
  const server = checkedTestServer()
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const month = () => monthOf(server.running.kernel.clock.now())

  before(async () => {
    desk = await businessDesk(server)
    for (const index of [0, 1]) await desk.authorise(await desk.entityOf(index))
  })

  const generate = async (who: string, choice: { basis: 'batch'; batchId: number } | { basis: 'month'; month: string }) => {
    const { titles, categories } = await server.must('finance', 'businessinvoices.terms', invoicedUnit, modeOnePlace)
    const [title, category] = [titles[0] ?? assert.fail(), categories[0] ?? assert.fail()]
    const form = { ...invoicedUnit, titleId: title.id, kind: 'ordinary', feeKind: 'ordinary', category, feeCategory: category, ...choice } as const
    return server.call(who, 'businessinvoices.generate', form, modeOnePlace)
  }
  /** Returns the applications with parts of a batch that are not released, by issuer. */
  const held = async (batchId: number) => {
    const { rows } = await sql<{ issuer: string; fen: number }>`select asked.issuer, sum(part.amount_fen)::bigint as fen
      from invoice_line part join invoice_application asked on asked.id = part.application_id where part.batch_id = ${batchId}
      group by asked.id having sum(part.amount_fen) > 0 order by 1, 2`.execute(db())
    return rows.map(({ issuer, fen }) => [issuer, fen])
  }

  /** Applies a return in a transaction that ends only after the work began. */
  async function duringReturn<R>(lineId: number, work: () => Promise<R>): Promise<R> {
    const found = await sql<{ requestNo: string; amount: number; channelId: number }>`select attempt.request_no as "requestNo", line.net_fen as amount,
      batch.channel_id as "channelId" from payment_line line join payout_attempt attempt on attempt.line_id = line.id
      join payment_batch batch on batch.id = line.batch_id where line.id = ${lineId} limit 1`.execute(db())
    const { requestNo, amount, channelId } = found.rows[0] ?? assert.fail('no payment')
    const notice = readNotice({ notifyId: `BACK-${lineId}`, requestNo, amount, reason: '账户已销户' })
    const started = Promise.withResolvers<void>()
    const finished = jobContext(server.running.kernel, () => false).run('test', async (ctx) => {
      await applyReturns(ctx, channelId, [notice])
      started.resolve()
      await new Promise((resolve) => setTimeout(resolve, 1500))
    })
    await started.promise
    const answer = work()
    await finished
    await server.job('invoices.returned', { lineIds: [lineId] })
    return answer
  }

  test('two people who generate a batch and its month at once invoice each payment once', async () => {
    const batch = await desk.pay([
      [0, '1000.00'],
      [1, '2000.00'],
    ])
    const answers = await Promise.all([
      generate('finance', { basis: 'batch', batchId: batch.id }),
      generate('centre', { basis: 'month', month: month() }),
      generate('centre', { basis: 'batch', batchId: batch.id }),
    ])
    assert.deepEqual(answers.map((answer) => answer.data?.made ?? answer.error).toSorted(), [3, 'nothingToGenerate', 'nothingToGenerate'])
    assert.equal((await held(batch.id)).length, 3)
  })

  test('a payment whose invoice was withdrawn or reversed is invoiced once again', async () => {
    const generateByTwo = async (batchId: number) => {
      const answers = await Promise.all(['finance', 'centre'].map((who) => generate(who, { basis: 'batch', batchId })))
      assert.deepEqual(answers.map((answer) => answer.data?.made ?? answer.error).toSorted(), [1, 'nothingToGenerate'])
      assert.equal((await held(batchId)).length, 2, 'the business and the fee')
    }
    const withdrawn = await desk.pay([[0, '1000.00']])
    const [application = assert.fail()] = await desk.generate(withdrawn.id)
    await server.must('finance', 'invoices.withdraw', desk.target(await desk.get(application.id)), modeOnePlace)
    await generateByTwo(withdrawn.id)
    const reversed = await desk.pay([[1, '1000.00']])
    const [issued = assert.fail()] = await desk.generate(reversed.id)
    await desk.reverse(await desk.issue(await desk.approve(issued)))
    await generateByTwo(reversed.id)
  })

  test('a payment that comes back during the generation is not invoiced', async () => {
    const batch = await desk.pay([
      [0, '3000.00'],
      [1, '4000.00'],
    ])
    const [line = assert.fail()] = batch.lines
    const answer = await duringReturn(line.id, () => generate('finance', { basis: 'batch', batchId: batch.id }))
    if (answer.code !== 1) {
      assert.equal(answer.error, 'conflict', 'nothing is stored, and the user tries again')
      assert.deepEqual(await held(batch.id), [])
      assert.equal((await generate('finance', { basis: 'batch', batchId: batch.id })).code, 1)
    }
    assert.deepEqual(
      (await held(batch.id)).map(([issuer]) => issuer),
      ['business', 'centre'],
      'one business and the fee of one payment',
    )
    const { rows } = await sql<{ id: number }>`select line_id as id from invoice_use where batch_id = ${batch.id} and used_fen > 0`.execute(db())
    assert.deepEqual(
      rows.map(({ id }) => id),
      batch.lines.slice(1).map(({ id }) => id),
    )
  })
})
