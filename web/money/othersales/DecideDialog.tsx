import { otherSaleFields as fields } from '#/api/money/othersales.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ConfirmOrRejectDialog } from '#/web/parts/review/ConfirmOrRejectDialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { texts } from './texts.ts'

export type SalesDeclaration = OutputOf<typeof api.othersales.list>['rows'][number]

/** Confirms or rejects a declaration. A rejection needs a reason. */
export function DecideDialog({ sale, onClose }: { readonly sale: SalesDeclaration; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.othersales.decide, { onDone: onClose })
  return (
    <ConfirmOrRejectDialog
      title={t(texts.decideTitle, { name: sale.operatorName, month: sale.month })}
      confirmText={t(texts.confirm)}
      onDecide={(decision) => void decide.submit({ otherSaleId: sale.id, ...decision })}
      onClose={onClose}
      submission={decide}
    >
      <Facts
        rows={[
          { label: t(fields.gross), value: sale.gross === 0 ? t(texts.none) : <Money value={sale.gross} isStrong /> },
          { label: t(fields.payers), value: sale.payers },
          { label: t(fields.version), value: sale.version },
          { label: t(fields.createdBy), value: sale.createdBy },
          ...(sale.isEntered ? [{ label: t(fields.reason), value: sale.reason }] : []),
          { label: t(texts.evidence), value: sale.fileId ? <PreviewButton size="small" fileId={sale.fileId} /> : null },
        ]}
      />
    </ConfirmOrRejectDialog>
  )
}
