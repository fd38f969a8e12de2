import { dayOf } from '#/domain/base/period.ts'
import { type FilingKind, lastPeriodsOf } from '#/domain/taxation/business-filing.ts'
import { nowMs } from '#/web/kernel/clock.ts'

/** Returns the selectable periods: the current one and earlier ones. */
export function currentPeriods(kind: FilingKind): string[] {
  return lastPeriodsOf(kind, dayOf(new Date(nowMs())))
}

/** The filter value for all past periods. */
export const allPastPeriods = 'past'
