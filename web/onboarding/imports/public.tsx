import { onDemand } from '#/web/ui/onDemand.tsx'
import { ImportButton } from './ImportButton.tsx'

export type { CentrePlace } from './CentreField.tsx'
export { pathOf } from './paths.ts'

/** The state of an import. */
export const ImportTag = onDemand(async () => (await import('./ImportTags.tsx')).ImportTag)

/** Selects the centre that paid. */
export const CentreField = onDemand(async () => (await import('./CentreField.tsx')).CentreField)

/** Opens the import of units. */
export function ImportUnits() {
  return <ImportButton kind="units" />
}

/** Opens the import of operators. */
export function ImportOperators() {
  return <ImportButton kind="operators" />
}

/** Opens the import of contracts from an older system. */
export function ImportContracts() {
  return <ImportButton kind="contracts" />
}

/** Opens the import of orders. */
export function ImportOrders() {
  return <ImportButton kind="orders" />
}

/** Opens the import of earlier income. */
export function ImportIncome() {
  return <ImportButton kind="income" />
}
