import { useSyncExternalStore } from 'react'

const changes = ['online', 'offline'] as const

const subscribe = (listener: () => void) => {
  for (const change of changes) addEventListener(change, listener)
  return () => {
    for (const change of changes) removeEventListener(change, listener)
  }
}

/** Whether the browser has a network; it says so too where it does not know. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
