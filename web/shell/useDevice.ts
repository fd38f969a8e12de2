import { useSyncExternalStore } from 'react'
import { MOBILE_PX } from './settings.ts'

// Kept between resizes: asked for while a page is being shown, the width would cost a layout of its own.
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

/** Whether the device is mobile: the body is narrower than 992 px; asked again on every resize. */
export function useIsMobile(): boolean {
  return useSyncExternalStore(subscribe, () => {
    isNarrow ??= measure()
    return isNarrow
  })
}
