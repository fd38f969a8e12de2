import assert from 'node:assert/strict'
import { pages } from '#/api/pages.ts'
import { monthOf } from '#/domain/base/period.ts'
import { type DisplayedFigure, differingFigures } from '#/server/desk/dashboard/testing.ts'
import type { CallResponse, TestServer } from '#/server/tests/testing.ts'

// Collects every figure that a user sees with the address that it links to, and compares it with the rows there.

export type RequestPlace = { readonly centre: number; readonly mode: number } | undefined

/** Returns the data of a response, or null if the user lacks the permission. */
async function dataIfPermitted<T>(requested: Promise<CallResponse<T>>): Promise<T | null> {
  const answer = await requested
  if (answer.data !== undefined) return answer.data
  assert.ok(['forbidden', 'noPage', 'noList'].includes(answer.error ?? ''), answer.message)
  return null
}

const figuresWithPath = (figures: readonly (Omit<DisplayedFigure, 'path'> & { readonly path: string | null })[]) =>
  figures.flatMap(({ path, ...figure }) => (path === null ? [] : [{ ...figure, path }]))

/** Kinds of tasks whose figures are compared with the rows of their lists. */
const kindsWithAmount: readonly string[] = [
  ...['fix', 'check', 'audit', 'topup', 'pay', 'byHand', 'failed', 'returned', 'confirm', 'unclaimed'],
  ...[
    'claimsToConfirm',
    'claimsToMerge',
    'claimsReturned',
    'objectionsToAnswer',
    'objectionsToDecide',
    'commissionBills',
    'commissionToPay',
    'commissionToCheck',
  ],
  ...['reconToCheck', 'taxPeriods', 'taxToConfirm'],
  ...['reconDue', 'refunds', 'refundsToPay', 'refundFailures', 'refundReturns', 'invoicesToReview', 'invoicesToIssue', 'invoicesFailed', 'redDue'],
]

/** Kinds of these tasks of which only the count is compared. */
const kindsWithoutAmount: readonly string[] = ['claimsReturned', 'objectionsToAnswer', 'objectionsToDecide', 'taxPeriods', 'taxToConfirm']

/** Returns the figures of the dashboard and of the pending tasks. */
async function dashboardFigures(server: TestServer, who: string, at: RequestPlace): Promise<DisplayedFigure[]> {
  const { cards, months } = await server.must(who, 'dashboard.figures', {}, at)
  const ranking = await dataIfPermitted(server.call(who, 'dashboard.ranking', {}, at))
  const centres = await dataIfPermitted(server.call(who, 'dashboard.centres', {}, at))
  const waitingTasks = await server.must(who, 'tasks.waiting', {}, at)
  return figuresWithPath([
    ...cards,
    ...months.map(({ month, amount, path }) => ({ key: month, amount, count: null, path })),
    ...(ranking?.rows ?? []).map(({ unitName, amount, count, path }) => ({ key: unitName, amount, count, path })),
    ...(centres ?? []).flatMap((row) => [
      { key: row.name, amount: row.amount, count: row.count, path: row.paidPath },
      { key: `${row.name} auditing`, amount: null, count: row.auditing, path: `${row.batchPath}&tab=auditing` },
      { key: `${row.name} paying`, amount: null, count: row.paying, path: `${row.batchPath}&tab=paying` },
      { key: `${row.name} returned`, amount: null, count: row.returned, path: `${row.batchPath}&tab=returned&states=partial,failed` },
    ]),
    // Tasks of another centre or mode are listed only after the user switches to it.
    ...waitingTasks
      .filter(({ kind, place }) => kindsWithAmount.includes(kind) && (place?.isHere ?? true))
      .map(({ kind, amount, count, path }) => ({ key: kind, amount: kindsWithoutAmount.includes(kind) ? null : amount, count, path })),
  ])
}

/** Returns the figures in the lists of units, centres, partners and staff. */
async function listFigures(server: TestServer, who: string, at: RequestPlace): Promise<DisplayedFigure[]> {
  const size = 200
  const units = await dataIfPermitted(server.call(who, 'units.list', { size }, at))
  const centres = await dataIfPermitted(server.call(who, 'centres.list', { size }, at))
  const partners = await dataIfPermitted(server.call(who, 'partners.list', { size }, at))
  const staff = await dataIfPermitted(server.call(who, 'staff.list', { size }, at))
  const partnerUnits = []
  for (const { id } of partners?.rows ?? []) partnerUnits.push(...(await server.must(who, 'partners.units', { id, size }, at)).rows)
  const rows = [...(units?.rows ?? []), ...(centres?.rows ?? []), ...(partners?.rows ?? []), ...(staff?.rows ?? []), ...partnerUnits]
  for (const { id, monthNet } of units?.rows ?? []) assert.equal((await server.must(who, 'units.get', { id }, at)).monthNet, monthNet)
  const month = monthOf(server.running.kernel.clock.now())
  for (const { id, monthNet } of staff?.rows ?? []) assert.equal((await server.must(who, 'staff.performance', { id, month }, at)).net, monthNet)
  const allUnitsFigure = units && { key: 'all units', amount: units.totals?.monthNet ?? null, count: null, path: pages.userDwList.path }
  return figuresWithPath([
    ...rows.map(({ name, monthNet, monthNetPath }) => ({ key: name, amount: monthNet, count: null, path: monthNetPath })),
    ...(allUnitsFigure ? [allUnitsFigure] : []),
  ])
}

/** Expects the same balances in the list of units, in the accounts and in the newest line of each history. */
async function expectSameBalances(server: TestServer, who: string, at: RequestPlace): Promise<void> {
  const accounts = await dataIfPermitted(server.call(who, 'prepayments.accounts', {}, at))
  if (accounts === null) return
  for (const { unitId, centreId, mode, available, frozen } of accounts) {
    const [last] = (await server.must(who, 'prepayments.history', { unitId, centreId, mode, size: 1 }, at)).rows
    assert.deepEqual([last?.availableAfter ?? 0, last?.frozenAfter ?? 0], [available, frozen])
  }
  const units = await dataIfPermitted(server.call(who, 'units.list', { size: 200 }, at))
  const sumOfUnit = (unitId: number, key: 'available' | 'frozen'): number =>
    accounts.filter((account) => account.unitId === unitId).reduce((total, each) => total + each[key], 0)
  const unitBalances = (units?.rows ?? []).map(({ id, name, available, frozen }) => ({ id, name, available, frozen }))
  assert.deepEqual(
    unitBalances,
    unitBalances.map(({ id, name }) => ({ id, name, available: sumOfUnit(id, 'available'), frozen: sumOfUnit(id, 'frozen') })),
  )
}

/** Expects every figure that this user sees to equal the rows that it links to. Returns the number of figures. */
export async function expectFiguresOfRows(server: TestServer, who: string, at?: RequestPlace): Promise<number> {
  const figures = [...(await dashboardFigures(server, who, at)), ...(await listFigures(server, who, at))]
  assert.deepEqual(await differingFigures(server, who, figures, at), [])
  await expectSameBalances(server, who, at)
  return figures.length
}
