import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Topic, topicNames, topicOf, topicUsertypes } from '#/api/services/message-topics.texts.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('mail and text messages', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const payee = demoPeople().ordinary.find((person) => person.entity === null) ?? assert.fail()
  const db = () => server.running.kernel.database.kysely

  /** Sends the queued messages, returns what arrived and clears it. */
  const deliverQueued = async () => {
    const queuedJobs = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'messages.deliver' returning data`.execute(db())
    for (const { data } of queuedJobs.rows) await server.job('messages.deliver', data)
    const letters = await sql<{ way: string; to: string; subject: string; body: string }>`delete from outbox where about like 'message:%'
      returning way, recipient as "to", subject, body`.execute(db())
    return letters.rows.toSorted((a, b) => a.way.localeCompare(b.way))
  }
  /** Returns a submitted batch, after clearing the messages about it. */
  const submitBatch = async () => {
    const batch = await scenario.submit(await scenario.draft([{ person: payee, yuan: '100.00' }]))
    await deliverQueued()
    return batch
  }
  const reject = async () => {
    const batch = await submitBatch()
    await server.must('checker', 'payments.check', { ...scenario.target(batch), approve: false, reason: '金额与合同不符' })
    return batch
  }
  const choose = (who: string, topic: Topic, way: 'mail' | 'sms', isOn: boolean) => server.must(who, 'messages.choose', { topic, way, isOn })
  const choiceOf = async (who: string, topic: string) => (await server.must(who, 'messages.choices', {})).topics.find((each) => each.topic === topic)

  test('by default a rejection is mailed in the recipient’s language, without a text message', async () => {
    assert.deepEqual(await choiceOf('maker', 'batches'), { topic: 'batches', mail: true, sms: false, fixed: [] })
    const batch = await reject()
    const letters = await deliverQueued()
    assert.deepEqual(
      letters.map(({ way, to, subject }) => ({ way, to, subject })),
      [{ way: 'mail', to: 'maker@example.com', subject: `批次 ${batch.no} 被驳回` }],
    )
    assert.match(letters[0]?.body ?? '', /秦审之 驳回：金额与合同不符[\s\S]*账号 maker/)
    await sql`update session set language = 'es' where user_id = 5`.execute(db())
    const second = await reject()
    assert.equal((await deliverQueued())[0]?.subject, `El lote ${second.no} fue rechazado`)
    await sql`update session set language = 'zh' where user_id = 5`.execute(db())
  })

  test('a choice of delivery methods applies only to the user’s own account', async () => {
    await choose('maker', 'batches', 'mail', false)
    await reject()
    assert.deepEqual(await deliverQueued(), [])
    await choose('maker', 'batches', 'sms', true)
    const batch = await reject()
    const [text, ...more] = await deliverQueued()
    assert.deepEqual([text?.way, text?.subject, more], ['sms', '', []])
    assert.equal(text?.body, `批次 ${batch.no} 被驳回：秦审之 驳回：金额与合同不符`)
    assert.equal((await server.must('maker', 'messages.list', { unread: true })).rows.length, 4)
    assert.deepEqual(await choiceOf('maker', 'batches'), { topic: 'batches', mail: false, sms: true, fixed: [] })
    assert.deepEqual(await choiceOf('checker', 'batches'), { topic: 'batches', mail: true, sms: false, fixed: [] })
    await choose('maker', 'batches', 'sms', false)
    await choose('maker', 'batches', 'mail', true)
  })

  test('mail is sent only for a valid rejection, and only to people with an address and access', async () => {
    const batch = await submitBatch()
    assert.equal((await server.call('checker', 'payments.check', { ...scenario.target(batch), approve: false, reason: '' })).error, 'reasonNeeded')
    assert.deepEqual(await deliverQueued(), [])
    await sql`update app_user set email = null where id = 5`.execute(db())
    await reject()
    assert.deepEqual(await deliverQueued(), [])
    await sql`update app_user set email = 'maker@example.com', status = ${accountStatus.disabled} where id = 5`.execute(db())
    await server.must('checker', 'payments.check', { ...scenario.target(batch), approve: false, reason: '金额与合同不符' })
    assert.deepEqual(await deliverQueued(), [])
    await sql`update app_user set status = ${accountStatus.active} where id = 5`.execute(db())
  })

  test('the notice of a changed password by mail and text cannot be disabled', async () => {
    assert.deepEqual(await choiceOf('payer', 'security'), { topic: 'security', mail: true, sms: true, fixed: ['mail', 'sms'] })
    for (const way of ['mail', 'sms'] as const)
      assert.equal((await server.call('payer', 'messages.choose', { topic: 'security', way, isOn: false })).error, 'fixed')
    await sql`insert into message_choice values (7, 'security', 'mail', false), (7, 'security', 'sms', false)`.execute(db())
    await server.must('payer', 'auth.changePassword', { type: 1, password: 'Other#2026', oldpassword: demoPassword })
    const [letter, text, ...more] = await deliverQueued()
    assert.deepEqual([letter?.to, letter?.subject, more], ['payer@example.com', '您的登录密码已修改', []])
    assert.deepEqual([text?.way, text?.body], ['sms', '您的登录密码已修改：如非本人操作，请立即找回密码并联系管理员。'])
    assert.match(letter?.body ?? '', /账号安全通知不能关闭/)
    assert.ok(!letter?.body.includes('Other#2026'))
  })

  test('mail about changes that need two people cannot be disabled', async () => {
    for (const username of ['platform', 'partner'])
      assert.equal((await server.call(username, 'messages.choose', { topic: 'changes', way: 'mail', isOn: false })).error, 'fixed', username)
  })

  test('users can choose only message topics that concern them', async () => {
    assert.deepEqual([...new Set(Object.values(topicOf))].sort(), Object.keys(topicNames).sort())
    const offeredTopics = async (who: string) => (await server.must(who, 'messages.choices', {})).topics.map((topic) => topic.topic)
    assert.deepEqual(await offeredTopics('partner'), ['security', 'commissions', 'contracts', 'expiring'])
    assert.ok((await offeredTopics('operator')).includes('contracts') && !(await offeredTopics('operator')).includes('topups'))
    assert.ok(Object.values(topicUsertypes).every((usertypes) => usertypes.length > 0))
    assert.deepEqual((await server.must('maker', 'messages.choices', {})).ways, ['mail', 'sms'])
  })
})
