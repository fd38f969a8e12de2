import { ownMs } from '#/web/kernel/clock.ts'
import { signal } from '#/web/kernel/signal.ts'

// The lock covers every tab of this browser and survives a reload. Signing out removes both keys with the session.
const LOCK = 'lock'
const ACTIVE = 'active'

/** How often the last action is written and the idle time checked, in milliseconds. */
const STEP_MS = 5_000

/** The choices of minutes without an action after which the screen locks; 0 never. */
export const idleChoices = [0, 5, 15, 30, 60] as const
export type IdleMinutes = (typeof idleChoices)[number]

const isStored = () => typeof localStorage !== 'undefined' && localStorage.getItem(LOCK) !== null

/** Whether the screen is locked. */
export const isLocked = signal(isStored())

function show(): void {
  isLocked.set(isStored())
  document.documentElement.toggleAttribute('data-locked', isLocked.get())
}

const touch = () => localStorage.setItem(ACTIVE, String(ownMs()))

/** Locks the screen of every tab. */
export function lockScreen(): void {
  localStorage.setItem(LOCK, '1')
  show()
}

/** Unlocks the screen of every tab, once the server has accepted the password. */
export function unlockScreen(): void {
  localStorage.removeItem(LOCK)
  touch()
  show()
}

/** Follows the lock of other tabs. Returns the function that stops it. */
export function followLock(): () => void {
  show()
  addEventListener('storage', show)
  return () => removeEventListener('storage', show)
}

/** Locks the screen after so many minutes without an action in any tab. Returns the function that stops it. */
export function lockWhenIdle(minutes: IdleMinutes): () => void {
  if (minutes === 0) return () => undefined
  if (localStorage.getItem(ACTIVE) === null) touch()
  let written = 0
  const act = () => {
    if (isLocked.get() || ownMs() - written < STEP_MS) return
    written = ownMs()
    touch()
  }
  const check = () => {
    if (ownMs() - Number(localStorage.getItem(ACTIVE)) >= minutes * 60_000) lockScreen()
  }
  const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel']
  for (const each of acts) addEventListener(each, act, { capture: true, passive: true })
  const timer = setInterval(check, STEP_MS)
  check()
  return () => {
    clearInterval(timer)
    for (const each of acts) removeEventListener(each, act, { capture: true })
  }
}
