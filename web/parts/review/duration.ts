import type { Language } from '#/domain/base/text.ts'
import { translate } from '#/web/kernel/i18n.ts'
import { durationTexts } from './review.texts.ts'

const DAY_HOURS = 24

/** Formats a waiting time in days and hours. */
export function durationIn(spoken: Language, hours: number): string {
  const whole = Math.max(0, Math.floor(hours))
  const values = { days: Math.floor(whole / DAY_HOURS), hours: whole % DAY_HOURS }
  if (whole === 0) return translate(spoken, durationTexts.underHour)
  if (values.days === 0) return translate(spoken, durationTexts.hours, values)
  return translate(spoken, values.hours === 0 ? durationTexts.days : durationTexts.daysHours, values)
}
