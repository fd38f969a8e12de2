import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { TextField } from '#/web/ui/TextField.tsx'
import { checkTexts } from './check.texts.ts'
import { codeName, type IssueTexts } from './issues.ts'
import './check.css'

/** The states of a row, and `all`. */
export const checkCounters = ['all', 'ready', 'warned', 'invalid', 'excluded', 'done'] as const

/** The number of rows by state and by issue code. */
export type CheckSummary = Readonly<Partial<Record<(typeof checkCounters)[number], number>>> & { readonly byCode: Readonly<Record<string, number>> }

/** The counters of a checked list. Each is a button that shows only its rows. */
export function CheckCounters({
  summary,
  only,
  onChange,
}: {
  readonly summary: CheckSummary | undefined
  readonly only: string
  readonly onChange: (only: string) => void
}) {
  const t = useText()
  const currentLanguage = useLanguage()
  const isShown = (key: (typeof checkCounters)[number]) => (key !== 'excluded' && key !== 'done') || (summary?.[key] ?? 0) > 0
  return (
    <fieldset className="k-row k-counters" aria-label={t(checkTexts.counters)}>
      {checkCounters.filter(isShown).map((key) => (
        <Button
          key={key}
          type={only === key ? 'primary' : 'default'}
          danger={key === 'invalid' && (summary?.invalid ?? 0) > 0}
          aria-pressed={only === key}
          onClick={() => onChange(key)}
        >
          {`${t(checkTexts[key])} ${formatCount(summary?.[key] ?? 0, currentLanguage)}`}
        </Button>
      ))}
    </fieldset>
  )
}

interface CheckFiltersProps<S> {
  readonly summary: CheckSummary | undefined
  readonly words: IssueTexts
  readonly search: string
  readonly state: S
  readonly change: (patch: { code?: string; keyword?: string; errors?: boolean }) => void
}

/** Filters rows by issue, errors and search text. */
export function CheckFilters<S extends { readonly code: string; readonly keyword: string; readonly errors: boolean }>({
  summary,
  words,
  search,
  state,
  change,
}: CheckFiltersProps<S>) {
  const t = useText()
  const codes = Object.entries(summary?.byCode ?? {})
  return (
    <div className="k-row">
      <select className="k-select k-check-code" aria-label={t(checkTexts.byCode)} value={state.code} onChange={(event) => change({ code: event.target.value })}>
        <option value="">{t(checkTexts.byCode)}</option>
        {codes.map(([code, count]) => (
          <option key={code} value={code}>{`${codeName(t, code, words)} (${count})`}</option>
        ))}
      </select>
      <TextField className="k-check-search" aria-label={search} placeholder={search} value={state.keyword} onCommit={(keyword) => change({ keyword })} />
      <Checkbox checked={state.errors} onChange={(event) => change({ errors: event.target.checked })}>
        {t(checkTexts.onlyErrors)}
      </Checkbox>
    </div>
  )
}
