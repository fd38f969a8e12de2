import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('responses in the reader’s language', () => {
  const server = testServer()

  const listRoles = async (language: 'zh' | 'en' | 'es' | 'ja') =>
    (await server.must('platform', 'roles.list', { size: 200, usertype: userType.unit }, { language })).rows

  const findRole = async (name: string) => {
    const role = (await listRoles('en')).find((role) => role.name === name)
    assert.ok(role, name)
    return server.must('platform', 'roles.get', { id: role.id }, { language: 'en' })
  }

  test('built-in roles keep their translated names in lists, searches and saves', async () => {
    const viewerRole = await findRole('Unit viewer')
    assert.ok((await listRoles('ja')).some((role) => role.id === viewerRole.id && role.name === '企業照会担当'))
    const roles = await server.must('platform', 'roles.list', { size: 200, keyword: 'viewer' }, { language: 'en' })
    assert.deepEqual(
      roles.rows.map((role) => role.id),
      [viewerRole.id],
    )
    const savedRole = await server.must('platform', 'roles.update', viewerRole, { language: 'en' })
    assert.equal(savedRole.name, 'Unit viewer')
    assert.ok((await listRoles('zh')).some((role) => role.name === '单位查询'))
  })

  test('a renamed role has the same name in every language', async () => {
    const checker = await findRole('Unit checker')
    await server.must('platform', 'roles.update', { ...checker, name: 'Second pair of eyes' }, { language: 'en' })
    assert.deepEqual((await server.must('maker', 'profile.get', {}, { language: 'es' })).roles, ['Preparador de empresa'])
    assert.deepEqual((await server.must('checker', 'profile.get', {}, { language: 'es' })).roles, ['Second pair of eyes'])
    for (const language of ['zh', 'es', 'ja'] as const)
      assert.equal((await listRoles(language)).find((role) => role.id === checker.id)?.name, 'Second pair of eyes', language)
  })

  test('industries, fee plans and banks have translated names', async () => {
    const [unit] = (await server.must('platform', 'units.list', { keyword: '星河' }, { language: 'en' })).rows
    assert.equal(unit?.industry, 'Live streaming')
    assert.ok(unit.places.some((place) => place.planName === 'Standard 6%'))
    const { rows } = await server.must('platform', 'operators.list', { kind: 'platform', size: 20 }, { language: 'en' })
    assert.ok(rows.length > 0)
    for (const row of rows) assert.doesNotMatch(row.bankName, /\p{Script=Han}/u)
  })

  test('lists in a message are joined in the style of the reader’s language', async () => {
    await sql`insert into message (user_id, kind, "values", path, ref_type, ref_id, created_at)
      values (5, 'accountApproved', ${JSON.stringify({ username: 'maker', name: '叶小满', roles: ['单位制单', '单位查询'] })}::jsonb, null, 'user', '5', now())`.execute(
      server.running.kernel.database.kysely,
    )
    const roleNames = async (language: 'zh' | 'en') =>
      (await server.must('maker', 'messages.list', {}, { language })).rows.find((row) => row.kind === 'accountApproved')?.values.roles
    assert.deepEqual([await roleNames('zh'), await roleNames('en')], ['单位制单、单位查询', 'Unit maker, Unit viewer'])
  })
})
