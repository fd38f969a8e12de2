import { clearingEntryNames, clearingStateNames, clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import type { Clearing } from './ChooseDialog.tsx'

export const ClearingTag = stateTag(clearingStateNames, {
  found: 'gold',
  offered: 'gold',
  chosen: 'blue',
  approved: 'blue',
  done: 'green',
  refused: 'red',
  withdrawn: 'grey',
  expired: 'grey',
})

/** Marks a refund whose transfer has begun. */
export function TransferTag({ transferring }: { readonly transferring: number }) {
  const t = useText()
  if (transferring === 0) return null
  return (
    <StatusTag tone="gold">
      {t(fields.transferring)} {formatYuan(fen(transferring))}
    </StatusTag>
  )
}

/** Marks a clearing whose person received more than the final excess of the month. */
export function OwedTag({ owed }: { readonly owed: number }) {
  const t = useText()
  if (owed === 0) return null
  return (
    <StatusTag tone="red">
      {t(fields.owed)} {formatYuan(fen(owed))}
    </StatusTag>
  )
}

/** Marks an entry that another person has to confirm. */
export function PendingTag({ pending }: { readonly pending: Clearing['pending'] }) {
  const t = useText()
  if (pending === null) return null
  return (
    <p>
      <StatusTag tone="gold">
        {t(fields.pending)} {pending.amount === null ? t(clearingEntryNames[pending.kind]) : formatYuan(fen(pending.amount))}
      </StatusTag>
    </p>
  )
}
