import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { extendDocuments, fullChecklist } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

interface Place {
  readonly unitId: number
  readonly centreId: number
  readonly ending: string
}

const firstPlace: Place = { unitId: 1, centreId: 2, ending: '' }
const secondPlace: Place = { unitId: 3, centreId: 3, ending: '03' }
const atCentre = { centre: 2, mode: 2 } as const
const file = { filename: '平台账单.pdf', mediaType: 'application/pdf', bytes: pdfPage('sales elsewhere') }

describe('the VAT threshold over all centres and platforms', () => {
  const server = checkedTestServer()
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const person = (at: number) => people[at] ?? assert.fail('unit 1 has people')
  const db = () => server.running.kernel.database.kysely
  const month = () => monthOf(server.running.kernel.clock.now())

  const nextMonth = () => {
    const now = server.running.kernel.clock.now()
    server.advance(Date.parse(`${monthStart(shiftMonth(monthOf(now), 1))}T12:00:00+08:00`) - now.getTime())
  }
  /** Returns the steps of a batch in one unit and centre. */
  const stepsAt = ({ centreId, ending }: Place) => {
    const [maker, checker, payer, auditor] = ['maker', 'checker', 'payer', 'auditor'].map((role) => `${role}${ending}`) as [string, string, string, string]
    const target = async (id: number) => ({ id, version: (await server.must(maker, 'payments.get', { id })).version })
    const check = async (id: number) => server.must(checker, 'payments.check', { ...(await target(id)), approve: true })
    const audit = async (id: number) =>
      server.must(auditor, 'payments.audit', { ...(await target(id)), approve: true, checklist: fullChecklist }, { centre: centreId, mode: 2 })
    return {
      createChecked: async ({ name, idNumber, mobile, bankName, cardNo }: DemoPerson, amountText: string) => {
        const { orders } = await server.must(maker, 'payments.choices', {})
        const order = orders.find((each) => each.problem === null && each.mode === 2) ?? assert.fail('no order')
        const { id } = await server.must(maker, 'payments.create', { orderId: order.id })
        await server.must(maker, 'lines.add', { batchId: id, rows: [{ name, idNumber, mobile, bankName, cardNo, amountText }] })
        await server.must(maker, 'payments.submit', { ...(await target(id)), acknowledgement: '已逐条核对' })
        return check(id)
      },
      /** Audits a batch. Changed figures return it to the checker first. */
      auditBatch: async (id: number) => {
        const first = await audit(id)
        if (first.state === 'payable') return first
        await check(id)
        return audit(id)
      },
      pay: async (id: number) => {
        const { lineCount, net, tax, fee, cost } = await server.must(payer, 'payments.get', { id })
        return server.must(payer, 'payments.pay', { ...(await target(id)), lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
      },
      explained: async (id: number, who: 'maker' | 'auditor') => {
        const scope = who === 'auditor' ? { centre: centreId, mode: 2 as const } : {}
        const [line] = (await server.must(`${who}${ending}`, 'lines.list', { batchId: id }, scope)).rows
        return (await server.must(`${who}${ending}`, 'lines.explain', { lineId: line?.id ?? 0 }, scope)).calculation
      },
    }
  }
  const payAt = async (place: Place, payee: DemoPerson, yuan: string) => {
    const { id } = await stepsAt(place).createChecked(payee, yuan)
    await stepsAt(place).auditBatch(id)
    const batch = await stepsAt(place).pay(id)
    assert.equal(batch.state, 'paying')
    await server.settle(2)
    return batch
  }
  const countedMonth = async (payee: DemoPerson) =>
    (
      await sql<{ centre_id: number; gross_fen: number; vat_fen: number }>`select centre_id, gross_fen, vat_fen from tax_standing
        where operator_id = ${payee.id} and month = ${month()} and mode = 2 order by centre_id`.execute(db())
    ).rows.map((row) => [row.centre_id, row.gross_fen, row.vat_fen])
  const differences = async (payee: DemoPerson) =>
    (
      await sql<{ centre_id: number; vat_fen: number }>`select centre_id, vat_fen from tax_adjustment where operator_id = ${payee.id}
        and month = ${month()} and kind = 'difference' order by id`.execute(db())
    ).rows.map((row) => [row.centre_id, row.vat_fen])
  const publish = async () => {
    const firstDay = monthStart(shiftMonth(month(), 1))
    const draft = await server.must('caiwu', 'policies.begin', { firstDay })
    const values = [
      { path: 'vat.countsAllCentres', value: true },
      { path: 'vat.countsOtherPlatforms', value: true },
      { path: 'vat.source', value: '增值税法第二十三条；公告2025年第16号：按个人全部销售额' },
      { path: 'source', value: '起征点按个人合计' },
    ]
    const savedDraft = await server.must('caiwu', 'policies.save', { draftId: draft.id, version: draft.version, values } as never)
    const examinedDraft = await server.must('caiwu', 'policies.examine', { draftId: draft.id, version: savedDraft.version })
    const readyDraft = await server.must('caiwu', 'policies.preview', { draftId: draft.id, version: examinedDraft.version })
    await server.must('platform', 'policies.publish', { draftId: draft.id, version: readyDraft.version })
  }

  before(async () => {
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000`.execute(db())
    for (const { id } of people.slice(0, 5)) {
      await sql`insert into unit_operator (unit_id, operator_id, is_active, created_at) values (3, ${id}, true, now())`.execute(db())
      await sql`insert into consent (operator_id, kind, centre_id, document_sha256, given_at)
        select operator_id, kind, 3, document_sha256, given_at from consent where operator_id = ${id} and centre_id = 2`.execute(db())
    }
  })

  test('without the rule for all centres, two centres exempt 60,000 each, and a task warns of it', async () => {
    const warned = async () => (await server.must('caiwu', 'tasks.waiting', {})).some(({ kind }) => kind === 'thresholdByCentre')
    await payAt(firstPlace, person(0), '60000.00')
    assert.equal(await warned(), false, 'one centre pays the person')
    await payAt(secondPlace, person(0), '60000.00')
    assert.deepEqual(
      (await countedMonth(person(0))).map(([centre, , vat]) => [centre, vat]),
      [
        [2, 0],
        [3, 0],
      ],
    )
    assert.equal(await warned(), true)
    await publish()
    assert.equal(await warned(), false)
    nextMonth()
  })

  test('two payments of 60,000 audited concurrently at two centres are both taxed', async () => {
    const payee = person(1)
    const [one, other] = [await stepsAt(firstPlace).createChecked(payee, '60000.00'), await stepsAt(secondPlace).createChecked(payee, '60000.00')]
    await Promise.all([stepsAt(firstPlace).auditBatch(one.id), stepsAt(secondPlace).auditBatch(other.id)])
    const vatAmounts = (await countedMonth(payee)).map(([, , vat]) => vat).sort()
    assert.deepEqual(vatAmounts, [0, 59_406], 'the later one counts the money that the earlier one reserved')
    for (const [place, id] of [
      [firstPlace, one.id],
      [secondPlace, other.id],
    ] as const) {
      const first = await stepsAt(place).pay(id)
      if (first.state !== 'paying') {
        assert.equal(first.state, 'auditing', 'the tax changed after the audit')
        await stepsAt(place).auditBatch(id)
        await stepsAt(place).pay(id)
      }
    }
    await server.settle(2)
    assert.deepEqual(await countedMonth(payee), [
      [2, 6_000_000, 59_406],
      [3, 6_000_000, 59_406],
    ])
    assert.deepEqual(await differences(payee), [])
  })

  test('VAT due because of a payment elsewhere is withheld from the next payment', async () => {
    const payee = person(2)
    await payAt(firstPlace, payee, '60000.00')
    await payAt(secondPlace, payee, '60000.00')
    assert.deepEqual(await countedMonth(payee), [
      [2, 6_000_000, 0],
      [3, 6_000_000, 59_406],
    ])
    assert.deepEqual(await differences(payee), [[2, 59_406]])
    await payAt(firstPlace, payee, '10000.00')
    assert.deepEqual((await countedMonth(payee))[0], [2, 7_000_000, 69_307])
    assert.deepEqual(await differences(payee), [
      [2, 59_406],
      [2, -59_406],
    ])
  })

  test('unit and centre see that the threshold is reached elsewhere, without names or amounts', async () => {
    const payee = person(3)
    await payAt(firstPlace, payee, '71234.00')
    const { id } = await stepsAt(secondPlace).createChecked(payee, '60000.00')
    for (const who of ['maker', 'auditor'] as const) {
      const calculation = await stepsAt(secondPlace).explained(id, who)
      assert.equal((calculation.vat as { reachedElsewhere?: string }).reachedElsewhere, 'all')
      const serializedCalculation = JSON.stringify(calculation)
      for (const hidden of ['7123400', '13123400', '12994059', '星河'])
        assert.ok(!serializedCalculation.includes(hidden), `${who} sees ${hidden}: ${serializedCalculation}`)
    }
  })

  test('a business and its owner have separate thresholds', async () => {
    const payee = person(4)
    await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen) values (2, 1, ${payee.id}, ${month()}, 9000000)`.execute(db())
    const { id } = await stepsAt(secondPlace).createChecked(payee, '60000.00')
    assert.equal(((await stepsAt(secondPlace).explained(id, 'auditor')).vat as { isExempt: boolean }).isExempt, true)
    await sql`delete from tax_standing where operator_id = ${payee.id} and mode = 1 and centre_id = 2`.execute(db())
  })

  /** Enters sales on other platforms for a person as one member of staff and returns their id. */
  const enterSale = async (payee: DemoPerson, of: { amount?: string; none?: boolean; month?: string }) =>
    (
      await server.must(
        'finance',
        'othersales.enter',
        { month: month(), payers: '某外卖平台', file, operatorId: payee.id, reason: '本人委托', ...of },
        atCentre,
      )
    ).id
  const decideSale = (saleId: number, isConfirmed = true) =>
    server.call('centre', 'othersales.decide', { otherSaleId: saleId, isConfirmed, answer: '已核对账单' }, atCentre)

  test('sales elsewhere count once another person of the centre confirms them', async () => {
    const payee = person(5)
    const id = await enterSale(payee, { amount: '60000.00' })
    assert.equal((await server.call('finance', 'othersales.decide', { otherSaleId: id, isConfirmed: true }, atCentre)).error, 'ownEntry')
    assert.deepEqual((await decideSale(id)).data, { isClosed: false })
    await payAt(firstPlace, payee, '60000.00')
    assert.deepEqual(await countedMonth(payee), [[2, 6_000_000, 59_406]])
  })

  test('VAT on sales confirmed late is withheld from the next payment; a correction reverses it', async () => {
    const payee = person(6)
    await payAt(firstPlace, payee, '60000.00')
    await decideSale(await enterSale(payee, { amount: '60000.00' }))
    assert.deepEqual(await countedMonth(payee), [[2, 6_000_000, 0]])
    assert.deepEqual(await differences(payee), [[2, 59_406]])
    await payAt(firstPlace, payee, '10000.00')
    assert.deepEqual(await countedMonth(payee), [[2, 7_000_000, 69_307]])
    const rejectedSale = await enterSale(payee, { none: true })
    await decideSale(rejectedSale, false)
    assert.deepEqual((await differences(payee)).slice(2), [], 'a rejected version counts for nothing')
    await decideSale(await enterSale(payee, { none: true }))
    assert.deepEqual((await differences(payee)).slice(2), [[2, -69_307]])
    const versions = await sql<{
      version: number
      state: string
    }>`select version, state from other_sale where operator_id = ${payee.id} order by version`.execute(db())
    assert.deepEqual(
      versions.rows.map((row) => [row.version, row.state]),
      [
        [1, 'confirmed'],
        [2, 'rejected'],
        [3, 'confirmed'],
      ],
    )
  })

  test('concurrent audits at two centres and a confirmation count all three amounts', async () => {
    const payee = person(0)
    const [one, other, sale] = [
      await stepsAt(firstPlace).createChecked(payee, '40000.00'),
      await stepsAt(secondPlace).createChecked(payee, '40000.00'),
      await enterSale(payee, { amount: '30000.00' }),
    ]
    await Promise.all([stepsAt(firstPlace).auditBatch(one.id), stepsAt(secondPlace).auditBatch(other.id), decideSale(sale)])
    for (const [place, id] of [
      [firstPlace, one.id],
      [secondPlace, other.id],
    ] as const) {
      const first = await stepsAt(place).pay(id)
      if (first.state === 'paying') continue
      await stepsAt(place).auditBatch(id)
      await stepsAt(place).pay(id)
    }
    await server.settle(2)
    const withheldVat = (await countedMonth(payee)).reduce((sum, [, , vat]) => sum + (vat ?? 0), 0)
    const vatDifference = (await differences(payee)).reduce((sum, [, vat]) => sum + (vat ?? 0), 0)
    assert.equal(withheldVat + vatDifference, 2 * 39_604)
  })

  test('a centre sees the people asked about other sales until they declare', async () => {
    const payee = person(7)
    await payAt(firstPlace, payee, '2000.00')
    const listSilent = async (who: string, at: { centre: number; mode: 2 }) =>
      (await server.must(who, 'othersales.silent', { keyword: payee.name }, at)).rows.filter((row) => row.operatorId === payee.id)
    assert.deepEqual(
      (await listSilent('finance', atCentre)).map((row) => [row.month, row.askedReason]),
      [[month(), 'first']],
    )
    assert.deepEqual(await listSilent('finance03', { centre: 3, mode: 2 }), [])
    assert.equal((await server.call('subcontractor', 'othersales.silent', {})).error, 'noPlace')
    assert.ok((await server.must('finance', 'othersales.exportSilent', { month: month() }, atCentre)).fileId)
    const card = async () => (await server.must('finance', 'othersales.ofOperator', { operatorId: payee.id }, atCentre)).months
    assert.deepEqual(
      (await card()).map((row) => [row.month, row.isRequested, row.sale?.state]),
      [[month(), true, undefined]],
    )
    await decideSale(await enterSale(payee, { amount: '100.00' }))
    assert.deepEqual(await listSilent('finance', atCentre), [])
    assert.deepEqual(
      (await card()).map((row) => [row.month, row.isRequested, row.sale?.state]),
      [[month(), false, 'confirmed']],
    )
  })

  test('an operator’s declaration goes to the centre and is hidden from units and other centres', async () => {
    const months = await server.must('subcontractor', 'othersales.own', {})
    const [current] = months.months
    assert.deepEqual([current?.month, current?.sale, months.months.length], [month(), null, 13])
    const declare = (of: object) => server.call('subcontractor', 'othersales.declare', { month: month(), ...of })
    assert.equal((await declare({ amount: '5000.00', payers: '某平台' })).error, 'amountNeeded')
    assert.equal((await declare({ none: true, month: shiftMonth(month(), 1) })).error, 'monthOutside')
    await declare({ none: true })
    const { data } = await declare({ amount: '5000.00', payers: '某平台', file })
    const sales = (await server.must('subcontractor', 'othersales.list', {})).rows
    assert.deepEqual(
      sales.map((row) => [row.version, row.gross, row.state]),
      [
        [2, 500_000, 'pending'],
        [1, 0, 'replaced'],
      ],
    )
    assert.equal((await server.call('maker', 'othersales.list', {})).error, 'forbidden')
    assert.equal((await server.must('auditor03', 'othersales.list', {}, { centre: 3, mode: 2 })).count, 0)
    assert.equal(
      (await server.call('finance03', 'othersales.decide', { otherSaleId: data?.id ?? 0, isConfirmed: true }, { centre: 3, mode: 2 })).error,
      'notFound',
    )
    const waitingTasks = await server.must('centre', 'tasks.waiting', {}, atCentre)
    assert.equal(waitingTasks.find(({ kind }) => kind === 'otherSalesToDecide')?.count, 1)
    const { rows } = await server.must('centre', 'othersales.list', { isForMe: true }, atCentre)
    assert.deepEqual([rows.length, rows[0]?.mayDecide, rows[0]?.operatorName], [1, '', sales[0]?.operatorName])
    assert.ok((await server.must('centre', 'othersales.exportList', { states: ['pending'] }, atCentre)).fileId)
    await decideSale(data?.id ?? 0, false)
    const { rows: received } = await server.must('subcontractor', 'messages.list', {})
    assert.equal(received[0]?.kind, 'otherSaleRejected')
  })

  test('sales of a closed month become a difference of the first open period', async () => {
    const payee = person(3)
    const earlierMonth = month()
    nextMonth()
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${earlierMonth}, now())`.execute(db())
    assert.deepEqual((await decideSale(await enterSale(payee, { month: earlierMonth, amount: '60000.00' }))).data, { isClosed: true })
    const notedDifferences = await sql`select month, period, vat_fen from tax_adjustment where operator_id = ${payee.id} and kind = 'difference'`.execute(db())
    assert.deepEqual(notedDifferences.rows, [{ month: earlierMonth, period: month(), vat_fen: 70_529 }])
    await sql`delete from tax_period where centre_id = 2 and month = ${earlierMonth}`.execute(db())
  })

  test('sales confirmed while another centre pays are reviewed when that payment ends', async () => {
    const payee = person(4)
    await payAt(firstPlace, payee, '40000.00')
    const earlierMonth = month()
    // A third centre paid the same amount in the month.
    await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen) values (5, 2, ${payee.id}, ${earlierMonth}, 4000000)`.execute(db())
    const sale = await enterSale(payee, { amount: '30000.00' })
    nextMonth()
    const { id } = await stepsAt(secondPlace).createChecked(payee, '1000.00')
    await stepsAt(secondPlace).auditBatch(id)
    await stepsAt(secondPlace).pay(id)
    await decideSale(sale)
    await server.settle(2)
    const { rows } = await sql<{ vat_fen: number }>`select vat_fen from tax_adjustment where operator_id = ${payee.id} and centre_id = 2
      and month = ${earlierMonth} and kind = 'difference'`.execute(db())
    assert.deepEqual(rows, [{ vat_fen: 39_604 }])
    await sql`delete from tax_standing where centre_id = 5 and operator_id = ${payee.id}`.execute(db())
  })
})
