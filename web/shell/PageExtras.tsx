import { type ComponentType, createContext, createElement, Fragment, useContext } from 'react'

const ExtrasContext = createContext<readonly ComponentType[]>([])

/** The page, given what other modules add to its header. */
export function withExtras(Page: ComponentType, extras: readonly ComponentType[]): ComponentType {
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
  return createElement(Fragment, null, ...useContext(ExtrasContext).map((Extra) => createElement(Extra)))
}
