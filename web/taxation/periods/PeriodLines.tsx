import { useState } from 'react'
import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { periodFields as fields, periodSheetNames } from '#/api/taxation/periods.texts.ts'
import { add, formatPpm, subtract } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar, type FilterField } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { firstPage, type ListPosition, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

type Line = OutputOf<typeof api.periods.lines>['rows'][number]

const initialState = { keyword: '', ...firstPage } as const

const LineDialog = onDemand(async () => (await import('./LineDialog.tsx')).LineDialog)

/** Tags for returns of closed months and for differences. */
function LineTags({ line }: { readonly line: Line }) {
  const t = useText()
  return (
    <span className="k-row">
      {line.backGross === 0 ? null : <StatusTag tone="magenta">{t(texts.hasBack)}</StatusTag>}
      {line.difference === 0 ? null : <StatusTag tone="gold">{t(texts.hasDifference)}</StatusTag>}
      {line.backGross === 0 && line.difference === 0 ? '—' : null}
    </span>
  )
}

function useColumns(open: (line: Line) => void): Column<Line>[] {
  const t = useText()
  return [
    { key: 'name', title: t(fields.name), width: 110, isAlways: true, pin: 'left', render: (row) => row.name },
    { key: 'idNumber', title: t(fields.idNumber), width: 190, render: (row) => row.idNumber },
    { key: 'sales', title: t(fields.sales), width: 150, align: 'right', render: (row) => <Money value={subtract(row.gross, row.vat)} /> },
    moneyColumn('income', t(fields.income), 130),
    moneyColumn('exempt', t(fields.exempt), 130, { isHiddenAtFirst: true }),
    moneyColumn('vat', t(fields.vat), 130),
    {
      key: 'surcharge',
      title: t(fields.surcharge),
      width: 120,
      align: 'right',
      render: (row) => <Money value={add(row.city, row.education, row.localEducation)} />,
    },
    moneyColumn('city', t(fields.city), 130, { isHiddenAtFirst: true }),
    moneyColumn('education', t(fields.education), 130, { isHiddenAtFirst: true }),
    moneyColumn('localEducation', t(fields.localEducation), 130, { isHiddenAtFirst: true }),
    moneyColumn('withholdingVat', t(fields.withholdingVat), 130, { isHiddenAtFirst: true }),
    moneyColumn('cumIncome', t(fields.cumIncome), 130),
    moneyColumn('cumExpense', t(fields.cumExpense), 130),
    moneyColumn('cumDeduction', t(fields.cumDeduction), 130),
    moneyColumn('cumOther', t(fields.cumOther), 130, { isHiddenAtFirst: true }),
    { key: 'months', title: t(fields.months), width: 90, align: 'right', render: (row) => row.months },
    { key: 'rate', title: t(fields.rate), width: 80, align: 'right', render: (row) => `${formatPpm(row.ratePpm)}%` },
    moneyColumn('quick', t(fields.quick), 130),
    moneyColumn('should', t(fields.should), 130),
    moneyColumn('before', t(fields.before), 130),
    moneyColumn('due', t(fields.due), 130),
    moneyColumn('withheld', t(fields.withheld), 130, { isStrong: true }),
    moneyColumn('backGross', t(fields.back), 130, { isHiddenAtFirst: true }),
    moneyColumn('difference', t(fields.difference), 130),
    { key: 'tags', title: t(texts.unusual), width: 200, render: (row) => <LineTags line={row} /> },
    {
      key: 'certificate',
      title: t(fields.certificate),
      width: 190,
      render: (row) =>
        row.certificateId ? (
          <span className="k-row">
            <PreviewButton size="small" fileId={row.certificateId}>
              {t(texts.view)}
            </PreviewButton>
            <Link to={`/zf/moneyTrail?from=certificate:${row.taxCertificateId}`}>{t(pageTitles.moneyTrail)}</Link>
          </span>
        ) : (
          '—'
        ),
    },
    openColumn({ title: t(texts.action), open: t(texts.how), nameOf: (row) => row.name, onOpen: open }),
  ]
}

/** The lines of a period by person, with the calculation of each tax. */
export function PeriodLines({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const [state, setState] = useState<ListPosition & { readonly keyword: string }>(initialState)
  const change = (to: Partial<typeof state>) => setState((now) => ({ ...now, ...to }))
  const { open: openLine } = useOverlay<Line>((line, close) => (line && period.rules ? <LineDialog line={line} rules={period.rules} onClose={close} /> : null))
  const [chosenEdition, setChosenEdition] = useState(0)
  // While a correction is prepared, only the edition before it is complete. Cancelling a correction deletes its edition.
  const lastEdition = period.progress ? period.edition - 1 : period.edition
  const edition = chosenEdition < lastEdition ? chosenEdition : 0
  const displayedEdition = edition || lastEdition
  const chooseEdition = (value: string) => {
    setChosenEdition(Number(value))
    change(firstPage)
  }
  const filter = { declarationId: period.id, ...setConditions({ keyword: state.keyword, edition: edition || undefined }) }
  const list = useRead(api.periods.lines, { ...pageRequestOf(state), ...filter })
  const conditions: FilterField<'keyword'>[] = [{ kind: 'text', name: 'keyword', label: t(fields.name), placeholder: t(texts.keyword) }]
  return (
    <div className="k-stack">
      {lastEdition > 1 ? (
        <Segmented
          aria-label={t(texts.editions)}
          value={String(displayedEdition)}
          onChange={chooseEdition}
          options={Array.from({ length: lastEdition }, (_, at) => ({ value: String(at + 1), label: t(texts.edition, { edition: at + 1 }) }))}
        />
      ) : null}
      <FilterBar state={state} onChange={change} initial={initialState} fields={conditions} />
      <DataTable
        id="tax-period-lines"
        label={t(texts.lines)}
        columns={useColumns(openLine)}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row.id}
        source={list}
        empty={{ reason: t(texts.noLines) }}
        tools={(edition === 0 ? (['iit', 'vat', 'summary'] as const) : (['iit', 'vat'] as const)).map((sheet) => (
          <DownloadButton key={sheet} file={() => api.periods.export({ ...(sheet === 'summary' ? { declarationId: period.id } : filter), sheet })}>
            {t(periodSheetNames[sheet])}
          </DownloadButton>
        ))}
        paging={pagingOf(state, list.data, change)}
      />
    </div>
  )
}
