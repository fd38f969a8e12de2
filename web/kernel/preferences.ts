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
