import { clearingPaymentNames } from '#/api/money/clearings.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { slipTexts } from '#/web/parts/money/slip.texts.ts'
import { Money } from '#/web/ui/Money.tsx'
import type { Clearing } from './ChooseDialog.tsx'

/** The bank transfers, oldest first. Only the centre sees the slips. */
export function Payments({ clearing, isOwn = false }: { readonly clearing: Clearing; readonly isOwn?: boolean }) {
  const t = useText()
  return clearing.payments.map(({ id, kind, amount, paidOn, serial, fileId }) => (
    <p key={id} className="k-note">
      {t(clearingPaymentNames[kind])} <Money value={amount} /> · {paidOn} · {serial || t(slipTexts.neverSent)}
      {isOwn ? null : <PreviewButton type="link" size="small" fileId={fileId} />}
    </p>
  ))
}
