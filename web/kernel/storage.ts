/** A storage of the browser. A value that cannot be stored, because it is blocked or full, stays in memory. */
export interface GuardedStorage {
  readonly get: (key: string) => string | null
  readonly set: (key: string, value: string) => void
  readonly remove: (key: string) => void
  readonly keys: () => string[]
}

// Reading the property itself throws when the user blocks site data.
function guard(open: () => Storage): GuardedStorage {
  const unstored = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T, onFailure: () => T): T => {
    try {
      return work(open())
    } catch {
      return onFailure()
    }
  }
  return {
    get: (key) =>
      unstored.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    set: (key, value) => {
      unstored.delete(key)
      attempt(
        (storage) => storage.setItem(key, value),
        () => void unstored.set(key, value),
      )
    },
    remove: (key) => {
      unstored.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
    keys: () => [
      ...unstored.keys(),
      ...attempt(
        (storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? ''),
        () => [],
      ),
    ],
  }
}

/** The storage that all tabs of this site share. */
export const siteStorage = guard(() => localStorage)

/** The storage of this tab. */
export const tabStorage = guard(() => sessionStorage)

/** Returns a stored JSON value; null when it is absent or damaged. */
export function storedJson(storage: GuardedStorage, key: string): unknown {
  try {
    return JSON.parse(storage.get(key) ?? 'null')
  } catch {
    return null
  }
}
