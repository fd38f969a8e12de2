import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { periodFields as fields } from '#/api/taxation/periods.texts.ts'
import { add, formatPpm, formatYuan, sumOf } from '#/domain/base/money.ts'
import { monthOf } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { OwnYear } from './OwnYear.tsx'
import { PeriodTag } from './tags.tsx'
import { texts } from './texts.ts'

type TaxMonth = OutputOf<typeof api.periods.own>['rows'][number]

/** The operator's own year: tax withheld and declared by month, with the certificates. */
export function OwnTaxes() {
  const t = useText()
  const thisYear = Number(monthOf(new Date(nowMs())).slice(0, 4))
  const [year, setYear] = useState(thisYear)
  const taxes = useRead(api.periods.own, { year })
  const rows = (taxes.data?.rows ?? []).toReversed()
  const columns: Column<TaxMonth>[] = [
    { key: 'month', title: t(fields.month), width: 110, isAlways: true, render: (row) => row.month },
    moneyColumn('gross', t(fields.gross), 130),
    moneyColumn('vat', t(fields.vat), 130),
    moneyColumn('surcharge', t(fields.surcharge), 130),
    moneyColumn('iit', t(fields.iit), 130),
    { key: 'state', title: t(fields.state), width: 150, isAlways: true, render: (row) => <PeriodTag state={row.state} /> },
    {
      key: 'certificate',
      title: t(fields.certificate),
      width: 110,
      isAlways: true,
      render: (row) =>
        row.certificateId ? (
          <PreviewButton size="small" fileId={row.certificateId}>
            {t(texts.view)}
          </PreviewButton>
        ) : (
          '—'
        ),
    },
    moneyColumn('cumIncome', t(fields.cumIncome), 140),
    moneyColumn('taxable', t(fields.cumTaxable), 150),
    { key: 'rate', title: t(fields.rate), width: 90, align: 'right', render: (row) => `${formatPpm(row.ratePpm)}%` },
    moneyColumn('should', t(fields.should), 140),
    { key: 'centre', title: t(fields.centre), width: 180, isCut: true, render: (row) => row.centreName },
  ]
  const tax = add(...rows.flatMap((row) => [row.vat, row.surcharge, row.iit]))
  return (
    <div className="k-stack">
      <PageHeader title={t(pageTitles.taxListWtdz)} note={t(texts.ownNote)} />
      <div className="k-row">
        <Segmented
          aria-label={t(texts.year)}
          value={String(year)}
          onChange={(value) => setYear(Number(value))}
          options={[thisYear - 1, thisYear].map((value) => ({ value: String(value), label: String(value) }))}
        />
      </div>
      {taxes.data && rows.length > 0 ? <OwnYear rows={rows} limits={taxes.data.limits} rollingSales={taxes.data.rollingSales} /> : null}
      <DataTable
        id="own-taxes"
        label={t(pageTitles.taxListWtdz)}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        source={taxes}
        empty={{ reason: t(texts.ownNone, { year: String(year) }) }}
        totals={rows.length > 0 ? <span>{t(texts.yearTotal, { gross: formatYuan(sumOf(rows, (row) => row.gross)), tax: formatYuan(tax) })}</span> : null}
      />
    </div>
  )
}
