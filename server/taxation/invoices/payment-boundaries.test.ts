import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import {
  choiceSums,
  chosenBatchesOfUnit,
  countLines,
  type InvoiceChoice,
  loadHeldParts,
  lockQuota,
  releaseAllPayments,
  returnedByApplication,
  returnedParts,
  uninvoicedBatches,
} from '#/server/taxation/invoices/store-lines.ts'
import {
  type ApplicationDetail,
  applyForPaidBatch,
  type Change,
  changePayment,
  changeUse,
  returnFirstPayment,
  runWithChanges,
} from '#/server/taxation/invoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('payments of an application', () => {
  let server: TestServer
  let batch = 0
  let issuedApplication: ApplicationDetail
  let waitingApplication: ApplicationDetail
  const withChanges = <R>(changes: readonly Change[], query: (ctx: Context) => Promise<R>) => runWithChanges(server, changes, query)
  const line = (seq: number, set: Change) => changePayment(batch, seq, set)
  const returnOfFirstLine = () => returnFirstPayment(batch)

  before(async () => {
    server = await startTestServer()
    ;({ batch, issuedApplication, waitingApplication } = await applyForPaidBatch(server))
  })
  after(() => server.close())

  const choice: InvoiceChoice = { unitId: 1, centreId: 2, basis: 'batches', batchIds: [], from: null, to: null, amount: 0 }
  const sums = (changed: Partial<InvoiceChoice>, ...changes: Change[]) =>
    withChanges(changes, async (ctx) => {
      const { lines, batches } = await choiceSums(ctx, { ...choice, batchIds: [batch], ...changed })
      return [lines, batches]
    })

  test('only uninvoiced parts of arrived payments of the unit, centre and mode are chosen', async () => {
    assert.deepEqual(await sums({}), [1, 1], 'the first payment is used up')
    for (const lineChange of [sql`unit_id = 2`, sql`centre_id = 3`, sql`mode = 1`, sql`state = 'returned'`, sql`state = 'unknown'`])
      assert.deepEqual(await sums({}, line(2, lineChange)), [0, 0])
    assert.deepEqual(await sums({ batchIds: [0] }), [0, 0])
  })

  test('a period includes the payments of all of its first and last day', async () => {
    const sumsAt = (at: string) => sums({ basis: 'period', from: '2031-03-01', to: '2031-03-31' }, line(2, sql`finished_at = ${at}`))
    assert.deepEqual(
      [await sumsAt('2031-03-01T00:00:00+08:00'), await sumsAt('2031-02-28T23:59:59+08:00')],
      [
        [1, 1],
        [0, 0],
      ],
    )
    assert.deepEqual(
      [await sumsAt('2031-03-31T23:59:59+08:00'), await sumsAt('2031-04-01T00:00:00+08:00')],
      [
        [1, 1],
        [0, 0],
      ],
    )
  })

  test('a choice by amount takes payments up to the amount, and at most what is free', async () => {
    const freeAmount = await withChanges([], async (ctx) => (await choiceSums(ctx, { ...choice, batchIds: [batch] })).amount)
    const canTake = (amount: number) =>
      withChanges([], async (ctx) => {
        const figuresAfter = await choiceSums(ctx, { ...choice, basis: 'amount', amount })
        return [figuresAfter.amount, figuresAfter.lines]
      })
    assert.deepEqual(
      [await canTake(0), await canTake(1), await canTake(freeAmount), await canTake(freeAmount + 1)],
      [
        [0, 0],
        [1, 1],
        [freeAmount, 1],
        [freeAmount, 1],
      ],
    )
  })

  test('only batches of the unit at the centre are offered', async () => {
    const chosenBatches = (changed: Partial<InvoiceChoice>) => withChanges([], (ctx) => chosenBatchesOfUnit(ctx, { ...choice, batchIds: [batch], ...changed }))
    assert.deepEqual([await chosenBatches({}), await chosenBatches({ unitId: 2 }), await chosenBatches({ centreId: 3 })], [[batch], [], []])
  })

  test('a batch is offered while a part of it can be invoiced', async () => {
    const isBatchOffered = (...changes: Change[]) => withChanges(changes, async (ctx) => (await uninvoicedBatches(ctx, 1, 9)).some(({ id }) => id === batch))
    const paidCost = sql`(select sum(cost_fen) from payment_line where batch_id = ${batch})`
    const reduceFreeAmount = (less: number) => [
      sql`delete from invoice_use where line_id = (select id from payment_line where batch_id = ${batch} and seq = 2)`,
      sql`update payment_batch set
      success_cost_fen = ${less} + (select sum(used_fen) from invoice_use where batch_id = ${batch}) where id = ${batch}`,
    ]
    assert.deepEqual([await isBatchOffered(), await isBatchOffered(...reduceFreeAmount(1)), await isBatchOffered(...reduceFreeAmount(0))], [true, true, false])
    assert.equal(await isBatchOffered(sql`update payment_batch set mode = 1 where id = ${batch}`), false)
    assert.equal(await isBatchOffered(sql`update payment_batch set unit_id = 2 where id = ${batch}`), false)
    assert.equal(
      await isBatchOffered(sql`update payment_batch set success_cost_fen = ${paidCost} where id = ${batch}`, changeUse(sql`is_returned = true`)),
      true,
    )
  })

  test('the quota is the unit’s payments at the centre in the mode, less its invoices', async () => {
    const quota = (...changes: Change[]) => withChanges(changes, (ctx) => lockQuota(ctx, 1, 2))
    const [start, other] = [await quota(), (set: Change) => quota(sql`update payment_batch set ${set} where id = ${batch}`)]
    assert.ok(start > 0)
    for (const ownerChange of [sql`unit_id = 2`, sql`centre_id = 3`, sql`mode = 1`]) assert.ok((await other(ownerChange)) < start)
    for (const quotaChange of [sql`unit_id = 2`, sql`centre_id = 3`, sql`mode = 1`])
      assert.ok((await quota(sql`update invoice_quota set ${quotaChange} where unit_id = 1 and centre_id = 2 and mode = 2`)) > start)
  })

  test('the lists of free and returned payments follow state, use and mode', async () => {
    const count = (show: 'free' | 'returned', ...changes: Change[]) => withChanges(changes, (ctx) => countLines(ctx, { show, batchId: batch }))
    assert.deepEqual([await count('free'), await count('free', line(2, sql`state = 'returned'`)), await count('free', line(2, sql`mode = 1`))], [1, 0, 0])
    assert.deepEqual(
      [await count('returned'), await count('returned', ...returnOfFirstLine()), await count('returned', ...returnOfFirstLine(), changeUse(sql`used_fen = 0`))],
      [0, 1, 0],
    )
  })

  test('a returned payment marks its held parts, and a release frees them', async () => {
    const heldFigures = async (...changes: Change[]) => {
      const figuresAfter = await withChanges(changes, async (ctx) => ({
        all: (await loadHeldParts(ctx, waitingApplication.id)).map(({ isReturned }) => isReturned),
        parts: (await returnedParts(ctx, waitingApplication.id)).length,
        by: (
          await returnedByApplication(
            ctx,
            (await ctx.rows<{ id: number }>`select id from payment_line where batch_id = ${batch}`).map(({ id }) => id),
          )
        ).map(({ application_id }) => application_id),
      }))
      return [figuresAfter.all.length, figuresAfter.all.filter(Boolean).length, figuresAfter.parts, figuresAfter.by]
    }
    assert.deepEqual(await heldFigures(), [2, 0, 0, []])
    assert.deepEqual(await heldFigures(...returnOfFirstLine()), [2, 1, 1, [issuedApplication.id, waitingApplication.id]])
    const freedAmounts = await withChanges(returnOfFirstLine(), async (ctx) => {
      await releaseAllPayments(ctx, waitingApplication.id)
      await releaseAllPayments(ctx, waitingApplication.id)
      const lines = await ctx.rows<{ id: number }>`select id from payment_line where batch_id = ${batch}`
      const holders = await returnedByApplication(
        ctx,
        lines.map(({ id }) => id),
      )
      assert.deepEqual(
        holders.map(({ application_id }) => application_id),
        [issuedApplication.id],
      )
      return [
        (await loadHeldParts(ctx, waitingApplication.id)).length,
        (await returnedParts(ctx, waitingApplication.id)).length,
        (await loadHeldParts(ctx, issuedApplication.id)).length,
      ]
    })
    assert.deepEqual(freedAmounts, [0, 0, 1])
  })
})
