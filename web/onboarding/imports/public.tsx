import { onDemand } from '#/web/ui/onDemand.tsx'
import { ImportButton } from './ImportButton.tsx'

export type { CentrePlace } from './CentreField.tsx'
export { pathOf } from './paths.ts'

/** The state of an import. */
export const ImportTag = onDemand(async () => (await import('./ImportTags.tsx')).ImportTag)

/** Selects the centre that paid. */
export const CentreField = onDemand(async () => (await import('./CentreField.tsx')).CentreField)

export function ImportUnits() {
  return <ImportButton kind="units" />
}

export function ImportOperators() {
  return <ImportButton kind="operators" />
}

export function ImportContracts() {
  return <ImportButton kind="contracts" />
}

export function ImportOrders() {
  return <ImportButton kind="orders" />
}

export function ImportIncome() {
  return <ImportButton kind="income" />
}
