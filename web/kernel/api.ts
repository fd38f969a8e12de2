import type { z } from 'zod'
import type { ModuleName, Modules } from '#/api/modules.ts'
import type { Upload } from '#/api/operation.ts'
import { newKey } from './clock.ts'
import { readCookie } from './cookies.ts'
import { recordError } from './errors.ts'
import { language, languageTags, plain } from './language.ts'
import { notify, sessionIsOver, staysSoFar, type Tone } from './notices.ts'
import { specials } from './paths.ts'
import { doubtRights, session } from './session.ts'
import { texts } from './texts.ts'
import { ApiError, answerOf, entriesOf, formOf, headersOf, sessionOverCodes } from './wire.ts'

type Plain = string | number | boolean | null | undefined

/** The input as the browser passes it: a `Blob` (or `File`) where the server receives an `Upload`. */
type Sent<T> = T extends Plain
  ? T
  : T extends Upload
    ? Blob
    : T extends readonly (infer Each)[]
      ? readonly Sent<Each>[]
      : T extends object
        ? { readonly [K in keyof T]: Sent<T[K]> }
        : T

export interface CallOptions {
  /** Key of a write that may be retried. `useSubmit` keeps one per dialog. Without it every call gets a new key. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Suppresses the failure notice: the page retries automatically, or the caller shows its own notice. */
  readonly isQuiet?: boolean
  /** Tone of the failure notice. */
  readonly tone?: Tone
  /** Receives the server's message after a success, if there is one. */
  readonly onMessage?: (message: string) => void
}

export interface Call<Input, Output> {
  (...args: Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]): Promise<Output>
  /** `payments.list`, also the first part of the query key. */
  readonly operation: string
}

export type OutputOf<C> = C extends Call<infer _, infer Output> ? Output : never

/** Every server operation, typed by `api/`. */
export type Api = {
  readonly [M in ModuleName]: {
    readonly [O in keyof Modules[M]]: Modules[M][O] extends { input: infer I extends z.ZodType; output: infer R extends z.ZodType }
      ? Call<Sent<z.input<I>>, z.output<R>>
      : never
  }
}

/** Prefix of every address (specification §7). Empty: calls go to the server that delivered the page. */
const BASE_URL = ''

/** Timeout of a call (specification §7). */
const TIMEOUT_MS = 150_000

/**
 * The installation's wire format (`WIRE`), which the server sets as a cookie. On the customer's wire, secrets go in the
 * query too, as the specification lists them.
 */
export const wire: { mode: 'body' | 'specification' } = { mode: readCookie('wire') === 'specification' ? 'specification' : 'body' }

function failedRoad(cause: unknown): ApiError {
  const isLate = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(plain(isLate ? texts.timedOut : texts.unreachable), { error: 'transport', isFinal: false })
}

function failedStatus(response: Response, body: unknown): ApiError {
  const said = typeof body === 'object' && body !== null ? (body as { message?: unknown; requestId?: unknown }) : {}
  const requestId = typeof said.requestId === 'string' ? said.requestId : (response.headers.get('x-request-id') ?? '')
  const known = texts[`status${response.status}` as keyof typeof texts]
  const message = typeof said.message === 'string' && said.message !== '' ? said.message : plain(known ?? texts.serverFailed)
  return new ApiError(message, { code: response.status, error: 'transport', requestId, isFinal: response.status >= 400 && response.status < 429 })
}

async function exchange(operation: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown> {
  const special = specials[operation]
  const path = special?.path ?? `/api/${operation.replace('.', '/')}`
  const isInQuery = special?.query === 'always' || (special?.query === 'customer' && wire.mode === 'specification')
  const fields = new URLSearchParams(isInQuery ? entriesOf(input).map(([name, value]) => [name, String(value)]) : [])
  const query = fields.size > 0 ? `?${fields}` : ''
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const headers = headersOf({
    token: session.token(),
    mode: session.mode(),
    centreId: session.centreId(),
    languageTag: languageTags[language.get()],
    // The server ignores the key of a read.
    idempotencyKey: options.idempotencyKey ?? newKey(),
  })
  let response: Response
  let body: unknown
  try {
    const form = formOf(isInQuery ? {} : input)
    // A form without parts is not valid multipart, so such a call has no body.
    const isEmpty = form.keys().next().done === true
    response = await fetch(BASE_URL + path + query, {
      method: 'POST',
      headers,
      ...(isEmpty ? {} : { body: form }),
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
    })
    // A body that is not JSON did not come from this server. Dropped connections and aborts are rethrown.
    body = await response.json().catch((cause) => {
      if (!(cause instanceof SyntaxError)) throw cause
      return null
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw failedRoad(cause)
  }
  if (!response.ok) {
    const failure = failedStatus(response, body)
    if (operation !== 'errors.report') recordError(failure)
    throw failure
  }
  const answer = answerOf(body, special?.isFlat === true, response.headers.get('x-request-id') ?? '')
  const said = (body as { message?: unknown }).message
  if (typeof said === 'string' && said !== '') options.onMessage?.(said)
  return answer
}

function callOf(operation: string): Call<Readonly<Record<string, unknown>>, unknown> {
  const call = async (input: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}) => {
    const stays = staysSoFar()
    try {
      return await exchange(operation, input, options)
    } catch (failure) {
      if (failure instanceof ApiError) {
        if (sessionOverCodes.includes(failure.code)) sessionIsOver(options.isQuiet === true, stays)
        if (failure.error === 'forbidden') doubtRights()
        if (!options.isQuiet) notify(options.tone ?? 'error', failure.message)
      }
      throw failure
    }
  }
  return Object.assign(call, { operation })
}

const calls = new Map<string, Call<Readonly<Record<string, unknown>>, unknown>>()

function callNamed(module: string, name: string): Call<Readonly<Record<string, unknown>>, unknown> {
  const operation = `${module}.${name}`
  let call = calls.get(operation)
  if (!call) {
    call = callOf(operation)
    calls.set(operation, call)
  }
  return call
}

const named = <T extends object>(get: (name: string) => unknown) => new Proxy({} as T, { get: (_, name) => (typeof name === 'string' ? get(name) : undefined) })

/**
 * The server's operations: `await api.payments.list({ page: 1 })`. A failure throws an ApiError and, unless the call is
 * quiet, shows a notice for five seconds.
 */
export const api: Api = named<Api>((module) => named((name) => callNamed(module, name)))
