import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { networkOf } from '#/server/lib/network.ts'
import { listenOnFreePort, postOperation } from '#/server/tests/hostile-http-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('the address of a request', () => {
  const servers: TestServer[] = []
  after(() => Promise.all(servers.map((server) => server.close())))

  /**
   * Returns the outcome of forty wrong passwords, each with a different user name and a different forged
   * `X-Forwarded-For` address.
   */
  async function loginOutcomes(env: Readonly<Record<string, string>>): Promise<{ wrong: number; locked: number }> {
    const server = await startTestServer({ mode: 'production', env, perMinute: 1_000_000 })
    servers.push(server)
    const base = await listenOnFreePort(server)
    let wrongCount = 0
    let lockedCount = 0
    for (let tries = 0; tries < 40; tries++) {
      const headers = { 'x-forwarded-for': `198.51.100.${tries}` }
      const { error } = (await postOperation(`${base}/api/user/login`, { username: `somebody${tries}`, password: 'Wrong#2026' }, headers)).body
      if (error === 'wrongLogin') wrongCount++
      if (error === 'locked') lockedCount++
    }
    return { wrong: wrongCount, locked: lockedCount }
  }

  test('without a trusted proxy, forged forwarded addresses count as one address', async () => {
    assert.deepEqual(await loginOutcomes({}), { wrong: 30, locked: 10 })
  })

  test('forwarded addresses count separately only behind a trusted proxy', async () => {
    assert.deepEqual(await loginOutcomes({ TRUST_PROXY: '127.0.0.0/8' }), { wrong: 40, locked: 0 })
    assert.deepEqual(await loginOutcomes({ TRUST_PROXY: '10.1.2.3, 10.9.0.0/16' }), { wrong: 30, locked: 10 })
  })

  test('an IPv4 address and an IPv6 /64 each count as one network', () => {
    assert.equal(networkOf('203.0.113.9'), '203.0.113.9')
    assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
    assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
    assert.equal(networkOf('2001:0DB8:1:2::1'), '2001:db8:1:2::/64')
    assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
    assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'))
    assert.equal(networkOf('::1'), '0:0:0:0::/64')
    assert.equal(networkOf('server'), 'server')
  })
})
