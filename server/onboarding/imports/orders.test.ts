import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { importMessages } from '#/api/onboarding/imports.texts.ts'
import { demoPeople } from '#/db/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/period.ts'
import { say } from '#/server/kernel/say.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { atCentre, papersNeverEnd, story } from '#/server/money/payments/testing.ts'
import { ordersKind } from '#/server/onboarding/imports/orders-kind.ts'
import { carriedOut, listOf, type RowOf, work } from '#/server/onboarding/imports/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { onOneEngine, startTest, type TestServer } from '#/server/tests/testing.ts'

const contractId = 12
const softwareCode = '3040201000000000000'

describe('orders of a list (T12)', onOneEngine, () => {
  let server: TestServer
  let act: ReturnType<typeof story>
  let contractNo = ''
  let turn = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())

  before(async () => {
    server = await startTest()
    act = story(server)
    await papersNeverEnd(server)
    contractNo = (await server.must('maker', 'orders.contracts', { id: contractId }))[0]?.no ?? assert.fail('no contract')
  })
  after(() => server.close())
  beforeEach(() => {
    turn += 1
  })

  const row = (at: number, more: RowOf = {}): RowOf => ({
    title: `直播专场 ${turn}-${at}`,
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
    rows: readonly RowOf[],
    who = 'maker',
    more: { allowSameFile?: boolean; unitId?: number } = {},
    at: { centre?: number; mode?: number } = {},
  ) => server.call(who, 'imports.upload', { kind: 'orders', file: await listOf(ordersKind, rows), allowSameFile: true, ...more }, at)
  const uploaded = async (rows: readonly RowOf[], who = 'maker', at = {}) => {
    const answer = await call(rows, who, {}, at)
    return answer.data ?? assert.fail(answer.message)
  }
  const rowsOf = async (importId: number, who = 'maker') => (await server.must(who, 'imports.rows', { importId, size: 200 })).rows
  const made = async (rows: readonly RowOf[]) => {
    const { importId, summary } = await uploaded(rows)
    assert.equal(summary.invalid, 0)
    const done = await carriedOut(server, importId, 'maker')
    assert.deepEqual([done.state, done.createdCount], ['done', rows.length])
    const { rows: orders } = await server.must('maker', 'orders.list', { keyword: `直播专场 ${turn}-`, size: 100 })
    return { importId, orders: orders.toReversed() }
  }
  const undo = async (importId: number, who = 'maker') => {
    const { version } = await server.must('maker', 'imports.get', { importId })
    return server.call(who, 'imports.undo', { importId, version, reason: '清单有误' })
  }
  const move = async (id: number, name: 'publish' | 'start' | 'cancel', who = 'maker') => {
    const { version } = await server.must(who, 'orders.get', { id })
    return server.must(who, 'orders.move', { id, version, move: name, reason: '业务调整' })
  }

  /** What the contract has left for orders; null for no limit. */
  const leaveOf = (amount: number | null) =>
    sql`update contract set amount_cap_fen = ${amount}::bigint + (select sum(used.settled + used.underway)
      from service_order orders, app.order_use(orders.id) used where orders.contract_id = contract.id) where id = ${contractId}`.execute(db())

  test('rows become drafts, as the form would have made them, each with its number and its line in the log', async () => {
    const description = '第一行：拍摄与剪辑（含样片），按场次交付。\n第二行：每场结束后三日内提交成果清单和数据复盘。'
    const { importId, orders } = await made([
      row(1, {
        unitPrice: '¥12.34',
        quantity: '1,000',
        category: softwareCode,
        description,
        province: '浙江',
        place: '杭州市余杭区',
        wanted: '3',
        from: today().replaceAll('-', '/'),
      }),
      row(2, { orderKind: '框架订单', priceMode: '', unitPrice: '', quantity: '', budget: '50000' }),
      row(3, { priceMode: '区间', unitPrice: '10', highestPrice: '20', quantity: '10', budget: '150.00' }),
    ])
    const [fixed, framework, range] = orders
    assert.deepEqual(
      [fixed?.state, fixed?.budget, fixed?.price, fixed?.category, fixed?.unitId, fixed?.mode, fixed?.wanted, fixed?.from],
      ['draft', 1_234_000, { mode: 'fixed', price: 1234, highest: null, quantity: 1000 }, '软件服务', 1, 2, 3, today()],
    )
    assert.deepEqual([framework?.kind, framework?.price, framework?.budget], ['framework', null, 5_000_000])
    assert.deepEqual(range?.price, { mode: 'range', price: 1000, highest: 2000, quantity: 10 })
    const whole = await server.must('maker', 'orders.get', { id: fixed?.id ?? 0 })
    assert.deepEqual(
      [whole.description, whole.provinceName, whole.place, whole.createdBy],
      [description, '浙江省', '杭州市余杭区', (await server.must('maker', 'imports.get', { importId })).createdBy],
    )
    assert.equal(new Set(orders.map((each) => each.no)).size, 3)
    const log = await sql<{
      ref_id: string
    }>`select ref_id from audit_log where ref_type = 'order' and ref_id = any(${orders.map((each) => String(each.id))}::text[])`.execute(db())
    assert.equal(log.rows.length, 3)
    await move(fixed?.id ?? 0, 'publish')
  })

  test('every fault of every row is told at once, on its cell, and keeps the list from being carried out', async () => {
    const faults: [RowOf, string, string][] = [
      [row(1, { title: '' }), 'E901', 'title'],
      [row(2, { contractNo: '' }), 'E901', 'contractNo'],
      [row(3, { contractNo: 'HT-NONE' }), 'E902', 'contractNo'],
      [row(4, { orderKind: '长期' }), 'E903', 'orderKind'],
      [row(5, { priceMode: '面议' }), 'E903', 'priceMode'],
      [row(6, { highestPrice: '20' }), 'E903', 'priceMode'],
      [row(7, { title: '单' }), 'E904', 'title'],
      [row(8, { title: '长'.repeat(61) }), 'E904', 'title'],
      [row(9, { description: '太短了' }), 'E905', 'description'],
      [row(10, { description: '长'.repeat(2001) }), 'E906', 'description'],
      [row(11, { criteria: '长'.repeat(1001) }), 'E906', 'criteria'],
      [row(12, { place: '长'.repeat(101) }), 'E906', 'place'],
      [row(13, { criteria: '好' }), 'E928', 'criteria'],
      [row(14, { unitPrice: '' }), 'E910', 'unitPrice'],
      [row(15, { unitPrice: '12.345' }), 'E911', 'unitPrice'],
      [row(16, { unitPrice: '0' }), 'E911', 'unitPrice'],
      [row(17, { priceMode: '区间', highestPrice: '十元', budget: '12340' }), 'E911', 'highestPrice'],
      [row(18, { priceMode: '区间', highestPrice: '12.34', budget: '12340' }), 'E913', 'highestPrice'],
      [row(19, { quantity: '1.5' }), 'E914', 'quantity'],
      [row(20, { quantity: '1000001' }), 'E914', 'quantity'],
      [row(21, { unitPrice: '9999999999', quantity: '1000000' }), 'E915', 'unitPrice'],
      [row(22, { budget: '12340.001' }), 'E916', 'budget'],
      [row(23, { priceMode: '计件', budget: '0' }), 'E916', 'budget'],
      [row(24, { priceMode: '计件', budget: '' }), 'E901', 'budget'],
      [row(25, { budget: '12340.01' }), 'E917', 'budget'],
      [row(26, { priceMode: '区间', unitPrice: '1', highestPrice: '2', quantity: '10', budget: '20.01' }), 'E918', 'budget'],
      [row(27, { priceMode: '计件', budget: '12339.99' }), 'E919', 'budget'],
      [row(28, { from: '下周' }), 'E921', 'from'],
      [row(29, { to: shiftDay(today(), -1) }), 'E922', 'to'],
      [row(30, { to: '2101-01-01' }), 'E923', 'to'],
      [row(31, { from: '1999-01-01' }), 'E923', 'from'],
      [row(32, { province: '火星' }), 'E924', 'province'],
      [row(33, { wanted: '10001' }), 'E925', 'wanted'],
      [row(34, { category: '9999999999999999999' }), 'E926', 'category'],
      [row(35, { category: '没有的类目' }), 'E927', 'category'],
    ]
    const { importId, summary } = await uploaded(faults.map(([each]) => each))
    assert.equal(summary.invalid, faults.length)
    const rows = await rowsOf(importId)
    for (const [at, [, code, field]] of faults.entries()) {
      const found = rows[at]?.issues.filter((issue) => issue.level === 'error').map((issue) => `${issue.code} ${issue.field}`)
      assert.deepEqual(found, [`${code} ${field}`], `row ${at + 1}`)
    }
    const { version } = await server.must('maker', 'imports.get', { importId })
    assert.equal((await server.call('maker', 'imports.commit', { importId, version })).error, 'hasErrors')
    const many = await uploaded([row(40, { title: '', unitPrice: '1.234', category: '没有的类目', to: '2101-01-01' })])
    const [several] = await rowsOf(many.importId)
    assert.deepEqual(several?.issues.map((issue) => issue.code).sort(), ['E901', 'E911', 'E923', 'E927'])
  })

  test('what the form refuses is refused of a row in the same words', async () => {
    await leaveOf(1_000_000)
    const fixed = { mode: 'fixed' as const, price: '1.00', highest: '', quantity: 10 }
    const form = {
      contractId,
      kind: 'task' as const,
      title: '双十一',
      category: '软件服务',
      description: String(row(0).description),
      price: fixed,
      budget: '10',
      from: today(),
      to: today(),
      criteria: '签字确认',
    }
    const cells = { title: '双十一', unitPrice: '1.00', quantity: '10', budget: '10', to: today(), criteria: '签字确认' }
    const same: [object, RowOf][] = [
      [{ title: '单' }, { title: '单' }],
      [{ description: '太短' }, { description: '太短' }],
      [{ criteria: '好' }, { criteria: '好' }],
      [{ category: '没有' }, { category: '没有' }],
      [{ from: '1999-01-01' }, { from: '1999-01-01' }],
      [{ to: shiftDay(today(), -1) }, { to: shiftDay(today(), -1) }],
      [{ price: { ...fixed, price: '1.001' } }, { unitPrice: '1.001' }],
      [{ price: { ...fixed, price: '' } }, { unitPrice: '' }],
      [{ price: { ...fixed, mode: 'range', highest: '0.50' } }, { priceMode: '区间', highestPrice: '0.50' }],
      [{ budget: '10.01' }, { budget: '10.01' }],
      [
        { price: { ...fixed, price: '2000.00' }, budget: '20000' },
        { unitPrice: '2000.00', budget: '20000' },
      ],
      [{ contractId: 21 }, { contractNo: (await db().selectFrom('contract').select('no').where('id', '=', 21).executeTakeFirstOrThrow()).no }],
    ]
    const { importId } = await uploaded(same.map(([, more]) => row(0, { ...cells, ...more })))
    const rows = await rowsOf(importId)
    for (const [at, [given]] of same.entries()) {
      const { message } = await server.call('maker', 'orders.create', { ...form, ...given })
      const said = rows[at]?.issues
        .filter((issue) => issue.level === 'error')
        .map(({ code, values }) => say(importMessages[code as 'E901'], 'zh', values).replaceAll(' / ', '、'))
      assert.deepEqual(said, [message], JSON.stringify(given))
    }
    await leaveOf(null)
  })

  test('what may be meant is a warning: the same row twice, an order that is there, and more than the contract has left', async () => {
    await made([row(1)])
    await leaveOf(2_000_000)
    const { importId, summary } = await uploaded([row(1), row(2), row(2)])
    assert.deepEqual([summary.warned, summary.invalid, summary.byCode], [3, 0, { W907: 1, W908: 3, W909: 1 }])
    const rows = await rowsOf(importId)
    const words = rows[0]?.issues.map(({ code, values }) => say(importMessages[code as 'W908'], 'zh', values)) ?? []
    assert.match(words.join(), /3 个订单预算合计 ¥37,020.00，超出合同剩余额度 ¥20,000.00/)
    assert.match(words.join(), /已有合同、标题和期间相同的订单 DD/)
    await leaveOf(null)
    assert.equal((await carriedOut(server, importId, 'maker')).createdCount, 3)
  })

  test('a code that several categories have wants the name', async () => {
    await server.must('operation', 'orders.addCategory', { name: '软件测试服务', taxCode: softwareCode })
    await sql`update unit_setting_version set invoice_categories = '{软件服务,软件测试服务}' where setting_id = ${contractId}`.execute(db())
    const { importId } = await uploaded([row(1, { category: softwareCode }), row(2, { category: '软件测试服务' })])
    assert.deepEqual(
      (await rowsOf(importId)).map((each) => each.issues.map((issue) => `${issue.code} ${issue.values.names}`)),
      [['E912 软件服务 / 软件测试服务'], []],
    )
    await sql`update unit_setting_version set invoice_categories = '{软件服务}' where setting_id = ${contractId}`.execute(db())
    const again = await uploaded([row(3, { category: softwareCode })])
    assert.equal(again.summary.ready, 1, 'agreed is one of them alone')
    await sql`update unit_setting_version set invoice_categories = '{}' where setting_id = ${contractId}`.execute(db())
  })

  test('a row is put right in the grid, by one text for another, by the error file, or left out; then the rest comes in', async () => {
    const { importId } = await uploaded([
      row(1, { unitPrice: '12.345' }),
      row(2, { category: '软件' }),
      row(3, { quantity: '' }),
      row(4, { title: '' }),
      row(5),
    ])
    const [price, , quantity, title] = await rowsOf(importId)
    await server.must('maker', 'imports.repair', { importId, changes: [{ rowId: price?.id ?? 0, cells: { unitPrice: '12.34' } }] })
    await server.must('maker', 'imports.replace', { importId, field: 'category', find: '软件', by: '软件服务' })
    await server.must('maker', 'imports.replace', { importId, field: 'category', find: '软件服务服务', by: '软件服务' })
    await server.must('maker', 'imports.exclude', { importId, rowIds: [title?.id ?? 0] })
    const { fileId } = await server.must('maker', 'imports.errorFile', { importId })
    const columns = [
      ...ordersKind.columns.map(({ cell, heading, required = false }) => ({ key: cell, headings: [heading], required })),
      { key: 'rowNo' as const, headings: ['行号'], required: true },
    ]
    const read = await readSheet(await bytesOf(server, fileId), { columns, maxRows: 10, unknown: 'ignore' })
    assert.ok(read.ok)
    assert.deepEqual(
      read.rows.map((each) => each.cells.rowNo.text),
      [String(quantity?.seq)],
    )
    await server.must('maker', 'imports.repair', { importId, changes: [{ rowId: quantity?.id ?? 0, cells: { quantity: '10' } }] })
    const done = await carriedOut(server, importId, 'maker')
    assert.deepEqual([done.state, done.createdCount, done.summary.excluded], ['done', 4, 1])
    const report = await server.must('maker', 'imports.exportReport', { importId })
    const reported = await readSheet(await bytesOf(server, report.fileId), {
      columns: [
        { key: 'seq', headings: ['行号'], required: true },
        { key: 'no', headings: ['订单号'], required: true },
        { key: 'state', headings: ['订单状态'], required: true },
        { key: 'words', headings: ['说明'], required: true },
      ],
      maxRows: 10,
      unknown: 'ignore',
    })
    assert.ok(reported.ok)
    assert.deepEqual(
      reported.rows.map(({ cells }) => [/^DD\d{16}$/.test(cells.no.text), cells.state.text]),
      [1, 2, 3, 4, 5].map((at) => (at === 4 ? [false, ''] : [true, '草稿'])),
    )
  })

  test('what changed since the list was committed is refused row by row, and the list is open again', async () => {
    const { importId } = await uploaded([row(1), row(2)])
    const { version } = await server.must('maker', 'imports.get', { importId })
    await server.must('maker', 'imports.commit', { importId, version })
    await sql`update contract set valid_to = ${shiftDay(today(), -1)} where id = ${contractId}`.execute(db())
    await work(server, importId)
    const back = await server.must('maker', 'imports.get', { importId })
    assert.deepEqual([back.state, back.stateReason, back.summary.byCode], ['open', 'refused', { E902: 2 }])
    await sql`update contract set valid_to = '2099-12-31' where id = ${contractId}`.execute(db())
    assert.equal((await carriedOut(server, importId, 'maker')).createdCount, 2)
  })

  test('the same file twice, a file of more than a thousand rows and one without rows are refused', async () => {
    const rows = [row(1)]
    assert.equal((await call(rows, 'maker', { allowSameFile: false })).code, 1)
    assert.equal((await call(rows, 'maker', { allowSameFile: false })).error, 'sameFile')
    assert.equal((await call(Array.from({ length: 1001 }, (_, at) => row(at)))).error, 'tooManySheetRows')
    assert.equal((await call([])).error, 'noRows')
  })

  test('a thousand orders come in with numbers one after the other', async () => {
    const { importId, summary } = await uploaded(Array.from({ length: 1000 }, (_, at) => row(at)))
    assert.equal(summary.ready, 1000)
    assert.equal((await carriedOut(server, importId, 'maker')).createdCount, 1000)
    const { count } = await server.must('maker', 'orders.list', { keyword: `直播专场 ${turn}-` })
    assert.equal(count, 1000)
    assert.equal((await undo(importId)).data?.state, 'undone')
    assert.equal((await server.must('maker', 'orders.list', { keyword: `直播专场 ${turn}-`, states: ['cancelled'] })).count, 1000)
  })

  test('a list names the contracts of whoever uploaded it alone: of the unit, of the centre in its mode, of the platform', async () => {
    const others = await sql<{ no: string; unit_id: number; mode: number }>`select no, unit_id, mode from contract
      where centre_id = 2 and kind in ('unit_service', 'general_contract') and sign_state = 'done' order by id`.execute(db())
    const ofOther = others.rows.find((each) => each.unit_id !== 1 && each.mode === 2)?.no ?? assert.fail('no other unit')
    const ofOtherMode = others.rows.find((each) => each.mode === 1)?.no ?? assert.fail('no other mode')
    assert.deepEqual((await uploaded([row(1), row(2, { contractNo: ofOther })])).summary.byCode, { E902: 1 })
    const centres = await uploaded([row(1), row(2, { contractNo: ofOther }), row(3, { contractNo: ofOtherMode })], 'centre', atCentre)
    assert.deepEqual(centres.summary.byCode, { E902: 1 })
    assert.equal((await server.call('centre', 'imports.get', { importId: centres.importId }, { centre: 2, mode: 1 })).error, 'notFound')
    assert.equal((await server.call('maker', 'imports.get', { importId: centres.importId })).error, 'notFound')
    const own = await uploaded([row(4)])
    for (const who of ['unit2', 'auditor']) assert.notEqual((await server.call(who, 'imports.get', { importId: own.importId })).code, 1, who)
    assert.equal((await server.call('maker', 'imports.upload', { kind: 'orders', unitId: 2, file: await listOf(ordersKind, [row(5)]) })).error, 'placeUnknown')
    const platform = await uploaded([row(6), row(7, { contractNo: ofOther }), row(8, { contractNo: ofOtherMode })], 'platform')
    assert.equal(platform.summary.invalid, 0)
    assert.deepEqual((await carriedOut(server, platform.importId, 'platform')).createdCount, 3)
  })

  test('who may not make orders may not import them, nor who may import something else', async () => {
    assert.equal((await call([row(1)], 'checker')).error, 'forbidden')
    assert.equal((await call([row(1)], 'operator')).error, 'forbidden')
    assert.equal((await server.call('maker', 'imports.template', { kind: 'operators' })).error, 'noRight')
    assert.equal((await call([row(1)], 'finance', {}, { centre: 2, mode: 2 })).error, 'noRight')
    const { importId } = await uploaded([row(1)])
    await server.must('maker', 'imports.commit', { importId, version: (await server.must('maker', 'imports.get', { importId })).version })
  })

  test('the template names the contracts with their categories, of the own unit alone', async () => {
    const { fileId } = await server.must('maker', 'imports.template', { kind: 'orders' })
    const columns = [
      { key: 'no', headings: ['合同编号'], required: true },
      { key: 'unit', headings: ['单位'], required: true },
      { key: 'names', headings: ['可开票类目'], required: true },
    ] as const
    const read = await readSheet(await bytesOf(server, fileId), { columns, maxRows: 500, sheet: '可选值', unknown: 'ignore' })
    assert.ok(read.ok)
    assert.equal(new Set(read.rows.map((each) => each.cells.unit.text)).size, 1)
    assert.ok(read.rows.some((each) => each.cells.no.text === contractNo && each.cells.names.text.includes('软件服务')))
  })

  test('a list is taken back as a whole: its orders are cancelled, with the reason in their log; what is cancelled already stays so', async () => {
    const { importId, orders } = await made([row(1), row(2), row(3)])
    await move(orders[0]?.id ?? 0, 'cancel')
    await move(orders[1]?.id ?? 0, 'publish')
    assert.equal((await undo(importId, 'unit2')).error, 'notFound')
    assert.equal((await undo(importId, 'checker')).error, 'forbidden')
    const undone = (await undo(importId)).data
    assert.deepEqual([undone?.state, undone?.undoReason], ['undone', '清单有误'])
    for (const { id } of orders) assert.equal((await server.must('maker', 'orders.get', { id })).state, 'cancelled')
    assert.deepEqual(await Promise.all(orders.map(async ({ id }) => (await server.must('maker', 'orders.get', { id })).reason)), [
      '业务调整',
      '清单有误',
      '清单有误',
    ])
    assert.equal((await undo(importId)).error, 'notDone')
    const open = await uploaded([row(4)])
    assert.equal((await undo(open.importId)).error, 'notDone')
  })

  test('once something was taken on, is under way, was paid or accepted, the list stays as a whole', async () => {
    const { importId, orders } = await made([row(1), row(2)])
    const [order, other] = orders
    const id = order?.id ?? 0
    const stays = async (words: RegExp) => {
      const refused = await undo(importId)
      assert.equal(refused.error, 'orderInUse')
      assert.match(refused.message, words)
      assert.equal((await server.must('maker', 'orders.get', { id: other?.id ?? 0 })).state, 'draft', 'none goes alone')
    }
    const published = await move(id, 'publish')
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
    await move(other?.id ?? 0, 'publish')
    await move(other?.id ?? 0, 'start')
    const { version } = await server.must('checker', 'orders.get', { id: other?.id ?? 0 })
    const sheet = { kind: 'acceptance' as const, period: today().slice(0, 7), amount: '12340.00' }
    const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage('验收') }
    await server.must('checker', 'orders.addPaper', { id: other?.id ?? 0, version, ...sheet, file })
    const refused = await undo(importId)
    assert.match(refused.message, /另有 1 个订单/)
    const alone = await made([row(3)])
    const third = alone.orders.at(-1)?.id ?? 0
    await move(third, 'publish')
    await move(third, 'start')
    const target = await server.must('checker', 'orders.get', { id: third })
    await server.must('checker', 'orders.addPaper', { id: target.id, version: target.version, ...sheet, file: { ...file, bytes: pdfPage('另一份验收') } })
    assert.match((await undo(alone.importId)).message, /已验收/)
  })
})
