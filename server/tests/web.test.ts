import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { listenOnFreePort } from '#/server/tests/hostile-http-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Serves a web application over HTTP from a folder with the layout of a build: text files with .br and .gz copies.

const page =
  '<!doctype html><html><head><meta property="csp-nonce" nonce="__NONCE__"><title>云创客平台</title></head><body><script type="module" src="/assets/app-1a2b3c.js"></script></body></html>'
/** Returns the text of a document without the nonce of its response. */
const withoutNonce = (bytes: Buffer) => bytes.toString().replace(/ nonce="[\w+/]{22}=="/, ' nonce="__NONCE__"')
/** Returns the document that the build writes for a page: the application with preloads of the files of that page. */
const documentOf = (name: string) => page.replace('</head>', `<link rel="modulepreload" href="/assets/${name}-1a2b3c.js"></head>`)
const scriptText = `export const words = ${JSON.stringify('云创客'.repeat(500))}`

interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

describe('the served web application', () => {
  let server: TestServer
  let base: string
  const root = mkdtempSync(join(tmpdir(), 'assets-'))
  // The path contains `assets`, the name of the folder whose files are cached for a year.
  const dir = join(root, 'assets', 'dist')

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<HttpAnswer>((resolve, reject) => {
      const clientRequest = request(`${base}${path}`, { method, headers }, async (response) => {
        const bodyChunks: Buffer[] = []
        for await (const piece of response) bodyChunks.push(piece as Buffer)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(bodyChunks) })
      })
      clientRequest.on('error', reject)
      clientRequest.end()
    })

  before(async () => {
    for (const folder of ['assets', 'page/ht']) mkdirSync(join(dir, folder), { recursive: true })
    writeFileSync(join(root, 'assets', 'secret.txt'), 'beside the folder')
    for (const [path, text] of [
      ['index.html', page],
      ['page/app.html', documentOf('app')],
      ['page/ht/htList.html', documentOf('htList')],
      ['assets/app-1a2b3c.js', scriptText],
      ['assets/pdf.worker.min-4d5e6f.mjs', scriptText],
      ['mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ] as const) {
      writeFileSync(join(dir, path), text)
      if (path.endsWith('.svg')) continue
      writeFileSync(join(dir, `${path}.br`), brotliCompressSync(text))
      writeFileSync(join(dir, `${path}.gz`), gzipSync(text))
    }
    server = await startTestServer({ webDir: dir })
    base = await listenOnFreePort(server)
  })
  after(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  test('a page address gets its own or the general document, and a public one gets index.html', async () => {
    for (const [path, text] of [
      ['/ht/htList', documentOf('htList')],
      ['/ht/htList?page=2', documentOf('htList')],
      ['/zf/zfPtList', documentOf('app')],
      ['/nowhere', documentOf('app')],
      ['/', documentOf('app')],
      ['/login', page],
      ['/Registermsg', page],
    ] as const)
      assert.equal(withoutNonce((await get(path)).bytes), text, path)
  })

  test('text files are served precompressed in an encoding that the browser accepts', async () => {
    for (const [path, text] of [
      ['/assets/app-1a2b3c.js', scriptText],
      ['/assets/pdf.worker.min-4d5e6f.mjs', scriptText],
    ] as const) {
      const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
      assert.equal(brotli.headers['content-encoding'], 'br', path)
      assert.equal(brotliDecompressSync(brotli.bytes).toString(), text)
      const gzip = await get(path, { 'accept-encoding': 'gzip' })
      assert.equal(gzip.headers['content-encoding'], 'gzip', path)
      assert.equal(gunzipSync(gzip.bytes).toString(), text)
      const plain = await get(path)
      assert.equal(plain.headers['content-encoding'], undefined, path)
      assert.equal(plain.bytes.toString(), text)
      assert.match(String(brotli.headers.vary), /accept-encoding/i, path)
      assert.equal(brotli.headers['content-type'], plain.headers['content-type'])
    }
  })

  test('hashed files are cached for a year, pages are revalidated, and responses are not stored', async () => {
    assert.equal((await get('/assets/app-1a2b3c.js')).headers['cache-control'], 'public, max-age=31536000, immutable')
    for (const path of ['/', '/zf/zfPtList', '/index.html', '/mark.svg']) assert.equal((await get(path)).headers['cache-control'], 'no-cache', path)
    for (const path of ['/api/demo/accounts', '/api/nothing', '/files/x'])
      assert.equal((await get(path, {}, 'POST')).headers['cache-control'], 'no-store', path)
    const first = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })
    const cachedAnswer = await get('/assets/app-1a2b3c.js', { 'accept-encoding': 'br', 'if-none-match': String(first.headers.etag) })
    assert.equal(cachedAnswer.status, 304)
    const document = await get('/')
    assert.equal(document.headers.etag, undefined, 'each answer has its own nonce')
    assert.equal(document.headers['content-type'], 'text/html; charset=utf-8')
  })

  test('each document has its own nonce for style sheets, in its text and in the policy', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/login', '/ht/htList', '/index.html', '/page/app.html']) {
      const { headers, bytes } = await get(path)
      const [, nonce = ''] = / nonce="([^"]*)"/.exec(bytes.toString()) ?? []
      assert.match(nonce, /^[\w+/]{22}==$/, path)
      assert.ok(String(headers['content-security-policy']).includes(`style-src 'self' 'nonce-${nonce}';`), path)
      nonces.add(nonce)
      const [brotli, gzip] = [await get(path, { 'accept-encoding': 'gzip, br' }), await get(path, { 'accept-encoding': 'gzip' })]
      assert.equal(withoutNonce(brotliDecompressSync(brotli.bytes)), withoutNonce(bytes))
      assert.equal(withoutNonce(gunzipSync(gzip.bytes)), withoutNonce(bytes))
      assert.match(String(gzip.headers.vary), /accept-encoding/)
    }
    assert.equal(nonces.size, 5)
  })

  test('text responses name their charset', async () => {
    for (const path of ['/', '/api/demo/accounts', '/api/nothing', '/assets/app-1a2b3c.js', '/mark.svg', '/healthz']) {
      const { headers } = await get(path, {}, path.startsWith('/api/') ? 'POST' : 'GET')
      const type = String(headers['content-type'])
      assert.match(type, /^(?:text\/|application\/json|application\/javascript|image\/svg).*charset=utf-8$/, `${path} ${type}`)
    }
  })

  test('a TRACE request is refused and its headers are not echoed', async () => {
    for (const path of ['/', '/api/auth/login', '/healthz']) {
      const { status, bytes } = await get(path, { 'x-secret': 'echo' }, 'TRACE')
      assert.ok(status === 404 || status === 400 || status === 405, `${path} ${status}`)
      assert.ok(!bytes.toString().includes('echo'))
    }
  })

  test('responses carry the security headers and allow no foreign origin', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/api/demo/accounts', 'POST'],
      ['/api/nothing', 'GET'],
      ['/files/x', 'GET'],
      ['/healthz', 'GET'],
      // A worker is subject to the policy of its script, not to that of the page that starts it.
      ['/assets/pdf.worker.min-4d5e6f.mjs', 'GET'],
    ] as const) {
      const { headers } = await get(path, {}, method)
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((each) => each.trim().split(/ (.*)/) as [string, string]),
      )
      const expected = {
        'default-src': "'self'",
        'script-src': "'self'",
        'connect-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
        'script-src-attr': "'none'",
      }
      for (const [name, value] of Object.entries(expected)) assert.equal(policy.get(name), value, `${path} ${name}`)
      // Style sheets that the application creates have the nonce of the document. Style attributes in markup are
      // refused.
      assert.match(policy.get('style-src') ?? '', /^'self'(?: 'nonce-[\w+/]{22}==')?$/)
      assert.equal(policy.get('style-src-attr'), undefined)
      assert.doesNotMatch([...policy.values()].join(' '), /unsafe-|https?:|\*/)
      assert.equal(headers['x-content-type-options'], 'nosniff', path)
      assert.equal(headers['referrer-policy'], 'no-referrer', path)
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin', path)
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin', path)
      for (const headerName of ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials'])
        assert.equal(headers[headerName], undefined, `${path} ${headerName}`)
    }
    const assetHeaders = (await get('/assets/app-1a2b3c.js')).headers
    assert.deepEqual([assetHeaders['x-content-type-options'], assetHeaders['cross-origin-resource-policy']], ['nosniff', 'same-origin'])
    assert.equal(assetHeaders['content-security-policy'], undefined, 'a part of a page is not a document')
    const foreignAnswer = await get('/api/demo/accounts', { origin: 'https://evil.example' }, 'OPTIONS')
    assert.equal(foreignAnswer.status, 404)
    assert.equal(foreignAnswer.headers['access-control-allow-origin'], undefined)
  })

  test('index.html has no inline script, which the policy would block', () => {
    const source = readFileSync(join(import.meta.dirname, '../../web/index.html'), 'utf8')
    assert.doesNotMatch(source, /<script(?![^>]*\bsrc=)|\son[a-z]+=|javascript:/i)
  })

  test('a path or query with dots gets the web application', async () => {
    for (const path of ['/ht/htList?amount=12.50', '/ht/htList?site=example.com', '/ht/htList?next=%2Flogin&name=a.b'])
      assert.equal(withoutNonce((await get(path)).bytes), documentOf('htList'), path)
    for (const path of ['/nothing.html', '/zf/batch/1.5', '/nothing.js', '/.env', '/app.js.map']) {
      const { status, bytes, headers } = await get(path)
      assert.deepEqual([status, withoutNonce(bytes), headers['cache-control']], [200, documentOf('app'), 'no-cache'], path)
    }
    for (const path of ['/login?from=a.com', '/redirect/www.example.com']) assert.equal(withoutNonce((await get(path)).bytes), page, path)
  })

  test('missing files, unknown operations and POST, PUT or DELETE of a page return 404', async () => {
    for (const path of [
      '/assets/nothing.js',
      '/assets/app-0a0a0a.js?v=1.5',
      '/secret.txt',
      '/assets/../secret.txt',
      '/assets/%2e%2e/%2e%2e/secret.txt',
      '/ht/htList/../../../assets/secret.txt%00',
      '/api/x',
      '/files/x',
    ]) {
      const { status, bytes } = await get(path)
      assert.equal(status, 404, path)
      assert.doesNotMatch(bytes.toString(), /beside the folder|<!doctype/i)
    }
    for (const method of ['GET', 'HEAD']) assert.equal((await get('/user/login', {}, method)).status, 200)
    for (const method of ['POST', 'PUT', 'DELETE']) assert.equal((await get('/user/login', {}, method)).status, 404)
  })

  test('only long responses are compressed, if the client accepts compression', async () => {
    const token = await tokenFor(server, (await demoAccount(server, 'centre')).id)
    const ask = (accepted: string, headers: Record<string, string> = { 'x-token': token }) =>
      get('/api/user/info', { 'accept-encoding': accepted, ...headers }, 'POST')
    const dataOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as { data: unknown }).data
    const [plain, small, zipped, short] = await Promise.all([ask('identity'), ask('gzip, deflate, br'), ask('br;q=0, gzip'), ask('br', {})])
    assert.deepEqual(
      [plain, small, zipped, short].map((each) => each.headers['content-encoding']),
      [undefined, 'br', 'gzip', undefined],
    )
    assert.deepEqual(dataOf(brotliDecompressSync(small.bytes)), dataOf(plain.bytes))
    assert.deepEqual(dataOf(gunzipSync(zipped.bytes)), dataOf(plain.bytes))
    assert.ok(small.bytes.length * 2 < plain.bytes.length)
    assert.equal(small.headers['cache-control'], 'no-store')
  })
})

describe('settings in the document', () => {
  const dir = mkdtempSync(join(tmpdir(), 'settings-'))
  writeFileSync(join(dir, 'index.html'), page.replace('<html>', '<html lang="zh-CN">'))
  after(() => rmSync(dir, { recursive: true, force: true }))

  const documentOf = async (env: Record<string, string>) => {
    const server = await startTestServer({ webDir: dir, env })
    try {
      const answer = await fetch(`${await listenOnFreePort(server)}/login`)
      return { tag: (await answer.text()).match(/<html [^>]*>/)?.[0], cookie: answer.headers.get('set-cookie') }
    } finally {
      await server.close()
    }
  }

  test('the document carries the WIRE, PASSWORDS and WATERMARK settings and sets no cookie', async () => {
    const defaultTag = '<html data-wire="body" data-passwords="specification" lang="zh-CN">'
    assert.deepEqual(await documentOf({}), { tag: defaultTag, cookie: null })
    const configuredTag = '<html data-wire="specification" data-passwords="long" data-watermark lang="zh-CN">'
    assert.deepEqual(await documentOf({ WIRE: 'specification', PASSWORDS: 'long', WATERMARK: 'on' }), { tag: configuredTag, cookie: null })
  })
})
