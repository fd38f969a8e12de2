import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { AccountTag } from '#/web/access/users/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList as inWords } from '#/web/kernel/punctuation.ts'
import { useCursorRead, useRead } from '#/web/kernel/query.ts'
import { BatchTag } from '#/web/parts/money/BatchTag.tsx'
import { movementColumns } from '#/web/parts/money/movements.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { type ListPosition, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { ContractStatus } from './tags.tsx'
import { texts } from './texts.ts'

interface PaneProps {
  readonly id: number
}

/** Returns the list position of a pane and the function that sets it. */
function usePanePosition(): [place: ListPosition, turn: (place: ListPosition) => void] {
  const [state, change] = useUrlState({ panePage: 1, paneSize: 20, paneAt: '' }, { paneSize: pageSizes })
  const changePlace = ({ page, size, at }: ListPosition) => change({ panePage: page, paneSize: size, paneAt: at })
  return [{ page: state.panePage, size: state.paneSize, at: state.paneAt }, changePlace]
}

type Contract = OutputOf<typeof api.units.contracts>[number]

export function Contracts({ id }: PaneProps) {
  const t = useText()
  const list = useRead(api.units.contracts, { id })
  const columns: Column<Contract>[] = [
    { key: 'no', title: t(texts.no), width: 180, render: (row) => row.no },
    { key: 'name', title: t(texts.named), width: 240, isCut: true, render: (row) => row.name },
    { key: 'place', title: t(texts.places), width: 190, render: (row) => `${row.centreName} · ${t(modeNames[row.mode] ?? texts.places)}` },
    { key: 'validity', title: t(texts.validity), width: 200, render: (row) => `${row.validFrom} – ${row.validTo}` },
    { key: 'stand', title: t(texts.state), width: 100, render: (row) => <ContractStatus state={row.stand} /> },
  ]
  return (
    <DataTable
      id="unit-contracts"
      label={t(texts.contracts)}
      columns={columns}
      rows={list.data ?? []}
      source={list}
      empty={{ reason: t(texts.noContracts) }}
      isPlain
    />
  )
}

/** The fund movements of a unit: purpose, direction and both balances after each. */
export function Movements({ id }: PaneProps) {
  const t = useText()
  const accountMovements = useCursorRead(api.prepayments.history, { unitId: id, size: 50 })
  return (
    <DataTable
      id="unit-movements"
      label={t(texts.movements)}
      columns={movementColumns(t)}
      rows={accountMovements.rows}
      rowKey={(row) => row.journalId}
      source={accountMovements}
      empty={{ reason: t(texts.noMovements) }}
      more={{ hasMore: accountMovements.hasMore, onMore: accountMovements.more, isLoading: accountMovements.isLoadingMore }}
      isPlain
    />
  )
}

type Batch = OutputOf<typeof api.payments.list>['rows'][number]

/** The batches of a unit, newest first. */
export function Batches({ id }: PaneProps) {
  const t = useText()
  const [place, turn] = usePanePosition()
  const list = useRead(api.payments.list, { unitId: id, ...pageRequestOf(place) })
  const columns: Column<Batch>[] = [
    { key: 'no', title: t(texts.no), width: 200, render: (row) => <Link to={`/zf/batch/${row.id}`}>{row.no}</Link> },
    { key: 'lines', title: t(texts.lines), width: 80, align: 'right', render: (row) => row.lineCount },
    moneyColumn('cost', t(texts.cost), 150),
    { key: 'state', title: t(texts.state), width: 110, render: (row) => <BatchTag batch={row} /> },
    { key: 'made', title: t(texts.made), width: 170, render: (row) => formatDateTime(row.createdAt) },
  ]
  return (
    <DataTable
      id="unit-batches"
      label={t(texts.batches)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noBatches) }}
      paging={pagingOf(place, list.data, turn)}
      isPlain
    />
  )
}

type Operator = OutputOf<typeof api.units.operators>['rows'][number]

/** The operators that a unit pays. */
export function Operators({ id }: PaneProps) {
  const t = useText()
  const [place, turn] = usePanePosition()
  const list = useRead(api.units.operators, { id, ...pageRequestOf(place) })
  const columns: Column<Operator>[] = [
    { key: 'code', title: t(texts.no), width: 130, render: (row) => row.code },
    { key: 'name', title: t(texts.named), width: 120, render: (row) => row.name },
    { key: 'mobile', title: t(texts.mobile), width: 130, render: (row) => <Masked value={row.mobile} /> },
    {
      key: 'verified',
      title: t(texts.verified),
      width: 90,
      render: (row) => <StatusTag tone={row.isVerified ? 'green' : 'gold'}>{t(row.isVerified ? texts.yes : texts.notYet)}</StatusTag>,
    },
    { key: 'state', title: t(texts.state), width: 100, render: (row) => <AccountTag status={row.status} /> },
    { key: 'since', title: t(texts.since), width: 160, render: (row) => formatDateTime(row.since) },
  ]
  return (
    <DataTable
      id="unit-operators"
      label={t(texts.operators)}
      columns={columns}
      source={list}
      empty={{ reason: t(texts.noOperators) }}
      paging={pagingOf(place, list.data, turn)}
      isPlain
    />
  )
}

type Account = OutputOf<typeof api.users.list>['rows'][number]

/** The accounts of a unit, which are edited on the account page. */
export function Accounts({ id }: PaneProps) {
  const t = useText()
  const [place, turn] = usePanePosition()
  const list = useRead(api.users.list, { unitId: id, ...pageRequestOf(place) })
  const columns: Column<Account>[] = [
    { key: 'username', title: t(texts.accounts), width: 130, render: (row) => row.username },
    { key: 'name', title: t(texts.named), width: 110, render: (row) => row.name },
    { key: 'roles', title: t(texts.roles), width: 180, isCut: true, render: (row) => inWords(row.roles.map((role) => role.name)) || '—' },
    { key: 'state', title: t(texts.state), width: 100, render: (row) => <AccountTag status={row.status} /> },
    { key: 'last', title: t(texts.lastIn), width: 160, render: (row) => (row.lastLoginAt ? formatDateTime(row.lastLoginAt) : '—') },
  ]
  return (
    <div className="k-stack">
      <Link to={`${pages.PtUserList.path}?unitId=${id}`}>{t(texts.manageAccounts)}</Link>
      <DataTable
        id="unit-accounts"
        label={t(texts.accounts)}
        columns={columns}
        source={list}
        empty={{ reason: t(texts.noAccounts) }}
        paging={pagingOf(place, list.data, turn)}
        isPlain
      />
    </div>
  )
}
