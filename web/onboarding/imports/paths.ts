import { pages } from '#/api/pages.ts'
import type { ImportKind } from '#/domain/onboarding/import-cells.ts'

const pageByKind = { operators: pages.import, units: pages.importDw, orders: pages.importDd, income: pages.importQc, contracts: pages.importQc } as const

export const importPath = (kind: ImportKind, id: number) => pageByKind[kind].path.replace(':id', String(id))

/** The list page to return to, by kind of import. */
export const listPathByKind: Readonly<Record<ImportKind, string>> = {
  operators: pages.userYzPtList.path,
  units: pages.userDwList.path,
  orders: pages.ordersListms.path,
  income: pages.openingList.path,
  contracts: `${pages.openingList.path}?pane=contracts`,
}
