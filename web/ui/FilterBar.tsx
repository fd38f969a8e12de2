import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { queries } from '#/web/kernel/query.ts'
import { useSayConditions } from './conditions.ts'
import { DaysField } from './DaysField.tsx'
import { texts } from './texts.ts'
import { useIsNarrow } from './useIsNarrow.ts'
import './lists.css'

interface Choice {
  readonly value: string
  readonly label: string
}

/** One condition of a list. `name` is a field of the list's address state. */
export type FilterField<Name extends string> =
  | { readonly kind: 'text'; readonly name: Name; readonly label: string; readonly placeholder?: string; readonly width?: number }
  | { readonly kind: 'choice'; readonly name: Name; readonly label: string; readonly choices: readonly Choice[]; readonly width?: number }
  | { readonly kind: 'choices'; readonly name: Name; readonly label: string; readonly choices: readonly Choice[]; readonly width?: number }
  | { readonly kind: 'days'; readonly from: Name; readonly to: Name; readonly label: string }
  | { readonly kind: 'flag'; readonly name: Name; readonly label: string }
  | { readonly kind: 'own'; readonly name: Name; readonly label: string; readonly render: () => ReactNode }

interface FilterBarProps<S extends object> {
  readonly state: S
  readonly onChange: (patch: Partial<S>) => void
  readonly fields: readonly FilterField<keyof S & string>[]
  /** The state of an empty bar. */
  readonly initial: Partial<S>
  /** How many conditions show before "more". */
  readonly shown?: number
}

function TextField({
  id,
  value,
  placeholder,
  width,
  onCommit,
}: {
  id: string
  value: string
  placeholder: string
  width: number
  onCommit: (text: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Not an effect: those run again when a kept page comes back, and would take away what was typed and not yet asked for.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const commit = (text: string) => {
    if (text.trim() !== value) onCommit(text.trim())
  }
  return (
    <Input
      id={id}
      allowClear
      value={typed}
      style={{ width }}
      placeholder={placeholder}
      onChange={(event) => {
        setTyped(event.target.value)
        if (event.target.value === '') commit('')
      }}
      onPressEnter={() => commit(typed)}
      onBlur={() => commit(typed)}
    />
  )
}

function Field<S extends object>({
  id,
  field,
  state,
  onChange,
}: {
  id: string
  field: FilterField<keyof S & string>
  state: S
  onChange: (patch: Partial<S>) => void
}) {
  const say = useText()
  const put = (name: string, value: unknown) => onChange({ [name]: value } as Partial<S>)
  if (field.kind === 'text') {
    return (
      <TextField
        id={id}
        value={String(state[field.name] ?? '')}
        placeholder={field.placeholder ?? ''}
        width={field.width ?? 200}
        onCommit={(text) => put(field.name, text)}
      />
    )
  }
  if (field.kind === 'choice') {
    const value = String(state[field.name] ?? '')
    return (
      <Select
        id={id}
        style={{ width: field.width ?? 150 }}
        value={value}
        options={[...(field.choices.some((choice) => choice.value === '') ? [] : [{ value: '', label: say(texts.all) }]), ...field.choices]}
        onChange={(next: string) => put(field.name, next)}
      />
    )
  }
  if (field.kind === 'choices') {
    return (
      <Select
        id={id}
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        style={{ width: field.width ?? 210 }}
        placeholder={say(texts.all)}
        value={[...(state[field.name] as readonly string[])]}
        options={[...field.choices]}
        onChange={(next: string[]) => put(field.name, next)}
      />
    )
  }
  if (field.kind === 'days') {
    return (
      <DaysField
        id={id}
        from={String(state[field.from] ?? '')}
        to={String(state[field.to] ?? '')}
        onChange={(from, to) => onChange({ [field.from]: from, [field.to]: to } as unknown as Partial<S>)}
      />
    )
  }
  if (field.kind === 'flag') {
    return (
      <Checkbox checked={Boolean(state[field.name])} onChange={(event) => put(field.name, event.target.checked)}>
        {field.label}
      </Checkbox>
    )
  }
  return field.render()
}

/** The conditions of a list. What is chosen takes effect at once (text with Enter or on leaving the field) and is kept in the URL. */
export function FilterBar<S extends object>({ state, onChange, fields, initial, shown = 5 }: FilterBarProps<S>) {
  const say = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const names = fields.flatMap((field) => (field.kind === 'days' ? [field.from, field.to] : [field.name]))
  useSayConditions(
    names.some((name) => String(state[name] ?? '') !== String(initial[name] ?? '')),
    () => onChange(initial),
  )
  const few = isNarrow ? 1 : shown
  const visible = isOpen ? fields : fields.slice(0, few)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is newer than the browsers this must run on.
    <form role="search" aria-label={say(texts.filters)} className="k-filters" onSubmit={(event) => event.preventDefault()}>
      {visible.map((field, index) => (
        <div key={field.label} className="k-filter">
          {field.kind === 'flag' ? null : <label htmlFor={`${id}${index}`}>{field.label}</label>}
          <Field id={`${id}${index}`} field={field} state={state} onChange={onChange} />
        </div>
      ))}
      <div className="k-row k-filter-buttons">
        <Button type="primary" icon={<SearchOutlined />} onClick={() => void queries.invalidateQueries({ refetchType: 'active' })}>
          {say(texts.search)}
        </Button>
        <Button onClick={() => onChange(initial)}>{say(texts.reset)}</Button>
        {fields.length > few ? (
          <Button type="link" icon={isOpen ? <UpOutlined /> : <DownOutlined />} iconPlacement="end" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {say(isOpen ? texts.fewerFilters : texts.moreFilters)}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
