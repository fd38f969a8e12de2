import { Link } from 'react-router'
import { accountNames } from '#/api/money/payout-exceptions.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { pages } from '#/api/pages.ts'
import { bookFields as fields } from '#/api/taxation/books.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { allowedBookFilters, type BookPlace, balanceKeys, initialBookFilters, placeOf, useBookFields, useMonths } from './filters.tsx'
import { texts } from './texts.ts'

type Balances = OutputOf<typeof api.books.balances>
type Row = Balances['rows'][number]

/** Returns the address of an account's entries, or of the accounts of its kind. */
function ledgerPath(row: Row, place: BookPlace): string {
  const query = new URLSearchParams(Object.entries(place).map(([key, value]) => [key, String(value)]))
  if (row.accountId === null) query.set('account', row.account)
  else query.set('id', String(row.accountId))
  return `${pages.accountLedger.path}?${query}`
}

function useColumns(totals: Balances['totals'] | undefined, place: BookPlace): Column<Row>[] {
  const t = useText()
  return [
    {
      key: 'account',
      title: t(fields.account),
      width: 210,
      isAlways: true,
      pin: 'left',
      total: t(texts.total),
      render: (row) => (
        <>
          <Link to={ledgerPath(row, place)}>{t(accountNames[row.account])}</Link>
          {row.accounts > 1 ? <div className="k-muted">{t(texts.accounts, { count: row.accounts })}</div> : null}
        </>
      ),
    },
    ...balanceKeys.map((key) => moneyColumn(key, t(fields[key]), 150, { hidesZero: true, total: totals ? <Money value={totals[key]} isStrong /> : null })),
  ]
}

/** 科目余额表: opening balance, movements and closing balance of each account of the books. */
export default function TrialBalancePage() {
  const t = useText()
  const [state, change] = useUrlState(initialBookFilters, allowedBookFilters)
  const { from, to } = useMonths(state)
  const place = placeOf(state, { from, to })
  const list = useRead(api.books.balances, place)
  return (
    <>
      <PageHeader title={t(pageTitles.trialBalance)} note={t(texts.balancesNote)} />
      <FilterBar state={state} onChange={change} initial={initialBookFilters} fields={useBookFields(state, change)} />
      <DataTable
        id="trial-balance"
        label={t(pageTitles.trialBalance)}
        columns={useColumns(list.data?.totals, place)}
        rowKey={(row) => row.account}
        source={list}
        empty={{ reason: t(texts.none) }}
        tools={<ExportButton file={() => api.books.exportBalances(place)} />}
      />
    </>
  )
}
