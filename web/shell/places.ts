import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { storeFlash } from '#/web/kernel/notices.ts'
import { workScope } from '#/web/kernel/scope.ts'
import { session, user } from '#/web/kernel/session.ts'
import { modeNames, texts } from './texts.ts'

/** A centre and one of its modes; a null mode means the whole centre. */
export interface PendingPlace {
  readonly centreId: number
  readonly mode: number | null
}

/** Pending work of one kind in one place. */
export type PendingWork = OutputOf<typeof api.tasks.waiting>[number]

/** Returns the place of pending work; null when the user works there now. */
export function alternativePlaceOf({ place }: PendingWork): PendingPlace | null {
  return place === null || place.isHere ? null : place
}

/** Returns a unique key for a row of pending work. */
export function keyOfPendingWork({ kind, place }: PendingWork): string {
  return `${kind} ${place?.centreId ?? ''} ${place?.mode ?? ''}`
}

/** Counts the pending work of a centre and mode, or of the whole centre. */
export function countAt(rows: readonly PendingWork[], { centreId, mode }: PendingPlace): number {
  return rows.reduce((sum, { place, count }) => (place?.centreId === centreId && (mode === null || place.mode === mode) ? sum + count : sum), 0)
}

/** Returns a function that names a mode in the user's language. */
export function useModeName(): (mode: number) => string {
  const t = useText()
  return (mode) => {
    const name = modeNames[mode]
    return name ? t(name) : String(mode)
  }
}

/** Returns a function that names a place relative to the current one: its mode, and its centre if that differs. */
export function usePlaceName(): (place: PendingPlace) => string {
  const modeName = useModeName()
  return ({ centreId, mode }) => {
    const currentUser = user.get()
    const scope = currentUser && workScope(currentUser, session.centreId(), session.mode())
    const centre = scope?.centre?.id === centreId ? undefined : scope?.centres.find((each) => each.id === centreId)
    return [centre?.name, mode === null ? undefined : modeName(mode)].filter(Boolean).join(' · ')
  }
}

/** Returns a function that switches to a place and reloads the current or another URL (specification §4, Switching). */
export function useSwitchPlace(): (place: PendingPlace, path?: string) => void {
  const t = useText()
  const modeName = useModeName()
  return ({ centreId, mode }, path) => {
    const currentUser = user.get()
    const scope = currentUser && workScope(currentUser, String(centreId), mode === null ? session.mode() : String(mode))
    if (!scope?.centre) return
    session.setCentreId(scope.centre.id)
    session.setMode(scope.mode)
    storeFlash('success', t(texts.switched, { centre: scope.centre.name, mode: modeName(scope.mode) }))
    if (path === undefined) location.reload()
    else location.assign(path)
  }
}
