import { type ComponentType, createContext, type ReactNode, useContext } from 'react'

/** The components that other modules add, with their module. */
type Extras = readonly (readonly [module: string, Extra: ComponentType])[]

type OperatorCard = (props: { readonly operatorId: number }) => ReactNode
type Cards = readonly (readonly [module: string, Card: OperatorCard])[]

const ExtrasContext = createContext<Extras>([])
const CardsContext = createContext<Cards>([])

/** Returns the page with the header components and the cards of operators that other modules add. */
export function withExtras(Page: ComponentType, extras: Extras, cards: Cards): ComponentType {
  return function PageWithExtras() {
    return (
      <CardsContext value={cards}>
        <ExtrasContext value={extras}>
          <Page />
        </ExtrasContext>
      </CardsContext>
    )
  }
}

/** Renders the cards that other modules add to the drawer of an operator (`operatorCards` of `web/modules.ts`). */
export function OperatorCards({ operatorId }: { readonly operatorId: number }) {
  return useContext(CardsContext).map(([module, Card]) => <Card key={module} operatorId={operatorId} />)
}

/** Renders the components that other modules add to this page's header (`headerExtras` of `web/modules.ts`). */
export function PageExtras() {
  return useContext(ExtrasContext).map(([module, Extra]) => <Extra key={module} />)
}
