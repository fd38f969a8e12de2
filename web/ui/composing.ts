import type { KeyboardEvent } from 'react'

/** The code of a key that an input method takes. */
const TAKEN = 229

/**
 * Returns whether a key belongs to an input method that composes a word. Safari ends the composition before it reports
 * the Enter that ended it, so the code of that key is checked too.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean => nativeEvent.isComposing || nativeEvent.keyCode === TAKEN
