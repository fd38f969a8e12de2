import { useSyncExternalStore } from 'react'
import { MOBILE_PX } from './settings.ts'

// Cached until the next resize, because measuring during a navigation would force a layout.
let isNarrow: boolean | undefined

const measureIsNarrow = () => document.body.getBoundingClientRect().width < MOBILE_PX

const subscribe = (listener: () => void) => {
  const handleResize = () => {
    isNarrow = measureIsNarrow()
    listener()
  }
  window.addEventListener('resize', handleResize)
  return () => {
    isNarrow = undefined
    window.removeEventListener('resize', handleResize)
  }
}

/** Returns whether the device is mobile: the body is narrower than 992 px. Measured again on every resize. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => {
    isNarrow ??= measureIsNarrow()
    return isNarrow
  })
}
