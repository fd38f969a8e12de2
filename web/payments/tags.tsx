import { batchStateNames } from '#/api/payments.texts.ts'
import type { BatchState } from '#/domain/batch.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

/** A batch as the server tells it. */
export type Batch = OutputOf<typeof api.payments.get>

const batchTones: Readonly<Record<BatchState, StatusTone>> = {
  draft: 'grey',
  fixing: 'gold',
  ready: 'gold',
  checking: 'gold',
  auditing: 'gold',
  payable: 'gold',
  paying: 'blue',
  paid: 'green',
  partial: 'red',
  failed: 'red',
  closed: 'green',
  cancelled: 'grey',
}

/** The state of a batch. */
export function BatchTag({ batch }: { readonly batch: Pick<Batch, 'state' | 'stateReason'> }) {
  const say = useText()
  return (
    <StatusTag tone={batchTones[batch.state]} title={batch.stateReason}>
      {say(batchStateNames[batch.state])}
    </StatusTag>
  )
}
