import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { shareFields as fields } from '#/api/taxation/period-shares.texts.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { shareTexts as texts } from './result.texts.ts'

type Row = OutputOf<typeof api.periods.shares>['rows'][number]

const initialState = { month: '', keyword: '', page: 1, size: defaultPageSize } as const
const allowedValues = { size: pageSizes } as const
const monthCount = 13
const tones = { there: 'green', shared: 'grey', missing: 'gold' } as const

function useColumns(): Column<Row>[] {
  const t = useText()
  const presenceTag = (isThere: boolean) => <StatusTag tone={isThere ? 'green' : 'gold'}>{t(isThere ? fields.there : fields.missing)}</StatusTag>
  return [
    { key: 'name', title: t(fields.name), width: 110, isAlways: true, pin: 'left', isCut: true, render: (row) => row.name },
    { key: 'idNumber', title: t(fields.idNumber), width: 180, render: (row) => row.idNumber },
    { key: 'unit', title: t(fields.unit), width: 180, isCut: true, render: (row) => row.unitName },
    { key: 'centre', title: t(fields.centre), width: 130, isCut: true, render: (row) => row.centreName },
    { key: 'payments', title: t(fields.payments), width: 70, align: 'right', render: (row) => row.payments },
    moneyColumn('gross', t(fields.gross), 130, { isAlways: true }),
    moneyColumn('vat', t(fields.vat), 130),
    moneyColumn('surcharge', t(fields.surcharge), 130),
    moneyColumn('iit', t(fields.iit), 130),
    { key: 'report', title: t(fields.report), width: 140, isAlways: true, render: (row) => presenceTag(row.hasReport) },
    { key: 'agent', title: t(fields.agent), width: 120, isAlways: true, render: (row) => presenceTag(row.hasAgent) },
    {
      key: 'receipt',
      title: t(fields.receipt),
      width: 200,
      isCut: true,
      render: (row) => [row.receiptNo, row.declaredOn].filter(Boolean).join(' · ') || '—',
    },
    {
      key: 'certificate',
      title: t(fields.certificate),
      width: 230,
      isAlways: true,
      pin: 'right',
      render: (row) => (
        <span className="k-row">
          {row.certificate === 'there' ? (
            <DownloadButton
              size="small"
              file={() => api.periods.shareCertificate({ operatorId: row.operatorId, unitId: row.unitId, centreId: row.centreId, month: row.month })}
            />
          ) : (
            <StatusTag tone={tones[row.certificate]}>{t(fields[row.certificate])}</StatusTag>
          )}
          {row.taxCertificateId === null ? null : <Link to={`/zf/moneyTrail?from=certificate:${row.taxCertificateId}`}>{t(pageTitles.moneyTrail)}</Link>}
        </span>
      ),
    },
  ]
}

/** 分包凭证: the people paid in a month, with their declarations and proof. */
export function Shares() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const last = shiftMonth(monthOf(new Date(nowMs())), -1)
  const month = state.month || last
  const filter = setConditions({ month, keyword: state.keyword })
  const list = useRead(api.periods.shares, { ...filter, page: state.page, size: state.size })
  const months = Array.from({ length: monthCount }, (_, back) => shiftMonth(last, 1 - back))
  return (
    <>
      <p className="k-note">{t(texts.note)}</p>
      <FilterBar
        state={{ ...state, month }}
        onChange={change}
        initial={{ ...initialState, month: last }}
        fields={[
          { kind: 'choice', name: 'month', label: t(fields.month), choices: months.map((value) => ({ value, label: value })) },
          { kind: 'text', name: 'keyword', label: t(fields.name) },
        ]}
      />
      <DataTable
        id="tax-shares"
        label={t(fields.title)}
        columns={useColumns()}
        rows={list.data?.rows ?? []}
        rowKey={(row) => `${row.operatorId}-${row.unitId}-${row.centreId}`}
        source={list}
        empty={{ reason: t(texts.none) }}
        tools={<DownloadButton file={() => api.periods.exportShares(filter)}>{t(texts.export)}</DownloadButton>}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
    </>
  )
}
