import { type ComponentType, createContext, useContext } from 'react'

/** What other modules add, by module. */
type Extras = readonly (readonly [module: string, Extra: ComponentType])[]

const ExtrasContext = createContext<Extras>([])

/** The page, given what other modules add to its header. */
export function withExtras(Page: ComponentType, extras: Extras): ComponentType {
  return function PageWithExtras() {
    return (
      <ExtrasContext value={extras}>
        <Page />
      </ExtrasContext>
    )
  }
}

/** What other modules add to the header of this page (`headerExtras` of `web/modules.ts`); nothing on most pages. */
export function PageExtras() {
  return useContext(ExtrasContext).map(([module, Extra]) => <Extra key={module} />)
}
