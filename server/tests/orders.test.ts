import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { atCentre, extendDocuments, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const contractId = 12
const words = '为直播间提供内容策划、现场拍摄、短视频剪辑和数据复盘，按场次结算，以验收单和成果清单为依据。'
const paper = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
const paymentAt = (index: number, yuan: string) => ({ person: demoPeople().ordinary[index] ?? assert.fail('nobody'), yuan })

describe('orders', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())

  before(async () => {
    await extendDocuments(server)
  })

  const form = (overrides: object = {}) => ({
    contractId,
    kind: 'task' as const,
    title: '双十一直播专场',
    category: '软件服务',
    description: words,
    price: { mode: 'fixed' as const, price: '12.34', highest: '', quantity: 1000 },
    budget: '12340.00',
    from: today(),
    to: shiftDay(today(), 30),
    criteria: '直播完成且剪辑交付，甲方签字确认。',
    ...overrides,
  })
  const createOrder = (overrides: object = {}) => server.must('maker', 'orders.create', form(overrides))
  const get = (id: number, who = 'maker') => server.must(who, 'orders.get', { id })
  const target = async (id: number) => ({ id, version: (await get(id)).version })
  const moveOrder = async (
    who: string,
    id: number,
    name: 'publish' | 'pause' | 'resume' | 'start' | 'deliver' | 'rework' | 'settle' | 'cancel',
    reason = '业务调整',
  ) => server.call(who, 'orders.move', { ...(await target(id)), move: name, reason })
  const mustMove = async (who: string, id: number, name: Parameters<typeof moveOrder>[2]) => {
    const answer = await moveOrder(who, id, name)
    assert.equal(answer.code, 1, answer.message)
    return answer.data ?? assert.fail()
  }
  const createPublished = async (overrides: object = {}) => mustMove('maker', (await createOrder(overrides)).id, 'publish')
  const addPaper = async (who: string, id: number, input: object) => server.call(who, 'orders.addPaper', { ...(await target(id)), ...input } as never)

  test('a payment needs a published order, not a draft, paused or cancelled one', async () => {
    const order = await createOrder()
    assert.deepEqual([order.state, order.budget, order.unitId, order.mode, order.contract?.id], ['draft', 1_234_000, 1, 2, contractId])
    assert.match(order.no, /^DD\d{8}02\d{6}$/)
    const createBatch = () => server.call('maker', 'payments.create', { orderId: order.id })
    assert.match((await createBatch()).message, /尚未发布/)
    await mustMove('maker', order.id, 'publish')
    assert.equal((await createBatch()).code, 1)
    assert.equal((await moveOrder('maker', order.id, 'pause', '')).error, 'reasonNeeded')
    await mustMove('maker', order.id, 'pause')
    assert.match((await createBatch()).message, /已暂停/)
    assert.equal((await moveOrder('maker', order.id, 'start')).error, 'paused')
    await mustMove('maker', order.id, 'resume')
    await mustMove('maker', order.id, 'cancel')
    assert.match((await createBatch()).message, /已完结或取消/)
    assert.equal((await moveOrder('maker', order.id, 'publish')).error, 'wrongState')
    await assert.rejects(sql`update service_order set state = 'doing' where id = ${order.id}`.execute(db()), /order that ended cannot change/)
    const logEntries = await sql<{
      action: string
    }>`select action from audit_log where ref_type = 'order' and ref_id = ${String(order.id)} order by seq`.execute(db())
    assert.deepEqual(
      logEntries.rows.map((row) => row.action),
      ['orders.create', ...Array<string>(4).fill('orders.move')],
    )
  })

  test('an order with a wrong price, budget, description, date or category is refused', async () => {
    const refusal = async (overrides: object) => (await server.call('maker', 'orders.create', form(overrides))).message
    const price = (overrides: object) => refusal({ price: { mode: 'fixed', price: '12.34', highest: '', quantity: 1000, ...overrides } })
    assert.equal(await price({ price: '12.345' }), '单价格式错误!')
    assert.equal(await price({ price: '' }), '单价不能为空!')
    assert.equal(await price({ mode: 'range', highest: '1e3' }), '单价格式错误!')
    assert.match(await price({ mode: 'range', highest: '12.34' }), /最高单价必须大于最低单价/)
    assert.match(await refusal({ budget: '12340.01' }), /数量 × 单价/)
    assert.match(await refusal({ price: undefined }), /请填写计价方式/)
    assert.match(await refusal({ description: '太短了' }), /至少30个字符，现为3个/)
    assert.match(await refusal({ to: '2101-01-01' }), /合同期限/)
    assert.match(await refusal({ to: shiftDay(today(), -1) }), /不能早于开始日/)
    assert.match(await refusal({ category: '没有的类目' }), /不含“没有的类目”/)
    assert.match(await refusal({ contractId: 21 }), /合同未生效或不在您的范围内/)
  })

  test('a contract with a single business cannot carry orders', async () => {
    const contract = await db()
      .selectFrom('contract')
      .select(['id', 'no'])
      .where('kind', '=', 'business_contract')
      .where('unit_id', '=', 1)
      .executeTakeFirstOrThrow()
    assert.deepEqual(await server.must('maker', 'orders.contracts', { id: contract.id }), [])
    assert.deepEqual(await server.must('maker', 'orders.contracts', { keyword: contract.no }), [])
    assert.equal((await server.call('maker', 'orders.create', form({ contractId: contract.id }))).error, 'contractUnusable')
  })

  test('categories have unique names and valid tax codes, and orders use only the agreed ones', async () => {
    const { rows } = await server.must('operation', 'orders.categories', { keyword: '咨询', size: 20 })
    const [category] = rows
    assert.ok(category && /^\d{19}$/.test(category.taxCode) && category.source !== '')
    const change = { id: category.id, version: category.version, shortName: category.shortName, note: '', isActive: true }
    assert.equal((await server.call('operation', 'orders.changeCategory', { ...change, taxCode: '304060300000000000' })).error, 'taxCode')
    assert.equal((await server.call('centre', 'orders.changeCategory', { ...change, taxCode: category.taxCode }, atCentre)).error, 'forbidden')
    await server.must('operation', 'orders.addCategory', { name: '直播技术服务', taxCode: '3040205990000000000' })
    assert.equal((await server.call('operation', 'orders.addCategory', { name: '直播技术服务', taxCode: '3040205990000000000' })).error, 'categoryTaken')
    await sql`update unit_setting_version set invoice_categories = '{直播技术服务}' where setting_id = ${contractId}`.execute(db())
    assert.match((await server.call('maker', 'orders.create', form())).message, /不含“软件服务”，可选：直播技术服务/)
    assert.deepEqual((await server.must('maker', 'orders.contracts', { id: contractId }))[0]?.categories, ['直播技术服务'])
    const order = await createOrder({ category: '直播技术服务' })
    await sql`update unit_setting_version set invoice_categories = '{}' where setting_id = ${contractId}`.execute(db())
    await sql`update invoice_category set is_active = false where name = '直播技术服务'`.execute(db())
    assert.equal((await moveOrder('maker', order.id, 'publish')).error, 'categoryNotAgreed', 'the checks of the draft are repeated')
  })

  test('an order stays within its budget and contract cap and cannot be cancelled once paid', async () => {
    const order = await createPublished({ kind: 'framework', price: undefined, budget: '500.00' })
    assert.equal(order.state, 'doing', 'the work of a framework begins when it is published')
    const batch = await scenario.draft([paymentAt(3, '300.00')], { orderId: order.id })
    const submittedBatch = await scenario.submit(batch)
    assert.deepEqual([(await get(order.id)).settled, (await get(order.id)).underway], [0, 30_000])
    assert.equal((await moveOrder('maker', order.id, 'cancel')).error, 'hasBatches')
    const secondBatch = await scenario.draft([paymentAt(4, '200.01')], { orderId: order.id })
    const overBudgetAnswer = await server.call('maker', 'payments.submit', { ...scenario.target(secondBatch), acknowledgement: '已逐条核对' })
    assert.match(overBudgetAnswer.message, /超订单预算：已用 ¥300.00 \+ 本批 ¥200.01 > ¥500.00/)
    await scenario.pay(await scenario.audit(await scenario.check(submittedBatch)))
    await server.settle(1)
    assert.deepEqual([(await get(order.id)).settled, (await get(order.id)).underway], [30_000, 0])
    assert.equal((await moveOrder('maker', order.id, 'cancel')).error, 'hasPaid')
    const adjust = async (budget: string) => server.call('maker', 'orders.adjust', { ...(await target(order.id)), budget, to: order.to, reason: '追加预算' })
    assert.match((await adjust('299.99')).message, /预算 ¥299.99 低于已结算和在途金额 ¥300.00/)
    assert.equal((await adjust('600.00')).data?.budget, 60_000)
    const contract = await sql<{
      used: number
    }>`select sum(used.settled + used.underway)::bigint as used from service_order orders, app.order_use(orders.id) used
      where contract_id = ${contractId} and orders.id <> ${order.id}`.execute(db())
    const usedFen = contract.rows[0]?.used ?? 0
    await sql`update contract set amount_cap_fen = ${usedFen + 70_000} where id = ${contractId}`.execute(db())
    assert.match((await adjust('700.01')).message, /超出合同剩余额度 ¥700.00/)
    assert.match((await server.call('maker', 'orders.create', form())).message, /超出合同剩余额度 ¥400.00/)
    assert.equal((await adjust('700.00')).code, 1)
    await sql`update contract set amount_cap_fen = null where id = ${contractId}`.execute(db())
    const page = await server.must('maker', 'orders.list', { states: ['doing'], keyword: order.no })
    assert.deepEqual([page.count, page.totals], [1, { budget: 70_000, settled: 30_000, underway: 0 }])
  })

  test('an assigned operator answers once, delivers and sees no amounts', async () => {
    const { id: outsider } = await db().selectFrom('operator').select('id').where('centre_id', '=', 3).executeTakeFirstOrThrow()
    const order = await createPublished({ wanted: 1 })
    const listOffers = async () => (await server.must('operator', 'orders.list', {})).rows
    assert.ok(!(await listOffers()).some((row) => row.id === order.id), 'publishing offers it to no operator')
    assert.equal((await server.call('operator', 'orders.get', { id: order.id })).error, 'notFound')
    assert.equal((await server.call('maker', 'orders.assign', { ...(await target(order.id)), operatorIds: [1001, outsider] })).error, 'notOperator')
    await server.must('maker', 'orders.assign', { ...(await target(order.id)), operatorIds: [1001] })
    const offer = (await listOffers()).find((row) => row.id === order.id)
    assert.deepEqual(
      [offer?.id, offer?.own, offer?.unitName, offer?.budget, offer?.contract, offer?.settled],
      [order.id, 'offered', order.unitName, null, null, null],
    )
    assert.ok((await server.must('operator', 'tasks.waiting', {})).some((task) => task.kind === 'orderOffers' && task.count === 2))
    assert.ok((await server.must('operator', 'messages.list', {})).rows.some((message) => message.kind === 'orderOffered'))
    assert.equal((await addPaper('operator', order.id, { kind: 'deliverable', file: paper('抢跑') })).error, 'noRight')
    const answer = { id: order.id, version: offer?.version ?? 0, accept: true }
    assert.equal((await server.must('operator', 'orders.answer', answer)).state, 'accepted')
    assert.equal((await server.call('operator', 'orders.answer', { ...answer, version: answer.version + 1 })).error, 'answered')
    assert.ok((await server.must('maker', 'messages.list', {})).rows.some((message) => message.kind === 'orderAnswered'))
    for (const name of ['orders.assign', 'orders.create', 'orders.contracts'] as const)
      assert.equal((await server.call('operator', name, {} as never)).error, 'forbidden')
    assert.equal(
      (await server.call('operator', 'orders.addPaper', { id: order.id, version: (await get(order.id)).version, kind: 'acceptance', file: paper('自验') }))
        .error,
      'noRight',
    )
    assert.equal((await addPaper('operator', order.id, { kind: 'deliverable', file: paper('成果') })).code, 1)
    assert.deepEqual(
      (await server.must('operator', 'orders.papers', { id: order.id })).rows.map((row) => row.name),
      ['成果.pdf'],
    )
    const [fileId] = (await server.must('checker', 'orders.papers', { id: order.id })).rows.map((row) => row.fileId)
    assert.equal((await server.call('checker', 'files.link', { fileId: fileId ?? '' })).code, 1)
    assert.notEqual((await server.call('unit2', 'files.link', { fileId: fileId ?? '' })).code, 1)
  })

  test('acceptance needs a second person, and a sheet used twice needs an explanation (ST-15)', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/>${Array.from({ length: 12 }, (_, at) => `<rect x="${40 + (at % 4) * 60}" y="${50 + at * 58}" width="${130 + ((at * 97) % 300)}" height="20" fill="#111"/>`).join('')}</svg>`
    const picture = async (quality: number) => ({
      filename: '验收单.jpg',
      mediaType: 'image/jpeg',
      bytes: await sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer(),
    })
    const [order, other] = [await createPublished(), await createPublished()]
    for (const each of [order, other]) await mustMove('maker', each.id, 'start')
    assert.equal((await moveOrder('maker', order.id, 'deliver')).error, 'nothingDelivered')
    assert.equal((await addPaper('maker', order.id, { kind: 'deliverable', file: paper('剪辑成片') })).code, 1)
    await mustMove('maker', order.id, 'deliver')
    assert.ok((await server.must('checker', 'tasks.waiting', {})).some((task) => task.kind === 'orderAcceptances'))
    const sheet = { kind: 'acceptance', period: '2026-11', amount: '12340.00' }
    assert.equal((await addPaper('maker', order.id, { ...sheet, file: await picture(92) })).error, 'noRight', 'the creator of the order cannot accept it')
    assert.equal((await addPaper('checker', order.id, { kind: 'acceptance', file: await picture(92) })).error, 'periodNeeded')
    assert.match((await addPaper('checker', order.id, { ...sheet, amount: '12340.01', file: await picture(92) })).message, /超出订单预算/)
    const acceptedPaper = await addPaper('checker', order.id, { ...sheet, file: await picture(92) })
    assert.equal(acceptedPaper.data?.state, 'checked')
    const duplicatePaper = await addPaper('checker', other.id, { ...sheet, file: await picture(60) })
    assert.ok(duplicatePaper.error === 'duplicate' && duplicatePaper.message.includes(order.no), duplicatePaper.message)
    assert.equal((await addPaper('checker', other.id, { ...sheet, file: await picture(60), explanation: '两单合并验收，双方已确认' })).code, 1)
    const [row] = (await server.must('checker', 'orders.papers', { id: other.id })).rows
    assert.deepEqual([row?.alsoIn, row?.explanation], [[order.no], '两单合并验收，双方已确认'])
    const batch = await scenario.draft([paymentAt(5, '20.00')], { orderId: other.id })
    const evidence = await server.must('maker', 'payments.attach', { id: batch.id, kind: 'acceptance', file: await picture(80) })
    assert.deepEqual(evidence.alsoUsedIn, [order.no], 'a batch names the other order, not its own')
    const checkedBatch = await scenario.check(await scenario.submit(batch))
    const approval = { ...scenario.target(checkedBatch), approve: true, checklist: fullChecklist }
    assert.equal((await server.call('auditor', 'payments.audit', approval, atCentre)).error, 'explainPapers')
    await mustMove('checker', order.id, 'settle')
    assert.equal((await moveOrder('maker', other.id, 'settle')).error, 'noRight')
    assert.equal(
      (await server.call('checker', 'orders.removePaper', { ...(await target(order.id)), orderPaperId: acceptedPaper.data?.id ?? 0, reason: '传错了' })).error,
      'noRight',
    )
  })

  test('a contract without orders becomes a task, and a framework order is accepted by period', async () => {
    assert.ok(!(await server.must('maker', 'tasks.waiting', {})).some((each) => each.kind === 'orderContracts'))
    await sql`insert into contract (no, name, kind, centre_id, unit_id, mode, parties, sign_state, valid_from, valid_to, created_by, created_at)
      select 'HT-NEW', name, kind, centre_id, unit_id, mode, parties, sign_state, valid_from, valid_to, created_by, created_at from contract where id = ${contractId}`.execute(
      db(),
    )
    assert.ok((await server.must('maker', 'tasks.waiting', {})).some((each) => each.kind === 'orderContracts' && each.count === 1))
    const [fresh] = await server.must('maker', 'orders.contracts', { keyword: 'HT-NEW' })
    assert.equal(fresh?.orders, 0)
    const order = await createPublished({ contractId: fresh?.id, kind: 'framework', price: undefined, budget: '100000' })
    const list = { kind: 'list', period: '2026-11', amount: '8000.00', note: '十一月直播 12 场' }
    assert.equal((await addPaper('maker', order.id, { ...list, period: undefined, file: paper('清单') })).error, 'periodNeeded')
    assert.equal((await addPaper('maker', order.id, { ...list, file: paper('清单') })).code, 1)
    assert.equal(
      (await addPaper('checker', order.id, { kind: 'acceptance', period: '2026-11', amount: '8000.00', file: paper('十一月验收') })).data?.state,
      'doing',
    )
    const task = await createPublished()
    assert.equal((await addPaper('maker', task.id, { ...list, file: paper('清单二') })).error, 'onlyFramework')
    assert.equal((await mustMove('checker', order.id, 'settle')).state, 'settled')
  })

  test('outsiders can neither read nor change an order', async () => {
    const order = await createOrder()
    for (const [who, at] of [
      ['unit2', {}],
      ['operator', {}],
      ['auditor03', { centre: 3 }],
    ] as const) {
      assert.equal((await server.call(who, 'orders.get', { id: order.id }, at)).error, 'notFound', who)
      assert.ok(!(await server.must(who, 'orders.list', { keyword: order.no }, at)).rows.some((row) => row.id === order.id), who)
    }
    assert.equal((await server.call('unit2', 'orders.move', { id: order.id, version: 1, move: 'publish' })).error, 'notFound')
    assert.equal((await server.call('unit2', 'orders.create', form())).error, 'contractUnusable')
    assert.equal((await server.call('partner', 'orders.list', {})).error, 'forbidden')
    assert.equal((await server.must('centre', 'orders.get', { id: order.id }, atCentre)).id, order.id)
    assert.equal((await server.call('centre', 'orders.get', { id: order.id }, { centre: 2, mode: 1 })).error, 'other_place')
  })

  test('an edit of an outdated order version is refused', async () => {
    const order = await createOrder()
    await server.must('maker', 'orders.update', { id: order.id, version: order.version, ...form({ title: '改过的标题' }) })
    assert.equal((await server.call('maker', 'orders.update', { id: order.id, version: order.version, ...form() })).error, 'changed')
  })

  test('units and operators can export their orders', async () => {
    await createOrder()
    assert.ok((await server.must('maker', 'orders.export', { states: ['draft'] })).fileId)
    assert.ok((await server.must('operator', 'orders.export', {})).fileId)
  })
})
