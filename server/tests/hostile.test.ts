import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pdfPage } from '#/server/services/files/testing.ts'
import { expectNoFault, formOf, type HttpResponse, listenOnFreePort, postOperation, sendRawBytes, sendRequest } from '#/server/tests/hostile-http-testing.ts'
import { allOperations, demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Tests malformed and malicious requests over HTTP.

describe('hostile use over HTTP', () => {
  const server = testServer({ perMinute: 1_000_000, drainMs: 300 })
  let base: string
  let draft: { id: number }
  const url = (path: string) => `${base}${path}`
  const db = () => server.running.kernel.database.kysely
  const tokenOf = async (username: string) => tokenFor(server, (await demoAccount(server, username)).id)
  const call = async (username: string, path: string, input: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<HttpResponse> =>
    expectNoFault(await postOperation(url(path), input, { 'x-token': await tokenOf(username), ...headers }), path)

  before(async () => {
    const [order] = (await server.must('maker', 'payments.choices', {})).orders.filter((each) => each.problem === null)
    draft = await server.must('maker', 'payments.create', { orderId: order?.id ?? 0 })
    base = await listenOnFreePort(server)
  })

  describe('addresses', () => {
    test('operations refuse GET, PUT, DELETE and PATCH', async () => {
      for (const named of allOperations) {
        for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
          const answer = expectNoFault(await sendRequest(url(named.url), { method, headers: { 'x-token': 'x' } }), `${method} ${named.url}`)
          assert.equal(answer.status, 404)
          assert.equal(answer.body.error, 'no_such_place')
        }
      }
    })

    test('unknown paths return 404', async () => {
      for (const path of [
        '/api',
        '/api/',
        '/api/nothing/here',
        '/api/payments',
        '/api/payments/list/',
        '/api/payments/__proto__',
        '/api/constructor/name',
        '/api/payments/toString',
        '/vue-element-admin/nothing',
        '/documentation',
        '/swagger',
        '/druid',
        '/actuator',
        '/.git/config',
        '/.env',
        '/package.json',
        '/server/main.ts',
        '/data/db',
        '/api/../package.json',
        '/metrics/..',
        '/%2e%2e/package.json',
      ])
        assert.equal(expectNoFault(await sendRequest(url(path), { method: 'POST' }), path).status, 404, path)
    })

    test('path traversal is refused', async () => {
      for (const path of [
        '../../../etc/passwd',
        '..%2f..%2f..%2fetc%2fpasswd',
        '%2e%2e/%2e%2e/etc/passwd',
        '....//....//etc/passwd',
        '..%5c..%5cboot.ini',
        '%00',
        'a%00.pdf',
        '%c0%ae%c0%ae/etc/passwd',
        '..%252f..%252fetc%252fpasswd',
        'C:%5cboot.ini',
        'a'.repeat(199),
        'a'.repeat(5000),
        '%zz',
        '%',
      ]) {
        for (const prefix of ['/files/', '/assets/', '/']) {
          const text = await sendRawBytes(base, `GET ${prefix}${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
          assert.match(text, /^HTTP\/1\.1 (400|404|414) /, `${prefix}${path.slice(0, 60)}`)
          assert.match(text, /"code":0/)
          assert.doesNotMatch(text, /root:|FST_|\bat /)
        }
      }
    })

    test('a file link opens one file as its real type until it expires', async () => {
      const bytes = pdfPage('a paper')
      await server.must('maker', 'payments.attach', { id: draft.id, kind: 'other', file: { filename: 'a.pdf', mediaType: 'text/html', bytes } })
      const [paper] = await server.must('maker', 'payments.evidence', { id: draft.id })
      const link = await server.must('maker', 'files.link', { fileId: paper?.fileId ?? '' })
      const response = await sendRequest(url(link.url))
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/pdf')
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      for (const guessedUrl of [`${link.url}x`, link.url.slice(0, -1), link.url.replace('/files/', '/files/x'), `/files/${paper?.fileId}`])
        assert.equal(expectNoFault(await sendRequest(url(guessedUrl)), guessedUrl).status, 404)
      await db().updateTable('file_link').set({ expires_at: server.running.kernel.clock.real() }).execute()
      assert.equal((await sendRequest(url(link.url))).status, 404)
    })

    test('the server does not redirect to an address from the request', async () => {
      for (const path of [
        '//evil.example',
        '//evil.example/%2e%2e',
        '/\\evil.example',
        '/%5cevil.example',
        '/login?redirect=https://evil.example',
        '/api/user/login?redirect=//evil.example',
        '/%0d%0aLocation:%20https://evil.example',
        '/assets//evil.example/..',
      ]) {
        for (const method of ['GET', 'POST']) {
          const text = await sendRawBytes(base, `${method} ${path} HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
          assert.doesNotMatch(text, /^location:/im, path)
          assert.doesNotMatch(text, /^HTTP\/1\.1 3/, path)
        }
      }
    })

    test('metrics are not served through a proxy', async () => {
      assert.equal((await sendRequest(url('/metrics'))).status, 200)
      assert.equal((await sendRequest(url('/metrics'), { headers: { 'x-forwarded-for': '203.0.113.9' } })).status, 404)
    })
  })

  describe('forms', () => {
    const loginPath = '/api/user/login'
    const multipart = (body: string | Buffer, boundary = 'XX', path = loginPath) =>
      sendRequest(url(path), {
        method: 'POST',
        body: new Uint8Array(Buffer.from(body)),
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
    const part = (name: string, value: string, more = '') => `--XX\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`

    test('a body that is not a multipart form is refused', async () => {
      for (const [type, body] of [
        ['application/json', '{"username":"maker"}'],
        ['application/json', '{'],
        ['text/plain', 'username=maker'],
        ['application/x-www-form-urlencoded', 'username=maker&password=x'],
        ['application/xml', '<a/>'],
        ['x', 'x'],
        ['', 'x'],
      ] as const) {
        const answer = expectNoFault(await sendRequest(url(loginPath), { method: 'POST', body: new Blob([body]), headers: { 'content-type': type } }), type)
        assert.ok([400, 415].includes(answer.status), `${type} ${answer.status}`)
      }
    })

    test('broken, truncated and oversized forms are refused', async () => {
      const fullBody = `${part('username', 'maker')}${part('password', 'x')}--XX--\r\n`
      for (let cutLength = 0; cutLength < fullBody.length; cutLength += 7) {
        const answer = expectNoFault(await multipart(fullBody.slice(0, cutLength)), `cut at ${cutLength}`)
        assert.notEqual(answer.body.code, 1)
      }
      for (const body of [
        '',
        'x',
        '--XX',
        '--XX--',
        '--YY\r\n\r\n--YY--',
        `--XX\r\n\r\n\r\n--XX--`,
        `--XX\r\nContent-Disposition: form-data\r\n\r\nx\r\n--XX--`,
        `--XX\r\nContent-Disposition: ${'a'.repeat(100_000)}\r\n\r\nx\r\n--XX--`,
        '\0'.repeat(5000),
        '--XX\r\n'.repeat(5000),
      ])
        assert.notEqual(expectNoFault(await multipart(body), body.slice(0, 30)).body.code, 1)
      for (const boundary of ['', 'a'.repeat(70), 'a'.repeat(71), '"', 'a'.repeat(500), '"a\\"b"', '----------------;charset=x'])
        assert.ok([200, 400, 415].includes(expectNoFault(await multipart(fullBody, boundary), boundary).status))
    })

    test('a form with too many or too large fields or files, or an anonymous file, is refused', async () => {
      const fields = expectNoFault(await multipart(`${Array.from({ length: 101 }, (_, at) => part(`f${at}`, 'x')).join('')}--XX--\r\n`), 'fields')
      assert.equal(fields.status, 413)
      assert.equal(expectNoFault(await multipart(`${part('username', 'x'.repeat(1_100_000))}--XX--\r\n`), 'field').body.error, 'malformed')
      const token = await tokenOf('maker')
      const upload = (body: string) =>
        sendRequest(url('/api/lines/import'), {
          method: 'POST',
          body,
          headers: { 'content-type': 'multipart/form-data; boundary=XX', 'x-token': token, 'idempotency-key': randomUUID() },
        })
      const file = (name: string, bytes: number) => part(name, 'x'.repeat(bytes), '; filename="a.csv"')
      const oversizedUpload = expectNoFault(await upload(`${file('file', 10.5 * 1024 * 1024)}--XX--\r\n`), 'file')
      assert.equal(oversizedUpload.status, 413)
      assert.equal(oversizedUpload.body.error, 'fileTooLarge')
      assert.equal(expectNoFault(await upload(`${part('batchId', '1')}${file('file', 9)}${file('second', 9)}--XX--\r\n`), 'files').body.error, 'malformed')
      // Neither an anonymous caller nor a file in a text field can make the server hold a large file in memory.
      assert.equal(expectNoFault(await multipart(`${file('username', 9 * 1024 * 1024)}--XX--\r\n`), 'file as text').body.error, 'malformed')
      const anonymousUpload = await sendRequest(url('/api/lines/import'), {
        method: 'POST',
        body: `${file('file', 9 * 1024 * 1024)}--XX--\r\n`,
        headers: { 'content-type': 'multipart/form-data; boundary=XX' },
      })
      assert.equal(expectNoFault(anonymousUpload, 'stranger').body.error, 'signed_out')
    })

    test('a repeated field in the form or the query is refused', async () => {
      assert.equal(
        expectNoFault(await multipart(`${part('username', 'maker')}${part('username', 'platform')}${part('password', 'x')}--XX--\r\n`), 'twice').body.error,
        'malformed',
      )
      assert.equal(expectNoFault(await postOperation(url(`${loginPath}?username=a&username=b`), { password: 'x' }), 'query').body.error, 'malformed')
    })

    test('field names such as __proto__ do not change Object.prototype', async () => {
      for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__[polluted]', 'constructor[prototype][polluted]'])
        expectNoFault(await multipart(`${part(name, '{"polluted":true}')}${part('username', 'x')}${part('password', 'x')}--XX--\r\n`), name)
      for (const rows of [
        '[{"__proto__":{"polluted":true},"name":"x"}]',
        '[{"name":"x","constructor":{"prototype":{"polluted":true}}}]',
        '{"__proto__":[{"name":"x"}]}',
      ]) {
        const form = formOf({ batchId: 1 })
        form.append('rows', rows)
        const answer = await sendRequest(url('/api/lines/add'), {
          method: 'POST',
          body: form,
          headers: { 'x-token': await tokenOf('maker'), 'idempotency-key': randomUUID() },
        })
        assert.notEqual(expectNoFault(answer, rows).body.code, 1)
      }
      assert.equal(({} as Record<string, unknown>).polluted, undefined)
    })

    test('NUL, lone surrogates, invalid UTF-8 and deep nesting are refused or replaced', async () => {
      assert.equal(expectNoFault(await multipart(`${part('username', 'a\0b')}${part('password', 'x')}--XX--\r\n`), 'zero').body.error, 'malformed')
      const bytes = Buffer.concat([
        Buffer.from('--XX\r\nContent-Disposition: form-data; name="username"\r\n\r\n'),
        Buffer.from([0xc0, 0xaf, 0xed, 0xa0, 0x80, 0xff, 0xf5]),
        Buffer.from(`\r\n${part('password', 'x')}--XX--\r\n`),
      ])
      assert.equal(expectNoFault(await multipart(bytes), 'no text').body.error, 'wrongLogin')
      const batchId = draft.id
      for (const name of ['"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"']) {
        const answer = await call('maker', '/api/lines/add', { batchId, rows: { json: `[{"name":${name},"amountText":"1"}]` } })
        assert.equal(answer.body.error, 'malformed', name)
      }
      const nestedAnswer = await call('maker', '/api/lines/add', { batchId, rows: { json: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } })
      assert.equal(nestedAnswer.body.error, 'malformed')
    })

    test('infinite, hexadecimal, rounded and full-width numbers are refused', async () => {
      for (const id of [
        'NaN',
        'Infinity',
        '1e309',
        '-1',
        '0',
        '1.5',
        '0x10',
        '１',
        '9007199254740993',
        '9223372036854775808',
        '1e21',
        '"1"',
        '[1]',
        '{"valueOf":1}',
        'true',
        '1 ',
        '+1',
        '1,5',
      ])
        assert.notEqual((await call('maker', '/api/payments/get', { id: { json: id } })).body.code, 1, id)
      for (const amount of ['1e3', '-1', '0', '１００', '0x10', '1,000.00', '99999999999', '1.001', 'NaN', ' 1', '1;'])
        assert.notEqual(
          (
            await call('payer', '/api/prepayments/submit', {
              centreId: 2,
              mode: 2,
              amount,
              payerName: '星河互娱',
              payerAccount: '62220000001',
              bankSerial: `S${amount}0000`,
            })
          ).body.code,
          1,
          amount,
        )
      for (const after of ['-9007199254740991', '9007199254740991', '2147483648'])
        for (const path of ['/api/lines/list', '/api/prepayments/history'])
          assert.ok((await call('maker', path, { after: { json: after } })).body.message !== undefined)
    })

    test('smuggled requests and malformed headers close the connection', async () => {
      for (const bytes of [
        'POST /api/user/info HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nhost: x\r\n\r\n',
        'POST /api/user/info HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcde',
        'POST /api/user/info HTTP/1.1\r\nhost: x\r\nx-token: a\nx-evil: 1\r\ntransfer-encoding : chunked\r\n\r\n',
        'POST /api/user/info HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nabc\r\n0\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'NONSENSE\r\n\r\n',
        '\x16\x03\x01\x02\0',
      ]) {
        const text = await sendRawBytes(base, bytes)
        assert.match(text, /^HTTP\/1\.1 400 [\s\S]*connection: close/i, bytes.slice(0, 60))
        assert.doesNotMatch(text, /process_cpu/)
      }
    })

    test('after a form is refused midway, the connection serves the next request', async () => {
      const file = (name: string, bytes: number) => part(name, 'x'.repeat(bytes), '; filename="a.csv"')
      const token = `x-token: ${await tokenOf('maker')}`
      const manyFields = Array.from({ length: 101 }, (_, at) => part(`f${at}`, 'x')).join('')
      const refusedForms: [what: string, path: string, parts: string, ...headers: string[]][] = [
        ['too many fields', loginPath, manyFields],
        ['a field too long', loginPath, part('username', 'x'.repeat(1_100_000))],
        ['a file where a text belongs', loginPath, file('username', 9 * 1024 * 1024)],
        ['a file too large', '/api/lines/import', file('file', 11 * 1024 * 1024), token],
        ['too many files', '/api/lines/import', `${part('batchId', '1')}${file('file', 9)}${file('second', 9)}`, token],
        ['a file of a stranger', '/api/lines/import', file('file', 9 * 1024 * 1024)],
      ]
      for (const [what, path, parts, ...headers] of refusedForms) {
        const body = `${parts}--XX--\r\n`
        const head = [`POST ${path} HTTP/1.1`, 'host: x', 'content-type: multipart/form-data; boundary=XX', `content-length: ${body.length}`, ...headers]
        const next = 'GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
        const text = await sendRawBytes(base, `${head.join('\r\n')}\r\n\r\n${body}${next}`, 4000)
        assert.match(text, /"error":"(malformed|fileTooLarge|signed_out)"[\s\S]*"ok":true/, what)
      }
    })
  })

  // Must stay last, because it stops the server.
  test('an unfinished request does not keep the server from stopping', { timeout: 60_000 }, async () => {
    const halfRequest = 'POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: 100\r\n\r\n--XX'
    const { server: http } = server.running.server
    const connections = () => new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)))
    const connectionsBefore = await connections()
    const pendingResponse = sendRawBytes(base, halfRequest, 120_000).catch(() => 'cut off')
    while ((await connections()) <= connectionsBefore) await sleep(20)
    await server.running.stop()
    assert.doesNotMatch(await pendingResponse, /HTTP\/1\.1 200/)
  })
})
