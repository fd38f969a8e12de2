import assert from 'node:assert/strict'
import { pages } from '#/api/pages.ts'
import { obligationKinds } from '#/domain/people/obligation.ts'
import type { At } from '#/server/tests/figures-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Compares the pending tasks of a user with the lists that they link to. Each list is called with the input of its
// page.

const size = 200

interface ReadConditions {
  readonly lists?: readonly string[]
  readonly words?: readonly string[]
  readonly flags?: readonly string[]
}

/**
 * Returns the filter that an address sets. Throws for parameters that the page ignores, because its list would be too
 * long.
 */
function filterOf(query: URLSearchParams, { lists = [], words = [], flags = [] }: ReadConditions): Record<string, unknown> {
  const unreadNames = [...query.keys()].filter((name) => name !== 'pane' && ![...lists, ...words, ...flags].includes(name))
  assert.deepEqual(unreadNames, [], `conditions that no list reads: ${query}`)
  const queryValues = (names: readonly string[], of: (text: string) => unknown) =>
    Object.fromEntries(names.flatMap((name) => (query.has(name) ? [[name, of(query.get(name) ?? '')]] : [])))
  return { ...queryValues(lists, (text) => text.split(',')), ...queryValues(words, (text) => text), ...queryValues(flags, (text) => text === '1') }
}

/** Counts the rows of a list by reading it page by page. */
async function countByPages(ask: (after: number | undefined) => Promise<{ readonly rows: readonly unknown[]; readonly next: number | null }>): Promise<number> {
  let [count, after] = [0, undefined as number | undefined]
  for (;;) {
    const { rows, next } = await ask(after)
    count += rows.length
    if (next === null) return count
    after = next
  }
}

type RowCounter = (query: URLSearchParams, server: TestServer, who: string, at: At) => Promise<number>

/**
 * Returns a list whose response contains the row count: its operation, and the parameters that its page reads from the
 * address.
 */
function countOfList(operation: string, readable: ReadConditions, fixed: object = {}): RowCounter {
  return async (query, server, who, at) => {
    const input = { ...filterOf(query, readable), ...fixed, size }
    return ((await server.must(who, operation as 'payments.list', input as never, at)) as { count: number }).count
  }
}

/** Returns a list without paging. */
function countWithTotals(operation: string, readable: ReadConditions): RowCounter {
  return async (query, server, who, at) => {
    const rows: unknown = await server.must(who, operation as 'payments.list', filterOf(query, readable) as never, at)
    return (rows as readonly unknown[]).length
  }
}

/**
 * Selects one of several lists of a page: the first whose condition the address meets. The condition '' is always true.
 */
function firstMatching(...choices: readonly (readonly [when: string, rows: RowCounter])[]): RowCounter {
  return (query, ...rest) => {
    const isMet = (when: string) => {
      const [name = '', value] = when.split('=')
      return when === '' || (value === undefined ? query.has(name) : query.get(name) === value)
    }
    const [, rows] = choices.find(([when]) => isMet(when)) ?? assert.fail(`no list for ${query}`)
    return rows(query, ...rest)
  }
}

const batches = countOfList('payments.list', { lists: ['states'], words: ['tab', 'short', 'trouble'] })
const contracts = countOfList('contracts.list', { words: ['tab'], flags: ['isMine', 'isToCheck', 'isUnordered'] })
const states = { lists: ['states'] }
const reds = (mode: 1 | 2) => countOfList('invoices.reds', { lists: ['codes'], flags: ['isOpen'] }, { mode })
const returnedLines = (mode: 1 | 2) => countOfList('invoices.lines', {}, { show: 'returned', mode })
const drawer = (operation: string, name: string, state: string): RowCounter => countOfList(operation, { words: [name] }, { state, [name]: undefined })

/** Every page that a pending task can link to. */
const lists: Readonly<Record<string, RowCounter>> = {
  [pages.zfPtList.path]: batches,
  [pages.zfPtListpt.path]: batches,
  [pages.yufukuan.path]: firstMatching(
    ['pane=refunds', countOfList('prepayments.refunds', { ...states, flags: ['isForMe'] })],
    ['pane=adjustments', countOfList('prepayments.adjustments', { ...states, flags: ['isForMe'] })],
    ['pane=statements', countOfList('prepayments.statements', states)],
    ['pane=credits', countOfList('prepayments.credits', { words: ['state'] })],
    ['isLow', countWithTotals('prepayments.accounts', { flags: ['isLow'] })],
    ['', countOfList('prepayments.list', states)],
  ),
  [pages.zfycList.path]: countOfList('payouts.exceptions', { ...states, flags: ['isForMe'] }),
  [pages.zfdzList.path]: firstMatching(
    ['pane=items', countOfList('reconciliation.items', { ...states, flags: ['toCheck'] })],
    ['', countOfList('reconciliation.days', { ...states, flags: ['isLate'] })],
  ),
  [pages.zfSkList.path]: firstMatching(
    ['pane=objections', countOfList('collections.objections', { ...states, flags: ['toDecide'] })],
    ['', countOfList('collections.list', states)],
  ),
  [pages.zfSkYzList.path]: countOfList('collections.list', states),
  [pages.hzhbBjbusiness.path]: countOfList('commissions.list', { words: ['waits'] }),
  [pages.goLive.path]: async (_, server, who, at) => Number((await server.must(who, 'assessments.overview', {}, at)).status !== 'valid'),
  [pages.heldFunds.path]: countWithTotals('custody.overview', { flags: ['isOpen', 'isForMe'] }),
  [pages.residenceList.path]: countOfList('residences.list', { flags: ['isForMe', 'isOpen'] }),
  [pages.otherSales.path]: firstMatching(
    ['isForMe', countOfList('othersales.list', { flags: ['isForMe'] })],
    ['', async (_, server, who, at) => (await server.must(who, 'othersales.own', {}, at)).months.filter((month) => month.isRequested).length],
  ),
  [pages.taxClearings.path]: countOfList('clearings.list', { lists: ['states'], flags: ['isForMe', 'isOwed', 'isPending'] }),
  [pages.taxListWtdz.path]: countOfList('periods.list', { words: ['waits'] }),
  [pages.platformReports.path]: countWithTotals('platformreports.quarters', { flags: ['isOpen'] }),
  [pages.taxList.path]: (query, ...rest) => {
    assert.equal(query.get('period'), 'past')
    return countOfList('businessfilings.list', { ...states, words: ['period'] }, { kind: query.get('pane'), period: undefined, isOver: true })(query, ...rest)
  },
  [pages.taxPolicies.path]: async (query, server, who, at) => {
    if (query.get('pane') === 'points')
      return (await server.must(who, 'policies.points', {}, at)).filter(({ point, answers }) => point === 'U1' && answers.length === 0).length
    if (query.get('pane') === 'drafts') return countWithTotals('policies.drafts', { flags: ['isForMe'] })(query, server, who, at)
    const { years, missing } = await server.must(who, 'policies.years', filterOf(query, { flags: ['isForMe'] }), at)
    // The page shows a missing year separately from the other years.
    return query.has('isForMe') ? years.length : Number(missing !== null)
  },
  [pages.ttList.path]: countOfList('titles.list', { ...states, flags: ['isActive'] }),
  [pages.fpListDz.path]: firstMatching(['pane=reds', reds(2)], ['pane=returned', returnedLines(2)], ['', countOfList('invoices.list', states)]),
  [pages.fpListGth.path]: firstMatching(['pane=reds', reds(1)], ['pane=returned', returnedLines(1)], ['', countOfList('businessinvoices.list', states)]),
  [pages.userYzList.path]: (query, server, who, at) => {
    const { view, ...filter } = filterOf(query, { ...states, words: ['view'] })
    assert.equal(view, 'entities')
    return countByPages((after) => server.must(who, 'entities.list', { ...filter, size, ...(after !== undefined && { after }) }, at))
  },
  [pages.taxCalendar.path]: (query, server, who, at) => {
    const { duty, kinds } = filterOf(query, { lists: ['duty', 'kinds'] })
    assert.deepEqual(kinds, [...obligationKinds])
    return countByPages((after) => server.must(who, 'entities.calendar', { states: duty as ['overdue'], size, ...(after !== undefined && { after }) }, at))
  },
  [pages.userYzPtList.path]: firstMatching(
    ['hand=mine', countOfList('verifications.list', { words: ['hand'] }, { isForMe: true, hand: undefined })],
    ['disputes=open', drawer('disputes.list', 'disputes', 'open')],
    ['closings=open', drawer('closings.list', 'closings', 'open')],
  ),
  [pages.datacheck.path]: firstMatching(
    ['exceptions=open', drawer('relations.exceptions', 'exceptions', 'pending')],
    ['state', countOfList('operators.candidates', { words: ['state'] })],
  ),
  [pages.hzhbList.path]: firstMatching(
    ['appeals=open', drawer('applications.appeals', 'appeals', 'open')],
    ['state', countOfList('applications.list', { words: ['tab', 'state'] })],
  ),
  [pages.dwEmployeeCheck.path]: countOfList('users.applications', { words: ['state'] }),
  [pages.shoufeiblList.path]: countOfList('fees.plans', { flags: ['isForMe'] }),
  [pages.changeList.path]: countOfList('changes.list', { flags: ['isForMe'] }),
  [pages.syslog.path]: async (query, server, who, at) => {
    assert.deepEqual([...query], [['pane', 'checks']])
    return Number((await server.must(who, 'integrity.state', {}, at)).stop !== null)
  },
  [pages.dzqyList.path]: (query, ...rest) => {
    const { tab, ...filter } = Object.fromEntries(query)
    assert.equal(tab, 'tasks')
    return contracts(new URLSearchParams(filter), ...rest)
  },
  [pages.htList.path]: contracts,
  [pages.partnerList.path]: countOfList('partners.list', { words: ['standing'] }),
  [pages.ordersListms.path]: firstMatching(
    [
      'create',
      (query, ...rest) =>
        countWithTotals('orders.contracts', { flags: ['isUnordered'] })(new URLSearchParams([...query].filter(([name]) => name !== 'create')), ...rest),
    ],
    ['', countOfList('orders.list', { ...states, flags: ['isOffered'] })],
  ),
  [pages.index.path]: async (query, server, who, at) => {
    const obligations = await server.must(who, 'entities.mine', filterOf(query, { flags: ['isNow'] }), at)
    return obligations.reduce((count, { obligations }) => count + obligations.length, 0)
  },
}

/** Expects each pending task of this user to count the rows of its list. Returns the kinds of these tasks. */
export async function expectTaskLists(server: TestServer, who: string, at?: At): Promise<string[]> {
  // Tasks of another centre or mode are listed only after the user switches to it.
  const waitingTasks = (await server.must(who, 'tasks.waiting', {}, at)).filter(({ place }) => place?.isHere ?? true)
  const messages = []
  for (const { kind, path, count } of waitingTasks) {
    const { pathname, searchParams } = new URL(path, 'http://here')
    const rows = (lists[pathname] ?? assert.fail(`no list at ${path}`))(searchParams, server, who, at)
    messages.push({ who, kind, path, count, rows: await rows })
  }
  assert.deepEqual(
    messages.filter(({ count, rows }) => count !== rows),
    [],
  )
  return waitingTasks.map(({ kind }) => kind)
}
