import { otherSaleFields as fields, noticeReasonNames, otherSaleTexts as words } from '#/api/money/othersales.texts.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.othersales.silent>['rows'][number]

const initialState = { keyword: '', page: 1, size: defaultPageSize } as const
const allowedValues = { size: pageSizes } as const

/** People who were asked to declare a month's sales and have not answered. */
export function PeopleWithoutAnswer() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const filter = setConditions({ keyword: state.keyword })
  const list = useRead(api.othersales.silent, { ...filter, page: state.page, size: state.size })
  const columns: Column<Row>[] = [
    { key: 'operator', title: t(fields.operator), width: 140, isAlways: true, pin: 'left', render: (row) => row.operatorName },
    { key: 'code', title: t(fields.code), width: 150, render: (row) => row.operatorCode },
    { key: 'month', title: t(fields.month), width: 110, isAlways: true, render: (row) => row.month },
    { key: 'reason', title: t(fields.asked), width: 280, isAlways: true, render: (row) => t(noticeReasonNames[row.askedReason]) },
    { key: 'centre', title: t(fields.centre), width: 220, isCut: true, render: (row) => row.centreName },
  ]
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[{ kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint) }]}
      />
      <DataTable
        id="silent-other-sales"
        label={t(words.silent)}
        columns={columns}
        rowKey={(row) => `${row.operatorId}-${row.month}`}
        source={list}
        empty={{ reason: t(texts.noSilent) }}
        tools={<ExportButton file={() => api.othersales.exportSilent(filter)} />}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
    </>
  )
}
