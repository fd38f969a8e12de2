import { notify } from '#/web/kernel/notices.ts'
import type { Batch } from './tags.tsx'

/** What became of a yes: done, or not, because the figures that were shown are no longer true; the page shows the new ones. */
export function tellOutcome(batch: Batch, done: string): void {
  if (batch.stateReason === '') notify('success', done)
  else notify('warning', batch.stateReason)
}
