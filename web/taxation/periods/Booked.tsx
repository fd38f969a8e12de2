import { add, formatYuan, subtract } from '#/domain/base/money.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Money } from '#/web/ui/Money.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { Tooltip } from '#/web/ui/Tooltip.tsx'
import { booksTexts as texts } from './books.texts.ts'

type BookedTotals = OutputOf<typeof api.periods.booked>[number]

/** Returns a function that formats the time at which the lines were compared with the books. */
export function useComparisonTime(): (comparedAt: string | null) => string {
  const t = useText()
  return (comparedAt) => (comparedAt === null ? t(texts.comparedNow) : t(texts.comparedAtClosing, { at: formatDateTimeSeconds(comparedAt) }))
}

/** The booked tax of a period, the amount still being paid, and any gap to the total. */
export function BookedCell({ books }: { readonly books: BookedTotals | undefined }) {
  const t = useText()
  const comparisonTime = useComparisonTime()
  if (books === undefined) return '…'
  const { booked, underWay, gap, comparedAt } = books
  const values = { total: formatYuan(subtract(add(booked, underWay), gap)), underWay: formatYuan(underWay), booked: formatYuan(booked), gap: formatYuan(gap) }
  return (
    <Tooltip
      title={
        <>
          <div>{t(gap === 0 ? texts.sum : texts.sumDiffers, values)}</div>
          <div>{comparisonTime(comparedAt)}</div>
        </>
      }
    >
      <span>
        <Money value={booked} />
        <br />
        {underWay === 0 ? null : <span className="k-note">{t(texts.underWayOf, values)} </span>}
        {gap === 0 ? <span className="k-note">{t(texts.agrees)}</span> : <StatusTag tone="red">{t(texts.differs, values)}</StatusTag>}
      </span>
    </Tooltip>
  )
}
