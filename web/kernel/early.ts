import type { Call } from './api.ts'
import { language } from './language.ts'
import { session } from './session.ts'

/** A read that is asked for before the page that shows it has come. */
export interface EarlyRead {
  readonly call: { readonly operation: string }
  readonly input: object
}

interface Asked {
  readonly answer: Promise<unknown>
  /** What was answered, once it was. */
  arrived?: { readonly value: unknown }
  /** For whom, where and in which language. */
  readonly scope: string
  readonly at: number
}

/** An answer that was not taken by then is old. */
const FRESH_MS = 15_000

const asked = new Map<string, Asked>()

const scopeNow = () => [session.token(), session.centreId(), session.mode(), language.get()].join(' ')
const keyOf = (operation: string, input: object) =>
  `${operation} ${JSON.stringify(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )}`

/** The read of an operation, for `askEarly`. */
export function readOf<I extends object, O>(call: Call<I, O>, input: I): EarlyRead {
  return { call, input }
}

const isFresh = ({ scope, at }: Asked) => scope === scopeNow() && performance.now() - at < FRESH_MS

/** Asks for what a page will show, while its code is on the way: the page takes the answer when it reads the same. What is on its way already is not asked again. */
export function askEarly(reads: readonly EarlyRead[]): void {
  for (const { call, input } of reads) {
    const key = keyOf(call.operation, input)
    const known = asked.get(key)
    if (known && isFresh(known)) continue
    const ask = call as Call<object, unknown>
    const answer = (ask as (input: object, options: { isQuiet: boolean }) => Promise<unknown>)(input, { isQuiet: true })
    const entry: Asked = { answer, scope: scopeNow(), at: performance.now() }
    // Whoever takes it sees the failure; nobody has to take it.
    answer.then(
      (value) => (entry.arrived = { value }),
      () => undefined,
    )
    asked.set(key, entry)
  }
}

/** The answer that has arrived before the page that reads it: its first rendering shows it. Left for `takeEarly` while it is under way. */
export function takeArrived(operation: string, input: object): { readonly value: unknown } | undefined {
  const key = keyOf(operation, input)
  const found = asked.get(key)
  if (!found?.arrived || !isFresh(found)) return undefined
  asked.delete(key)
  return found.arrived
}

/** The answer to a read that was asked for early, once; nothing when none was, when it is old, or when it was asked by somebody else or elsewhere. */
export function takeEarly(operation: string, input: object): Promise<unknown> | undefined {
  const key = keyOf(operation, input)
  const found = asked.get(key)
  asked.delete(key)
  return found && isFresh(found) ? found.answer : undefined
}
