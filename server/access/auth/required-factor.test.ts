import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { demoPassword } from '#/demo/accounts.ts'
import { openSession } from '#/server/access/users/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

interface Info {
  readonly factorBy: string
  readonly mustEnrol: boolean
}

const codeOf = (secret: string, step = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

describe('required second factor', () => {
  let server: TestServer
  // The test clock is at 2026-11-18.
  before(async () => {
    server = await startTestServer({ env: { SECOND_FACTOR_FROM: '2026-11-25' } })
  })
  after(() => server.close())
  const infoOf = async (username: string) => (await (await openSession(server, username, demoPassword)).call('auth.info')) as unknown as Info

  test('before the start day an account without a factor is warned, not blocked', async () => {
    for (const who of ['platform', 'centre', 'payer']) {
      const { factorBy, mustEnrol } = await infoOf(who)
      assert.deepEqual([factorBy, mustEnrol], ['2026-11-25', false], who)
    }
    for (const who of ['maker', 'checker', 'operator']) assert.equal((await infoOf(who)).factorBy, '', who)
    assert.equal((await (await openSession(server, 'payer', demoPassword)).call('prepayments.accounts')).code, 1)
  })

  test('from the start day an account without a factor can only set up a factor', async () => {
    server.advance(8 * dayMs)
    const payer = await openSession(server, 'payer', demoPassword)
    assert.equal(((await payer.call('auth.info')) as unknown as Info).mustEnrol, true)
    assert.equal((await payer.call('prepayments.accounts')).error, 'must_enrol')
    assert.equal((await payer.call('profile.prove', { password: demoPassword })).error, 'must_enrol')
    const begun = (await payer.call('profile.startSecondFactor', { password: demoPassword })).data as { secret: string }
    assert.equal((await payer.call('profile.confirmSecondFactor', { code: codeOf(begun.secret) })).code, 1)
    assert.equal((await payer.call('prepayments.accounts')).code, 1)
    const profile = (await payer.call('profile.get')).data as { secondFactor: { isRequired: boolean } }
    assert.equal(profile.secondFactor.isRequired, true)
    const drop = await payer.call('profile.dropSecondFactor', { password: demoPassword, code: codeOf(begun.secret, 1) })
    assert.equal(drop.error, 'factorRequired')
  })

  test('accounts that never pay need no factor after the start day', async () => {
    for (const who of ['maker', 'checker']) assert.equal((await (await openSession(server, who, demoPassword)).call('profile.devices')).code, 1, who)
  })

  test('two administrators can remove a lost second factor', async () => {
    const id = (await sql<{ id: number }>`select id from app_user where username = 'payer'`.execute(server.running.kernel.database.kysely)).rows[0]?.id ?? 0
    const enrolled = async (who: string) => {
      const session = await openSession(server, who, demoPassword)
      const begun = (await session.call('profile.startSecondFactor', { password: demoPassword })).data as { secret: string }
      await session.call('profile.confirmSecondFactor', { code: codeOf(begun.secret) })
      await session.call('profile.prove', { password: demoPassword })
      return session
    }
    const [platform, operation] = [await enrolled('platform'), await enrolled('operation')]
    const requested = await platform.call('users.propose', { id: String(id), kind: 'factor', reason: '手机与恢复码均遗失' })
    const { proposalId } = requested.data as { proposalId: number }
    assert.equal((await operation.call('users.decide', { proposalId: String(proposalId), isApproved: 'true' })).code, 1)
    const again = await openSession(server, 'payer', demoPassword)
    assert.equal(again.status, 8)
    assert.equal((await again.call('prepayments.accounts')).error, 'must_enrol')
  })
})

describe('the first payment password', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
    await sql`update app_user set payment_password_hash = null, mobile = '13912340055' where username = 'payer'`.execute(server.running.kernel.database.kysely)
  })
  after(() => server.close())
  const first = { type: '2', paypassword: 'Neu#Pay26', oldpassword: demoPassword }
  const codeFrom = async (ask: string) => {
    await server.job('profile.mobileCode', { ask, to: 'new' })
    const { rows } = await sql<{ body: string }>`select body from outbox where about = ${`mobile:${ask}`} order by id desc limit 1`.execute(
      server.running.kernel.database.kysely,
    )
    return rows[0]?.body.match(/\b\d{6}\b/)?.[0] ?? assert.fail('no code')
  }

  test('the login password alone cannot set the first payment password', async () => {
    const payer = await openSession(server, 'payer', demoPassword)
    await payer.call('profile.prove', { password: demoPassword })
    assert.equal((await payer.call('auth.changePassword', first)).error, 'strongProofNeeded')
  })

  test('a mobile number set by another person is no proof for the first payment password', async () => {
    const kysely = server.running.kernel.database.kysely
    await sql`update app_user set contact_moved = true where username = 'payer'`.execute(kysely)
    const payer = await openSession(server, 'payer', demoPassword)
    assert.equal((await payer.call('profile.askProofCode')).error, 'noOwnMobile')
    await sql`update app_user set contact_moved = false where username = 'payer'`.execute(kysely)
  })

  test('the login password and a code to the user’s phone set the first payment password', async () => {
    const payer = await openSession(server, 'payer', demoPassword)
    const requested = (await payer.call('profile.askProofCode')).data as { way: string; ask: string; mobile: string }
    assert.deepEqual([requested.way, requested.mobile], ['phone', '139****0055'])
    const code = await codeFrom(requested.ask)
    const wrong = code === '000000' ? '111111' : '000000'
    assert.equal((await payer.call('profile.prove', { password: demoPassword, ask: requested.ask, code: wrong })).error, 'wrongMobileCode')
    assert.equal((await payer.call('auth.changePassword', first)).error, 'strongProofNeeded')
    assert.equal((await payer.call('profile.prove', { password: demoPassword, ask: requested.ask, code })).code, 1)
    assert.equal((await payer.call('auth.changePassword', first)).code, 1)
  })

  test('a user with a second factor must present it to set the first payment password', async () => {
    await sql`update app_user set payment_password_hash = null where username = 'payer'`.execute(server.running.kernel.database.kysely)
    const payer = await openSession(server, 'payer', demoPassword)
    const begun = (await payer.call('profile.startSecondFactor', { password: demoPassword })).data as { secret: string }
    const codes = ((await payer.call('profile.confirmSecondFactor', { code: codeOf(begun.secret) })).data as { codes: string[] }).codes
    assert.equal(((await payer.call('profile.askProofCode')).data as { way: string }).way, 'factor')
    assert.equal((await payer.call('auth.changePassword', first)).error, 'strongProofNeeded')
    assert.equal((await payer.call('profile.prove', { password: demoPassword, code: codes[0] ?? '' })).code, 1)
    assert.equal((await payer.call('auth.changePassword', first)).code, 1)
  })

  test('an installation may refuse a code by text message for the first payment password', async () => {
    const strict = await startTestServer({ env: { FIRST_PAYMENT_PASSWORD: 'factor' } })
    try {
      const payer = await openSession(strict, 'payer', demoPassword)
      assert.equal((await payer.call('profile.askProofCode')).error, 'factorFirst')
      assert.equal((await payer.call('profile.prove', { password: demoPassword, code: '123456' })).error, 'factorFirst')
    } finally {
      await strict.close()
    }
  })
})
