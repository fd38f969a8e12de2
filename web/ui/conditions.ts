import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { type Signal, signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'

/** How to take back the conditions that narrow a page's list; null when there are none. */
type Lift = (() => void) | null

const nowhere: Signal<Lift> = signal<Lift>(null)

/** Set by the frame around each visited page: where its filter bar says that conditions are set, for its list to know when it is empty. */
export const ConditionsContext = createContext(nowhere)

/** A place for one page's conditions. */
export function useConditionsPlace(): Signal<Lift> {
  return useState(() => signal<Lift>(null))[0]
}

/** Says that conditions are set, and how to take them back. */
export function useSayConditions(isSet: boolean, lift: () => void): void {
  const place = useContext(ConditionsContext)
  const latest = useRef(lift)
  latest.current = lift
  useEffect(() => {
    if (place === nowhere) return
    place.set(isSet ? () => latest.current() : null)
    return () => place.set(null)
  }, [place, isSet])
}

/** How to take back the conditions of the page around; null when there are none. */
export function useConditions(): Lift {
  return useSignal(useContext(ConditionsContext))
}
