import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { orderListActions } from '#/server/onboarding/imports/orders-testing.ts'
import { commitAndRun } from '#/server/onboarding/imports/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('undoing order lists', () => {
  const server = testServer()
  let listActions: Awaited<ReturnType<typeof orderListActions>>
  const scenario = paymentScenario(server)

  before(async () => {
    await extendDocuments(server)
    listActions = await orderListActions(server)
  })
  beforeEach(() => listActions.begin())

  test('a thousand orders can be imported and undone as one list', async () => {
    const { importId, summary } = await listActions.uploaded(Array.from({ length: 1000 }, (_, at) => listActions.row(at)))
    assert.equal(summary.ready, 1000)
    assert.equal((await commitAndRun(server, importId, 'maker')).createdCount, 1000)
    const { count } = await server.must('maker', 'orders.list', { keyword: listActions.keyword() })
    assert.equal(count, 1000)
    assert.equal((await listActions.undo(importId)).data?.state, 'undone')
    assert.equal((await server.must('maker', 'orders.list', { keyword: listActions.keyword(), states: ['cancelled'] })).count, 1000)
  })

  test('undoing a list cancels its orders with the reason and keeps earlier cancellations', async () => {
    const { importId, orders } = await listActions.made([listActions.row(1), listActions.row(2), listActions.row(3)])
    await listActions.move(orders[0]?.id ?? 0, 'cancel')
    await listActions.move(orders[1]?.id ?? 0, 'publish')
    assert.equal((await listActions.undo(importId, 'unit2')).error, 'notFound')
    assert.equal((await listActions.undo(importId, 'checker')).error, 'forbidden')
    const undoneList = (await listActions.undo(importId)).data
    assert.deepEqual([undoneList?.state, undoneList?.undoReason], ['undone', '清单有误'])
    for (const { id } of orders) assert.equal((await server.must('maker', 'orders.get', { id })).state, 'cancelled')
    assert.deepEqual(await Promise.all(orders.map(async ({ id }) => (await server.must('maker', 'orders.get', { id })).reason)), [
      '业务调整',
      '清单有误',
      '清单有误',
    ])
    assert.equal((await listActions.undo(importId)).error, 'notDone')
    const openList = await listActions.uploaded([listActions.row(4)])
    assert.equal((await listActions.undo(openList.importId)).error, 'notDone')
  })

  test('a list cannot be undone once an order is taken, batched, paid or has an acceptance sheet', async () => {
    const { importId, orders } = await listActions.made([listActions.row(1), listActions.row(2)])
    const [order, other] = orders
    const id = order?.id ?? 0
    const expectUndoRefused = async (words: RegExp) => {
      const undoRefusal = await listActions.undo(importId)
      assert.equal(undoRefusal.error, 'orderInUse')
      assert.match(undoRefusal.message, words)
      assert.equal((await server.must('maker', 'orders.get', { id: other?.id ?? 0 })).state, 'draft', 'none goes alone')
    }
    const publishedOrder = await listActions.move(id, 'publish')
    await server.must('maker', 'orders.assign', { id, version: publishedOrder.version, operatorIds: [1001] })
    assert.equal((await server.must('maker', 'imports.get', { importId })).may.undo, '')
    const seen = await server.must('operator', 'orders.get', { id })
    await server.must('operator', 'orders.answer', { id, version: seen.version, accept: true })
    await expectUndoRefused(/已有经营者接单/)
    const batch = await scenario.submit(await scenario.draft([{ person: demoPeople().ordinary[3] ?? assert.fail('nobody'), yuan: '100.00' }], { orderId: id }))
    await expectUndoRefused(/有在途批次/)
    await scenario.pay(await scenario.audit(await scenario.check(batch)))
    await server.settle(1)
    await expectUndoRefused(/已有支付成功的明细/)
    await listActions.move(other?.id ?? 0, 'publish')
    await listActions.move(other?.id ?? 0, 'start')
    const { version } = await server.must('checker', 'orders.get', { id: other?.id ?? 0 })
    const sheet = { kind: 'acceptance' as const, period: listActions.today().slice(0, 7), amount: '12340.00' }
    const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage('验收') }
    await server.must('checker', 'orders.addPaper', { id: other?.id ?? 0, version, ...sheet, file })
    const undoRefusal = await listActions.undo(importId)
    assert.match(undoRefusal.message, /另有 1 个订单/)
    const singleImport = await listActions.made([listActions.row(3)])
    const thirdOrderId = singleImport.orders.at(-1)?.id ?? 0
    await listActions.move(thirdOrderId, 'publish')
    await listActions.move(thirdOrderId, 'start')
    const target = await server.must('checker', 'orders.get', { id: thirdOrderId })
    await server.must('checker', 'orders.addPaper', { id: target.id, version: target.version, ...sheet, file: { ...file, bytes: pdfPage('另一份验收') } })
    assert.match((await listActions.undo(singleImport.importId)).message, /已验收/)
  })
})
