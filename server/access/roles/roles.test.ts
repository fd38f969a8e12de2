import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { usertypesOf } from '#/api/rights.ts'
import { roles as demoRoles } from '#/db/base/roles.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { approveChanges, proveAs, withSecondPerson } from '#/server/access/changes/testing.ts'
import { startApp } from '#/server/app/start.ts'
import { testServer } from '#/server/tests/testing.ts'

const commonPermissions = ['/dashboard', '/persons/centers']

describe('roles', () => {
  const server = testServer()
  let nameCount = 0
  let editingId = 0
  before(async () => {
    // Further platform accounts: a role editor without admin3, a second administrator and a clerk.
    for (const [id, username] of [
      [901, 'editor'],
      [902, 'admin2'],
      [903, 'clerk'],
    ] as const)
      await sql`insert into app_user (id, username, name, usertype, status, password_hash, created_at)
        select ${id}, ${username}, ${username}, 1, 8, password_hash, created_at from app_user where id = 1`.execute(db())
    const editingRole = await make({ permissions: [...commonPermissions, 'EditRose', 'EditRoseval', 'role:edit', 'zfpzList'] })
    await assignWithSecondPerson(editingRole.id, 901)
    editingId = editingRole.id
  })

  const db = () => server.running.kernel.database.kysely
  /** Starts and stops another server on the same database. */
  const restart = async () => {
    const { kernel } = server.running
    const secondApp = await startApp(kernel.settings, kernel.log, {
      demoSize: 'small',
      withoutWorkers: true,
      database: { ...kernel.database, close: async () => undefined },
    })
    await secondApp.stop()
  }
  const freshName = () => `角色${++nameCount}`
  const changeReason = '岗位调整'
  const make = async (role: { permissions: string[]; usertype?: number; acknowledged?: boolean }) => {
    const createdRole = await withSecondPerson(server, () =>
      server.must('platform', 'roles.create', { name: freshName(), usertype: userType.platform, why: changeReason, ...role }),
    )
    return server.must('platform', 'roles.get', { id: createdRole.id })
  }
  const assignWithSecondPerson = (id: number, userId: number) =>
    withSecondPerson(server, () => server.must('platform', 'roles.give', { id, add: [userId], why: changeReason }))
  const roleNamed = async (name: string) => {
    const role = (await server.must('platform', 'roles.list', { keyword: name, size: 200 })).rows.find((role) => role.name === name)
    assert.ok(role, `no role ${name}`)
    return server.must('platform', 'roles.get', { id: role.id })
  }
  // The permission rows are in `data` itself, not in a nested object (specification §3).
  const keysOf = async (who: string) => ((await server.must(who, 'auth.info', {})) as unknown as { permission: string }[]).map((row) => row.permission)

  test('adding or removing a key opens or closes a page for members on their next request', async () => {
    assert.equal((await server.call('maker', 'audit.list', {})).error, 'forbidden')
    const role = await make({ usertype: userType.unit, permissions: ['syslog'] })
    assert.equal((await server.must('platform', 'roles.give', { id: role.id, add: [5] })).memberCount, 1)
    assert.ok((await keysOf('maker')).includes('syslog'))
    assert.equal((await server.call('maker', 'audit.list', {})).code, 1)
    await server.must('platform', 'roles.update', { ...role, permissions: ['zfpzList'] })
    assert.equal((await server.call('maker', 'audit.list', {})).error, 'forbidden')
    await server.must('platform', 'roles.give', { id: role.id, take: [5] })
    assert.equal((await server.must('platform', 'roles.members', { id: role.id })).count, 0)
  })

  test('a permission removed from a built-in role stays removed after a restart', async () => {
    const viewer = await roleNamed('单位查询')
    const remainingKeys = viewer.permissions.filter((key) => key !== 'yufukuan')
    await server.must('platform', 'roles.update', { ...viewer, permissions: remainingKeys })
    await restart()
    assert.deepEqual((await roleNamed('单位查询')).permissions, remainingKeys)
    await server.must('platform', 'roles.update', { ...(await roleNamed('单位查询')), permissions: viewer.permissions })
  })

  test('a restart does not recreate a renamed built-in role', async () => {
    const viewer = await roleNamed('单位查询')
    await server.must('platform', 'roles.update', { ...viewer, name: '单位只读' })
    const before = (await server.must('platform', 'roles.list', {})).count
    await restart()
    assert.equal((await server.must('platform', 'roles.list', {})).count, before)
    await server.must('platform', 'roles.update', { ...(await roleNamed('单位只读')), name: viewer.name })
  })

  test('a permission of a new version is added once to its built-in roles', async () => {
    const viewer = await roleNamed('单位查询')
    // Simulates a database from before this permission existed.
    await sql`delete from role_right_given where role_id = ${viewer.id} and permission = 'yufukuan'`.execute(db())
    await sql`delete from role_permission where role_id = ${viewer.id} and permission = 'yufukuan'`.execute(db())
    await restart()
    assert.deepEqual((await roleNamed('单位查询')).permissions, viewer.permissions)
  })

  test('editors cannot grant keys they lack by creating, updating, copying or assigning a role', async () => {
    const keyRefusal = await server.call('editor', 'roles.create', { name: freshName(), usertype: userType.platform, permissions: ['yufukuan'] })
    assert.equal(keyRefusal.error, 'lacking')
    assert.match(keyRefusal.message, /yufukuan/)
    assert.equal((await server.call('editor', 'roles.create', { name: freshName(), usertype: userType.platform, permissions: ['admin3'] })).error, 'lacking')
    const customRole = await server.must('editor', 'roles.create', { name: freshName(), usertype: userType.platform, permissions: ['zfpzList'] })
    assert.equal((await server.call('editor', 'roles.update', { ...customRole, permissions: ['zfpzList', 'admin3'] })).error, 'lacking')
    const superRole = await roleNamed('超级管理员')
    assert.equal((await server.call('editor', 'roles.copy', { id: superRole.id, name: freshName() })).error, 'lacking')
    assert.equal((await server.call('editor', 'roles.give', { id: superRole.id, add: [903] })).error, 'higherRole')
    assert.equal((await server.call('editor', 'roles.update', { ...superRole, permissions: [...commonPermissions] })).error, 'higherRole')
    assert.match((await server.must('editor', 'roles.get', { id: superRole.id })).may.edit, /admin3/)
  })

  test('editors can neither change their own role nor assign themselves another', async () => {
    const editorRole = await server.must('editor', 'roles.get', { id: editingId })
    assert.equal((await server.call('editor', 'roles.update', { ...editorRole, permissions: ['role:edit'] })).error, 'ownRole')
    const secondRole = await make({ permissions: ['zfpzList'] })
    assert.equal((await server.call('editor', 'roles.give', { id: secondRole.id, add: [901] })).error, 'ownRole')
    assert.equal((await server.must('editor', 'roles.give', { id: secondRole.id, add: [903] })).memberCount, 1)
  })

  test('accounts outside the platform are refused, even with role permissions', async () => {
    const role = await make({ usertype: userType.unit, permissions: ['zfpzList'] })
    await sql`insert into role_permission values (${role.id}, 'EditRose'), (${role.id}, 'role:edit'), (${role.id}, 'EditRoseval')`.execute(db())
    await sql`insert into user_role values (6, ${role.id})`.execute(db())
    assert.equal((await server.call('checker', 'roles.list', {})).error, 'platformOnly')
    assert.equal(
      (await server.call('checker', 'roles.create', { name: freshName(), usertype: userType.unit, permissions: ['zfpzList'] })).error,
      'platformOnly',
    )
    assert.equal((await server.call('checker', 'roles.give', { id: role.id, add: [5] })).error, 'platformOnly')
    assert.equal((await server.call('checker', 'roles.permissions', {})).error, 'platformOnly')
    const report = await server.must('platform', 'roles.check', {})
    assert.ok(report.findings.some((finding) => finding.kind === 'wrongUsertype' && finding.subject === 'role:edit' && finding.roles.includes(role.name)))
    await sql`delete from user_role where role_id = ${role.id}`.execute(db())
    await sql`delete from role_permission where role_id = ${role.id}`.execute(db())
  })

  test('the last admin cannot be removed, not even by two concurrent removals', async () => {
    const superRole = await roleNamed('超级管理员')
    assert.equal((await server.call('platform', 'roles.give', { id: superRole.id, take: [1] })).error, 'lastAdmin')
    assert.equal((await server.call('platform', 'roles.update', { ...superRole, permissions: commonPermissions })).error, 'lastAdmin')
    const second = await make({ permissions: ['admin3'] })
    await assignWithSecondPerson(second.id, 902)
    const concurrentAnswers = await Promise.all([
      server.call('platform', 'roles.give', { id: superRole.id, take: [1] }),
      server.call('admin2', 'roles.give', { id: second.id, take: [902] }),
    ])
    assert.deepEqual(concurrentAnswers.map((answer) => answer.error ?? 'done').sort(), ['done', 'lastAdmin'])
    const remainingAdmins = await sql<{
      id: number
    }>`select user_id as id from user_role join role_permission using (role_id) where permission = 'admin3'`.execute(db())
    assert.equal(remainingAdmins.rows.length, 1)
    const [keeper, leaver] = remainingAdmins.rows[0]?.id === 1 ? (['platform', 902] as const) : (['admin2', 1] as const)
    await proveAs(server, keeper)
    await server.must(keeper, 'roles.give', { id: leaver === 1 ? superRole.id : second.id, add: [leaver], why: changeReason })
    await approveChanges(server)
  })

  test('the database refuses to remove the last admin, whichever table changes', async () => {
    const second = (await server.must('platform', 'roles.list', { permission: 'admin3' })).rows.find((role) => !role.isBuiltIn)
    assert.ok(second)
    await server.must('platform', 'roles.give', { id: second.id, take: [902] })
    await assert.rejects(sql`update app_user set status = ${accountStatus.disabled} where id = 1`.execute(db()), /no account would hold admin3/)
    await assert.rejects(sql`delete from user_role where user_id = 1`.execute(db()), /no account would hold admin3/)
    await assert.rejects(sql`delete from role_permission where permission = 'admin3'`.execute(db()), /no account would hold admin3/)
    await sql`update app_user set status = ${accountStatus.disabled} where id = 902`.execute(db())
    await assignWithSecondPerson(second.id, 902)
    assert.equal(
      (await server.call('platform', 'roles.give', { id: (await roleNamed('超级管理员')).id, take: [1] })).error,
      'lastAdmin',
      'a suspended admin counts for nothing',
    )
    await sql`update app_user set status = ${accountStatus.active} where id = 902`.execute(db())
  })

  test('only a custom role without members can be removed', async () => {
    const builtInRole = await roleNamed('单位复核')
    assert.equal((await server.call('platform', 'roles.remove', builtInRole)).error, 'builtIn')
    assert.equal((await server.call('platform', 'roles.update', { ...builtInRole, permissions: ['zf:check'] })).error, 'everyone')
    const role = await make({ usertype: userType.unit, permissions: ['zfpzList'] })
    await server.must('platform', 'roles.give', { id: role.id, add: [5] })
    const removalRefusal = await server.call('platform', 'roles.remove', role)
    assert.equal(removalRefusal.error, 'hasMembers')
    assert.match(removalRefusal.message, /1/)
    await server.must('platform', 'roles.give', { id: role.id, take: [5] })
    await server.must('platform', 'roles.remove', role)
    assert.equal((await server.call('platform', 'roles.get', { id: role.id })).error, 'notFound')
  })

  test('the second of two concurrent edits of a role is refused', async () => {
    const role = await make({ permissions: ['zfpzList'] })
    const edits = ['yufukuan', 'datacheck'] as const
    const answers = await Promise.all(edits.map((key) => server.call('platform', 'roles.update', { ...role, permissions: [key] })))
    assert.deepEqual(answers.map((answer) => answer.error ?? 'done').sort(), ['changed', 'done'])
    const savedKeys = edits.filter((_, at) => answers[at]?.code === 1)
    assert.deepEqual((await server.must('platform', 'roles.get', { id: role.id })).permissions, savedKeys)
  })

  test('a role needs a valid name, known keys and members of its user type', async () => {
    const role = await make({ usertype: userType.unit, permissions: ['zfpzList'] })
    assert.equal((await server.call('platform', 'roles.create', { name: role.name, usertype: userType.platform, permissions: [] })).error, 'nameTaken')
    assert.equal((await server.call('platform', 'roles.update', { ...role, name: '经营者' })).error, 'nameTaken')
    for (const name of ['一', ' 一 ', '长'.repeat(31)])
      assert.equal((await server.call('platform', 'roles.create', { name, usertype: userType.platform, permissions: [] })).error, 'invalid_input')
    await server.must('platform', 'roles.give', { id: role.id, add: [5] })
    assert.equal((await server.call('platform', 'roles.update', { ...role, usertype: userType.centre })).error, 'usertypeFixed')
    assert.equal((await server.call('platform', 'roles.give', { id: role.id, add: [2] })).error, 'wrongPeople', 'centre staff get no role of a unit')
    assert.equal((await server.call('platform', 'roles.give', { id: role.id, add: [999_999] })).error, 'wrongPeople')
    assert.equal((await server.call('platform', 'roles.give', { id: role.id })).error, 'nobody')
    assert.equal(
      (await server.call('platform', 'roles.create', { name: freshName(), usertype: userType.unit, permissions: ['zf:everything'] })).error,
      'unknownKeys',
    )
    assert.equal(
      (await server.call('platform', 'roles.create', { name: freshName(), usertype: userType.unit, permissions: ['admin3'] })).error,
      'wrongUsertype',
    )
  })

  test('a role with two duties of one batch requires acknowledgement', async () => {
    const twoDutyRole = { name: freshName(), usertype: userType.unit, permissions: ['zf:make', 'zf:pay'] }
    const dutyWarning = await server.call('platform', 'roles.create', twoDutyRole)
    assert.equal(dutyWarning.error, 'duties')
    assert.match(dutyWarning.message, /制单 \+ 支付/)
    const role = await make({ ...twoDutyRole, acknowledged: true })
    assert.equal((await server.call('platform', 'roles.copy', { id: role.id, name: freshName() })).error, 'duties')
    assert.equal((await server.call('platform', 'roles.update', { ...role, name: freshName(), permissions: ['zf:pay'] })).code, 1)
  })

  test('assigning a role is refused if a duty needs review, and two duties need acknowledgement', async () => {
    const payer = await roleNamed('单位财务')
    const reviewRefusal = await server.call('platform', 'roles.give', { id: payer.id, add: [5] })
    assert.equal(reviewRefusal.error, 'reviewNeeded')
    assert.match(reviewRefusal.message, /叶小满/)
    assert.equal((await server.call('platform', 'roles.give', { id: (await roleNamed('单位查询')).id, add: [14] })).error, 'pendingReview')
    const maker = await roleNamed('单位制单')
    const dutyWarning = await server.call('platform', 'roles.give', { id: maker.id, add: [6] })
    assert.equal(dutyWarning.error, 'twoDuties')
    assert.match(dutyWarning.message, /秦审之.*制单、复核/)
    await server.must('platform', 'roles.give', { id: maker.id, add: [6], acknowledged: true })
    await server.must('platform', 'roles.give', { id: maker.id, add: [6] })
    await server.must('platform', 'roles.give', { id: maker.id, take: [6] })
    const disableDualControl = sql`update unit_setting_version set dual_control = false where unit_id = 1`
    await disableDualControl.execute(db())
    await server.must('platform', 'roles.give', { id: maker.id, add: [6] })
    await server.must('platform', 'roles.give', { id: maker.id, take: [6] })
    await sql`update unit_setting_version set dual_control = true where unit_id = 1`.execute(db())
  })

  test('adding a key that gives members two duties requires acknowledgement', async () => {
    const role = await make({ usertype: userType.unit, permissions: ['zfpzList'] })
    await server.must('platform', 'roles.give', { id: role.id, add: [6] })
    const changedRole = { ...role, permissions: ['zfpzList', 'zf:make'] }
    assert.equal((await server.call('platform', 'roles.update', changedRole)).error, 'twoDuties')
    assert.deepEqual((await server.must('platform', 'roles.get', { id: role.id })).permissions, ['zfpzList'])
    const savedRole = await server.must('platform', 'roles.update', { ...changedRole, acknowledged: true })
    await server.must('platform', 'roles.update', { ...savedRole, permissions: ['zfpzList', 'zf:make', 'yufukuan'] })
    await server.must('platform', 'roles.give', { id: role.id, take: [6] })
  })

  test('a unit keeps its last administrator when a role or its key is removed', async () => {
    const adminRole = await roleNamed('单位管理员')
    const takeAnswer = await server.call('platform', 'roles.give', { id: adminRole.id, take: [13] })
    assert.equal(takeAnswer.error, 'lastUnitAdmin')
    assert.match(takeAnswer.message, /星河互娱/)
    const otherKeys = adminRole.permissions.filter((key) => key !== 'employeeDw')
    assert.equal((await server.call('platform', 'roles.update', { ...adminRole, permissions: otherKeys, acknowledged: true })).error, 'lastUnitAdmin')
    assert.ok((await roleNamed('单位管理员')).permissions.includes('employeeDw'))
  })

  test('the check reports unknown keys and pages or operations that no role opens', async () => {
    const list = await server.must('platform', 'roles.permissions', {})
    const maker = list.find((row) => row.key === 'zf:make')
    assert.deepEqual([maker?.kind, maker?.menu, maker?.usertypes], ['action', 'zf', [2]])
    assert.ok(maker?.operations.includes('payments.create'))
    assert.ok(maker?.roles.some((role) => role.name === '单位制单'))
    assert.equal(list.find((row) => row.key === 'caishuitable')?.pages.length, 7)
    const role = await make({ permissions: ['zfpzList'] })
    await sql`insert into role_permission values (${role.id}, 'old:key')`.execute(db())
    await sql`delete from role_permission where permission = 'datacheck'`.execute(db())
    const { findings } = await server.must('platform', 'roles.check', {})
    assert.deepEqual(findings.find((finding) => finding.kind === 'unknownKey')?.roles, [role.name])
    assert.ok(findings.some((finding) => finding.kind === 'closedPage' && finding.subject === 'datacheck'))
    assert.ok(findings.some((finding) => finding.kind === 'closedOperation' && finding.subject === 'operators.candidates'))
    assert.ok(!findings.some((finding) => finding.subject === 'yufukuan' || finding.subject === 'payments.create'))
    assert.deepEqual(
      findings.filter((finding) => finding.kind === 'openPage').map((finding) => finding.subject),
      ['moneyTrail', 'batch'],
    )
    const idleKeys = findings.filter((finding) => finding.kind === 'idleKey').map((finding) => finding.subject)
    const isUnused = (row: (typeof list)[number]) => row.kind !== 'all' && row.operations.length === 0 && !row.pages.some((page) => page.hasScreen)
    assert.deepEqual(
      idleKeys,
      list.filter(isUnused).map((row) => row.key),
    )
  })

  test('the log records role changes and the people who were given a role', async () => {
    const role = await make({ usertype: userType.unit, permissions: ['zfpzList'] })
    await server.must('platform', 'roles.update', { ...role, name: `${role.name}改`, permissions: ['zfpzList', 'yufukuan'] })
    await server.must('platform', 'roles.give', { id: role.id, add: [5] })
    const rows = (await server.must('platform', 'audit.list', { refType: 'role', ref: String(role.id) })).rows
    assert.deepEqual(
      rows.map((row) => row.action),
      ['roles.give', 'roles.update', 'roles.create'],
    )
    const updateEntry = rows[1]
    assert.ok(updateEntry?.hasChange)
    const { changes } = await server.must('platform', 'audit.get', { id: updateEntry.id })
    assert.deepEqual(changes, [
      { field: 'name', before: role.name, after: `${role.name}改`, isChanged: true },
      { field: 'usertype', before: 2, after: 2, isChanged: false },
      { field: 'permissions', before: ['zfpzList'], after: ['yufukuan', 'zfpzList'], isChanged: true },
    ])
    const userEntries = (await server.must('platform', 'audit.list', { refType: 'user', ref: '5', action: 'roles.give' })).rows[0]
    assert.equal(userEntries?.refNo, 'maker')
  })

  test('every key of a demo role fits the role’s kind of user', () => {
    for (const { name, usertype, permissions } of Object.values(demoRoles)) {
      const misplacedKeys = permissions.filter((key) => !usertypesOf(key).includes(usertype))
      assert.deepEqual(misplacedKeys, [], name)
    }
  })
})
