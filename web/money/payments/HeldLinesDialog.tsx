import { lineFields } from '#/api/money/lines.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ConfirmMoneyDialog } from '#/web/parts/money/ConfirmMoney.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { decisionTexts } from './decision-texts.ts'
import { failureOf } from './failure.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import type { PaymentLine } from './line-tags.tsx'
import { PayeeTable } from './PayeeTable.tsx'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

interface HeldLinesDialogProps {
  readonly batch: Batch
  readonly lines: readonly PaymentLine[]
  readonly what: 'retry' | 'cancel'
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Confirms a retry or cancellation of held lines, with their count, payees and amount. */
export function HeldLinesDialog({ batch, lines, what, onDone, onClose }: HeldLinesDialogProps) {
  const t = useText()
  const isRetry = what === 'retry'
  const decide = useSubmit(isRetry ? api.payouts.retryHeld : api.payouts.cancelHeld, {
    onDone,
  })
  return (
    <ConfirmMoneyDialog
      title={t(isRetry ? lifecycleTexts.retryHeld : lifecycleTexts.cancelHeld)}
      thing={`${batch.no} · ${batch.unitName}`}
      amount={fen(lines.reduce((sum, line) => sum + line.net, 0))}
      amountLabel={t(texts.netAmount)}
      centre={batch.centreName}
      mode={t(modeNames[batch.mode] as Text)}
      facts={[
        { label: t(lifecycleTexts.count), value: lines.length },
        { label: t(texts.channel), value: batch.channelName },
      ]}
      warning={t(isRetry ? decisionTexts.retryNote : decisionTexts.cancelNote)}
      confirmText={t(isRetry ? decisionTexts.retryConfirm : decisionTexts.cancelConfirm)}
      isBusy={decide.isBusy}
      isDangerous={!isRetry}
      onConfirm={() => void decide.submit({ lineIds: lines.map((line) => line.id) })}
      onCancel={onClose}
    >
      <PayeeTable
        caption={t(decisionTexts.selected)}
        heading={t(lineFields.reason)}
        rows={lines.map((line) => ({ key: line.id, seq: line.seq, name: line.name, cardNo: line.cardNo, net: line.net, more: failureOf(t, line) }))}
      />
      {decide.failure ? <Alert type="error" showIcon title={decide.failure.message} /> : null}
    </ConfirmMoneyDialog>
  )
}
