import { nowMs } from './clock.ts'
import { signal } from './signal.ts'
import { ApiError } from './wire.ts'

export interface LoggedError {
  readonly key: string
  readonly at: string
  readonly message: string
  readonly page: string
  readonly stack: string
  /** The id of the failed request; empty for other errors. */
  readonly requestId: string
  readonly count: number
}

const MAX_ENTRIES = 50

/** Errors since the page was loaded, newest first. */
export const errorLog = signal<readonly LoggedError[]>([])

/**
 * Returns whether errors are logged and reported (specification §9): only in a production build. In development the
 * console shows them.
 */
export function isProductionEnv(env: { readonly PROD?: boolean } | undefined): boolean {
  return env?.PROD ?? false
}

const isProduction = isProductionEnv(import.meta.env)

type SendError = (error: LoggedError) => void

let send: SendError | null = null
const sentKeys = new Set<string>()

function errorDetails(thrown: unknown): { message: string; stack: string; requestId: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown), stack: '', requestId: '' }
  const requestId = thrown instanceof ApiError ? thrown.requestId : ''
  return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack ?? '', requestId }
}

/**
 * Returns whether the thrown value is an API error other than a server failure. The user has already seen its message.
 */
function isRefusal(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code < 500
}

/** Adds an error to a log, newest first. A repeated error is counted, and the log length is limited. */
export function addError(log: readonly LoggedError[], error: Omit<LoggedError, 'count'>): LoggedError[] {
  const loggedError = log.find((each) => each.key === error.key)
  return [{ ...error, count: (loggedError?.count ?? 0) + 1 }, ...log.filter((each) => each !== loggedError)].slice(0, MAX_ENTRIES)
}

/** Logs an error and reports each distinct one to the server once. Ignores refusals and aborts. */
export function recordError(thrown: unknown, place = ''): void {
  if (!isProduction || isRefusal(thrown) || (thrown instanceof DOMException && thrown.name === 'AbortError')) return
  const { message, stack, requestId } = errorDetails(thrown)
  const page = location.pathname
  const key = `${message}\n${stack.split('\n').slice(0, 3).join('\n')}\n${page}`
  const error = { key, at: new Date(nowMs()).toISOString(), message, page, stack: place ? `${stack}\n${place.trim()}` : stack, requestId }
  errorLog.set(addError(errorLog.get(), error))
  report()
}

function report(): void {
  for (const error of errorLog.get()) {
    if (send === null || sentKeys.has(error.key) || sentKeys.size >= MAX_ENTRIES) continue
    sentKeys.add(error.key)
    send(error)
  }
}

/** Starts to collect uncaught errors and rejections. */
export function collectErrors(): void {
  addEventListener('error', (event) => recordError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => recordError(event.reason))
}

/** Sets the function that sends errors to the server, and sends the errors logged so far. */
export function reportErrors(how: SendError): void {
  send = how
  report()
}
