import { createContext, useContext } from 'react'

const RefusalContext = createContext<((problem: string) => void) | null>(null)

/** Reports to the surrounding field why the typed text is not a value; '' when it is one. */
export const RefusalProvider = RefusalContext.Provider

/**
 * Returns the function by which a control reports to its field why the typed text is not a value; null outside a field.
 */
export const useRefusal = () => useContext(RefusalContext)

/**
 * Focuses the first control whose typed text is not a value, and returns whether there is one. Such a control, marked
 * with `data-refused`, holds another value than it shows, so nothing may be sent.
 */
export function focusRefused(within: Element | null): boolean {
  const found = within?.querySelector<HTMLElement>('[data-refused]')
  found?.focus()
  return found !== null && found !== undefined
}
