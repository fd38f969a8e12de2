import { type CSSProperties, type ReactNode, useId, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { queryClient } from '#/web/kernel/query.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import { ChoicesField } from './ChoicesField.tsx'
import { usePublishConditions } from './conditions.ts'
import { DaysField } from './DaysField.tsx'
import { Icon } from './Icon.tsx'
import { DownOutlined, SearchOutlined, UpOutlined } from './icons.ts'
import { TextField } from './TextField.tsx'
import { texts } from './texts.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import './lists.css'

interface Choice {
  readonly value: string
  readonly label: string
}

interface TextFilterField<Name extends string> {
  readonly kind: 'text'
  readonly name: Name
  readonly label: string
  readonly placeholder?: string
  readonly width?: number
  /** Returns the typed or pasted text in the format of the filter. */
  readonly parse?: (text: string) => string
  /** The problem with the current value; empty for none. The page passes it to the list as `blocked`. */
  readonly problem?: string
}

/** A filter of a list. `name` is a field of the list's URL state. */
export type FilterField<Name extends string> =
  | TextFilterField<Name>
  | { readonly kind: 'choice'; readonly name: Name; readonly label: string; readonly choices: readonly Choice[]; readonly width?: number }
  | { readonly kind: 'choices'; readonly name: Name; readonly label: string; readonly choices: readonly Choice[]; readonly width?: number }
  | { readonly kind: 'days'; readonly from: Name; readonly to: Name; readonly label: string }
  | { readonly kind: 'flag'; readonly name: Name; readonly label: string }
  | { readonly kind: 'own'; readonly name: Name; readonly label: string; readonly width?: number; readonly render: (id: string) => ReactNode }

interface FilterBarProps<S extends object> {
  readonly state: S
  readonly onChange: (patch: Partial<S>) => void
  readonly fields: readonly FilterField<keyof S & string>[]
  /** The state with no filter set. */
  readonly initial: Partial<S>
  /** The number of filters visible before "more". */
  readonly shown?: number
}

const defaultWidths = { text: 190, choice: 140, choices: 160, days: 226, flag: undefined, own: 190 } as const
/** Returns the width of a field, which may shrink by a seventh to keep the bar in one row. */
function widthOf(field: { readonly kind: keyof typeof defaultWidths; readonly width?: number }): CSSProperties {
  const width = field.width ?? defaultWidths[field.kind]
  return width === undefined ? {} : { flex: `1 1 ${Math.round(width * 0.86)}px`, maxWidth: width }
}

interface FieldProps<S extends object> {
  readonly id: string
  readonly field: FilterField<keyof S & string>
  readonly state: S
  readonly onChange: (patch: Partial<S>) => void
}

function Field<S extends object>({ id, field, state, onChange }: FieldProps<S>) {
  const t = useText()
  const setFilter = (name: string, value: unknown) => onChange({ [name]: value } as Partial<S>)
  switch (field.kind) {
    case 'text':
      return (
        <>
          <TextField
            id={id}
            value={String(state[field.name] ?? '')}
            placeholder={field.placeholder ?? ''}
            onCommit={(text) => setFilter(field.name, field.parse?.(text) ?? text)}
            {...(field.problem ? { 'aria-invalid': true, 'aria-describedby': `${id}-problem` } : {})}
          />
          {field.problem ? (
            <small id={`${id}-problem`} className="k-problem" role="alert">
              {field.problem}
            </small>
          ) : null}
        </>
      )
    case 'choice':
      return (
        <select
          id={id}
          className={`k-input k-select${state[field.name] ? '' : ' k-unset'}`}
          value={String(state[field.name] ?? '')}
          onChange={(event) => setFilter(field.name, event.target.value)}
        >
          {field.choices.some((choice) => choice.value === '') ? null : <option value="">{t(texts.all)}</option>}
          {field.choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )
    case 'choices':
      return (
        <ChoicesField
          id={id}
          label={field.label}
          choices={field.choices}
          value={state[field.name] as readonly string[]}
          onChange={(next) => setFilter(field.name, next)}
        />
      )
    case 'days':
      return (
        <DaysField
          id={id}
          from={String(state[field.from] ?? '')}
          to={String(state[field.to] ?? '')}
          onChange={(from, to) => onChange({ [field.from]: from, [field.to]: to } as unknown as Partial<S>)}
        />
      )
    case 'flag':
      return (
        <Checkbox checked={Boolean(state[field.name])} onChange={(event) => setFilter(field.name, event.target.checked)}>
          {field.label}
        </Checkbox>
      )
    default:
      return field.render(id)
  }
}

/** The filters of a list. A choice applies at once, a text on Enter or blur. The URL stores the state. */
export function FilterBar<S extends object>({ state, onChange, fields, initial, shown = 5 }: FilterBarProps<S>) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const isSet = (field: FilterField<keyof S & string>) =>
    (field.kind === 'days' ? [field.from, field.to] : [field.name]).some((name) => String(state[name] ?? '') !== String(initial[name] ?? ''))
  usePublishConditions(fields.some(isSet), () => onChange(initial))
  const visibleCount = isNarrow ? 1 : shown
  // An active filter is always visible. A filter set by a link stays visible after it is cleared.
  const [brought] = useState(() => new Set(fields.filter(isSet).map(({ label }) => label)))
  const shownFields = isOpen ? fields : fields.filter((field, index) => index < visibleCount || isSet(field) || brought.has(field.label))
  return (
    // biome-ignore lint/a11y/useSemanticElements: supported browsers lack the search element.
    <form role="search" aria-label={t(texts.filters)} className="k-filters" onSubmit={(event) => event.preventDefault()}>
      {shownFields.map((field, index) => (
        <div key={field.label} className="k-filter" style={widthOf(field)}>
          {field.kind === 'flag' ? null : <label htmlFor={`${id}${index}`}>{field.label}</label>}
          <Field id={`${id}${index}`} field={field} state={state} onChange={onChange} />
        </div>
      ))}
      <div className="k-row k-filter-buttons">
        <Button type="primary" icon={<Icon of={SearchOutlined} />} onClick={() => void queryClient.invalidateQueries({ refetchType: 'active' })}>
          {t(texts.search)}
        </Button>
        <Button onClick={() => onChange(initial)}>{t(texts.reset)}</Button>
        {fields.length > (isOpen ? visibleCount : shownFields.length) ? (
          <Button
            type="link"
            icon={isOpen ? <Icon of={UpOutlined} /> : <Icon of={DownOutlined} />}
            iconPlacement="end"
            onClick={() => setOpen(!isOpen)}
            aria-expanded={isOpen}
          >
            {t(isOpen ? texts.fewerFilters : texts.moreFilters)}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
