import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyId, integerFrom, keyOf, parseYesNo, periodRules, readUrl, setConditions, writeUrl, yesNoChoices } from './url-state.ts'

const initial = { keyword: '', tab: 'all', state: '', mode: '', roleId: '', states: [], duty: ['open'], isLate: false, page: 1, size: 20, open: 0 } as const
const allowedValues = {
  tab: ['paid'],
  state: keyOf({ draft: 'grey', enabled: 'green' }),
  mode: [1, 2],
  roleId: anyId,
  states: ['paid', 'failed'],
  duty: ['open', 'overdue'],
  size: [20, 50],
} as const
const readQuery = (query: string) => readUrl(new URLSearchParams(query), initial, allowedValues)

test('the URL keeps only values that differ from the defaults', () => {
  const params = writeUrl(new URLSearchParams('page=3&foreign=x'), initial, { keyword: '张三', states: ['paid', 'failed'] })
  assert.equal(params.toString(), new URLSearchParams({ foreign: 'x', keyword: '张三', states: 'paid,failed' }).toString())
  assert.deepEqual(readUrl(params, initial, allowedValues), { ...initial, keyword: '张三', states: ['paid', 'failed'] })
  assert.equal(writeUrl(new URLSearchParams('page=3'), initial, { open: 12 }).toString(), 'page=3&open=12')
  assert.equal(writeUrl(new URLSearchParams('page=3&isLate=1'), initial, { isLate: false }).toString(), '')
})

test('an allowed value of the URL is parsed as the type of its field', () => {
  assert.deepEqual(readQuery('tab=paid&state=draft&mode=2&roleId=7&states=failed,paid&duty=overdue&isLate=1&page=3&size=50&open=12'), {
    ...initial,
    tab: 'paid',
    state: 'draft',
    mode: 2,
    roleId: 7,
    states: ['failed', 'paid'],
    duty: ['overdue'],
    isLate: true,
    page: 3,
    size: 50,
    open: 12,
  })
  assert.deepEqual(readQuery('tab=all&mode='), initial, 'the initial value itself is always allowed')
  assert.deepEqual(readQuery('duty=').duty, [], 'no choice at all is one')
  assert.equal(readUrl(new URLSearchParams('state='), { state: 'pending' }, { state: ['pending', ''] }).state, '')
  assert.equal(readUrl(new URLSearchParams('state='), { state: 'pending' }, { state: ['pending'] }).state, 'pending')
})

test('a URL value that is not allowed is replaced by the initial value', () => {
  for (const query of [
    'tab=PAID&state=enabled%20&mode=3&roleId=x&states=paid,hostile&duty=nothing&isLate=yes&page=0&size=21&open=-1',
    'tab=paid,all&state=toString&mode=1.0&roleId=0&states=,&duty=,open&isLate=true&page=1.5&size=1e1&open=0x10',
    'tab=%00&state=__proto__&mode=01e0&roleId=1e3&states=__proto__&duty=constructor&page=NaN&size=Infinity&open=99999999999999999',
    'tab=&state=&mode=&roleId=&states=&isLate=&page=&size=&open=',
    'tab=toString&state=constructor&mode=NaN&roleId=-4&page=-3&size=200&open=%2012',
  ])
    assert.deepEqual(readQuery(query), initial, query)
})

test('the first of repeated parameters applies, and a repeated list value counts once', () => {
  assert.equal(readQuery('tab=paid&tab=hostile').tab, 'paid')
  assert.equal(readQuery('tab=hostile&tab=paid').tab, 'all')
  assert.deepEqual(readQuery('states=paid,paid,failed,paid').states, ['paid', 'failed'])
})

test('a URL never produces a state that is not allowed', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer(), (text, number) => {
      for (const value of [text, String(number)]) {
        const query = new URLSearchParams(Object.keys(initial).map((name) => [name, value]))
        const state = readUrl(query, initial, allowedValues)
        assert.ok(['all', 'paid'].includes(state.tab) && ['', 'draft', 'enabled'].includes(state.state) && ['', 1, 2].includes(state.mode))
        assert.ok(state.roleId === '' || Number.isSafeInteger(state.roleId))
        assert.ok(Number.isSafeInteger(state.page) && state.page >= 1 && Number.isSafeInteger(state.open) && state.open >= 0)
        assert.ok([20, 50].includes(state.size) && state.states.every((each) => ['paid', 'failed'].includes(each)))
      }
    }),
  )
  assert.equal(integerFrom(-1)('-1'), -1)
  assert.equal(integerFrom(-1)('-2'), undefined)
})

test('an end of a period that is not a valid day is left open', () => {
  const readPeriod = (from: string, to: string) => readUrl(new URLSearchParams({ from, to }), { from: '', to: '' }, periodRules)
  assert.deepEqual(readPeriod('2026-02-28', '2028-02-29'), { from: '2026-02-28', to: '2028-02-29' })
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '0026-01-01', '2026-01-01T00:00', 'today', ' ', '20260101', '9999-12-31'])
    assert.deepEqual(readPeriod(text, '2026-01-01'), { from: '', to: '2026-01-01' }, text)
})

test('empty filters are omitted, and filters with 0 or "no" are sent', () => {
  assert.deepEqual(yesNoChoices.map(parseYesNo), [true, false])
  assert.deepEqual(Object.keys(setConditions({ keyword: '', states: [], isActive: parseYesNo('') })), [])
  const conditions = { keyword: '张三', states: ['paid'], status: 0, isActive: parseYesNo('no'), isLate: true }
  assert.deepEqual(setConditions(conditions), { keyword: '张三', states: ['paid'], status: 0, isActive: false, isLate: true })
})
