import { createContext } from 'react'

/**
 * Presses the main button of the dialog around a form, and returns whether the button took it. A dangerous or disabled one
 * does not. Null outside a dialog with a main button.
 */
export const MainPressContext = createContext<(() => boolean) | null>(null)
