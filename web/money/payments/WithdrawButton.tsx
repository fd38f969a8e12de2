import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { confirm } from '#/web/ui/confirm.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import type { Batch } from './tags.tsx'

/** Withdraws a batch that this user submitted and no one has checked yet. */
export function WithdrawButton({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const withdraw = useSubmit(api.payments.withdraw)
  if (batch.may.withdraw === undefined) return null
  const confirmWithdraw = () =>
    confirm({
      title: t(lifecycleTexts.withdrawAsk, { no: batch.no }),
      content: t(lifecycleTexts.withdrawNote),
      okText: t(lifecycleTexts.withdraw),
      onOk: () => withdraw.submit({ id: batch.id, version: batch.version }),
    })
  return (
    <ActionButton reason={batch.may.withdraw} isBusy={withdraw.isBusy} onPress={confirmWithdraw}>
      {t(lifecycleTexts.withdraw)}
    </ActionButton>
  )
}
