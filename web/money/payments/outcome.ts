import { notify } from '#/web/kernel/notices.ts'
import type { Batch } from './tags.tsx'

/** Reports the result of an approval: done, or not because the figures have changed; the page shows the new ones. */
export function tellOutcome(batch: Batch, done: string): void {
  if (batch.stateReason === '') notify('success', done)
  else notify('warning', batch.stateReason)
}
