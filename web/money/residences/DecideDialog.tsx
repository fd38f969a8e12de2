import { residenceGroundNames } from '#/api/money/residences.texts.ts'
import { taxResidenceNames } from '#/api/people/particulars.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ConfirmOrRejectDialog } from '#/web/parts/review/ConfirmOrRejectDialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { texts } from './texts.ts'

export type Residence = OutputOf<typeof api.residences.list>['rows'][number]

/** Confirms or rejects a proposal. A rejection needs a reason. */
export function DecideDialog({ residence, onClose }: { readonly residence: Residence; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.residences.decide, { onDone: onClose })
  return (
    <ConfirmOrRejectDialog
      title={t(texts.decideTitle, { name: residence.operatorName })}
      confirmText={t(texts.confirm)}
      onDecide={(decision) => void decide.submit({ residenceId: residence.id, ...decision })}
      onClose={onClose}
      submission={decide}
    >
      <Facts
        rows={[
          { label: t(texts.residence), value: t(taxResidenceNames[residence.residence]) },
          { label: t(texts.fromDay), value: formatDay(residence.fromDay) },
          { label: t(texts.ground), value: t(residenceGroundNames[residence.ground]) },
          ...(residence.days === null ? [] : [{ label: t(texts.days), value: residence.days }]),
          { label: t(texts.reason), value: residence.reason },
          { label: t(texts.evidence), value: <PreviewButton size="small" fileId={residence.fileId} /> },
        ]}
      />
    </ConfirmOrRejectDialog>
  )
}
