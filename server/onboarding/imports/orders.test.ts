import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { importMessages } from '#/api/onboarding/imports.texts.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { readSheet, sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { ordersKind } from '#/server/onboarding/imports/orders-kind.ts'
import { orderContractId, orderListActions } from '#/server/onboarding/imports/orders-testing.ts'
import { commitAndRun, type ImportRowInput, listFile, runImportJob } from '#/server/onboarding/imports/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const softwareCode = '3040201000000000000'

describe('import of orders (T12)', () => {
  const server = testServer()
  let listActions: Awaited<ReturnType<typeof orderListActions>>

  before(async () => {
    await extendDocuments(server)
    listActions = await orderListActions(server)
  })
  beforeEach(() => listActions.begin())

  test('imported rows become logged draft orders with their values, which can be published', async () => {
    const description = '第一行：拍摄与剪辑（含样片），按场次交付。\n第二行：每场结束后三日内提交成果清单和数据复盘。'
    const { importId, orders } = await listActions.made([
      listActions.row(1, {
        unitPrice: '¥12.34',
        quantity: '1,000',
        category: softwareCode,
        description,
        province: '浙江',
        place: '杭州市余杭区',
        wanted: '3',
        from: listActions.today().replaceAll('-', '/'),
      }),
      listActions.row(2, { orderKind: '框架订单', priceMode: '', unitPrice: '', quantity: '', budget: '50000' }),
      listActions.row(3, { priceMode: '区间', unitPrice: '10', highestPrice: '20', quantity: '10', budget: '150.00' }),
    ])
    const [fixed, framework, range] = orders
    assert.deepEqual(
      [fixed?.state, fixed?.budget, fixed?.price, fixed?.category, fixed?.unitId, fixed?.mode, fixed?.wanted, fixed?.from],
      ['draft', 1_234_000, { mode: 'fixed', price: 1234, highest: null, quantity: 1000 }, '软件服务', 1, 2, 3, listActions.today()],
    )
    assert.deepEqual([framework?.kind, framework?.price, framework?.budget], ['framework', null, 5_000_000])
    assert.deepEqual(range?.price, { mode: 'range', price: 1000, highest: 2000, quantity: 10 })
    const createdOrder = await server.must('maker', 'orders.get', { id: fixed?.id ?? 0 })
    assert.deepEqual(
      [createdOrder.description, createdOrder.provinceName, createdOrder.place, createdOrder.createdBy],
      [description, '浙江省', '杭州市余杭区', (await server.must('maker', 'imports.get', { importId })).createdBy],
    )
    assert.equal(new Set(orders.map((order) => order.no)).size, 3)
    const log = await sql<{
      ref_id: string
    }>`select ref_id from audit_log where ref_type = 'order' and ref_id = any(${orders.map((order) => String(order.id))}::text[])`.execute(listActions.db())
    assert.equal(log.rows.length, 3)
    await listActions.move(fixed?.id ?? 0, 'publish')
  })

  test('the faults of all rows, also several in one row, are reported and block the import', async () => {
    const faultyRows: [ImportRowInput, string, string][] = [
      [listActions.row(1, { title: '' }), 'E901', 'title'],
      [listActions.row(2, { contractNo: '' }), 'E901', 'contractNo'],
      [listActions.row(3, { contractNo: 'HT-NONE' }), 'E902', 'contractNo'],
      [listActions.row(4, { orderKind: '长期' }), 'E903', 'orderKind'],
      [listActions.row(5, { priceMode: '面议' }), 'E903', 'priceMode'],
      [listActions.row(6, { highestPrice: '20' }), 'E903', 'priceMode'],
      [listActions.row(7, { title: '单' }), 'E904', 'title'],
      [listActions.row(8, { title: '长'.repeat(61) }), 'E904', 'title'],
      [listActions.row(9, { description: '太短了' }), 'E905', 'description'],
      [listActions.row(10, { description: '长'.repeat(2001) }), 'E906', 'description'],
      [listActions.row(11, { criteria: '长'.repeat(1001) }), 'E906', 'criteria'],
      [listActions.row(12, { place: '长'.repeat(101) }), 'E906', 'place'],
      [listActions.row(13, { criteria: '好' }), 'E928', 'criteria'],
      [listActions.row(14, { unitPrice: '' }), 'E910', 'unitPrice'],
      [listActions.row(15, { unitPrice: '12.345' }), 'E911', 'unitPrice'],
      [listActions.row(16, { unitPrice: '0' }), 'E911', 'unitPrice'],
      [listActions.row(17, { priceMode: '区间', highestPrice: '十元', budget: '12340' }), 'E911', 'highestPrice'],
      [listActions.row(18, { priceMode: '区间', highestPrice: '12.34', budget: '12340' }), 'E913', 'highestPrice'],
      [listActions.row(19, { quantity: '1.5' }), 'E914', 'quantity'],
      [listActions.row(20, { quantity: '1000001' }), 'E914', 'quantity'],
      [listActions.row(21, { unitPrice: '9999999999', quantity: '1000000' }), 'E915', 'unitPrice'],
      [listActions.row(22, { budget: '12340.001' }), 'E916', 'budget'],
      [listActions.row(23, { priceMode: '计件', budget: '0' }), 'E916', 'budget'],
      [listActions.row(24, { priceMode: '计件', budget: '' }), 'E901', 'budget'],
      [listActions.row(25, { budget: '12340.01' }), 'E917', 'budget'],
      [listActions.row(26, { priceMode: '区间', unitPrice: '1', highestPrice: '2', quantity: '10', budget: '20.01' }), 'E918', 'budget'],
      [listActions.row(27, { priceMode: '计件', budget: '12339.99' }), 'E919', 'budget'],
      [listActions.row(28, { from: '下周' }), 'E921', 'from'],
      [listActions.row(29, { to: shiftDay(listActions.today(), -1) }), 'E922', 'to'],
      [listActions.row(30, { to: '2101-01-01' }), 'E923', 'to'],
      [listActions.row(31, { from: '1999-01-01' }), 'E923', 'from'],
      [listActions.row(32, { province: '火星' }), 'E924', 'province'],
      [listActions.row(33, { wanted: '10001' }), 'E925', 'wanted'],
      [listActions.row(34, { category: '9999999999999999999' }), 'E926', 'category'],
      [listActions.row(35, { category: '没有的类目' }), 'E927', 'category'],
    ]
    const { importId, summary } = await listActions.uploaded(faultyRows.map(([each]) => each))
    assert.equal(summary.invalid, faultyRows.length)
    const rows = await listActions.rowsOf(importId)
    for (const [at, [, code, field]] of faultyRows.entries()) {
      const errorCodes = rows[at]?.issues.filter((issue) => issue.level === 'error').map((issue) => `${issue.code} ${issue.field}`)
      assert.deepEqual(errorCodes, [`${code} ${field}`], `row ${at + 1}`)
    }
    const { version } = await server.must('maker', 'imports.get', { importId })
    assert.equal((await server.call('maker', 'imports.commit', { importId, version })).error, 'hasErrors')
    const listWithManyIssues = await listActions.uploaded([listActions.row(40, { title: '', unitPrice: '1.234', category: '没有的类目', to: '2101-01-01' })])
    const [several] = await listActions.rowsOf(listWithManyIssues.importId)
    assert.deepEqual(several?.issues.map((issue) => issue.code).sort(), ['E901', 'E911', 'E923', 'E927'])
  })

  test('rows are refused with the same messages as the form', async () => {
    await listActions.leaveOf(1_000_000)
    const fixedPricing = { mode: 'fixed' as const, price: '1.00', highest: '', quantity: 10 }
    const form = {
      contractId: orderContractId,
      kind: 'task' as const,
      title: '双十一',
      category: '软件服务',
      description: String(listActions.row(0).description),
      price: fixedPricing,
      budget: '10',
      from: listActions.today(),
      to: listActions.today(),
      criteria: '签字确认',
    }
    const cells = { title: '双十一', unitPrice: '1.00', quantity: '10', budget: '10', to: listActions.today(), criteria: '签字确认' }
    const equalRows: [object, ImportRowInput][] = [
      [{ title: '单' }, { title: '单' }],
      [{ description: '太短' }, { description: '太短' }],
      [{ criteria: '好' }, { criteria: '好' }],
      [{ category: '没有' }, { category: '没有' }],
      [{ from: '1999-01-01' }, { from: '1999-01-01' }],
      [{ to: shiftDay(listActions.today(), -1) }, { to: shiftDay(listActions.today(), -1) }],
      [{ price: { ...fixedPricing, price: '1.001' } }, { unitPrice: '1.001' }],
      [{ price: { ...fixedPricing, price: '' } }, { unitPrice: '' }],
      [{ price: { ...fixedPricing, mode: 'range', highest: '0.50' } }, { priceMode: '区间', highestPrice: '0.50' }],
      [{ budget: '10.01' }, { budget: '10.01' }],
      [
        { price: { ...fixedPricing, price: '2000.00' }, budget: '20000' },
        { unitPrice: '2000.00', budget: '20000' },
      ],
      [{ contractId: 21 }, { contractNo: (await listActions.db().selectFrom('contract').select('no').where('id', '=', 21).executeTakeFirstOrThrow()).no }],
    ]
    const { importId } = await listActions.uploaded(equalRows.map(([, more]) => listActions.row(0, { ...cells, ...more })))
    const rows = await listActions.rowsOf(importId)
    for (const [at, [given]] of equalRows.entries()) {
      const { message } = await server.call('maker', 'orders.create', { ...form, ...given })
      const rowIssues = rows[at]?.issues
        .filter((issue) => issue.level === 'error')
        .map(({ code, values }) => translate(importMessages[code as 'E901'], 'zh', values).replaceAll(' / ', '、'))
      assert.deepEqual(rowIssues, [message], JSON.stringify(given))
    }
    await listActions.leaveOf(null)
  })

  test('duplicate rows, existing orders and exceeded contracts are warnings', async () => {
    await listActions.made([listActions.row(1)])
    await listActions.leaveOf(2_000_000)
    const { importId, summary } = await listActions.uploaded([listActions.row(1), listActions.row(2), listActions.row(2)])
    assert.deepEqual([summary.warned, summary.invalid, summary.byCode], [3, 0, { W907: 1, W908: 3, W909: 1 }])
    const rows = await listActions.rowsOf(importId)
    const warningTexts = rows[0]?.issues.map(({ code, values }) => translate(importMessages[code as 'W908'], 'zh', values)) ?? []
    assert.match(warningTexts.join(), /3 个订单预算合计 ¥37,020.00，超出合同剩余额度 ¥20,000.00/)
    assert.match(warningTexts.join(), /已有合同、标题和期间相同的订单 DD/)
    await listActions.leaveOf(null)
    assert.equal((await commitAndRun(server, importId, 'maker')).createdCount, 3)
  })

  test('a tax code shared by several agreed categories needs the name', async () => {
    await server.must('operation', 'orders.addCategory', { name: '软件测试服务', taxCode: softwareCode })
    await sql`update unit_setting_version set invoice_categories = '{软件服务,软件测试服务}' where setting_id = ${orderContractId}`.execute(listActions.db())
    const { importId } = await listActions.uploaded([listActions.row(1, { category: softwareCode }), listActions.row(2, { category: '软件测试服务' })])
    assert.deepEqual(
      (await listActions.rowsOf(importId)).map((row) => row.issues.map((issue) => `${issue.code} ${issue.values.names}`)),
      [['E912 软件服务 / 软件测试服务'], []],
    )
    await sql`update unit_setting_version set invoice_categories = '{软件服务}' where setting_id = ${orderContractId}`.execute(listActions.db())
    const secondUpload = await listActions.uploaded([listActions.row(3, { category: softwareCode })])
    assert.equal(secondUpload.summary.ready, 1, 'agreed is one of them alone')
    await sql`update unit_setting_version set invoice_categories = '{}' where setting_id = ${orderContractId}`.execute(listActions.db())
  })

  test('rows corrected in the grid, by replacing or in the error file are imported and reported', async () => {
    const { importId } = await listActions.uploaded([
      listActions.row(1, { unitPrice: '12.345' }),
      listActions.row(2, { category: '软件' }),
      listActions.row(3, { quantity: '' }),
      listActions.row(4, { title: '' }),
      listActions.row(5),
    ])
    const [price, , quantity, title] = await listActions.rowsOf(importId)
    await server.must('maker', 'imports.repair', { importId, changes: [{ rowId: price?.id ?? 0, cells: { unitPrice: '12.34' } }] })
    await server.must('maker', 'imports.replace', { importId, field: 'category', find: '软件', by: '软件服务' })
    await server.must('maker', 'imports.replace', { importId, field: 'category', find: '软件服务服务', by: '软件服务' })
    await server.must('maker', 'imports.exclude', { importId, rowIds: [title?.id ?? 0] })
    const { fileId } = await server.must('maker', 'imports.errorFile', { importId })
    const columns = [
      ...ordersKind.columns.map(({ cell, heading, required = false }) => ({ key: cell, headings: [heading], required })),
      { key: 'rowNo' as const, headings: ['行号'], required: true },
      { key: 'code' as const, headings: ['错误码'], required: true },
      { key: 'mark' as const, headings: ['行标识'], required: true },
    ]
    const errorSheet = await readSheet(await bytesOf(server, fileId), { columns, maxRows: 10, unknownColumns: 'ignore' })
    assert.ok(errorSheet.ok)
    assert.deepEqual(
      errorSheet.rows.map((row) => row.cells.rowNo.text),
      [String(quantity?.seq)],
    )
    const correctedRows = errorSheet.rows.map(({ cells }) => columns.map(({ key }) => (key === 'quantity' ? '10' : cells[key].text)))
    const sheet = { name: '错误明细', columns: columns.map(({ headings: [heading = ''] }) => ({ heading })), rows: correctedRows }
    const file = { filename: '错误明细.xlsx', mediaType: sheetMediaType, bytes: await writeSheet({ sheets: [sheet] }) }
    const reupload = await server.must('maker', 'imports.reupload', { importId, file })
    assert.deepEqual([reupload.changed, reupload.missed, reupload.summary.invalid], [1, [], 0])
    const finishedImport = await commitAndRun(server, importId, 'maker')
    assert.deepEqual([finishedImport.state, finishedImport.createdCount, finishedImport.summary.excluded], ['done', 4, 1])
    const report = await server.must('maker', 'imports.exportReport', { importId })
    const reportRows = await readSheet(await bytesOf(server, report.fileId), {
      columns: [
        { key: 'seq', headings: ['行号'], required: true },
        { key: 'no', headings: ['订单号'], required: true },
        { key: 'state', headings: ['订单状态'], required: true },
        { key: 'words', headings: ['说明'], required: true },
      ],
      maxRows: 10,
      unknownColumns: 'ignore',
    })
    assert.ok(reportRows.ok)
    assert.deepEqual(
      reportRows.rows.map(({ cells }) => [/^DD\d{16}$/.test(cells.no.text), cells.state.text]),
      [1, 2, 3, 4, 5].map((at) => (at === 4 ? [false, ''] : [true, '草稿'])),
    )
  })

  test('a change after the commit refuses the affected rows and reopens the list', async () => {
    const { importId } = await listActions.uploaded([listActions.row(1), listActions.row(2)])
    const { version } = await server.must('maker', 'imports.get', { importId })
    await server.must('maker', 'imports.commit', { importId, version })
    await sql`update contract set valid_to = ${shiftDay(listActions.today(), -1)} where id = ${orderContractId}`.execute(listActions.db())
    await runImportJob(server, importId)
    const refusedList = await server.must('maker', 'imports.get', { importId })
    assert.deepEqual([refusedList.state, refusedList.stateReason, refusedList.summary.byCode], ['open', 'refused', { E902: 2 }])
    await sql`update contract set valid_to = '2099-12-31' where id = ${orderContractId}`.execute(listActions.db())
    assert.equal((await commitAndRun(server, importId, 'maker')).createdCount, 2)
  })

  test('repeated, oversized and empty files are refused', async () => {
    const rows = [listActions.row(1)]
    assert.equal((await listActions.call(rows, 'maker', { allowSameFile: false })).code, 1)
    assert.equal((await listActions.call(rows, 'maker', { allowSameFile: false })).error, 'sameFile')
    assert.equal((await listActions.call(Array.from({ length: 1001 }, (_, at) => listActions.row(at)))).error, 'tooManySheetRows')
    assert.equal((await listActions.call([])).error, 'noRows')
  })

  test('a list matches only the uploader’s contracts: the unit’s, centre’s or platform’s', async () => {
    const others = await sql<{ no: string; unit_id: number; mode: number }>`select no, unit_id, mode from contract
      where centre_id = 2 and kind in ('unit_service', 'general_contract') and sign_state = 'done' order by id`.execute(listActions.db())
    const orderOfSecondUnit = others.rows.find((row) => row.unit_id !== 1 && row.mode === 2)?.no ?? assert.fail('no other unit')
    const orderOfMode1 = others.rows.find((row) => row.mode === 1)?.no ?? assert.fail('no other mode')
    assert.deepEqual((await listActions.uploaded([listActions.row(1), listActions.row(2, { contractNo: orderOfSecondUnit })])).summary.byCode, { E902: 1 })
    const centres = await listActions.uploaded(
      [listActions.row(1), listActions.row(2, { contractNo: orderOfSecondUnit }), listActions.row(3, { contractNo: orderOfMode1 })],
      'centre',
      atCentre,
    )
    assert.deepEqual(centres.summary.byCode, { E902: 1 })
    assert.equal((await server.call('centre', 'imports.get', { importId: centres.importId }, { centre: 2, mode: 1 })).error, 'notFound')
    assert.equal((await server.call('maker', 'imports.get', { importId: centres.importId })).error, 'notFound')
    const unitUpload = await listActions.uploaded([listActions.row(4)])
    for (const username of ['unit2', 'auditor'])
      assert.notEqual((await server.call(username, 'imports.get', { importId: unitUpload.importId })).code, 1, username)
    assert.equal(
      (await server.call('maker', 'imports.upload', { kind: 'orders', unitId: 2, file: await listFile(ordersKind, [listActions.row(5)]) })).error,
      'placeUnknown',
    )
    const platform = await listActions.uploaded(
      [listActions.row(6), listActions.row(7, { contractNo: orderOfSecondUnit }), listActions.row(8, { contractNo: orderOfMode1 })],
      'platform',
    )
    assert.equal(platform.summary.invalid, 0)
    assert.deepEqual((await commitAndRun(server, platform.importId, 'platform')).createdCount, 3)
  })

  test('importing orders needs the permission to create orders', async () => {
    assert.equal((await listActions.call([listActions.row(1)], 'checker')).error, 'forbidden')
    assert.equal((await listActions.call([listActions.row(1)], 'operator')).error, 'forbidden')
    assert.equal((await server.call('maker', 'imports.template', { kind: 'operators' })).error, 'noRight')
    assert.equal((await listActions.call([listActions.row(1)], 'finance', {}, { centre: 2, mode: 2 })).error, 'noRight')
    const { importId } = await listActions.uploaded([listActions.row(1)])
    await server.must('maker', 'imports.commit', { importId, version: (await server.must('maker', 'imports.get', { importId })).version })
  })

  test('an import for one of several units must name it and stops if the permission is withdrawn', async () => {
    const db = listActions.db()
    const { id } = await db.selectFrom('app_user').select('id').where('username', '=', 'salesman').executeTakeFirstOrThrow()
    await sql`update unit set salesman_id = ${id} where id in (1, 2)`.execute(db)
    await sql`insert into role_permission (role_id, permission) select role_id, 'orders:make' from user_role where user_id = ${id}`.execute(db)
    const uploadAsSalesman = (unitId?: number) =>
      listActions.call([listActions.row(1)], 'salesman', unitId === undefined ? {} : { unitId }, { centre: 2, mode: 2 })
    assert.equal((await uploadAsSalesman()).error, 'placeNeeded')
    const { id: stranger } = await sql<{ id: number }>`select id from unit where salesman_id is distinct from ${id} limit 1`
      .execute(db)
      .then(({ rows }) => rows[0] ?? assert.fail())
    assert.equal((await uploadAsSalesman(stranger)).error, 'placeUnknown')
    const importId = (await uploadAsSalesman(1)).data?.importId ?? 0
    const { version } = await server.must('salesman', 'imports.get', { importId }, { centre: 2, mode: 2 })
    await server.must('salesman', 'imports.commit', { importId, version }, { centre: 2, mode: 2 })
    await sql`delete from role_permission where permission = 'orders:make' and role_id in (select role_id from user_role where user_id = ${id})`.execute(db)
    await runImportJob(server, importId)
    const { state, stateReason, createdCount } = await server.must('maker', 'imports.get', { importId })
    assert.deepEqual([state, stateReason, createdCount], ['open', 'stopped', 0])
  })

  test('the template lists the contracts of the user’s unit with their categories', async () => {
    const { fileId } = await server.must('maker', 'imports.template', { kind: 'orders' })
    const columns = [
      { key: 'no', headings: ['合同编号'], required: true },
      { key: 'unit', headings: ['单位'], required: true },
      { key: 'names', headings: ['可开票类目'], required: true },
    ] as const
    const choiceSheet = await readSheet(await bytesOf(server, fileId), { columns, maxRows: 500, sheet: '可选值', unknownColumns: 'ignore' })
    assert.ok(choiceSheet.ok)
    assert.equal(new Set(choiceSheet.rows.map((row) => row.cells.unit.text)).size, 1)
    assert.ok(choiceSheet.rows.some((row) => row.cells.no.text === listActions.contractNo && row.cells.names.text.includes('软件服务')))
  })
})
