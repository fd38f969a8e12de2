import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Returns a hook for code that loads on first use. The hook returns null until the code has loaded, and throws when
 * loading fails. Optional code is retried at the next use. Suspense is avoided, because React delays content behind a
 * fallback by 300 ms.
 */
export function createLoadHook<C>(load: () => Promise<C>, { isOptional = false } = {}): (isUsed: boolean) => C | null {
  let loaded: C | null = null
  return (isUsed) => {
    const [, draw] = useState(false)
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
    useEffect(() => {
      if (!isUsed || loaded) return
      let isCancelled = false
      load().then(
        (module) => {
          loaded = module
          if (!isCancelled) draw(true)
        },
        (error: unknown) => {
          if (!isCancelled && !isOptional) setFailure({ error })
        },
      )
      return () => {
        isCancelled = true
      }
    }, [isUsed])
    if (failure) throw failure.error
    return loaded
  }
}

/**
 * Returns a component (dialog, drawer or field) whose code loads on first use, so that the page renders first. First
 * use is the first render, the first true `isOpen` if it has that property, or the first true `isEnabled`. Afterwards it
 * stays mounted.
 */
export function onDemand<C extends (props: never) => ReactNode>(load: () => Promise<C>, isEnabled: (props: Parameters<C>[0]) => boolean = usually): C {
  const useLoaded = createLoadHook(load)
  function OnDemand(props: object) {
    const isNow = isEnabled(props as Parameters<C>[0])
    const [wasOnce, setOnce] = useState(isNow)
    if (isNow && !wasOnce) setOnce(true)
    const Loaded = useLoaded(isNow || wasOnce) as ComponentType<object> | null
    return Loaded && (isNow || wasOnce) ? <Loaded {...props} /> : null
  }
  // The wrapper takes the component's properties, including its type parameters.
  return OnDemand as unknown as C
}

const usually = (props: object) => !('isOpen' in props) || props.isOpen === true
