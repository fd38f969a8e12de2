import { createContext } from 'react'

/** Presses the main button of the dialog around a form, if it may be pressed; null outside a dialog with one. */
export const MainPressContext = createContext<(() => void) | null>(null)
