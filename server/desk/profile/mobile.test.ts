import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { Message } from '#/server/kernel/external/courier.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'
import { hashPassword } from '#/server/kernel/session/passwords.ts'
import { startTestServer, type TestServer, testServer } from '#/server/tests/testing.ts'

const minute = 60_000

interface QueuedCode {
  readonly ask: string
  readonly to: string
}

describe('change of the user’s mobile number', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  // Clears the daily limits before every test.
  const resetThrottles = () => sql`delete from throttle where subject like 'mobile-%' or subject like 'recovery%'`.execute(db())
  beforeEach(resetThrottles)

  const takeQueuedCodes = async () =>
    (await sql<{ data: QueuedCode }>`delete from pgboss.job where name = 'profile.mobileCode' returning data`.execute(db())).rows
  /** Sends the queued codes and returns them by recipient. */
  const codesOf = async (who: string, change: string) => {
    for (const { data } of await takeQueuedCodes()) if (data.ask === change) await server.job('profile.mobileCode', { ...data })
    const { messages } = await server.must(who, 'profile.mobileSandbox', { change })
    return new Map(messages.map(({ to, text }) => [to, text.match(/\b\d{6}\b/)?.[0] ?? '']))
  }
  const mobileOf = async (username: string) =>
    (await db().selectFrom('app_user').select('mobile').where('username', '=', username).executeTakeFirstOrThrow()).mobile ?? ''
  const differentCode = (code: string | undefined) => (code === '000000' ? '111111' : '000000')

  async function requestChange(who: string, mobile: string) {
    const oldMobile = await mobileOf(who)
    const answer = await server.must(who, 'profile.askMobileChange', { mobile })
    const codes = await codesOf(who, answer.change)
    return { ...answer, old: oldMobile, oldCode: codes.get(oldMobile) ?? '', newCode: codes.get(mobile) ?? '' }
  }
  const canRecover = async (username: string, contact: string) => {
    await resetThrottles()
    const { ask } = await server.must(null, 'recovery.ask', { username, contact })
    await server.job('recovery.send', { ask })
    return (await server.must(null, 'recovery.sandbox', { ask })).messages.length > 0
  }

  test('only people with a foreign document may use a foreign number', async () => {
    const foreignNumber = { mobile: '+1 415 555 0199' }
    assert.equal((await server.call('maker', 'profile.askMobileChange', foreignNumber)).error, 'foreignMobile')
    assert.equal((await server.call('operator', 'profile.askMobileChange', foreignNumber)).error, 'foreignMobile')
    assert.equal((await server.call('operator', 'profile.askMobileChange', { mobile: '415 555 0199' })).error, 'invalid_input')
    const { operator_id: id } = await db().selectFrom('app_user').select('operator_id').where('username', '=', 'operator').executeTakeFirstOrThrow()
    const { region_code: region } = await db()
      .selectFrom('operator')
      .select('region_code')
      .where('id', '=', id ?? 0)
      .executeTakeFirstOrThrow()
    const setRegion = (code: string) => sql`update operator set region_code = ${code} where id = ${id}`.execute(db())
    await setRegion('')
    assert.equal((await server.must('operator', 'profile.askMobileChange', foreignNumber)).newMobile, '+14****0199')
    await setRegion(region)
    await sql`delete from mobile_ask where user_id = (select id from app_user where username = 'operator')`.execute(db())
  })

  test('with both codes the new number replaces the old one for recovery', async () => {
    const newMobile = '13812340001'
    const { change, old, oldCode, newCode, ...messages } = await requestChange('maker', newMobile)
    assert.deepEqual([messages.oldMobile, messages.newMobile, messages.resendSeconds, messages.validSeconds], ['139****0005', '138****0001', 60, 600])
    assert.match(oldCode, /^\d{6}$/)
    assert.match(newCode, /^\d{6}$/)
    const { ask } = await server.must(null, 'recovery.ask', { username: 'maker', contact: old })
    await server.job('recovery.send', { ask })
    const [sent] = (await server.must(null, 'recovery.sandbox', { ask })).messages

    assert.deepEqual(await server.must('maker', 'profile.changeMobile', { change, oldCode, newCode }), { mobile: '138****0001' })
    assert.equal((await server.must('maker', 'profile.get', {})).mobile, '138****0001')
    assert.equal((await server.call('maker', 'profile.changeMobile', { change, oldCode, newCode })).error, 'mobileCodeDead')
    const code = sent?.text.match(/\d{6}/)?.[0] ?? ''
    assert.equal((await server.call(null, 'recovery.prove', { ask, code })).error, 'codeDead', 'a code that went to the old number proves nothing')
    assert.deepEqual([await canRecover('maker', newMobile), await canRecover('maker', old)], [true, false])

    const [row] = (await server.must('platform', 'audit.list', { action: 'profile.changeMobile', outcome: 'done' })).rows
    const { changes } = await server.must('platform', 'audit.get', { id: row?.id ?? 0 })
    assert.deepEqual(
      changes.map(({ before, after }) => [before, after]),
      [['139****0005', '138****0001']],
    )
    const notices = (await server.must('maker', 'messages.list', { unread: true })).rows
    assert.equal(notices[0]?.kind, 'mobileChanged')
  })

  test('five wrong codes end a change of number', async () => {
    const { change, old, oldCode, newCode } = await requestChange('checker', '13812340002')
    const { token } = await server.must(null, 'auth.login', { username: 'checker', password: demoPassword })
    const submitCodes = async (first: string | undefined, second: string) => {
      const rawInput = new Map(Object.entries({ change, newCode: second, ...(first !== undefined && { oldCode: first }) }))
      const from = { centre: undefined, mode: undefined, key: randomUUID(), language: 'zh', ip: '127.0.0.1', agent: 'test', requestId: randomUUID() } as const
      const { body } = await handleCall(server.running.kernel, { module: 'profile', name: 'changeMobile', read: formOfInput(rawInput), token, ...from })
      const { error, issues = [] } = body as { error?: string; issues?: { path: string; message: string }[] }
      return { error, fields: issues.map(({ path }) => path), words: issues[0]?.message }
    }
    const first = await submitCodes(differentCode(oldCode), newCode)
    assert.deepEqual(first, { error: 'wrongMobileCode', fields: ['oldCode'], words: '验证码错误，还可尝试 4 次' })
    assert.deepEqual((await submitCodes(oldCode, differentCode(newCode))).fields, ['newCode'])
    assert.deepEqual((await submitCodes(differentCode(oldCode), differentCode(newCode))).fields, ['oldCode', 'newCode'])
    assert.deepEqual((await submitCodes(undefined, newCode)).fields, ['oldCode'], 'without the old code the old number is not proved')
    assert.equal((await submitCodes(differentCode(oldCode), newCode)).error, 'mobileCodeDead')
    assert.equal((await submitCodes(oldCode, newCode)).error, 'mobileCodeDead')
    assert.equal(await mobileOf('checker'), old)
    const refusedEntries = (await server.must('platform', 'audit.list', { action: 'profile.changeMobile', outcome: 'refused', who: 'checker' })).rows
    assert.equal(refusedEntries.length, 5)
    assert.ok(refusedEntries.some(({ said }) => said === '验证码错误，还可尝试 4 次'))
  })

  test('codes expire after ten minutes, with a new request, and when the number changes elsewhere', async () => {
    const first = await requestChange('finance', '13812340003')
    const row = await db().selectFrom('mobile_ask').select(['created_at', 'expires_at']).where('id', '=', first.change).executeTakeFirstOrThrow()
    assert.equal(row.expires_at.getTime() - row.created_at.getTime(), 10 * minute)
    await resetThrottles()
    const second = await requestChange('finance', '13812340003')
    assert.equal((await server.call('finance', 'profile.changeMobile', first)).error, 'mobileCodeDead')
    await db()
      .updateTable('mobile_ask')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('id', '=', second.change)
      .execute()
    assert.equal((await server.call('finance', 'profile.changeMobile', second)).error, 'mobileCodeDead')
    await resetThrottles()
    const thirdRequest = await requestChange('finance', '13812340003')
    await db().updateTable('app_user').set({ mobile: '13700000000' }).where('username', '=', 'finance').execute()
    assert.equal((await server.call('finance', 'profile.changeMobile', thirdRequest)).error, 'mobileCodeDead')
    assert.equal(await mobileOf('finance'), '13700000000')
  })

  test('another account’s request cannot be used, counted or read', async () => {
    const foreignRequest = await requestChange('payer', '13812340004')
    assert.equal((await server.call('unit2', 'profile.changeMobile', foreignRequest)).error, 'mobileCodeDead')
    assert.deepEqual((await server.must('unit2', 'profile.mobileSandbox', { change: foreignRequest.change })).messages, [])
    const { tries, ended_at } = await db()
      .selectFrom('mobile_ask')
      .select(['tries', 'ended_at'])
      .where('id', '=', foreignRequest.change)
      .executeTakeFirstOrThrow()
    assert.deepEqual([tries, ended_at], [0, null])
    await server.must('payer', 'profile.changeMobile', foreignRequest)
    assert.equal(await mobileOf('payer'), '13812340004')
  })

  test('the current number and invalid numbers are refused without sending a code', async () => {
    const before = await db().selectFrom('mobile_ask').select('id').execute()
    assert.equal((await server.call('unit1', 'profile.askMobileChange', { mobile: await mobileOf('unit1') })).error, 'sameMobile')
    assert.match((await server.call('unit1', 'profile.askMobileChange', { mobile: '2381234000' })).message, /手机号码格式错误/)
    assert.deepEqual([await takeQueuedCodes(), await db().selectFrom('mobile_ask').select('id').execute()], [[], before])
  })

  test('without an old number, the login password and the new number’s code are required', async () => {
    await db().updateTable('app_user').set({ mobile: null }).where('username', '=', 'auditor').execute()
    assert.equal((await server.call('auditor', 'profile.askMobileChange', { mobile: '13812340005' })).error, 'proofNeeded')
    await server.must('auditor', 'profile.prove', { password: demoPassword })
    const answer = await server.must('auditor', 'profile.askMobileChange', { mobile: '13812340005' })
    assert.equal(answer.oldMobile, '')
    const codes = await codesOf('auditor', answer.change)
    assert.deepEqual([...codes.keys()], ['13812340005'])
    await server.must('auditor', 'profile.changeMobile', { change: answer.change, newCode: codes.get('13812340005') ?? '' })
    assert.equal(await mobileOf('auditor'), '13812340005')
  })

  test('requests are limited to one a minute and five a day, per account and per number', async () => {
    const ask = (who: string, mobile: string) => server.call(who, 'profile.askMobileChange', { mobile })
    const endBlocks = () => sql`update throttle set blocked_until = null where subject like 'mobile-%'`.execute(db())
    assert.equal((await ask('unit1', '13812340010')).code, 1)
    assert.equal((await ask('unit1', '13812340011')).error, 'too_soon')
    assert.equal((await ask('unit2', '13812340010')).error, 'too_soon')
    for (let times = 1; times < 5; times++) {
      await endBlocks()
      assert.equal((await ask('unit1', '13812340010')).code, 1)
    }
    await endBlocks()
    const limitAnswer = await ask('unit1', '13812340011')
    assert.deepEqual([limitAnswer.error, limitAnswer.message], ['too_many', '今日获取验证码次数过多，请 24 小时后再试'])
    assert.equal((await ask('unit2', '13812340010')).error, 'too_many')
    assert.equal((await ask('unit2', '13812340011')).code, 1)
  })

  test('an operator’s change needs a free number that the bank confirms, and updates the record', async () => {
    const { vault } = server.running.kernel
    const account = await db().selectFrom('app_user').select('operator_id').where('username', '=', 'operator').executeTakeFirstOrThrow()
    const storedMobile = () =>
      db()
        .selectFrom('operator')
        .select(['mobile_sealed', 'mobile_index'])
        .where('id', '=', account.operator_id ?? 0)
        .executeTakeFirstOrThrow()
    const secondUser = await db()
      .selectFrom('operator')
      .select('mobile_sealed')
      .where('id', '<>', account.operator_id ?? 0)
      .limit(1)
      .executeTakeFirstOrThrow()
    const before = await storedMobile()
    const takenRequest = await requestChange('operator', vault.open('mobile', secondUser.mobile_sealed))
    assert.equal((await server.call('operator', 'profile.changeMobile', takenRequest)).error, 'mobileTaken')
    assert.deepEqual([await storedMobile(), await mobileOf('operator')], [before, takenRequest.old])
    await resetThrottles()
    const requestToProve = await requestChange('operator', '13812340020')
    // The sandbox bank never matches a name with 假名.
    const renameOperator = (name: string) =>
      db()
        .updateTable('operator')
        .set({ name })
        .where('id', '=', account.operator_id ?? 0)
        .execute()
    await renameOperator('假名')
    assert.equal((await server.call('operator', 'profile.changeMobile', requestToProve)).error, 'mobileNotAtBank')
    assert.deepEqual([await storedMobile(), await mobileOf('operator')], [before, takenRequest.old])
    await renameOperator('真名')
    await server.must('operator', 'profile.changeMobile', requestToProve)
    const { mobile_sealed, mobile_index } = await storedMobile()
    assert.deepEqual([vault.open('mobile', mobile_sealed), mobile_index], ['13812340020', vault.index('mobile', '13812340020')])
    assert.equal(await mobileOf('operator'), '13812340020')
  })

  test('expired requests and limits are deleted after a day', async () => {
    await requestChange('unit2', '13812340030')
    await sql`update mobile_ask set created_at = created_at - interval '25 hours'`.execute(db())
    await sql`update throttle set since = since - interval '25 hours', blocked_until = blocked_until - interval '25 hours' where subject like 'mobile-%'`.execute(
      db(),
    )
    const freshRequest = await requestChange('unit1', '13812340031')
    await server.job('retention.sweep')
    assert.deepEqual(await db().selectFrom('mobile_ask').select('id').execute(), [{ id: freshRequest.change }])
    assert.equal((await db().selectFrom('throttle').select('subject').where('subject', 'like', 'mobile-%').execute()).length, 2)
  })
})

describe('mobile numbers in production', () => {
  const addUser = async (server: TestServer) => {
    const account = {
      username: 'ann',
      name: 'Ann',
      usertype: userType.platform,
      status: accountStatus.active,
      password_hash: await hashPassword(demoPassword),
      mobile: '13900000001',
    }
    await server.running.kernel.database.kysely
      .insertInto('app_user')
      .values({ ...account, created_at: new Date() })
      .execute()
  }

  test('without text messages a change is refused', async () => {
    const server = await startTestServer({ mode: 'production' })
    await addUser(server)
    const refusedAnswer = await server.call('ann', 'profile.askMobileChange', { mobile: '13812340040' })
    assert.deepEqual([refusedAnswer.error, refusedAnswer.message], ['noSms', '尚未开通短信，无法自行修改手机号，请联系管理员'])
    await server.close()
  })

  test('a failed message is resent, and the database does not store its code', async () => {
    const sentSms: Message[] = []
    const state = { isRefusing: true }
    const sms = async (message: Message) => {
      if (state.isRefusing) throw new Error('try later')
      sentSms.push(message)
    }
    const server = await startTestServer({
      mode: 'production',
      courier: { ways: { mail: false, sms: true }, mail: async () => undefined, sms },
    })
    await addUser(server)
    const db = server.running.kernel.database.kysely
    const { change } = await server.must('ann', 'profile.askMobileChange', { mobile: '13812340041' }, { language: 'en' })
    assert.equal((await server.call('ann', 'profile.mobileSandbox', { change })).error, 'forbidden')
    await assert.rejects(server.job('profile.mobileCode', { ask: change, to: 'new' }), /try later/)
    state.isRefusing = false
    for (const to of ['new', 'old']) await server.job('profile.mobileCode', { ask: change, to })
    assert.deepEqual(
      sentSms.map(({ to }) => to),
      ['13812340041', '13900000001'],
    )
    assert.match(sentSms[1]?.text ?? '', /change the mobile number of your account to 138\*\*\*\*0041/)
    const [newCode = '', oldCode = ''] = sentSms.map(({ text }) => text.match(/\b\d{6}\b/)?.[0] ?? '')
    await server.must('ann', 'profile.changeMobile', { change, oldCode, newCode })

    const tables = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
    const places: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select row::text as row from ${sql.raw(name)} row`.execute(db)
      for (const { row } of rows)
        if ([newCode, oldCode].some((code) => new RegExp(`(?<![\\w.+/$])${code}(?![\\w+/$])`).test(row))) places.push(`${name}: ${row}`)
    }
    assert.ok(tables.rows.some(({ name }) => name.startsWith('pgboss.')))
    assert.deepEqual(places, [])
    const queue = JSON.stringify((await sql`select data from pgboss.job where name = 'profile.mobileCode'`.execute(db)).rows)
    assert.ok(queue.includes(change) && !queue.includes('13812340041'))
    assert.deepEqual(await db.selectFrom('outbox').select('id').execute(), [])
    await server.close()
  })
})
