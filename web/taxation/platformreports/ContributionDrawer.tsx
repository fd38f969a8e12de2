import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { Parts } from './Parts.tsx'
import { planTexts } from './plan-texts.ts'
import { ReportTag } from './ReportTag.tsx'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.platformreports.quarters>[number]

/** A centre's share of a platform report, read-only. */
export function ContributionDrawer({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const t = useText()
  const { contribution } = row
  if (!contribution) return null
  return (
    <DetailDrawer title={`${row.quarter} · ${row.centreName}`} onClose={onClose} width={980}>
      <div className="k-stack">
        <Alert type="info" showIcon title={t(planTexts.byPlatform)} />
        <Facts
          columns={2}
          rows={[
            { label: t(texts.state), value: <ReportTag state={row.state} /> },
            { label: t(texts.reportedOn), value: contribution.reportedOn ?? '—' },
            { label: t(texts.people), value: contribution.people },
            { label: t(texts.payments), value: contribution.payments },
            { label: t(texts.gross), value: <Money value={contribution.gross} isStrong /> },
            { label: t(texts.refund), value: <Money value={contribution.refund} /> },
            { label: t(texts.net), value: <Money value={contribution.net} isStrong /> },
          ]}
        />
        <Parts platformReportId={contribution.platformReportId} />
      </div>
    </DetailDrawer>
  )
}
