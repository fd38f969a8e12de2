import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { type ClaimScenario, claimScenario } from '#/server/money/collections/testing.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const frameworkOrderId = 12
const taskOrderId = 4

describe('claims of operators (收款单)', () => {
  const server = checkedTestServer()
  let act: ClaimScenario
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())

  before(async () => {
    await extendDocuments(server)
    act = claimScenario(server)
  })

  test('a claim is confirmed, merged, paid and received, and cannot change in between', async () => {
    const { orders } = await server.must('operator', 'collections.choices', {})
    assert.ok(orders.some((order) => order.id === taskOrderId) && orders.some((order) => order.id === frameworkOrderId))
    const first = await act.submitClaim({ days: [3, 3] })
    const second = await act.submitClaim({ days: [2, 2], amount: '300.00' })
    assert.match(first.no, /^SK\d{8}02\d{6}$/)
    assert.deepEqual([first.state, first.mode, first.batch], ['pending', 2, null])
    const claimSeenByUnit = await server.must('maker', 'collections.get', { claimId: first.id })
    assert.deepEqual(
      [claimSeenByUnit.operatorName === '', claimSeenByUnit.files.length, claimSeenByUnit.may.confirm, claimSeenByUnit.may.edit !== ''],
      [false, 1, '', true],
    )
    await act.confirm(first)
    await act.confirm(second)
    const { batchId, no } = await server.must('maker', 'collections.merge', { claimIds: [first.id, second.id] })
    const batch = await server.must('maker', 'payments.get', { id: batchId })
    assert.deepEqual([batch.no, batch.lineCount, batch.gross, batch.state], [no, 2, 80_000, 'ready'])
    assert.equal((await server.must('operator', 'collections.get', { claimId: first.id })).state, 'paying')
    assert.equal((await server.call('maker', 'collections.merge', { claimIds: [first.id] })).error, 'claimTaken')
    const { rows } = await server.must('maker', 'lines.list', { batchId, size: 50 })
    const line = rows[0] ?? assert.fail('the batch has lines')
    assert.deepEqual(rows.map((row) => row.claimNo).sort(), [first.no, second.no].sort())
    for (const cells of [{ amountText: '999.00' }, { name: '别人' }, { idNumber: '110000199001010013' }]) {
      assert.equal((await server.call('maker', 'lines.repair', { batchId, changes: [{ lineId: line.id, cells }] })).error, 'claimFixed')
    }
    await act.pay(batchId)
    await server.settle(2)
    const paidClaim = await server.must('operator', 'collections.get', { claimId: first.id })
    assert.deepEqual([paidClaim.state, paidClaim.paidAt === null, paidClaim.batch], ['paid', false, null])
    const receivedList = await server.must('operator', 'collections.received', {})
    const payment = receivedList.rows.find((row) => row.claimNo === first.no) ?? assert.fail('the payment is listed')
    assert.deepEqual([payment.state, payment.gross, payment.gross - payment.tax - payment.fee, payment.hasReceipt], ['arrived', 50_000, payment.net, true])
    assert.ok(['none', 'withheld'].includes(payment.taxState) && /^\d{4}$/.test(payment.cardTail))
    assert.deepEqual([receivedList.year.count, receivedList.month.count, receivedList.year.gross], [2, 2, 80_000])
    const detail = await server.must('operator', 'collections.payment', { lineId: payment.id })
    assert.ok(detail.calculation !== null && detail.policyVersion !== '')
    assert.ok((await server.must('operator', 'vouchers.own', { lineId: payment.id })).fileId)
    for (const file of [await server.must('operator', 'collections.exportReceived', {}), await server.must('maker', 'collections.exportList', {})])
      assert.ok(file.fileId)
  })

  test('the payee’s calculators predict the tax of the next payment and settle the year', async () => {
    const ask = (input: { day: string; continues: boolean }) => server.must('operator', 'calculators.payment', { gross: '9000.00', ...input })
    const [expected, alone] = [await ask({ day: today(), continues: true }), await ask({ day: today(), continues: false })]
    assert.deepEqual([expected.isContinued, alone.isContinued], [true, false])
    const batchId = await act.mergeClaims(await act.createConfirmedClaim({ orderId: frameworkOrderId, days: [25, 24], amount: '9000.00' }))
    const [line] = (await server.must('maker', 'lines.list', { batchId, size: 5 })).rows
    assert.deepEqual([line?.vat, line?.surcharge, line?.iit], [expected.vat, expected.surcharge, expected.iit])
    const batch = await server.must('maker', 'payments.get', { id: batchId })
    await server.must('maker', 'payments.cancel', { id: batchId, version: batch.version, reason: '只为核对税额' })
    const pastPayment = await ask({ day: '2026-03-02', continues: true })
    assert.deepEqual([pastPayment.isContinued, pastPayment.iit, pastPayment.policyVersion], [false, alone.iit, '2026-01'])

    const year = (grosses: Record<number, string>, of = 2026) =>
      server.call('operator', 'calculators.year', { year: of, grosses: Array.from({ length: 12 }, (_, at) => grosses[at + 1] ?? '0') })
    const twoPaymentYear = (await year({ 3: '9000', 11: '120000.00' })).data ?? assert.fail('the year is computed')
    assert.deepEqual(
      twoPaymentYear.months.map(({ month, policyVersion, vat, iit }) => [month, policyVersion, vat > 0, iit]),
      [
        ['2026-03', '2026-01', false, alone.iit],
        ['2026-11', '2026-11', true, twoPaymentYear.totals.iit - alone.iit],
      ],
    )
    assert.equal(
      twoPaymentYear.totals.gross - twoPaymentYear.totals.vat - twoPaymentYear.totals.surcharge - twoPaymentYear.totals.iit,
      twoPaymentYear.totals.net,
    )
    assert.equal((await year({ 9: '9000' }, 2025)).error, 'tooEarly')
    assert.equal((await year({})).error, 'noAmounts')
    assert.equal((await server.call('operator', 'calculators.payment', { day: '2099-01-01', gross: '1.00', continues: false })).error, 'noPolicy')
    assert.equal((await server.call('maker', 'calculators.payment', { day: today(), gross: '1.00', continues: false })).error, 'forbidden')

    const rest = { wages: '0', royalties: '0', insurance: '12000', additional: '0', otherDeductions: '0' }
    const settlement = await server.must('operator', 'calculators.settlement', { year: 2026, labour: '300000', withheld: '20000.00', ...rest })
    assert.deepEqual([settlement.taxable, settlement.tax, settlement.difference], [16_800_000, 1_668_000, -332_000])
  })

  test('an excluded line or a cancelled batch frees its claim for another payment', async () => {
    const claim = await act.createConfirmedClaim({ days: [1, 1], amount: '120.00' })
    const state = async () => {
      const row = await server.must('maker', 'collections.get', { claimId: claim.id })
      return [row.state, row.cameBack] as const
    }
    const cancelledBatchId = await act.mergeClaims(claim)
    const batch = await server.must('maker', 'payments.get', { id: cancelledBatchId })
    await server.must('maker', 'payments.cancel', { id: batch.id, version: batch.version, reason: '改期支付' })
    assert.deepEqual(await state(), ['confirmed', false])
    const mergedBatchId = await act.mergeClaims(claim)
    const [line] = (await server.must('maker', 'lines.list', { batchId: mergedBatchId, size: 5 })).rows
    await server.must('maker', 'lines.exclude', { batchId: mergedBatchId, lineIds: [line?.id ?? 0] })
    assert.deepEqual(await state(), ['confirmed', false])
    assert.equal((await server.call('maker', 'lines.include', { batchId: mergedBatchId, lineIds: [line?.id ?? 0] })).error, 'claimFixed')
    await act.pay(await act.mergeClaims(claim))
    await server.settle(2)
    assert.deepEqual(await state(), ['paid', false])
  })

  test('an invalid claim is refused with its reason', async () => {
    const error = async (overrides: Parameters<ClaimScenario['claim']>[0], who?: string) => (await act.claim({ submit: true, ...overrides }, who)).error
    const { rows } = await sql<{ id: number }>`select id from service_order where unit_id <> 1 and kind = 'framework' order by id limit 1`
      .execute(db())
      .then((answer) => answer)
    assert.equal(await error({ orderId: 3 }), 'orderForeign')
    assert.equal(await error({ orderId: rows[0]?.id ?? 0 }), 'orderForeign')
    assert.equal(await error({ orderId: 999_999 }), 'orderForeign')
    assert.equal(await error({ orderId: frameworkOrderId, from: today(), to: shiftDay(today(), 1) }), 'periodAhead')
    assert.equal(await error({ orderId: frameworkOrderId, from: today(), to: shiftDay(today(), -1) }), 'periodTurned')
    assert.equal(await error({ orderId: frameworkOrderId, from: '2001-01-01', to: '2001-01-31' }), 'periodOutside')
    assert.equal(await error({ amount: '0' }), 'zeroAmount')
    assert.equal(await error({ file: undefined, days: [5, 5], orderId: frameworkOrderId }), 'noResults')
    assert.equal(await error({ amount: '9999999999.00', days: [5, 5] }), 'overRest')
    await act.submitClaim({ orderId: frameworkOrderId, days: [9, 6] })
    assert.equal(await error({ orderId: frameworkOrderId, days: [7, 5] }), 'overlaps')
    await sql`update service_order set paused_at = now() where id = ${frameworkOrderId}`.execute(db())
    assert.equal(await error({ orderId: frameworkOrderId, days: [4, 4] }), 'orderPaused')
    await sql`update service_order set paused_at = null, state = 'settled' where id = ${frameworkOrderId}`.execute(db())
    assert.equal(await error({ orderId: frameworkOrderId, days: [4, 4] }), 'orderOver')
    // Later tests need the order active.
    await sql`alter table service_order disable trigger service_order_ended`.execute(db())
    await sql`update service_order set state = 'doing' where id = ${frameworkOrderId}`.execute(db())
    await sql`alter table service_order enable trigger service_order_ended`.execute(db())
    await sql`update operator set status = ${accountStatus.frozen} where id = 1001`.execute(db())
    assert.equal(await error({ days: [4, 4] }), 'notPayable')
    await sql`update operator set status = ${accountStatus.active} where id = 1001`.execute(db())
    await sql`update consent set revoked_at = now() where operator_id = 1001 and kind = 'agreement'`.execute(db())
    assert.equal(await error({ days: [4, 4] }), 'noAgreement')
    await sql`update consent set revoked_at = null where operator_id = 1001 and kind = 'agreement'`.execute(db())
    assert.equal(await error({ days: [4, 4] }, 'maker'), 'keysIn')
  })

  test('the centre can enter claims for operators, who can object', async () => {
    const operatorId = demoPeople().ordinary[2]?.id ?? 0
    await sql`update app_user set islr = 0 where username = 'centre'`.execute(db())
    assert.equal((await act.claim({ operatorId: 1001 }, 'centre')).error, 'keysIn')
    await sql`update app_user set islr = 1 where username = 'centre'`.execute(db())
    assert.equal((await act.claim({}, 'centre')).error, 'operatorNeeded')
    assert.equal((await act.claim({ operatorId: 999_999 }, 'centre')).error, 'operatorForeign')
    assert.ok(operatorId > 0)
    const enteredClaim =
      (await act.claim({ operatorId: 1001, orderId: taskOrderId, days: [0, 0], amount: '66.00', submit: true }, 'centre')).data ?? assert.fail()
    assert.deepEqual([enteredClaim.isEntered, enteredClaim.state], [true, 'pending'])
    assert.equal((await server.call('operator', 'collections.withdraw', { claimId: enteredClaim.id, version: enteredClaim.version })).error, 'claimEntered')
    const claimAfterObjection = await server.must('operator', 'collections.object', {
      claimId: enteredClaim.id,
      version: enteredClaim.version,
      reason: '金额应为 80 元',
    })
    assert.deepEqual([claimAfterObjection.state, claimAfterObjection.reason], ['returned', '金额应为 80 元'])
    const claimOfCentre = await server.must('centre', 'collections.get', { claimId: enteredClaim.id }, atCentre)
    assert.equal(claimOfCentre.may.edit, '')
  })

  test('an operator’s own claim cannot be cancelled by the centre, but the unit can return it', async () => {
    const claim = await act.submitClaim({ orderId: taskOrderId, days: [0, 0], amount: '80.00' })
    assert.equal((await server.call('centre', 'collections.cancel', { claimId: claim.id, version: claim.version }, atCentre)).error, 'claimOwn')
    assert.equal((await server.call('operator', 'collections.object', { claimId: claim.id, version: claim.version, reason: '不对' })).error, 'claimNoRight')
    const returnedClaim = await server.must('maker', 'collections.giveBack', { claimId: claim.id, version: claim.version, reason: '缺少验收截图' })
    assert.deepEqual([returnedClaim.state, returnedClaim.reason], ['returned', '缺少验收截图'])
    assert.equal((await server.call('maker', 'collections.confirm', { claimId: claim.id, version: returnedClaim.version })).error, 'claimWrongState')
    assert.equal((await server.call('operator', 'collections.submit', { claimId: claim.id, version: 1 })).error, 'claimChanged')
  })

  test('in mode 1 a claim requires an active business of the operator', async () => {
    await sql`update app_user set islr = 1 where username = 'centre'`.execute(db())
    const people = await sql<{ id: number; entity_id: number | null; entity_name: string | null }>`
      select operator.id, entity.id as entity_id, entity.name as entity_name from unit_operator link join operator on operator.id = link.operator_id
        left join operator_entity entity on entity.operator_id = operator.id and entity.centre_id = 2 and entity.state = 'operating'
          and app.business_contract_until(1, 2, entity.id, ${today()}::date) >= ${today()}::date
      where link.unit_id = 1 and operator.centre_id = 2 and operator.status = ${accountStatus.active} order by operator.id`.execute(db())
    const owner = people.rows.find((row) => row.entity_id !== null) ?? assert.fail('one person has a business')
    const personWithoutBusiness = people.rows.find((row) => row.entity_id === null) ?? assert.fail('one person has no business')
    const last = shiftDay(today(), -1)
    const paper = { filename: '成果.pdf', mediaType: 'application/pdf', bytes: pdfPage('business') }
    const enter = (operatorId: number) =>
      server.call(
        'centre',
        'collections.create',
        { orderId: 11, operatorId, amount: '640.00', content: '直播运营服务', from: last, to: last, file: paper, submit: true },
        { centre: 2, mode: 1 },
      )
    assert.equal((await enter(personWithoutBusiness.id)).error, 'noBusiness')
    const claim = (await enter(owner.id)).data ?? assert.fail('the claim was refused')
    assert.deepEqual([claim.mode, claim.state, claim.entityName], [1, 'pending', owner.entity_name])
    const confirmedClaim = await act.confirm(claim)
    const batchId = await act.mergeClaims(confirmedClaim)
    const [line] = (await server.must('maker', 'lines.list', { batchId, size: 20 })).rows
    assert.equal(line?.entityName, owner.entity_name)
    assert.equal((await server.must('maker', 'payments.get', { id: batchId })).mode, 1)
  })

  test('a draft claim is hidden from unit and centre, and its operator can change and cancel it', async () => {
    const draft = (await act.claim({ orderId: taskOrderId, days: [4, 4] })).data ?? assert.fail()
    assert.equal(draft.state, 'draft')
    const file = { filename: '成果2.pdf', mediaType: 'application/pdf', bytes: pdfPage('second') }
    const more = await server.must('operator', 'collections.attach', { claimId: draft.id, version: draft.version, file })
    assert.equal(more.files.length, 2)
    const claimWithOnePaper = await server.must('operator', 'collections.detach', {
      claimId: draft.id,
      version: more.version,
      collectionPaperId: more.files[0]?.collectionPaperId ?? 0,
    })
    assert.equal(claimWithOnePaper.files.length, 1)
    for (const who of ['maker', 'unit2', 'centre'])
      assert.equal((await server.call(who, 'collections.get', { claimId: draft.id }, who === 'centre' ? atCentre : {})).error, 'claimNotFound')
    const changedClaim = await server.must('operator', 'collections.update', {
      claimId: draft.id,
      version: claimWithOnePaper.version,
      orderId: taskOrderId,
      amount: '10.00',
      content: '补充拍摄',
      from: draft.from,
      to: draft.to,
    })
    assert.equal(changedClaim.amount, 1000)
    assert.equal((await server.must('operator', 'collections.cancel', { claimId: draft.id, version: changedClaim.version })).state, 'cancelled')
  })

  test('a refused or returned payment frees its claim for a new batch but not for resending', async () => {
    await sql`update app_user set islr = 1 where username = 'centre'`.execute(db())
    const { specials } = demoPeople()
    const enter = async (person: { id: number } | undefined, amount: string) =>
      act.confirm(await act.submitClaim({ operatorId: person?.id ?? 0, orderId: frameworkOrderId, amount, days: [2, 1] }, 'centre'))
    const refusedClaim = await enter(specials.nameMismatch, '210.00')
    const bouncedClaim = await enter(specials.bounces, '220.00')
    const batchId = await act.mergeClaims(refusedClaim, bouncedClaim)
    await act.pay(batchId)
    await server.settle()
    const claimOf = async (id: number) => server.must('maker', 'collections.get', { claimId: id })
    const failedClaim = await claimOf(refusedClaim.id)
    assert.deepEqual(
      [failedClaim.state, failedClaim.reason === '', failedClaim.batch, (await claimOf(bouncedClaim.id)).state],
      ['confirmed', false, null, 'paid'],
    )
    server.advance(2 * 86_400_000)
    await server.settle(3)
    const claimAfterReturn = await claimOf(bouncedClaim.id)
    assert.deepEqual([claimAfterReturn.state, claimAfterReturn.cameBack, claimAfterReturn.paidAt], ['confirmed', true, null])
    const batch = await server.must('maker', 'payments.get', { id: batchId })
    const failedTaskKinds = async () =>
      (await server.must('maker', 'tasks.waiting', {})).filter(({ kind }) => kind === 'failed' || kind === 'returned').map(({ kind }) => kind)
    assert.deepEqual(await failedTaskKinds(), ['failed', 'returned'])
    assert.equal((await server.call('maker', 'payments.resend', { id: batch.id, version: batch.version })).error, 'claimsAgain')
    const secondBatchId = await act.mergeClaims(bouncedClaim)
    assert.deepEqual(await failedTaskKinds(), ['failed'])
    await server.must('maker', 'collections.giveBack', { claimId: refusedClaim.id, version: failedClaim.version, reason: '户名不符，请更换收款卡' })
    assert.deepEqual(await failedTaskKinds(), [])
    const secondBatch = await server.must('maker', 'payments.get', { id: secondBatchId })
    await server.must('maker', 'payments.cancel', { id: secondBatchId, version: secondBatch.version, reason: '改日再付' })
    assert.equal((await claimOf(bouncedClaim.id)).state, 'confirmed')
  })
})
