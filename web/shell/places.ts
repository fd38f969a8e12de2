import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { leaveFlash } from '#/web/kernel/notices.ts'
import { workScope } from '#/web/kernel/scope.ts'
import { session, user } from '#/web/kernel/session.ts'
import { modeNames, texts } from './texts.ts'

/** A centre, and one of its modes unless both are meant. */
export interface Place {
  readonly centreId: number
  readonly mode: number | null
}

/** One kind of work that waits at one place. */
export type Waiting = OutputOf<typeof api.tasks.waiting>[number]

/** Where this waits, when that is not where the person works now. */
export function otherPlaceOf({ place }: Waiting): Place | null {
  return place === null || place.isHere ? null : place
}

/** Tells rows of waiting work apart. */
export function keyOfWaiting({ kind, place }: Waiting): string {
  return `${kind} ${place?.centreId ?? ''} ${place?.mode ?? ''}`
}

/** How much of it waits at this centre in this mode; without a mode, at the centre altogether. */
export function countAt(rows: readonly Waiting[], { centreId, mode }: Place): number {
  return rows.reduce((sum, { place, count }) => (place?.centreId === centreId && (mode === null || place.mode === mode) ? sum + count : sum), 0)
}

/** The name of a mode in the reader's language. */
export function useModeName(): (mode: number) => string {
  const say = useText()
  return (mode) => {
    const name = modeNames[mode]
    return name ? say(name) : String(mode)
  }
}

/** The name of a place beside the chosen one: its mode, and its centre where that is another one. */
export function usePlaceName(): (place: Place) => string {
  const modeName = useModeName()
  return ({ centreId, mode }) => {
    const signedIn = user.get()
    const scope = signedIn && workScope(signedIn, session.centreId(), session.mode())
    const centre = scope?.centre?.id === centreId ? undefined : scope?.centres.find((each) => each.id === centreId)
    return [centre?.name, mode === null ? undefined : modeName(mode)].filter(Boolean).join(' · ')
  }
}

/** Chooses a place and loads this address afresh, or another one (specification §4, Switching). */
export function useSwitch(): (place: Place, path?: string) => void {
  const say = useText()
  const modeName = useModeName()
  return ({ centreId, mode }, path) => {
    const signedIn = user.get()
    const scope = signedIn && workScope(signedIn, String(centreId), mode === null ? session.mode() : String(mode))
    if (!scope?.centre) return
    session.setCentreId(scope.centre.id)
    session.setMode(scope.mode)
    leaveFlash('success', say(texts.switched, { centre: scope.centre.name, mode: modeName(scope.mode) }))
    if (path === undefined) location.reload()
    else location.assign(path)
  }
}
