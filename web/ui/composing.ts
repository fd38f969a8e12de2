import type { KeyboardEvent } from 'react'

/** The key code that browsers report for a key handled by an input method. */
const PROCESS_KEY_CODE = 229

/**
 * Returns whether an input method that is composing handles the key. Safari ends the composition before it reports
 * Enter, so the key code is checked too.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === PROCESS_KEY_CODE
