import { clearingFields as fields } from '#/api/money/clearings.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import type { Clearing } from './ChooseDialog.tsx'
import { ClearingChoiceDetail } from './ClearingChoiceDetail.tsx'

/** The excess of a clearing and the person's choice. */
export function ClearingFacts({ clearing }: { readonly clearing: Clearing }) {
  const t = useText()
  return (
    <Facts
      rows={[
        { label: t(fields.vat), value: <Money value={clearing.vat} /> },
        { label: t(fields.surcharge), value: <Money value={clearing.surcharge} /> },
        { label: t(fields.iit), value: <Money value={clearing.iit} /> },
        ...(clearing.transferring > 0 ? [{ label: t(fields.transferring), value: <Money value={clearing.transferring} isStrong /> }] : []),
        ...(clearing.transferBy ? [{ label: t(fields.transferBy), value: clearing.transferBy }] : []),
        ...((clearing.owed === 0 && clearing.transferring === 0) || clearing.left > 0
          ? [{ label: t(fields.left), value: <Money value={clearing.left} isStrong /> }]
          : []),
        ...(clearing.owed > 0 ? [{ label: t(fields.owed), value: <Money value={clearing.owed} isStrong /> }] : []),
        { label: t(fields.choice), value: <ClearingChoiceDetail clearing={clearing} /> },
        { label: t(fields.card), value: clearing.card || '—' },
      ]}
    />
  )
}
