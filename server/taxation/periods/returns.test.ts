import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { type Fen, fen, parseYuan, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { type VatReturn, vatReturns } from '#/domain/taxation/vat-return.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { extendDocuments, orderId } from '#/server/money/payments/testing.ts'
import { bankScenario, replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { grossByCategory, grossBySource } from '#/server/taxation/periods/store-returns.ts'
import { rowsIn } from '#/server/taxation/periods/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('two returns') }
const withheldCategory = '广告服务'
const sourcePlatform = '接单平台'

describe('VAT returns by category of service', () => {
  const server = testServer()
  let bank: ReturnType<typeof bankScenario>
  let month: string
  let id: number
  let secondOrder: number
  let originalCategoryOrderId: number
  let sentLine: { no: string; net: number }
  const [rich, poor, sole] = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1) && each.entity === null)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - now().getTime())
  const brokenInvariants = () => checkInvariants(db())
  const yuan = (amount: number) => plainYuan(fen(amount))
  const get = () => server.must('finance', 'periods.get', { declarationId: id }, atCentre)
  const target = async () => ({ declarationId: id, version: (await get()).version })
  const returnOf = async (vatReturn: VatReturn) => (await get()).returns.find((each) => each.vatReturn === vatReturn) ?? assert.fail(vatReturn)
  const lines = async () => (await server.must('finance', 'periods.lines', { declarationId: id, size: 200 }, atCentre)).rows
  const filings = async () => {
    const { rows } = await server.must('finance', 'filingcalendar.list', {}, atCentre)
    return rows.filter(({ period }) => period === month).map(({ kind, step, state }) => `${kind} ${step} ${state}`)
  }
  const payOrder = async (order: number, owed: readonly (readonly [typeof rich, string])[]) => {
    const { act } = bank
    const draft = await act.draft(
      owed.map(([person, amount]) => ({ person: person ?? assert.fail(), yuan: amount })),
      { orderId: order },
    )
    const batch = await act.pay(await act.audit(await act.check(await act.submit(draft))))
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    const { rows } = await sql<{ no: string; net: number; way: string }>`select attempt.request_no as no, line.net_fen as net, line.filing_way as way
      from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
      where line.batch_id = ${batch.id} order by line.seq`.execute(db())
    return rows
  }
  /**
   * Publishes a policy that begins in a month and gives the other category this method; null gives it the method of all
   * categories.
   */
  const enactPolicy = async (firstDay: string, way: 'PAYER_WITHHOLD_28' | null) => {
    const { id: draftId, version } = await server.must('caiwu', 'policies.begin', { firstDay })
    const values = [
      { path: 'vat.waysByCategory' as const, value: way === null ? {} : { [withheldCategory]: way } },
      { path: 'vat.source' as const, value: `12366 答复 ${firstDay}` },
      { path: 'source' as const, value: `推广服务的增值税申报方式 ${firstDay}` },
    ]
    const unknownCategory = [{ path: 'vat.waysByCategory' as const, value: { 没有这个类目: 'PAYER_WITHHOLD_28' as const } }]
    assert.equal((await server.call('caiwu', 'policies.save', { draftId, version, values: unknownCategory })).error, 'categoryUnknown')
    const savedDraft = await server.must('caiwu', 'policies.save', { draftId, version, values })
    const examinedDraft = await server.must('caiwu', 'policies.examine', { draftId, version: savedDraft.version })
    const { version: ready, changes } = await server.must('caiwu', 'policies.preview', { draftId, version: examinedDraft.version })
    assert.equal((await server.call('caiwu', 'policies.publish', { draftId, version: ready })).error, 'ownPolicy')
    await server.must('platform', 'policies.publish', { draftId, version: ready })
    return changes
  }
  const closeMonth = async () => {
    await server.must('finance', 'periods.close', { ...(await target()), reason: '已核实' }, atCentre)
    await server.job('periods.draw', { declarationId: id })
    await server.must('centre', 'periods.confirm', await target(), atCentre)
  }
  const declare = async (overrides: object = {}) => {
    const [agent, withheld] = [await returnOf('vat_agent'), await returnOf('vat_withholding')]
    const { accrued, edition } = await get()
    const numbers = { no: `R-IIT-${edition}`, vatNo: `R-AGENT-${edition}`, withholdingNo: `R-PAYER-${edition}` }
    const agentTaxes = { vat: yuan(agent.accrued.vat), surcharge: yuan(agent.accrued.surcharge), iit: yuan(accrued.iit) }
    const payerTaxes = { withholdingVat: yuan(withheld.accrued.vat), withholdingSurcharge: yuan(withheld.accrued.surcharge) }
    const declarationInput = { ...(await target()), ...numbers, ...agentTaxes, ...payerTaxes, declaredOn: today(), file: slip, ...overrides }
    return server.call('finance', 'periods.declare', declarationInput, atCentre)
  }
  const pay = async (overrides: object) =>
    server.call('finance', 'periods.pay', { ...(await target()), paidOn: today(), serial: 'JK-0001', file: slip, ...overrides }, atCentre)
  const confirmLastEntry = async () => {
    const entry = (await get()).entries.at(-1) ?? assert.fail('nothing is registered')
    return server.must('centre', 'periods.decidePayment', { taxEntryId: entry.id, version: entry.version, isApproved: true }, atCentre)
  }

  before(async () => {
    bank = bankScenario(server)
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    const copyOrder = (suffix: string, category: string | null) =>
      asOwner(server.running.kernel.database, async (trx) => {
        const { rows } = await sql<{
          id: number
        }>`insert into service_order (no, centre_id, unit_id, mode, contract_id, title, category, description, budget_fen,
            valid_from, valid_to, state, created_at, kind, source_platform)
          select no || ${suffix}::text, centre_id, unit_id, mode, contract_id, title, coalesce(${category}, category), description, budget_fen, valid_from, valid_to,
            state, created_at, kind, ${sourcePlatform} from service_order where id = ${orderId} returning id`.execute(trx)
        return rows[0]?.id ?? assert.fail()
      })
    secondOrder = await copyOrder('-B', withheldCategory)
    originalCategoryOrderId = await copyOrder('-C', null)
    month = shiftMonth(monthOf(now()), 1)
  })

  test('two people publish a policy that changes the method of a category', async () => {
    const changes = await enactPolicy(monthStart(month), 'PAYER_WITHHOLD_28')
    assert.deepEqual(
      changes.filter(({ path }) => path === 'vat.waysByCategory').map(({ before, after }) => [before, after]),
      [[{}, { [withheldCategory]: 'PAYER_WITHHOLD_28' }]],
    )
    const { rows } = await sql<{ detail: string }>`select detail::text as detail from audit_log
      where ref_type = 'tax_draft' and detail ->> 'published' is not null order by id desc limit 1`.execute(db())
    assert.match(rows[0]?.detail ?? '', new RegExp(`${withheldCategory}.*PAYER_WITHHOLD_28`))
  })

  test('payments from the policy’s first day on follow the method of their category', async () => {
    assert.deepEqual(
      (await payOrder(secondOrder, [[sole, '110000.00']])).map(({ way }) => way),
      ['PLATFORM_AGENT_16'],
    )
    toDay(shiftDay(monthStart(month), 1))
    assert.deepEqual(
      (
        await payOrder(orderId, [
          [rich, '70000.00'],
          [poor, '900.00'],
        ])
      ).map(({ way }) => way),
      ['EXEMPT', 'EXEMPT'],
    )
    const secondPayment = await payOrder(secondOrder, [
      [rich, '80000.00'],
      [sole, '120000.00'],
    ])
    assert.deepEqual(
      secondPayment.map(({ way }) => way),
      ['PAYER_WITHHOLD_28', 'PAYER_WITHHOLD_28'],
    )
    sentLine = secondPayment[1] ?? assert.fail()
    assert.deepEqual(
      (await payOrder(originalCategoryOrderId, [[rich, '1000.00']])).map(({ way }) => way),
      ['PLATFORM_AGENT_16'],
    )
  })

  test('an open month lists the tax returns that it may need', async () => {
    assert.deepEqual(await filings(), ['withholding declare open', 'agentVat declare open', 'withheldVat declare open'])
  })

  test('the two VAT returns of a closed month add up to its VAT and surcharges to the fen', async () => {
    toDay(`${shiftMonth(month, 1)}-02`)
    const earlierPeriodId = (await server.must('finance', 'periods.list', { month: shiftMonth(month, -1) }, atCentre)).rows[0]?.id ?? assert.fail()
    id = earlierPeriodId
    await closeMonth()
    assert.deepEqual(
      (await get()).returns.map(({ vatReturn }) => vatReturn),
      ['vat_agent'],
      'the month before the first day has one return',
    )
    id = (await server.must('finance', 'periods.list', { month }, atCentre)).rows[0]?.id ?? assert.fail()
    await closeMonth()
    const { accrued, gross, returns } = await get()
    const sum = (of: (each: (typeof returns)[number]) => number) => returns.reduce((total, each) => total + of(each), 0)
    assert.deepEqual(
      returns.map(({ vatReturn, people }) => [vatReturn, people]),
      [
        ['vat_agent', 2],
        ['vat_withholding', 2],
      ],
    )
    assert.deepEqual(
      [sum((each) => each.gross), sum((each) => each.accrued.vat), sum((each) => each.accrued.surcharge)],
      [gross, accrued.vat, accrued.surcharge],
    )
    // 1 % of the sales without VAT: 151,000 of the rich person, divided 71 : 80, and 120,000 of the other person.
    const vatOf = (amount: number) => Math.round((amount * 100) / 101)
    assert.deepEqual(
      returns.map(({ accrued: { vat } }) => vat),
      [71_000_00 - vatOf(71_000_00), 80_000_00 - vatOf(80_000_00) + 120_000_00 - vatOf(120_000_00)],
    )
    const firstPersonLine = (await lines()).find((each) => each.id === rich?.id)
    assert.deepEqual([firstPersonLine?.gross, firstPersonLine?.withholdingGross], [151_000_00, 80_000_00])
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('sales by source count payments less declared returned payments of month, payer and mode', async () => {
    const periodKey = { centre_id: 2, month }
    const person = rich?.id ?? 0
    const sales = (...changes: readonly RawBuilder<unknown>[]) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`alter table tax_reservation disable trigger user`
        for (const change of changes) await change.execute(ctx.db)
        const bySource = await grossBySource(ctx, periodKey, [person])
        const categories = [...new Set(bySource.map(({ category }) => category))]
        const grossByReturn = async (withUndeclared: boolean) => (await grossByCategory(ctx, periodKey, [person], { categories, withUndeclared })).get(person)
        return [bySource.reduce((sum, { gross }) => sum + gross, 0), await grossByReturn(false), await grossByReturn(true)]
      })
    const { rows } = await sql<{ id: number }>`select line_id as id from tax_reservation where operator_id = ${person} and month = ${month}
      and gross_fen = 7000000`.execute(server.running.kernel.database.kysely)
    const line = rows[0]?.id ?? assert.fail('no line')
    const [whole, less] = [151_000_00, 81_000_00]
    assert.deepEqual(await sales(), [whole, whole, whole])
    for (const reservationChange of [sql`mode = 1`, sql`centre_id = 3`, sql`month = ${shiftMonth(month, -1)}`])
      assert.deepEqual(await sales(sql`update tax_reservation set ${reservationChange} where line_id = ${line}`), [less, less, less])
    const insertReturn = (at: { centre?: number; mode?: number; period?: string; kind?: string; edition?: number | null } = {}) =>
      sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, line_ids, at, edition) values (${at.centre ?? 2}, ${at.mode ?? 2}, ${person},
        ${month}, ${at.period ?? month}, ${at.kind ?? 'uncounted'}, -7000000, ${[line]}::bigint[], now(), ${at.edition === undefined ? 1 : at.edition})`
    assert.deepEqual(await sales(insertReturn()), [less, less, less])
    assert.deepEqual(await sales(insertReturn({ edition: null })), [whole, whole, less])
    for (const mismatch of [{ centre: 3 }, { mode: 1 }, { period: shiftMonth(month, 1) }, { kind: 'difference' }])
      assert.deepEqual(await sales(insertReturn(mismatch)), [whole, whole, whole])
  })

  test('each official VAT form has the people, sources and tax of its return', async () => {
    await server.must('finance', 'profile.prove', { password: demoPassword })
    const agentCentre = await db().selectFrom('centre').select(['legal_name', 'credit_code']).where('id', '=', 2).executeTakeFirstOrThrow()
    for (const form of vatReturns) {
      const { fileId } = await server.must('finance', 'periods.fill', { declarationId: id, form, plainReason: '月度申报' }, atCentre)
      const texts = await textsOf(await server.running.kernel.store.read(fileId ?? assert.fail()))
      assert.ok(texts.includes(agentCentre.legal_name) && texts.includes(agentCentre.credit_code), form)
      const rows = await rowsIn(server, fileId, ['姓名', '收入来源的互联网平台名称', '应纳增值税'])
      const { people, accrued } = await returnOf(form)
      const vat = rows.reduce((sum, row) => sum + (parseYuan(row.应纳增值税?.text ?? '') ?? 0), 0)
      assert.deepEqual([new Set(rows.map((row) => row.姓名?.text)).size, vat], [people, accrued.vat], form)
      const rowSources = rows.map((row) => (row.收入来源的互联网平台名称?.text === sourcePlatform ? sourcePlatform : 'ours'))
      // The rich person has a row for our platform and one for the platform of the unit.
      assert.deepEqual(rowSources.sort(), form === 'vat_agent' ? ['ours', 'ours', sourcePlatform] : [sourcePlatform, sourcePlatform])
    }
  })

  test('a month with two VAT returns is declared with the number and the amounts of each', async () => {
    const { accrued } = await get()
    assert.equal((await declare({ withholdingNo: undefined })).error, 'withholdingNoNeeded')
    assert.equal((await declare({ vatNo: undefined })).error, 'vatNoNeeded')
    assert.equal((await declare({ withholdingNo: 'R-AGENT-1' })).error, 'sameNumbers')
    assert.equal((await declare({ vat: yuan(accrued.vat), withholdingVat: '0' })).error, 'amountsDiffer')
    const { data, message } = await declare()
    const [receipt] = data?.receipts ?? assert.fail(message)
    assert.deepEqual([receipt?.no, receipt?.vatNo, receipt?.withholdingNo], ['R-IIT-1', 'R-AGENT-1', 'R-PAYER-1'])
    assert.deepEqual([receipt?.withholdingVat, receipt?.vat], [(await returnOf('vat_withholding')).accrued.vat, accrued.vat])
    assert.deepEqual(await filings(), ['withholding pay open', 'agentVat pay open', 'withheldVat pay open'])
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('each VAT return has its own payment entries and falls overdue separately', async () => {
    const [agent, withheld] = [await returnOf('vat_agent'), await returnOf('vat_withholding')]
    const excessPayment = await pay({ vatReturn: 'vat_agent', vat: yuan(agent.left.vat + 1) })
    assert.equal(excessPayment.error, 'tooMuch', 'the other return does not lend its tax')
    const { iit } = (await get()).leftByTax
    assert.equal((await pay({ vat: yuan(agent.left.vat), surcharge: yuan(agent.left.surcharge), iit: yuan(iit) })).code, 1)
    await confirmLastEntry()
    assert.deepEqual(await filings(), ['withholding done done', 'agentVat done done', 'withheldVat pay open'])
    toDay(shiftDay((await get()).dueOn, 1))
    assert.deepEqual(await filings(), ['withholding done done', 'agentVat done done', 'withheldVat pay overdue'])
    assert.equal((await pay({ vatReturn: 'vat_agent', vat: '0.01', serial: 'JK-0002' })).error, 'nothingLeft')
    const { data } = await pay({ vatReturn: 'vat_withholding', vat: yuan(withheld.left.vat), surcharge: yuan(withheld.left.surcharge), serial: 'JK-0002' })
    assert.ok((data?.entries.at(-1)?.late ?? 0) > 0, 'the late surcharge counts from the due day')
    assert.equal((await get()).state, 'declared')
    await confirmLastEntry()
    assert.equal((await get()).state, 'paid')
    assert.deepEqual(
      (await get()).payments.map(({ kind, vatReturn }) => `${kind} ${vatReturn}`),
      ['vat vat_agent', 'surcharge vat_agent', 'iit null', 'vat vat_withholding', 'surcharge vat_withholding'],
    )
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('a returned payment leaves a credit of its VAT return', async () => {
    await enactPolicy(monthStart(shiftMonth(month, 2)), null)
    await bank.announceReturns(replies.back(sentLine.no, sentLine.net, 'back-returns'))
    await server.must('finance', 'periods.correct', { ...(await target()), reason: '退汇' }, atCentre)
    await server.job('periods.draw', { declarationId: id })
    assert.deepEqual(
      (await get()).returns.map(({ vatReturn, people }) => [vatReturn, people]),
      [
        ['vat_agent', 2],
        ['vat_withholding', 1],
      ],
    )
    assert.equal((await declare()).code, 1)
    const { rows } = await server.must('finance', 'periods.credits', { size: 20 }, atCentre)
    const vat = rows.filter(({ kind }) => kind === 'vat')
    const returnedSales = 120_000_00 - Math.round((120_000_00 * 100) / 101)
    assert.deepEqual(
      vat.map(({ vatReturn, amount }) => [vatReturn, amount as Fen]),
      [['vat_withholding', returnedSales]],
    )
    assert.ok(rows.every(({ kind, vatReturn }) => (kind === 'iit' ? vatReturn === null : vatReturn === 'vat_withholding')))
    assert.deepEqual(await brokenInvariants(), [])
  })
})
