import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { menuOfKey } from '#/api/pages.ts'
import { permissionKeys } from '#/api/rights.ts'
import { userType } from '#/domain/base/codes.ts'
import { withSecondPerson } from '#/server/access/changes/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const changeReason = '岗位调整'

describe('names and order of permission keys', () => {
  const server = testServer()
  before(async () => {
    // Two platform accounts without full rights: one edits roles, the other only reads them.
    for (const [id, username, keys] of [
      [911, 'keeper', ['EditRose', 'EditRoseval', 'role:edit']],
      [912, 'reader', ['EditRoseval']],
    ] as const) {
      await sql`insert into app_user (id, username, name, usertype, status, password_hash, created_at)
        select ${id}, ${username}, ${username}, 1, 8, password_hash, created_at from app_user where id = 1`.execute(db())
      const roleInput = { name: `标签${username}`, usertype: userType.platform, permissions: [...keys], why: changeReason }
      const role = await withSecondPerson(server, () => server.must('platform', 'roles.create', roleInput))
      await withSecondPerson(server, () => server.must('platform', 'roles.give', { id: role.id, add: [id], why: changeReason }))
    }
  })

  const db = () => server.running.kernel.database.kysely
  const labels = () => server.must('platform', 'roles.labels', {})
  const nameOf = async (key: string) => (await labels()).names.find((row) => row.key === key)
  const versionOf = async (key: string) => (await nameOf(key))?.version ?? 0
  const rename = async (key: string, name: { zh?: string; en?: string; es?: string; ja?: string }) =>
    server.must('platform', 'roles.rename', { key, version: await versionOf(key), ...name })

  test('a custom key name applies per language until it is cleared', async () => {
    assert.equal(await nameOf('zf:make'), undefined)
    await rename('zf:make', { zh: '编制付款单', en: 'Draft payouts' })
    assert.deepEqual(await nameOf('zf:make'), { key: 'zf:make', version: 1, zh: '编制付款单', en: 'Draft payouts', es: null, ja: null })
    const twoDutyRole = { name: '两岗', usertype: userType.unit, permissions: ['zf:make', 'zf:check'] }
    assert.match((await server.call('platform', 'roles.create', twoDutyRole)).message, /编制付款单 \+ 复核/)
    assert.match((await server.call('platform', 'roles.create', twoDutyRole, { language: 'en' })).message, /Draft payouts \+ Check payments/)
    await rename('zf:make', {})
    assert.deepEqual(await nameOf('zf:make'), { key: 'zf:make', version: 2, zh: null, en: null, es: null, ja: null })
    assert.match((await server.call('platform', 'roles.create', twoDutyRole)).message, /制单 \+ 复核/)
  })

  test('a custom name equal to the built-in one is not stored', async () => {
    await rename('zf:retry', { zh: '重发', ja: 'もう一度送る' })
    assert.deepEqual(await nameOf('zf:retry'), { key: 'zf:retry', version: 1, zh: null, en: null, es: null, ja: 'もう一度送る' })
  })

  test('renaming a key to the current or built-in name of another is refused', async () => {
    const call = async (key: string, name: { zh?: string; en?: string }) =>
      (await server.call('platform', 'roles.rename', { key, version: await versionOf(key), ...name })).error
    assert.equal(await call('zf:audit', { zh: '支付' }), 'keyNameTaken')
    assert.equal(await call('zf:audit', { en: 'PAY' }), 'keyNameTaken')
    await rename('zf:pay', { zh: '放款' })
    assert.equal(await call('zf:audit', { zh: '放款' }), 'keyNameTaken')
    await rename('zf:audit', { zh: '支付' })
    assert.equal(await call('zf:pay', {}), 'keyNameTaken', 'its own name would be 支付 again')
    await rename('zf:audit', {})
    await rename('zf:pay', {})
  })

  test('a renamed key must exist, and its name must have 1 to 40 characters', async () => {
    for (const zh of ['', '   ', '长'.repeat(41)])
      assert.equal((await server.call('platform', 'roles.rename', { key: 'zf:make', version: 2, zh })).error, 'invalid_input')
    assert.equal((await server.call('platform', 'roles.rename', { key: 'zf:everything', version: 0, zh: '全能' })).error, 'unknownKeys')
  })

  test('a complete new key order of a menu group is stored and can be reset', async () => {
    const paymentKeys = permissionKeys.filter((key) => menuOfKey(key) === 'zf')
    const reversedOrder = paymentKeys.toReversed()
    await server.must('platform', 'roles.arrange', { menu: 'zf', version: 0, keys: reversedOrder })
    assert.deepEqual((await labels()).orders, [{ menu: 'zf', version: 1, keys: reversedOrder }])
    for (const keys of [reversedOrder.slice(1), [...reversedOrder, 'yufukuan'], [...reversedOrder.slice(1), reversedOrder[1] ?? '']])
      assert.equal((await server.call('platform', 'roles.arrange', { menu: 'zf', version: 1, keys })).error, 'labelsChanged')
    assert.equal((await server.call('platform', 'roles.arrange', { menu: 'nowhere', version: 0, keys: [] })).error, 'notFound')
    await server.must('platform', 'roles.arrange', { menu: 'zf', version: 1, keys: [] })
    assert.deepEqual((await labels()).orders, [{ menu: 'zf', version: 2, keys: [] }])
  })

  test('the second of two edits of the same name or order is refused', async () => {
    const version = await versionOf('yufukuan')
    const concurrentAnswers = await Promise.all([
      server.call('platform', 'roles.rename', { key: 'yufukuan', version, zh: '备付金' }),
      server.call('keeper', 'roles.rename', { key: 'yufukuan', version, zh: '资金池' }),
    ])
    assert.deepEqual(concurrentAnswers.map((answer) => answer.error ?? 'done').sort(), ['done', 'labelsChanged'])
    const keys = permissionKeys.filter((key) => menuOfKey(key) === 'imprest')
    await server.must('platform', 'roles.arrange', { menu: 'imprest', version: 0, keys })
    assert.equal((await server.call('platform', 'roles.arrange', { menu: 'imprest', version: 0, keys })).error, 'labelsChanged')
  })

  test('only role editors of the platform can rename and order permission keys', async () => {
    const name = { key: 'syslog', version: 0, zh: '审计日志' }
    assert.equal((await server.call('reader', 'roles.rename', name)).error, 'forbidden')
    assert.equal((await server.call('reader', 'roles.arrange', { menu: 'system', version: 0, keys: [] })).error, 'forbidden')
    assert.equal((await server.call('reader', 'roles.labels', {})).code, 1)
    await server.must('keeper', 'roles.rename', name)
    const unitRole = await server.must('platform', 'roles.create', { name: '越界', usertype: userType.unit, permissions: ['zfpzList'] })
    await sql`insert into role_permission values (${unitRole.id}, 'EditRoseval'), (${unitRole.id}, 'role:edit')`.execute(db())
    await sql`insert into user_role values (6, ${unitRole.id})`.execute(db())
    assert.equal((await server.call('checker', 'roles.labels', {})).error, 'platformOnly')
    assert.equal((await server.call('checker', 'roles.rename', { ...name, version: 1 })).error, 'platformOnly')
    assert.equal((await server.call('checker', 'roles.arrange', { menu: 'system', version: 0, keys: [] })).error, 'platformOnly')
    await sql`delete from user_role where role_id = ${unitRole.id}`.execute(db())
  })

  test('refusals name the missing permissions by their custom names', async () => {
    await rename('zf:make', { zh: '编制付款单' })
    const { roles } = await server.must('unit1', 'users.choices', {})
    assert.ok(!roles.some((role) => role.reason.includes('制单') && !role.reason.includes('编制付款单')))
    const roleInput = { name: '账号员', usertype: userType.platform, permissions: ['PtUserList', 'user:edit'], why: changeReason }
    const keeperRole = await withSecondPerson(server, () => server.must('platform', 'roles.create', roleInput))
    await withSecondPerson(server, () => server.must('platform', 'roles.give', { id: keeperRole.id, add: [911], why: changeReason }))
    await rename('EditRoseval', { zh: '钥匙总表' })
    const reader = (await server.must('platform', 'roles.list', { keyword: '标签reader' })).rows[0]
    await server.must('platform', 'roles.update', {
      ...(await server.must('platform', 'roles.get', { id: reader?.id ?? 0 })),
      permissions: ['EditRoseval', 'syslog', 'yufukuan'],
    })
    const messages = (await server.must('keeper', 'users.choices', {})).roles.find((role) => role.id === reader?.id)?.reason ?? ''
    assert.match(messages, /审计日志/)
    assert.match(messages, /备付金|资金池/)
    assert.doesNotMatch(messages, /钥匙总表/, 'the keeper holds that one')
  })

  test('the log records key names and order before and after a change', async () => {
    const rows = (await server.must('platform', 'audit.list', { refType: 'permission', ref: 'zf:make' })).rows
    assert.deepEqual([...new Set(rows.map((row) => row.action))], ['roles.rename'])
    const first = rows.at(-1)
    assert.ok(first)
    const { changes } = await server.must('platform', 'audit.get', { id: first.id })
    assert.deepEqual(
      changes?.find((change) => change.field === 'zh'),
      { field: 'zh', before: '制单', after: '编制付款单', isChanged: true },
    )
    const orderEntry = (await server.must('platform', 'audit.list', { refType: 'permission', ref: 'zf', action: 'roles.arrange' })).rows.at(-1)
    assert.ok(orderEntry?.hasChange)
  })
})
