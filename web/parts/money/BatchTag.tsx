import { batchStateNames } from '#/api/money/payments.texts.ts'
import type { BatchState } from '#/domain/money/batch.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'

const batchTones: Readonly<Record<BatchState, StatusTone>> = {
  draft: 'grey',
  fixing: 'gold',
  ready: 'gold',
  checking: 'gold',
  auditing: 'gold',
  payable: 'gold',
  paying: 'blue',
  paid: 'green',
  partial: 'gold',
  failed: 'red',
  closed: 'green',
  cancelled: 'grey',
}

/** The state of a batch, identical in every list of batches. */
export function BatchTag({ batch }: { readonly batch: { readonly state: BatchState; readonly stateReason?: string } }) {
  const t = useText()
  return (
    <StatusTag tone={batchTones[batch.state]} {...(batch.stateReason ? { title: batch.stateReason } : {})}>
      {t(batchStateNames[batch.state])}
    </StatusTag>
  )
}
