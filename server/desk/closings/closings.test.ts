import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { Applicant, operatorAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('closing an operator’s account', () => {
  const server = testServer()
  before(async () => {
    // Removes everything that blocks a closing. Each test creates the blockers that it needs.
    await sql`update operator_entity set state = 'cancelled' where operator_id = 1001`.execute(db())
    await sql`update order_operator set state = 'declined' where operator_id = 1001`.execute(db())
    await sql`update identity_dispute set state = 'withdrawn', resolved_at = now() where operator_id = 1001 and state = 'open'`.execute(db())
  })

  const db = () => server.running.kernel.database.kysely
  const at = { centre: 2, mode: 2 } as const
  const codeFor = async () => {
    // Clears the limit of one code per minute.
    await sql`delete from throttle where subject like 'mobile-%'`.execute(db())
    const { ask } = await server.must('operator', 'closings.askCode', {})
    await server.job('profile.mobileCode', { ask, to: 'new' })
    const { messages } = await server.must('operator', 'profile.mobileSandbox', { change: ask })
    return { ask, code: messages[0]?.text.match(/\d{6}/)?.[0] ?? assert.fail('no code') }
  }
  const request = async (reason = '不再接单') => server.must('operator', 'closings.request', { password: demoPassword, ...(await codeFor()), reason })
  const messages = async (who: string) => (await server.must(who, 'messages.list', {}, at)).rows.map((row) => row.kind)
  const operator = () => db().selectFrom('operator').selectAll().where('id', '=', 1001).executeTakeFirstOrThrow()

  test('only the operator can request the closing, with the password and a code', async () => {
    const { ask, code } = await codeFor()
    assert.equal((await server.call('operator', 'closings.request', { password: 'Wrong#2026', ask, code })).error, 'wrongOld')
    const wrongCodeAnswer = await server.call('operator', 'closings.request', { password: demoPassword, ask, code: code === '000000' ? '111111' : '000000' })
    assert.deepEqual([wrongCodeAnswer.error, wrongCodeAnswer.message], ['wrongMobileCode', '验证码错误，还可尝试 4 次'])
    assert.equal((await server.call('maker', 'closings.askCode', {})).error, 'notOperator')
    assert.equal((await server.call('operator', 'profile.changeMobile', { change: ask, newCode: code })).error, 'mobileCodeDead', 'the code is for this alone')
    const newRequest = await server.must('operator', 'closings.request', { password: demoPassword, ask, code, reason: '不再接单' })
    assert.deepEqual([newRequest.state, newRequest.reason], ['open', '不再接单'])
    assert.equal((await server.call('operator', 'closings.request', { password: demoPassword, ...(await codeFor()) })).error, 'openAlready')
    assert.ok((await messages('centre')).includes('closingToDecide') && (await messages('operator')).includes('closingAsked'))
    const waitingTask = (await server.must('centre', 'tasks.waiting', {}, at)).find((task) => task.kind === 'closings')
    assert.deepEqual([waitingTask?.count, waitingTask?.path], [1, '/user/userYzPtList?closings=open'])
  })

  test('the operator can withdraw an open request, which then cannot be decided', async () => {
    const [open] = (await server.must('operator', 'closings.own', {})).requests
    const withdrawnRequest = await server.must('operator', 'closings.withdraw', { closingId: open?.id ?? 0 })
    assert.equal(withdrawnRequest.state, 'withdrawn')
    assert.equal((await server.call('operator', 'closings.withdraw', { closingId: open?.id ?? 0 })).error, 'decided')
    assert.equal((await server.call('centre', 'closings.decide', { closingId: open?.id ?? 0, decision: 'close' }, at)).error, 'decided')
    assert.ok(!(await server.must('centre', 'tasks.waiting', {}, at)).some((task) => task.kind === 'closings'))
  })

  test('authorised staff can refuse a closing with a reason, and the operator is notified', async () => {
    const { id: closingId } = await request()
    assert.equal((await server.call('auditor03', 'closings.get', { closingId }, { centre: 3 })).error, 'notFound')
    assert.deepEqual((await server.must('unit1', 'closings.list', {})).rows, [])
    assert.equal((await server.call('supervisor', 'closings.decide', { closingId, decision: 'close' }, at)).error, 'forbidden')
    assert.equal((await server.call('centre', 'closings.decide', { closingId, decision: 'refuse' }, at)).error, 'reasonNeeded')
    const row = await server.must('centre', 'closings.decide', { closingId, decision: 'refuse', resolution: '请先办理个体户注销' }, at)
    assert.deepEqual([row.state, row.decidedBy, row.resolution], ['refused', '许立言', '请先办理个体户注销'])
    assert.ok((await messages('operator')).includes('closingRefused'))
  })

  test('payments and disputes block a closing, but agreements and open tax months allow it', async () => {
    const ownPerson = [...demoPeople().ordinary, ...Object.values(demoPeople().specials)].find((each) => each.id === 1001) ?? assert.fail()
    const scenario = paymentScenario(server)
    await scenario.createPaidBatch([{ person: ownPerson, yuan: '66.00' }])
    const { id: closingId } = await request()
    const kinds = async () =>
      (await server.must('centre', 'closings.get', { closingId }, at)).obstacles.filter((each) => each.isBlocking).map((each) => [each.kind, each.count])
    assert.deepEqual(await kinds(), [['payments', 1]])
    const refusedAnswer = await server.call('centre', 'closings.decide', { closingId, decision: 'close' }, at)
    assert.deepEqual([refusedAnswer.error, refusedAnswer.message], ['hindered', '尚不能注销，请先处理：未完成的付款 1'])
    await server.settle()
    await sql`insert into identity_dispute (operator_id, unit_id, centre_id, statement, created_by, created_at) values (1001, 1, 2, '不是我', 9, now())`.execute(
      db(),
    )
    assert.deepEqual(await kinds(), [['disputes', 1]])
    await sql`update identity_dispute set state = 'withdrawn', resolved_at = now() where operator_id = 1001 and state = 'open'`.execute(db())
    const obstacleCounts = async () => (await server.must('operator', 'closings.own', {})).obstacles.map((each) => [each.kind, each.count])
    assert.deepEqual(await obstacleCounts(), [
      ['agreements', 1],
      ['months', 1],
    ])
    await sql`delete from tax_declaration`.execute(db())
    await sql`insert into tax_declaration (centre_id, month, state, edition, closed_at, due_on)
      select distinct centre_id, month, 'declared', 1, now(), current_date from tax_reservation where operator_id = 1001 and mode = 2`.execute(db())
    assert.deepEqual(await obstacleCounts(), [['agreements', 1]], 'a declared month blocks no closing')
    await sql`delete from tax_declaration`.execute(db())
    await server.must('operator', 'closings.withdraw', { closingId })
  })

  test('closing an account ends sign-in and erases contacts, but keeps required records', async () => {
    const mobile = server.running.kernel.vault.open('mobile', (await operator()).mobile_sealed)
    const paymentCount = (await sql<{ count: number }>`select count(*) as count from payment_line where operator_id = 1001`.execute(db())).rows[0]?.count ?? 0
    const { id: closingId } = await request()
    const row = await server.must('centre', 'closings.decide', { closingId, decision: 'close' }, at)
    assert.equal(row.state, 'closed')
    const loginResponse = await server.call(null, 'auth.login', { username: 'operator', password: demoPassword })
    assert.ok(!('token' in ((loginResponse.data ?? {}) as object)) || !(loginResponse.data as { token?: string }).token)
    const before = await operator()
    assert.equal(before.status, accountStatus.closed)
    await server.job('closings.finish', { operatorId: 1001, language: 'zh' })
    const texts = await db().selectFrom('outbox').select(['recipient', 'body']).where('about', '=', 'closing:1001').execute()
    assert.deepEqual(
      texts.map((text) => text.recipient),
      [mobile],
    )
    assert.match(texts[0]?.body ?? '', /账户已注销/)
    const after = await operator()
    assert.deepEqual([after.mobile_sealed, after.mobile_index, after.id_number_index, after.name], ['', '', before.id_number_index, before.name])
    const account = await db().selectFrom('app_user').select(['status', 'mobile', 'email']).where('operator_id', '=', 1001).execute()
    assert.deepEqual(account, [{ status: accountStatus.closed, mobile: null, email: null }])
    assert.deepEqual(await db().selectFrom('operator_card').select('id').where('operator_id', '=', 1001).execute(), [])
    assert.deepEqual((await sql<{ count: number }>`select count(*) as count from payment_line where operator_id = 1001`.execute(db())).rows, [
      { count: paymentCount },
    ])
    assert.equal((await db().selectFrom('consent').select('id').where('operator_id', '=', 1001).where('revoked_at', 'is', null).execute()).length, 0)
    await server.job('closings.finish', { operatorId: 1001, language: 'zh' })
    const log = (await server.must('platform', 'audit.list', { action: 'closings.decide' })).rows
    assert.ok(log.some((each) => each.refType === 'operator' && each.refId === '1001') && log.some((each) => each.refType === 'user'))
  })

  test('an approved new registration reopens the same person, pending signature', async () => {
    const { name, id_number_sealed: sealed } = await operator()
    const idNumber = server.running.kernel.vault.open('id_number', sealed)
    const person = new Applicant(server, 'operator')
    const application = await person.register(operatorAnswers({ name, idNumber }))
    const { id } = await db().selectFrom('application').select('id').where('no', '=', application.progress.no).executeTakeFirstOrThrow()
    const { version } = await server.must('auditor', 'applications.get', { applicationId: id })
    await server.must('auditor', 'applications.approve', { applicationId: id, version })
    const { operator_id } = await db().selectFrom('application').select('operator_id').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(operator_id, 1001)
    const reloadedOperator = await operator()
    assert.equal(reloadedOperator.status, accountStatus.signing)
    assert.ok(reloadedOperator.mobile_sealed !== '')
    await server.job('closings.finish', { operatorId: 1001, language: 'zh' })
    assert.equal((await operator()).mobile_sealed, reloadedOperator.mobile_sealed, 'a returned person is not erased again')
  })
})
