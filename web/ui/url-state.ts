import { isDay } from '#/domain/base/validation.ts'

type Scalar = string | number | boolean
/** A value that a page may keep in its URL. */
type UrlValue = Scalar | readonly Scalar[]
/** The initial state of a page. */
export type UrlValues = Readonly<Record<string, UrlValue>>

/** The values a field may have besides its initial one: a list, or a parser that returns `undefined` to refuse. */
type AllowedValues = readonly (string | number)[] | ((text: string) => string | number | undefined)
export type AllowedValuesOf<T extends UrlValues> = { readonly [K in keyof T]?: AllowedValues }

type ValueOf<A> = A extends readonly (infer V)[] ? V : A extends (text: string) => infer V ? Exclude<V, undefined> : never
type WidenedValue<V> = V extends readonly unknown[] ? readonly string[] : V extends number ? number : V extends boolean ? boolean : string

/**
 * The state of a page. A field has its allowed values (in a list, its items have them). Without a rule it accepts any
 * value of the initial value's type.
 */
export type UrlState<T extends UrlValues, A extends AllowedValuesOf<T> = Record<never, never>> = {
  readonly [K in keyof T]: K extends keyof A ? (T[K] extends readonly unknown[] ? readonly ValueOf<A[K]>[] : T[K] | ValueOf<A[K]>) : WidenedValue<T[K]>
}

/** A change of the state. Values are validated on reading, so any text may be passed. */
export type UrlPatch<T extends UrlValues, A extends AllowedValuesOf<T> = Record<never, never>> = {
  readonly [K in keyof T]?: WidenedValue<T[K]> | UrlState<T, A>[K]
}

function readAllowed(text: string, allowed: AllowedValues): string | number | undefined {
  return typeof allowed === 'function' ? allowed(text) : allowed.find((value) => String(value) === text)
}

function readList(text: string, allowed: AllowedValues | undefined): readonly Scalar[] | undefined {
  const items = text === '' ? [] : [...new Set(text.split(','))].map((item) => (allowed ? readAllowed(item, allowed) : item))
  return items.every((item) => item !== undefined) ? items : undefined
}

function readField(text: string, initial: UrlValue, allowed: AllowedValues | undefined): UrlValue | undefined {
  if (Array.isArray(initial)) return readList(text, allowed)
  if (allowed) return readAllowed(text, allowed)
  if (typeof initial === 'boolean') return text === '1' || (text === '0' ? false : undefined)
  if (typeof initial === 'number') return integerFrom(initial)(text)
  return text
}

/** Returns a parser of whole numbers from `first` up. */
export const integerFrom = (first: number) => (text: string) => (/^-?\d{1,15}$/.test(text) && Number(text) >= first ? Number(text) : undefined)

/** Parses a row id. */
export const anyId = integerFrom(1)

const anyDay = (text: string) => (isDay(text) ? text : undefined)
/** The rules for both days of a period. */
export const periodRules = { from: anyDay, to: anyDay } as const

/** Returns a parser of the keys of a record, such as a record of names. */
export function keyOf<K extends string | number>(names: Readonly<Record<K, unknown>>): (text: string) => K | undefined {
  return (text) => (Object.hasOwn(names, text) ? ((/^\d+$/.test(text) ? Number(text) : text) as K) : undefined)
}

/**
 * Reads the state from a URL. A missing or refused value becomes the initial one. Numbers without a rule are whole and
 * not below their initial value.
 */
export function readUrl<T extends UrlValues, A extends AllowedValuesOf<T>>(params: URLSearchParams, initial: T, allowed?: A): UrlState<T, A> {
  const readParam = (name: string, first: UrlValue) => {
    const text = params.get(name)
    return text === null ? first : (readField(text, first, allowed?.[name]) ?? first)
  }
  return Object.fromEntries(Object.entries(initial).map(([name, first]) => [name, readParam(name, first)])) as UrlState<T, A>
}

/**
 * Returns the URL parameters after a change. Initial values are left out, and unknown parameters stay. Any change
 * except of the position (`page`, `at`) or the drawer (`open`, `pane`) returns to page 1.
 */
export function writeUrl(params: URLSearchParams, initial: UrlValues, patch: object): URLSearchParams {
  const next = new URLSearchParams(params)
  const resetNames = isDrawerOnly(patch) ? [] : ['page', 'at'].filter((name) => name in initial)
  const change: Record<string, unknown> = { ...Object.fromEntries(resetNames.map((name) => [name, initial[name]])), ...patch }
  for (const [name, value] of Object.entries(change)) {
    const text = Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? '')
    const initialValue = initial[name]
    const initialText = Array.isArray(initialValue)
      ? initialValue.join(',')
      : typeof initialValue === 'boolean'
        ? initialValue
          ? '1'
          : '0'
        : String(initialValue ?? '')
    if (text === initialText) next.delete(name)
    else next.set(name, text)
  }
  return next
}

/** Opening a drawer or changing its tab must not return to page 1. */
function isDrawerOnly(patch: object): boolean {
  return Object.keys(patch).every((name) => name === 'open' || name === 'pane')
}

type SetConditions<T> = { [K in keyof T]?: Exclude<T[K], undefined | ''> }

/**
 * Returns the filters that are set. An empty text, an empty list and `undefined` are dropped, 0 and `false` are kept.
 */
export function setConditions<T extends object>(conditions: T): SetConditions<T> {
  const hasCondition = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => hasCondition(value))) as SetConditions<T>
}

/** The values of a yes/no filter. */
export const yesNoChoices = ['yes', 'no'] as const

/** Returns a yes/no filter as a boolean; undefined while it is not set. */
export function parseYesNo(choice: '' | (typeof yesNoChoices)[number]): boolean | undefined {
  return choice === '' ? undefined : choice === 'yes'
}
