import { type PageKey, pages } from '#/api/pages.ts'

interface Owner {
  readonly operatorId: number
  readonly operatorKind: 'platform' | 'ordinary'
}

export const operatorPage = ({ operatorKind }: Owner): PageKey => (operatorKind === 'platform' ? 'userYzPtList' : 'userYzList')

/** Returns the path of an operator's businesses in the operator's drawer. */
export function operatorPath(owner: Owner): string {
  return `${pages[operatorPage(owner)].path}?open=${owner.operatorId}&pane=entities`
}
