import { useSyncExternalStore } from 'react'

const connectionEvents = ['online', 'offline'] as const

const subscribe = (listener: () => void) => {
  for (const change of connectionEvents) addEventListener(change, listener)
  return () => {
    for (const change of connectionEvents) removeEventListener(change, listener)
  }
}

/** Returns whether the browser reports a network connection. Rerenders when that changes. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
