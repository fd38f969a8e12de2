import { nowMs } from '#/web/kernel/clock.ts'
import { formatAgo, formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import type { PendingWork } from './places.ts'
import { texts } from './texts.ts'

const longWaitDays = 3
const dayMs = 86_400_000

const isLongWait = (since: string) => nowMs() - Date.parse(since) >= longWaitDays * dayMs

/** Since when the oldest item of pending work has waited, with a tag for a long wait; a dash if that is unknown. */
export function WaitingAge({ of: { oldestAt } }: { readonly of: PendingWork }) {
  const t = useText()
  const currentLanguage = useLanguage()
  if (oldestAt === null) return '—'
  return (
    <span className="k-row">
      <span title={formatDateTime(oldestAt)}>{formatAgo(oldestAt, nowMs(), currentLanguage)}</span>
      {isLongWait(oldestAt) ? (
        <StatusTag tone="gold" title={t(texts.longWaitMore, { days: longWaitDays })}>
          {t(texts.longWait)}
        </StatusTag>
      ) : null}
    </span>
  )
}

/** A note on pending work whose oldest item has waited long. */
export function LongWaitNote({ of: { oldestAt } }: { readonly of: PendingWork }) {
  const t = useText()
  const currentLanguage = useLanguage()
  if (oldestAt === null || !isLongWait(oldestAt)) return null
  return (
    <StatusTag tone="gold" title={formatDateTime(oldestAt)}>
      {t(texts.oldest, { ago: formatAgo(oldestAt, nowMs(), currentLanguage) })}
    </StatusTag>
  )
}
