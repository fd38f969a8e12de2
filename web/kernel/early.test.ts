import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { ApiCall } from './api.ts'
import { earlyReadOf, earlyResponse, requestEarly } from './early.ts'

interface Input {
  readonly page: number
  readonly word?: string | undefined
}

const storage = new Map<string, string>()
let pending: Input[] = []
let answer: (input: Input) => Promise<unknown> = async ({ page }) => `page ${page}`
const list = Object.assign(
  (input: Input) => {
    pending.push(input)
    return answer(input)
  },
  { operation: 'units/list' },
) as unknown as ApiCall<Input, unknown>

const readEarly = (input: Input) => requestEarly([earlyReadOf(list, input)])

beforeEach(() => {
  pending = []
  storage.clear()
  storage.set('token', 'of the maker')
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem: (key: string) => storage.get(key) ?? null } })
})
afterEach(() => {
  for (const page of [1, 2]) void earlyResponse('units/list', { page })
  answer = async ({ page }) => `page ${page}`
  mock.restoreAll()
})

test('a page uses an early answer once, whatever the order of its filters', async () => {
  readEarly({ page: 1 })
  assert.equal(await earlyResponse('units/list', { word: undefined, page: 1 }), 'page 1')
  assert.equal(earlyResponse('units/list', { page: 1 }), undefined)
  assert.equal(earlyResponse('centres/list', { page: 1 }), undefined)
})

test('an early read that is still running is not sent again', () => {
  readEarly({ page: 1 })
  readEarly({ page: 1 })
  readEarly({ page: 2 })
  assert.deepEqual(pending, [{ page: 1 }, { page: 2 }])
})

test('an early answer for another user or centre is not used, and the read is sent again', () => {
  readEarly({ page: 1 })
  storage.set('token', 'of the checker')
  assert.equal(earlyResponse('units/list', { page: 1 }), undefined)
  readEarly({ page: 1 })
  storage.set('yycenterid', '2')
  readEarly({ page: 1 })
  assert.equal(pending.length, 3)
  assert.notEqual(earlyResponse('units/list', { page: 1 }), undefined)
})

test('an early answer that is too old is not used, and its read is sent again', () => {
  const now = performance.now()
  readEarly({ page: 1 })
  mock.method(performance, 'now', () => now + 20_000)
  readEarly({ page: 1 })
  assert.equal(pending.length, 2)
  mock.method(performance, 'now', () => now + 40_000)
  assert.equal(earlyResponse('units/list', { page: 1 }), undefined)
})

test('a failed early read rejects only in the page that uses it', async () => {
  answer = () => Promise.reject(new Error('no such centre'))
  readEarly({ page: 1 })
  await assert.rejects(Promise.resolve(earlyResponse('units/list', { page: 1 })), /no such centre/)
})
