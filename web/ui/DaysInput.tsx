import { useText } from '#/web/kernel/i18n.ts'
import { DayInput } from './DayInput.tsx'
import { texts } from './texts.ts'

/** The ends of a period, yyyy-MM-dd; '' for an open end. */
export interface DaysInputProps {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
  /** The name of the period, where no label names the field. */
  readonly label?: string
  readonly startsOpen?: boolean
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/**
 * Two fields for a period, with the ends always in order: entering one end beyond the other moves the other to the same
 * day.
 */
export function DaysInput({ id, from, to, onChange, label, startsOpen = false, ...rest }: DaysInputProps) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own frame and minimum width.
    <span
      role="group"
      className="k-input k-days-open"
      aria-label={label}
      aria-describedby={rest['aria-describedby']}
      data-invalid={rest['aria-invalid'] || undefined}
    >
      <DayInput
        id={id}
        value={from}
        other={to}
        startsOpen={startsOpen}
        placeholder={t(texts.startDay)}
        {...(label ? { 'aria-label': `${label} ${t(texts.startDay)}` } : {})}
        onChange={(day) => onChange(day, to !== '' && day > to ? day : to)}
      />
      <span aria-hidden="true">→</span>
      <DayInput
        id={`${id}-to`}
        value={to}
        other={from}
        placeholder={t(texts.endDay)}
        aria-label={t(texts.endDay)}
        onChange={(day) => onChange(day !== '' && day < from ? day : from, day)}
      />
    </span>
  )
}
