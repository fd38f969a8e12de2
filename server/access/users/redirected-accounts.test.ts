import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { userType } from '#/domain/base/codes.ts'
import { openSession } from '#/server/access/users/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 24 * 3_600_000
const secondMobile = '13912340077'

describe('hold on redirected accounts', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? assert.fail(username)
  const mobileOf = async (username: string) =>
    (await sql<{ mobile: string | null }>`select mobile from app_user where username = ${username}`.execute(db())).rows[0]?.mobile ?? ''

  /** Creates a batch that this person edits and submits for checking. */
  const draftSubmittedBatch = async (by = 'unit1') => {
    const person = demoPeople().ordinary[0] ?? assert.fail()
    const { id } = await scenario.draft([{ person, yuan: '1000.00' }])
    const lineId = (await scenario.lines(id))[0]?.id ?? assert.fail('no line')
    await server.must(by, 'lines.repair', { batchId: id, changes: [{ lineId, cells: { amountText: '49000.00' } }] })
    return scenario.submit(await scenario.get(id), by)
  }
  const recover = async (username: string, contact: string, password: string) => {
    const { ask } = await server.must(null, 'recovery.ask', { username, contact })
    await server.job('recovery.send', { ask })
    const { messages } = await server.must(null, 'recovery.sandbox', { ask })
    const code = messages[0]?.text.match(/\b\d{6}\b/)?.[0] ?? assert.fail('no code')
    const { ticket } = await server.must(null, 'recovery.prove', { ask, code })
    await server.must(null, 'recovery.reset', { ticket, password })
  }
  const check = async (batchId: number, password = demoPassword) => {
    const checker = await openSession(server, 'checker', password)
    const { version } = await scenario.get(batchId)
    return checker.call('payments.check', { id: String(batchId), version: String(version), approve: 'true' })
  }
  /** Returns the people who count as one person with this account, at the server's time. */
  const participantsOf = async (id: number) => {
    const session = { 'app.now': server.running.kernel.clock.now().toISOString() }
    const { rows } = await inTransaction(server.running.kernel.database, session, (trx) =>
      sql<{ ids: number[] }>`select app.hands_of(${id}) as ids`.execute(trx),
    )
    return rows[0]?.ids ?? []
  }
  const prove = async (...who: readonly string[]) => {
    for (const each of who) await server.must(each, 'profile.prove', { password: demoPassword })
  }

  test('one administrator alone cannot change the mobile number of a checker', async () => {
    const id = await idOf('checker')
    const before = await mobileOf('checker')
    assert.equal((await server.call('unit1', 'users.update', { id, mobile: secondMobile })).error, 'mobileByTwo')
    const session = { 'app.all': 'on', 'app.user': String(await idOf('unit1')), 'app.now': server.running.kernel.clock.now().toISOString() }
    const singleHandedUpdate = inTransaction(server.running.kernel.database, session, async (trx) => {
      await sql`set local role app_accounts`.execute(trx)
      await sql`update app_user set mobile = ${secondMobile} where id = ${id}`.execute(trx)
    })
    await assert.rejects(singleHandedUpdate, /only two people can change the mobile or e-mail/)
    assert.equal(await mobileOf('checker'), before)
  })

  test('administrators who change a checker’s number cannot check as that person for 24 hours', async () => {
    const batch = await draftSubmittedBatch()
    const id = await idOf('checker')
    const mobileProposal = { id, kind: 'mobile', mobile: secondMobile, reason: '更换工作手机' } as const
    assert.equal((await server.call('unit1', 'users.propose', mobileProposal)).error, 'proofNeeded')
    await prove('unit1', 'platform')
    const { proposalId } = await server.must('unit1', 'users.propose', mobileProposal)
    assert.equal((await server.call('unit1', 'users.propose', mobileProposal)).error, 'openAlready')
    assert.equal((await server.call('unit1', 'users.decide', { proposalId, isApproved: true })).error, 'ownProposal')
    assert.equal((await server.call('unit2', 'users.decide', { proposalId, isApproved: true })).error, 'proposalGone')
    const [row] = await server.must('platform', 'users.proposals', {})
    assert.deepEqual([row?.kind, row?.mobile, row?.proposedBy, row?.mayDecide], ['mobile', '139****0077', '苏明远', ''])
    assert.deepEqual(await server.must('platform', 'users.decide', { proposalId, isApproved: true }), { password: null, username: 'checker', name: row?.name })
    assert.equal(await mobileOf('checker'), secondMobile)
    assert.equal((await sql`select from account_change where mobile is not null`.execute(db())).rows.length, 0)
    await recover('checker', secondMobile, 'Taken#2026')
    assert.equal((await check(batch.id, 'Taken#2026')).error, 'ownWork')
    server.advance(25 * 3_600_000)
    assert.equal((await check(batch.id, 'Taken#2026')).code, 1)
  })

  test('the former number receives a notice of the change', async () => {
    const id = await idOf('checker')
    await prove('unit1', 'platform')
    const { proposalId } = await server.must('unit1', 'users.propose', { id, kind: 'mobile', mobile: '13912340078', reason: '再次更换' })
    await server.must('platform', 'users.decide', { proposalId, isApproved: true })
    const { rows } = await sql<{ data: Record<string, unknown> }>`select data from pgboss.job where name = 'users.formerMobile'`.execute(db())
    assert.ok(!JSON.stringify(rows).includes(secondMobile))
    for (const { data } of rows) await server.job('users.formerMobile', data)
    const sentMessage = await sql<{ body: string }>`select body from outbox where recipient = ${secondMobile} order by id desc limit 1`.execute(db())
    assert.match(sentMessage.rows[0]?.body ?? '', /checker 的手机号已由 .+ 更换为 139\*{4}0078/)
  })

  test('a code sent to a number that one administrator set does not lift the hold on the account', async () => {
    const viewer = await server.must('unit1', 'users.create', {
      username: 'chaxun1',
      name: '查询员',
      mobile: '13912340090',
      usertype: userType.unit,
      roleIds: [(await server.must('unit1', 'users.choices', {})).roles.find((role) => role.name === '单位查询')?.id ?? 0],
    })
    await server.must('unit1', 'users.update', { id: viewer.user.id, mobile: '13912340091' })
    await recover('chaxun1', '13912340091', 'Taken#2027')
    server.advance(3 * dayMs)
    assert.ok((await participantsOf(viewer.user.id)).includes(await idOf('unit1')))
  })

  test('an administrator who reset an account cannot check the batches of that account', async () => {
    const maker = await idOf('maker')
    await sql`update app_user set password_reset_by = ${await idOf('checker')}, password_reset_at = ${server.running.kernel.clock.now()} where id = ${maker}`.execute(
      db(),
    )
    const batch = await draftSubmittedBatch('maker')
    assert.equal((await check(batch.id, 'Taken#2026')).error, 'ownWork')
  })

  test('a password to print is returned to its approver and is not in the log', async () => {
    const id = await idOf('payer')
    await prove('unit1', 'platform')
    const { proposalId } = await server.must('unit1', 'users.propose', { id, kind: 'paper', reason: '手机遗失且无短信' })
    assert.equal((await openSession(server, 'payer', demoPassword)).status, 8)
    const decidedProposal = await server.must('platform', 'users.decide', { proposalId, isApproved: true })
    assert.ok(decidedProposal.password)
    assert.equal((await openSession(server, 'payer', decidedProposal.password)).isEditPassWord, 0)
    const participants = await participantsOf(id)
    for (const demoUsername of ['unit1', 'platform']) assert.ok(participants.includes(await idOf(demoUsername)), demoUsername)
    const passwordEntries = await sql`select from audit_log where detail::text like ${`%${decidedProposal.password}%`}`.execute(db())
    assert.equal(passwordEntries.rows.length, 0)
  })

  test('a reset that no message can deliver is refused and changes nothing', async () => {
    const id = await idOf('maker')
    await sql`update app_user set mobile = null, email = null where id = ${id}`.execute(db())
    assert.equal((await server.call('unit1', 'users.resetPassword', { id })).error, 'noWay')
    assert.equal((await openSession(server, 'maker', demoPassword)).status, 8)
  })

  test('rejected and withdrawn proposals change nothing in the account', async () => {
    const id = await idOf('payer')
    const before = await mobileOf('payer')
    await prove('unit1', 'platform')
    const { proposalId } = await server.must('unit1', 'users.propose', { id, kind: 'mobile', mobile: '13912340099', reason: '更换' })
    assert.equal((await server.call('platform', 'users.decide', { proposalId, isApproved: false })).error, 'noteNeeded')
    await server.must('platform', 'users.decide', { proposalId, isApproved: false, note: '未见本人申请' })
    const secondProposal = await server.must('unit1', 'users.propose', { id, kind: 'mobile', mobile: '13912340099', reason: '更换' })
    await server.must('unit1', 'users.withdraw', { proposalId: secondProposal.proposalId })
    assert.equal((await server.call('platform', 'users.decide', { proposalId: secondProposal.proposalId, isApproved: true })).error, 'proposalGone')
    assert.equal(await mobileOf('payer'), before)
  })
})
