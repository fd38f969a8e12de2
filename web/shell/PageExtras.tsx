import { type ComponentType, createContext, useContext } from 'react'

const ExtrasContext = createContext<ComponentType | null>(null)

/** The page, given what other modules add to its header. */
export function withExtras(Page: ComponentType, Extras: ComponentType): ComponentType {
  return function PageWithExtras() {
    return (
      <ExtrasContext value={Extras}>
        <Page />
      </ExtrasContext>
    )
  }
}

/** What other modules add to the header of this page (`headerExtras` of `web/modules.ts`); nothing on most pages. */
export function PageExtras() {
  const Extras = useContext(ExtrasContext)
  return Extras ? <Extras /> : null
}
