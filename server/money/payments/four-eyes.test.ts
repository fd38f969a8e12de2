import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { fen } from '#/domain/base/money.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { fileOf, rowFor } from '#/server/money/lines/testing.ts'
import { atCentre, fullChecklist, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

// A user who took part in making a batch cannot check, audit or pay it (INV-10), with any permissions.

const { ordinary, specials } = demoPeople()
const userIds = { maker: 5, checker: 6, unit1: 13 } as const

function payeeAt(index: number) {
  return ordinary[index % ordinary.length] ?? assert.fail('the demo has no such person')
}

const paper = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage('four eyes') }

describe('segregation of duties in batches', () => {
  const server = checkedTestServer()
  const act = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const payeeAmount = (index: number, yuan = '1000.00') => ({ person: payeeAt(index), yuan })
  const get = (who: string, id: number) => server.must(who, 'payments.get', { id })
  const firstLineId = async (batchId: number) => (await act.lines(batchId))[0]?.id ?? assert.fail('no line')
  const repair = async (who: string, batchId: number, cells: Record<string, string>) =>
    server.must(who, 'lines.repair', { batchId, changes: [{ lineId: await firstLineId(batchId), cells }] })
  const check = async (who: string, id: number) => server.call(who, 'payments.check', { ...act.target(await get('maker', id)), approve: true })
  const audit = async (who: string, id: number) =>
    server.call(who, 'payments.audit', { ...act.target(await get('maker', id)), approve: true, checklist: fullChecklist }, who === 'auditor' ? atCentre : {})
  const pay = async (who: string, id: number) => server.call(who, 'payments.pay', act.payment(await get('maker', id), demoPaymentPassword))

  test('a unit admin who changed a colleague’s draft can neither check nor pay it', async () => {
    const { id } = await act.draft([payeeAmount(0)])
    const payee = payeeAt(1)
    await repair('unit1', id, { name: payee.name, idNumber: payee.idNumber, cardNo: payee.cardNo, mobile: payee.mobile, amountText: '49000.00' })
    const submittedBatch = await act.submit(await get('unit1', id), 'unit1')
    assert.equal((await check('unit1', id)).error, 'ownWork')
    assert.match((await get('unit1', id)).may.check ?? '', /^您修改过本批次（\d\d-\d\d \d\d:\d\d），不能复核$/)
    await act.audit(await act.check(submittedBatch))
    assert.equal((await pay('unit1', id)).error, 'ownWork')
    assert.match((await get('unit1', id)).may.pay ?? '', /^您修改过本批次.*不能支付$/)
    assert.equal((await pay('payer', id)).code, 1)
    await server.settle(1)
  })

  test('a platform admin who corrected a line cannot audit the batch', async () => {
    const { id } = await act.draft([payeeAmount(2)])
    await repair('platform', id, { amountText: '2000.00' })
    await act.check(await act.submit(await get('maker', id)))
    const refusal = await audit('platform', id)
    assert.equal(refusal.error, 'ownWork')
    assert.match(refusal.message, /^您修改过本批次（.*），不能审核$/)
    assert.equal((await audit('auditor', id)).code, 1)
  })

  test('a user becomes a participant by ten kinds of change, and not by reading or equal values', async () => {
    const payee = payeeAt(4)
    const changesByKind: Record<string, (id: number) => Promise<unknown>> = {
      import: async (batchId) => server.must('unit1', 'lines.import', { batchId, file: await fileOf([rowFor(payee)]) }),
      add: (batchId) => server.must('unit1', 'lines.add', { batchId, rows: [{ name: payee.name, idNumber: payee.idNumber, amountText: '5.00' }] }),
      repair: (id) => repair('unit1', id, { remark: '七月' }),
      replace: (batchId) => server.must('unit1', 'lines.replace', { batchId, field: 'amountText', find: '1000', by: '1100' }),
      exclude: async (batchId) => server.must('unit1', 'lines.exclude', { batchId, lineIds: [await firstLineId(batchId)] }),
      include: async (batchId) => {
        const lineIds = [await firstLineId(batchId)]
        await server.must('maker', 'lines.exclude', { batchId, lineIds })
        return server.must('unit1', 'lines.include', { batchId, lineIds })
      },
      adopt: async (batchId) => {
        const lineId = await firstLineId(batchId)
        await server.must('maker', 'lines.repair', { batchId, changes: [{ lineId, cells: { name: '写错了' } }] })
        return server.must('unit1', 'lines.adopt', { batchId, lineIds: [lineId], what: 'name' })
      },
      attach: (id) => server.must('unit1', 'payments.attach', { id, kind: 'other', file: paper }),
      detach: async (id) => {
        const { evidenceId } = await server.must('maker', 'payments.attach', { id, kind: 'other', file: paper })
        return server.must('unit1', 'payments.detach', { id, evidenceId })
      },
      submit: async (id) => act.submit(await get('unit1', id), 'unit1'),
    }
    for (const [way, touch] of Object.entries(changesByKind)) {
      const { id } = await act.draft([payeeAmount(3)])
      await touch(id)
      const makers = await sql<{ user_id: number }>`select distinct user_id from batch_deed where batch_id = ${id} order by 1`.execute(db())
      assert.deepEqual(
        makers.rows.map((row) => row.user_id),
        [userIds.maker, userIds.unit1],
        way,
      )
      if (way !== 'submit') continue
      assert.equal((await check('unit1', id)).error, 'ownWork')
    }
    const readBatch = await act.draft([payeeAmount(3)])
    await server.must('unit1', 'payments.trial', { id: readBatch.id })
    await server.must('unit1', 'lines.list', { batchId: readBatch.id })
    await server.must('unit1', 'lines.exportBatch', { batchId: readBatch.id })
    await server.must('unit1', 'lines.repair', {
      batchId: readBatch.id,
      changes: [{ lineId: await firstLineId(readBatch.id), cells: { amountText: '1000.00' } }],
    })
    await act.submit(await get('maker', readBatch.id))
    assert.equal((await check('unit1', readBatch.id)).code, 1, 'reading, or saving the same values, is not an edit')
  })

  test('a participant stays barred after a rejection', async () => {
    const { id } = await act.draft([payeeAmount(5)])
    await repair('unit1', id, { amountText: '1200.00' })
    await act.submit(await get('maker', id))
    await server.must('checker', 'payments.check', { ...act.target(await get('maker', id)), approve: false, reason: '金额请核对' })
    await repair('maker', id, { amountText: '1000.00' })
    await act.submit(await get('maker', id))
    assert.equal((await check('unit1', id)).error, 'ownWork')
    assert.equal((await check('checker', id)).code, 1)
    const history = await server.must('payer', 'payments.history', { id })
    const participants = history.map((each) => `${each.userName} ${each.action}`)
    assert.ok(participants.includes('苏明远 修改明细') && participants.includes('叶小满 修改明细'), participants.join(', '))
  })

  test('a user who changed a line’s amount or card stays barred from deciding on its repeat', async () => {
    const failingPayee = specials.nameMismatch ?? assert.fail()
    const { id } = await act.draft([{ person: failingPayee, yuan: '700.00' }])
    await repair('unit1', id, { amountText: '710.00' })
    await act.pay(await act.audit(await act.check(await act.submit(await get('maker', id)))))
    await server.settle(1)
    const resentBatch = await server.must('maker', 'payments.resend', act.target(await get('maker', id)))
    await act.submit(resentBatch)
    assert.equal((await check('unit1', resentBatch.id)).error, 'ownWork')
    assert.match((await get('unit1', resentBatch.id)).may.check ?? '', /所重发的批次/)

    await server.must('platform', 'payouts.replaceCard', { lineId: await firstLineId(id), cardNo: `${payeeAt(6).cardNo.slice(0, 14)}97`, bankName: '' })
    const messages = await server.must('payer', 'payments.history', { id })
    assert.ok(messages.some((message) => message.userName === '周正明' && message.action === '更换收款卡'))
    assert.equal((await check('checker', resentBatch.id)).code, 1)
    const refusal = await audit('platform', resentBatch.id)
    assert.deepEqual([refusal.error, /更换过本批次收款人的收款卡/.test(refusal.message)], ['ownWork', true])
    assert.equal((await audit('auditor', resentBatch.id)).code, 1)
  })

  test('without a required check the maker still cannot pay the batch', async () => {
    const settingUpdate = db().updateTable('unit_setting_version').where('setting_id', '=', 12)
    await settingUpdate.set({ dual_control: false }).execute()
    const { id } = await act.submit(await act.draft([payeeAmount(7)]), 'maker')
    await act.audit(await get('maker', id))
    await sql`insert into user_role (user_id, role_id) select ${userIds.maker}, id from role where name = '单位财务'`.execute(db())
    assert.equal((await pay('maker', id)).error, 'ownWork')
    await sql`delete from user_role where user_id = ${userIds.maker} and role_id = (select id from role where name = '单位财务')`.execute(db())
    assert.equal((await pay('payer', id)).code, 1)
    await server.settle(1)
    await settingUpdate.set({ dual_control: true }).execute()
  })

  test('a checker with the permission to pay may pay the batch', async () => {
    const batch = await act.submit(await act.draft([payeeAmount(8)]))
    assert.equal((await check('unit1', batch.id)).code, 1)
    assert.equal((await audit('auditor', batch.id)).code, 1)
    assert.equal((await pay('unit1', batch.id)).code, 1)
    await server.settle(1)
  })

  test('a person who took part in a batch cannot register its manual payment', async () => {
    const { channels } = await addChannel(server, { centreId: 2, name: '线下付款', kind: 'offline' })
    const setAgreedChannels = (ids: readonly number[]) =>
      sql`update unit_setting_version set channel_ids = ${[...ids]}::bigint[] where setting_id = 12`.execute(db())
    const { id } = await act.draft([payeeAmount(9)])
    await repair('platform', id, { remark: '七月' })
    await setAgreedChannels(channels.filter((channel) => channel.kind === 'offline').map((channel) => channel.id))
    await act.pay(await act.audit(await act.check(await act.submit(await get('maker', id)))))
    await setAgreedChannels([])
    await server.settle(1)
    server.advance(60_000)
    const line = (await act.lines(id))[0] ?? assert.fail()
    const paidAt = new Date(server.running.kernel.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    const slip = { lineId: line.id, serial: 'YH4EYES1', paidAt, result: 'success' as const, reason: '', slip: paper, amount: fen(line.net) }
    assert.equal((await server.call('platform', 'payouts.registerLine', slip)).error, 'ownWork')
    assert.match((await get('platform', id)).may.register ?? '', /^您修改过本批次.*不能登记其付款结果$/)
    assert.equal((await server.call('finance', 'payouts.registerLine', slip, atCentre)).code, 1)
  })

  test('the database refuses participants as checker, auditor or payer, and deleting their deeds', async () => {
    const { id } = await act.draft([payeeAmount(10)])
    await repair('unit1', id, { amountText: '1300.00' })
    await act.submit(await get('maker', id))
    const updateAsPlatform = (change: string) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1' }, (trx) =>
        sql`${sql.raw(`update payment_batch set ${change} where id = ${id}`)}`.execute(trx),
      )
    for (const who of ['checker_id', 'auditor_id', 'payer_id'])
      for (const user of [userIds.maker, userIds.unit1])
        await assert.rejects(updateAsPlatform(`${who} = ${user}`), /cannot check, audit or pay it|check constraint/, `${who} ${user}`)
    await updateAsPlatform(`checker_id = ${userIds.checker}`)
    await assert.rejects(updateAsPlatform(`auditor_id = ${userIds.checker}`), /check constraint/)
    await assert.rejects(
      inTransaction(server.running.kernel.database, { 'app.all': 'on' }, (trx) => sql`delete from batch_deed where batch_id = ${id}`.execute(trx)),
      /permission denied/,
    )
    await assert.rejects(sql`delete from batch_deed where batch_id = ${id}`.execute(db()), /append-only/)
  })
})
