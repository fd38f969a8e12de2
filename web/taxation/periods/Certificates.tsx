import { certificateProblems, periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ConfirmButton } from '#/web/ui/ConfirmButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { MatchingProgress } from './MatchingProgress.tsx'
import { useMatchingPoll } from './matching.ts'
import { payingTexts } from './paying.texts.ts'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

const AttachDialog = onDemand(async () => (await import('./PeriodDialogs.tsx')).AttachDialog)

type Paper = OutputOf<typeof api.periods.unmatched>['rows'][number]

/** The certificates of a period: the number assigned, and those without a person. */
export function Certificates({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const { open: openAttach } = useOverlay<Paper>((paper, close) => <AttachDialog period={period} paper={paper} onClose={close} />)
  const list = useRead(api.periods.unmatched, { declarationId: period.id }, { everyMs: useMatchingPoll() })
  const discard = useSubmit(api.periods.discard)
  const canChange = can('tax:edit') && period.may.certify === ''
  const columns: Column<Paper>[] = [
    { key: 'path', title: t(texts.file), width: 320, isAlways: true, isCut: true, render: (row) => row.path },
    { key: 'problem', title: t(texts.problem), width: 220, isAlways: true, render: (row) => t(certificateProblems[row.problem]) },
    { key: 'at', title: t(texts.at), width: 170, render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'do',
      title: t(texts.action),
      width: 240,
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          {row.fileId ? (
            <PreviewButton size="small" fileId={row.fileId}>
              {t(texts.view)}
            </PreviewButton>
          ) : null}
          {canChange && row.fileId ? (
            <Button size="small" onClick={() => openAttach(row)}>
              {t(texts.attach)}
            </Button>
          ) : null}
          {canChange ? (
            <ConfirmButton
              size="small"
              effect={t(texts.discardEffect)}
              onPress={() => void discard.submit({ declarationId: period.id, version: period.version, taxCertificateId: row.id })}
            >
              {t(texts.discard)}
            </ConfirmButton>
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <div className="k-stack">
      <p>
        {t(fields.certificate)}: <b>{t(texts.matched, { matched: period.certificates.matched, people: period.people })}</b>{' '}
        <span className="k-note">{t(payingTexts.owing, period.certificates)}</span>
      </p>
      <MatchingProgress />
      <DataTable
        id="tax-certificates"
        label={t(texts.unmatched)}
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: t(texts.allMatched) }}
        isPlain
      />
    </div>
  )
}
