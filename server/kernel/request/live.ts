import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Scope } from '#/server/kernel/context.ts'
import { liveStreamGauge } from '#/server/kernel/installation/metrics.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { refusalBody } from '#/server/kernel/request/pipeline.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { languageOf, translate } from '#/server/kernel/request/translate.ts'
import { mustEnrol } from '#/server/kernel/session/enrolment.ts'
import { authenticate, openSessionsOf, scopeOf } from '#/server/kernel/session/session.ts'

// The database notifies the server of the kind and the owner of changed data. A stream forwards only the kind. Pages
// reload through ordinary operations, which decide what each user may see.

/** Limits of live streams. Tests shorten the times. */
export interface LiveLimits {
  readonly perSession: number
  readonly maxStreams: number
  /** Milliseconds between heartbeats. A client that stops reading for this long loses its stream. */
  readonly heartbeatMs: number
  /** Milliseconds between checks of the sessions and of the database connection. */
  readonly checkMs: number
  /** Maximum age of a stream in milliseconds. The client then reconnects with its current rights and scope. */
  readonly maxAgeMs: number
}

const defaultLimits: LiveLimits = { perSession: 5, maxStreams: 2000, heartbeatMs: 20_000, checkMs: 30_000, maxAgeMs: 15 * 60_000 }
const channel = 'live'
// Milliseconds for which hints are collected before they are sent together, so that a change of many rows sends few
// messages.
const batchDelayMs = 100
const probeTimeoutMs = 10_000

interface Hint {
  readonly kind: string
  readonly user?: number
  readonly unit?: number
  readonly centre?: number
}

interface Stream {
  readonly raw: ServerResponse
  readonly sessionId: number
  readonly userId: number
  readonly scope: Scope
  readonly endsAt: number
  /** Kinds not sent yet. A set, so that slow readers cost no additional memory. */
  readonly waiting: Set<string>
  stuckSince: number | null
}

function isFor(stream: Stream, hint: Hint): boolean {
  if (hint.user !== undefined) return hint.user === stream.userId
  const { all, centreIds, unitIds } = stream.scope
  return all || (hint.centre !== undefined && centreIds.includes(hint.centre)) || (hint.unit !== undefined && unitIds.includes(hint.unit))
}

function readHint(payload: string): Hint | null {
  try {
    const hint: unknown = JSON.parse(payload)
    return typeof hint === 'object' && hint !== null && 'kind' in hint && typeof hint.kind === 'string' ? (hint as Hint) : null
  } catch {
    return null
  }
}

/** All live streams of this process and their shared database listener. */
class LiveStreams {
  readonly #kernel: Kernel
  readonly #limits: LiveLimits
  readonly #streams = new Set<Stream>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #name = randomUUID()
  #onProbe: (() => void) | null = null
  #probedAt = Number.NEGATIVE_INFINITY
  #listening: Promise<() => Promise<void>> | null = null
  #gathering = false
  #checking = false
  #isClosing = false

  constructor(kernel: Kernel, limits: LiveLimits) {
    this.#kernel = kernel
    this.#limits = limits
  }

  get isFull(): boolean {
    return this.#isClosing || this.#streams.size >= this.#limits.maxStreams
  }

  isFullFor(sessionId: number): boolean {
    return [...this.#streams].filter((stream) => stream.sessionId === sessionId).length >= this.#limits.perSession
  }

  /**
   * Starts listening with the first stream. Returns false when notifications do not arrive, as behind some poolers.
   * Rejects when the database is down.
   */
  async startListening(): Promise<boolean> {
    if (!this.#listening) {
      this.#listening = this.#kernel.database.listen(
        channel,
        (payload) => this.#receive(payload),
        () => this.#renew(),
      )
      this.#listening.catch(() => {
        this.#listening = null
      })
      await this.#listening
      this.#timers.push(
        setInterval(() => this.#beat(), this.#limits.heartbeatMs).unref(),
        setInterval(() => void this.#checkAll(), this.#limits.checkMs).unref(),
      )
    }
    await this.#listening
    return performance.now() - this.#probedAt < this.#limits.checkMs || this.#probe()
  }

  add(stream: Omit<Stream, 'waiting' | 'stuckSince' | 'endsAt'>): void {
    const newStream: Stream = { ...stream, waiting: new Set(), stuckSince: null, endsAt: performance.now() + this.#limits.maxAgeMs }
    this.#streams.add(newStream)
    liveStreamGauge.set(this.#streams.size)
    stream.raw.on('close', () => {
      this.#streams.delete(newStream)
      liveStreamGauge.set(this.#streams.size)
    })
    stream.raw.on('error', () => stream.raw.destroy())
    this.#write(newStream, ': open\n\n')
  }

  async close(): Promise<void> {
    this.#isClosing = true
    for (const timer of this.#timers) clearInterval(timer)
    for (const stream of this.#streams) this.#end(stream, 'again')
    const stopListening = await this.#listening?.catch(() => null)
    await stopListening?.().catch(() => undefined)
  }

  #write(stream: Stream, text: string): void {
    if (stream.raw.write(text) || stream.stuckSince !== null) return
    stream.stuckSince = performance.now()
    stream.raw.once('drain', () => {
      stream.stuckSince = null
      this.#flush(stream)
    })
  }

  #flush(stream: Stream): void {
    if (stream.waiting.size === 0 || stream.stuckSince !== null) return
    const kinds = [...stream.waiting]
    stream.waiting.clear()
    this.#write(stream, `event: changed\ndata: ${JSON.stringify(kinds)}\n\n`)
  }

  /** Ends a stream. `over` means that the session ended, `again` that the client should open a new stream. */
  #end(stream: Stream, why: 'over' | 'again'): void {
    this.#streams.delete(stream)
    liveStreamGauge.set(this.#streams.size)
    if (stream.stuckSince !== null) stream.raw.destroy()
    else stream.raw.end(`event: ${why}\ndata: \n\n`, () => stream.raw.socket?.destroySoon())
  }

  #receive(payload: string): void {
    if (payload === this.#name) {
      this.#probedAt = performance.now()
      this.#onProbe?.()
    } else {
      const hint = readHint(payload)
      if (hint?.kind === 'sessions') void this.#check(hint.user)
      else if (hint) this.#pass(hint)
    }
  }

  #pass(hint: Hint): void {
    for (const stream of this.#streams) if (isFor(stream, hint)) stream.waiting.add(hint.kind)
    if (this.#gathering) return
    this.#gathering = true
    setTimeout(() => {
      this.#gathering = false
      for (const stream of this.#streams) this.#flush(stream)
    }, batchDelayMs).unref()
  }

  /** Ends all streams after a gap in the notifications, so that browsers open new streams and reload their pages. */
  #renew(): void {
    for (const stream of this.#streams) this.#end(stream, 'again')
  }

  #beat(): void {
    const now = performance.now()
    for (const stream of this.#streams) {
      if (stream.stuckSince !== null && now - stream.stuckSince > this.#limits.heartbeatMs) stream.raw.destroy()
      else if (now > stream.endsAt) this.#end(stream, 'again')
      else if (stream.stuckSince === null) this.#write(stream, ':\n\n')
    }
  }

  async #checkAll(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    await this.#check()
    this.#checking = false
  }

  /** Closes the streams of ended sessions: those of one user, or of all users in the periodic check. */
  async #check(userId?: number): Promise<void> {
    const streamsToCheck = [...this.#streams].filter((stream) => userId === undefined || stream.userId === userId)
    if (streamsToCheck.length === 0) return
    try {
      const openSessionIds = await openSessionsOf(
        this.#kernel.database.requests,
        streamsToCheck.map((stream) => stream.sessionId),
        this.#kernel.clock.real(),
      )
      for (const stream of streamsToCheck) if (!openSessionIds.has(stream.sessionId)) this.#end(stream, 'over')
      if (userId === undefined && !(await this.#probe())) throw new Error('no notification arrives from the database')
    } catch (error) {
      // A stream is useless when sessions cannot be checked or notifications cannot arrive.
      this.#kernel.log.warn({ error: String(error), streams: streamsToCheck.length }, 'live streams end for now')
      for (const stream of streamsToCheck) if (this.#streams.has(stream)) this.#end(stream, 'again')
    }
  }

  /** Sends a notification to this process through the database, to prove that listening works. */
  async #probe(): Promise<boolean> {
    const probeAnswered = new Promise<boolean>((resolve) => {
      const earlierProbe = this.#onProbe
      const timer = setTimeout(() => resolve(false), probeTimeoutMs)
      this.#onProbe = () => {
        clearTimeout(timer)
        resolve(true)
        earlierProbe?.()
      }
    })
    await sql`select pg_notify(${channel}, ${this.#name})`.execute(this.#kernel.database.requests)
    return probeAnswered
  }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

async function admitListener(kernel: Kernel, request: FastifyRequest) {
  const token = headerOf(request, 'x-token')
  if (!token) throw new Refusal('signed_out', kernelRefusals.signedOut, {}, { code: 50008 })
  const signedIn = await authenticate(kernel.database.requests, { token, account: headerOf(request, 'x-account') }, kernel.clock.real())
  if (signedIn.mustChangePassword) throw new Refusal('must_change_password', kernelRefusals.mustChangePassword)
  if (mustEnrol(kernel, signedIn)) throw new Refusal('must_enrol', kernelRefusals.mustEnrol)
  const scope = scopeOf(signedIn, { centre: headerOf(request, 'yycenterid'), mode: headerOf(request, 'nstype') })
  return { sessionId: signedIn.actor.sessionId, userId: signedIn.actor.userId, scope }
}

/**
 * Registers `GET /api/live`, which sends server-sent events to signed-in users. The token is sent in a header, not in
 * the address.
 */
export function registerLive(server: FastifyInstance, kernel: Kernel, limits: Partial<LiveLimits> = {}): void {
  const live = new LiveStreams(kernel, { ...defaultLimits, ...limits })
  server.addHook('preClose', () => live.close())
  server.get('/api/live', async (request, reply) => {
    const language = languageOf(headerOf(request, 'accept-language'))
    const refuseStream = (status: 429 | 503, name: 'tooMany' | 'busy') =>
      reply
        .code(status)
        .header('retry-after', '60')
        .send({ code: 0, error: name, message: translate(kernelRefusals[name], language, { seconds: 60 }), requestId: request.id })
    try {
      const who = await admitListener(kernel, request)
      if (live.isFull || !(await live.startListening()) || live.isFull) return refuseStream(503, 'busy')
      if (live.isFullFor(who.sessionId)) return refuseStream(429, 'tooMany')
      if (request.raw.socket.destroyed) return reply
      reply.hijack()
      const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
      reply.raw.writeHead(200, headers as Record<string, string>)
      live.add({ raw: reply.raw, ...who })
      return reply
    } catch (error) {
      if (error instanceof Refusal) return refusalBody(error, { language, requestId: request.id })
      throw error
    }
  })
}
