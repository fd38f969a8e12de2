import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus, type Post, postStatus, userType } from '#/domain/base/codes.ts'
import { withSecondPerson } from '#/server/access/changes/testing.ts'
import { protectLastAdmins } from '#/server/access/users/editing.ts'
import { update } from '#/server/access/users/store-changes.ts'
import { openByLink, openSession } from '#/server/access/users/testing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { buildContext, systemActor, systemScope } from '#/server/kernel/kernel.ts'
import { callDirectly } from '#/server/kernel/request/external-calls.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('accounts', () => {
  const server = testServer()

  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) => (await db().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  const roleId = async (name: string) => (await db().selectFrom('role').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const person = (username: string) => ({ username, name: '新同事', mobile: '13800001111' })
  const names = async (who: string, input = {}, at?: { centre: number }) =>
    (await server.must(who, 'users.list', { size: 200, ...input }, at)).rows.map((row) => row.username)
  const row = async (who: string, username: string) => {
    const user = (await server.must(who, 'users.list', { keyword: username })).rows.find((each) => each.username === username)
    return user ?? assert.fail(`${who} does not see ${username}`)
  }

  const centreUser = async (username: string, role = '中心财务', poststatus: Post = postStatus.finance) => {
    const roleIds = [await roleId(role)]
    const userInput = {
      ...person(username),
      usertype: userType.centre,
      poststatus,
      roleIds,
      centres: [{ id: 2, modes: [1 as const, 2 as const] }],
      why: '新员工入职',
    }
    return withSecondPerson(server, () => server.must('platform', 'users.create', userInput))
  }
  const maker = async (username: string, who = 'unit1') =>
    server.must(who, 'users.create', { ...person(username), usertype: userType.unit, roleIds: [await roleId('单位制单')] })

  test('users list only the accounts within their scope', async () => {
    assert.ok((await names('platform')).includes('platform'))
    assert.deepEqual((await names('unit1')).sort(), ['checker', 'maker', 'newcomer', 'payer', 'payer2', 'unit1'])
    assert.deepEqual((await names('unit2')).sort(), ['checker02', 'checker2', 'maker02', 'payer02', 'pending', 'unit2'])
    const centreNames = await names('centre')
    for (const username of ['centre', 'auditor', 'finance', 'maker', 'unit2', 'operator']) assert.ok(centreNames.includes(username), username)
    for (const username of ['platform', 'partner', 'auditor05']) assert.ok(!centreNames.includes(username), username)
    const otherCentreNames = await names('centre', {}, { centre: 5 })
    assert.ok(otherCentreNames.includes('auditor05') && otherCentreNames.includes('centre'))
    for (const username of ['auditor', 'finance', 'operator']) assert.ok(!otherCentreNames.includes(username), username)
    assert.equal((await server.call('centre', 'users.list', {}, { centre: 4 })).error, 'choose_centre')
    assert.deepEqual((await names('auditor')).sort(), centreNames.sort())
    assert.equal((await server.call('auditor', 'users.disable', { id: await idOf('maker'), reason: '试试看' })).error, 'forbidden')
    for (const demoUsername of ['maker', 'checker', 'payer', 'finance', 'operator', 'partner'])
      assert.equal((await server.call(demoUsername, 'users.list', {})).error, 'forbidden', demoUsername)
  })

  test('filters of the account list match their own fields', async () => {
    assert.deepEqual((await names('platform', { usertype: userType.platform })).sort(), ['caiwu', 'operation', 'platform'])
    assert.deepEqual(await names('platform', { poststatus: postStatus.auditor, centreId: 2 }), ['auditor'])
    assert.deepEqual((await names('platform', { unitId: 1, roleId: await roleId('单位制单') })).sort(), ['maker', 'newcomer'])
    assert.deepEqual((await names('platform', { status: accountStatus.pending })).sort(), ['payer2', 'pending'])
    assert.deepEqual(await names('platform', { review: 'rejected' }), ['checker2'])
    const makerRow = await row('unit1', 'maker')
    assert.deepEqual([makerRow.mobile, makerRow.province, makerRow.subject], ['139****0005', '33', '星河互娱科技有限公司'])
    assert.ok((await names('platform', { province: '33' })).includes('maker'))
    assert.ok(!(await names('platform', { province: '11' })).includes('maker'))
    assert.deepEqual((await row('unit1', 'payer')).duties, ['payer'])
    assert.equal((await row('unit1', 'payer')).paymentPassword, 'set')
    assert.equal((await row('unit1', 'maker')).paymentPassword, 'none')
    assert.deepEqual(await names('unit1', { keyword: '%' }), [])
  })

  test('only accounts that hold a delegated right (islr, isdl) can grant it', async () => {
    const { user } = await centreUser('keyer1')
    assert.deepEqual([user.islr, user.isdl], ['0', '0'])
    const markedUser = await server.must('centre', 'users.update', { id: user.id, islr: '1', isdl: '1' })
    assert.deepEqual([markedUser.islr, markedUser.isdl, markedUser.name], ['1', '1', user.name])
    const [entry] = (await server.must('platform', 'audit.list', { action: 'users.update' })).rows
    assert.equal(entry?.refId, String(user.id))
    assert.equal((await server.must('centre', 'users.update', { id: user.id, islr: '0' })).islr, '0')
    const maker = await idOf('maker')
    assert.equal((await server.call('centre', 'users.update', { id: maker, islr: '1' })).error, 'keyInMisfit')
    for (const mark of [{ islr: '1' }, { isdl: '1' }] as const)
      assert.equal((await server.call('unit1', 'users.update', { id: maker, ...mark })).error, 'markBeyond')
    await db().updateTable('app_user').set({ islr: 0 }).where('username', '=', 'centre').execute()
    assert.equal((await server.call('centre', 'users.update', { id: user.id, islr: '1' })).error, 'markBeyond')
    assert.equal((await (await openSession(server, 'centre', demoPassword)).call('auth.info')).islr, '0')
    assert.equal((await (await openSession(server, 'platform', demoPassword)).call('auth.info')).islr, '1')
    await db().updateTable('app_user').set({ islr: 1 }).where('username', '=', 'centre').execute()
    await db().deleteFrom('user_centre').where('user_id', '=', user.id).execute()
  })

  test('a user with a cross-centre post can only read data of the centres of the post', async () => {
    for (const centre of [2, 5]) assert.equal((await server.call('supervisor', 'units.list', {}, { centre, mode: 2 })).code, 1, String(centre))
    assert.equal((await server.call('supervisor', 'units.list', {}, { centre: 3, mode: 2 })).error, 'choose_centre')
    const centrePlace = { centre: 2, mode: 2 } as const
    for (const key of ['payments.list', 'vouchers.list', 'prepayments.list', 'contracts.list'] as const)
      assert.equal((await server.call('supervisor', key, {}, centrePlace)).code, 1, key)
    const refusedAnswers = await Promise.all([
      server.call('supervisor', 'payments.audit', { batchId: 1, isApproved: true } as never, centrePlace),
      server.call('supervisor', 'users.disable', { id: await idOf('maker'), reason: '试试看' }, centrePlace),
      server.call('supervisor', 'applications.invite', {}, centrePlace),
    ])
    assert.deepEqual(new Set(refusedAnswers.map((each) => each.error)), new Set(['forbidden']))
  })

  test('operations on accounts refuse accounts outside the caller’s scope', async () => {
    const id = await idOf('maker02')
    const role = [await roleId('单位制单')]
    const scopeAnswers = await Promise.all([
      server.call('unit1', 'users.get', { id }),
      server.call('unit1', 'users.update', { id, name: '别人' }),
      server.call('unit1', 'users.setRoles', { id, roleIds: role }),
      server.call('unit1', 'users.setCentres', { id, centres: [{ id: 2, modes: [1] }] }),
      server.call('unit1', 'users.resetPassword', { id }),
      server.call('unit1', 'users.unlock', { id }),
      server.call('unit1', 'users.disable', { id, reason: '试试看' }),
      server.call('unit1', 'users.enable', { id }),
      server.call('unit1', 'users.signOut', { id }),
    ])
    assert.deepEqual(
      scopeAnswers.map((each) => each.error),
      scopeAnswers.map(() => 'notFound'),
    )
    await server.call(null, 'auth.login', { username: 'maker02', password: demoPassword })
    assert.equal((await server.must('unit1', 'users.signIns', { id })).count, 0)
    assert.equal((await server.must('unit2', 'users.signIns', { id })).count, 1)
    assert.equal((await server.must('unit1', 'users.changes', { id })).count, 0)
    const foreignUserId = await idOf('auditor05')
    assert.equal((await server.call('centre', 'users.get', { id: foreignUserId }, { centre: 2 })).error, 'notFound')
    assert.equal((await server.call('centre', 'users.disable', { id: await idOf('platform'), reason: '试试看' })).error, 'notFound')
    assert.deepEqual(await server.must('unit1', 'users.subjects', { usertype: userType.operator }), [])
    assert.deepEqual(
      (await server.must('unit1', 'users.subjects', { usertype: userType.unit })).map((subject) => subject.id),
      [1],
    )
    const otherSubjects = await server.must('centre', 'users.subjects', { usertype: userType.operator, keyword: '' }, { centre: 5 })
    const unrelatedUsers = await db()
      .selectFrom('operator')
      .select('id')
      .where('centre_id', '<>', 5)
      .where('id', 'in', otherSubjects.map((each) => each.id).concat(0))
      .execute()
    assert.deepEqual(unrelatedUsers, [])
    assert.equal((await server.call('unit1', 'users.applications', {})).error, 'forbidden')
  })

  test('unit and centre administrators cannot grant roles, units, posts or centres beyond theirs', async () => {
    const roles = { super: await roleId('超级管理员'), audit: await roleId('中心审核'), maker: await roleId('单位制单'), finance: await roleId('中心财务') }
    const make = (who: string, input: object) =>
      server.call(who, 'users.create', { ...person('hostile1'), usertype: userType.unit, roleIds: [roles.maker], ...input } as never)
    assert.equal((await make('unit1', { usertype: userType.platform, roleIds: [roles.super] })).error, 'usertypeBeyond')
    assert.equal(
      (await make('unit1', { usertype: userType.centre, roleIds: [roles.finance], poststatus: postStatus.finance, centres: [{ id: 2, modes: [1] }] })).error,
      'usertypeBeyond',
    )
    assert.equal((await make('unit1', { unitId: 2 })).error, 'subjectUnknown')
    assert.equal((await make('unit1', { roleIds: [roles.finance] })).error, 'roleMisfit')
    assert.equal((await make('unit1', { roleIds: [999] })).error, 'unknownRole')
    assert.equal((await make('unit1', { poststatus: postStatus.director })).error, 'postMisfit')
    assert.equal((await make('unit1', { centres: [{ id: 2, modes: [1] }] })).error, 'centresMisfit')
    const centre = { usertype: userType.centre, poststatus: postStatus.auditor, roleIds: [roles.audit], centres: [{ id: 2, modes: [1, 2] }] }
    const grantRefusal = await make('centre', centre)
    assert.equal(grantRefusal.error, 'grantBeyond')
    assert.match(grantRefusal.message, /中心审核.*中心审核/)
    assert.equal((await make('centre', { ...centre, roleIds: [roles.super] })).error, 'roleMisfit')
    const financeUser = { ...centre, poststatus: postStatus.finance, roleIds: [roles.finance] }
    assert.equal((await make('centre', { ...financeUser, centres: [{ id: 4, modes: [1] }] })).error, 'centresBeyond')
    assert.equal((await make('centre', { ...financeUser, centres: [{ id: 5, modes: [1] }] })).error, 'centresBeyond')
    assert.equal(
      (
        await make('centre', {
          ...financeUser,
          centres: [
            { id: 2, modes: [1] },
            { id: 5, modes: [2] },
          ],
        })
      ).error,
      'oneCentre',
    )
    assert.equal((await make('centre', { ...financeUser, poststatus: postStatus.none })).error, 'postNeeded')
    assert.equal((await make('centre', { ...financeUser, centres: [] })).error, 'centresNeeded')
    assert.equal((await make('centre', { usertype: userType.unit, unitId: 1 })).error, 'grantBeyond')
    assert.equal((await server.call('platform', 'users.get', { id: 1 })).code, 1)
    assert.ok(!(await names('platform')).includes('hostile1'))
  })

  test('accounts of the same level with more rights or other centres cannot be managed', async () => {
    const auditor = await idOf('auditor')
    assert.equal((await server.call('centre', 'users.resetPassword', { id: auditor })).error, 'aboveYou')
    assert.equal((await server.call('centre', 'users.setRoles', { id: auditor, roleIds: [await roleId('中心财务')] })).error, 'aboveYou')
    const newDirector = await centreUser('roamer1', '中心负责人', 1)
    // The director works at centre 5 in the other mode only.
    const bothCentres = [2, 5].map((id) => ({ id, modes: [1 as const] }))
    await withSecondPerson(server, () => server.must('platform', 'users.setCentres', { id: newDirector.user.id, centres: bothCentres, why: '兼任' }))
    assert.equal((await server.call('centre', 'users.resetPassword', { id: newDirector.user.id })).error, 'otherCentres')
    assert.equal((await server.call('centre', 'users.setCentres', { id: newDirector.user.id, centres: [{ id: 2, modes: [1] }] })).error, 'otherCentres')
    const roleIds = [await roleId('平台运营')]
    const operation = await withSecondPerson(server, () =>
      server.must('platform', 'users.create', { ...person('operation1'), usertype: userType.platform, roleIds, why: '新员工入职' }),
    )
    await openByLink(server, 'operation1', 'Fresh#2026')
    const worker = await openSession(server, 'operation1', 'Fresh#2026')
    assert.equal((await worker.call('users.resetPassword', { id: '1' })).error, 'aboveYou')
    assert.equal((await worker.call('users.disable', { id: '1', reason: '夺权' })).error, 'aboveYou')
    assert.equal(
      (await worker.call('users.setRoles', { id: String(operation.user.id), roleIds: JSON.stringify([await roleId('超级管理员')]) })).error,
      'ownAccount',
    )
    const secondAccount = { username: 'second1', name: '同伙', mobile: '13800002222', usertype: '1', roleIds: JSON.stringify([await roleId('超级管理员')]) }
    assert.equal((await worker.call('users.create', secondAccount)).error, 'grantBeyond')
  })

  test('an administrator cannot manage their own account', async () => {
    const id = await idOf('unit1')
    for (const answer of [
      await server.call('unit1', 'users.disable', { id, reason: '再见再见' }),
      await server.call('unit1', 'users.setRoles', { id, roleIds: [await roleId('单位制单')] }),
      await server.call('unit1', 'users.resetPassword', { id }),
      await server.call('unit1', 'users.update', { id, name: '自己' }),
      await server.call('unit1', 'users.signOut', { id }),
    ])
      assert.equal(answer.error, 'ownAccount')
  })

  test('the owner of a new account chooses the password through a one-time link', async () => {
    const createdMaker = await maker('xinren1')
    const { user } = createdMaker
    assert.deepEqual([user.status, user.mustChange, user.roles.map((role) => role.name)], [8, true, ['单位制单']])
    assert.deepEqual([createdMaker.sentTo, createdMaker.isOnPaper, 'password' in createdMaker], [user.mobile, false, false])
    await openByLink(server, 'xinren1', 'Mine#2026x')
    const texts = await sql<{ body: string }>`select body from outbox where body like '%xinren1%'`.execute(db())
    assert.match(texts.rows[0]?.body ?? '', /已为您开通账号 xinren1，请在 24 小时内打开 \S+ticket=\S+ 设置登录密码/)
    const second = await openSession(server, 'xinren1', 'Mine#2026x')
    assert.equal(second.isEditPassWord, 1)
    assert.equal((await second.call('prepayments.accounts')).code, 1)

    const linkDelivery = await server.must('unit1', 'users.resetPassword', { id: user.id })
    assert.ok(!JSON.stringify(linkDelivery).includes('password":"'))
    assert.match(linkDelivery.sentTo, /^1\d{2}\*{4}\d{4}$/)
    assert.equal((await second.call('prepayments.accounts')).code, 50008)
    assert.equal((await openSession(server, 'xinren1', 'Mine#2026x')).token, undefined)
    const storedWords = await sql<{
      words: string
    }>`select string_agg(detail::text, ' ') as words from audit_log where ref_type = 'user' and ref_id = ${String(user.id)}`.execute(db())
    assert.ok(!storedWords.rows[0]?.words.includes('Mine#2026x'))
    assert.deepEqual(
      (await server.must('unit1', 'users.changes', { id: user.id })).rows.map((each) => each.action),
      ['users.resetPassword', 'recovery.reset', 'users.create'],
    )
    const signInRows = (await server.must('unit1', 'users.signIns', { id: user.id })).rows
    assert.deepEqual(
      signInRows.map((each) => each.isDone),
      [false, true],
    )
  })

  test('a disabled or locked user has no access until the account is enabled or unlocked', async () => {
    const { user } = await maker('tuichu1')
    const password = 'Mine#2026y'
    await openByLink(server, 'tuichu1', password)
    assert.equal((await server.call('unit1', 'users.signOut', { id: user.id })).error, 'notOnline')
    const session = await openSession(server, 'tuichu1', password)
    assert.equal((await row('unit1', 'tuichu1')).isOnline, true)
    assert.equal((await server.must('unit1', 'users.get', { id: user.id })).sessions[0]?.ip, '127.0.0.9')
    await server.must('centre', 'users.signOut', { id: user.id })
    assert.equal((await session.call('auth.info')).code, 50008)
    const secondSession = await openSession(server, 'tuichu1', password)
    const disabledUser = await server.must('unit1', 'users.disable', { id: user.id, reason: '离职' })
    assert.equal(disabledUser.status, 5)
    assert.equal((await secondSession.call('auth.info')).code, 50008)
    assert.equal((await openSession(server, 'tuichu1', password)).token, undefined)
    assert.equal((await server.call('unit1', 'users.resetPassword', { id: user.id })).error, 'wrongStatus')
    await server.must('unit1', 'users.enable', { id: user.id })
    for (let attempt = 0; attempt < 5; attempt++) await openSession(server, 'tuichu1', 'Wrong#2026')
    assert.deepEqual(await names('unit1', { isLocked: true }), ['tuichu1'])
    assert.equal((await openSession(server, 'tuichu1', password)).token, undefined)
    await server.must('unit1', 'users.unlock', { id: user.id })
    assert.ok((await openSession(server, 'tuichu1', password)).token)
    assert.equal((await server.call('unit1', 'users.unlock', { id: user.id })).error, 'notLocked')
    const reasons = (await server.must('unit1', 'users.changes', { id: user.id })).rows.find((each) => each.action === 'users.disable')
    assert.deepEqual([reasons?.words, reasons?.by], ['离职', '苏明远'])
  })

  test('invalid fields and taken user names are refused with a message in the caller’s language', async () => {
    const roleIds = [await roleId('单位制单')]
    const baseInput = { ...person('field1'), usertype: userType.unit, roleIds }
    const createRefused = async (input: object) => server.call('unit1', 'users.create', { ...baseInput, ...input } as never)
    assert.match((await createRefused({ name: '甲' })).message, /不得小于2个或大于30个字符!/)
    assert.match((await createRefused({ name: ' ' })).message, /不能为空!/)
    assert.match((await createRefused({ mobile: '2380000111' })).message, /手机号码格式错误/)
    assert.match((await createRefused({ mobile: '' })).message, /手机号码不能为空!/)
    for (const username of ['abc', 'a'.repeat(33), 'with space', '中文用户', 'a_b-c'])
      assert.equal((await createRefused({ username })).error, 'invalid_input', username)
    const takenNameAnswer = await createRefused({ username: 'MaKeR' })
    assert.equal(takenNameAnswer.error, 'usernameTaken')
    assert.match(takenNameAnswer.message, /MaKeR.*不区分大小写/)
    assert.match((await server.call('unit1', 'users.create', { ...baseInput, username: 'MAKER02' }, { language: 'en' })).message, /taken/)
    assert.ok((await server.must('unit1', 'users.create', { ...baseInput, username: 'Field1' })).sentTo)
    assert.equal((await createRefused({ username: 'fIELD1' })).error, 'usernameTaken')
  })

  const runAsOwner = (work: (ctx: Context) => Promise<void>) => {
    const { kernel } = server.running
    const from = { language: 'zh', action: 'users.test', requestId: 'test', ip: 'test', agent: 'test', outside: callDirectly } as const
    return asOwner(kernel.database, (trx) => work(buildContext(kernel, { trx, actor: systemActor, scope: systemScope, ...from, notes: [] })))
  }
  const activeSuperAdmins = async () => {
    const result = await sql<{ username: string }>`select distinct username from app_user join user_role on user_id = id join role_permission using (role_id)
      where permission = 'admin3' and status = ${accountStatus.active}`.execute(db())
    return result.rows.map((each) => each.username)
  }

  test('the last account with full rights and a unit’s last administrator cannot be removed', async () => {
    assert.deepEqual(await activeSuperAdmins(), ['platform'])
    const disableUser = (id: number, unitId: number | null) =>
      runAsOwner((ctx) => protectLastAdmins(ctx, { id, unit_id: unitId }, () => update(ctx, id, { status: accountStatus.disabled })))
    await assert.rejects(disableUser(1, null), { error: 'lastSuper' })
    assert.deepEqual(await activeSuperAdmins(), ['platform'])
    const admin = await idOf('unit1')
    assert.equal((await server.call('platform', 'users.disable', { id: admin, reason: '最后一名' })).error, 'lastAdmin')
    assert.equal((await server.call('centre', 'users.disable', { id: admin, reason: '最后一名' })).error, 'lastAdmin')
    assert.equal((await server.call('platform', 'users.setRoles', { id: admin, roleIds: [await roleId('单位查询')] })).error, 'lastAdmin')
    assert.equal((await row('platform', 'unit1')).status, 8)
  })

  test('two concurrent removals leave one account with full rights', async () => {
    const roleIds = [await roleId('超级管理员')]
    const secondAdmin = await withSecondPerson(server, () =>
      server.must('platform', 'users.create', { ...person('super2'), usertype: userType.platform, roleIds, why: '增设管理员' }),
    )
    await openByLink(server, 'super2', 'Fresh#2026')
    const second = await openSession(server, 'super2', 'Fresh#2026')
    const results = await Promise.all([
      server.call('platform', 'users.disable', { id: secondAdmin.user.id, reason: '互相停用' }),
      second.call('users.disable', { id: '1', reason: '互相停用' }),
    ])
    assert.equal(results.filter((result) => result.code === 1).length, 1)
    assert.deepEqual((await activeSuperAdmins()).length, 1)
    const losingAnswer = results.find((result) => result.code !== 1)
    assert.ok(losingAnswer?.error === 'lastSuper' || losingAnswer?.error === 'signed_out')
  })
})
