import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { testServer } from '#/server/tests/testing.ts'

const strongPassword = 'Neu#Wort26'

describe('password recovery', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  beforeEach(() => db().deleteFrom('throttle').where('subject', 'like', 'recovery%').execute())

  const resetThrottle = () => db().deleteFrom('throttle').where('subject', 'like', 'recovery%').execute()
  const ask = (username: string, contact: string) => server.must(null, 'recovery.ask', { username, contact })
  const readSent = async (id: string) => {
    await server.job('recovery.send', { ask: id })
    const { messages } = await server.must(null, 'recovery.sandbox', { ask: id })
    return { message: messages[0], code: messages[0]?.text.match(/\d{6}/)?.[0] ?? '', ticket: messages[0]?.text.match(/ticket=(\S+)/)?.[1] ?? '' }
  }
  const prove = async (username: string, contact = `${username}@example.com`) => {
    const { ask: id } = await ask(username, contact)
    const { code } = await readSent(id)
    return (await server.must(null, 'recovery.prove', { ask: id, code })).ticket
  }
  const differentCode = (code: string) => (code === '000000' ? '111111' : '000000')

  test('unknown accounts, wrong contacts and right contacts get equal answers and stored rows', async () => {
    const cases = [
      ['nobody', 'nobody@example.com'],
      ['checker', 'somebody@example.com'],
      ['checker', 'Checker@Example.com'],
      ['checker', '139 0000 0006'],
    ] as const
    const answers = []
    for (const [username, contact] of cases) {
      const countRequests = async () => (await db().selectFrom('recovery_ask').select('id').execute()).length
      const requestsBefore = await countRequests()
      const answer = await server.call(null, 'recovery.ask', { username, contact })
      assert.equal(answer.code, 1)
      assert.equal((await countRequests()) - requestsBefore, 1)
      answers.push({ ...answer.data, ask: typeof answer.data?.ask })
      const first = await server.call(null, 'recovery.prove', { ask: answer.data?.ask ?? '', code: '000000' })
      assert.deepEqual([first.error, first.message], ['wrongCode', '验证码错误，还可尝试 4 次'])
    }
    assert.deepEqual(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  })

  test('a code is sent only to the account’s own contact, in the requester’s language', async () => {
    const wrongContactAnswer = await ask('payer', 'somebody@example.com')
    assert.equal((await readSent(wrongContactAnswer.ask)).message, undefined)
    const mail = await server.must(null, 'recovery.ask', { username: 'payer', contact: 'payer@example.com' }, { language: 'es' })
    const { message, code, ticket } = await readSent(mail.ask)
    assert.equal(message?.to, 'payer@example.com')
    assert.match(message?.text ?? '', /es el código para restablecer/)
    assert.ok(code && ticket)
    const smsRequest = await ask('payer', '13900000007')
    const text = await readSent(smsRequest.ask)
    assert.deepEqual([text.message?.way, text.message?.to, text.ticket], ['sms', '13900000007', ''])
  })

  test('a reset replaces the password, ends all sessions and clears the lock', async () => {
    const unchangedColumns = ['name', 'usertype', 'status', 'payment_password_hash', 'email', 'mobile', 'unit_id'] as const
    const readAccount = () => db().selectFrom('app_user').select(unchangedColumns).where('username', '=', 'unit2').executeTakeFirstOrThrow()
    const accountBefore = await readAccount()
    assert.equal((await server.call('unit2', 'auth.info', {})).code, 1)
    for (let attempt = 0; attempt < 5; attempt++) await server.call(null, 'auth.login', { username: 'unit2', password: 'Wrong#2026' })
    assert.equal((await server.call(null, 'auth.login', { username: 'unit2', password: demoPassword })).error, 'locked')
    const ticket = await prove('unit2')
    assert.deepEqual(await server.must(null, 'recovery.look', { ticket }), { isGood: true, username: 'unit2' })
    await server.must(null, 'recovery.reset', { ticket, password: strongPassword })
    assert.equal((await server.call('unit2', 'auth.info', {})).code, 50008)
    assert.equal((await server.call(null, 'auth.login', { username: 'unit2', password: demoPassword })).error, 'wrongLogin')
    assert.equal((await server.must(null, 'auth.login', { username: 'unit2', password: strongPassword })).status, 8)
    assert.deepEqual(await readAccount(), accountBefore)
    const { owned_at } = await db().selectFrom('app_user').select('owned_at').where('username', '=', 'unit2').executeTakeFirstOrThrow()
    assert.notEqual(owned_at, null, 'the owner has the account')
  })

  test('a recovery ticket can be used only once', async () => {
    const ticket = await prove('operator', await mobileOf('operator'))
    await server.must(null, 'recovery.reset', { ticket, password: strongPassword })
    assert.equal((await server.call(null, 'recovery.reset', { ticket, password: 'Other#Wort26' })).error, 'ticketDead')
    assert.equal((await server.must(null, 'recovery.look', { ticket })).isGood, false)
  })

  test('the mailed link is valid until the code is used', async () => {
    const { ask: id } = await ask('partner', 'partner@example.com')
    const { code, ticket } = await readSent(id)
    assert.equal((await server.must(null, 'recovery.look', { ticket })).isGood, true)
    const proof = await server.must(null, 'recovery.prove', { ask: id, code })
    assert.equal((await server.must(null, 'recovery.look', { ticket })).isGood, false)
    await server.must(null, 'recovery.reset', { ticket: proof.ticket, password: strongPassword })
  })

  test('after five wrong codes a request refuses the right one too', async () => {
    const { ask: id } = await ask('checker', 'checker@example.com')
    const { code } = await readSent(id)
    const errors = []
    for (let attempt = 0; attempt < 5; attempt++) errors.push((await server.call(null, 'recovery.prove', { ask: id, code: differentCode(code) })).error)
    assert.deepEqual(errors, ['wrongCode', 'wrongCode', 'wrongCode', 'wrongCode', 'codeDead'])
    assert.equal((await server.call(null, 'recovery.prove', { ask: id, code })).error, 'codeDead')
  })

  test('a used code and the code of an earlier request are refused', async () => {
    const first = await ask('maker', 'maker@example.com')
    const firstMessage = await readSent(first.ask)
    await resetThrottle()
    const second = await ask('maker', 'maker@example.com')
    const secondMessage = await readSent(second.ask)
    assert.equal((await server.call(null, 'recovery.prove', { ask: first.ask, code: firstMessage.code })).error, 'codeDead')
    assert.equal((await server.must(null, 'recovery.look', { ticket: firstMessage.ticket })).isGood, false)
    await server.must(null, 'recovery.prove', { ask: second.ask, code: secondMessage.code })
    assert.equal((await server.call(null, 'recovery.prove', { ask: second.ask, code: secondMessage.code })).error, 'codeDead')
  })

  test('codes expire after ten minutes, and tickets expire after fifteen', async () => {
    const { ask: id } = await ask('finance', 'finance@example.com')
    const { code } = await readSent(id)
    const row = await db().selectFrom('recovery_ask').select(['created_at', 'expires_at']).where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(row.expires_at.getTime() - row.created_at.getTime(), 600_000)
    await db()
      .updateTable('recovery_ask')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', id)
      .execute()
    assert.equal((await server.call(null, 'recovery.prove', { ask: id, code })).error, 'codeDead')
    await resetThrottle()
    const ticket = await prove('finance')
    const storedTicket = await db().selectFrom('recovery_ticket').select(['created_at', 'expires_at']).where('used_at', 'is', null).executeTakeFirstOrThrow()
    assert.equal(storedTicket.expires_at.getTime() - storedTicket.created_at.getTime(), 900_000)
    await db()
      .updateTable('recovery_ticket')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute()
    assert.equal((await server.call(null, 'recovery.reset', { ticket, password: strongPassword })).error, 'ticketDead')
  })

  test('changing the password elsewhere invalidates a ticket', async () => {
    const ticket = await prove('auditor')
    const oldPassword = demoPassword
    await server.must('auditor', 'auth.changePassword', { type: 1, oldpassword: oldPassword, password: 'Ander#Wort26' })
    assert.equal((await server.call(null, 'recovery.reset', { ticket, password: strongPassword })).error, 'ticketDead')
  })

  test('a reset enforces the password rules and ends its ticket after repeated refusals', async () => {
    const ticket = await prove('payer')
    for (const [password, error] of [
      ['Aa1!', 'length'],
      ['abcdefgh', 'complexity'],
      ['Passw0rd!', 'well_known'],
    ] as const)
      assert.equal((await server.call(null, 'recovery.reset', { ticket, password })).error, error)
    const errors = []
    for (let attempt = 0; attempt < 6; attempt++)
      errors.push((await server.call(null, 'recovery.reset', { ticket, password: attempt === 0 ? demoPassword : demoPaymentPassword })).error)
    assert.deepEqual(errors, ['same_as_old', 'same_as_other', 'same_as_other', 'same_as_other', 'same_as_other', 'ticketDead'])
  })

  test('a disabled account receives no code', async () => {
    await db().updateTable('app_user').set({ status: accountStatus.disabled }).where('username', '=', 'pending').execute()
    const { ask: id } = await ask('pending', 'pending@example.com')
    assert.equal((await readSent(id)).message, undefined)
  })

  test('requests are limited per address, per name, and per name and contact', async () => {
    for (const username of ['maker', 'nobody']) {
      await ask(username, `${username}@example.com`)
      const earlyAnswer = await server.call(null, 'recovery.ask', { username, contact: `${username}@example.com` })
      assert.equal(earlyAnswer.error, 'too_soon')
    }
    await resetThrottle()
    for (let attempt = 0; attempt < 10; attempt++) await ask('maker', `wrong${attempt}@example.com`)
    assert.equal((await server.call(null, 'recovery.ask', { username: 'other', contact: 'other@example.com' })).error, 'too_many')
    const address = () => db().deleteFrom('throttle').where('subject', '=', 'recovery:127.0.0.1').execute()
    await address()
    for (let attempt = 10; attempt < 20; attempt++) await ask('maker', `wrong${attempt}@example.com`)
    await address()
    assert.equal((await server.call(null, 'recovery.ask', { username: 'maker', contact: 'maker@example.com' })).error, 'too_many')
    assert.equal((await server.call(null, 'recovery.ask', { username: 'checker', contact: 'checker@example.com' })).code, 1)
  })

  test('wrong codes are limited per address across all requests', async () => {
    let error: string | undefined = ''
    for (let round = 0; round < 7 && error !== 'too_many'; round++) {
      await db().deleteFrom('throttle').where('subject', 'like', 'recovery%').where('subject', 'not like', 'recovery-code%').execute()
      const { ask: id } = await ask('centre', 'centre@example.com')
      for (let attempt = 0; attempt < 5 && error !== 'too_many'; attempt++)
        error = (await server.call(null, 'recovery.prove', { ask: id, code: '000000' })).error
    }
    assert.equal(error, 'too_many')
  })

  test('a recovery request with an invalid contact is refused', async () => {
    assert.equal((await server.call(null, 'recovery.ask', { username: 'maker', contact: 'maker' })).error, 'noContact')
  })

  test('only the platform, not a centre, can read the demo outbox', async () => {
    const { ask: id } = await ask('checker', 'checker@example.com')
    await readSent(id)
    const { rows } = await server.must('platform', 'demo.outbox', {})
    assert.equal(rows[0]?.to, 'checker@example.com')
    assert.equal((await server.call('centre', 'demo.outbox', {})).error, 'forbidden')
  })

  async function mobileOf(username: string): Promise<string> {
    const row = await db().selectFrom('app_user').select('mobile').where('username', '=', username).executeTakeFirstOrThrow()
    return row.mobile ?? ''
  }
})
