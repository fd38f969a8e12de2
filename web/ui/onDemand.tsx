import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/**
 * Returns a hook for code that loads on first use. The hook returns null until the code has loaded, and throws when
 * loading fails. Optional code is retried at the next use. Suspense is avoided, because React delays content behind a
 * fallback by 300 ms.
 */
export function createLoadHook<C>(load: () => Promise<C>, { isOptional = false } = {}): (isUsed: boolean) => C | null {
  let loadedComponent: C | null = null
  return (isUsed) => {
    const [, draw] = useState(false)
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
    useEffect(() => {
      if (!isUsed || loadedComponent) return
      let isCancelled = false
      load().then(
        (module) => {
          loadedComponent = module
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
    return loadedComponent
  }
}

/**
 * Returns a component (dialog, drawer or field) whose code loads on first use, so that the page renders first. First
 * use is the first render, the first true `isOpen` if it has that property, or the first true `isEnabled`. Afterwards
 * it stays mounted.
 */
export function onDemand<C extends (props: never) => ReactNode>(load: () => Promise<C>, isEnabled: (props: Parameters<C>[0]) => boolean = isOpenByDefault): C {
  const useLoaded = createLoadHook(load)
  function OnDemand(props: object) {
    const isEnabledNow = isEnabled(props as Parameters<C>[0])
    const [wasOnce, setOnce] = useState(isEnabledNow)
    if (isEnabledNow && !wasOnce) setOnce(true)
    const LoadedComponent = useLoaded(isEnabledNow || wasOnce) as ComponentType<object> | null
    return LoadedComponent && (isEnabledNow || wasOnce) ? <LoadedComponent {...props} /> : null
  }
  // The wrapper takes the component's properties, including its type parameters.
  return OnDemand as unknown as C
}

const isOpenByDefault = (props: object) => !('isOpen' in props) || props.isOpen === true
