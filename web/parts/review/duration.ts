import type { Language } from '#/domain/base/text.ts'
import { translate } from '#/web/kernel/i18n.ts'
import { durationTexts } from './review.texts.ts'

const DAY_HOURS = 24

/** Formats a waiting time in days and hours. */
export function formatDuration(spoken: Language, hours: number): string {
  const wholeHours = Math.max(0, Math.floor(hours))
  const values = { days: Math.floor(wholeHours / DAY_HOURS), hours: wholeHours % DAY_HOURS }
  if (wholeHours === 0) return translate(spoken, durationTexts.underHour)
  if (values.days === 0) return translate(spoken, durationTexts.hours, values)
  return translate(spoken, values.hours === 0 ? durationTexts.days : durationTexts.daysHours, values)
}
