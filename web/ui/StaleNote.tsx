import { serverMs } from '#/web/kernel/clock.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { texts } from './texts.ts'

/** Formats the time of an answer by the server's clock. */
export const formatReceivedTime = (dataUpdatedAt: number) => formatDateTimeSeconds(new Date(serverMs(dataUpdatedAt)).toISOString())

/** Warns that the figures below could not be refreshed, with their time. A failed refetch shows no other notice. */
export function StaleNote({ query }: { readonly query: { readonly dataUpdatedAt?: number; readonly refetch: () => unknown } }) {
  const t = useText()
  const { dataUpdatedAt = 0 } = query
  if (dataUpdatedAt === 0) return null
  return (
    <p className="k-stale-note" role="status">
      {t(texts.asOf, { at: formatReceivedTime(dataUpdatedAt) })}
      <Button type="link" size="small" onClick={() => void query.refetch()}>
        {t(texts.retry)}
      </Button>
    </p>
  )
}
