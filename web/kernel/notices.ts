import { FLASH_KEY, type SessionChange } from './session.ts'
import { signal } from './signal.ts'
import { storedJson, tabStorage } from './storage.ts'

export type NoticeTone = 'success' | 'info' | 'warning' | 'error'

/** A short message that disappears automatically. */
export interface Notice {
  readonly tone: NoticeTone
  readonly text: string
}

/** The time for which an error notice is shown, in milliseconds (specification §8). */
export const NOTICE_MS = 5000

/** Returns the key of a notice: the same text in the same tone is one notice. */
export const noticeKey = ({ tone, text }: Notice): string => `${tone}:${text}`

/** Adds a notice at the end. A repeated notice moves to the end, and no other notice is removed early. */
export function withNotice(notices: readonly Notice[], notice: Notice): readonly Notice[] {
  return [...notices.filter((each) => noticeKey(each) !== noticeKey(notice)), notice]
}

const listeners = new Set<(notice: Notice) => void>()

/** Shows a short message for five seconds. Callable outside React. */
export function showNotice(tone: NoticeTone, text: string): void {
  for (const listener of [...listeners]) listener({ tone, text })
}

/** Subscribes to notices. Returns the function that unsubscribes. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const hideHandlers = new Set<() => void>()

/** Removes the success notices. Failures stay for their five seconds. */
export function hideSuccessNotices(): void {
  for (const hide of [...hideHandlers]) hide()
}

/** Subscribes to `hideSuccessNotices`. Returns the function that unsubscribes. */
export function onHideSuccessNotices(retire: () => void): () => void {
  hideHandlers.add(retire)
  return () => hideHandlers.delete(retire)
}

/** True while the session-over dialog asks the user to stay or to sign in again. */
export const isSessionOver = signal(false)

/**
 * The difference between the browser's session and that of this page, which makes the page unusable; null without one.
 */
export const sessionChange = signal<SessionChange | null>(null)

let stayCount = 0

/** Returns how often the user has chosen to stay. A call stores this number when it starts. */
export function stayOnPageCount(): number {
  return stayCount
}

let isLeaving = false

/** Keeps the session-over dialog closed while the page is being left, because the user has chosen to sign out. */
export function leaveSession(): void {
  isLeaving = true
}

/**
 * Opens the session-over dialog, once for any number of refused calls. After the user chose to stay, background reads
 * and calls started before the choice do not reopen it.
 */
export function openSessionOverDialog(isBackground: boolean, staysAtStart: number): void {
  if (!isLeaving && staysAtStart === stayCount && !(isBackground && stayCount > 0)) isSessionOver.set(true)
}

/** Closes the session-over dialog and keeps the page as it is. */
export function stayOnPage(): void {
  stayCount += 1
  isSessionOver.set(false)
}

/** Stores a message to show after the next page load, e.g. on the sign-in page. */
export function storeFlash(tone: NoticeTone, text: string): void {
  tabStorage.set(FLASH_KEY, JSON.stringify({ tone, text }))
}

/** Returns the message stored before this page load and removes it. */
export function consumeFlash(): Notice | null {
  const flash = storedJson(tabStorage, FLASH_KEY) as Notice | null
  tabStorage.remove(FLASH_KEY)
  return flash
}
