import { onDemand } from '#/web/ui/onDemand.tsx'
import { ImportButton } from './ImportButton.tsx'

export type { CentrePlace } from './CentreField.tsx'
export { importPath } from './paths.ts'

/** The state of an import. */
export const ImportTag = onDemand(async () => (await import('./ImportTags.tsx')).ImportTag)

/** Selects the centre that paid. */
export const CentreField = onDemand(async () => (await import('./CentreField.tsx')).CentreField)

export function UnitsImport() {
  return <ImportButton kind="units" />
}

export function OperatorsImport() {
  return <ImportButton kind="operators" />
}

export function ContractsImport() {
  return <ImportButton kind="contracts" />
}

export function OrdersImport() {
  return <ImportButton kind="orders" />
}

export function IncomeImport() {
  return <ImportButton kind="income" />
}
