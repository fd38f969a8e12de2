import { ImportButton } from './ImportButton.tsx'

/** Opens the import of units. */
export function ImportUnits() {
  return <ImportButton kind="units" />
}

/** Opens the import of operators. */
export function ImportOperators() {
  return <ImportButton kind="operators" />
}
