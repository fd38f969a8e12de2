import { createContext, useContext } from 'react'

const RefusalContext = createContext<((problem: string) => void) | null>(null)

/** Tells the field around its control why the typed text is no value; '' when it is one. */
export const RefusalProvider = RefusalContext.Provider

/** Returns how a control tells its field why the typed text is no value, or null outside a field. */
export const useRefusal = () => useContext(RefusalContext)

/**
 * Focuses the first control whose typed text is no value, and returns whether there is one. Such a control, marked with
 * `data-refused`, holds another value than it shows, so nothing may be sent.
 */
export function focusRefused(within: Element | null): boolean {
  const found = within?.querySelector<HTMLElement>('[data-refused]')
  found?.focus()
  return found !== null && found !== undefined
}
