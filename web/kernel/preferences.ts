import { user } from './session.ts'
import { type Signal, signal } from './signal.ts'

/** A setting of this browser, remembered in local storage; what is stored must pass the check. */
export function remembered<T>(name: string, initial: T, isValid: (value: unknown) => value is T): Signal<T> {
  const key = `setting.${name}`
  let start = initial
  try {
    const left: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (isValid(left)) start = left
  } catch {
    // A setting that cannot be read is a setting that was never made.
  }
  const source = signal(start)
  return {
    ...source,
    set: (value) => {
      localStorage.setItem(key, JSON.stringify(value))
      source.set(value)
    },
  }
}

/** The name of a setting that every user of this browser has for themselves: `kind.user.id`. */
export function personalName(kind: string, id: string): string {
  return `${kind}.${user.get()?.uid ?? 0}.${id}`
}
