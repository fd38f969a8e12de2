import { openPoints } from '#/api/taxation/points.texts.ts'
import { pointEffects } from '#/api/taxation/policies.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'
import { useFieldName, Value } from './values.tsx'

const AnswerDialog = onDemand(async () => (await import('./AnswerDialog.tsx')).AnswerDialog)

type Point = OutputOf<typeof api.policies.points>[number]

function Answers({ point }: { readonly point: Point }) {
  const t = useText()
  if (point.answers.length === 0) return <StatusTag tone="gold">{t(texts.unanswered)}</StatusTag>
  return (
    <span className="k-stack" style={{ gap: 4 }}>
      {point.answers.map((answer) => (
        <span key={answer.id}>
          {answer.answeredOn} {answer.source}: {answer.answer} ({answer.notedBy}){' '}
          <DownloadButton size="small" file={() => Promise.resolve({ fileId: answer.fileId })}>
            {answer.fileName}
          </DownloadButton>
        </span>
      ))}
    </span>
  )
}

/** The open points of the law: our reading, its switch, the effect of another reading, and the answer. */
export function Points() {
  const t = useText()
  const nameOf = useFieldName()
  const points = useRead(api.policies.points, {})
  const { open: ask } = useOverlay<Point['point']>((dialog, close) => <AnswerDialog point={dialog} onClose={close} />)
  const columns: Column<Point>[] = [
    { key: 'point', title: '', width: 60, isAlways: true, pin: 'left', render: (row) => row.point },
    {
      key: 'reading',
      title: t(texts.reading),
      width: 300,
      isAlways: true,
      render: (row) => {
        const text = openPoints.find(({ key }) => key === row.point)?.text
        return text ? t(text) : ''
      },
    },
    {
      key: 'switch',
      title: t(texts.switchNow),
      width: 220,
      render: (row) =>
        row.switches.length === 0 ? (
          <span className="k-note">{t(texts.noSwitch)}</span>
        ) : (
          <span className="k-stack" style={{ gap: 0 }}>
            {row.switches.map(({ path, value }) => (
              <span key={path}>
                {nameOf(path).name}: <Value path={path} value={value} />
              </span>
            ))}
          </span>
        ),
    },
    { key: 'effect', title: t(texts.effect), width: 300, render: (row) => t(pointEffects[row.point]) },
    { key: 'answers', title: t(texts.answered), width: 320, isAlways: true, render: (row) => <Answers point={row} /> },
    {
      key: 'action',
      title: t(texts.action),
      width: 110,
      isAlways: true,
      pin: 'right',
      render: (row) =>
        can('policy:edit') ? (
          <Button size="small" onClick={() => ask(row.point)}>
            {t(texts.answer)}
          </Button>
        ) : null,
    },
  ]
  return (
    <DataTable
      id="legal-points"
      label={t(texts.points)}
      columns={columns}
      rows={points.data ?? []}
      rowKey={(row) => row.point}
      source={points}
      empty={{ reason: '—' }}
    />
  )
}
