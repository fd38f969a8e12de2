import { applicationSheet, applicationSources, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can } from '#/web/kernel/session.ts'
import { reviewing } from '#/web/parts/review/review.texts.ts'
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
  const say = useText()
  const mayReview = can('hzhb:audit')
  return [
    { key: 'no', title: say(applicationSheet.no), width: 190, isAlways: true, pin: 'left', render: (row) => row.no },
    { key: 'name', title: say(applicationSheet.subject), width: 220, isCut: true, render: (row) => row.name },
    {
      key: 'state',
      title: say(applicationSheet.state),
      width: 110,
      render: (row) => (
        <StatusTag tone={tones[row.state]} {...(row.round > 1 ? { title: say(texts.round, { round: row.round }) } : {})}>
          {say(applicationStateNames[row.state])}
        </StatusTag>
      ),
    },
    {
      key: 'waiting',
      title: say(reviewing.lateness),
      width: 110,
      render: (row) => <WaitingTag hours={row.waitingHours} isOpen={row.state === 'pending'} />,
    },
    { key: 'creditCode', title: say(applicationSheet.creditCode), width: 190, render: (row) => row.creditCode || '—' },
    { key: 'contact', title: say(applicationSheet.contact), width: 100, render: (row) => row.contact },
    { key: 'mobile', title: say(applicationSheet.mobile), width: 130, render: (row) => (row.mobile ? <Masked value={row.mobile} /> : '—') },
    {
      key: 'source',
      title: say(applicationSheet.source),
      width: 150,
      isCut: true,
      render: (row) => [say(applicationSources[row.source]), row.inviter].filter(Boolean).join(' · '),
    },
    { key: 'centre', title: say(applicationSheet.centre), width: 140, isCut: true, render: (row) => row.centreName || '—' },
    { key: 'mode', title: say(applicationSheet.mode), width: 120, render: (row) => (row.mode ? say(modeNames[row.mode] as Text) : '—') },
    { key: 'submitted', title: say(reviewing.submitted), width: 160, render: (row) => (row.submittedAt ? formatDateTime(row.submittedAt) : '—') },
    { key: 'reviewer', title: say(applicationSheet.reviewer), width: 100, render: (row) => row.reviewer || '—' },
    {
      key: 'action',
      title: say(reviewing.action),
      width: 90,
      isAlways: true,
      pin: 'right',
      render: (row) =>
        mayReview && row.state === 'pending' ? (
          <Button type="link" size="small" onClick={() => onReview(row)}>
            {say(reviewing.review)}
          </Button>
        ) : (
          <Button type="link" size="small" onClick={() => onOpen(row.id)}>
            {say(reviewing.look)}
          </Button>
        ),
    },
  ]
}
