import { onDemand } from '#/web/ui/onDemand.tsx'

const Checks = onDemand(async () => (await import('./Checks.tsx')).Checks)

/** The ledger checks as a pane of another page, loaded on demand. */
export function ChecksPane() {
  return <Checks />
}
