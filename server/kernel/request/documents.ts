import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { truncateUnits } from '#/domain/base/text.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { formOfInput } from '#/server/kernel/request/form.ts'
import type { ExpectWithin } from '#/server/kernel/request/limits.ts'
import { handleCall } from '#/server/kernel/request/pipeline.ts'
import { languageOf } from '#/server/kernel/request/translate.ts'

export interface DocumentRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly cookies: Readonly<Record<string, string>>
  /** The raw `Accept-Language`, `Accept-Encoding` and `If-None-Match` headers. */
  readonly languages: string | undefined
  readonly encodings: string
  readonly knownEtag: string | undefined
  /** Whether the client requests only the headers (`HEAD`). */
  readonly isHead: boolean
}

export interface DocumentResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | Readable | null
}

/** A form on a server-rendered page. Submitting it runs an operation and redirects to `next`. */
export interface DocumentForm {
  readonly path: string
  readonly operation: readonly [module: string, name: string]
  readonly next: (fields: Readonly<Record<string, string>>, isDone: boolean) => string
}

/** Services that server-rendered pages use: system transactions, the file store and database notifications. */
export interface DocumentHost {
  readonly job: JobContext
  readonly site: Kernel['settings']
  readonly now: () => Date
  readonly listen: (channel: string, onNotify: () => void) => Promise<() => Promise<void>>
}

/** The server-rendered pages of one running server. */
export interface OpenDocuments {
  /** Returns null for pages that the web application renders. */
  answer(requested: DocumentRequest): Promise<DocumentResponse | null>
  close(): Promise<void>
}

/** Pages that a module renders as HTML, without the web application. */
export interface Documents {
  readonly paths: readonly string[]
  readonly forms: readonly DocumentForm[]
  readonly open: (host: DocumentHost) => OpenDocuments
}

/** Forbids all scripts, and loading from or submitting to other origins. */
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
const maxFormBytes = 4096
const yearSeconds = 31_536_000
/** Name of the cookie that identifies an anonymous visitor across requests. */
const visitorCookie = 'visitor'

/**
 * Returns a cookie that lasts a year. In production, and in a demo at an address over https, only this host can set it,
 * and only over https.
 */
export function cookieFor({ mode, siteUrl }: Pick<Kernel['settings'], 'mode' | 'siteUrl'>, name: string, value: string, isForScripts: boolean): string {
  const [prefix, secure] = mode === 'production' || siteUrl?.startsWith('https://') ? ['__Host-', '; Secure'] : ['', '']
  return `${prefix}${name}=${value}; Path=/; Max-Age=${yearSeconds}${isForScripts ? '' : '; HttpOnly'}; SameSite=Lax${secure}`
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/**
 * Returns the cookies by name, without the prefix `__Host-`. A prefixed cookie takes precedence, because no other host
 * can have set it.
 */
export function cookiesIn(header: string): Record<string, string> {
  const pairs = header.split('; ').map((part) => part.split('=', 2))
  const hostCookies = pairs.filter(([name]) => name?.startsWith('__Host-')).map(([name, value]) => [name?.slice('__Host-'.length), value])
  return Object.fromEntries([...pairs, ...hostCookies].flatMap(([name, value]) => (name && value ? [[name, value]] : [])))
}

const cookiesOf = (request: FastifyRequest) => cookiesIn(headerOf(request, 'cookie') ?? '')

interface DocumentRoute {
  readonly open: OpenDocuments
  readonly path: string
  readonly expectWithin: ExpectWithin
}

async function answerDocument({ open, path, expectWithin }: DocumentRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const url = new URL(request.url, 'http://here')
  await expectWithin(request, { limit: 'page' })
  if (url.searchParams.has('q')) await expectWithin(request, { limit: 'search' })
  const answer = await open.answer({
    path: path.includes(':') ? url.pathname : path,
    query: url.searchParams,
    cookies: cookiesOf(request),
    languages: headerOf(request, 'accept-language'),
    encodings: headerOf(request, 'accept-encoding') ?? '',
    knownEtag: headerOf(request, 'if-none-match'),
    isHead: request.method === 'HEAD',
  })
  if (answer === null) {
    reply.callNotFound()
    return reply
  }
  return reply
    .code(answer.status)
    .headers({ 'content-security-policy': contentSecurityPolicy, ...answer.headers })
    .send(answer.body ?? '')
}

/** Returns false if the browser's `Sec-Fetch-Site` shows that a form was submitted from a page of another origin. */
const isSameOrigin = (request: FastifyRequest) => [undefined, 'same-origin', 'none'].includes(headerOf(request, 'sec-fetch-site'))

function registerForm(scope: FastifyInstance, kernel: Kernel, form: DocumentForm, expectWithin: ExpectWithin): void {
  const [module, name] = form.operation
  scope.post<{ Body: string }>(form.path, async (request, reply) => {
    const fields = Object.fromEntries(new URLSearchParams(request.body))
    const visitorId = cookiesOf(request)[visitorCookie]
    const visitor = visitorId && /^[0-9a-f]{32}$/.test(visitorId) ? visitorId : randomBytes(16).toString('hex')
    const operation = kernel.served[module]?.agreement[name]
    if (!operation || !isSameOrigin(request)) return reply.code(403).send('')
    const rejection = await expectWithin(request, operation).then(
      () => true,
      () => false,
    )
    const inputNames = Object.keys(operation.input.shape)
    const input = new Map(Object.entries({ ...fields, visitor }).filter(([field]) => inputNames.includes(field)))
    const answer = rejection
      ? await handleCall(kernel, {
          module,
          name,
          read: formOfInput(input),
          token: undefined,
          centre: undefined,
          mode: undefined,
          key: request.id,
          language: languageOf(headerOf(request, 'accept-language')),
          ip: request.ip,
          agent: truncateUnits(headerOf(request, 'user-agent') ?? '', 200),
          requestId: request.id,
        })
      : null
    return reply
      .header('set-cookie', cookieFor(kernel.settings, visitorCookie, visitor, false))
      .header('cache-control', 'no-store')
      .redirect(form.next(fields, answer?.body.code === 1), 303)
  })
}

/** Registers the modules' server-rendered pages, which are public. */
export async function registerDocuments(server: FastifyInstance, kernel: Kernel, all: readonly Documents[], expectWithin: ExpectWithin): Promise<void> {
  const host: DocumentHost = {
    job: jobContext(kernel, () => false),
    site: kernel.settings,
    now: () => kernel.clock.now(),
    listen: (channel, onNotify) => kernel.database.listen(channel, onNotify, onNotify),
  }
  await server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) => done(null, body))
    for (const documents of all) {
      const openDocuments = documents.open(host)
      server.addHook('preClose', () => openDocuments.close())
      for (const path of documents.paths) scope.get(path, (request, reply) => answerDocument({ open: openDocuments, path, expectWithin }, request, reply))
      for (const form of documents.forms) registerForm(scope, kernel, form, expectWithin)
    }
  })
}
