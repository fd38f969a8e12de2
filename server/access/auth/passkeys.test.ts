import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { PasskeyDevice } from '#/server/access/auth/passkey-testing.ts'
import { openSession } from '#/server/access/users/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const origin = 'https://platform.example.com'

describe('passkeys as a second factor', () => {
  let server: TestServer
  let device: PasskeyDevice
  let codes: string[] = []
  before(async () => {
    server = await startTestServer({ env: { SITE_URL: origin } })
    device = new PasskeyDevice(origin)
  })
  after(() => server.close())
  type OpenedSession = Awaited<ReturnType<typeof openSession>>
  const optionsOf = async (session: OpenedSession) =>
    ((await session.call('profile.beginPasskey', { password: demoPassword })).data as { options: string }).options
  const login = (username = 'auditor') => server.must(null, 'auth.login', { username, password: demoPassword })
  let session: OpenedSession

  test('adding the first passkey requires the login password and returns recovery codes', async () => {
    session = await openSession(server, 'auditor', demoPassword)
    assert.equal((await session.call('profile.beginPasskey', { password: 'Wrong#2026' })).error, 'wrongOld')
    const response = device.create(await optionsOf(session))
    const firstAddition = await session.call('profile.addPasskey', { response, name: '办公电脑' })
    codes = (firstAddition.data as { codes: string[] }).codes
    assert.equal(codes.length, 10)
    assert.equal((await session.call('profile.addPasskey', { response, name: '再来一次' })).error, 'strongProofNeeded')
    const { rows } = (await session.call('profile.passkeys')).data as { rows: { name: string; usedAt: string | null }[] }
    assert.deepEqual(
      rows.map(({ name, usedAt }) => [name, usedAt]),
      [['办公电脑', null]],
    )
  })

  test('a sign-in requires the password and a passkey response to an unused challenge', async () => {
    const partialLogin = await login()
    assert.equal(partialLogin.status, 10)
    assert.equal(partialLogin.token, undefined)
    const answer = device.use(partialLogin.passkey ?? '')
    const completedLogin = await server.must(null, 'auth.secondFactor', { ticket: partialLogin.ticket ?? '', passkey: answer })
    assert.ok(completedLogin.token)
    const secondLogin = await login()
    assert.equal((await server.call(null, 'auth.secondFactor', { ticket: secondLogin.ticket ?? '', passkey: answer })).error, 'wrongPasskey')
  })

  test('a passkey response from another site or device, or a replayed one, is refused', async () => {
    const invalidResponses = [
      (options: string) => new PasskeyDevice(origin).use(options),
      (options: string) => {
        const foreignDevice = new PasskeyDevice('https://platform.example.org')
        return JSON.stringify({ ...JSON.parse(foreignDevice.use(options)), id: device.id.toString('base64url') })
      },
      (options: string) => device.use(options, 0x01),
      (options: string) => {
        device.counter = 0
        return device.use(options)
      },
      () => 'not json',
      () => '{}',
    ]
    const counterBefore = device.counter
    for (const answer of invalidResponses) {
      const rejectedLogin = await login()
      assert.equal(
        (await server.call(null, 'auth.secondFactor', { ticket: rejectedLogin.ticket ?? '', passkey: answer(rejectedLogin.passkey ?? '') })).error,
        'wrongPasskey',
      )
      const recoveryLogin = await login()
      device.counter = counterBefore + 10
      await server.must(null, 'auth.secondFactor', { ticket: recoveryLogin.ticket ?? '', recoveryCode: codes.shift() ?? '' })
    }
  })

  test('a passkey of one account cannot sign in to another', async () => {
    const secondSession = await openSession(server, 'finance', demoPassword)
    const ownDevice = new PasskeyDevice(origin)
    await secondSession.call('profile.addPasskey', { response: ownDevice.create(await optionsOf(secondSession)), name: '手机' })
    const partialLogin = await login('finance')
    assert.equal(
      (await server.call(null, 'auth.secondFactor', { ticket: partialLogin.ticket ?? '', passkey: device.use(partialLogin.passkey ?? '') })).error,
      'wrongPasskey',
    )
  })

  test('a passkey counts as a fresh and strong proof', async () => {
    const proofRequest = (await session.call('profile.askProofCode')).data as { way: string; passkey: string }
    assert.equal(proofRequest.way, 'factor')
    assert.equal((await session.call('profile.prove', {})).error, 'proofMissing')
    assert.equal((await session.call('profile.prove', { passkey: device.use(proofRequest.passkey) })).code, 1)
    const second = new PasskeyDevice(origin)
    const secondAddition = await session.call('profile.addPasskey', { response: second.create(await optionsOf(session)), name: '备用密钥' })
    assert.deepEqual((secondAddition.data as { codes: string[] }).codes, [])
  })

  test('only the owner can rename or remove passkeys, after a strong proof', async () => {
    const { rows } = (await session.call('profile.passkeys')).data as { rows: { id: number; name: string }[] }
    const [first, second] = rows
    const thirdSession = await openSession(server, 'maker', demoPassword)
    assert.equal((await thirdSession.call('profile.renamePasskey', { passkeyId: String(first?.id), name: '别人' })).error, 'passkeyGone')
    assert.equal((await thirdSession.call('profile.removePasskey', { passkeyId: String(first?.id) })).error, 'strongProofNeeded')
    assert.equal((await session.call('profile.renamePasskey', { passkeyId: String(second?.id), name: '抽屉里的密钥' })).code, 1)
    for (const row of rows) assert.equal((await session.call('profile.removePasskey', { passkeyId: String(row.id) })).code, 1)
    assert.equal((await login()).status, 8)
  })
})
