import type { z } from 'zod'
import type { ModuleName, Modules } from '#/api/modules.ts'
import type { Upload } from '#/api/operation.ts'
import { newKey } from './clock.ts'
import { recordError } from './errors.ts'
import { installation } from './installation.ts'
import { inCurrentLanguage, language, languageTags } from './language.ts'
import { type NoticeTone, openSessionOverDialog, sessionChange, showNotice, stayOnPageCount } from './notices.ts'
import { fixedAddresses } from './paths.ts'
import { reportDenied, session, user } from './session.ts'
import { texts } from './texts.ts'
import { findUnreadableFile } from './unreadable.ts'
import { ApiError, entriesOf, formOf, headersOf, sessionOverCodes, unwrapResponse } from './wire.ts'

type JsonPrimitive = string | number | boolean | null | undefined

/** The input as the browser passes it: a `Blob` (or `File`) where the server receives an `Upload`. */
type Serialized<T> = T extends JsonPrimitive
  ? T
  : T extends Upload
    ? Blob
    : T extends readonly (infer Each)[]
      ? readonly Serialized<Each>[]
      : T extends object
        ? { readonly [K in keyof T]: Serialized<T[K]> }
        : T

export interface CallOptions {
  /** Key of a write that may be retried. `useSubmit` keeps one per dialog. Without it every call gets a new key. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Suppresses the failure notice: the page retries automatically, or the caller shows its own notice. */
  readonly isQuiet?: boolean
  /** Tone of the failure notice. */
  readonly tone?: NoticeTone
  /** The user confirmed that the hidden rows of the list are included. */
  readonly takesHidden?: boolean
  /** Receives the message of a successful response, if it has one. */
  readonly onMessage?: (message: string) => void
}

export interface ApiCall<Input, Output> {
  (...args: Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]): Promise<Output>
  /** The name of the operation, e.g. `payments.list`. It is also the first part of the query key. */
  readonly operation: string
}

export type OutputOf<C> = C extends ApiCall<infer _, infer Output> ? Output : never

/** Every server operation, typed by `api/`. */
export type Api = {
  readonly [M in ModuleName]: {
    readonly [O in keyof Modules[M]]: Modules[M][O] extends { input: infer I extends z.ZodType; output: infer R extends z.ZodType }
      ? ApiCall<Serialized<z.input<I>>, z.output<R>>
      : never
  }
}

/** Prefix of every address (specification §7). Empty: calls go to the server that delivered the page. */
const BASE_URL = ''

/** Timeout of a call in milliseconds (specification §7). */
export const TIMEOUT_MS = 150_000

function transportError(cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(inCurrentLanguage(isTimeout ? texts.timedOut : texts.unreachable), { error: 'transport', isFinal: false })
}

/** Returns the error for a call with a file that has become unreadable; null when all files are readable. */
async function unreadableFileError(input: Readonly<Record<string, unknown>>): Promise<ApiError | null> {
  const file = await findUnreadableFile(Object.values(input))
  if (file === null) return null
  return new ApiError(inCurrentLanguage(texts.fileUnreadable).replace('{name}', file instanceof File ? file.name : ''), {
    error: 'file_unreadable',
    isFinal: false,
  })
}

function statusError(response: Response, body: unknown): ApiError {
  const parsedBody = typeof body === 'object' && body !== null ? (body as { message?: unknown; requestId?: unknown }) : {}
  const requestId = typeof parsedBody.requestId === 'string' ? parsedBody.requestId : (response.headers.get('x-request-id') ?? '')
  const statusText = texts[`status${response.status}` as keyof typeof texts]
  const message = typeof parsedBody.message === 'string' && parsedBody.message !== '' ? parsedBody.message : inCurrentLanguage(statusText ?? texts.serverFailed)
  return new ApiError(message, { code: response.status, error: 'transport', requestId, isFinal: response.status >= 400 && response.status < 429 })
}

/** Rejects calls from a page rendered for another session. The server also refuses another account. */
function assertOwnSession(): void {
  const difference = session.difference()
  if (difference === null) return
  const message = inCurrentLanguage(difference === 'account' ? texts.otherAccount : texts.otherPlace)
  throw new ApiError(message, { error: difference === 'account' ? 'other_account' : 'switched_place', isFinal: true })
}

async function sendCall(operation: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<unknown> {
  assertOwnSession()
  const fixedAddress = fixedAddresses[operation]
  const path = fixedAddress?.path ?? `/api/${operation.replace('.', '/')}`
  const isInQuery = fixedAddress?.query === 'always' || (fixedAddress?.query === 'customer' && installation.wire === 'specification')
  const fields = new URLSearchParams(isInQuery ? entriesOf(input).map(([name, value]) => [name, String(value)]) : [])
  const query = fields.size > 0 ? `?${fields}` : ''
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const headers = headersOf({
    ...session.parts(),
    languageTag: languageTags[language.get()],
    // The server ignores the key of a read.
    idempotencyKey: options.idempotencyKey ?? newKey(),
    takesHidden: options.takesHidden === true,
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
    throw (await unreadableFileError(input)) ?? transportError(cause)
  }
  if (!response.ok) {
    const failure = statusError(response, body)
    if (operation !== 'errors.report') recordError(failure)
    throw failure
  }
  const answer = unwrapResponse(body, fixedAddress?.isFlat === true, response.headers.get('x-request-id') ?? '')
  const bodyMessage = (body as { message?: unknown }).message
  if (typeof bodyMessage === 'string' && bodyMessage !== '') options.onMessage?.(bodyMessage)
  return answer
}

type Ask = (message: string) => Promise<boolean>

let askAboutHiddenRows: Ask | null = null

/**
 * Registers the dialog that asks whether to include the hidden rows of a list. Returns the function that removes it.
 */
export function onHiddenRows(ask: Ask): () => void {
  askAboutHiddenRows = ask
  return () => {
    if (askAboutHiddenRows === ask) askAboutHiddenRows = null
  }
}

function createCall(operation: string): ApiCall<Readonly<Record<string, unknown>>, unknown> {
  const call = async (input: Readonly<Record<string, unknown>> = {}, options: CallOptions = {}): Promise<unknown> => {
    const staysAtStart = stayOnPageCount()
    try {
      return await sendCall(operation, input, options)
    } catch (failure) {
      if (failure instanceof ApiError) {
        if (failure.error === 'hiddenRows' && (await askAboutHiddenRows?.(failure.message))) return call(input, { ...options, takesHidden: true })
        // Before the user info has arrived there is no page to stay on: the route guard leads to the sign-in page.
        if (user.get() !== null && sessionOverCodes.includes(failure.code)) openSessionOverDialog(options.isQuiet === true, staysAtStart)
        if (failure.error === 'other_account') sessionChange.set('account')
        if (failure.error === 'switched_place') sessionChange.set('place')
        if (failure.error === 'forbidden') reportDenied()
        if (!options.isQuiet) showNotice(options.tone ?? 'error', failure.message)
      }
      throw failure
    }
  }
  return Object.assign(call, { operation })
}

const calls = new Map<string, ApiCall<Readonly<Record<string, unknown>>, unknown>>()

function findCall(module: string, name: string): ApiCall<Readonly<Record<string, unknown>>, unknown> {
  const operation = `${module}.${name}`
  let call = calls.get(operation)
  if (!call) {
    call = createCall(operation)
    calls.set(operation, call)
  }
  return call
}

const namedProxy = <T extends object>(get: (name: string) => unknown) =>
  new Proxy({} as T, { get: (_, name) => (typeof name === 'string' ? get(name) : undefined) })

/**
 * The server's operations: `await api.payments.list({ page: 1 })`. A failure throws an ApiError and, unless the call is
 * quiet, shows a notice for five seconds.
 */
export const api: Api = namedProxy<Api>((module) => namedProxy((name) => findCall(module, name)))
