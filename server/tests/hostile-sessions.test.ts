import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { tokenHash } from '#/server/kernel/session/session.ts'
import { expectNoFault, type HttpResponse, listenOnFreePort, postOperation, sendRawBytes } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { createHostileWorld } from '#/server/tests/hostile-world-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Tests forged tokens, guessed passwords and forged headers over HTTP.

describe('hostile use of sessions and headers', () => {
  const server = testServer({ perMinute: 1_000_000 })
  let base: string
  const url = (path: string) => `${base}${path}`
  const db = () => server.running.kernel.database.kysely
  const tokenOf = async (username: string) => tokenFor(server, (await demoAccount(server, username)).id)
  const call = async (username: string, path: string, input: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<HttpResponse> =>
    expectNoFault(await postOperation(url(path), input, { 'x-token': await tokenOf(username), ...headers }), path)

  before(async () => {
    await createHostileWorld(server)
    base = await listenOnFreePort(server)
  })

  describe('tokens', () => {
    const userInfo = (token: string) => postOperation(url('/api/user/info'), {}, { 'x-token': token })
    const codeWith = async (token: string) => expectNoFault(await userInfo(token), 'info').body.code

    test('a forged token is refused', async () => {
      const validToken = await tokenOf('maker')
      const forgedTokens = [
        'x',
        'null',
        'undefined',
        '0',
        `${validToken}x`,
        validToken.slice(0, -1),
        validToken.toLowerCase(),
        validToken.toUpperCase(),
        `Bearer ${validToken}`,
        'a'.repeat(8000),
        "' or 1=1 --",
        '%00',
        '{"userId":1}',
        'eyJhbGciOiJub25lIn0.eyJ1aWQiOjF9.',
      ]
      for (const token of forgedTokens.filter((each) => each !== validToken)) assert.equal(await codeWith(token), 50008, token.slice(0, 40))
      assert.equal(await codeWith(validToken), 1)
    })

    test('a password in the query of the address is refused', async () => {
      const secretInAddress = await postOperation(url(`/api/user/login?username=maker&password=${encodeURIComponent(demoPassword)}`), {})
      assert.deepEqual([secretInAddress.body.code, secretInAddress.body.error], [0, 'secret_in_address'])
      const checkAnswer = await postOperation(
        url(`/api/user/CheckPasswd?type=1&pwd=${encodeURIComponent(demoPassword)}`),
        {},
        { 'x-token': await tokenOf('maker') },
      )
      assert.equal(checkAnswer.body.error, 'secret_in_address')
    })

    test('a new identity proof renews the token and soon invalidates the former one', async () => {
      const { id } = await demoAccount(server, 'maker')
      const { token: former } = await server.must(null, 'auth.login', { username: 'maker', password: demoPassword })
      const proofAnswer = expectNoFault(await postOperation(url('/api/profile/prove'), { password: demoPassword }, { 'x-token': former ?? '' }), 'prove')
      const { token } = proofAnswer.body.data as { token: string }
      assert.notEqual(token, former)
      assert.deepEqual([await codeWith(token), await codeWith(former ?? '')], [1, 1])
      await db()
        .updateTable('session')
        .set({ former_until: new Date(0) })
        .where('user_id', '=', id)
        .execute()
      assert.deepEqual([await codeWith(token), await codeWith(former ?? '')], [1, 50008])
    })

    test('a token in the query, the form, a cookie or the Authorization header is refused', async () => {
      const token = await tokenOf('maker')
      for (const answer of [
        await postOperation(url(`/api/user/info?X-Token=${token}&token=${token}`), {}),
        await postOperation(url('/api/user/info'), { token, 'X-Token': token }),
        await postOperation(url('/api/user/info'), {}, { cookie: `X-Token=${token}; token=${token}` }),
        await postOperation(url('/api/user/info'), {}, { authorization: `Bearer ${token}` }),
      ])
        assert.equal(expectNoFault(answer, 'info').body.code, 50008)
    })

    test('a signed-out, expired or idle token is refused with its error code', async () => {
      const stolenToken = await tokenOf('maker')
      assert.equal(expectNoFault(await postOperation(url('/api/user/logout_pc'), {}, { 'x-token': stolenToken }), 'logout').body.code, 1)
      assert.equal(await codeWith(stolenToken), 50008)
      const { id } = await demoAccount(server, 'maker')
      const hoursAgo = (hours: number) => new Date(server.running.kernel.clock.real().getTime() - hours * 3_600_000)
      const oldToken = await tokenFor(server, id)
      await db()
        .updateTable('session')
        .set({ expires_at: hoursAgo(0) })
        .where('token_hash', '=', tokenHash(oldToken))
        .execute()
      assert.equal(await codeWith(oldToken), 50014)
      const idleToken = await tokenFor(server, id)
      await db()
        .updateTable('session')
        .set({ seen_at: hoursAgo(1) })
        .where('token_hash', '=', tokenHash(idleToken))
        .execute()
      assert.equal(await codeWith(idleToken), 50014)
    })

    test('a password change ends the other sessions of an account, and disabling it ends all', async () => {
      const [mine, stolen] = [await tokenOf('checker'), await tokenOf('checker')]
      const changeAnswer = await postOperation(
        url('/api/user/editpassword'),
        { type: 1, password: 'Neu#2026x', oldpassword: demoPassword },
        { 'x-token': mine },
      )
      assert.equal(expectNoFault(changeAnswer, 'editpassword').body.code, 1)
      assert.equal(await codeWith(stolen), 50008)
      assert.equal(await codeWith(mine), 1)
      await db().updateTable('app_user').set({ status: accountStatus.disabled }).where('username', '=', 'checker').execute()
      assert.equal(await codeWith(mine), 50008)
      await db().updateTable('app_user').set({ status: accountStatus.active }).where('username', '=', 'checker').execute()
    })

    test('a revoked permission takes effect on the next request of a running session', async () => {
      const token = await tokenOf('finance')
      const ask = async () => (await postOperation(url('/api/prepayments/list'), {}, { 'x-token': token })).body
      assert.equal((await ask()).code, 1)
      const { id } = await demoAccount(server, 'finance')
      const [role] = await db().deleteFrom('user_role').where('user_id', '=', id).returning('role_id').execute()
      assert.equal((await ask()).error, 'forbidden')
      await db()
        .insertInto('user_role')
        .values({ user_id: id, role_id: role?.role_id ?? 0 })
        .execute()
    })

    test('an idempotency key repeats its sender’s response, unless malformed or for other content', async () => {
      const key = randomUUID()
      const [order] = (await server.must('maker', 'payments.choices', {})).orders.filter((each) => each.problem === null)
      const createBatch = (username: string, remark: string) =>
        call(username, '/api/payments/create', { orderId: order?.id, remark }, { 'idempotency-key': key })
      const first = await createBatch('maker', 'eins')
      const repeatedAnswer = await createBatch('maker', 'eins')
      assert.equal(first.body.code, 1)
      assert.deepEqual(repeatedAnswer.body.data, first.body.data)
      assert.equal(repeatedAnswer.headers.get('idempotent-replayed'), 'true')
      assert.equal((await createBatch('maker', 'zwei')).body.error, 'key_reused')
      const secondAccount = await createBatch('unit2', 'eins')
      assert.notEqual(secondAccount.body.code, 1)
      assert.equal(secondAccount.headers.get('idempotent-replayed'), null)
      for (const invalidKey of ['', 'a b', 'a\tb', 'x'.repeat(256)]) {
        const answer = await call('maker', '/api/payments/create', { orderId: order?.id }, { 'idempotency-key': invalidKey })
        assert.equal(answer.body.error, 'malformed', invalidKey.slice(0, 10))
      }
    })

    test('reads ignore the idempotency key', async () => {
      const storedKeys = () => db().selectFrom('idempotency').select('key').execute()
      const earlierKeys = await storedKeys()
      for (const key of ['', 'same', 'same', 'a b', 'x'.repeat(256)])
        for (const page of [1, 2]) {
          const answer = await call('maker', '/api/payments/list', { page }, { 'idempotency-key': key })
          assert.equal(answer.body.code, 1, key.slice(0, 10))
          assert.equal(answer.headers.get('idempotent-replayed'), null)
        }
      assert.equal((await storedKeys()).length, earlierKeys.length)
    })
  })

  describe('password guesses', () => {
    test('fifty concurrent wrong passwords count as five, lock sign-in and end no session', async () => {
      const runningToken = await tokenOf('maker03')
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => postOperation(url('/api/user/login'), { username: 'maker03', password: `Wrong#${2000 + at}` })),
      )
      const counts = Object.groupBy(answers, (each) => String(expectNoFault(each, 'login').body.error))
      assert.deepEqual({ wrong: counts.wrongLogin?.length, locked: counts.locked?.length }, { wrong: 5, locked: 45 })
      assert.equal((await postOperation(url('/api/user/login'), { username: 'maker03', password: demoPassword })).body.error, 'locked')
      assert.equal((await postOperation(url('/api/user/info'), {}, { 'x-token': runningToken })).body.code, 1)
      const account = await db().selectFrom('app_user').select('failed_logins').where('username', '=', 'maker03').executeTakeFirstOrThrow()
      assert.equal(account.failed_logins, 5)
    })

    test('refused sign-ins do not reveal whether an account exists', async () => {
      const refusalOf = async (username: string) => {
        const { status, body, headers } = await postOperation(url('/api/user/login'), { username, password: 'Wrong#2026' })
        return { status, code: body.code, error: body.error, message: body.message, fields: Object.keys(body), headers: [...headers.keys()].sort() }
      }
      const expectedRefusal = await refusalOf('checker03')
      for (const name of ['nobody-at-all', "checker03'--", 'CHECKER03', 'checker03\u200b']) assert.deepEqual(await refusalOf(name), expectedRefusal, name)
    })
  })

  describe('forged centre and mode headers', () => {
    const forgedHeaders = [
      '3',
      '-1',
      '0',
      '2147483648',
      '99999999999999999999',
      '1,2',
      '2,3',
      '[2,3]',
      '{"id":3}',
      '1 or 1=1',
      '2;3',
      '٢',
      '２',
      'null',
      '2.0',
      '0x2',
      `[${'['.repeat(4000)}`,
      'NaN',
    ]

    test('a foreign or malformed centre header is refused or ignored and returns no foreign rows', async () => {
      const centreOf = (answer: HttpResponse) => [
        ...new Set(((answer.body.data as { rows?: { centreId: number }[] } | undefined)?.rows ?? []).map((row) => row.centreId)),
      ]
      for (const centre of forgedHeaders) {
        const staffAnswer = await call('auditor', '/api/payments/list', {}, { yycenterid: encodeURI(centre), nstype: '2' })
        assert.deepEqual(centreOf(staffAnswer), [2], centre)
        const directorAnswer = await call('centre', '/api/payments/list', {}, { yycenterid: encodeURI(centre) })
        assert.equal(directorAnswer.body.error, 'choose_centre', centre)
        const loginEntries = await db()
          .selectFrom('audit_log')
          .select(['action', 'outcome', 'ref_type'])
          .orderBy('at', 'desc')
          .orderBy('seq', 'desc')
          .where('ref_id', '=', encodeURI(centre).slice(0, 40))
          .executeTakeFirst()
        assert.deepEqual(loginEntries, { action: 'payments.list', outcome: 'denied', ref_type: 'centre' }, 'a centre that was claimed is on record')
        const unit = await call('maker', '/api/payments/list', {}, { yycenterid: encodeURI(centre) })
        assert.equal(unit.body.code, 1)
        assert.deepEqual(centreOf(unit), [2], centre)
      }
    })

    test('an invalid mode falls back to a mode of the centre in the header', async () => {
      for (const mode of forgedHeaders.filter((each) => each !== '2')) {
        const answer = await call('centre', '/api/payments/list', {}, { yycenterid: '5', nstype: encodeURI(mode) })
        assert.equal(answer.body.code, 1, mode)
        assert.equal(answer.headers.get('x-nstype-effective'), '2', mode)
      }
    })

    test('a repeated centre header does not widen the scope, and an oversized header is refused', async () => {
      const token = await tokenOf('auditor')
      const duplicateHeader = await sendRawBytes(
        base,
        `POST /api/payments/list HTTP/1.1\r\nhost: x\r\nx-token: ${token}\r\nyycenterid: 2\r\nyycenterid: 3\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      )
      assert.ok(!/"centreId":3/.test(duplicateHeader))
      const oversizedToken = await sendRawBytes(base, `POST /api/payments/list HTTP/1.1\r\nhost: x\r\nx-token: ${'a'.repeat(40_000)}\r\n\r\n`)
      assert.match(oversizedToken, /^HTTP\/1\.1 431 [\s\S]*"code":0,"error":"malformed"/)
    })
  })
})
