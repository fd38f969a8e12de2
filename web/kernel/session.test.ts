import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { api } from './api.ts'
import { isSessionOver, type Notice, onNotice, sessionChange } from './notices.ts'
import { session, type User, user } from './session.ts'
import { ApiError } from './wire.ts'

function storageOf(values: Map<string, string>): Storage {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (at) => [...values.keys()][at] ?? null,
    clear: () => values.clear(),
    get length() {
      return values.size
    },
  }
}

const storage = new Map<string, string>()
let sentHeaders: Record<string, string>[] = []
let answer: () => Response = () => Response.json({ code: 1, message: '', data: {} })
const notices: Notice[] = []
onNotice((notice) => notices.push(notice))

beforeEach(() => {
  storage.clear()
  sentHeaders = []
  notices.length = 0
  sessionChange.set(null)
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storageOf(storage) })
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: storageOf(new Map()) })
  globalThis.fetch = async (_url, init) => {
    sentHeaders.push(init?.headers as Record<string, string>)
    return answer()
  }
  answer = () => Response.json({ code: 1, message: '', data: {} })
  session.setToken('first.7')
})

test('a page whose account was replaced in another tab is covered and sends nothing', async () => {
  storage.set('token', 'second.8')
  await assert.rejects(api.payments.cancel({ id: 7, version: 1 }), (failure) => failure instanceof ApiError && failure.error === 'other_account')
  assert.deepEqual([sentHeaders.length, sessionChange.get(), notices.length], [0, 'account', 1])
})

test('a user who signed in again in another tab can continue', async () => {
  storage.set('token', 'again.7')
  await api.payments.get({ id: 7 })
  assert.deepEqual([sentHeaders[0]?.['X-Token'], sentHeaders[0]?.['X-Account'], sessionChange.get()], ['again.7', '7', null])
})

test('the server’s refusal of a replaced account covers the page', async () => {
  answer = () => Response.json({ code: 0, error: 'other_account', message: 'reload' })
  await assert.rejects(api.payments.get({ id: 7 }))
  assert.equal(sessionChange.get(), 'account')
})

test('signing out on a page with a replaced account keeps the session of the new account', () => {
  storage.set('token', 'second.8')
  session.clear()
  assert.equal(storage.get('token'), 'second.8')
  session.pin()
  session.clear()
  assert.equal(storage.size, 0)
})

test('a page with a replaced account cannot set the centre or mode of the new account', () => {
  storage.set('token', 'second.8')
  session.setCentreId(5)
  session.setMode(2)
  assert.deepEqual([storage.get('yycenterid'), storage.get('nstype')], [undefined, undefined])
})

test('a centre switch in another tab stops calls of the page; a switch on the page stops none', async () => {
  session.setCentreId(2)
  session.setMode(1)
  await api.payments.get({ id: 7 })
  storage.set('yycenterid', '5')
  await assert.rejects(api.payments.cancel({ id: 7, version: 1 }))
  assert.deepEqual([sentHeaders.length, sessionChange.get()], [1, 'place'])
})

test('after a sign-out in another tab, the next call reports that the session is over', async () => {
  user.set({} as User)
  storage.delete('token')
  answer = () => Response.json({ code: 50008, error: 'signed_out', message: 'signed out' })
  await assert.rejects(api.payments.get({ id: 7 }))
  assert.deepEqual([sessionChange.get(), isSessionOver.get()], [null, true])
  isSessionOver.set(false)
})
