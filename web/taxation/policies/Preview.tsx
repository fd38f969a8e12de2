import { subtract } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { texts } from './texts.ts'
import type { PolicyDraft } from './values.tsx'

type DraftPreview = NonNullable<PolicyDraft['preview']>
type Person = DraftPreview['people']['rows'][number]
type Batch = DraftPreview['batches']['rows'][number]

function useFigureColumns<Row extends Pick<Person, 'gross' | 'before' | 'after'>>(): Column<Row>[] {
  const t = useText()
  return [
    moneyColumn('gross', t(texts.gross), 130),
    moneyColumn('before', t(texts.taxNow), 120, { isAlways: true }),
    moneyColumn('after', t(texts.taxThen), 120, { isAlways: true }),
    {
      key: 'difference',
      title: t(texts.difference),
      width: 120,
      align: 'right',
      isAlways: true,
      render: (row) => <Money value={subtract(row.after, row.before)} isSigned isStrong />,
    },
  ]
}

function PreviewTables({ preview }: { readonly preview: DraftPreview }) {
  const t = useText()
  const personFigureColumns = useFigureColumns<Person>()
  const batchFigureColumns = useFigureColumns<Batch>()
  const { people, batches } = preview
  const tableHeading = (title: string, { changed, counted }: { changed: number; counted: number }) => `${title}　${t(texts.changedOf, { changed, counted })}`
  return (
    <>
      <p className="k-note">{t(texts.previewNote, { month: preview.month })}</p>
      {preview.isCut ? <Alert type="info" showIcon title={t(texts.cut)} /> : null}
      <h4>{tableHeading(t(texts.openBatches), batches)}</h4>
      {batches.rows.length > 0 ? (
        <DataTable
          id="policy-preview-batches"
          label={t(texts.openBatches)}
          columns={[
            { key: 'no', title: t(texts.batch), width: 170, isAlways: true, render: (row) => row.no },
            { key: 'unit', title: t(texts.unit), width: 180, isCut: true, render: (row) => row.unitName },
            ...batchFigureColumns,
          ]}
          rows={batches.rows}
          empty={{ reason: '—' }}
          isPlain
        />
      ) : null}
      <h4>{tableHeading(t(texts.people), people)}</h4>
      {people.rows.length > 0 ? (
        <DataTable
          id="policy-preview-people"
          label={t(texts.people)}
          columns={[
            { key: 'name', title: t(texts.person), width: 120, isAlways: true, render: (row) => row.name },
            { key: 'centre', title: t(texts.centre), width: 170, isCut: true, render: (row) => row.centreName },
            ...personFigureColumns,
          ]}
          rows={people.rows}
          rowKey={(row) => `${row.centreName} ${row.name} ${row.gross} ${row.before}`}
          empty={{ reason: '—' }}
          isPlain
        />
      ) : null}
    </>
  )
}

/** The current month computed with a draft. */
export function Preview({ draft }: { readonly draft: PolicyDraft }) {
  const t = useText()
  const compare = useSubmit(api.policies.preview)
  return (
    <>
      <h3>{t(texts.preview)}</h3>
      {draft.preview === null ? <Alert type="info" showIcon title={t(texts.notCompared)} /> : null}
      {draft.state === 'draft' && (can('policy:edit') || can('policy:check')) ? (
        <div className="k-row">
          <ActionButton size="small" isBusy={compare.isBusy} onPress={() => compare.submit({ draftId: draft.id, version: draft.version })}>
            {t(texts.compare)}
          </ActionButton>
        </div>
      ) : null}
      {draft.preview === null ? null : <PreviewTables preview={draft.preview} />}
    </>
  )
}
