import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { messageTexts } from '#/api/services/messages.texts.ts'
import { demoPeople } from '#/demo/load.ts'
import { languages } from '#/domain/base/text.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const centrePlace = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '对方开户行', '附言']

describe('messages', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const { specials, ordinary } = demoPeople()
  const payee = (at: number) => ordinary.filter((person) => person.entity === null)[at] ?? assert.fail()
  const db = () => server.running.kernel.database.kysely
  const messages = async (who: string, unread = true) => (await server.must(who, 'messages.list', { unread })).rows
  /** Returns the kinds of messages about payment results; the matrix test covers the others. */
  const kinds = async (who: string) => (await messages(who)).map((row) => row.kind).filter((kind) => !/^batch(To|Short)/.test(kind))
  const deleteMessages = () => sql`delete from message`.execute(db())
  /** Returns a submitted batch, after clearing the messages about it. */
  const submitBatch = async () => {
    const batch = await scenario.submit(await scenario.draft([{ person: payee(0), yuan: '100.00' }]))
    await deleteMessages()
    return batch
  }

  test('only the maker of a batch is notified of its rejection, with person and reason', async () => {
    const batch = await submitBatch()
    await server.must('checker', 'payments.check', { ...scenario.target(batch), approve: false, reason: '金额与合同不符' })
    const [message, ...more] = await messages('maker')
    assert.deepEqual(more, [])
    assert.deepEqual(
      { kind: message?.kind, values: message?.values, path: message?.path, isRead: message?.isRead },
      { kind: 'batchRejected', values: { no: batch.no, name: '秦审之', reason: '金额与合同不符' }, path: `/zf/batch/${batch.id}`, isRead: false },
    )
    for (const demoUsername of ['checker', 'payer', 'unit2', 'platform', 'operator']) assert.deepEqual(await messages(demoUsername), [])
    assert.deepEqual((await server.must('centre', 'messages.list', {}, centrePlace)).rows, [])
    await deleteMessages()
  })

  test('an invalid rejection notifies no one', async () => {
    const batch = await submitBatch()
    assert.equal((await server.call('checker', 'payments.check', { ...scenario.target(batch), approve: false, reason: '' })).error, 'reasonNeeded')
    assert.deepEqual(await messages('maker'), [])
  })

  test('maker, payer and unit administrators get one notice of failures and one of returns', async () => {
    assert.ok(specials.nameMismatch && specials.bounces)
    await sql`insert into role_permission (role_id, permission) select role_id, 'employeeDw' from user_role where user_id = 6 on conflict do nothing`.execute(
      db(),
    )
    const successfulBatch = await scenario.createPaidBatch([{ person: payee(1), yuan: '100.00' }])
    const mixedBatch = await scenario.createPaidBatch([
      { person: specials.bounces, yuan: '300.00' },
      { person: specials.nameMismatch, yuan: '200.00' },
    ])
    await server.settle()
    for (const demoUsername of ['maker', 'payer']) assert.deepEqual(await kinds(demoUsername), ['batchPartial', 'batchPaid'])
    assert.deepEqual(await kinds('checker'), ['batchPartial'])
    assert.deepEqual((await messages('maker'))[0]?.values, { no: mixedBatch.no, success: 1, failed: 1 })
    assert.deepEqual((await messages('maker'))[1]?.values, { no: successfulBatch.no, success: 1 })
    server.advance(2 * 86_400_000)
    await server.settle(3)
    assert.deepEqual(await kinds('checker'), ['batchReturned', 'batchPartial'])
    assert.deepEqual((await messages('checker'))[0]?.values, { no: mixedBatch.no, count: 1 })
    assert.deepEqual(await kinds('unit2'), [])
    const failedBatch = await scenario.createPaidBatch([{ person: specials.nameMismatch, yuan: '50.00' }])
    await server.settle()
    assert.deepEqual((await messages('payer'))[0]?.values, { no: failedBatch.no, failed: 1 })
    await deleteMessages()
  })

  test('the person who requested a top-up is notified of the decision', async () => {
    const apply = (serial: string) =>
      server.must('maker', 'prepayments.submit', {
        centreId: 2,
        mode: 2,
        amount: '1234.50',
        payerName: unitName,
        payerAccount: '622200001111',
        bankSerial: serial,
      })
    const today = server.running.kernel.clock.now().toISOString().slice(0, 10)
    const bytes = await writeSheet({
      sheets: [
        {
          name: '流水',
          columns: headings.map((heading) => ({ heading })),
          rows: [[`${today} 10:30:00`, 'M00001', '收入', '1234.50', unitName, '622200001111', '招商银行', '']],
        },
      ],
    })
    await server.must('centre', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, centrePlace)
    const [first, second] = [await apply('M00001'), await apply('M00002')]
    await server.must('finance', 'prepayments.confirm', { id: first.id, version: first.version }, centrePlace)
    await server.must('finance', 'prepayments.reject', { id: second.id, version: second.version, reason: '未查到来款' }, centrePlace)
    assert.deepEqual(
      (await messages('maker')).map(({ kind, values }) => ({ kind, values })),
      [
        { kind: 'topupRejected', values: { no: second.no, amount: '¥1,234.50', reason: '未查到来款' } },
        { kind: 'topupConfirmed', values: { no: first.no, amount: '¥1,234.50' } },
      ],
    )
    assert.deepEqual(await messages('checker'), [])
  })

  test('only the owner can list messages and mark them as read', async () => {
    const [newest, oldest] = await messages('maker')
    assert.ok(newest && oldest)
    assert.equal((await server.call('checker', 'messages.read', { ids: [newest.id, oldest.id] })).error, 'not_all_there')
    assert.deepEqual(await server.must('checker', 'messages.read', { all: true }), { count: 0 })
    assert.deepEqual(await server.must('maker', 'messages.unread', {}), { count: 2 })
    const first = await server.must('maker', 'messages.list', { size: 1 })
    assert.deepEqual([first.rows[0]?.id, first.next], [newest.id, newest.id])
    const second = await server.must('maker', 'messages.list', { size: 1, after: newest.id })
    assert.equal(second.rows[0]?.id, oldest.id)
    assert.deepEqual(await server.must('maker', 'messages.read', { ids: [newest.id] }), { count: 1 })
    assert.deepEqual(await server.must('maker', 'messages.read', {}), { count: 0 })
    assert.deepEqual(
      (await messages('maker')).map((row) => row.id),
      [oldest.id],
    )
    assert.deepEqual(
      (await messages('maker', false)).map((row) => row.isRead),
      [true, false],
    )
    assert.deepEqual(await server.must('maker', 'messages.read', { all: true }), { count: 1 })
    assert.deepEqual(await server.must('maker', 'messages.unread', {}), { count: 0 })
  })

  test('a stored message shows “—” for a placeholder added to its text later', async () => {
    await sql`insert into message (user_id, kind, "values", path, ref_type, ref_id, created_at)
      select id, 'clearingRecovered', '{"amount": "¥10.00"}', null, 'test', 1, ${server.running.kernel.clock.now()} from app_user where username = 'maker'`.execute(
      db(),
    )
    const [message] = await messages('maker')
    assert.ok(message)
    const text = translate(messageTexts[message.kind].body, 'zh', message.values)
    assert.match(text, /¥10\.00/)
    assert.match(text, /—/)
    await sql`delete from message where ref_type = 'test'`.execute(db())
  })

  test('messages are deleted after half a year', async () => {
    server.advance(179 * 86_400_000)
    await server.job('retention.sweep')
    assert.equal((await messages('maker', false)).length, 2)
    server.advance(2 * 86_400_000)
    await server.job('retention.sweep')
    assert.deepEqual(await messages('maker', false), [])
  })

  test('every message exists in every language', () => {
    const values = {
      no: 'PC1',
      month: '2026-10',
      choice: 'credit',
      residence: 'resident',
      quarter: '2026-Q3',
      sales: '¥250,000.00',
      threshold: '¥300,000.00',
      what: 'payment',
      outcome: 'upheld',
      checks: 'INV-02',
      person: '丙',
      username: 'ding',
      roles: '制单',
      name: '甲',
      state: 'bank',
      kind: 'vat',
      period: '2026-Q4',
      reason: '乙',
      reasonZh: '乙',
      reasonEn: 'B.',
      reasonEs: 'B.',
      reasonJa: '乙',
      success: 1200,
      failed: 1,
      count: 2,
      days: 3,
      isOver: 'yes',
      isBeyond: 'yes',
      isReversal: 'no',
      amount: '¥1,234.50',
      day: '2026-11-30',
      unit: '丁',
      centre: '戊',
      limit: '¥1.00',
      at: '11-30 10:00',
      device: 'Chrome · Windows',
      title: '己',
      answer: 'accepted',
      place: 'centre',
      fault: 'expired',
      channel: '庚',
      serial: '20261123001',
      number: '26352000000000000001',
      confirmNo: '3502260000000001',
      until: '11-30 10:00',
      by: '辛',
      account: '6222 **** 1111',
      limits: 'yes',
      check: 'yes',
      signing: 'yes',
      subject: 'handover',
      isApproved: 'no',
      hasReason: 'yes',
    }
    for (const text of Object.values(messageTexts))
      for (const language of languages) for (const part of [text.title, text.body]) assert.doesNotMatch(translate(part, language, values), /[{}]|undefined|^$/)
  })

  test('mobile numbers in a unit’s terms get notices of returns and are not stored in the queue', async () => {
    const mobile = '13700007777'
    await sql`update unit_setting_version version set notice_mobiles = ${[mobile]}::text[] from unit_setting setting
      where setting.id = version.setting_id and setting.unit_id = 1 and setting.centre_id = 2 and setting.mode = 2`.execute(db())
    // The earlier tests queued notices as well.
    await sql`delete from pgboss.job where name = 'messages.notice'`.execute(db())
    const batch = await scenario.createPaidBatch([{ person: specials.bounces ?? assert.fail(), yuan: '180.00' }])
    await server.settle(2)
    server.advance(2 * 86_400_000)
    await server.settle(2)
    const queuedNotices = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'messages.notice' returning data`.execute(db())
    assert.equal(queuedNotices.rows.length, 1)
    assert.ok(!JSON.stringify(queuedNotices.rows).includes(mobile))
    for (const { data } of queuedNotices.rows) await server.job('messages.notice', data)
    const sentMessages = await sql<{ body: string }>`select body from outbox where recipient = ${mobile} and way = 'sms'`.execute(db())
    assert.equal(sentMessages.rows.length, 1)
    assert.ok(sentMessages.rows[0]?.body.includes(batch.no))
  })
})
