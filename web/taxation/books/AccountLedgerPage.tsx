import { Link } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { accountNames } from '#/api/money/payout-exceptions.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { voucherKindNames } from '#/api/taxation/accounting.texts.ts'
import { directionNames, bookFields as fields } from '#/api/taxation/books.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { pageSizes } from '#/domain/base/paging.ts'
import { accountKinds } from '#/domain/money/posting.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds, formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { openColumn } from '#/web/ui/openColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { firstPage, pageRequestOf, pagingOf } from '#/web/ui/paging.ts'
import { anyId, setConditions } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { allowedBookFilters, balanceKeys, initialBookFilters, placeOf, useBookFields, useMonths } from './filters.tsx'
import { texts } from './texts.ts'

type Account = OutputOf<typeof api.books.accounts>['rows'][number]
type Entry = OutputOf<typeof api.books.entries>['rows'][number]

const initialState = { ...initialBookFilters, account: '', keyword: '', id: 0, ...firstPage } as const
const allowedValues = { ...allowedBookFilters, account: accountKinds, id: anyId, size: pageSizes } as const

const useLedgerState = () => useUrlState(initialState, allowedValues)
type State = ReturnType<typeof useLedgerState>[0]
type Change = ReturnType<typeof useLedgerState>[1]

function useAccountColumns(open: (row: Account) => void): Column<Account>[] {
  const t = useText()
  // Only platform staff see the columns of centre and mode. For centre staff the top bar names both.
  const isPlatform = useUser()?.usertype === userType.platform
  const placeColumns: Column<Account>[] = [
    { key: 'centre', title: t(fields.centre), width: 160, isCut: true, render: (row) => row.centreName },
    { key: 'mode', title: t(fields.mode), width: 160, render: (row) => t(contractModeNames[row.mode]) },
  ]
  return [
    { key: 'account', title: t(fields.account), width: 130, isAlways: true, pin: 'left', render: (row) => t(accountNames[row.account]) },
    { key: 'unit', title: t(fields.unit), width: isPlatform ? 220 : 150, isCut: true, render: (row) => row.unitName || '—' },
    ...(isPlatform ? placeColumns : []),
    ...balanceKeys.map((key) => moneyColumn(key, t(fields[key]), 112, { hidesZero: true })),
    openColumn({
      title: t(texts.action),
      open: t(texts.open),
      nameOf: (row) => [t(accountNames[row.account]), row.unitName, row.centreName].filter(Boolean).join(' '),
      onOpen: open,
    }),
  ]
}

/** The accounts to choose from. */
function Accounts({ state, change }: { readonly state: State; readonly change: Change }) {
  const t = useText()
  const months = useMonths(state)
  const filter = { ...placeOf(state, months), ...setConditions({ account: state.account, keyword: state.keyword }) }
  const list = useRead(api.books.accounts, { ...filter, page: state.page, size: state.size })
  const open = ({ accountId }: Account) => change({ id: accountId, ...firstPage })
  return (
    <DataTable
      id="ledger-accounts"
      label={t(texts.allAccounts)}
      columns={useAccountColumns(open)}
      rowKey={(row) => row.accountId}
      source={list}
      empty={{ reason: t(texts.noAccounts) }}
      onOpen={open}
      paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
    />
  )
}

function useEntryColumns(): Column<Entry>[] {
  const t = useText()
  return [
    { key: 'day', title: t(fields.day), width: 166, isAlways: true, render: (row) => formatDateTimeSeconds(row.at) },
    { key: 'journal', title: t(fields.journal), width: 80, render: (row) => row.journalId },
    {
      key: 'summary',
      title: t(fields.summary),
      width: 160,
      isCut: true,
      render: (row) => [t(voucherKindNames[row.kind]), row.memo].filter(Boolean).join(' · '),
    },
    {
      key: 'ref',
      title: t(fields.ref),
      width: 210,
      isAlways: true,
      render: (row) => (row.path === null ? row.refNo : <Link to={row.path}>{row.refNo}</Link>),
    },
    moneyColumn('debit', t(fields.debit), 126, { isAlways: true, hidesZero: true }),
    moneyColumn('credit', t(fields.credit), 126, { isAlways: true, hidesZero: true }),
    { key: 'direction', title: t(fields.direction), width: 70, render: (row) => t(directionNames[row.direction]) },
    moneyColumn('balance', t(fields.balance), 150, { isAlways: true, isStrong: true }),
  ]
}

/** The opening and closing balances and the sums of the period, above and below the entries. */
function Sums({ account }: { readonly account: Account }) {
  const t = useText()
  const balanceText = (name: 'opening' | 'closing') => {
    const [debit, credit] = name === 'opening' ? [account.openingDebit, account.openingCredit] : [account.closingDebit, account.closingCredit]
    const direction = debit > 0 ? 'debit' : credit > 0 ? 'credit' : 'even'
    return `${t(texts[name])} ${t(directionNames[direction])} ${formatMoney(debit > 0 ? debit : credit)}`
  }
  return (
    <span>
      {[balanceText('opening'), t(texts.sums, { debit: formatMoney(account.debit), credit: formatMoney(account.credit) }), balanceText('closing')].join(' · ')}
    </span>
  )
}

function Entries({ state, change }: { readonly state: State; readonly change: Change }) {
  const t = useText()
  const { from, to } = useMonths(state)
  const filter = { accountId: state.id, from, to }
  const list = useRead(api.books.entries, { ...filter, ...pageRequestOf(state) })
  const account = list.data?.account
  const name = account
    ? [t(accountNames[account.account]), account.unitName, account.centreName, t(contractModeNames[account.mode])].filter(Boolean).join(' · ')
    : ''
  return (
    <DataTable
      id="ledger-entries"
      label={name || t(pageTitles.accountLedger)}
      columns={useEntryColumns()}
      rowKey={(row) => row.key}
      source={list}
      empty={{ reason: t(texts.noEntries) }}
      toolbar={
        <>
          <Button onClick={() => change({ id: 0, ...firstPage })}>{t(texts.allAccounts)}</Button>
          <strong>{name}</strong>
        </>
      }
      tools={<ExportButton file={() => api.books.exportEntries(filter)} />}
      totals={account ? <Sums account={account} /> : null}
      paging={pagingOf(state, list.data, change)}
    />
  )
}

/** 明细账: the entries of an account, each with its balance and its source. */
export default function AccountLedgerPage() {
  const t = useText()
  const [state, change] = useLedgerState()
  const sharedFields = useBookFields(state, (patch) => change({ ...firstPage, ...patch }))
  const accountFields = [
    ...sharedFields,
    { kind: 'choice', name: 'account', label: t(texts.account), choices: choicesOf(t, accountKinds, accountNames) } as const,
    { kind: 'text', name: 'keyword', label: t(texts.unit) } as const,
  ]
  const isSingleAccount = state.id > 0
  return (
    <>
      <PageHeader title={t(pageTitles.accountLedger)} note={t(texts.ledgerNote)} />
      <FilterBar
        state={state}
        onChange={(patch) => change({ ...firstPage, ...patch })}
        initial={initialState}
        fields={isSingleAccount ? sharedFields.slice(0, 2) : accountFields}
      />
      {isSingleAccount ? <Entries state={state} change={change} /> : <Accounts state={state} change={change} />}
    </>
  )
}
