import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { ordersKind } from '#/server/onboarding/imports/orders-kind.ts'
import { commitAndRun, type ImportRowInput, listFile } from '#/server/onboarding/imports/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** The id of unit 1's contract at centre 2 in mode 2. */
export const orderContractId = 12

/** Helpers for order lists of unit 1. The rows of one list share a part of their titles. */
export async function orderListActions(server: TestServer) {
  let requestCount = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const contractNo = (await server.must('maker', 'orders.contracts', { id: orderContractId }))[0]?.no ?? assert.fail('no contract')
  const keyword = () => `直播专场 ${requestCount}-`
  const row = (at: number, more: ImportRowInput = {}): ImportRowInput => ({
    title: `${keyword()}${at}`,
    contractNo,
    orderKind: '任务订单',
    category: '软件服务',
    description: '为直播间提供内容策划、现场拍摄、短视频剪辑和数据复盘，按场次结算，以验收单和成果清单为依据。',
    criteria: '直播完成且剪辑交付，甲方签字确认。',
    priceMode: '固定',
    unitPrice: '12.34',
    quantity: '1000',
    from: today(),
    to: shiftDay(today(), 30),
    ...more,
  })
  const call = async (
    rows: readonly ImportRowInput[],
    who = 'maker',
    more: { allowSameFile?: boolean; unitId?: number } = {},
    at: { centre?: number; mode?: number } = {},
  ) => server.call(who, 'imports.upload', { kind: 'orders', file: await listFile(ordersKind, rows), allowSameFile: true, ...more }, at)
  const uploadRows = async (rows: readonly ImportRowInput[], who = 'maker', at = {}) => {
    const answer = await call(rows, who, {}, at)
    return answer.data ?? assert.fail(answer.message)
  }
  const rowsOf = async (importId: number, who = 'maker') => (await server.must(who, 'imports.rows', { importId, size: 200 })).rows
  const importRows = async (rows: readonly ImportRowInput[]) => {
    const { importId, summary } = await uploadRows(rows)
    assert.equal(summary.invalid, 0)
    const finishedImport = await commitAndRun(server, importId, 'maker')
    assert.deepEqual([finishedImport.state, finishedImport.createdCount], ['done', rows.length])
    const { rows: orders } = await server.must('maker', 'orders.list', { keyword: keyword(), size: 100 })
    return { importId, orders: orders.toReversed() }
  }
  const undo = async (importId: number, who = 'maker') => {
    const { version } = await server.must('maker', 'imports.get', { importId })
    return server.call(who, 'imports.undo', { importId, version, reason: '清单有误' })
  }
  const moveOrder = async (id: number, name: 'publish' | 'start' | 'cancel', who = 'maker') => {
    const { version } = await server.must(who, 'orders.get', { id })
    return server.must(who, 'orders.move', { id, version, move: name, reason: '业务调整' })
  }

  /** Sets the amount left for further orders under the contract; null removes the limit. */
  const setRemainingBudget = (amount: number | null) =>
    sql`update contract set amount_cap_fen = ${amount}::bigint + (select sum(used.settled + used.underway)
      from service_order orders, app.order_use(orders.id) used where orders.contract_id = contract.id) where id = ${orderContractId}`.execute(db())

  const begin = () => {
    requestCount += 1
  }
  return {
    contractNo,
    begin,
    keyword,
    db,
    today,
    row,
    call,
    uploaded: uploadRows,
    rowsOf,
    made: importRows,
    undo,
    move: moveOrder,
    leaveOf: setRemainingBudget,
  }
}
