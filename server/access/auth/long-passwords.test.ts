import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { openByLink, openSession } from '#/server/access/users/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('passwords under PASSWORDS=long', () => {
  const server = testServer({ env: { PASSWORDS: 'long' } })
  const change = async (old: string, password: string) => {
    const maker = await openSession(server, 'maker', old)
    return maker.call('auth.changePassword', { type: '1', oldpassword: old, password })
  }

  test('a new password has 12 to 64 characters of any kind and is neither common nor monotonous', async () => {
    assert.equal((await change(demoPassword, 'Kurz#2026')).error, 'length')
    assert.equal((await change(demoPassword, `${'ab c1'.repeat(13)}`)).error, 'length')
    assert.equal((await change(demoPassword, 'iloveyou 123')).error, 'well_known')
    assert.equal((await change(demoPassword, 'ababababababab')).error, 'well_known')
    const phrase = ' vier kleine worte im satz, die niemand sonst so sagt: abcd 1234'
    assert.equal([...phrase].length, 64)
    assert.equal((await change(demoPassword, phrase)).code, 1)
    assert.equal((await openSession(server, 'maker', phrase)).status, 8)
    assert.notEqual((await openSession(server, 'maker', phrase.trim())).status, 8)
  })

  test('a password set by link may be a phrase with spaces', async () => {
    const { rows } = await server.must('unit1', 'users.list', { keyword: 'checker' })
    await server.must('unit1', 'users.resetPassword', { id: rows.find((row) => row.username === 'checker')?.id ?? 0 })
    await openByLink(server, 'checker', 'drei andere worte', { isFirst: false })
    assert.equal((await openSession(server, 'checker', 'drei andere worte')).status, 8)
  })
})
