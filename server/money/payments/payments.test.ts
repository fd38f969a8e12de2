import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { atCentre, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const hourMs = 3_600_000
const { specials, ordinary } = demoPeople()

function payeeAt(index: number) {
  const person = ordinary[index % ordinary.length]
  if (!person) throw new Error('the demo has no such person')
  return person
}

function paper(text: string) {
  return { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage(text) }
}

describe('payments from draft to result', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const payeeAmount = (index: number, yuan = '1000.00') => ({ person: payeeAt(index), yuan })
  const setSettings = (set: Record<string, unknown>) => db().updateTable('unit_setting_version').set(set).where('setting_id', '=', 12).execute()

  test('four people take a batch from draft to payment, and the audit reserves its money', async () => {
    const startBalance = await act.balance()
    const draft = await act.draft([payeeAmount(0, '8000.00'), payeeAmount(1, '2000.00')])
    assert.deepEqual([draft.state, draft.lineCount, draft.gross], ['ready', 2, 1_000_000])
    assert.match(draft.no, /^PC\d{8}\d{8}$/)
    assert.deepEqual(draft.may, { edit: '', submit: '', cancel: '' })
    const trial = await server.must('maker', 'payments.trial', { id: draft.id })
    assert.equal(trial.availableAfter, startBalance.available - draft.cost)
    assert.equal(trial.lineCount, 2)

    const submittedBatch = await act.submit(draft)
    assert.equal(submittedBatch.state, 'checking')
    const checkedBatch = await act.check(submittedBatch)
    assert.equal(checkedBatch.state, 'auditing')
    assert.deepEqual(await act.balance(), startBalance)
    const auditedBatch = await act.audit(checkedBatch)
    assert.deepEqual([auditedBatch.state, auditedBatch.isFrozen], ['payable', true])
    assert.deepEqual(await act.balance(), { available: startBalance.available - draft.cost, frozen: startBalance.frozen + draft.cost })
    const batchOfPayer = await act.get(draft.id)
    assert.deepEqual(batchOfPayer.may, { pay: '' })
    const payingBatch = await act.pay(auditedBatch)
    assert.equal(payingBatch.state, 'paying')
    await server.settle(1)
    const paidBatch = await act.get(draft.id)
    assert.deepEqual([paidBatch.state, paidBatch.successCount, paidBatch.successCost], ['paid', 2, draft.cost])
    assert.deepEqual(await act.balance(), { available: startBalance.available - draft.cost, frozen: startBalance.frozen })
    assert.deepEqual([paidBatch.makerName, paidBatch.checkerName, paidBatch.auditorName, paidBatch.payerName], ['叶小满', '秦审之', '沈知微', '方付全'])

    const trail = await server.must('payer', 'payments.money', { id: draft.id })
    assert.deepEqual(
      trail.map((each) => each.kind),
      ['freeze', 'payment', 'payment'],
    )
    assert.equal(trail.at(-1)?.frozenAfter, startBalance.frozen)
    const history = await server.must('checker', 'payments.history', { id: draft.id })
    assert.deepEqual(
      history.map((each) => each.userName),
      ['叶小满', '叶小满', '叶小满', '秦审之', '沈知微', '方付全', ''],
    )
  })

  test('neither a maker with the check permission nor the platform can check a batch (INV-10)', async () => {
    await sql`insert into user_role (user_id, role_id) select 5, id from role where name = '单位复核'`.execute(db())
    const batch = await act.submit(await act.draft([payeeAmount(2)]))
    const selfCheck = await server.call('maker', 'payments.check', { ...act.target(batch), approve: true })
    assert.equal(selfCheck.error, 'ownWork')
    const payment = await server.must('maker', 'payments.get', { id: batch.id })
    assert.match(payment.may.check ?? '', /^您创建了本批次（\d\d-\d\d \d\d:\d\d），不能复核$/)
    await sql`delete from user_role where user_id = 5 and role_id = (select id from role where name = '单位复核')`.execute(db())
    await assert.rejects(db().updateTable('payment_batch').set({ checker_id: 5 }).where('id', '=', batch.id).execute(), /check constraint/)
    const platformCheck = await server.call('platform', 'payments.check', { ...act.target(batch), approve: true })
    assert.equal(platformCheck.error, 'notYourDuty')
    await server.must('maker', 'payments.cancel', act.target(batch))
  })

  test('five wrong payment passwords lock payment for two hours', async () => {
    const batch = await act.createPayableBatch([payeeAmount(3)])
    for (const remainingTries of [4, 3, 2, 1]) {
      const wrongPasswordAnswer = await server.call('payer', 'payments.pay', act.payment(batch, 'Wrong#2026'))
      assert.equal(wrongPasswordAnswer.error, 'payment_password_wrong')
      assert.match(wrongPasswordAnswer.message, new RegExp(`剩余 ${remainingTries} 次`))
    }
    assert.equal((await server.call('payer', 'payments.pay', act.payment(batch, 'Wrong#2026'))).error, 'payment_password_locked')
    assert.equal((await server.call('payer', 'payments.pay', act.payment(batch))).error, 'payment_password_locked')
    assert.equal((await act.get(batch.id)).state, 'payable')
    server.advance(2 * hourMs + 1000)
    assert.equal((await act.pay(batch)).state, 'paying')
    await server.settle(1)
  })

  test('retries with a wrong password pay nothing, and retries with the right one pay once', async () => {
    const batch = await act.createPayableBatch([payeeAmount(3)])
    const key = 'one-intention'
    const wrongPasswordAnswer = act.payment(batch, 'Wrong#2026')
    for (const remainingTries of [4, 3])
      assert.match((await server.call('payer', 'payments.pay', wrongPasswordAnswer, { key })).message, new RegExp(`剩余 ${remainingTries} 次`))
    assert.equal((await act.get(batch.id)).state, 'payable')
    const answers = [1, 2].map(() => server.call('payer', 'payments.pay', act.payment(batch), { key: 'another-intention' }))
    for (const answer of await Promise.all(answers)) assert.equal(answer.data?.state, 'paying')
    const events = await server.must('payer', 'payments.history', { id: batch.id })
    assert.equal(events.filter((event) => event.action === '支付').length, 1)
    await server.settle(1)
    assert.equal((await act.get(batch.id)).successCount, 1)
  })

  test('two hundred concurrent payments of a batch pay it once (INV-07)', async () => {
    const batch = await act.createPayableBatch([payeeAmount(4), payeeAmount(5)])
    const answers = await Promise.all(Array.from({ length: 200 }, () => server.call('payer', 'payments.pay', act.payment(batch))))
    assert.equal(answers.filter((answer) => answer.code === 1).length, 1)
    assert.deepEqual(
      [...new Set(answers.filter((answer) => answer.code !== 1).map((answer) => answer.error))].filter((error) => error !== 'wrongState' && error !== 'busy'),
      [],
    )
    const attempts = await sql<{
      count: number
    }>`select count(*) as count from payout_attempt join payment_line line on line.id = line_id where batch_id = ${batch.id}`.execute(db())
    assert.equal(attempts.rows[0]?.count, 2)
    await server.settle(1)
    assert.equal((await act.get(batch.id)).successCount, 2)
  })

  test('a payment request sent twice under one key gets the same response twice', async () => {
    const batch = await act.createPayableBatch([payeeAmount(6)])
    const key = 'the-same-press'
    const [first, second] = [
      await server.call('payer', 'payments.pay', act.payment(batch), { key }),
      await server.call('payer', 'payments.pay', act.payment(batch), { key }),
    ]
    assert.equal(first.code, 1)
    assert.deepEqual(second.data, first.data)
    await server.settle(1)
  })

  test('a payment with a wrong count, cost or version, or of a cancelled batch, is refused', async () => {
    const batch = await act.createPayableBatch([payeeAmount(7)])
    assert.equal((await server.call('payer', 'payments.pay', { ...act.payment(batch), cost: fen(batch.cost + 1) })).error, 'shownOtherwise')
    assert.equal((await server.call('payer', 'payments.pay', { ...act.payment(batch), lineCount: 2 })).error, 'shownOtherwise')
    assert.equal((await server.call('payer', 'payments.pay', { ...act.payment(batch), version: batch.version - 1 })).error, 'changed')
    await server.must('maker', 'payments.cancel', act.target(batch))
    assert.equal((await server.call('payer', 'payments.pay', act.payment(batch))).error, 'wrongState')
  })

  test('the auditor can cancel a payable batch, which releases its money, but not a draft', async () => {
    const startBalance = await act.balance()
    const batch = await act.createPayableBatch([payeeAmount(8)])
    const cancelledBatch = await server.must('auditor', 'payments.cancel', { ...act.target(batch), reason: '单位要求' }, atCentre)
    assert.deepEqual([cancelledBatch.state, cancelledBatch.isFrozen], ['cancelled', false])
    assert.deepEqual(await act.balance(), startBalance)
    const draft = await act.draft([payeeAmount(8)])
    assert.equal((await server.call('auditor', 'payments.cancel', act.target(draft), atCentre)).error, 'wrongState')
    await server.must('maker', 'payments.cancel', act.target(draft))
  })

  test('without enough money an approved batch waits and is approved again after a top-up', async () => {
    const { available } = await act.balance()
    await db().updateTable('unit_setting_version').set({ evidence_limit_fen: 10_000_000_000 }).where('unit_id', '=', 1).execute()
    const batch = await act.check(await act.submit(await act.draft([payeeAmount(9, '900.00'), payeeAmount(10, '100.00')])))
    const drainingBatch = { id: 990_001, no: 'TEST', centreId: 2, mode: 2, unitId: 1 } as const
    const job = jobContext(server.running.kernel, () => false)
    const { freezeBatch, unfreezeBatch } = await import('#/server/money/ledger/public.ts')
    await job.run('test', (ctx) => freezeBatch(ctx, { ...drainingBatch, cost: fen(available - 50_000) }))
    const waitingBatch = await act.audit(batch)
    assert.deepEqual([waitingBatch.state, waitingBatch.isInsufficient, waitingBatch.isFrozen], ['auditing', true, false])
    await job.run('test', (ctx) => postTopup(ctx, { id: 990_002, no: 'CZ-TEST', centreId: 2, mode: 2, unitId: 1, amount: fen(200_000) }))
    const approvedBatch = await act.audit(waitingBatch)
    assert.deepEqual([approvedBatch.state, approvedBatch.isInsufficient, approvedBatch.isFrozen], ['payable', false, true])
    await job.run('test', (ctx) => unfreezeBatch(ctx, drainingBatch))
    await act.pay(approvedBatch)
    await server.settle(1)
    await setSettings({ evidence_limit_fen: 5_000_000 })
  })

  test('a rejected batch shows the reason and can be submitted again unchanged', async () => {
    const batch = await act.submit(await act.draft([payeeAmount(11)]))
    assert.equal((await server.call('checker', 'payments.check', { ...act.target(batch), approve: false })).error, 'reasonNeeded')
    const rejectedBatch = await server.must('checker', 'payments.check', { ...act.target(batch), approve: false, reason: '金额请再核对' })
    assert.deepEqual([rejectedBatch.state, rejectedBatch.stateReason, rejectedBatch.checkerName], ['fixing', '金额请再核对', null])
    const resubmittedBatch = await act.check(await act.submit(await server.must('maker', 'payments.get', { id: batch.id })))
    const refusedBatch = await server.must('auditor', 'payments.audit', { ...act.target(resubmittedBatch), approve: false, reason: '缺少说明' }, atCentre)
    assert.equal(refusedBatch.state, 'fixing')
    await server.must('maker', 'payments.cancel', act.target(refusedBatch))
  })

  test('a payee frozen after the audit returns the batch, which can be paid without the payee', async () => {
    const startBalance = await act.balance()
    const frozenPayee = payeeAt(12)
    const batch = await act.createPayableBatch([{ person: frozenPayee, yuan: '500.00' }, payeeAmount(13, '600.00')])
    await db().updateTable('operator').set({ status: accountStatus.frozen }).where('id', '=', frozenPayee.id).execute()
    const returnedBatch = await act.pay(batch)
    assert.deepEqual([returnedBatch.state, returnedBatch.isFrozen, returnedBatch.errorCount], ['fixing', false, 1])
    assert.match(returnedBatch.stateReason, /重新计算后金额有变化/)
    assert.deepEqual(await act.balance(), startBalance)
    const reservations = await sql<{ count: number }>`select count(*) as count from tax_reservation where batch_id = ${batch.id}`.execute(db())
    assert.equal(reservations.rows[0]?.count, 0)
    await server.must('maker', 'lines.exclude', { batchId: batch.id, allInvalid: true })
    const rest = await server.must('maker', 'payments.get', { id: batch.id })
    assert.deepEqual([rest.state, rest.lineCount], ['ready', 1])
    await act.pay(await act.audit(await act.check(await act.submit(rest))))
    await server.settle(1)
    assert.equal((await act.get(batch.id)).state, 'paid')
    await db().updateTable('operator').set({ status: accountStatus.active }).where('id', '=', frozenPayee.id).execute()
  })

  test('a batch paid in a later month than its audit counts in the month of payment', async () => {
    const batch = await act.createPayableBatch([payeeAmount(14, '3000.00')])
    server.advance(32 * 24 * hourMs)
    const payingBatch = await act.pay(batch)
    assert.equal(payingBatch.state, 'paying')
    const month = new Date(server.running.kernel.clock.now().getTime() + 8 * hourMs).toISOString().slice(0, 7)
    const reservations = await sql<{ month: string }>`select month from tax_reservation where batch_id = ${batch.id}`.execute(db())
    assert.deepEqual(
      reservations.rows.map((row) => row.month),
      [month],
    )
    await server.settle(1)
  })

  test('a batch above the limit needs evidence, and shared evidence needs the auditor’s remark', async () => {
    const largePayments = [payeeAmount(15, '30000.00'), payeeAmount(16, '30000.00')]
    const batch = await act.draft(largePayments)
    assert.equal((await server.call('maker', 'payments.submit', { ...act.target(batch), acknowledgement: '已逐条核对' })).error, 'papersNeeded')
    assert.deepEqual((await server.must('maker', 'payments.attach', { id: batch.id, kind: 'acceptance', file: paper('A') })).alsoUsedIn, [])
    await act.pay(await act.audit(await act.check(await act.submit(batch))))
    await server.settle(1)
    const second = await act.draft([payeeAmount(17, '30000.00'), payeeAmount(18, '30000.00')])
    assert.deepEqual((await server.must('maker', 'payments.attach', { id: second.id, kind: 'acceptance', file: paper('A') })).alsoUsedIn, [batch.no])
    assert.equal(
      (await server.call('maker', 'payments.attach', { id: second.id, kind: 'other', file: { ...paper(''), bytes: new Uint8Array([60, 115, 118, 103]) } }))
        .error,
      'documentKind',
    )
    const checkedBatch = await act.check(await act.submit(second))
    const approval = { ...act.target(checkedBatch), approve: true, checklist: fullChecklist }
    assert.equal((await server.call('auditor', 'payments.audit', approval, atCentre)).error, 'explainPapers')
    assert.equal(
      (await server.call('auditor', 'payments.audit', { ...approval, checklist: { ...fullChecklist, unique: false } }, atCentre)).error,
      'checklistNeeded',
    )
    const auditedBatch = await server.must('auditor', 'payments.audit', { ...approval, reason: '同一验收单覆盖两批' }, atCentre)
    assert.equal(auditedBatch.state, 'payable')
    const papers = await server.must('auditor', 'payments.evidence', { id: second.id }, atCentre)
    assert.deepEqual(
      papers.map((each) => each.alsoUsedIn),
      [[batch.no]],
    )
    assert.equal((await server.call('maker', 'payments.detach', { id: second.id, evidenceId: papers[0]?.id ?? 0 })).error, 'evidenceFixed')
    await server.must('maker', 'payments.cancel', act.target(auditedBatch))
  })

  test('a recompressed or resized picture counts as reused, and a different picture counts as new', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800"><rect width="600" height="800" fill="#fff"/>${Array.from(
      { length: 12 },
      (_, at) => `<rect x="${40 + (at % 4) * 60}" y="${50 + at * 58}" width="${130 + ((at * 97) % 300)}" height="20" fill="#111"/>`,
    ).join('')}</svg>`
    const picture = await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
    const file = (bytes: Uint8Array) => ({ filename: '验收单.jpg', mediaType: 'image/jpeg', bytes })
    const attach = async (bytes: Uint8Array) => {
      const { id, no } = await act.draft([payeeAmount(25, '20.00')])
      const { alsoUsedIn } = await server.must('maker', 'payments.attach', { id, kind: 'acceptance', file: file(bytes) })
      return { no, alsoUsedIn }
    }
    const first = await attach(picture)
    assert.deepEqual(first.alsoUsedIn, [])
    const second = await attach(await sharp(picture).jpeg({ quality: 40 }).toBuffer())
    assert.deepEqual(second.alsoUsedIn, [first.no])
    const third = await attach(await sharp(picture).resize(400).webp({ quality: 60 }).toBuffer())
    assert.deepEqual(third.alsoUsedIn, [first.no, second.no])
    const invertedPicture = await sharp(Buffer.from(svg.replaceAll('fill="#111"', 'fill="#eee"').replace('#eee', '#111')))
      .rotate(180)
      .jpeg()
      .toBuffer()
    assert.deepEqual((await attach(invertedPicture)).alsoUsedIn, [])
  })

  test('a batch with unacknowledged warnings, with errors or without lines cannot be submitted', async () => {
    const duplicateBatch = await act.draft([payeeAmount(9, '55.00'), payeeAmount(9, '55.00')])
    assert.equal(duplicateBatch.warningCount, 1)
    assert.equal((await server.call('maker', 'payments.submit', act.target(duplicateBatch))).error, 'acknowledge')
    await server.must('maker', 'payments.cancel', act.target(duplicateBatch))
    const frozenPayeeBatch = await act.draft([{ person: specials.frozen ?? payeeAt(0), yuan: '10.00' }])
    assert.equal((await server.call('maker', 'payments.submit', { ...act.target(frozenPayeeBatch), acknowledgement: '已逐条核对' })).error, 'hasErrors')
    const emptyBatch = await server.must('maker', 'payments.create', { orderId: 12 })
    assert.equal((await server.call('maker', 'payments.submit', act.target(emptyBatch))).error, 'wrongState')
  })

  test('without a check, a batch is payable up to the automatic audit limit and audited above it', async () => {
    await setSettings({ dual_control: false, auto_audit_limit_fen: 100_000, freeze_on_submit: true })
    const smallBatch = await act.submit(await act.draft([payeeAmount(1, '100.00')]))
    assert.deepEqual([smallBatch.state, smallBatch.isFrozen, smallBatch.auditorName], ['payable', true, null])
    const largeBatch = await act.submit(await act.draft([payeeAmount(2, '2000.00')]))
    assert.deepEqual([largeBatch.state, largeBatch.isFrozen], ['auditing', true])
    const auditedBatch = await act.audit(largeBatch)
    assert.equal(auditedBatch.state, 'payable')
    await act.pay(smallBatch)
    await act.pay(auditedBatch)
    await server.settle(1)
  })

  test('a unit that reserves at submission needs the money at that time', async () => {
    const startBalance = await act.balance()
    await setSettings({
      dual_control: false,
      auto_audit_limit_fen: 100_000,
      freeze_on_submit: true,
      evidence_limit_fen: 10_000_000_000,
      single_limit_fen: 10_000_000_000,
    })
    await db().updateTable('centre').set({ single_limit_fen: 10_000_000_000, month_limit_fen: 10_000_000_000 }).where('id', '=', 2).execute()
    const unaffordableBatch = await act.draft([payeeAmount(3, '9000000.00')])
    const refusal = await server.call('maker', 'payments.submit', { ...act.target(unaffordableBatch), acknowledgement: '已逐条核对' })
    assert.equal(refusal.error, 'E305')
    assert.deepEqual(await act.balance(), startBalance)
    await setSettings({ dual_control: true, auto_audit_limit_fen: 0, freeze_on_submit: false, evidence_limit_fen: 5_000_000, single_limit_fen: 20_000_000 })
  })

  test('the batch list, its totals and the selectable orders follow scope and filters', async () => {
    const allBatches = await server.must('payer', 'payments.list', {})
    assert.ok(allBatches.count > 5)
    const paidBatches = await server.must('payer', 'payments.list', { states: ['paid'], sort: 'cost' })
    assert.ok(paidBatches.rows.length > 0 && paidBatches.rows.every((row) => row.state === 'paid'))
    assert.equal(
      paidBatches.totals?.cost,
      paidBatches.rows.reduce((sum, row) => sum + row.cost, 0),
    )
    assert.equal((await server.must('payer', 'payments.list', { keyword: paidBatches.rows[0]?.no ?? '' })).count, 1)
    assert.equal((await server.must('payer', 'payments.list', { keyword: "' or 1=1 --" })).count, 0)
    assert.equal((await server.must('unit2', 'payments.list', {})).count, 0)
    assert.ok((await server.must('auditor', 'payments.list', { unitId: 1 }, atCentre)).count > 5)
    assert.equal((await server.must('auditor', 'payments.list', {}, { centre: 2, mode: 1 })).count, 0)
    assert.equal((await server.call('unit2', 'payments.get', { id: paidBatches.rows[0]?.id ?? 0 })).error, 'notFound')
    assert.equal((await server.call('unit2', 'payments.create', { orderId: 12 })).error, 'orderUnusable')
    const { orders } = await server.must('maker', 'payments.choices', {})
    const problemByOrder = new Map(orders.map((order) => [order.id, order.problem]))
    assert.deepEqual([problemByOrder.get(11), problemByOrder.get(12), problemByOrder.has(21)], [null, null, false], 'its own, not those of other units')
    assert.deepEqual([problemByOrder.get(1), problemByOrder.get(6)], ['订单尚未发布，不能用于支付', '订单已完结或取消，不能用于支付'])
  })
})
