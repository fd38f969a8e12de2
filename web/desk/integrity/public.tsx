import { onDemand } from '#/web/ui/onDemand.tsx'

const Checks = onDemand(async () => (await import('./Checks.tsx')).Checks)

/** The checks of the books as a pane of another page; loaded when it is looked at. */
export function ChecksPane() {
  return <Checks />
}
