import { shiftDay } from '#/domain/base/period.ts'
import { type PeriodKind, periodContaining, reportPeriodPattern, reportSpanOf } from '#/domain/desk/report.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { texts } from './texts.ts'

const kinds = { day: texts.byDay, month: texts.byMonth, quarter: texts.byQuarter, year: texts.byYear } as const satisfies Record<PeriodKind, object>
const maxEarlierPeriods = { day: 62, month: 36, quarter: 16, year: 6 } as const satisfies Record<PeriodKind, number>

/** Returns the latest periods of a kind, and the selected one even if it is older. */
function periodChoices(kind: PeriodKind, today: string, chosen: string): string[] {
  const offeredPeriods = [periodContaining(today, kind)]
  while (offeredPeriods.length < maxEarlierPeriods[kind]) offeredPeriods.push(reportSpanOf(offeredPeriods.at(-1) ?? '').before)
  return offeredPeriods.includes(chosen) ? offeredPeriods : [...offeredPeriods, chosen]
}

interface PeriodFieldProps {
  readonly id: string
  readonly value: string
  readonly today: string
  readonly onChange: (period: string) => void
}

/** Selects a day, month, quarter or year. */
export function PeriodField({ id, value, today, onChange }: PeriodFieldProps) {
  const t = useText()
  const { kind, before, to } = reportSpanOf(value)
  const next = periodContaining(shiftDay(to, 1), kind)
  return (
    <span className="r-period">
      <select
        className="k-input k-select r-kind"
        aria-label={t(texts.kind)}
        value={kind}
        onChange={(event) => onChange(periodContaining(to < today ? to : today, event.target.value as PeriodKind))}
      >
        {(Object.keys(kinds) as PeriodKind[]).map((each) => (
          <option key={each} value={each}>
            {t(kinds[each])}
          </option>
        ))}
      </select>
      <Button type="text" aria-label={t(texts.earlier)} onClick={() => onChange(before)}>
        ‹
      </Button>
      <select id={id} className="k-input k-select" value={value} onChange={(event) => onChange(event.target.value)}>
        {periodChoices(kind, today, value).map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Button type="text" aria-label={t(texts.later)} disabled={to >= today} onClick={() => onChange(next)}>
        ›
      </Button>
    </span>
  )
}

export const parsePeriod = (text: string) => (reportPeriodPattern.test(text) ? text : undefined)
