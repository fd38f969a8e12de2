import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { texts } from './texts.ts'

interface BulkApproveButtonProps {
  readonly ids: readonly number[]
  /** Receives the ids of the applications that were not approved. */
  readonly onDone: (failedIds: readonly number[]) => void
}

/** Approves the selected applications, and shows why others were not approved. */
export function BulkApproveButton({ ids, onDone }: BulkApproveButtonProps) {
  const t = useText()
  const review = useSubmit(api.invoices.reviewMany, {
    onDone: ({ fail }) => onDone(fail.map(({ id }) => id)),
    tone: ({ fail }) => (fail.length > 0 ? 'warning' : 'success'),
    done: ({ ok, fail }) =>
      t(fail.length > 0 ? texts.notReviewed : texts.reviewed, {
        ok: ok.length,
        fail: fail.length,
        reason: joinList([...new Set(fail.map(({ reason }) => reason))]),
      }),
  })
  return (
    <ConfirmButton
      type="primary"
      size="small"
      isBusy={review.isBusy}
      effect={t(texts.reviewManyEffect)}
      onPress={() => void review.submit({ invoicingIds: [...ids] })}
    >
      {t(texts.reviewMany)}
    </ConfirmButton>
  )
}
