import { Link } from 'react-router'
import { movementKinds, prepaymentFields } from '#/api/money/prepayments.texts.ts'
import type { Fen } from '#/domain/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatSecond } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useReadPieces } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { given, keyOf, period } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.prepayments.history>['rows'][number]

const initial = { pane: 'history', kind: '', from: '', to: '' } as const
const kinds = ['topup', 'freeze', 'unfreeze', 'payment', 'return'] as const
const tones = { topup: 'green', freeze: 'gold', unfreeze: 'blue', payment: 'grey', return: 'purple', refund: 'blue', adjustment: 'gold' } as const

function isKind(kind: string): kind is keyof typeof movementKinds {
  return kind in movementKinds
}

/** 资金流水: each change with both balances after it. */
export function Movements() {
  const say = useText()
  const [state, change] = useUrlState(initial, { kind: keyOf(movementKinds), ...period })
  const filter = given({ kind: state.kind, from: state.from, to: state.to })
  const pieces = useReadPieces(api.prepayments.history, { ...filter, size: 50 })
  const columns: Column<Row>[] = [
    { key: 'time', title: say(prepaymentFields.time), width: 180, isAlways: true, pin: 'left', render: (row) => formatSecond(row.at) },
    {
      key: 'kind',
      title: say(prepaymentFields.kind),
      width: 110,
      render: (row) => (isKind(row.kind) ? <StatusTag tone={tones[row.kind]}>{say(movementKinds[row.kind])}</StatusTag> : row.kind),
    },
    { key: 'unit', title: say(prepaymentFields.unit), width: 210, isCut: true, render: (row) => row.unitName },
    {
      key: 'ref',
      title: say(prepaymentFields.ref),
      width: 240,
      render: (row) => (row.refType === 'batch' ? <Link to={`/zf/batch/${row.refId}`}>{row.refNo}</Link> : row.refNo),
    },
    { key: 'available', title: say(texts.available), width: 150, align: 'right', render: (row) => <Money value={row.available as Fen} isSigned /> },
    { key: 'frozen', title: say(texts.frozen), width: 150, align: 'right', render: (row) => <Money value={row.frozen as Fen} isSigned /> },
    { key: 'availableAfter', title: say(prepaymentFields.available), width: 150, align: 'right', render: (row) => <Money value={row.availableAfter} /> },
    { key: 'frozenAfter', title: say(prepaymentFields.frozen), width: 150, align: 'right', render: (row) => <Money value={row.frozenAfter} /> },
  ]
  return (
    <>
      <FilterBar
        state={state}
        onChange={change}
        initial={initial}
        fields={[
          {
            kind: 'choice',
            name: 'kind',
            label: say(texts.kind),
            choices: kinds.map((value) => ({ value, label: say(movementKinds[value]) })),
          },
          { kind: 'days', from: 'from', to: 'to', label: say(texts.period) },
        ]}
      />
      <DataTable
        id="movements"
        label={say(texts.history)}
        columns={columns}
        rows={pieces.rows}
        rowKey={(row) => row.journalId}
        source={pieces}
        empty={{ reason: say(texts.noHistory) }}
        tools={<DownloadButton file={() => api.prepayments.exportHistory(filter)}>{say(texts.export)}</DownloadButton>}
        more={{ hasMore: pieces.hasMore, onMore: pieces.more, isLoading: pieces.isLoadingMore }}
      />
    </>
  )
}
