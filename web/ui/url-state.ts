/** What a page may keep in its address. */
type UrlValue = string | number | boolean | readonly string[]
/** The state of a page with its initial values. */
export type UrlValues = Readonly<Record<string, UrlValue>>

/** A state whose fields are as wide as their initial values: `'all'` may become any string, `[]` any list of strings. */
export type Widened<T extends UrlValues> = {
  readonly [K in keyof T]: T[K] extends readonly string[] ? readonly string[] : T[K] extends number ? number : T[K] extends boolean ? boolean : string
}

/** Reads the state from an address; what is absent or cannot be read has its initial value. */
export function readUrl<T extends UrlValues>(params: URLSearchParams, initial: T): Widened<T> {
  const state: Record<string, UrlValue> = {}
  for (const [name, first] of Object.entries(initial)) {
    const text = params.get(name)
    if (text === null) state[name] = first
    else if (Array.isArray(first)) state[name] = text === '' ? [] : text.split(',')
    else if (typeof first === 'number') state[name] = Number.isFinite(Number(text)) && text !== '' ? Number(text) : first
    else if (typeof first === 'boolean') state[name] = text === '1'
    else state[name] = text
  }
  return state as Widened<T>
}

/** The address parameters after a change: initial values are left out, foreign parameters stay. A change of anything but the place (`page`, `at`) goes back to page 1. */
export function writeUrl<T extends UrlValues>(params: URLSearchParams, initial: T, patch: Partial<Widened<T>>): URLSearchParams {
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
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The conditions that say something: an empty text, an empty list and `undefined` are none. 0 and `false` are values like others. */
export function given<T extends object>(conditions: T): Given<T> {
  const says = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(conditions).filter(([, value]) => says(value))) as Given<T>
}

/** The number of a choice; none while nothing is chosen. */
export function numberOf<N extends number = number>(choice: string): N | undefined {
  return choice === '' ? undefined : (Number(choice) as N)
}

/** The answer of a choice between "yes" and "no"; none while nothing is chosen. */
export function yesNo(choice: string): boolean | undefined {
  return choice === '' ? undefined : choice === 'yes'
}
