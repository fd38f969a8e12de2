import { filingRefusals } from '#/api/taxation/businessfilings.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { daysOfPeriod, type FilingKind, lastPeriodsOf } from '#/domain/taxation/business-filing.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'

/** Returns the selectable periods: the current one and earlier ones. */
export function currentPeriods(kind: FilingKind): string[] {
  return lastPeriodsOf(kind, dayOf(new Date(nowMs())))
}

/** Returns why a period cannot be closed yet; empty once it is over. */
export function useCloseRefusal(period: string): string {
  const t = useText()
  const { to } = daysOfPeriod(period)
  return dayOf(new Date(nowMs())) < to ? t(filingRefusals.periodRuns, { period, day: to }) : ''
}

/** The filter value for all past periods. */
export const allPastPeriods = 'past'
