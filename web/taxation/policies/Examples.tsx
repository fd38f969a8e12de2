import { fen, formatYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'
import type { PolicyDraft } from './values.tsx'

type DifferingExample = NonNullable<PolicyDraft['examples']>['differing'][number]
const maxExamples = 4

/** Returns the name of a figure in an example: rows counted from one, amounts without their unit. */
const placeOf = (at: string) => at.replace(/^rows\.(\d+)\./, (_, row: string) => `#${Number(row) + 1} `).replace(/Fen$/, '')
const figureOf = (at: string, value: string) => (at.endsWith('Fen') && /^-?\d+$/.test(value) ? formatYuan(fen(Number(value))) : value)

/** The first differing figures. In an example of a year, one difference causes dozens of others. */
function DifferingFigures({ example, which }: { readonly example: DifferingExample; readonly which: 'expected' | 'computed' }) {
  const t = useText()
  const hiddenCount = example.wrong.length - maxExamples
  return (
    <span className="k-stack" style={{ gap: 0 }}>
      {example.wrong.slice(0, maxExamples).map((each) => (
        <span key={each.at}>{which === 'expected' ? `${placeOf(each.at)}: ${figureOf(each.at, each.expected)}` : figureOf(each.at, each.computed)}</span>
      ))}
      {which === 'expected' && hiddenCount > 0 ? <span className="k-note">{t(texts.more, { count: hiddenCount })}</span> : null}
    </span>
  )
}

function useColumns(mayAcknowledge: boolean, ask: (example: string) => void): Column<DifferingExample>[] {
  const t = useText()
  return [
    { key: 'example', title: t(texts.example), width: 190, isAlways: true, render: (row) => row.id },
    { key: 'expected', title: t(texts.expected), width: 260, isAlways: true, render: (row) => <DifferingFigures example={row} which="expected" /> },
    { key: 'computed', title: t(texts.computed), width: 120, isAlways: true, render: (row) => <DifferingFigures example={row} which="computed" /> },
    {
      key: 'meant',
      title: t(texts.reason),
      width: 220,
      isAlways: true,
      render: (row) =>
        row.meant ? (
          t(texts.meantBy, { by: row.meant.by, reason: row.meant.reason })
        ) : mayAcknowledge ? (
          <ActionButton size="small" onPress={() => ask(row.id)}>
            {t(texts.meant)}
          </ActionButton>
        ) : (
          '—'
        ),
    },
  ]
}

interface IntendedDialogProps {
  readonly draft: PolicyDraft
  readonly example: string
  readonly onClose: () => void
}

/** Records why a differing example is intended. */
function IntendedDialog({ draft, example, onClose }: IntendedDialogProps) {
  const t = useText()
  const acknowledge = useSubmit(api.policies.acknowledge, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.meant)} · ${example}`}
      onClose={onClose}
      confirmText={t(texts.meant)}
      onConfirm={({ reason }) => void acknowledge.submit({ draftId: draft.id, version: draft.version, example, reason })}
      submission={acknowledge}
      reason={{ label: t(texts.reason), least: 4, most: 300 }}
    >
      <p className="k-note">{t(texts.meantNote)}</p>
    </ReasonDialog>
  )
}

/** The worked examples computed with a draft: the number that agree, and each that differs with the reason. */
export function Examples({ draft }: { readonly draft: PolicyDraft }) {
  const t = useText()
  const { open: ask } = useOverlay<string>((example, close) => <IntendedDialog draft={draft} example={example} onClose={close} />)
  const examine = useSubmit(api.policies.examine)
  const target = { draftId: draft.id, version: draft.version }
  const isDraft = draft.state === 'draft'
  const { examples } = draft
  const columns = useColumns(isDraft && can('policy:edit'), ask)
  return (
    <>
      <h3>{t(texts.examples)}</h3>
      {examples === null ? (
        <Alert type="info" showIcon title={t(texts.notExamined)} />
      ) : (
        <Alert
          type={examples.differing.every(({ meant }) => meant !== null) ? 'success' : 'warning'}
          showIcon
          title={t(texts.passed, { passed: examples.passed, total: examples.total, at: formatDateTimeSeconds(examples.at) })}
        />
      )}
      {isDraft && (can('policy:edit') || can('policy:check')) ? (
        <div className="k-row">
          <ActionButton size="small" isBusy={examine.isBusy} onPress={() => examine.submit(target)}>
            {t(texts.examine)}
          </ActionButton>
        </div>
      ) : null}
      {examples !== null && examples.differing.length > 0 ? (
        <DataTable id="policy-examples" label={t(texts.examples)} columns={columns} rows={examples.differing} empty={{ reason: '—' }} isPlain />
      ) : null}
    </>
  )
}
