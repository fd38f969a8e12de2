import { type FilingKind, lastPeriodsOf } from '#/domain/business-filing.ts'
import { dayOf } from '#/domain/period.ts'
import { nowMs } from '#/web/kernel/clock.ts'

/** The periods that are offered: the one that runs, and those before it. */
export function currentPeriods(kind: FilingKind): string[] {
  return lastPeriodsOf(kind, dayOf(new Date(nowMs())))
}

/** Every period that is over, together. */
export const past = 'past'
