import { isDay } from '#/domain/period.ts'

type Scalar = string | number | boolean
/** What a page may keep in its address. */
type UrlValue = Scalar | readonly Scalar[]
/** The state of a page with its initial values. */
export type UrlValues = Readonly<Record<string, UrlValue>>

/** What a field may be besides its initial value: one of a list, or what a parser makes of the text; `undefined` is refused. */
type Allowed = readonly (string | number)[] | ((text: string) => string | number | undefined)
export type AllowedIn<T extends UrlValues> = { readonly [K in keyof T]?: Allowed }

type Read<A> = A extends readonly (infer V)[] ? V : A extends (text: string) => infer V ? Exclude<V, undefined> : never
type Wide<V> = V extends readonly unknown[] ? readonly string[] : V extends number ? number : V extends boolean ? boolean : string

/** The state of a page: a field is what is allowed (the items of a list are), and without such a rule as wide as its initial value. */
export type UrlState<T extends UrlValues, A extends AllowedIn<T> = Record<never, never>> = {
  readonly [K in keyof T]: K extends keyof A ? (T[K] extends readonly unknown[] ? readonly Read<A[K]>[] : T[K] | Read<A[K]>) : Wide<T[K]>
}

/** A change of it. What is written is read by the same rules again, so that a tab or a choice may give any text. */
export type UrlPatch<T extends UrlValues, A extends AllowedIn<T> = Record<never, never>> = {
  readonly [K in keyof T]?: Wide<T[K]> | UrlState<T, A>[K]
}

function readAllowed(text: string, allowed: Allowed): string | number | undefined {
  return typeof allowed === 'function' ? allowed(text) : allowed.find((value) => String(value) === text)
}

function readList(text: string, allowed: Allowed | undefined): readonly Scalar[] | undefined {
  const items = text === '' ? [] : [...new Set(text.split(','))].map((item) => (allowed ? readAllowed(item, allowed) : item))
  return items.every((item) => item !== undefined) ? items : undefined
}

function readField(text: string, initial: UrlValue, allowed: Allowed | undefined): UrlValue | undefined {
  if (Array.isArray(initial)) return readList(text, allowed)
  if (allowed) return readAllowed(text, allowed)
  if (typeof initial === 'boolean') return text === '1' || (text === '0' ? false : undefined)
  if (typeof initial === 'number') return wholeFrom(initial)(text)
  return text
}

/** A parser of whole numbers that are not below the first. */
export const wholeFrom = (first: number) => (text: string) => (/^-?\d{1,15}$/.test(text) && Number(text) >= first ? Number(text) : undefined)

/** A parser of the ids of rows. */
export const anyId = wholeFrom(1)

const anyDay = (text: string) => (isDay(text) ? text : undefined)
/** What the two days of a period may be. */
export const period = { from: anyDay, to: anyDay } as const

/** A parser of the keys of a record, such as that of their names. */
export function keyOf<K extends string | number>(names: Readonly<Record<K, unknown>>): (text: string) => K | undefined {
  return (text) => (Object.hasOwn(names, text) ? ((/^\d+$/.test(text) ? Number(text) : text) as K) : undefined)
}

/** Reads the state from an address; what is absent or not allowed has its initial value. Numbers without a rule are whole and not below their initial value. */
export function readUrl<T extends UrlValues, A extends AllowedIn<T>>(params: URLSearchParams, initial: T, allowed?: A): UrlState<T, A> {
  const read = (name: string, first: UrlValue) => {
    const text = params.get(name)
    return text === null ? first : (readField(text, first, allowed?.[name]) ?? first)
  }
  return Object.fromEntries(Object.entries(initial).map(([name, first]) => [name, read(name, first)])) as UrlState<T, A>
}

/** The address parameters after a change: initial values are left out, foreign parameters stay. A change of anything but the place (`page`, `at`) goes back to page 1. */
export function writeUrl(params: URLSearchParams, initial: UrlValues, patch: object): URLSearchParams {
  const next = new URLSearchParams(params)
  const first = isDrawerOnly(patch) ? [] : ['page', 'at'].filter((name) => name in initial)
  const change: Record<string, unknown> = { ...Object.fromEntries(first.map((name) => [name, initial[name]])), ...patch }
  for (const [name, value] of Object.entries(change)) {
    const text = Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? '')
    const one = initial[name]
    const initialText = Array.isArray(one) ? one.join(',') : typeof one === 'boolean' ? (one ? '1' : '0') : String(one ?? '')
    if (text === initialText) next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** Opening a drawer or changing its pane must not turn the page back. */
function isDrawerOnly(patch: object): boolean {
  return Object.keys(patch).every((name) => name === 'open' || name === 'pane')
}

/** Conditions of which some may be missing. */
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined | ''> }

/** The conditions that say something: an empty text, an empty list and `undefined` are none. 0 and `false` are values like others. */
export function given<T extends object>(conditions: T): Given<T> {
  const says = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => says(value))) as Given<T>
}

/** What a choice between "yes" and "no" may be. */
export const yesOrNo = ['yes', 'no'] as const

/** The answer of a choice between "yes" and "no"; none while nothing is chosen. */
export function yesNo(choice: '' | (typeof yesOrNo)[number]): boolean | undefined {
  return choice === '' ? undefined : choice === 'yes'
}
