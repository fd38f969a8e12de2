import type { ApiCall } from './api.ts'
import { language } from './language.ts'
import { session } from './session.ts'

/** A read that starts before the code of its page has loaded. */
export interface EarlyRead {
  readonly call: { readonly operation: string }
  readonly input: object
}

interface EarlyRequest {
  readonly answer: Promise<unknown>
  /** Set once the answer has arrived. */
  arrived?: { readonly value: unknown }
  /** The user, centre and language that the answer is for. */
  readonly scope: string
  readonly at: number
}

/** The time for which an unused answer stays valid, in milliseconds. */
const FRESH_MS = 15_000

const pending = new Map<string, EarlyRequest>()

const currentScope = () => [session.token(), session.centreId(), session.mode(), language.get()].join(' ')
const keyOf = (operation: string, input: object) =>
  `${operation} ${JSON.stringify(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )}`

/** Describes a read for `requestEarly`. */
export function earlyReadOf<I extends object, O>(call: ApiCall<I, O>, input: I): EarlyRead {
  return { call, input }
}

const isFresh = ({ scope, at }: EarlyRequest) => scope === currentScope() && performance.now() - at < FRESH_MS

/**
 * Starts reads while the page's code loads. The page uses an answer when it makes the same read. A running read is not
 * repeated.
 */
export function requestEarly(reads: readonly EarlyRead[]): void {
  for (const { call, input } of reads) {
    const key = keyOf(call.operation, input)
    const earlyRead = pending.get(key)
    if (earlyRead && isFresh(earlyRead)) continue
    const anyCall = call as ApiCall<object, unknown>
    const answer = (anyCall as (input: object, options: { isQuiet: boolean }) => Promise<unknown>)(input, { isQuiet: true })
    const entry: EarlyRequest = { answer, scope: currentScope(), at: performance.now() }
    // The page that uses the answer handles its failure. Without such a page the failure is ignored.
    answer.then(
      (value) => (entry.arrived = { value }),
      () => undefined,
    )
    pending.set(key, entry)
  }
}

/**
 * Returns an answer that arrived before its page, so that the first render shows it. A pending answer stays available
 * to `earlyResponse`.
 */
export function takeReceivedResponse(operation: string, input: object): { readonly value: unknown } | undefined {
  const key = keyOf(operation, input)
  const request = pending.get(key)
  if (!request?.arrived || !isFresh(request)) return undefined
  pending.delete(key)
  return request.arrived
}

/**
 * Returns the answer to an early read, once. Undefined when there is none, when it is too old, or when it belongs to
 * another user or scope.
 */
export function earlyResponse(operation: string, input: object): Promise<unknown> | undefined {
  const key = keyOf(operation, input)
  const request = pending.get(key)
  pending.delete(key)
  return request && isFresh(request) ? request.answer : undefined
}
