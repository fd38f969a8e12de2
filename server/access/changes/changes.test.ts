import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

const hourMs = 3_600_000
const fraudulentAccount = { accountName: '某某商贸有限公司', accountNo: '6222000011112222', accountBank: '异地银行' }

describe('two-person changes of accounts and channels', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const centre = () => server.must('platform', 'centres.get', { id: 2 })
  const form = async () => {
    const { cityRatePpm, singleLimit, monthLimit, invoiceCap, ...rest } = await centre()
    const toYuan = (amount: number) => String(amount / 100)
    return {
      ...rest,
      cityRatePpm: cityRatePpm as 70_000,
      singleLimit: toYuan(singleLimit),
      monthLimit: toYuan(monthLimit),
      invoiceCap: toYuan(invoiceCap),
    }
  }
  const update = async (who: string, to: Record<string, unknown>) => {
    const { id, version, ...rest } = await form()
    return server.call(who, 'centres.update', { id, version, ...rest, ...to } as never)
  }
  const waitingChanges = async () => (await server.must('operation', 'changes.list', { state: 'waiting' })).rows
  const topupAccount = async () => (await server.must('maker', 'prepayments.accounts', {})).find(({ centreId }) => centreId === 2)
  const recipients = async (kind: string) =>
    (
      await sql<{ username: string }>`select username from message join app_user on app_user.id = user_id where kind = ${kind} order by username`.execute(db())
    ).rows.map(({ username }) => username)

  test('one person alone cannot change the account that units pay into', async () => {
    const before = await topupAccount()
    assert.equal((await update('platform', fraudulentAccount)).error, 'whyNeeded')
    assert.equal((await update('platform', { ...fraudulentAccount, why: '账户变更' })).error, 'proofNeeded')
    await proveAs(server, 'platform')
    const proposedCentre = (await update('platform', { ...fraudulentAccount, why: '账户变更' })).data ?? assert.fail('not proposed')
    assert.deepEqual(
      (proposedCentre as Awaited<ReturnType<typeof centre>>).changes.map(({ differences }) => differences.map(({ after }) => after)),
      [[fraudulentAccount.accountName, fraudulentAccount.accountNo, fraudulentAccount.accountBank]],
    )
    assert.equal((await update('platform', { ...fraudulentAccount, accountBank: '他行', why: '账户变更' })).error, 'openAlready')
    const [change] = await waitingChanges()
    assert.equal((await server.call('platform', 'changes.decide', { changeId: change?.id ?? 0, isApproved: true })).error, 'ownProposal')
    assert.deepEqual(await topupAccount(), before)
  })

  test('an approved account takes effect only after the cooling time', async () => {
    const before = await topupAccount()
    const [change] = await waitingChanges()
    const decide = () => server.call('operation', 'changes.decide', { changeId: change?.id ?? 0, isApproved: true })
    assert.equal((await decide()).error, 'proofNeeded')
    const recordResetBy = (who: string | null) =>
      sql`update app_user set password_reset_by = (select id from app_user where username = ${who}), password_reset_at = ${server.running.kernel.clock.now()}
        where username = 'operation'`.execute(db())
    await recordResetBy('platform')
    await proveAs(server, 'operation')
    assert.equal((await decide()).error, 'passwordSet', 'an account whose password the proposer set')
    await recordResetBy(null)
    await approveChanges(server)
    assert.equal((await decide()).error, 'decided')
    const messages = await recipients('accountChanging')
    assert.ok(messages.includes('payer') && !messages.includes('operator'), messages.join())
    assert.deepEqual(await recipients('changeDecided'), ['platform'])
    await server.job('changes.apply')
    assert.deepEqual(await topupAccount(), before)
    server.advance(25 * hourMs)
    await server.job('changes.apply')
    const accountNow = await topupAccount()
    assert.equal(accountNow?.accountNo, fraudulentAccount.accountNo)
    assert.equal((await server.must('platform', 'changes.list', { state: 'effective' })).rows[0]?.id, change?.id)
    assert.deepEqual(await recipients('accountChanged'), messages)
  })

  test('a rejected or withdrawn change leaves the account unchanged', async () => {
    await proveAs(server, 'platform')
    await proveAs(server, 'operation')
    const originalAccount = await topupAccount()
    await update('platform', { accountNo: '571900000099999', why: '再次变更' })
    const first = (await waitingChanges())[0]?.id ?? 0
    assert.equal((await server.call('operation', 'changes.decide', { changeId: first, isApproved: false })).error, 'noteNeeded')
    await server.must('operation', 'changes.decide', { changeId: first, isApproved: false, note: '无银行证明' })
    await update('platform', { accountNo: '571900000099999', why: '再次变更' })
    await approveChanges(server)
    const second = (await server.must('operation', 'changes.list', { state: 'approved' })).rows[0]?.id ?? 0
    await server.must('operation', 'changes.withdraw', { changeId: second, note: '客户来电核实未变更' })
    server.advance(25 * hourMs)
    await server.job('changes.apply')
    assert.deepEqual(await topupAccount(), originalAccount)
  })

  test('one person alone cannot add, redirect or enable a channel or raise its limit', async () => {
    await proveAs(server, 'platform')
    const settings = {
      address: 'https://pay.example.com/api',
      merchantNo: 'M1',
      payerAccount: '6222000011112222',
      algorithm: 'HMAC-SHA256',
      ownKey: 'k'.repeat(40),
    }
    const centreWithChannel = await server.must('platform', 'centres.addChannel', { centreId: 2, name: '新通道', kind: 'http', settings, why: '新签约银行' })
    const addedChannel = centreWithChannel.channels.at(-1) ?? assert.fail('no channel')
    assert.equal(addedChannel.isActive, false)
    await approveChanges(server)
    const channelChange = { channelId: addedChannel.id, name: '新通道', isPaused: false, why: '切换地址' }
    const currentChannel = async () => (await centre()).channels.find(({ id }) => id === addedChannel.id) ?? assert.fail('no channel')
    assert.equal((await currentChannel()).isActive, true)
    const others = { address: 'https://thief.example.com/api', ownKey: 'x'.repeat(40) }
    await server.must('platform', 'centres.setChannel', { ...channelChange, isActive: true, dailyLimit: '9999999', settings: others })
    assert.deepEqual([(await currentChannel()).settings.address, (await currentChannel()).dailyLimit], [settings.address, null])
    const [change] = await waitingChanges()
    const displayedValues = Object.fromEntries((change?.differences ?? []).map(({ field, after, isSecret }) => [field, isSecret ? after.length : after]))
    assert.deepEqual(displayedValues, { 单日限额: '¥9,999,999.00', 接口地址: others.address, 我方签名密钥: 12 })
    await server.must('platform', 'centres.setChannel', { ...channelChange, isActive: false })
    assert.equal((await waitingChanges()).length, 0)
    await server.must('platform', 'centres.setChannel', { ...channelChange, isActive: true })
    assert.equal((await currentChannel()).isActive, false)
    await approveChanges(server)
    assert.deepEqual([(await currentChannel()).isActive, (await currentChannel()).settings.address], [true, settings.address])
  })

  test('the database refuses to change a guarded column unless a second person approved it', async () => {
    const tryQuery = (query: string, user = '5') =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': user }, async (trx) => {
        await sql.raw(query).execute(trx)
        throw new Error('done')
      }).catch((error: Error) => error.message)
    const twoPeopleError = /only by a proposal of one person that another approved/
    for (const assignment of [
      'single_limit_fen = 5',
      'month_limit_fen = 70000000',
      "account_no = '1'",
      "account_name = 'x'",
      "account_bank = 'x'",
      "invoice_bank = 'x'",
      "invoice_account_no = 'x'",
    ])
      assert.match(await tryQuery(`update centre set ${assignment} where id = 2`), twoPeopleError, assignment)
    for (const assignment of ["settings_sealed = 'x'", 'single_limit_fen = 5', 'daily_limit_fen = 5'])
      assert.match(await tryQuery(`update channel set ${assignment} where centre_id = 2`), twoPeopleError, assignment)
    assert.match(await tryQuery("insert into channel (centre_id, name, kind) values (2, 'x', 'offline')"), /must start disabled/)
    const proposalSql = (by: number, becomes = '{}') =>
      `insert into guarded_change (kind, row_id, centre_id, becomes, shown, reason, proposed_by, proposed_at) select 'centre', 2, 2, '${becomes}'::jsonb || jsonb_build_object('single_limit_fen', single_limit_fen, 'month_limit_fen', month_limit_fen), '[]', 'why', ${by}, now()
        from centre where id = 2`
    const approvalSql = (by: number, at = 'now()') =>
      `update guarded_change set state = 'approved', decided_by = ${by}, decided_at = now(), effective_at = ${at} where state = 'waiting'`
    assert.match(await tryQuery(proposalSql(6)), /the caller must be the proposer/)
    assert.match(await tryQuery(`${proposalSql(5)}; ${approvalSql(5)}`), /a person other than the proposer/)
    assert.match(await tryQuery(`${proposalSql(5)}; ${approvalSql(6)}`), /a person other than the proposer/)
    const account = `{"account_name":"x","account_no":"1","account_bank":"x","invoice_bank":"x","invoice_account_no":"x","is_active":true}`
    const selectSecondUser = `select set_config('app.user', '6', true)`
    assert.match(await tryQuery(`${proposalSql(5, account)}; ${selectSecondUser}; ${approvalSql(6)}`), /a person other than the proposer/, 'the cooling time')
    const approvedAfterDelay = `${proposalSql(5, account)}; ${selectSecondUser}; ${approvalSql(6, "now() + interval '24 hours'")}`
    assert.match(await tryQuery(`${approvedAfterDelay}; update centre set account_no = '1' where id = 2`), twoPeopleError, 'before its hour')
    const dayLater = `${approvedAfterDelay}; select set_config('app.now', (now() + interval '25 hours')::text, true)`
    assert.match(await tryQuery(`${dayLater}; update centre set account_no = '2' where id = 2`), twoPeopleError, 'another number')
    assert.equal(await tryQuery(`${dayLater}; select app.apply_change(max(id)) from guarded_change`), 'done')
    assert.match(await tryQuery('delete from guarded_change'), /denied|append-only|not be changed|refuse/i)
  })

  test('disabling an approver withdraws approved changes that are not yet in effect', async () => {
    for (const demoUsername of ['platform', 'operation']) await proveAs(server, demoUsername)
    const before = await topupAccount()
    await update('platform', { accountNo: '571900000077777', why: '再次变更' })
    const [change] = await waitingChanges()
    await approveChanges(server)
    const { rows } = await sql<{ id: number }>`select id from app_user where username = 'operation'`.execute(db())
    await server.must('platform', 'users.disable', { id: rows[0]?.id ?? 0, reason: '账号异常' })
    server.advance(25 * hourMs)
    await server.job('changes.apply')
    assert.deepEqual(await topupAccount(), before)
    assert.equal((await server.must('platform', 'changes.list', { state: 'withdrawn' })).rows[0]?.id, change?.id)
  })
})
