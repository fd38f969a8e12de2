import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { withSecondPerson } from '#/server/access/changes/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** Adds the platform administrator `second`, whose account counts as controlled by its owner. */
export async function addSecondAdministrator(server: TestServer): Promise<void> {
  const roleId = (await server.must('platform', 'users.choices', {})).roles.find((role) => role.name === '超级管理员')?.id
  assert.ok(roleId)
  const second = { username: 'second', name: '第二管理员', mobile: '13800001111', usertype: userType.platform, roleIds: [roleId], why: '增设管理员' }
  await withSecondPerson(server, () => server.must('platform', 'users.create', second))
  await sql`update app_user set must_change_password = false, owned_at = now(), password_reset_by = null, password_hash = (select password_hash from app_user where username = 'platform'),
    email = case username when 'second' then 'second@example.com' else 'platform@example.com' end where username in ('second', 'platform')`.execute(
    server.running.kernel.database.kysely,
  )
}
