import { changeFields } from '#/api/taxation/period-corrections.texts.ts'
import { periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { correctionTexts as texts } from './correction.texts.ts'
import type { PeriodDetail } from './tags.tsx'

type Changes = OutputOf<typeof api.periods.changes>
type Row = Changes['rows'][number]
type FigureKey = keyof Row['before']

/** Explains why a month needs a correction. Renders nothing for other months. */
export function CorrectionNotice({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  if (period.toCorrect === 0) return null
  const isDeclared = period.state !== 'closed' && period.state !== 'confirmed' && period.state !== 'closing'
  const title = t(isDeclared ? texts.needed : texts.neededClosed, { count: period.toCorrect })
  return <Alert type="warning" showIcon title={title} description={isDeclared ? t(texts.how) : undefined} />
}

function Months({ changes, source }: { readonly changes: Changes | undefined; readonly source: Parameters<typeof DataTable>[0]['source'] }) {
  const t = useText()
  const columns: Column<Changes['months'][number]>[] = [
    { key: 'month', title: t(fields.month), width: 120, isAlways: true, render: (row) => row.month },
    { key: 'people', title: t(fields.people), width: 100, align: 'right', render: (row) => row.people },
    moneyColumn('tax', t(texts.taxChange), 160, { isAlways: true, isStrong: true }),
  ]
  return (
    <DataTable
      id="tax-correction-months"
      label={t(texts.months)}
      columns={columns}
      rows={changes?.months ?? []}
      rowKey={(row) => row.id}
      source={source}
      empty={{ reason: t(texts.none) }}
      isPlain
    />
  )
}

/**
 * The changes of a month's correction: the months concerned, and for each person the declared figures next to the
 * corrected ones.
 */
export function Correction({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const detailQuery = useRead(api.periods.changes, { declarationId: period.id }, { keepLast: false })
  const rows = detailQuery.data?.rows ?? []
  const count = detailQuery.data?.count ?? 0
  const columnPair = (key: FigureKey): Column<Row>[] => [
    {
      key: `${key}-before`,
      title: `${t(fields[key])} · ${t(changeFields.before)}`,
      width: 150,
      align: 'right',
      render: (row) => <Money value={row.before[key]} />,
    },
    {
      key: `${key}-after`,
      title: `${t(fields[key])} · ${t(changeFields.after)}`,
      width: 150,
      align: 'right',
      render: (row) => <Money value={row.after[key]} isStrong />,
    },
  ]
  const columns: Column<Row>[] = [
    { key: 'month', title: t(fields.month), width: 90, isAlways: true, pin: 'left', render: (row) => row.month },
    { key: 'name', title: t(fields.name), width: 110, isAlways: true, pin: 'left', isCut: true, render: (row) => row.name },
    { key: 'idNumber', title: t(fields.idNumber), width: 180, render: (row) => row.idNumber },
    ...columnPair('gross'),
    ...columnPair('iit'),
    ...columnPair('vat'),
    ...columnPair('surcharge'),
    ...columnPair('cumIncome'),
    ...columnPair('due'),
  ]
  return (
    <div className="k-stack">
      <CorrectionNotice period={period} />
      <h3>{t(texts.months)}</h3>
      <Months changes={detailQuery.data} source={detailQuery} />
      <h3>{t(texts.people)}</h3>
      {count > rows.length ? <p className="k-note">{t(texts.more, { count, shown: rows.length })}</p> : null}
      <DataTable
        id="tax-correction-people"
        label={t(texts.people)}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.month}-${row.operatorId}`}
        source={detailQuery}
        empty={{ reason: t(texts.none) }}
        tools={<DownloadButton file={() => api.periods.export({ declarationId: period.id, sheet: 'changes' })}>{t(texts.exportChanges)}</DownloadButton>}
      />
    </div>
  )
}
