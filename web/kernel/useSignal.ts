import { useSyncExternalStore } from 'react'
import type { Signal } from './signal.ts'

/** Returns the current value of a signal. Rerenders when it changes. */
export function useSignal<T>(source: Signal<T>): T {
  return useSyncExternalStore(source.subscribe, source.get)
}
