import { useSyncExternalStore } from 'react'
import { MOBILE_PX } from './settings.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** Whether the device is mobile: the body is narrower than 992 px; asked again on every resize. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => document.body.getBoundingClientRect().width < MOBILE_PX)
}
