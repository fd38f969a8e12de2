import { useSyncExternalStore } from 'react'

const NARROW_QUERY = '(max-width: 767px)'
const query = typeof matchMedia === 'undefined' ? null : matchMedia(NARROW_QUERY)

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Returns whether the window is as narrow as a phone, outside of React. */
export const isNarrow = (): boolean => query?.matches ?? false

/** Returns whether the window is as narrow as a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow)
}
