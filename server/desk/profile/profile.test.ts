import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'
import { secretsWith } from '#/server/lib/vault/secrets.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const minute = 60_000
const chromeOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const safariOnPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

interface Body {
  readonly code: number
  readonly message: string
  readonly error?: string
  readonly status?: number
  readonly token?: string
  readonly ticket?: string
  readonly data?: unknown
}

describe('the personal centre', () => {
  let app: TestServer

  before(async () => {
    // Codes, tickets and locks use wall-clock time, so the tests freeze it and advance it explicitly.
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    app = await startTestServer()
  })
  after(async () => {
    await app.close()
    mock.timers.reset()
  })
  // Starts each test 20 minutes later, when codes, locks and rate limits of the previous test have expired.
  beforeEach(() => advanceClock(20 * minute))

  const advanceClock = (milliseconds: number) => mock.timers.setTime(Date.now() + milliseconds)

  async function send(name: string, input: Record<string, string>, from: { token?: string; agent?: string } = {}): Promise<Body> {
    const [module = '', operation = ''] = name.split('.')
    const answer = await handleCall(app.running.kernel, {
      module,
      name: operation,
      read: formOfInput(new Map(Object.entries(input))),
      token: from.token,
      centre: '2',
      mode: undefined,
      key: randomUUID(),
      language: 'zh',
      ip: '127.0.0.1',
      agent: from.agent ?? chromeOnWindows,
      requestId: randomUUID(),
    })
    return answer.body as Body
  }
  const login = (username: string, password = demoPassword, agent = chromeOnWindows) => send('auth.login', { username, password }, { agent })
  async function signIn(username: string, agent = chromeOnWindows): Promise<string> {
    const { token } = await login(username, demoPassword, agent)
    assert.ok(token, `${username} gets in`)
    return token
  }
  async function ask<T>(token: string, name: string, input: Record<string, string> = {}): Promise<T> {
    const body = await send(name, input, { token })
    assert.equal(body.code, 1, `${name}: ${body.message}`)
    return body.data as T
  }
  const codeOf = (secret: string, at = Date.now()) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const wrongCode = (secret: string) => {
    const validCodes = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, Date.now() + step * 30_000))
    return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !validCodes.includes(code)) as string
  }

  async function enableSecondFactor(username: string) {
    const token = await signIn(username)
    const { secret, uri } = await ask<{ secret: string; uri: string }>(token, 'profile.startSecondFactor', { password: demoPassword })
    const { codes } = await ask<{ codes: string[] }>(token, 'profile.confirmSecondFactor', { code: codeOf(secret) })
    advanceClock(30_000)
    return { token, secret, uri, codes }
  }
  async function ticketOf(username: string): Promise<string> {
    const { ticket, token, status } = await login(username)
    assert.ok(ticket)
    assert.equal(token, undefined, 'a password alone opens nothing')
    assert.equal(status, 10)
    return ticket
  }
  interface Device {
    id: number
    browser: string
    system: string
    isThis: boolean
  }

  test('the profile shows masked account data and the state of each password', async () => {
    const payer = await ask<Record<string, unknown>>(await signIn('payer'), 'profile.get')
    assert.equal(payer.username, 'payer')
    assert.deepEqual(payer.secondFactor, { isOn: false, since: null, codesLeft: 0, isRequired: false })
    assert.deepEqual(payer.paymentPassword, { isSet: true, changedAt: null, lockedUntil: null })
    const maker = await ask<Record<string, unknown>>(await signIn('maker'), 'profile.get')
    assert.equal(maker.paymentPassword, null, 'a user who never pays has no payment password')
    const operator = await ask<{ mobile: string }>(await signIn('operator'), 'profile.get')
    assert.match(operator.mobile, /^1\d{2}\*{4}\d{4}$/)
  })

  test('the profile shows when the payment password was changed', async () => {
    const token = await signIn('unit2')
    const ownProfile = await ask<{ paymentPassword: { isSet: boolean } }>(token, 'profile.get')
    const currentPassword = ownProfile.paymentPassword.isSet ? demoPaymentPassword : demoPassword
    await ask(token, 'auth.changePassword', { type: '2', paypassword: 'Neu#Pay26', oldpassword: currentPassword })
    const { paymentPassword } = await ask<{ paymentPassword: { changedAt: string | null } }>(token, 'profile.get')
    assert.ok(paymentPassword.changedAt)
  })

  test('a signed-out device gets 50008 on its next call', async () => {
    const desktopToken = await signIn('checker')
    const phoneToken = await signIn('checker', safariOnPhone)
    const devices = await ask<Device[]>(desktopToken, 'profile.devices')
    const iosDevice = devices.find((device) => device.system === 'iOS')
    assert.equal(iosDevice?.browser, 'Safari 18')
    assert.deepEqual(
      devices.filter((device) => device.isThis).map((device) => [device.browser, device.system]),
      [['Chrome 141', 'Windows']],
    )
    await ask(desktopToken, 'profile.signOutDevice', { id: String(iosDevice?.id) })
    assert.equal((await send('profile.get', {}, { token: phoneToken })).code, 50008)
    assert.equal((await send('profile.signOutDevice', { id: String(iosDevice?.id) }, { token: desktopToken })).error, 'noDevice')
    assert.equal((await ask<Device[]>(desktopToken, 'profile.devices')).length, devices.length - 1)
  })

  test('users cannot sign out other users’ devices', async () => {
    const victimToken = await signIn('auditor')
    const [theirs] = await ask<Device[]>(victimToken, 'profile.devices')
    const strangerToken = await signIn('finance')
    assert.equal((await send('profile.signOutDevice', { id: String(theirs?.id) }, { token: strangerToken })).error, 'noDevice')
    await ask(strangerToken, 'profile.signOutOthers')
    assert.equal((await send('profile.get', {}, { token: victimToken })).code, 1)
    const seen = await ask<Device[]>(strangerToken, 'profile.devices')
    assert.ok(!seen.some((each) => each.id === theirs?.id))
  })

  test('all devices except the current one can be signed out', async () => {
    const keptToken = await signIn('finance')
    const otherTokens = [await signIn('finance', safariOnPhone), await signIn('finance')]
    await ask(keptToken, 'profile.signOutOthers')
    for (const token of otherTokens) assert.equal((await send('profile.get', {}, { token })).code, 50008)
    assert.equal((await ask<Device[]>(keptToken, 'profile.devices')).length, 1)
    const [mine] = await ask<Device[]>(keptToken, 'profile.devices')
    assert.equal((await send('profile.signOutDevice', { id: String(mine?.id) }, { token: keptToken })).error, 'thisDevice')
  })

  test('a device unused for half an hour is not listed', async () => {
    await signIn('partner')
    advanceClock(31 * minute)
    assert.equal((await ask<Device[]>(await signIn('partner'), 'profile.devices')).length, 1)
  })

  describe('the second factor', () => {
    test('a second factor needs the password to start and a valid code to take effect', async () => {
      const token = await signIn('maker')
      assert.equal((await send('profile.startSecondFactor', { password: 'Wrong#2026' }, { token })).error, 'wrongOld')
      assert.equal((await send('profile.confirmSecondFactor', { code: '123456' }, { token })).error, 'factorNotBegun')
      const { secret, uri } = await ask<{ secret: string; uri: string }>(token, 'profile.startSecondFactor', { password: demoPassword })
      assert.match(uri, /^otpauth:\/\/totp\/Yunchuangke:maker\?.*secret=/)
      assert.equal((await send('profile.confirmSecondFactor', { code: wrongCode(secret) }, { token })).error, 'wrongCode')
      assert.equal((await login('maker')).status, 8, 'an unconfirmed factor requires nothing')
      const { codes } = await ask<{ codes: string[] }>(token, 'profile.confirmSecondFactor', { code: codeOf(secret) })
      assert.equal(new Set(codes).size, 10)
      assert.equal((await login('maker')).status, 10)
      assert.equal((await send('profile.startSecondFactor', { password: demoPassword }, { token })).error, 'factorOn')
      await ask(token, 'profile.dropSecondFactor', { password: demoPassword, code: codes[0] as string })
    })

    test('sign-in requires the password, then an unused code', async () => {
      const { secret } = await enableSecondFactor('operator')
      const ticket = await ticketOf('operator')
      const code = codeOf(secret)
      const factorAnswer = await send('auth.secondFactor', { ticket, code })
      assert.equal(factorAnswer.status, 8)
      assert.equal((await send('profile.get', {}, { token: factorAnswer.token as string })).code, 1)
      assert.equal((await send('auth.secondFactor', { ticket, code: codeOf(secret, Date.now() + 30_000) })).error, 'ticketOver')
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('operator'), code })).error, 'codeUsed')
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('operator'), code: codeOf(secret, Date.now() - 30_000) })).error, 'codeUsed')
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('operator'), code: codeOf(secret, Date.now() + 60_000) })).error, 'wrongCode')
      advanceClock(30_000)
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('operator'), code: codeOf(secret) })).status, 8)
    })

    test('a ticket expires after five minutes, or when the password changes', async () => {
      const { secret, token } = await enableSecondFactor('partner')
      const expiredTicket = await ticketOf('partner')
      advanceClock(5 * minute + 1)
      assert.equal((await send('auth.secondFactor', { ticket: expiredTicket, code: codeOf(secret) })).error, 'ticketOver')
      assert.equal((await send('auth.secondFactor', { ticket: 'made-up', code: codeOf(secret) })).error, 'ticketOver')
      const oldTicket = await ticketOf('partner')
      await ask(token, 'auth.changePassword', { type: '1', password: 'Neu#Log26', oldpassword: demoPassword })
      assert.equal((await send('auth.secondFactor', { ticket: oldTicket, code: codeOf(secret) })).error, 'ticketOver')
    })

    test('a recovery code can be used once, also in lower case and with spaces', async () => {
      const { codes } = await enableSecondFactor('centre')
      const [first = '', second = ''] = codes
      const typedCode = ` ${first.toLowerCase().replaceAll('-', ' ')} `
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('centre'), recoveryCode: typedCode })).status, 8)
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('centre'), recoveryCode: first })).error, 'wrongRecoveryCode')
      const { token } = await send('auth.secondFactor', { ticket: await ticketOf('centre'), recoveryCode: second })
      const profile = await ask<{ secondFactor: { codesLeft: number } }>(token as string, 'profile.get')
      assert.equal(profile.secondFactor.codesLeft, 8)
    })

    test('a correct password does not reset the count of wrong codes', async () => {
      const { secret } = await enableSecondFactor('auditor')
      for (let guess = 1; guess <= 5; guess++) {
        assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('auditor'), code: wrongCode(secret) })).error, 'wrongCode', `guess ${guess}`)
      }
      assert.equal((await login('auditor')).error, 'locked')
      advanceClock(61_000)
      const ticket = await ticketOf('auditor')
      assert.equal((await send('auth.secondFactor', { ticket, code: wrongCode(secret) })).error, 'wrongCode')
      assert.equal((await send('auth.secondFactor', { ticket, code: codeOf(secret) })).error, 'locked', 'a correct code does not open a locked account')
      advanceClock(121_000)
      assert.equal((await send('auth.secondFactor', { ticket, code: codeOf(secret) })).status, 8)
    })

    test('removing the second factor needs the password and a current code, with limited attempts', async () => {
      const { secret, token, codes } = await enableSecondFactor('payer')
      const drop = (password: string, code: string) => send('profile.dropSecondFactor', { password, code }, { token })
      assert.equal((await drop('Wrong#2026', codeOf(secret))).error, 'wrongOld')
      const renewedCodes = await ask<{ codes: string[] }>(token, 'profile.renewRecoveryCodes', { password: demoPassword, code: codeOf(secret) })
      assert.equal((await drop(demoPassword, codes[0] as string)).error, 'wrongRecoveryCode', 'the earlier codes are worth nothing')
      advanceClock(30_000)
      for (let guess = 0; guess < 4; guess++) assert.equal((await drop(demoPassword, wrongCode(secret))).error, 'wrongCode')
      assert.equal((await drop(demoPassword, codeOf(secret))).error, 'tooManyChecks')
      advanceClock(16 * minute)
      assert.equal((await drop(demoPassword, renewedCodes.codes[0] as string)).code, 1)
      assert.equal((await login('payer')).status, 8)
    })

    test('the tables of the second factor and the log do not contain its secret or recovery codes', async () => {
      const { secret, codes } = await enableSecondFactor('checker')
      const { kysely } = app.running.kernel.database
      const rows = await sql<{ row: string }>`select row_to_json(second_factor)::text as row from second_factor
        union all select row_to_json(recovery_code)::text from recovery_code
        union all select row_to_json(login_ticket)::text from login_ticket
        union all select detail::text from audit_log where action like 'profile.%'`.execute(kysely)
      assert.ok(rows.rows.length >= 12)
      const all = rows.rows.map(({ row }) => row).join('\n')
      const secretBytes = Buffer.from(Secret.fromBase32(secret).buffer)
      for (const plain of [secret, secretBytes.toString('hex'), secretBytes.toString('base64'), secretBytes.toString('base64url'), ...codes])
        assert.ok(!all.includes(plain), plain)
    })

    test('when the key of authenticator secrets is missing, recovery codes still work', async () => {
      const { secret, codes } = await enableSecondFactor('unit2')
      const { kernel } = app.running
      const originalSecrets = kernel.secrets
      Object.assign(kernel, { secrets: secretsWith([randomBytes(32)]) })
      const ticket = await ticketOf('unit2')
      for (let time = 0; time < 6; time++) assert.equal((await send('auth.secondFactor', { ticket, code: codeOf(secret) })).error, 'keyLost')
      const recoveryAnswer = await send('auth.secondFactor', { ticket, recoveryCode: codes[0] as string })
      assert.equal(recoveryAnswer.status, 8)
      Object.assign(kernel, { secrets: secretsWith([randomBytes(32), ...kernel.settings.secretKeys]) })
      assert.equal((await send('auth.secondFactor', { ticket: await ticketOf('unit2'), code: codeOf(secret) })).status, 8, 'behind a new key the old one opens')
      Object.assign(kernel, { secrets: originalSecrets })
    })

    test('the user’s sign-ins are listed with their results, latest first', async () => {
      const { secret } = await enableSecondFactor('finance')
      await login('finance', 'Wrong#2026')
      const ticket = await ticketOf('finance')
      await send('auth.secondFactor', { ticket, code: wrongCode(secret) })
      const { token } = await send('auth.secondFactor', { ticket, code: codeOf(secret) })
      const signIns = await ask<{ result: string; browser: string; system: string }[]>(token as string, 'profile.signIns')
      assert.deepEqual(
        signIns.slice(0, 4).map((each) => each.result),
        ['entered', 'wrongCode', 'half', 'wrongPassword'],
      )
      assert.deepEqual([signIns[0]?.browser, signIns[0]?.system], ['Chrome 141', 'Windows'])
      assert.ok(signIns.length <= 20)
    })
  })
})
