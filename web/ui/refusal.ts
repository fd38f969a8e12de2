import { createContext, useContext } from 'react'

const RefusalContext = createContext<((problem: string) => void) | null>(null)

/** Reports to the surrounding field why the typed text is invalid; '' when it is valid. */
export const RefusalProvider = RefusalContext.Provider

/** Returns the function by which a control reports to its field why the typed text is invalid; null outside a field. */
export const useRefusal = () => useContext(RefusalContext)

/**
 * Focuses the first control with invalid typed text, and returns whether there is one. A control marked with
 * `data-refused` contains a value other than the one shown, so nothing may be sent.
 */
export function focusRefused(container: Element | null): boolean {
  const refusedField = container?.querySelector<HTMLElement>('[data-refused]')
  refusedField?.focus()
  return refusedField !== null && refusedField !== undefined
}
