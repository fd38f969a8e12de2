import assert from 'node:assert/strict'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export type CardFigure = z.output<Modules['dashboard']['figures']['output']>['cards'][number]
type CallPlace = { centre: number; mode: number } | undefined

/** A displayed figure with its link. */
export interface DisplayedFigure {
  readonly key: string
  readonly count: number | null
  readonly amount: number | null
  readonly path: string
}

/** The totals of the list behind a path, queried as its page does; null for totals that the list lacks. */
interface ListTotals {
  readonly count: number | null
  readonly amount: number | null
}

const listByPath: readonly (readonly [
  string,
  (
    | 'payments'
    | 'vouchers'
    | 'prepayments'
    | 'candidates'
    | 'operators'
    | 'users'
    | 'units'
    | 'days'
    | 'bills'
    | 'reconciliation'
    | 'claims'
    | 'contracts'
    | 'invoices'
    | 'businessinvoices'
    | 'periods'
    | 'calendar'
    | 'custody'
  ),
])[] = [
  ['/zf/zfPtListpt', 'payments'],
  ['/zf/zfPtList', 'payments'],
  ['/zf/zfpzList', 'vouchers'],
  ['/imprest/yufukuan', 'prepayments'],
  ['/imprest/heldFunds', 'custody'],
  ['/zf/zfdzList', 'reconciliation'],
  ['/zf/zfSkList', 'claims'],
  ['/zf/zfSkYzList', 'claims'],
  ['/dzqyList/dzqyList', 'contracts'],
  ['/fp/fpListDz', 'invoices'],
  ['/fp/fpListGth', 'businessinvoices'],
  ['/tax/taxListWtdz', 'periods'],
  ['/tax/taxCalendar', 'calendar'],
  ['/datacheck/datacheck', 'candidates'],
  ['/user/userYzPtList', 'operators'],
  ['/user/dwEmployeeCheck', 'users'],
  ['/user/userDwList', 'units'],
  ['/hzhb_yw/hzhbBrders', 'days'],
  ['/hzhb_yw/hzhbBjbusiness', 'bills'],
]

const numberOrAbsent = (text: string | null) => (text === null ? {} : Number(text))
const size = 200

/** Returns the states in the query of an address; empty when the query names none. */
const statesInQuery = <S extends string>(query: URLSearchParams) => (query.has('states') ? { states: query.get('states')?.split(',') as S[] } : {})

/** Returns all rows of a list, page by page. */
async function readAllRows<Row>(ask: (page: number) => Promise<{ readonly rows: readonly Row[] }>): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const pageRows = (await ask(page)).rows
    rows.push(...pageRows)
    if (pageRows.length < size) return rows
  }
}

/** Sums the rows and asserts that the list reports the same total. */
function checkedSum<Row>(path: string, rows: readonly Row[], of: (row: Row) => number, reportedTotal: number | null | undefined): number {
  const sum = rows.reduce((total, row) => total + of(row), 0)
  assert.equal(reportedTotal, sum, `the total of ${path}`)
  return sum
}

async function balanceTotals(server: TestServer, who: string, { key, path }: DisplayedFigure, at: CallPlace): Promise<ListTotals> {
  const query = new URL(path, 'http://here').searchParams
  if (query.get('pane') === 'refunds') {
    const { rows, count } = await server.must(
      who,
      'prepayments.refunds',
      { states: [query.get('states') as 'applied'], isForMe: query.get('isForMe') === '1', size },
      at,
    )
    return { count, amount: rows.reduce((sum, row) => sum + row.amount, 0) }
  }
  if (query.get('pane') === 'credits') {
    const { rows, count } = await server.must(who, 'prepayments.credits', { state: query.get('state') as 'unclaimed', size }, at)
    return { count, amount: rows.reduce((sum, row) => sum + row.amount, 0) }
  }
  if (query.has('states')) {
    const states = query.get('states')?.split(',') as 'submitted'[]
    const { count, totals } = await server.must(who, 'prepayments.list', { states }, at)
    const rows = await readAllRows((page) => server.must(who, 'prepayments.list', { states, page, size }, at))
    return { count, amount: checkedSum(path, rows, (row) => row.amount, totals?.amount) }
  }
  const accounts = await server.must(who, 'prepayments.accounts', {}, at)
  return { count: null, amount: accounts.reduce((sum, each) => sum + (key === 'frozen' ? each.frozen : each.available), 0) }
}

async function receipts(server: TestServer, who: string, path: string, filter: object, at: CallPlace): Promise<ListTotals> {
  const { count, totals } = await server.must(who, 'vouchers.list', filter as never, at)
  const rows = await readAllRows((page) => server.must(who, 'vouchers.list', { ...filter, page, size } as never, at))
  return { count, amount: checkedSum(path, rows, (row) => row.amount, totals?.amount) }
}

/** Sums what a filtered batch list counts: lines for a filter by line state, otherwise whole batches. */
async function batches(server: TestServer, who: string, path: string, filter: object, at: CallPlace): Promise<ListTotals> {
  const { count, concern, totals } = await server.must(who, 'payments.list', filter as never, at)
  const rows = await readAllRows((page) => server.must(who, 'payments.list', { ...filter, page, size } as never, at))
  const cost = checkedSum(path, rows, (row) => (row.state === 'cancelled' ? 0 : row.cost), totals?.cost)
  if (concern === null) return { count, amount: cost }
  if (concern === 'differing') throw new Error('no figure leads to differences of reconciliation')
  const states = {
    failed: ['failed', 'cancelled'],
    returned: ['returned'],
    any: ['failed', 'cancelled', 'returned'],
    held: ['held'],
    unknown: ['unknown'],
  } as const
  const requestedStates = [...states[concern]]
  for (const { id, no, concerned, resentAs } of rows) {
    const lines = (await server.must(who, 'lines.list', { batchId: id, states: requestedStates, size }, at)).rows
    const laterLists = await Promise.all(resentAs.map((later) => server.must(who, 'lines.list', { batchId: later.id, size }, at)))
    // A line that the maker excluded from the later batch was not resent.
    const resentLineNos = new Set(laterLists.flatMap((later) => later.rows.filter((line) => line.state !== 'excluded').map((line) => line.retryOfNo)))
    checkedSum(
      `${concern} of ${no}`,
      lines.filter((line) => !resentLineNos.has(line.no)),
      (line) => line.cost,
      concerned,
    )
  }
  return { count, amount: checkedSum(path, rows, (row) => row.concerned ?? 0, totals?.concerned) }
}

async function unitTotals(server: TestServer, who: string, path: string, filter: object, at: CallPlace): Promise<ListTotals> {
  const { totals } = await server.must(who, 'units.list', filter as never, at)
  const rows = await readAllRows((page) => server.must(who, 'units.list', { ...filter, page, size } as never, at))
  return { count: null, amount: checkedSum(path, rows, (row) => row.monthNet, totals?.monthNet) }
}

async function commission(server: TestServer, who: string, path: string, list: 'days' | 'bills', filter: object, at: CallPlace): Promise<ListTotals> {
  if (list === 'days') {
    const { totals } = await server.must(who, 'commissions.days', filter as never, at)
    const rows = await readAllRows((page) => server.must(who, 'commissions.days', { ...filter, page, size } as never, at))
    return { count: null, amount: checkedSum(path, rows, (row) => row.commission, totals?.commission) }
  }
  const { count, totals } = await server.must(who, 'commissions.list', filter as never, at)
  const rows = await readAllRows((page) => server.must(who, 'commissions.list', { ...filter, page, size } as never, at))
  return { count, amount: checkedSum(path, rows, (row) => row.amount, totals?.amount) }
}

async function totalsOnPage(server: TestServer, who: string, key: string, place: string, at: CallPlace): Promise<ListTotals> {
  if (place === '#receipts') {
    const { count, totals } = await server.must(who, 'dashboard.receipts', {}, at)
    const rows = await readAllRows((page) => server.must(who, 'dashboard.receipts', { page, size }, at))
    const kind = ({ income: 'gross', received: 'net' } as const)[key] ?? assert.fail(key)
    return { count: key === 'income' ? count : null, amount: checkedSum(place, rows, (row) => row[kind], totals[kind]) }
  }
  if (place === '#taxes') {
    const months = await server.must(who, 'dashboard.taxRecord', {}, at)
    return { count: null, amount: months.reduce((sum, month) => sum + month.tax, 0) }
  }
  const units = await server.must(who, 'dashboard.ownUnits', {}, at)
  if (key === 'units') return { count: units.filter((unit) => unit.isOwn).length, amount: null }
  return { count: null, amount: units.reduce((sum, unit) => sum + (key === 'paidThisMonth' ? unit.net : unit.commission), 0) }
}

/** Opens the list behind a figure and checks that its rows add up to its totals. */
export async function openFigureList(server: TestServer, who: string, figure: DisplayedFigure, at?: CallPlace): Promise<ListTotals> {
  const { pathname, searchParams: query, hash } = new URL(figure.path, 'http://here')
  if (hash !== '') return totalsOnPage(server, who, figure.key, hash, at)
  const list = listByPath.find(([path]) => path === pathname)?.[1]
  if (list === 'prepayments') return balanceTotals(server, who, figure, at)
  if (list === 'operators') {
    const { count } = await server.must(who, 'operators.list', { kind: 'platform', status: numberOrAbsent(query.get('status')) as 3, size }, at)
    return { count, amount: null }
  }
  if (list === 'candidates') {
    const { count } = await server.must(who, 'operators.candidates', { state: query.get('state') as 'open' }, at)
    return { count, amount: null }
  }
  if (list === 'reconciliation') {
    const { count, rows } = await server.must(who, 'reconciliation.items', { ...statesInQuery<'open'>(query), toCheck: query.get('toCheck') === '1', size }, at)
    return { count, amount: rows.reduce((sum, row) => sum + Math.abs(row.ours - row.theirs), 0) }
  }
  if (list === 'claims' && query.get('pane') === 'objections') {
    const states = query.get('states')?.split(',') as 'open'[] | undefined
    const { count } = await server.must(who, 'collections.objections', { ...(states && { states }), toDecide: query.get('toDecide') === '1', size }, at)
    return { count, amount: null }
  }
  if (list === 'claims') {
    const { count, rows } = await server.must(who, 'collections.list', { states: query.get('states')?.split(',') as 'pending'[], size }, at)
    return { count, amount: rows.reduce((sum, row) => sum + row.amount, 0) }
  }
  if (list === 'contracts') {
    const { count } = await server.must(who, 'contracts.list', { isMine: true, size }, at)
    return { count, amount: null }
  }
  if (list === 'custody') {
    assert.equal(query.get('isOpen'), '1')
    const rows = await server.must(who, 'custody.overview', { isOpen: true }, at)
    return { count: rows.length, amount: rows.reduce((sum, row) => sum + row.held, 0) }
  }
  if (list === 'periods') {
    const { count } = await server.must(
      who,
      'periods.list',
      { isDue: query.get('due') === '1', ...(query.get('waits') && { waits: query.get('waits') as 'toDeclare' }), size },
      at,
    )
    return { count, amount: null }
  }
  if (list === 'calendar') {
    assert.equal(query.get('duty'), 'overdue')
    const { rows } = await server.must(who, 'filingcalendar.list', { states: ['overdue'] }, at)
    const duties = await server.must(who, 'entities.calendar', { states: ['overdue'], size }, at)
    return { count: rows.length + duties.rows.length, amount: null }
  }
  if (list === 'invoices') return totalInvoices(server, who, query, at)
  if (list === 'businessinvoices') return totalBusinessInvoices(server, who, query, at)
  if (list === 'users') {
    const { count } = await server.must(who, 'users.applications', { state: query.get('state') as 'pending' }, at)
    return { count, amount: null }
  }
  const ids = ['unitId', 'centreId', 'partnerId', 'carerId'].filter((name) => query.has(name))
  const textFilters = Object.fromEntries([...query].filter(([name]) => name !== 'states' && !ids.includes(name)))
  const states = query.has('states') ? { states: query.get('states')?.split(',') } : {}
  const filter = { ...textFilters, ...states, ...Object.fromEntries(ids.map((name) => [name, numberOrAbsent(query.get(name))])) }
  if (list === 'vouchers') return receipts(server, who, figure.path, filter, at)
  if (list === 'days' || list === 'bills') return commission(server, who, figure.path, list, filter, at)
  if (list === 'units') return unitTotals(server, who, figure.path, filter, at)
  assert.equal(list, 'payments', `${figure.path} leads to no list`)
  return batches(server, who, figure.path, filter, at)
}

/** Totals invoice applications in these states, or payments that can be invoiced or must be reversed. */
async function totalInvoices(server: TestServer, who: string, query: URLSearchParams, at?: CallPlace): Promise<ListTotals> {
  const states = query.get('states')?.split(',') as 'todo'[] | undefined
  if (states) {
    const { count, totals } = await server.must(who, 'invoices.list', { states }, at)
    return { count, amount: totals?.amount ?? null }
  }
  const lineKind = query.get('pane') as 'free' | 'returned'
  const rows = await readAllRows((page) => server.must(who, 'invoices.lines', { show: lineKind, page, size } as never, at))
  const amount = rows.reduce((sum, row) => sum + (lineKind === 'free' ? row.free : row.used), 0)
  return { count: lineKind === 'free' ? null : rows.length, amount }
}

/** Totals invoices of registered businesses, for mode 1. */
async function totalBusinessInvoices(server: TestServer, who: string, query: URLSearchParams, at?: CallPlace): Promise<ListTotals> {
  const states = query.get('states')?.split(',') as 'todo'[] | undefined
  if (states) {
    const { count, totals } = await server.must(who, 'businessinvoices.list', { states }, at)
    return { count, amount: totals?.amount ?? null }
  }
  const rows = await readAllRows((page) => server.must(who, 'invoices.lines', { mode: 1, show: 'returned', page, size }, at))
  return { count: rows.length, amount: rows.reduce((sum, row) => sum + row.used, 0) }
}

/** Returns the figures that differ from their lists. */
export async function differingFigures(server: TestServer, who: string, figures: readonly DisplayedFigure[], at?: CallPlace): Promise<string[]> {
  const wrong: string[] = []
  // Several figures lead to the same receipts.
  const seen = new Map<string, ListTotals>()
  for (const figure of figures) {
    const name = figure.path.includes('/zfpzList') ? figure.path : `${figure.key} ${figure.path}`
    const listTotals = seen.get(name) ?? (await openFigureList(server, who, figure, at))
    seen.set(name, listTotals)
    const isSame =
      (figure.amount === null || figure.amount === listTotals.amount) &&
      (figure.count === null || listTotals.count === null || figure.count === listTotals.count)
    if (!isSame) wrong.push(`${who} ${figure.key}: ${figure.count} ${figure.amount}, its list ${listTotals.count} ${listTotals.amount}`)
  }
  return wrong
}
