import { pageTitles } from '#/api/pages.texts.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

const MonthDrawer = onDemand(async () => (await import('./MonthDrawer.tsx')).MonthDrawer)

type Row = OutputOf<typeof api.accounting.months>['rows'][number]

const initialState = { open: '', page: 1, size: defaultPageSize } as const
const allowedValues = { size: pageSizes } as const
const keyOf = ({ centreId, mode, month }: Row) => `${centreId}_${mode}_${month}`

/** Parses the URL key of a month: the centre, mode and month of the books. */
function placeIn(key: string) {
  const match = /^(\d+)_([12])_(20\d{2}-\d{2})$/.exec(key)
  return match ? { centreId: Number(match[1]), mode: match[2] === '1' ? (1 as const) : (2 as const), month: match[3] ?? '' } : null
}

function useColumns(open: (key: string) => void): Column<Row>[] {
  const t = useText()
  const stateTextOf = (row: Row) => (!row.isOver ? texts.running : row.editions > 0 ? texts.issued : texts.toIssue)
  return [
    { key: 'month', title: t(texts.month), width: 110, isAlways: true, pin: 'left', render: (row) => row.month },
    { key: 'centre', title: t(texts.centre), width: 180, isCut: true, render: (row) => row.centreName },
    { key: 'mode', title: t(texts.mode), width: 130, render: (row) => t(modeNames[row.mode] as Text) },
    {
      key: 'state',
      title: t(texts.state),
      width: 120,
      isAlways: true,
      render: (row) => <StatusTag tone={!row.isOver ? 'grey' : row.editions > 0 ? 'green' : 'gold'}>{t(stateTextOf(row))}</StatusTag>,
    },
    { key: 'vouchers', title: t(texts.vouchers), width: 90, align: 'right', render: (row) => (row.editions > 0 ? row.vouchers : '—') },
    { key: 'debit', title: t(texts.total), width: 170, align: 'right', render: (row) => (row.editions > 0 ? <Money value={row.debit} /> : '—') },
    { key: 'made', title: t(texts.made), width: 240, render: (row) => (row.madeAt ? `${row.madeBy} · ${formatDateTimeSeconds(row.madeAt)}` : '—') },
    openColumn({ title: t(texts.action), open: t(texts.open), nameOf: (row) => `${row.month} ${row.centreName}`, onOpen: (row) => open(keyOf(row)) }),
  ]
}

/** 记账凭证: the months of a centre's books as vouchers for its accounting program. */
export default function AccountingPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const list = useRead(api.accounting.months, { page: state.page, size: state.size })
  const place = placeIn(state.open)
  return (
    <>
      <PageHeader title={t(pageTitles.acctVouchers)} note={t(texts.note)} />
      <DataTable
        id="acct-months"
        label={t(texts.list)}
        columns={useColumns((open) => change({ open }))}
        rowKey={keyOf}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: keyOf(row) })}
        openKey={state.open || null}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
      {place ? <MonthDrawer key={state.open} {...place} onClose={() => change({ open: '' })} /> : null}
    </>
  )
}
