import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { carriesDuty, permissionKeys } from '#/api/rights.ts'
import { demoPeople } from '#/demo/load.ts'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { approveChanges, proveAs, withSecondPerson } from '#/server/access/changes/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { Dice, validInput } from '#/server/tests/hostile-inputs-testing.ts'
import { allOperations, demoAccount, send, sendAs } from '#/server/tests/hostile-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Tests the attacks of docs/security.md: a stranger, a unit's administrator, a centre's finance lead and a platform
// administrator each act alone, with every permission of the role.

const at = { centre: 2, mode: 2 } as const
const unitAdmin = 'unit1'
const financeLead = 'finance'
const platformAdmin = 'platform'
const changeReason = '岗位调整'
const fraudAccount = { accountName: '某某商贸有限公司', accountBank: '异地银行', accountNo: '6222000011112222' }
const letter = { filename: '授权书.pdf', mediaType: 'application/pdf', bytes: pdfPage('letter') }

describe('separation of duties', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? assert.fail(username)
  /** Returns the balances of all accounts, the paid amounts, and every account that receives money. */
  const moneySnapshot = async () =>
    (
      await sql<{ all: string }>`select jsonb_build_object(
        'balances', (select jsonb_agg(to_jsonb(account) order by account.id) from account),
        'paid', (select jsonb_agg(distinct line.id) from payment_line line where line.state = 'paid'),
        'receiving', (select jsonb_agg(to_jsonb(place) order by place.id) from (select id, account_name, account_no, account_bank, is_active from centre) place),
        'channels', (select jsonb_agg(to_jsonb(channel) order by channel.id) from channel),
        'partners', (select jsonb_agg(jsonb_build_array(id, account_name, account_bank, account_no_index) order by id) from partner),
        'duties', (select jsonb_agg(jsonb_build_array(role_id, permission) order by role_id, permission) from role_permission where app.carries_duty(permission)),
        'holders', (select jsonb_agg(distinct jsonb_build_array(user_id, role_id)) from user_role join role_permission using (role_id) where app.carries_duty(permission)),
        'limit', (select person_month_limit_fen from platform_setting),
        'cards', (select jsonb_agg(jsonb_build_array(id, operator_id, card_no_index, is_verified, is_default) order by id) from operator_card))::text as all`.execute(
        db(),
      )
    ).rows[0]?.all
  const expectMoneyUnchanged = async (work: () => Promise<void>) => {
    const snapshotBefore = await moneySnapshot()
    await work()
    assert.equal(await moneySnapshot(), snapshotBefore)
  }
  const submitBatchOf = async (who: string) => {
    const { id } = await scenario.draft([{ person: demoPeople().ordinary[0] ?? assert.fail(), yuan: '1000.00' }])
    const lineId = (await scenario.lines(id))[0]?.id ?? assert.fail('no line')
    await server.must(who, 'lines.repair', { batchId: id, changes: [{ lineId, cells: { amountText: '49000.00' } }] })
    return scenario.submit(await scenario.get(id), who)
  }

  before(async () => {
    for (const who of [unitAdmin, financeLead, platformAdmin]) await proveAs(server, who)
  })

  describe('a stranger', () => {
    test('no write operation except public ones accepts a call without a session', () =>
      expectMoneyUnchanged(async () => {
        const dice = new Dice(20_261_127)
        const writes = allOperations.filter(({ spec }) => spec.kind === 'write')
        for (const named of writes) {
          const body = await send(
            server,
            named,
            validInput(named.spec.input, dice, () => 1),
            {},
          )
          if (named.spec.access !== 'public') assert.equal(body.code, 50008, named.name)
        }
        assert.ok(writes.length > 200)
      }))

    test('no module that moves money has a public write operation', () => {
      const publicModules = allOperations.filter(({ spec }) => spec.access === 'public' && spec.kind === 'write').map(({ module }) => module)
      assert.deepEqual(
        [...new Set(publicModules)].filter((module) =>
          ['payments', 'payouts', 'prepayments', 'commissions', 'centres', 'partners', 'changes'].includes(module),
        ),
        [],
      )
    })
  })

  describe('a unit’s administrator', () => {
    test('a unit’s administrator can neither check nor pay a batch after taking part in it', () =>
      expectMoneyUnchanged(async () => {
        const batch = await submitBatchOf(unitAdmin)
        const target = { id: batch.id, version: batch.version }
        assert.equal((await server.call(unitAdmin, 'payments.check', { ...target, approve: true })).error, 'ownWork')
        const { lineCount, net, tax, fee, cost } = batch
        const figures = { lineCount, net, tax, fee, cost }
        assert.notEqual((await server.call(unitAdmin, 'payments.pay', { ...target, ...figures, paymentPassword: 'Guess#2026' })).error, undefined)
      }))

    test('a unit’s administrator cannot create a balance by claiming a transfer that never arrived', () =>
      expectMoneyUnchanged(async () => {
        const row = await server.must(unitAdmin, 'prepayments.submit', {
          centreId: 2,
          mode: 2,
          amount: '888888.00',
          payerName: '星河互娱科技有限公司',
          payerAccount: '571900001111',
          bankSerial: 'NEVER00001',
        })
        assert.equal((await server.call(unitAdmin, 'prepayments.confirm', { id: row.id, version: row.version })).error, 'forbidden')
      }))

    test('a unit’s administrator cannot refund prepayments to another account', () =>
      expectMoneyUnchanged(async () => {
        const refundInput = { centreId: 2, mode: 2, account: fraudAccount.accountNo, amount: '10.00', reason: '项目结束' } as const
        assert.equal((await server.call(unitAdmin, 'prepayments.applyRefund', refundInput)).error, 'notAnOrigin')
      }))

    test('a unit’s administrator cannot create a second person who checks or pays', () =>
      expectMoneyUnchanged(async () => {
        const { roles } = await server.must(unitAdmin, 'users.choices', {})
        const duties = roles.filter(({ needsReview }) => needsReview)
        assert.ok(duties.length > 1)
        const unitId = (await sql<{ id: number }>`select unit_id as id from app_user where username = ${unitAdmin}`.execute(db())).rows[0]?.id ?? 0
        for (const [nth, { id }] of duties.entries()) {
          const account = {
            username: `alone${nth}`,
            name: '单独人',
            mobile: `1390000445${nth}`,
            usertype: userType.unit,
            roleIds: [id],
            subjectId: unitId,
            letterFile: letter,
          }
          const createAnswer = await server.call(unitAdmin, 'users.create', account as never)
          assert.ok(
            createAnswer.error !== undefined || (createAnswer.data?.isWaiting === true && createAnswer.data.sentTo === ''),
            `role ${id}: ${createAnswer.error}`,
          )
        }
        const ownId = await idOf(unitAdmin)
        assert.equal((await server.call(unitAdmin, 'users.setRoles', { id: ownId, roleIds: duties.map(({ id }) => id) })).error, 'ownAccount')
      }))

    test('a unit’s administrator cannot reach accounts, channels or decisions of a centre', () =>
      expectMoneyUnchanged(async () =>
        expectForbidden(unitAdmin, ['centres', 'changes', 'partners', 'gateways', 'einvoices', 'certificates', 'reconciliation', 'roles']),
      ))
  })

  describe('a centre’s finance lead', () => {
    test('the finance lead alone cannot correct a balance', () =>
      expectMoneyUnchanged(async () => {
        const adjustmentInput = { unitId: 1, mode: 2, direction: 'more', amount: '888888.00', reason: '银行手续费补差', file: letter } as const
        const row = await server.must(financeLead, 'prepayments.proposeAdjustment', adjustmentInput, at)
        const decisionAnswer = await server.call(financeLead, 'prepayments.decideAdjustment', { adjustmentId: row.id, version: row.version, approve: true }, at)
        assert.equal(decisionAnswer.error, 'ownAdjustment')
      }))

    test('the finance lead cannot request a refund, or pay one after deciding on it', async () => {
      const refundRequest = { centreId: 2, mode: 2, account: fraudAccount.accountNo, amount: '10.00', reason: '项目结束' } as const
      assert.equal((await server.call(financeLead, 'prepayments.applyRefund', refundRequest, at)).error, 'forbidden')
      const { rows } = await server.must('payer', 'prepayments.refundOrigins', { centreId: 2, mode: 2 })
      const origin = rows.find(({ left }) => left >= 1000)?.account ?? assert.fail('no origin')
      const row = await server.must('payer', 'prepayments.applyRefund', { ...refundRequest, account: origin })
      await expectMoneyUnchanged(async () => {
        const approvedRefund = await server.must(financeLead, 'prepayments.decideRefund', { refundId: row.id, version: row.version, approve: true }, at)
        const payInput = {
          refundId: row.id,
          version: approvedRefund.version,
          paidOn: dayOf(server.running.kernel.clock.now()),
          bankSerial: 'T0000000077',
          slip: letter,
        }
        assert.equal((await server.call(financeLead, 'prepayments.payRefund', payInput, at)).error, 'sameHands')
      })
    })

    test('the finance lead cannot check, audit or pay a batch', () =>
      expectMoneyUnchanged(async () => {
        const batch = await submitBatchOf('maker')
        const target = { id: batch.id, version: batch.version }
        for (const operationName of ['payments.check', 'payments.audit'] as const)
          assert.equal((await server.call(financeLead, operationName, { ...target, approve: true } as never, at)).error, 'forbidden', operationName)
        const { lineCount, net, tax, fee, cost } = batch
        const figures = { lineCount, net, tax, fee, cost, paymentPassword: 'Guess#2026' }
        assert.equal((await server.call(financeLead, 'payments.pay', { ...target, ...figures }, at)).error, 'forbidden')
      }))

    test('the finance lead cannot change an account, channel, gateway, certificate or right', () =>
      expectMoneyUnchanged(async () =>
        expectForbidden(financeLead, ['changes', 'gateways', 'roles', 'users', 'centres', 'partners', 'einvoices', 'certificates']),
      ))
  })

  describe('a platform administrator', () => {
    const roleNamed = async (name: string) => {
      const { rows } = await server.must(platformAdmin, 'roles.list', { keyword: name, size: 200 })
      return server.must(platformAdmin, 'roles.get', { id: rows.find((role) => role.name === name)?.id ?? 0 })
    }

    test('a platform administrator alone cannot create, copy or extend a role with a duty', () =>
      expectMoneyUnchanged(async () => {
        const maker = await roleNamed('单位制单')
        const extendedRole = { ...maker, permissions: [...maker.permissions, 'zf:check', 'zf:pay'], acknowledged: true }
        assert.equal((await server.call(platformAdmin, 'roles.update', extendedRole)).error, 'whyNeeded')
        const proposedRole = await server.must(platformAdmin, 'roles.update', { ...extendedRole, why: changeReason })
        assert.deepEqual(
          proposedRole.changes.map(({ differences }) => differences.map(({ after }) => after)),
          [['复核、支付']],
        )
        assert.equal(
          (await server.call(platformAdmin, 'changes.decide', { changeId: proposedRole.changes[0]?.id ?? 0, isApproved: true })).error,
          'ownProposal',
        )
        const finance = await roleNamed('中心财务')
        await server.must(platformAdmin, 'roles.copy', { id: finance.id, name: '副本', acknowledged: true, why: changeReason })
        const roleInput = { name: '新岗', usertype: userType.centre, permissions: ['yufukuan', 'cz:confirm'], why: changeReason }
        assert.deepEqual((await server.must(platformAdmin, 'roles.create', roleInput)).permissions, ['yufukuan'])
      }))

    test('a platform administrator alone cannot give an account a role with a duty', () =>
      expectMoneyUnchanged(async () => {
        const finance = await roleNamed('中心财务')
        const colleague = {
          username: 'alonemate',
          name: '单独人',
          mobile: '13900004466',
          usertype: userType.centre,
          poststatus: postStatus.finance,
          why: changeReason,
        }
        const waitingUser = await server.must(platformAdmin, 'users.create', { ...colleague, roleIds: [finance.id], centres: [{ id: 2, modes: [2] }] })
        assert.deepEqual([waitingUser.rolesWaiting, waitingUser.user.roles], [true, []])
        const auditor = await idOf('auditor')
        assert.equal((await server.must(platformAdmin, 'roles.give', { id: finance.id, add: [auditor], why: changeReason })).isWaiting, true)
        const operation = await idOf('operation')
        const superRole = await roleNamed('超级管理员')
        assert.equal((await server.must(platformAdmin, 'roles.give', { id: superRole.id, add: [operation], why: changeReason })).isWaiting, true)
      }))

    test('a platform administrator alone cannot give a colleague a duty at another centre', async () => {
      const director = await idOf('centre')
      const { rows } = await sql<{ id: number; modes: (1 | 2)[] }>`select centre_id as id, modes from user_centre where user_id = ${director}`.execute(db())
      const centres = [...rows, { id: 3, modes: [1 as const] }]
      const rolesHeld = async () => (await server.must(platformAdmin, 'users.get', { id: director })).roles.map((role) => role.name)
      const before = await rolesHeld()
      await sql`update app_user set poststatus = ${postStatus.director} where id = ${director}`.execute(db())
      assert.equal((await server.call(platformAdmin, 'users.setCentres', { id: director, centres })).error, 'whyNeeded')
      assert.deepEqual(await rolesHeld(), before)
      const widened = await server.must(platformAdmin, 'users.setCentres', { id: director, centres, why: changeReason })
      assert.deepEqual([widened.rolesWaiting, widened.user.roles, widened.user.centres.length], [true, [], rows.length + 1])
      await proveAs(server, 'operation')
      const { rows: proposals } = await server.must('operation', 'changes.list', { isForMe: true, size: 100 })
      const proposal = proposals.find((row) => row.name.includes('centre')) ?? assert.fail('no proposal')
      await server.must('operation', 'changes.decide', { changeId: proposal.id, isApproved: true })
      assert.deepEqual(await rolesHeld(), before, 'another person gives the duties back')
      const narrowed = await server.must(platformAdmin, 'users.setCentres', { id: director, centres: rows })
      assert.deepEqual([narrowed.rolesWaiting, narrowed.user.roles.length], [false, before.length], 'taking a centre away takes one person')
    })

    test('a centre’s director alone cannot give a colleague a role with a duty', () =>
      expectMoneyUnchanged(async () => {
        await proveAs(server, 'centre')
        const finance = await roleNamed('中心财务')
        const colleague = {
          username: 'alonemate2',
          name: '单独人',
          mobile: '13900004467',
          usertype: userType.centre,
          poststatus: postStatus.finance,
          why: changeReason,
        }
        const userInput = { ...colleague, roleIds: [finance.id], centres: [{ id: 2, modes: [2 as const] }] }
        const centreUser = await server.must('centre', 'users.create', userInput, at)
        assert.equal(centreUser.rolesWaiting, true)
        const change = (await server.must('centre', 'users.get', { id: centreUser.user.id }, at)).changes[0] ?? assert.fail('no proposal')
        assert.equal((await server.call('centre', 'changes.decide', { changeId: change.id, isApproved: true }, at)).error, 'forbidden')
      }))

    test('a platform administrator alone cannot change a limit per person', () =>
      expectMoneyUnchanged(async () => {
        const { version } = await server.must(platformAdmin, 'centres.personLimit', {})
        assert.equal((await server.call(platformAdmin, 'centres.setPersonLimit', { version, limit: '9999999' })).error, 'whyNeeded')
        const limitAnswer = await server.must(platformAdmin, 'centres.setPersonLimit', { version, limit: '9999999', why: changeReason })
        assert.deepEqual([limitAnswer.limit, limitAnswer.changes.length], [null, 1])
      }))

    test('an account created by an administrator records its creator', async () => {
      const loneUser = await server.must(platformAdmin, 'users.create', {
        username: 'alonemade',
        name: '单独人',
        mobile: '13900004468',
        usertype: userType.platform,
        roleIds: [(await server.must(platformAdmin, 'roles.create', { name: '只读岗', usertype: userType.platform, permissions: ['zfpzList'] })).id],
      })
      const { rows } = await sql<{ made_by: number }>`select made_by from app_user where id = ${loneUser.user.id}`.execute(db())
      assert.deepEqual(rows, [{ made_by: await idOf(platformAdmin) }])
    })

    test('the database refuses duties, limits and accounts of new partners without two people', async () => {
      const runRolledBack = (query: string, role = 'app_rw') =>
        inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '1' }, async (trx) => {
          await sql.raw(`set local role ${role}`).execute(trx)
          await sql.raw(query).execute(trx)
          throw new Error('done')
        }).catch((error: Error) => error.message)
      const director = "(select id from app_user where username = 'centre')"
      assert.match(await runRolledBack(`insert into user_centre (user_id, centre_id, modes) values (${director}, 3, '{1}')`, 'app_accounts'), /only two people/)
      const viewer = "(select id from role where name = '单位查询')"
      const finance = "(select id from role where name = '中心财务')"
      const auditorQuery = "(select id from app_user where username = 'auditor')"
      const twoPeopleError = /two people|one person that another approved/
      assert.match(await runRolledBack(`insert into role_permission values (${viewer}, 'zf:pay')`), twoPeopleError)
      assert.match(
        await runRolledBack(`update role_permission set permission = 'zf:pay' where role_id = ${viewer} and permission = 'yufukuan'`),
        twoPeopleError,
      )
      assert.match(await runRolledBack(`update role set duties = '{zf:pay}' where id = ${viewer}`), twoPeopleError)
      assert.match(await runRolledBack("insert into role (name, usertype, duties) values ('x', 2, '{zf:pay}')"), /must start disabled/)
      for (const role of ['app_rw', 'app_accounts']) {
        assert.match(await runRolledBack(`insert into user_role values (${auditorQuery}, ${finance})`, role), twoPeopleError)
        assert.match(await runRolledBack(`update user_role set role_id = ${finance} where user_id = ${auditorQuery}`, role), twoPeopleError)
        assert.match(await runRolledBack(`update app_user set duty_roles = array[${finance}] where id = ${auditorQuery}`, role), twoPeopleError)
      }
      assert.match(await runRolledBack('update platform_setting set person_month_limit_fen = 1'), twoPeopleError)
      const partner =
        "insert into partner (code, kind, name, contact_name, contact_mobile, account_name, created_at) values ('X', 'person', 'x', 'x', 'x', 'x', now())"
      assert.match(await runRolledBack(partner), /must start disabled/)
      assert.equal(await runRolledBack(`delete from role_permission where permission = 'zf:pay'`), 'done', 'one person takes a duty away')
    })

    test('the program and the database agree on the permissions that carry a duty', async () => {
      const keys = [...permissionKeys]
      const { rows } = await sql<{ key: string }>`select key from unnest(${keys}::text[]) key where app.carries_duty(key)`.execute(db())
      assert.deepEqual(rows.map(({ key }) => key).sort(), keys.filter(carriesDuty).sort())
    })

    test('granting a duty takes two people, and withdrawing it takes one', async () => {
      const role = await withSecondPerson(server, () =>
        server.must(platformAdmin, 'roles.create', { name: '出纳岗', usertype: userType.platform, permissions: ['yufukuan', 'refund:pay'], why: changeReason }),
      )
      const loadRole = () => server.must(platformAdmin, 'roles.get', { id: role.id })
      assert.deepEqual((await loadRole()).permissions, ['refund:pay', 'yufukuan'])
      const id = await idOf('operation')
      await proveAs(server, platformAdmin)
      await server.must(platformAdmin, 'roles.give', { id: role.id, add: [id], why: changeReason })
      const rolesOf = async () => (await server.must(platformAdmin, 'users.get', { id })).roles.map(({ name }) => name)
      assert.ok(!(await rolesOf()).includes('出纳岗'))
      await approveChanges(server)
      assert.ok((await rolesOf()).includes('出纳岗'))
      await server.must(platformAdmin, 'roles.update', { ...(await loadRole()), permissions: ['yufukuan'] })
      assert.deepEqual((await loadRole()).permissions, ['yufukuan'])
      await server.must(platformAdmin, 'roles.give', { id: role.id, take: [id] })
      assert.ok(!(await rolesOf()).includes('出纳岗'))
    })
  })

  /**
   * Expects every write of these modules to be forbidden. An exception is the query of the quota at the issuing
   * channel, which changes nothing there.
   */
  async function expectForbidden(who: string, barred: readonly string[]): Promise<void> {
    const dice = new Dice(20_261_127)
    const { id } = await demoAccount(server, who)
    const barredWrites = allOperations.filter(({ name, module, spec }) => spec.kind === 'write' && barred.includes(module) && name !== 'einvoices.askQuota')
    assert.ok(barredWrites.length > 10)
    for (const named of barredWrites) {
      const body = await sendAs(
        server,
        id,
        named,
        validInput(named.spec.input, dice, () => 1),
        { centre: '2', mode: '2' },
      )
      assert.equal(body.error, 'forbidden', named.name)
    }
  }
})
