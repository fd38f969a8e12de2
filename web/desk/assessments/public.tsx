import { api } from '#/web/kernel/api.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { statusNames, texts } from './texts.ts'

const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog)

/** The impact assessment on 开通检查: its state, the template, and the last signed one. For the platform. */
export function ImpactAssessment() {
  const t = useText()
  const overview = useRead(api.assessments.overview, {})
  const { open } = useOverlay<true>((_, close) => <UploadDialog onClose={close} />)
  if (!overview.data) return null
  const { status, rows } = overview.data
  const [last] = rows
  return (
    <span className="k-row r-open">
      <small>{t(statusNames[status])}</small>
      {last ? (
        <PreviewButton type="link" size="small" fileId={last.fileId}>
          {t(texts.last, { day: formatDay(last.assessedOn), lead: last.lead })}
        </PreviewButton>
      ) : null}
      {can('assessment:edit') ? (
        <>
          <DownloadButton size="small" type="link" file={() => api.assessments.template({})}>
            {t(texts.template)}
          </DownloadButton>
          <Button size="small" type="link" onClick={() => open(true)}>
            {t(texts.upload)}
          </Button>
        </>
      ) : null}
    </span>
  )
}
