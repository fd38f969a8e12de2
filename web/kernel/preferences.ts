import { onAccountSetting, recordChoice } from './choices.ts'
import { user } from './session.ts'
import { type Signal, signal } from './signal.ts'
import { siteStorage, storedJson } from './storage.ts'

/**
 * Returns a setting that is stored in this browser and, unless `ofAccount` is null, in the account under that name. A
 * stored value that fails `isValid` is ignored.
 */
export function storedSetting<T>(name: string, initial: T, isValid: (value: unknown) => value is T, ofAccount: string | null = name): Signal<T> {
  const key = `setting.${name}`
  const storedValue = storedJson(siteStorage, key)
  const source = signal(isValid(storedValue) ? storedValue : initial)
  const store = (value: T) => {
    siteStorage.set(key, JSON.stringify(value))
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
