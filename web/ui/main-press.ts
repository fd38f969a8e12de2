import { createContext } from 'react'

/**
 * Presses the main button of the surrounding dialog. Returns false if the button is dangerous or disabled. Null outside
 * a dialog with a main button.
 */
export const MainPressContext = createContext<(() => boolean) | null>(null)
