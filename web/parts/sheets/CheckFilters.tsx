import { Button, Checkbox, Input, Select } from 'antd'
import { formatCount } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { checkTexts } from './check.texts.ts'
import { codeName, type IssueWords } from './issues.ts'
import './check.css'

/** Where a row may stand, and `all`. */
export const counters = ['all', 'ready', 'warned', 'invalid', 'excluded', 'done'] as const

/** How many rows stand where, and how many carry each issue. */
export type CheckSummary = Readonly<Partial<Record<(typeof counters)[number], number>>> & { readonly byCode: Readonly<Record<string, number>> }

/** The counters of a checked list, each a button that shows those rows alone. */
export function CheckCounters({
  summary,
  only,
  onChange,
}: {
  readonly summary: CheckSummary | undefined
  readonly only: string
  readonly onChange: (only: string) => void
}) {
  const say = useText()
  const spoken = useLanguage()
  const isShown = (key: (typeof counters)[number]) => (key !== 'excluded' && key !== 'done') || (summary?.[key] ?? 0) > 0
  return (
    <fieldset className="k-row k-counters" aria-label={say(checkTexts.counters)}>
      {counters.filter(isShown).map((key) => (
        <Button
          key={key}
          type={only === key ? 'primary' : 'default'}
          danger={key === 'invalid' && (summary?.invalid ?? 0) > 0}
          aria-pressed={only === key}
          onClick={() => onChange(key)}
        >
          {`${say(checkTexts[key])} ${formatCount(summary?.[key] ?? 0, spoken)}`}
        </Button>
      ))}
    </fieldset>
  )
}

interface CheckFiltersProps<S> {
  readonly summary: CheckSummary | undefined
  readonly words: IssueWords
  readonly search: string
  readonly state: S
  readonly change: (patch: { code?: string; keyword?: string; errors?: boolean }) => void
}

/** Rows with one issue, with errors alone, or matching a search text. */
export function CheckFilters<S extends { readonly code: string; readonly keyword: string; readonly errors: boolean }>({
  summary,
  words,
  search,
  state,
  change,
}: CheckFiltersProps<S>) {
  const say = useText()
  const codes = Object.entries(summary?.byCode ?? {})
  return (
    <div className="k-row">
      <Select
        aria-label={say(checkTexts.byCode)}
        value={state.code}
        style={{ minWidth: 190 }}
        options={[
          { value: '', label: say(checkTexts.byCode) },
          ...codes.map(([code, count]) => ({ value: code, label: `${codeName(say, code, words)} (${count})` })),
        ]}
        onChange={(code: string) => change({ code })}
      />
      <Input.Search
        allowClear
        defaultValue={state.keyword}
        aria-label={search}
        placeholder={search}
        style={{ width: 230 }}
        onSearch={(keyword) => change({ keyword: keyword.trim() })}
      />
      <Checkbox checked={state.errors} onChange={(event) => change({ errors: event.target.checked })}>
        {say(checkTexts.onlyErrors)}
      </Checkbox>
    </div>
  )
}
