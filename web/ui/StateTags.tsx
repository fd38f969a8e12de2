import { userStatusNames } from '#/api/access/users.texts.ts'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import type { BatchState } from '#/domain/batch.ts'
import type { Text } from '#/domain/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, type StatusTone } from './StatusTag.tsx'

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

/** The state of a batch, the same wherever batches are listed. */
export function BatchTag({ batch }: { readonly batch: { readonly state: BatchState; readonly stateReason?: string } }) {
  const say = useText()
  return (
    <StatusTag tone={batchTones[batch.state]} {...(batch.stateReason ? { title: batch.stateReason } : {})}>
      {say(batchStateNames[batch.state])}
    </StatusTag>
  )
}

const accountTones: Readonly<Record<number, StatusTone>> = {
  0: 'grey',
  1: 'gold',
  2: 'red',
  3: 'gold',
  4: 'gold',
  5: 'grey',
  6: 'red',
  7: 'grey',
  8: 'green',
  9: 'red',
}

/** The state of an account, the same wherever accounts are listed. */
export function AccountTag({ status }: { readonly status: number }) {
  const say = useText()
  const name: Text | undefined = userStatusNames[status as keyof typeof userStatusNames]
  return <StatusTag tone={accountTones[status] ?? 'grey'}>{name ? say(name) : String(status)}</StatusTag>
}
