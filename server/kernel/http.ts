import { randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import fastifyCompress from '@fastify/compress'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Operation } from '#/api/operation.ts'
import { isPublic } from '#/api/public-pages.ts'
import { cut } from '#/domain/base/text.ts'
import { DatabaseBehind } from '#/server/kernel/acknowledged.ts'
import type { Callback } from '#/server/kernel/callback.ts'
import { refuseClearText } from '#/server/kernel/clear-text.ts'
import { type Documents, registerDocuments } from '#/server/kernel/documents.ts'
import { fileFieldsOf, isAborted, readForm } from '#/server/kernel/form.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { type ExpectWithin, placeOf, registerLimits } from '#/server/kernel/limits.ts'
import { type LiveLimits, registerLive } from '#/server/kernel/live.ts'
import { metricsText, observe } from '#/server/kernel/metrics.ts'
import { openapi } from '#/server/kernel/openapi.ts'
import { handleCall, refusalBody } from '#/server/kernel/pipeline.ts'
import type { RawRoutes } from '#/server/kernel/raw-routes.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { languageOf, say } from '#/server/kernel/say.ts'
import { sendDocument } from '#/server/kernel/sent-document.ts'
import { authenticate } from '#/server/kernel/session.ts'
import { type Settings, verificationName } from '#/server/kernel/settings.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import { expectNoVirus } from '#/server/kernel/virus.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import { DatabaseLost } from '#/server/lib/database/lost.ts'

const megabyte = 1024 * 1024
const uploadMegabytes = 10

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum size of an uploaded file for this operation. */
    readonly uploadMegabytes?: number
  }
}

interface HttpOptions {
  /** The built web application; without this folder no pages are served. */
  readonly webDir: string
  /** Requests per minute per session or address. */
  readonly perMinute: number
  readonly ready: () => Promise<{ ok: boolean; detail: Record<string, unknown> }>
  /** Monitoring figures read from the database. */
  readonly figures: () => Promise<Readonly<Record<string, number>>>
  readonly live?: Partial<LiveLimits>
  /** Addresses that external servers call. */
  readonly callbacks?: readonly Callback[]
  /** Routes outside the operations. */
  readonly rawRoutes?: readonly RawRoutes[]
  /** Pages that modules render without the application. */
  readonly documents?: readonly Documents[]
}

// Compression is safe from BREACH: the token is in a header that other sites cannot make a browser send.
const compression = { encodings: ['br' as const, 'gzip' as const] }

/** Headers that only documents and workers obey. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
] as const

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function urlOf(module: string, name: string, operation: Operation): string {
  return operation.path ?? `/api/${module}/${name}`
}

/** Builds the HTTP server: operations, files, health checks and the web application. */
export async function buildServer(kernel: Kernel, options: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: megabyte,
    requestTimeout: 150_000,
    connectionTimeout: 160_000,
    frameworkErrors: (error, request, reply) => answerError(kernel, error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: answerBroken,
    trustProxy: kernel.settings.trustedProxies.length > 0 ? [...kernel.settings.trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
  })
  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // A document's own nonce allows the sheets that its program makes (`sendDocument`).
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: kernel.settings.mode === 'production',
  })
  refuseClearText(server, kernel.settings.siteUrl)
  // Only forms are accepted: no operation reads JSON or plain text, which other sites' pages could send.
  server.removeAllContentTypeParsers()
  await server.register(fastifyMultipart, { limits: { fileSize: uploadMegabytes * megabyte, files: 2, fields: 100, fieldSize: megabyte, headerPairs: 100 } })
  await server.register(fastifyCompress, { global: false })
  const expectWithin = await registerLimits(server, options.perMinute)
  server.addHook('onSend', async (request, reply, payload) => {
    const place = placeOf(request)
    if (place === 'api' || place === 'files' || place === 'callback') reply.header('cache-control', 'no-store')
    return payload
  })
  server.addHook('onResponse', async (request) => letGo(request))
  server.setErrorHandler((error, request, reply) => answerError(kernel, error, request, reply))
  registerOperations(server, kernel, expectWithin)
  registerLive(server, kernel, options.live)
  await registerCallbacks(server, kernel, options.callbacks ?? [])
  for (const register of options.rawRoutes ?? []) await server.register(async (scope) => register(scope, kernel, answerMissing))
  registerHealth(server, kernel, options)
  registerVerification(server, kernel)
  await registerDocuments(server, kernel, options.documents ?? [], expectWithin)
  await registerReports(server, kernel)
  await registerWeb(server, options, kernel.settings)
  return server
}

const restMs = 5000

/**
 * Drains the body of a refused client for a moment, because many clients read the answer only after sending.
 * Otherwise the connection stays half read, and the server cannot stop before the client gives up.
 */
function letGo({ raw }: FastifyRequest): void {
  if (raw.complete) return
  const late = setTimeout(() => raw.destroy(), restMs).unref()
  raw.once('close', () => clearTimeout(late))
  raw.unpipe()
  raw.resume()
}

function answerError(kernel: Kernel, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(headerOf(request, 'accept-language'))
  const { code, status } = errorFacts(error)
  reply.header('cache-control', 'no-store')
  if (error instanceof DatabaseLost) kernel.log.warn({ requestId: request.id, error: error.message }, 'the database is away')
  if (error instanceof DatabaseBehind) kernel.log.warn({ requestId: request.id, error: error.message }, 'the database lost commits: a commit was refused')
  if (error instanceof DatabaseBusy || error instanceof DatabaseLost || error instanceof DatabaseBehind)
    return void reply
      .code(503)
      .header('retry-after', String(error.retryAfterSeconds))
      .send({ code: 0, error: 'busy', message: say(kernelRefusals.busy, language), requestId: request.id })
  const body = (name: keyof typeof kernelRefusals, values = {}) => ({
    code: 0,
    error: name,
    message: say(kernelRefusals[name], language, values),
    requestId: request.id,
  })
  // A client that disconnects during an upload is not a server error.
  if (isAborted(request)) {
    kernel.log.info({ requestId: request.id, path: request.url.split('?')[0] }, 'the caller went away')
    return void reply.code(400).send(body('malformed'))
  }
  if (status === 429)
    return void reply
      .code(429)
      .header('retry-after', '60')
      .send(body('tooMany', { seconds: 60 }))
  if (/^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return void reply.code(413).send(body('malformed'))
  if (code === 'FST_REQ_FILE_TOO_LARGE' || status === 413)
    return void reply.code(413).send(body('fileTooLarge', { megabytes: request.routeOptions.config.uploadMegabytes ?? uploadMegabytes }))
  if (status === 415) return void reply.code(415).send(body('malformed'))
  if (status === 414) return void reply.code(414).send(body('malformed'))
  if (code.startsWith('FST_') || (status >= 400 && status < 500)) return void reply.code(400).send(body('malformed'))
  if (status === 503) return void reply.code(503).header('retry-after', '2').send(body('busy'))
  kernel.log.error({ requestId: request.id, path: request.url.split('?')[0], error: error instanceof Error ? error.stack : String(error) }, 'a defect')
  return void reply.code(500).send(body('defect', { requestId: request.id }))
}

const secretsOf = (operation: Operation): readonly string[] => (operation.kind === 'write' ? (operation.secret ?? []) : [])

const brokenStatuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers invalid HTTP minimally and closes the connection. */
function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify({ code: 0, error: 'malformed', message: kernelRefusals.malformed.zh })
  const head = `HTTP/1.1 ${brokenStatuses[error.code ?? ''] ?? '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8`
  if (socket.writable) socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Answers 404 in the usual envelope. */
function answerMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message = say(kernelRefusals.noSuchPlace, languageOf(headerOf(request, 'accept-language')))
  return reply.code(404).header('cache-control', 'no-store').send({ code: 0, error: 'no_such_place', message, requestId: request.id })
}

function errorFacts(error: unknown): { code: string; status: number } {
  const facts = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown }
  return { code: typeof facts.code === 'string' ? facts.code : '', status: typeof facts.statusCode === 'number' ? facts.statusCode : 500 }
}

function registerOperations(server: FastifyInstance, kernel: Kernel, expectWithin: ExpectWithin): void {
  for (const [module, { agreement, implementation }] of Object.entries(kernel.served)) {
    for (const [name, operation] of Object.entries(agreement)) {
      if (operation.access === 'public' && fileFieldsOf(operation.input).length > 0 && typeof implementation[name] === 'function')
        throw new Error(`${module}.${name} takes a file of anyone: it must be staged, so that the ticket is looked at before the file is read`)
      const { uploadMegabytes: megabytes = uploadMegabytes } = operation
      server.post(urlOf(module, name, operation), { compress: compression, config: { uploadMegabytes: megabytes } }, async (request, reply) => {
        await expectWithin(request, operation)
        const started = performance.now()
        const facts = {
          module,
          name,
          token: headerOf(request, 'x-token'),
          account: headerOf(request, 'x-account'),
          takesHidden: headerOf(request, 'x-hidden-rows') === 'take',
          centre: headerOf(request, 'yycenterid'),
          mode: headerOf(request, 'nstype'),
          key: headerOf(request, 'idempotency-key'),
          language: languageOf(headerOf(request, 'accept-language')),
          ip: request.ip,
          agent: cut(headerOf(request, 'user-agent') ?? '', 200),
          requestId: request.id,
        }
        const form = {
          schema: operation.input,
          withQuery: operation.path !== undefined,
          notInQuery: kernel.settings.wire === 'specification' ? [] : secretsOf(operation),
          isPublic: operation.access === 'public',
          fileBytes: megabytes * megabyte,
          scan: (bytes: Uint8Array) => expectNoVirus(kernel, bytes),
        }
        const answer = await handleCall(kernel, { ...facts, read: (beforeFiles) => readForm(request, form, beforeFiles) })
        if (answer.effectiveMode !== null) reply.header('x-nstype-effective', String(answer.effectiveMode))
        if (answer.isReplay) reply.header('idempotent-replayed', 'true')
        const ms = performance.now() - started
        observe(`${module}.${name}`, answer.body.code, ms / 1000)
        kernel.log.info(
          { operation: `${module}.${name}`, code: answer.body.code, error: answer.body.error, ms: Math.round(ms), requestId: request.id },
          'answered',
        )
        return answer.body
      })
    }
  }
}

/** Registers callbacks. Only here are bodies raw bytes; operations read forms. */
async function registerCallbacks(server: FastifyInstance, kernel: Kernel, callbacks: readonly Callback[]): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const { path, maxBytes, handle } of callbacks)
      scope.post<{ Params: { id: string } }>(path, { bodyLimit: maxBytes }, async (request, reply) => {
        const names = Object.keys(request.headers)
        const headers = Object.fromEntries(names.map((name) => [name, headerOf(request, name)]))
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const answer = await handle(
          jobContext(kernel, () => false),
          { id: request.params.id, path: request.url, headers, body },
        )
        return reply.code(answer.status).send(answer.body)
      })
  })
}

function registerHealth(server: FastifyInstance, kernel: Kernel, options: HttpOptions): void {
  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const state = await options.ready()
    return reply.code(state.ok ? 200 : 503).send(state)
  })
  server.get('/metrics', async (request, reply) => {
    // A proxy on this machine also connects from a local address, on behalf of a remote client.
    const isHere = ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')
    if (!isHere || request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) return answerMissing(request, reply)
    return reply.type('text/plain; version=0.0.4').send(await metricsText(await options.figures()))
  })
  // Building the description takes longer than the rest of the start, and few ask for it.
  let document: object | undefined
  // The description lists every operation and field, so it requires an account.
  server.get('/api/openapi.json', { compress: compression }, async (request) => {
    try {
      const credentials = { token: headerOf(request, 'x-token') ?? '', account: headerOf(request, 'x-account') }
      await authenticate(kernel.database.kysely, credentials, kernel.clock.real())
      document ??= openapi(kernel.served)
      return document
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalBody(error, { language: languageOf(headerOf(request, 'accept-language')), requestId: request.id })
    }
  })
}

/** Serves the files by which external services verify the domain: at the root, and only configured names. */
function registerVerification(server: FastifyInstance, kernel: Kernel): void {
  const files = kernel.settings.verificationFiles
  server.get<{ Params: { file: string } }>(`/:file(${verificationName.source})`, async (request, reply) => {
    const { file } = request.params
    if (!Object.hasOwn(files, file)) return reply.code(404).type('text/plain; charset=utf-8').send('not found\n')
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(files[file])
  })
}

const reportBytes = 16 * 1024

/** Receives delivery reports from gateways. The body stays raw until its signature is verified. */
async function registerReports(server: FastifyInstance, kernel: Kernel): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: reportBytes }, (_request, body, done) => done(null, body))
    scope.post('/api/gateways/report', async (request, reply) => {
      const { headers, body } = request
      const { status, body: answer } = await kernel.gateways.report({
        path: '/api/gateways/report',
        headers,
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      })
      return reply.code(status).send(answer)
    })
  })
}

/**
 * Returns the HTML file for a path: the page's own, which preloads its assets. All of them start the same
 * application.
 */
function documentsIn(webDir: string): (path: string) => string {
  const known = new Set(globSync('page/**/*.html', { cwd: webDir }))
  return (path) => {
    const own = `page${path}.html`
    if (known.has(own)) return own
    return isPublic(path) || !known.has('page/app.html') ? 'index.html' : 'page/app.html'
  }
}

/**
 * Serves the build's files, each by its own route; every other address returns the application.
 * Missing `assets` answer 404: a page of an earlier version would take the document for a script.
 */
async function registerWeb(server: FastifyInstance, options: HttpOptions, { wire, passwordRule }: Pick<Settings, 'wire' | 'passwordRule'>): Promise<void> {
  if (!existsSync(`${options.webDir}/index.html`)) return void server.setNotFoundHandler(answerMissing)
  await server.register(fastifyStatic, {
    root: options.webDir,
    preCompressed: true,
    wildcard: false,
    globIgnore: ['**/*.html'],
    index: false,
    setHeaders: (reply, path) => {
      // Our own drawings are XML in UTF-8.
      if (path.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8')
      const isAsset = path.slice(options.webDir.length).startsWith('/assets/')
      reply.header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
      // A page loads dozens of assets, and document headers would be a tenth of the traffic. Workers obey their own
      // file's headers.
      if (isAsset && !/worker/.test(path)) for (const name of documentHeaders) reply.removeHeader(name)
    },
  })
  const documentFor = documentsIn(options.webDir)
  const names = globSync('{index.html,page/**/*.html}', { cwd: options.webDir })
  // The browser must know these settings before its first call.
  const marked = (text: string) => text.replace('<html ', `<html data-wire="${wire}" data-passwords="${passwordRule}" `)
  const texts = new Map(names.map((name) => [name, marked(readFileSync(`${options.webDir}/${name}`, 'utf8'))]))
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|files|assets)\//.test(path)
    if (!isPage) return answerMissing(request, reply)
    return sendDocument(reply, texts.get(documentFor(path)) ?? '', headerOf(request, 'accept-encoding') ?? '')
  })
}
