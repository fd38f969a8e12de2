import { useSyncExternalStore } from 'react'
import { MOBILE_PX } from './settings.ts'

// Cached until the next resize, because measuring during a navigation would force a layout.
let isNarrow: boolean | undefined

const measure = () => document.body.getBoundingClientRect().width < MOBILE_PX

const subscribe = (listener: () => void) => {
  const again = () => {
    isNarrow = measure()
    listener()
  }
  window.addEventListener('resize', again)
  return () => {
    isNarrow = undefined
    window.removeEventListener('resize', again)
  }
}

/** Returns whether the device is mobile: the body is narrower than 992 px. Measured again on every resize. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => {
    isNarrow ??= measure()
    return isNarrow
  })
}
