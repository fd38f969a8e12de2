import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { demoPassword } from '#/demo/accounts.ts'
import { openSession } from '#/server/access/users/testing.ts'
import { startTestServer, testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

interface Info {
  readonly factorBy: string
  readonly mustEnrol: boolean
}

const codeOf = (secret: string, step = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 })

describe('required second factor', () => {
  const server = testServer({ env: { SECOND_FACTOR_FROM: '2026-11-25' } })
  // The test clock is at 2026-11-18.
  const infoOf = async (username: string) => (await (await openSession(server, username, demoPassword)).call('auth.info')) as unknown as Info

  test('before the start day an account without a factor is warned, not blocked', async () => {
    for (const demoUsername of ['platform', 'centre', 'payer']) {
      const { factorBy, mustEnrol } = await infoOf(demoUsername)
      assert.deepEqual([factorBy, mustEnrol], ['2026-11-25', false], demoUsername)
    }
    for (const demoUsername of ['maker', 'checker', 'operator']) assert.equal((await infoOf(demoUsername)).factorBy, '', demoUsername)
    assert.equal((await (await openSession(server, 'payer', demoPassword)).call('prepayments.accounts')).code, 1)
  })

  test('from the start day a payer can only set up a factor and cannot remove it', async () => {
    server.advance(8 * dayMs)
    const payer = await openSession(server, 'payer', demoPassword)
    assert.equal(((await payer.call('auth.info')) as unknown as Info).mustEnrol, true)
    assert.equal((await payer.call('prepayments.accounts')).error, 'must_enrol')
    assert.equal((await payer.call('profile.prove', { password: demoPassword })).error, 'must_enrol')
    const enrolment = (await payer.call('profile.startSecondFactor', { password: demoPassword })).data as { secret: string }
    assert.equal((await payer.call('profile.confirmSecondFactor', { code: codeOf(enrolment.secret) })).code, 1)
    assert.equal((await payer.call('prepayments.accounts')).code, 1)
    const profile = (await payer.call('profile.get')).data as { secondFactor: { isRequired: boolean } }
    assert.equal(profile.secondFactor.isRequired, true)
    const dropResponse = await payer.call('profile.dropSecondFactor', { password: demoPassword, code: codeOf(enrolment.secret, 1) })
    assert.equal(dropResponse.error, 'factorRequired')
  })

  test('makers and checkers need no factor after the start day', async () => {
    for (const demoUsername of ['maker', 'checker'])
      assert.equal((await (await openSession(server, demoUsername, demoPassword)).call('profile.devices')).code, 1, demoUsername)
  })

  test('two administrators can remove a lost second factor', async () => {
    const id = (await sql<{ id: number }>`select id from app_user where username = 'payer'`.execute(server.running.kernel.database.kysely)).rows[0]?.id ?? 0
    const openEnrolledSession = async (who: string) => {
      const session = await openSession(server, who, demoPassword)
      const enrolment = (await session.call('profile.startSecondFactor', { password: demoPassword })).data as { secret: string }
      await session.call('profile.confirmSecondFactor', { code: codeOf(enrolment.secret) })
      await session.call('profile.prove', { password: demoPassword })
      return session
    }
    const [platform, operation] = [await openEnrolledSession('platform'), await openEnrolledSession('operation')]
    const factorProposal = await platform.call('users.propose', { id: String(id), kind: 'factor', reason: '手机与恢复码均遗失' })
    const { proposalId } = factorProposal.data as { proposalId: number }
    assert.equal((await operation.call('users.decide', { proposalId: String(proposalId), isApproved: 'true' })).code, 1)
    const secondSession = await openSession(server, 'payer', demoPassword)
    assert.equal(secondSession.status, 8)
    assert.equal((await secondSession.call('prepayments.accounts')).error, 'must_enrol')
  })
})

describe('the first payment password', () => {
  const server = testServer()
  before(async () => {
    await sql`update app_user set payment_password_hash = null, mobile = '13912340055' where username = 'payer'`.execute(server.running.kernel.database.kysely)
  })
  const firstPasswordInput = { type: '2', paypassword: 'Neu#Pay26', oldpassword: demoPassword }
  const codeFromOutbox = async (ask: string) => {
    await server.job('profile.mobileCode', { ask, to: 'new' })
    const { rows } = await sql<{ body: string }>`select body from outbox where about = ${`mobile:${ask}`} order by id desc limit 1`.execute(
      server.running.kernel.database.kysely,
    )
    return rows[0]?.body.match(/\b\d{6}\b/)?.[0] ?? assert.fail('no code')
  }

  test('the login password alone cannot set the first payment password', async () => {
    const payer = await openSession(server, 'payer', demoPassword)
    await payer.call('profile.prove', { password: demoPassword })
    assert.equal((await payer.call('auth.changePassword', firstPasswordInput)).error, 'strongProofNeeded')
  })

  test('a mobile number set by another person receives no code for the first payment password', async () => {
    const kysely = server.running.kernel.database.kysely
    await sql`update app_user set contact_moved = true where username = 'payer'`.execute(kysely)
    const payer = await openSession(server, 'payer', demoPassword)
    assert.equal((await payer.call('profile.askProofCode')).error, 'noOwnMobile')
    await sql`update app_user set contact_moved = false where username = 'payer'`.execute(kysely)
  })

  test('the login password and a code to the user’s phone set the first payment password', async () => {
    const payer = await openSession(server, 'payer', demoPassword)
    const proofRequest = (await payer.call('profile.askProofCode')).data as { way: string; ask: string; mobile: string }
    assert.deepEqual([proofRequest.way, proofRequest.mobile], ['phone', '139****0055'])
    const code = await codeFromOutbox(proofRequest.ask)
    const wrongCode = code === '000000' ? '111111' : '000000'
    assert.equal((await payer.call('profile.prove', { password: demoPassword, ask: proofRequest.ask, code: wrongCode })).error, 'wrongMobileCode')
    assert.equal((await payer.call('auth.changePassword', firstPasswordInput)).error, 'strongProofNeeded')
    assert.equal((await payer.call('profile.prove', { password: demoPassword, ask: proofRequest.ask, code })).code, 1)
    assert.equal((await payer.call('auth.changePassword', firstPasswordInput)).code, 1)
  })

  test('a user with a second factor must present it to set the first payment password', async () => {
    await sql`update app_user set payment_password_hash = null where username = 'payer'`.execute(server.running.kernel.database.kysely)
    const payer = await openSession(server, 'payer', demoPassword)
    const enrolment = (await payer.call('profile.startSecondFactor', { password: demoPassword })).data as { secret: string }
    const codes = ((await payer.call('profile.confirmSecondFactor', { code: codeOf(enrolment.secret) })).data as { codes: string[] }).codes
    assert.equal(((await payer.call('profile.askProofCode')).data as { way: string }).way, 'factor')
    assert.equal((await payer.call('auth.changePassword', firstPasswordInput)).error, 'strongProofNeeded')
    assert.equal((await payer.call('profile.prove', { password: demoPassword, code: codes[0] ?? '' })).code, 1)
    assert.equal((await payer.call('auth.changePassword', firstPasswordInput)).code, 1)
  })

  test('FIRST_PAYMENT_PASSWORD=factor refuses a text-message code for the first payment password', async () => {
    const strictServer = await startTestServer({ env: { FIRST_PAYMENT_PASSWORD: 'factor' } })
    try {
      const payer = await openSession(strictServer, 'payer', demoPassword)
      assert.equal((await payer.call('profile.askProofCode')).error, 'factorFirst')
      assert.equal((await payer.call('profile.prove', { password: demoPassword, code: '123456' })).error, 'factorFirst')
    } finally {
      await strictServer.close()
    }
  })
})
