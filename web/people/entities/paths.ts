import { pages } from '#/api/pages.ts'

/** Where an operator's business is shown among everything else of the operator. */
export function operatorPath({ operatorId, operatorKind }: { readonly operatorId: number; readonly operatorKind: 'platform' | 'ordinary' }): string {
  const page = operatorKind === 'platform' ? pages.userYzPtList : pages.userYzList
  return `${page.path}?open=${operatorId}&pane=entities`
}
