import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { type Signal, signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'

/** The function that clears the filters of a page's list; null when none are set. */
type ClearConditions = (() => void) | null

const noConditions: Signal<ClearConditions> = signal<ClearConditions>(null)

/**
 * Set by the frame around each visited page. The filter bar stores its clear function here for the empty state of
 * lists.
 */
export const ConditionsContext = createContext(noConditions)

/** Creates the signal that holds the clear function of one page. */
export function useConditionsSignal(): Signal<ClearConditions> {
  return useState(() => signal<ClearConditions>(null))[0]
}

/** Publishes whether the filters of the page are set, and the function that clears them. */
export function usePublishConditions(isSet: boolean, lift: () => void): void {
  const conditionsSignal = useContext(ConditionsContext)
  const latest = useRef(lift)
  latest.current = lift
  useEffect(() => {
    if (conditionsSignal === noConditions) return
    conditionsSignal.set(isSet ? () => latest.current() : null)
    return () => conditionsSignal.set(null)
  }, [conditionsSignal, isSet])
}

/** Returns the function that clears the filters of the surrounding page; null when none are set. */
export function useClearConditions(): ClearConditions {
  return useSignal(useContext(ConditionsContext))
}
