import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { orderLists } from '#/server/onboarding/imports/orders-testing.ts'
import { commitAndRun } from '#/server/onboarding/imports/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('undoing order lists', () => {
  let server: TestServer
  let lists: Awaited<ReturnType<typeof orderLists>>
  let act: ReturnType<typeof paymentScenario>

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    await extendDocuments(server)
    lists = await orderLists(server)
  })
  after(() => server.close())
  beforeEach(() => lists.begin())

  test('a thousand imported orders get consecutive numbers', async () => {
    const { importId, summary } = await lists.uploaded(Array.from({ length: 1000 }, (_, at) => lists.row(at)))
    assert.equal(summary.ready, 1000)
    assert.equal((await commitAndRun(server, importId, 'maker')).createdCount, 1000)
    const { count } = await server.must('maker', 'orders.list', { keyword: lists.keyword() })
    assert.equal(count, 1000)
    assert.equal((await lists.undo(importId)).data?.state, 'undone')
    assert.equal((await server.must('maker', 'orders.list', { keyword: lists.keyword(), states: ['cancelled'] })).count, 1000)
  })

  test('undoing a list cancels its orders with the reason and keeps earlier cancellations', async () => {
    const { importId, orders } = await lists.made([lists.row(1), lists.row(2), lists.row(3)])
    await lists.move(orders[0]?.id ?? 0, 'cancel')
    await lists.move(orders[1]?.id ?? 0, 'publish')
    assert.equal((await lists.undo(importId, 'unit2')).error, 'notFound')
    assert.equal((await lists.undo(importId, 'checker')).error, 'forbidden')
    const undone = (await lists.undo(importId)).data
    assert.deepEqual([undone?.state, undone?.undoReason], ['undone', '清单有误'])
    for (const { id } of orders) assert.equal((await server.must('maker', 'orders.get', { id })).state, 'cancelled')
    assert.deepEqual(await Promise.all(orders.map(async ({ id }) => (await server.must('maker', 'orders.get', { id })).reason)), [
      '业务调整',
      '清单有误',
      '清单有误',
    ])
    assert.equal((await lists.undo(importId)).error, 'notDone')
    const open = await lists.uploaded([lists.row(4)])
    assert.equal((await lists.undo(open.importId)).error, 'notDone')
  })

  test('a list with assigned, pending, paid or accepted orders cannot be undone', async () => {
    const { importId, orders } = await lists.made([lists.row(1), lists.row(2)])
    const [order, other] = orders
    const id = order?.id ?? 0
    const stays = async (words: RegExp) => {
      const refused = await lists.undo(importId)
      assert.equal(refused.error, 'orderInUse')
      assert.match(refused.message, words)
      assert.equal((await server.must('maker', 'orders.get', { id: other?.id ?? 0 })).state, 'draft', 'none goes alone')
    }
    const published = await lists.move(id, 'publish')
    await server.must('maker', 'orders.assign', { id, version: published.version, operatorIds: [1001] })
    assert.equal((await server.must('maker', 'imports.get', { importId })).may.undo, '')
    const seen = await server.must('operator', 'orders.get', { id })
    await server.must('operator', 'orders.answer', { id, version: seen.version, accept: true })
    await stays(/已有经营者接单/)
    const batch = await act.submit(await act.draft([{ person: demoPeople().ordinary[3] ?? assert.fail('nobody'), yuan: '100.00' }], { orderId: id }))
    await stays(/有在途批次/)
    await act.pay(await act.audit(await act.check(batch)))
    await server.settle(1)
    await stays(/已有支付成功的明细/)
    await lists.move(other?.id ?? 0, 'publish')
    await lists.move(other?.id ?? 0, 'start')
    const { version } = await server.must('checker', 'orders.get', { id: other?.id ?? 0 })
    const sheet = { kind: 'acceptance' as const, period: lists.today().slice(0, 7), amount: '12340.00' }
    const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage('验收') }
    await server.must('checker', 'orders.addPaper', { id: other?.id ?? 0, version, ...sheet, file })
    const refused = await lists.undo(importId)
    assert.match(refused.message, /另有 1 个订单/)
    const alone = await lists.made([lists.row(3)])
    const third = alone.orders.at(-1)?.id ?? 0
    await lists.move(third, 'publish')
    await lists.move(third, 'start')
    const target = await server.must('checker', 'orders.get', { id: third })
    await server.must('checker', 'orders.addPaper', { id: target.id, version: target.version, ...sheet, file: { ...file, bytes: pdfPage('另一份验收') } })
    assert.match((await lists.undo(alone.importId)).message, /已验收/)
  })
})
