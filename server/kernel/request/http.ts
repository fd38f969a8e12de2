import { randomUUID } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import fastifyCompress from '@fastify/compress'
import fastifyHelmet from '@fastify/helmet'
import fastifyMultipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Operation } from '#/api/operation.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import type { Callback } from '#/server/kernel/external/callback.ts'
import { expectNoVirus } from '#/server/kernel/files/virus.ts'
import { metricsText, recordCall } from '#/server/kernel/installation/metrics.ts'
import { verificationNamePattern } from '#/server/kernel/installation/settings.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { refuseClearText } from '#/server/kernel/request/clear-text.ts'
import { type Documents, registerDocuments } from '#/server/kernel/request/documents.ts'
import { fileFieldsOf, readForm } from '#/server/kernel/request/form.ts'
import { drainRefusedBody, headerOf, rejectInvalidHttp, sendError, sendNotFound, uploadMegabytes } from '#/server/kernel/request/http-errors.ts'
import { type ExpectWithin, registerLimits, routeKindOf } from '#/server/kernel/request/limits.ts'
import { type LiveLimits, registerLive } from '#/server/kernel/request/live.ts'
import { openapiDocument } from '#/server/kernel/request/openapi.ts'
import { handleCall, refusalBody } from '#/server/kernel/request/pipeline.ts'
import type { RawRoutes } from '#/server/kernel/request/raw-routes.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { languageOf } from '#/server/kernel/request/translate.ts'
import { registerWeb } from '#/server/kernel/request/web-files.ts'
import { authenticate } from '#/server/kernel/session/session.ts'

const megabyte = 1024 * 1024

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum size of an uploaded file for this operation, in megabytes. */
    readonly uploadMegabytes?: number
  }
}

export interface HttpOptions {
  /** Folder of the built web application. Without this folder no pages are served. */
  readonly webDir: string
  /** Requests per minute per session or address. */
  readonly perMinute: number
  readonly ready: () => Promise<{ ok: boolean; detail: Record<string, unknown> }>
  /** Returns monitoring figures read from the database. */
  readonly figures: () => Promise<Readonly<Record<string, number>>>
  readonly live?: Partial<LiveLimits>
  readonly callbacks?: readonly Callback[]
  /** Routes outside the operation pipeline. */
  readonly rawRoutes?: readonly RawRoutes[]
  /** Pages that modules render without the web application. */
  readonly documents?: readonly Documents[]
}

// Compression does not allow a BREACH attack: the token is in a header that other sites cannot make a browser send.
const compression = { encodings: ['br' as const, 'gzip' as const] }

function urlOf(module: string, name: string, operation: Operation): string {
  return operation.path ?? `/api/${module}/${name}`
}

/** Builds the HTTP server, with operations, files, health checks and the web application. */
export async function buildServer(kernel: Kernel, options: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: megabyte,
    requestTimeout: 150_000,
    connectionTimeout: 160_000,
    frameworkErrors: (error, request, reply) => sendError(kernel, error, request as FastifyRequest, reply as FastifyReply),
    clientErrorHandler: rejectInvalidHttp,
    trustProxy: kernel.settings.trustedProxies.length > 0 ? [...kernel.settings.trustedProxies] : false,
    routerOptions: { maxParamLength: 200 },
  })
  await server.register(fastifyHelmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // A document's own nonce allows the style sheets that the web application creates (`sendDocument`).
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
  // Only forms are accepted. JSON or plain text could be sent by pages of other sites, so no operation reads it.
  server.removeAllContentTypeParsers()
  await server.register(fastifyMultipart, { limits: { fileSize: uploadMegabytes * megabyte, files: 2, fields: 100, fieldSize: megabyte, headerPairs: 100 } })
  await server.register(fastifyCompress, { global: false })
  const expectWithin = await registerLimits(server, options.perMinute)
  server.addHook('onSend', async (request, reply, payload) => {
    const routeKind = routeKindOf(request)
    if (routeKind === 'api' || routeKind === 'files' || routeKind === 'callback') reply.header('cache-control', 'no-store')
    return payload
  })
  server.addHook('onResponse', async (request) => drainRefusedBody(request))
  server.setErrorHandler((error, request, reply) => sendError(kernel, error, request, reply))
  registerOperations(server, kernel, expectWithin)
  registerLive(server, kernel, options.live)
  await registerCallbacks(server, kernel, options.callbacks ?? [])
  for (const register of options.rawRoutes ?? []) await server.register(async (scope) => register(scope, kernel, sendNotFound))
  registerHealth(server, kernel, options)
  registerVerification(server, kernel)
  await registerDocuments(server, kernel, options.documents ?? [], expectWithin)
  await registerReports(server, kernel)
  await registerWeb(server, options, kernel.settings)
  return server
}

const secretsOf = (operation: Operation): readonly string[] => (operation.kind === 'write' ? (operation.secret ?? []) : [])

function registerOperations(server: FastifyInstance, kernel: Kernel, expectWithin: ExpectWithin): void {
  for (const [module, { agreement, implementation }] of Object.entries(kernel.served)) {
    for (const [name, operation] of Object.entries(agreement)) {
      if (operation.access === 'public' && fileFieldsOf(operation.input).length > 0 && typeof implementation[name] === 'function')
        throw new Error(`${module}.${name} takes a file of anyone: it must be staged, so that the ticket is looked at before the file is read`)
      const { uploadMegabytes: megabytes = uploadMegabytes } = operation
      server.post(urlOf(module, name, operation), { compress: compression, config: { uploadMegabytes: megabytes } }, async (request, reply) => {
        await expectWithin(request, operation)
        const startTime = performance.now()
        const callFields = {
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
          agent: truncateUnits(headerOf(request, 'user-agent') ?? '', 200),
          requestId: request.id,
        }
        const formOptions = {
          schema: operation.input,
          withQuery: operation.path !== undefined,
          notInQuery: kernel.settings.wire === 'specification' ? [] : secretsOf(operation),
          isPublic: operation.access === 'public',
          fileBytes: megabytes * megabyte,
          scan: (bytes: Uint8Array) => expectNoVirus(kernel, bytes),
        }
        const answer = await handleCall(kernel, { ...callFields, read: (beforeFiles) => readForm(request, formOptions, beforeFiles) })
        if (answer.effectiveMode !== null) reply.header('x-nstype-effective', String(answer.effectiveMode))
        if (answer.isReplay) reply.header('idempotent-replayed', 'true')
        const ms = performance.now() - startTime
        recordCall(`${module}.${name}`, answer.body.code, ms / 1000)
        kernel.log.info(
          { operation: `${module}.${name}`, code: answer.body.code, error: answer.body.error, ms: Math.round(ms), requestId: request.id },
          'answered',
        )
        return answer.body
      })
    }
  }
}

/** Registers callbacks. Callback bodies stay raw bytes, while operations read forms. */
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
    // A proxy on this machine connects from a local address too, so forwarded requests are refused.
    const ownAddresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const callerAddress = request.socket.remoteAddress?.replace(/^::ffff:/, '')
    const isLocal = ownAddresses.some(({ address }) => address === callerAddress)
    if (!isLocal || request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined) return sendNotFound(request, reply)
    return reply.type('text/plain; version=0.0.4').send(await metricsText(await options.figures()))
  })
  // The description is built on the first request, because few clients request it and building takes longer than the
  // rest of the start.
  let document: object | undefined
  // Requires an account, because the description lists every operation and field.
  server.get('/api/openapi.json', { compress: compression }, async (request) => {
    try {
      const credentials = { token: headerOf(request, 'x-token') ?? '', account: headerOf(request, 'x-account') }
      await authenticate(kernel.database.kysely, credentials, kernel.clock.real())
      document ??= openapiDocument(kernel.served)
      return document
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refusalBody(error, { language: languageOf(headerOf(request, 'accept-language')), requestId: request.id })
    }
  })
}

/**
 * Serves the configured files by which external services verify the domain. Only these names are served, from the root.
 */
function registerVerification(server: FastifyInstance, kernel: Kernel): void {
  const files = kernel.settings.verificationFiles
  server.get<{ Params: { file: string } }>(`/:file(${verificationNamePattern.source})`, async (request, reply) => {
    const { file } = request.params
    if (!Object.hasOwn(files, file)) return reply.code(404).type('text/plain; charset=utf-8').send('not found\n')
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(files[file])
  })
}

const maxReportBytes = 16 * 1024

/** Receives delivery reports from gateways. The body stays raw until its signature is verified. */
async function registerReports(server: FastifyInstance, kernel: Kernel): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: maxReportBytes }, (_request, body, done) => done(null, body))
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
