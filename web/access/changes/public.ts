import { onDemand } from '#/web/ui/onDemand.tsx'

/** The changes that await a decision, see OpenChanges.tsx. Loads only when there are any. */
export const OpenChanges = onDemand(
  async () => (await import('./OpenChanges.tsx')).OpenChanges,
  ({ changes }) => changes.length > 0,
)
