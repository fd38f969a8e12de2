import { applicationSheet, applicationSources, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { WaitingTag } from '#/web/parts/review/review-list.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Button } from '#/web/ui/Button.tsx'
import type { Column } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { reviewTexts as texts } from './review.texts.ts'

export type ApplicationRow = OutputOf<typeof api.applications.list>['rows'][number]

const tones = { draft: 'grey', pending: 'gold', rejected: 'red', approved: 'blue', signing: 'blue', active: 'green', withdrawn: 'grey' } as const

export function useApplicationColumns(onOpen: (id: number) => void, onReview: (row: ApplicationRow) => void): Column<ApplicationRow>[] {
  const t = useText()
  const mayReview = can('hzhb:audit')
  return [
    { key: 'no', title: t(applicationSheet.no), width: 190, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'name', title: t(applicationSheet.subject), width: 220, isCut: true, render: (row) => row.name },
    {
      key: 'state',
      title: t(applicationSheet.state),
      width: 110,
      render: (row) => (
        <StatusTag tone={tones[row.state]} {...(row.round > 1 ? { title: t(texts.round, { round: row.round }) } : {})}>
          {t(applicationStateNames[row.state])}
        </StatusTag>
      ),
    },
    {
      key: 'waiting',
      title: t(reviewTexts.lateness),
      width: 110,
      render: (row) => <WaitingTag hours={row.waitingHours} isOpen={row.state === 'pending'} />,
    },
    { key: 'creditCode', title: t(applicationSheet.creditCode), width: 190, render: (row) => row.creditCode || '—' },
    { key: 'contact', title: t(applicationSheet.contact), width: 100, render: (row) => row.contact },
    { key: 'mobile', title: t(applicationSheet.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    {
      key: 'source',
      title: t(applicationSheet.source),
      width: 150,
      isCut: true,
      render: (row) => [t(applicationSources[row.source]), row.inviter].filter(Boolean).join(' · '),
    },
    { key: 'centre', title: t(applicationSheet.centre), width: 140, isCut: true, render: (row) => row.centreName || '—' },
    { key: 'mode', title: t(applicationSheet.mode), width: 120, render: (row) => (row.mode ? t(modeNames[row.mode] as Text) : '—') },
    { key: 'submitted', title: t(reviewTexts.submitted), width: 160, render: (row) => (row.submittedAt ? formatDateTime(row.submittedAt) : '—') },
    { key: 'reviewer', title: t(applicationSheet.reviewer), width: 100, render: (row) => row.reviewer || '—' },
    {
      key: 'action',
      title: t(reviewTexts.action),
      width: 90,
      isAlways: true,
      pin: 'right',
      render: (row) =>
        mayReview && row.state === 'pending' ? (
          <Button type="link" size="small" onClick={() => onReview(row)}>
            {t(reviewTexts.review)}
          </Button>
        ) : (
          <Button type="link" size="small" onClick={() => onOpen(row.id)}>
            {t(reviewTexts.look)}
          </Button>
        ),
    },
  ]
}
