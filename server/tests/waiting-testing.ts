import assert from 'node:assert/strict'
import { pages } from '#/api/pages.ts'
import { obligationKinds } from '#/domain/people/obligation.ts'
import type { RequestPlace } from '#/server/tests/figures-testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Compares the pending tasks of a user with the lists that they link to. Each list is called with the input of its
// page.

const pageSize = 200

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

type RowCounter = (query: URLSearchParams, server: TestServer, who: string, at: RequestPlace) => Promise<number>

/**
 * Returns a counter for a list whose response contains the row count. `readable` lists the parameters that the page
 * reads.
 */
function countOfList(operation: string, readable: ReadConditions, fixed: object = {}): RowCounter {
  return async (query, server, who, at) => {
    const input = { ...filterOf(query, readable), ...fixed, size: pageSize }
    return ((await server.must(who, operation as 'payments.list', input as never, at)) as { count: number }).count
  }
}

/** Returns a counter for a list without paging. */
function countOfUnpagedList(operation: string, readable: ReadConditions): RowCounter {
  return async (query, server, who, at) => {
    const rows: unknown = await server.must(who, operation as 'payments.list', filterOf(query, readable) as never, at)
    return (rows as readonly unknown[]).length
  }
}

/**
 * Returns a counter that uses the first list of a page whose condition the address meets. The condition '' is always
 * true.
 */
function firstMatchingCounter(...choices: readonly (readonly [when: string, rows: RowCounter])[]): RowCounter {
  return (query, ...rest) => {
    const isMet = (when: string) => {
      const [name = '', value] = when.split('=')
      return when === '' || (value === undefined ? query.has(name) : query.get(name) === value)
    }
    const [, rows] = choices.find(([when]) => isMet(when)) ?? assert.fail(`no list for ${query}`)
    return rows(query, ...rest)
  }
}

const countBatches = countOfList('payments.list', { lists: ['states'], words: ['tab', 'short', 'trouble'] })
const countContracts = countOfList('contracts.list', { words: ['tab'], flags: ['isMine', 'isToCheck', 'isUnordered'] })
const statesCondition = { lists: ['states'] }
const redLetters = (mode: 1 | 2) => countOfList('invoices.reds', { lists: ['codes'], flags: ['isOpen'] }, { mode })
const countReturnedLines = (mode: 1 | 2) => countOfList('invoices.lines', {}, { show: 'returned', mode })
const countInState = (operation: string, name: string, state: string): RowCounter => countOfList(operation, { words: [name] }, { state, [name]: undefined })

/** The row counter of every page that a pending task can link to. */
const countersByPath: Readonly<Record<string, RowCounter>> = {
  [pages.zfPtList.path]: countBatches,
  [pages.zfPtListpt.path]: countBatches,
  [pages.yufukuan.path]: firstMatchingCounter(
    ['pane=refunds', countOfList('prepayments.refunds', { ...statesCondition, flags: ['isForMe'] })],
    ['pane=adjustments', countOfList('prepayments.adjustments', { ...statesCondition, flags: ['isForMe'] })],
    ['pane=statements', countOfList('prepayments.statements', statesCondition)],
    ['pane=credits', countOfList('prepayments.credits', { words: ['state'] })],
    ['isLow', countOfUnpagedList('prepayments.accounts', { flags: ['isLow'] })],
    ['', countOfList('prepayments.list', statesCondition)],
  ),
  [pages.zfycList.path]: countOfList('payouts.exceptions', { ...statesCondition, flags: ['isForMe'] }),
  [pages.zfdzList.path]: firstMatchingCounter(
    [
      'rules',
      async (_, server, who, at) => (await server.must(who, 'reconciliation.ruleRequests', {}, at)).filter(({ requested }) => !requested?.isOwn).length,
    ],
    ['pane=items', countOfList('reconciliation.items', { ...statesCondition, flags: ['toCheck'] })],
    ['', countOfList('reconciliation.days', { ...statesCondition, flags: ['isLate'] })],
  ),
  [pages.zfSkList.path]: firstMatchingCounter(
    ['pane=objections', countOfList('collections.objections', { ...statesCondition, flags: ['toDecide'] })],
    ['', countOfList('collections.list', statesCondition)],
  ),
  [pages.zfSkYzList.path]: countOfList('collections.list', statesCondition),
  [pages.hzhbBjbusiness.path]: countOfList('commissions.list', { words: ['waits'] }),
  [pages.goLive.path]: async (_, server, who, at) => Number((await server.must(who, 'assessments.overview', {}, at)).status !== 'valid'),
  [pages.heldFunds.path]: countOfUnpagedList('custody.overview', { flags: ['isOpen', 'isForMe'] }),
  [pages.residenceList.path]: countOfList('residences.list', { flags: ['isForMe', 'isOpen'] }),
  [pages.otherSales.path]: firstMatchingCounter(
    ['isForMe', countOfList('othersales.list', { flags: ['isForMe'] })],
    ['', async (_, server, who, at) => (await server.must(who, 'othersales.own', {}, at)).months.filter((month) => month.isRequested).length],
  ),
  [pages.taxClearings.path]: countOfList('clearings.list', { lists: ['states'], flags: ['isForMe', 'isOwed', 'isPending'] }),
  [pages.taxListWtdz.path]: countOfList('periods.list', { words: ['waits'] }),
  [pages.platformReports.path]: countOfUnpagedList('platformreports.quarters', { flags: ['isOpen'] }),
  [pages.taxList.path]: (query, ...rest) => {
    assert.equal(query.get('period'), 'past')
    return countOfList(
      'businessfilings.list',
      { ...statesCondition, words: ['period'] },
      { kind: query.get('pane'), period: undefined, isOver: true },
    )(query, ...rest)
  },
  [pages.taxPolicies.path]: async (query, server, who, at) => {
    if (query.get('pane') === 'points')
      return (await server.must(who, 'policies.points', {}, at)).filter(({ point, answers }) => point === 'U1' && answers.length === 0).length
    if (query.get('pane') === 'drafts') return countOfUnpagedList('policies.drafts', { flags: ['isForMe'] })(query, server, who, at)
    const { years, missing } = await server.must(who, 'policies.years', filterOf(query, { flags: ['isForMe'] }), at)
    // The page shows a missing year separately from the other years.
    return query.has('isForMe') ? years.length : Number(missing !== null)
  },
  [pages.ttList.path]: countOfList('titles.list', { ...statesCondition, flags: ['isActive'] }),
  [pages.fpListDz.path]: firstMatchingCounter(
    ['pane=reds', redLetters(2)],
    ['pane=returned', countReturnedLines(2)],
    ['', countOfList('invoices.list', statesCondition)],
  ),
  [pages.fpListGth.path]: firstMatchingCounter(
    ['pane=reds', redLetters(1)],
    ['pane=returned', countReturnedLines(1)],
    ['', countOfList('businessinvoices.list', statesCondition)],
  ),
  [pages.userYzList.path]: (query, server, who, at) => {
    const { view, ...filter } = filterOf(query, { ...statesCondition, words: ['view'] })
    assert.equal(view, 'entities')
    return countByPages((after) => server.must(who, 'entities.list', { ...filter, size: pageSize, ...(after !== undefined && { after }) }, at))
  },
  [pages.taxCalendar.path]: (query, server, who, at) => {
    const { duty, kinds } = filterOf(query, { lists: ['duty', 'kinds'] })
    assert.deepEqual(kinds, [...obligationKinds])
    return countByPages((after) =>
      server.must(who, 'entities.calendar', { states: duty as ['overdue'], size: pageSize, ...(after !== undefined && { after }) }, at),
    )
  },
  [pages.userYzPtList.path]: firstMatchingCounter(
    ['hand=mine', countOfList('verifications.list', { words: ['hand'] }, { isForMe: true, hand: undefined })],
    ['disputes=open', countInState('disputes.list', 'disputes', 'open')],
    ['closings=open', countInState('closings.list', 'closings', 'open')],
  ),
  [pages.datacheck.path]: firstMatchingCounter(
    ['ends=mine', countOfList('relations.ends', { words: ['ends'] }, { isForMe: true, ends: undefined })],
    ['exceptions=open', countInState('relations.exceptions', 'exceptions', 'pending')],
    ['state', countOfList('operators.candidates', { words: ['state'] })],
  ),
  [pages.hzhbList.path]: firstMatchingCounter(
    ['appeals=open', countInState('applications.appeals', 'appeals', 'open')],
    ['state', countOfList('applications.list', { words: ['tab', 'state'] })],
  ),
  [pages.openingList.path]: firstMatchingCounter(
    ['pane=contracts', countOfList('imports.list', { flags: ['isForMe'] }, { kind: 'contracts' })],
    ['pane=balances', countOfList('moving.list', { flags: ['isForMe'] })],
    ['', countOfList('imports.list', { flags: ['isForMe'] }, { kind: 'income' })],
  ),
  [pages.dwEmployeeCheck.path]: countOfList('users.applications', { words: ['state'] }),
  [pages.shoufeiblList.path]: countOfList('fees.plans', { flags: ['isForMe'] }),
  [pages.ysetgade.path]: countOfList('fees.splits', { flags: ['isForMe'] }),
  [pages.ptbiliEdit.path]: countOfList('units.settings', { words: ['waiting'] }),
  [pages.userDwList.path]: countOfList('units.list', { words: ['forMe'] }),
  [pages.employeeList.path]: countOfList('staff.list', { flags: ['isForMe'] }),
  [pages.changeList.path]: countOfList('changes.list', { flags: ['isForMe'] }),
  [pages.syslog.path]: async (query, server, who, at) => {
    assert.deepEqual([...query], [['pane', 'checks']])
    return Number((await server.must(who, 'integrity.state', {}, at)).stop !== null)
  },
  [pages.dzqyList.path]: (query, ...rest) => {
    const { tab, ...filter } = Object.fromEntries(query)
    assert.equal(tab, 'tasks')
    return countContracts(new URLSearchParams(filter), ...rest)
  },
  [pages.htList.path]: countContracts,
  [pages.partnerList.path]: countOfList('partners.list', { words: ['standing'] }),
  [pages.ordersListms.path]: firstMatchingCounter(
    [
      'create',
      (query, ...rest) =>
        countOfUnpagedList('orders.contracts', { flags: ['isUnordered'] })(new URLSearchParams([...query].filter(([name]) => name !== 'create')), ...rest),
    ],
    ['', countOfList('orders.list', { ...statesCondition, flags: ['isOffered'] })],
  ),
  [pages.index.path]: async (query, server, who, at) => {
    const obligations = await server.must(who, 'entities.mine', filterOf(query, { flags: ['isNow'] }), at)
    return obligations.reduce((count, { obligations }) => count + obligations.length, 0)
  },
}

/** Expects each pending task of this user to count the rows of its list. Returns the kinds of these tasks. */
export async function expectTaskLists(server: TestServer, who: string, at?: RequestPlace): Promise<string[]> {
  // Tasks of another centre or mode are listed only after the user switches to it.
  const waitingTasks = (await server.must(who, 'tasks.waiting', {}, at)).filter(({ place }) => place?.isHere ?? true)
  const comparisons = []
  for (const { kind, path, count } of waitingTasks) {
    const { pathname, searchParams } = new URL(path, 'http://here')
    const rows = (countersByPath[pathname] ?? assert.fail(`no list at ${path}`))(searchParams, server, who, at)
    comparisons.push({ who, kind, path, count, rows: await rows })
  }
  assert.deepEqual(
    comparisons.filter(({ count, rows }) => count !== rows),
    [],
  )
  return waitingTasks.map(({ kind }) => kind)
}
