import assert from 'node:assert/strict'
import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { TestServer } from '#/server/tests/testing.ts'

export type Figure = z.output<Modules['dashboard']['figures']['output']>['cards'][number]
type At = { centre: number; mode: number } | undefined

/** What the list behind a path adds up to, asked as its page asks: null for what that list does not tell. */
interface Listed {
  readonly count: number | null
  readonly amount: number | null
}

const lists: readonly (readonly [string, 'payments' | 'vouchers' | 'prepayments' | 'operators' | 'users'])[] = [
  ['/zf/zfPtListpt', 'payments'],
  ['/zf/zfPtList', 'payments'],
  ['/zf/zfpzList', 'vouchers'],
  ['/imprest/yufukuan', 'prepayments'],
  ['/datacheck/datacheck', 'operators'],
  ['/user/dwEmployeeCheck', 'users'],
]

const number = (text: string | null) => (text === null ? {} : Number(text))

async function purse(server: TestServer, who: string, { key, path }: Figure, at: At): Promise<Listed> {
  const query = new URL(path, 'http://here').searchParams
  if (query.get('pane') === 'credits') {
    const { rows, count } = await server.must(who, 'prepayments.credits', { state: query.get('state') as 'unclaimed', size: 200 }, at)
    return { count, amount: rows.reduce((sum, row) => sum + row.amount, 0) }
  }
  if (query.has('states')) {
    const states = query.get('states')?.split(',') as 'submitted'[]
    const { count, totals } = await server.must(who, 'prepayments.list', { states }, at)
    return { count, amount: totals?.amount ?? null }
  }
  const purses = await server.must(who, 'prepayments.accounts', {}, at)
  return { count: null, amount: purses.reduce((sum, each) => sum + (key === 'frozen' ? each.frozen : each.available), 0) }
}

/** Follows a figure to its list. */
export async function followed(server: TestServer, who: string, figure: Figure, at?: At): Promise<Listed> {
  const { pathname, searchParams: query, hash } = new URL(figure.path, 'http://here')
  if (hash === '#receipts') {
    const { count, totals } = await server.must(who, 'dashboard.receipts', {}, at)
    return figure.key === 'income' ? { count, amount: totals.gross } : { count: null, amount: totals.net }
  }
  if (hash === '#taxes') {
    const months = await server.must(who, 'dashboard.taxRecord', {}, at)
    return { count: null, amount: months.reduce((sum, month) => sum + month.tax, 0) }
  }
  if (hash === '#units') {
    const units = await server.must(who, 'dashboard.ownUnits', {}, at)
    if (figure.key === 'units') return { count: units.filter((unit) => unit.isOwn).length, amount: null }
    return { count: null, amount: units.reduce((sum, unit) => sum + (figure.key === 'volume' ? unit.volume : unit.commission), 0) }
  }
  const list = lists.find(([path]) => path === pathname)?.[1]
  if (list === 'prepayments') return purse(server, who, figure, at)
  if (list === 'operators') {
    const { count } = await server.must(who, 'operators.candidates', { state: query.get('state') as 'open' }, at)
    return { count, amount: null }
  }
  if (list === 'users') {
    const { count } = await server.must(who, 'users.applications', { state: query.get('state') as 'pending' }, at)
    return { count, amount: null }
  }
  const places = Object.fromEntries(['unitId', 'centreId'].filter((name) => query.has(name)).map((name) => [name, number(query.get(name))]))
  const words = Object.fromEntries([...query].filter(([name]) => name !== 'states' && !(name in places)))
  const states = query.has('states') ? { states: query.get('states')?.split(',') } : {}
  assert.ok(list === 'payments' || list === 'vouchers', `${figure.path} leads to no list`)
  if (list === 'vouchers') {
    const { count, totals } = await server.must(who, 'vouchers.list', { ...words, ...places } as never, at)
    return { count, amount: totals?.amount ?? null }
  }
  const { count, totals } = await server.must(who, 'payments.list', { ...words, ...places, ...states } as never, at)
  return { count, amount: totals?.cost ?? null }
}

/** Figures that differ from what their lists add up to. */
export async function differing(server: TestServer, who: string, figures: readonly Figure[], at?: At): Promise<string[]> {
  const wrong: string[] = []
  for (const figure of figures) {
    const listed = await followed(server, who, figure, at)
    const isSame =
      (figure.amount === null || figure.amount === listed.amount) && (figure.count === null || listed.count === null || figure.count === listed.count)
    if (!isSame) wrong.push(`${who} ${figure.key}: ${figure.count} ${figure.amount}, its list ${listed.count} ${listed.amount}`)
  }
  return wrong
}
