import { type ComponentType, createContext, useContext } from 'react'

/** The components that other modules add, with their module. */
type Extras = readonly (readonly [module: string, Extra: ComponentType])[]

const ExtrasContext = createContext<Extras>([])

/** Returns the page with the header components of other modules. */
export function withExtras(Page: ComponentType, extras: Extras): ComponentType {
  return function PageWithExtras() {
    return (
      <ExtrasContext value={extras}>
        <Page />
      </ExtrasContext>
    )
  }
}

/** Renders the components that other modules add to this page's header (`headerExtras` of `web/modules.ts`). */
export function PageExtras() {
  return useContext(ExtrasContext).map(([module, Extra]) => <Extra key={module} />)
}
