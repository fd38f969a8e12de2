import { nowMs } from './clock.ts'
import { signal } from './signal.ts'
import { ApiError } from './wire.ts'

/** Something that went wrong in this browser. */
export interface LoggedError {
  readonly key: string
  readonly at: string
  readonly message: string
  readonly page: string
  readonly stack: string
  /** Of the call that failed, where one did. */
  readonly requestId: string
  readonly count: number
}

const MOST = 50

/** What went wrong since the page was loaded, newest first. */
export const errorLog = signal<readonly LoggedError[]>([])

/** Whether faults are kept and reported (specification §9): in a built application. While developing, the console has them. */
export function isCaptured(env: { readonly PROD?: boolean } | undefined): boolean {
  return env?.PROD ?? false
}

const isProduction = isCaptured(import.meta.env)

type Send = (error: LoggedError) => void

let send: Send | null = null
const sent = new Set<string>()

function wordsOf(thrown: unknown): { message: string; stack: string; requestId: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown), stack: '', requestId: '' }
  const requestId = thrown instanceof ApiError ? thrown.requestId : ''
  return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack ?? '', requestId }
}

/** An answer of the server that the person has read already; a fault only when the server itself has failed. */
function isAnswer(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.code < 500
}

/** Adds a fault to a log: the same one again is counted, and the log has an end. */
export function addTo(log: readonly LoggedError[], error: Omit<LoggedError, 'count'>): LoggedError[] {
  const known = log.find((each) => each.key === error.key)
  return [{ ...error, count: (known?.count ?? 0) + 1 }, ...log.filter((each) => each !== known)].slice(0, MOST)
}

/** Notes a fault; each distinct one is reported to the server once. */
export function recordError(thrown: unknown, place = ''): void {
  if (!isProduction || isAnswer(thrown) || (thrown instanceof DOMException && thrown.name === 'AbortError')) return
  const { message, stack, requestId } = wordsOf(thrown)
  const page = location.pathname
  const key = `${message}\n${stack.split('\n').slice(0, 3).join('\n')}\n${page}`
  const error = { key, at: new Date(nowMs()).toISOString(), message, page, stack: place ? `${stack}\n${place.trim()}` : stack, requestId }
  errorLog.set(addTo(errorLog.get(), error))
  report()
}

function report(): void {
  for (const error of errorLog.get()) {
    if (send === null || sent.has(error.key) || sent.size >= MOST) continue
    sent.add(error.key)
    send(error)
  }
}

/** Collects what nobody caught, from now on. */
export function collectErrors(): void {
  addEventListener('error', (event) => recordError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => recordError(event.reason))
}

/** How faults reach the server; those noted before are sent now. */
export function reportErrors(how: Send): void {
  send = how
  report()
}
