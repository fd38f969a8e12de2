import { deviceMs } from '#/web/kernel/clock.ts'
import { session } from '#/web/kernel/session.ts'
import { signal } from '#/web/kernel/signal.ts'
import { siteStorage } from '#/web/kernel/storage.ts'

// The lock applies to every tab of this browser and survives a reload. Signing out removes both keys with the session.
/** Storage key of the lock: '1' is locked, '0' was unlocked with the password. */
const LOCK_KEY = 'lock'
const ACTIVITY_KEY = 'active'

/** Interval in milliseconds at which the last action is stored and the idle time checked. */
const STEP_MS = 5_000

/** The choices for the idle time in minutes after which the screen locks; 0 means never. */
export const idleChoices = [0, 5, 15, 30, 60] as const
export type IdleMinutes = (typeof idleChoices)[number]

const isStored = () => siteStorage.get(LOCK_KEY) === '1'

export const isLocked = signal(isStored())

function updateLock(): void {
  isLocked.set(isStored())
  document.documentElement.toggleAttribute('data-locked', isLocked.get())
}

const storeActivity = () => siteStorage.set(ACTIVITY_KEY, String(deviceMs()))

/** Locks the screen of every tab. */
export function lockScreen(): void {
  siteStorage.set(LOCK_KEY, '1')
  updateLock()
}

/** Unlocks the screen of every tab, once the server has accepted the password. */
export function unlockScreen(): void {
  siteStorage.set(LOCK_KEY, '0')
  storeActivity()
  updateLock()
}

/** Applies the lock state of other tabs. Returns the function that stops it. */
export function syncLock(): () => void {
  const followOtherTab = () => {
    // A sign-out in another tab removes the lock without the password, so the page reloads instead of being uncovered.
    if (isLocked.get() && siteStorage.get(LOCK_KEY) === null) location.reload()
    else updateLock()
  }
  updateLock()
  addEventListener('storage', followOtherTab)
  return () => removeEventListener('storage', followOtherTab)
}

const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel']
/** No timer runs while the machine sleeps or the tab is frozen, but these events fire on waking. */
const wakeEvents = ['visibilitychange', 'pageshow', 'focus']

/** Locks the screen after `minutes` without an action in any tab. Returns the function that stops it. */
export function lockWhenIdle(minutes: IdleMinutes): () => void {
  if (minutes === 0) return () => undefined
  let lastStored = 0
  const check = () => {
    const last = siteStorage.get(ACTIVITY_KEY)
    // Another tab may have signed out and cleared the storage.
    if (last === null || session.token() === null) return
    if (deviceMs() - Number(last) >= minutes * 60_000) lockScreen()
  }
  const recordActivity = () => {
    if (isLocked.get() || session.token() === null || deviceMs() - lastStored < STEP_MS) return
    // The first action after a sleep must not postpone the lock.
    check()
    if (isLocked.get()) return
    lastStored = deviceMs()
    storeActivity()
  }
  if (siteStorage.get(ACTIVITY_KEY) === null) recordActivity()
  for (const each of activityEvents) addEventListener(each, recordActivity, { capture: true, passive: true })
  for (const wakeEvent of wakeEvents) addEventListener(wakeEvent, check)
  const timer = setInterval(check, STEP_MS)
  check()
  return () => {
    clearInterval(timer)
    for (const each of activityEvents) removeEventListener(each, recordActivity, { capture: true })
    for (const wakeEvent of wakeEvents) removeEventListener(wakeEvent, check)
  }
}
