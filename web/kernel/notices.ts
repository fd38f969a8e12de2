import { type Difference, FLASH } from './session.ts'
import { signal } from './signal.ts'

/** How a notice looks. */
export type Tone = 'success' | 'info' | 'warning' | 'error'

/** A short message that goes away by itself. */
export interface Notice {
  readonly tone: Tone
  readonly text: string
}

/** How long an error stays (specification §8). */
export const NOTICE_MS = 5000

/** The same words in the same tone are one notice. */
export const noticeKey = ({ tone, text }: Notice): string => `${tone}:${text}`

/** The notices with one more at the end: the same again moves there, and no other goes before its time. */
export function withNotice(shown: readonly Notice[], notice: Notice): readonly Notice[] {
  return [...shown.filter((each) => noticeKey(each) !== noticeKey(notice)), notice]
}

const listeners = new Set<(notice: Notice) => void>()

/** Shows a short message for five seconds, wherever the code runs. */
export function notify(tone: Tone, text: string): void {
  for (const listener of [...listeners]) listener({ tone, text })
}

/** Draws the notices; answers how to stop. */
export function onNotice(listener: (notice: Notice) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the person is asked whether to stay or to sign in again, because the server said that the session is over. */
export const isSessionOver = signal(false)

/** How the session of this browser differs from the one that the page was drawn for: the page is not used any more. */
export const otherSession = signal<Difference | null>(null)

let stays = 0

/** How often the person chose to stay: a call remembers it when it starts. */
export function staysSoFar(): number {
  return stays
}

/**
 * Asks, once however many calls were refused; whoever chose to stay is asked again neither by what the page reads of itself nor by calls that were
 * under way when the choice was made.
 */
export function sessionIsOver(isBackground: boolean, staysAtStart: number): void {
  if (staysAtStart === stays && !(isBackground && stays > 0)) isSessionOver.set(true)
}

/** The person stays on the page as it is. */
export function stayOnPage(): void {
  stays += 1
  isSessionOver.set(false)
}

/** Leaves a message for after the next page load, e.g. for the sign-in page. */
export function leaveFlash(tone: Tone, text: string): void {
  sessionStorage.setItem(FLASH, JSON.stringify({ tone, text }))
}

/** The message left before this page load, once. */
export function takeFlash(): Notice | null {
  const left = sessionStorage.getItem(FLASH)
  if (left === null) return null
  sessionStorage.removeItem(FLASH)
  return JSON.parse(left) as Notice
}
