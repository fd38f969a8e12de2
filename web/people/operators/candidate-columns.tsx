import { Link } from 'react-router'
import { candidateFieldNames, candidateSheet, candidateStateNames, problemNames } from '#/api/people/operators.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { reviewTexts } from '#/web/parts/review/review.texts.ts'
import { WaitingTag } from '#/web/parts/review/review-list.tsx'
import { Button } from '#/web/ui/Button.tsx'
import type { Column } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'
import { VerificationTag } from './verification.tsx'

export type Candidate = OutputOf<typeof api.operators.candidates>['rows'][number]

const tones = { open: 'gold', waiting: 'blue', accepted: 'green', merged: 'green', rejected: 'red' } as const
/** Returns whether a candidate still awaits a decision. */
export const isOpen = (row: Candidate) => row.state === 'open' || row.state === 'waiting'

function usePersonColumns(): Column<Candidate>[] {
  const t = useText()
  return [
    { key: 'name', title: t(candidateFieldNames.name), width: 110, isAlways: true, pin: 'left', render: (row) => row.name },
    {
      key: 'state',
      title: t(candidateSheet.state),
      width: 110,
      render: (row) => (
        <StatusTag tone={tones[row.state]} title={row.reason}>
          {t(candidateStateNames[row.state])}
        </StatusTag>
      ),
    },
    {
      key: 'waited',
      title: t(reviewTexts.lateness),
      width: 110,
      render: (row) => <WaitingTag hours={row.waitingHours} isOpen={isOpen(row)} />,
    },
    {
      key: 'problems',
      title: t(texts.problems),
      width: 190,
      render: (row) =>
        row.problems.map((code) => (
          <StatusTag key={code} tone="red" title={code}>
            {problemNames[code] ? t(problemNames[code]) : code}
          </StatusTag>
        )),
    },
    {
      key: 'match',
      title: t(texts.match),
      width: 190,
      render: (row) =>
        row.match ? (
          <span title={row.match.why}>
            {row.match.name} <StatusTag tone={row.match.likeness >= 80 ? 'green' : 'gold'}>{t(texts.likeness, { percent: row.match.likeness })}</StatusTag>
          </span>
        ) : (
          '—'
        ),
    },
    {
      key: 'papers',
      title: t(texts.documents),
      width: 110,
      render: (row) =>
        row.wanted.length > 0 ? t(texts.receivedOf, { have: row.paperCount, want: row.wanted.length }) : <span className="k-muted">{t(texts.papersNone)}</span>,
    },
    { key: 'verification', title: t(texts.verification), width: 120, render: (row) => <VerificationTag of={row.verification} /> },
    { key: 'idNumber', title: t(candidateFieldNames.idNumber), width: 190, render: (row) => <Masked value={row.idNumber} /> },
    { key: 'mobile', title: t(candidateFieldNames.mobile), width: 130, render: (row) => <Masked value={row.mobile} /> },
    { key: 'card', title: t(candidateFieldNames.cardNo), width: 190, render: (row) => <Masked value={row.cardNo} /> },
  ]
}

export function useCandidateColumns(onOpen: (row: Candidate) => void): Column<Candidate>[] {
  const t = useText()
  return [
    ...usePersonColumns(),
    { key: 'unit', title: t(candidateSheet.unit), width: 190, isCut: true, render: (row) => row.unitName },
    {
      key: 'batch',
      title: t(candidateSheet.batch),
      width: 220,
      render: (row) =>
        row.batchId === null ? (
          '—'
        ) : (
          <Link to={`/zf/batch/${row.batchId}`}>
            {row.batchNo} #{row.seq}
          </Link>
        ),
    },
    { key: 'submitted', title: t(reviewTexts.submitted), width: 160, render: (row) => formatDateTime(row.submittedAt) },
    { key: 'reviewer', title: t(reviewTexts.reviewerFilter), width: 100, render: (row) => row.reviewer || '—' },
    {
      key: 'action',
      title: t(reviewTexts.action),
      width: 100,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <Button type="link" size="small" onClick={() => onOpen(row)}>
          {t(isOpen(row) ? texts.compare : reviewTexts.look)}
        </Button>
      ),
    },
  ]
}
