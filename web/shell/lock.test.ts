import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { isLocked, lockScreen, lockWhenIdle, syncLock, unlockScreen } from './lock.ts'

const MINUTE = 60_000
const stored = new Map<string, string>()
const listeners = new Map<string, () => void>()
let reloads = 0

const fakes = {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  document: { documentElement: { toggleAttribute: () => undefined } },
  location: { reload: () => void reloads++ },
  addEventListener: (name: string, listener: () => void) => void listeners.set(name, listener),
  removeEventListener: (name: string) => void listeners.delete(name),
}
for (const [name, value] of Object.entries(fakes)) Object.defineProperty(globalThis, name, { configurable: true, value })
mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.parse('2026-11-27T09:00:00+08:00') })

/** Simulates a sleeping machine: its clock continues, its timers do not. */
const sleep = (minutes: number) => mock.timers.setTime(Date.now() + minutes * MINUTE)
const fire = (name: string) => listeners.get(name)?.()

beforeEach(() => {
  stored.clear()
  stored.set('token', 't')
  unlockScreen()
  stored.delete('active')
  reloads = 0
})

test('the screen locks after the chosen minutes without an action', () => {
  const stop = lockWhenIdle(5)
  mock.timers.tick(4 * MINUTE)
  fire('keydown')
  mock.timers.tick(4 * MINUTE)
  assert.equal(isLocked.get(), false)
  mock.timers.tick(MINUTE)
  assert.equal(isLocked.get(), true)
  stop()
})

for (const first of ['pointermove', 'keydown', 'visibilitychange', 'pageshow', 'focus']) {
  test(`after a long sleep, ${first} locks the screen and is not counted as an action`, () => {
    const stop = lockWhenIdle(5)
    mock.timers.tick(MINUTE)
    sleep(6)
    fire(first)
    assert.equal(isLocked.get(), true)
    stop()
  })
}

test('after a sign-out in another tab, the next sign-in starts unlocked', () => {
  const stop = lockWhenIdle(5)
  stored.clear()
  mock.timers.tick(6 * MINUTE)
  fire('pointermove')
  fire('focus')
  assert.deepEqual([isLocked.get(), [...stored.keys()]], [false, []])
  stored.set('token', 'u')
  fire('focus')
  assert.equal(isLocked.get(), false)
  stop()
})

test('unlocking applies to all tabs', () => {
  const stop = syncLock()
  lockScreen()
  stored.set('lock', '0')
  fire('storage')
  assert.deepEqual([isLocked.get(), reloads], [false, 0])
  stop()
})

test('signing out on the lock screen unlocks no tab', () => {
  const stop = syncLock()
  lockScreen()
  stored.clear()
  fire('storage')
  assert.deepEqual([isLocked.get(), reloads], [true, 1])
  stop()
})
