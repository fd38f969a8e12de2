import { useSyncExternalStore } from 'react'
import type { Signal } from './signal.ts'

/** The present value of a signal; the component draws again when it changes. */
export function useSignal<T>(source: Signal<T>): T {
  return useSyncExternalStore(source.subscribe, source.get)
}
