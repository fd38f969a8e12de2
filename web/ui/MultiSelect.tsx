import { type KeyboardEvent, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { isComposing } from './composing.ts'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CloseOutlined } from './icons.ts'
import { OptionList } from './OptionList.tsx'
import { ariaPropsOf, type SelectBase, SelectMark } from './Select.tsx'
import { flatOptions, type SelectOption, type SelectValue } from './select-options.ts'
import { useOptionList } from './useOptionList.ts'
import './form.css'

export interface MultiSelectProps<V extends SelectValue> extends SelectBase<V> {
  readonly value?: readonly V[] | null | undefined
  readonly onChange?: (values: V[], options: SelectOption<V>[]) => void
  readonly maxCount?: number
  /** Shows the chosen values instead of their labels. */
  readonly showsValues?: boolean
}

interface ChosenTagsProps<V extends SelectValue> {
  readonly choices: readonly SelectOption<V>[]
  readonly isFixed: boolean
  readonly onRemove: (value: V) => void
}

/** The chosen options inside the field, each with a button that removes it. */
export function ChosenTags<V extends SelectValue>({ choices, isFixed, onRemove }: ChosenTagsProps<V>) {
  const t = useText()
  return choices.map(({ value, label }) => (
    <span key={String(value)} className="k-many-one">
      <span className="k-cut">{label}</span>
      {isFixed ? null : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(formTexts.removeChoice, { name: label })}
          onClick={(event) => {
            event.stopPropagation()
            onRemove(value)
          }}
        >
          <Icon of={CloseOutlined} />
        </button>
      )}
    </span>
  ))
}

/** Returns the state of a select for several options and the handlers of its field and list. */
function useMultiSelect<V extends SelectValue>(props: MultiSelectProps<V>) {
  const { options, onChange, disabled = false, isLoading = false, onSearch, maxCount = 10_000, showsValues = false } = props
  const value = props.value ?? []
  // Stores the labels of chosen options that a search no longer finds.
  const optionsRef = useRef(new Map<V, SelectOption<V>>())
  for (const option of flatOptions(options)) optionsRef.current.set(option.value, option)
  const optionOf = (one: V): SelectOption<V> => optionsRef.current.get(one) ?? { value: one, label: String(one) }
  const setValues = (next: V[]) => onChange?.(next, next.map(optionOf))
  const remove = (one: V) => setValues(value.filter((each) => each !== one))
  const toggle = (option: SelectOption<V>) => {
    if (value.includes(option.value)) remove(option.value)
    else if (value.length < maxCount) setValues([...value, option.value])
    if (list.query !== '') list.search('')
  }
  const list = useOptionList<V>({
    options,
    chosen: value,
    isSearchable: true,
    onSearch,
    isDisabled: disabled,
    isLoading,
    startsOpen: false,
    startText: '',
    onChoose: toggle,
  })
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && list.query === '' && value.length > 0 && !isComposing(event)) setValues(value.slice(0, -1))
    list.field.onKeyDown(event)
  }
  const limitedOptions = list.shown.map((each) => (value.length >= maxCount && !value.includes(each.value) ? { ...each, disabled: true } : each))
  const tags = value.map((one) => ({ ...optionOf(one), ...(showsValues ? { label: String(one) } : {}) }))
  return { value, list, shown: limitedOptions, tags, remove, toggle, press: handleKeyDown }
}

/** A choice of several options from a list. Backspace in the empty field removes the last one. Works inside `Field`. */
export function MultiSelect<V extends SelectValue>(props: MultiSelectProps<V>) {
  const { id, placeholder, disabled = false, isLoading = false } = props
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { value, list, shown, tags, remove, toggle, press } = useMultiSelect(props)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field inside has the role; a press next to it belongs to it.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field inside has the keys.
    <span
      ref={box}
      className={`k-choice k-input k-many ${props.className ?? ''}`}
      style={props.style}
      data-open={list.isOpen || undefined}
      data-disabled={disabled || undefined}
      data-invalid={props['aria-invalid'] || undefined}
      onMouseDown={(event) => {
        if (event.target !== input.current) event.preventDefault()
      }}
      onClick={() => {
        // A form or fieldset may disable the field.
        if (input.current?.matches(':disabled')) return
        input.current?.focus()
        list.open()
      }}
    >
      <ChosenTags choices={tags} isFixed={disabled} onRemove={remove} />
      <input
        {...list.field}
        {...ariaPropsOf(props)}
        ref={input}
        {...(id ? { id } : {})}
        type="text"
        className="k-many-input"
        disabled={disabled}
        placeholder={value.length === 0 ? placeholder : undefined}
        value={list.query}
        onKeyDown={press}
        onChange={(event) => {
          list.open()
          list.search(event.target.value)
        }}
      />
      <SelectMark isLoading={isLoading} />
      {list.isOpen ? (
        <OptionList
          id={list.id}
          label={props['aria-label']}
          anchor={box}
          options={shown}
          headings={list.headings}
          chosen={value}
          at={list.at}
          isMany
          isLoading={isLoading}
          emptyText={props.emptyText}
          onPoint={list.setPointed}
          onChoose={toggle}
        />
      ) : null}
    </span>
  )
}
