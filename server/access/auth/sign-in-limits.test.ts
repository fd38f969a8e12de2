import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import argon2 from '@node-rs/argon2'
import { demoPassword } from '#/demo/accounts.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Signs in over HTTP from several addresses, on a clock that the tests advance.

const minute = 60_000
const wrongPassword = 'Wrong#2026'

interface Body {
  readonly code: number
  readonly message: string
  readonly error?: string
  readonly status?: number
  readonly token?: string
}

describe('sign-in rate limits', () => {
  let app: TestServer
  let testNetwork = 0

  before(async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.now() })
    app = await startTestServer({ perMinute: 1_000_000 })
  })
  after(async () => {
    await app.close()
    mock.timers.reset()
  })
  // Moves past the expiry of earlier failures, and gives each test an unused address range.
  beforeEach(() => {
    advanceClock(60 * minute)
    testNetwork++
  })

  const advanceClock = (milliseconds: number) => mock.timers.setTime(Date.now() + milliseconds)
  const strangerAddress = (number = 1) => `203.0.${testNetwork}.${number}`

  async function login(username: string, password: string, remoteAddress: string): Promise<Body> {
    const data = new FormData()
    data.append('username', username)
    data.append('password', password)
    const encodedForm = new Response(data)
    const answer = await app.running.server.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress,
      headers: { 'content-type': encodedForm.headers.get('content-type') ?? '', 'accept-language': 'zh-CN' },
      payload: Buffer.from(await encodedForm.arrayBuffer()),
    })
    assert.equal(answer.statusCode, 200)
    return answer.json() as Body
  }

  test('a successful sign-in does not clear the address’s failures for other user names', async () => {
    const answers: string[] = []
    for (let round = 0; round < 3; round++) {
      for (let name = 0; name < 12; name++) answers.push((await login(`somebody${round}x${name}`, wrongPassword, strangerAddress())).error ?? '')
      await login('maker', demoPassword, strangerAddress())
    }
    assert.equal(answers.filter((answer) => answer === 'wrongLogin').length, 30)
    assert.equal((await login('maker', demoPassword, strangerAddress())).error, 'locked')
    assert.equal((await login('maker', demoPassword, strangerAddress(2))).status, 8, 'another address is not meant')
  })

  test('a successful sign-in clears the account’s own failures', async () => {
    for (let round = 0; round < 8; round++) {
      for (let failureCount = 0; failureCount < 4; failureCount++) assert.equal((await login('maker', wrongPassword, strangerAddress())).error, 'wrongLogin')
      assert.equal((await login('maker', demoPassword, strangerAddress())).status, 8)
    }
  })

  test('one wrong password every 15 minutes never locks out the owner', async () => {
    for (let attempt = 0; attempt < 7; attempt++) {
      await login('checker', wrongPassword, strangerAddress(1))
      advanceClock(15 * minute)
    }
    for (let extraFailures = 0; extraFailures < 5; extraFailures++) {
      await login('checker', wrongPassword, strangerAddress(1))
      assert.equal((await login('checker', demoPassword, strangerAddress(2))).status, 8, `after ${extraFailures} more`)
      advanceClock(15 * minute)
    }
  })

  test('an hour of guesses causes no lock above 15 minutes, and the lock expires afterwards', async () => {
    let longestLock = 0
    for (let seconds = 0; seconds < 3600; seconds += 60) {
      const messages = await login('unit2', wrongPassword, strangerAddress(1 + (seconds % 7)))
      longestLock = Math.max(longestLock, Number(/(\d+) 秒/.exec(messages.message)?.[1] ?? 0))
      advanceClock(minute)
    }
    assert.ok(longestLock > 60 && longestLock <= 900, `${longestLock}`)
    advanceClock(15 * minute)
    assert.equal((await login('unit2', demoPassword, strangerAddress(9))).status, 8)
  })

  test('a known address is locked only by its own failures, until the account is unlocked', async () => {
    const homeAddress = strangerAddress(200)
    assert.equal((await login('payer', demoPassword, homeAddress)).status, 8)
    for (let attempt = 0; attempt < 20; attempt++) await login('payer', wrongPassword, strangerAddress(1 + (attempt % 5)))
    assert.equal((await login('payer', demoPassword, strangerAddress(6))).error, 'locked')
    assert.equal((await login('payer', demoPassword, homeAddress)).status, 8)
    for (let attempt = 0; attempt < 5; attempt++) assert.equal((await login('payer', wrongPassword, homeAddress)).error, 'wrongLogin')
    assert.equal((await login('payer', demoPassword, homeAddress)).error, 'locked', 'failures at a known address count there')
    const admin = await app.must('unit1', 'users.list', { keyword: 'payer' })
    const row = admin.rows.find((each) => each.username === 'payer') ?? assert.fail('no payer')
    await app.must('unit1', 'users.unlock', { id: row.id })
    assert.equal((await login('payer', demoPassword, homeAddress)).status, 8, 'unlocking also unlocks this address')
  })

  test('known and unknown names get the same answers, password comparisons and locks', async () => {
    const verifyMock = mock.method(argon2, 'verify')
    const countComparisons = async (username: string, addresses: number) => {
      const from = verifyMock.mock.callCount()
      const answers: unknown[] = []
      for (let attempt = 0; attempt < 8; attempt++) {
        const { code, error, message, ...rest } = await login(username, wrongPassword, strangerAddress(addresses + attempt))
        answers.push([code, error, message, Object.keys(rest).sort()])
      }
      return { answers, compared: verifyMock.mock.callCount() - from }
    }
    const [known, unknown] = [await countComparisons('maker02', 10), await countComparisons('nobody-of-that-name', 40)]
    verifyMock.mock.restore()
    assert.deepEqual(unknown, known)
    assert.equal(known.compared, 5, 'five were compared, then the name was locked')
    assert.match(JSON.stringify(known.answers[6]), /60 秒/)
  })

  test('only five of twenty concurrent guesses are checked, whether or not the name exists', async () => {
    const loginInParallel = (username: string, at: number) =>
      Promise.all(Array.from({ length: 20 }, (_, tries) => login(username, wrongPassword, strangerAddress(at + tries))))
    const count = async (username: string, at: number) => (await loginInParallel(username, at)).filter(({ error }) => error === 'wrongLogin').length
    assert.deepEqual([await count('ghost-of-nobody', 10), await count('maker03', 40)], [5, 5])
  })

  test('every guess counts when requests are processed out of order', async () => {
    const answers: string[] = []
    for (let attempt = 0; attempt < 7; attempt++) {
      answers.push((await login('checker03', wrongPassword, strangerAddress(1 + attempt))).error ?? '')
      advanceClock(-1)
    }
    assert.deepEqual(answers, ['wrongLogin', 'wrongLogin', 'wrongLogin', 'wrongLogin', 'wrongLogin', 'locked', 'locked'])
  })

  test('a password with an added space is refused', async () => {
    for (const typedPassword of [` ${demoPassword}`, `${demoPassword} `, `${demoPassword.slice(0, 4)}\u3000${demoPassword.slice(4)}`])
      assert.equal((await login('auditor', typedPassword, strangerAddress())).error, 'wrongLogin', JSON.stringify(typedPassword))
    assert.equal((await login('auditor', demoPassword, strangerAddress())).status, 8)
  })

  test('failures are counted for names with emoji and other surrogate pairs', async () => {
    const answers: string[] = []
    for (const name of ['a😀', '😀😀', '\u0061\u{1f468}\u200d\u{1f469}', 'a𠮷野'])
      for (let attempt = 0; attempt < 8; attempt++) answers.push((await login(name, wrongPassword, strangerAddress())).error ?? '')
    assert.equal(answers.filter((answer) => answer === 'wrongLogin').length, 20, 'five of each name')
    assert.equal(answers.filter((answer) => answer === 'locked').length, 12)
  })

  test('of twenty concurrent wrong passwords for a sensitive action, five are checked', async () => {
    const { rows } = await app.must('platform', 'units.list', {})
    const loginFrom = (_: unknown, at: number) =>
      app.call('platform', 'units.freeze', { id: rows[at % rows.length]?.id ?? 0, version: 1, reason: '风险核查', password: wrongPassword })
    const answers = await Promise.all(Array.from({ length: 20 }, loginFrom))
    const counts = Object.groupBy(answers, (each) => each.error ?? '')
    assert.deepEqual({ wrong: counts.wrong_password?.length, over: counts.too_many_tries?.length }, { wrong: 5, over: 15 })
  })
})
