import { type PageKey, pages } from '#/api/pages.ts'

interface Owner {
  readonly operatorId: number
  readonly operatorKind: 'platform' | 'ordinary'
}

/** The page that lists the operator. */
export const operatorPage = ({ operatorKind }: Owner): PageKey => (operatorKind === 'platform' ? 'userYzPtList' : 'userYzList')

/** Where an operator's business is shown among everything else of the operator. */
export function operatorPath(owner: Owner): string {
  return `${pages[operatorPage(owner)].path}?open=${owner.operatorId}&pane=entities`
}
