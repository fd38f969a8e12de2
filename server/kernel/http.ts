import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import fastifyRateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Operation } from '#/api/operation.ts'
import { DatabaseBusy } from '#/server/kernel/database-dialect.ts'
import { readForm } from '#/server/kernel/form.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { metricsText, observe } from '#/server/kernel/metrics.ts'
import { openapi } from '#/server/kernel/openapi.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { type Call, refusalBody, travel } from '#/server/kernel/road.ts'
import { languageOf, say } from '#/server/kernel/say.ts'
import { tokenHash } from '#/server/kernel/session.ts'
import { verificationName } from '#/server/kernel/settings.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

const megabyte = 1024 * 1024
const uploadMegabytes = 10

interface HttpOptions {
  /** The built web application; nothing is served when the folder is missing. */
  readonly webDir: string
  /** Requests per minute from one session or address. */
  readonly perMinute: number
  readonly ready: () => Promise<{ ok: boolean; detail: Record<string, unknown> }>
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function urlOf(module: string, name: string, operation: Operation): string {
  return operation.path ?? `/api/${module}/${name}`
}

/** Builds the HTTP server around the kernel: the operations, files, health, and the web application. */
export async function buildServer(kernel: Kernel, options: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: megabyte,
    requestTimeout: 150_000,
    connectionTimeout: 160_000,
    trustProxy: kernel.settings.mode === 'production' ? (_address, hop) => hop < 1 : false,
    routerOptions: { maxParamLength: 200 },
  })
  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
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
  await server.register(fastifyMultipart, { limits: { fileSize: uploadMegabytes * megabyte, files: 2, fields: 100, fieldSize: megabyte, headerPairs: 100 } })
  await server.register(fastifyRateLimit, {
    max: options.perMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => headerOf(request, 'x-token') ?? request.ip,
    allowList: (request) => !request.url.startsWith('/api/'),
  })
  server.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/files/')) reply.header('cache-control', 'no-store')
  })
  server.setErrorHandler((error, request, reply) => answerError(kernel, error, request, reply))
  registerOperations(server, kernel)
  registerFiles(server, kernel)
  registerHealth(server, kernel, options)
  registerVerification(server, kernel)
  await registerWeb(server, options)
  return server
}

function answerError(kernel: Kernel, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(headerOf(request, 'accept-language'))
  const { code, status } = errorFacts(error)
  if (error instanceof DatabaseBusy)
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
  if (status === 429) return void reply.code(429).send(body('tooMany', { seconds: 60 }))
  if (code === 'FST_REQ_FILE_TOO_LARGE' || status === 413) return void reply.code(413).send(body('fileTooLarge', { megabytes: uploadMegabytes }))
  if (status === 415) return void reply.code(415).send(body('malformed'))
  if (code.startsWith('FST_') || (status >= 400 && status < 500)) return void reply.code(400).send(body('malformed'))
  if (status === 503) return void reply.code(503).header('retry-after', '2').send(body('busy'))
  kernel.log.error({ requestId: request.id, path: request.url.split('?')[0], error: error instanceof Error ? error.stack : String(error) }, 'a defect')
  return void reply.code(500).send(body('defect', { requestId: request.id }))
}

function errorFacts(error: unknown): { code: string; status: number } {
  const facts = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown; statusCode?: unknown; message?: unknown }
  // Parts that end too early or make no sense are the sender's fault, though the parser throws plain errors for them.
  const isBrokenForm = typeof facts.message === 'string' && /multipart|Unexpected end of form|Malformed part/i.test(facts.message)
  return { code: typeof facts.code === 'string' ? facts.code : '', status: typeof facts.statusCode === 'number' ? facts.statusCode : isBrokenForm ? 400 : 500 }
}

function registerOperations(server: FastifyInstance, kernel: Kernel): void {
  for (const [module, { agreement }] of Object.entries(kernel.served)) {
    for (const [name, operation] of Object.entries(agreement)) {
      server.post(urlOf(module, name, operation), async (request, reply) => {
        const started = performance.now()
        const facts = {
          module,
          name,
          token: headerOf(request, 'x-token'),
          centre: headerOf(request, 'yycenterid'),
          mode: headerOf(request, 'nstype'),
          key: headerOf(request, 'idempotency-key'),
          language: languageOf(headerOf(request, 'accept-language')),
          ip: request.ip,
          agent: (headerOf(request, 'user-agent') ?? '').slice(0, 200),
          requestId: request.id,
        }
        const answer = await readAndTravel(kernel, request, facts, operation)
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

async function readAndTravel(kernel: Kernel, request: FastifyRequest, facts: Omit<Call, 'raw'>, operation: Operation) {
  try {
    return await travel(kernel, { ...facts, raw: await readForm(request, operation.path !== undefined) })
  } catch (error) {
    if (error instanceof Refusal) return { body: refusalBody(error, facts), effectiveMode: null, isReplay: false }
    throw error
  }
}

/** A link opens one file for five minutes; its token is all that is asked for, because a browser's download carries no headers. */
function registerFiles(server: FastifyInstance, kernel: Kernel): void {
  server.get<{ Params: { token: string } }>('/files/:token', async (request, reply) => {
    const link = await kernel.database.kysely
      .selectFrom('file_link')
      .innerJoin('stored_file', 'stored_file.id', 'file_link.file_id')
      .select(['stored_file.id', 'stored_file.name', 'stored_file.media_type', 'file_link.expires_at'])
      .where('token_hash', '=', tokenHash(request.params.token))
      .executeTakeFirst()
    if (!link || link.expires_at <= kernel.clock.real()) return reply.code(404).send({ code: 0, message: say(kernelRefusals.fileNotFound, 'zh') })
    const inline = link.media_type === 'application/pdf' || /^image\/(png|jpeg)$/.test(link.media_type)
    const bytes = await kernel.store.read(link.id)
    return reply
      .header('content-type', link.media_type)
      .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(link.name)}`)
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox")
      .send(Buffer.from(bytes))
  })
}

function registerHealth(server: FastifyInstance, kernel: Kernel, options: HttpOptions): void {
  server.get('/healthz', async () => ({ ok: true }))
  server.get('/readyz', async (_request, reply) => {
    const state = await options.ready()
    return reply.code(state.ok ? 200 : 503).send(state)
  })
  server.get('/metrics', async (request, reply) => {
    if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '')) return reply.code(404).send()
    return reply.type('text/plain; version=0.0.4').send(await metricsText())
  })
  const document = openapi(kernel.served)
  server.get('/api/openapi.json', async () => document)
}

/** Texts by which others check that the domain is ours: in the root, by name, and nothing beside them. */
function registerVerification(server: FastifyInstance, kernel: Kernel): void {
  const files = kernel.settings.verificationFiles
  server.get<{ Params: { file: string } }>(`/:file(${verificationName.source})`, async (request, reply) => {
    const { file } = request.params
    if (!Object.hasOwn(files, file)) return reply.code(404).type('text/plain; charset=utf-8').send('not found\n')
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(files[file])
  })
}

async function registerWeb(server: FastifyInstance, options: HttpOptions): Promise<void> {
  if (!existsSync(`${options.webDir}/index.html`)) return
  await server.register(fastifyStatic, {
    root: options.webDir,
    preCompressed: true,
    wildcard: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/^\/(api|files)\//.test(request.url) && !/\.[a-z0-9]{2,5}(\?|$)/i.test(request.url)
    if (!isPage) return reply.code(404).send({ code: 0, message: 'not found' })
    return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
  })
}
