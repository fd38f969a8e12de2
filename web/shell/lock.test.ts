import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { isLocked, lockScreen, lockWhenIdle, syncLock, unlockScreen } from './lock.ts'

const MINUTE = 60_000
const storage = new Map<string, string>()
const listeners = new Map<string, () => void>()
let reloadCount = 0

const fakeGlobals = {
  localStorage: {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  },
  document: { documentElement: { toggleAttribute: () => undefined } },
  location: { reload: () => void reloadCount++ },
  addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
  removeEventListener: (name: string) => void listeners.delete(name),
}
for (const [name, value] of Object.entries(fakeGlobals)) Object.defineProperty(globalThis, name, { configurable: true, value })
mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.parse('2026-11-27T09:00:00+08:00') })

/** Simulates a sleeping machine: its clock continues, its timers do not. */
const sleep = (minutes: number) => mock.timers.setTime(Date.now() + minutes * MINUTE)
const dispatch = (name: string) => listeners.get(name)?.()

beforeEach(() => {
  storage.clear()
  storage.set('token', 't')
  unlockScreen()
  storage.delete('active')
  reloadCount = 0
})

test('the screen locks after the chosen minutes without an action', () => {
  const unsubscribe = lockWhenIdle(5)
  mock.timers.tick(4 * MINUTE)
  dispatch('keydown')
  mock.timers.tick(4 * MINUTE)
  assert.equal(isLocked.get(), false)
  mock.timers.tick(MINUTE)
  assert.equal(isLocked.get(), true)
  unsubscribe()
})

for (const event of ['pointermove', 'keydown', 'visibilitychange', 'pageshow', 'focus']) {
  test(`after a long sleep, ${event} locks the screen and is not counted as an action`, () => {
    const unsubscribe = lockWhenIdle(5)
    mock.timers.tick(MINUTE)
    sleep(6)
    dispatch(event)
    assert.equal(isLocked.get(), true)
    unsubscribe()
  })
}

test('after a sign-out in another tab, the next sign-in starts unlocked', () => {
  const unsubscribe = lockWhenIdle(5)
  storage.clear()
  mock.timers.tick(6 * MINUTE)
  dispatch('pointermove')
  dispatch('focus')
  assert.deepEqual([isLocked.get(), [...storage.keys()]], [false, []])
  storage.set('token', 'u')
  dispatch('focus')
  assert.equal(isLocked.get(), false)
  unsubscribe()
})

test('unlocking in another tab unlocks this tab without a reload', () => {
  const unsubscribe = syncLock()
  lockScreen()
  storage.set('lock', '0')
  dispatch('storage')
  assert.deepEqual([isLocked.get(), reloadCount], [false, 0])
  unsubscribe()
})

test('a sign-out in another tab reloads a locked tab and keeps it locked', () => {
  const unsubscribe = syncLock()
  lockScreen()
  storage.clear()
  dispatch('storage')
  assert.deepEqual([isLocked.get(), reloadCount], [true, 1])
  unsubscribe()
})
