import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/**
 * A dialog, a drawer or a field whose code comes when it is first wanted, so that the page is there before it: at once, or where `isOpen` is among its
 * properties when that is first true, or as `isWanted` says. Once it was wanted it stays, to leave as it likes.
 */
export function onDemand<C extends (props: never) => ReactNode>(load: () => Promise<C>, isWanted: (props: Parameters<C>[0]) => boolean = usually): C {
  const Later = lazy(async () => ({ default: (await load()) as unknown as ComponentType<object> }))
  function OnDemand(props: object) {
    const isNow = isWanted(props as Parameters<C>[0])
    const [wasOnce, setOnce] = useState(isNow)
    if (isNow && !wasOnce) setOnce(true)
    return isNow || wasOnce ? (
      <Suspense fallback={null}>
        <Later {...props} />
      </Suspense>
    ) : null
  }
  // It takes what the component takes, with its type parameters.
  return OnDemand as unknown as C
}

const usually = (props: object) => !('isOpen' in props) || props.isOpen === true
