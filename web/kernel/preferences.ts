import { onAccountSetting, recordChoice } from './choices.ts'
import { user } from './session.ts'
import { type Signal, signal } from './signal.ts'

/**
 * Returns a setting that is stored in this browser and, unless `ofAccount` is null, in the account under that name. A
 * stored value that fails `isValid` is ignored.
 */
export function storedSetting<T>(name: string, initial: T, isValid: (value: unknown) => value is T, ofAccount: string | null = name): Signal<T> {
  const key = `setting.${name}`
  let startValue = initial
  try {
    const storedValue: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (isValid(storedValue)) startValue = storedValue
  } catch {
    // An unreadable value counts as not set.
  }
  const source = signal(startValue)
  const store = (value: T) => {
    localStorage.setItem(key, JSON.stringify(value))
    source.set(value)
  }
  if (ofAccount !== null)
    onAccountSetting(ofAccount, (value) => {
      if (isValid(value)) store(value)
    })
  return {
    ...source,
    set: (value) => {
      store(value)
      if (ofAccount !== null) recordChoice(ofAccount, value)
    },
  }
}

/** Returns the storage key of a setting per user: `kind.user.id`. */
export function perUserKey(kind: string, id: string): string {
  return `${kind}.${user.get()?.uid ?? 0}.${id}`
}
