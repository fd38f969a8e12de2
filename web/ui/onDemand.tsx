import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * Returns a component (dialog, drawer or field) whose code loads on first use, so that the page renders first. First
 * use is the first render, the first true `isOpen` if it has that property, or the first true `isEnabled`. Afterwards it
 * stays mounted, so that it can animate its closing.
 */
export function onDemand<C extends (props: never) => ReactNode>(load: () => Promise<C>, isEnabled: (props: Parameters<C>[0]) => boolean = usually): C {
  const Later = lazy(async () => ({ default: (await load()) as unknown as ComponentType<object> }))
  function OnDemand(props: object) {
    const isNow = isEnabled(props as Parameters<C>[0])
    const [wasOnce, setOnce] = useState(isNow)
    if (isNow && !wasOnce) setOnce(true)
    return isNow || wasOnce ? (
      <Suspense fallback={null}>
        <Later {...props} />
      </Suspense>
    ) : null
  }
  // The wrapper takes the component's properties, including its type parameters.
  return OnDemand as unknown as C
}

const usually = (props: object) => !('isOpen' in props) || props.isOpen === true
