import { type Fen, formatYuan } from '#/domain/base/money.ts'
import { type Language, numberTags } from '#/domain/base/text.ts'
import { languageTags } from './language.ts'
import { texts } from './texts.ts'

const SHANGHAI_MS = 8 * 3_600_000
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Converts a timestamp to Shanghai time. China has one time zone, UTC+8, without summer time. */
function toShanghaiDate(moment: string): Date | null {
  const momentMs = Date.parse(moment)
  return Number.isFinite(momentMs) ? new Date(momentMs + SHANGHAI_MS) : null
}

/** Formats the Shanghai day of a timestamp, yyyy-MM-dd; '' for none. */
export function formatDay(moment: string | null | undefined): string {
  const date = moment ? toShanghaiDate(moment) : null
  return date ? `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}` : ''
}

/** Formats a timestamp in Shanghai time, yyyy-MM-dd HH:mm; '' for none. */
export function formatDateTime(moment: string | null | undefined): string {
  const date = moment ? toShanghaiDate(moment) : null
  return date ? `${formatDay(moment)} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}` : ''
}

/** Formats a timestamp in Shanghai time with seconds; '' for none. */
export function formatDateTimeSeconds(moment: string | null | undefined): string {
  const date = moment ? toShanghaiDate(moment) : null
  return date ? `${formatDateTime(moment)}:${twoDigits(date.getUTCSeconds())}` : ''
}

const timeSpans: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Formats the distance of a timestamp from now, past or future. Under 30 s it reads "just now". */
export function formatAgo(moment: string, nowMs: number, language: Language): string {
  const differenceMs = Date.parse(moment) - nowMs
  if (Math.abs(differenceMs) < 30_000) return texts.justNow[language]
  const seconds = Math.round(differenceMs / 1000)
  const [unit, size] = timeSpans.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1]
  return new Intl.RelativeTimeFormat(languageTags[language], { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}

/** Formats an amount, ¥1,234.50; '—' for none. */
export function formatMoney(amount: Fen | null | undefined): string {
  return amount === null || amount === undefined ? '—' : formatYuan(amount)
}

const compactFormats = new Map<Language, Intl.NumberFormat>()

/** Formats an amount for a chart axis in the language's large units (¥12万, ¥120K). */
export function formatShortMoney(amount: number, language: Language): string {
  let format = compactFormats.get(language)
  if (!format) {
    format = new Intl.NumberFormat(numberTags[language], { notation: 'compact', maximumFractionDigits: 1 })
    compactFormats.set(language, format)
  }
  return `¥${format.format(amount / 100)}`
}

export function formatCount(count: number, language: Language): string {
  return new Intl.NumberFormat(numberTags[language]).format(count)
}

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

/** Returns the share in whole percent, rounded down, so that 100 means that everything is done. */
export function wholePercent(done: number, total: number): number {
  return total <= 0 ? 0 : Math.min(100, Math.floor((done * 100) / total))
}
