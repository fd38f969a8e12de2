import { type CSSProperties, useRef } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Icon } from './Icon.tsx'
import { CloseCircleFilled, DownOutlined, LoadingOutlined } from './icons.ts'
import { OptionList } from './OptionList.tsx'
import { flatOptions, type SelectOption, type SelectOptions, type SelectValue } from './select-options.ts'
import { texts } from './texts.ts'
import { useOptionList } from './useOptionList.ts'
import './form.css'

/** The properties shared by the single and the multiple select. */
export interface SelectBase<V extends SelectValue> {
  readonly id?: string
  readonly options: SelectOptions<V>
  readonly placeholder?: string | undefined
  readonly disabled?: boolean
  readonly isLoading?: boolean
  /** The user may type to filter the options. */
  readonly isSearchable?: boolean
  /** Receives the search text of the user; the caller then passes other options. */
  readonly onSearch?: (text: string) => void
  /** Shown instead of an empty list. */
  readonly emptyText?: string
  readonly className?: string
  readonly style?: CSSProperties
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-required'?: boolean
}

/** Returns the name and state of a field for assistive technology. */
export const ariaPropsOf = <V extends SelectValue>(props: SelectBase<V>) => ({
  'aria-label': props['aria-label'],
  'aria-describedby': props['aria-describedby'],
  'aria-invalid': props['aria-invalid'],
  'aria-required': props['aria-required'],
})

export function SelectMark({ isLoading }: { readonly isLoading: boolean }) {
  return <span className="k-choice-mark">{isLoading ? <Icon of={LoadingOutlined} isSpinning /> : <Icon of={DownOutlined} />}</span>
}

export interface SelectProps<V extends SelectValue> extends SelectBase<V> {
  readonly value?: V | null | undefined
  readonly onChange?: (value: V, option: SelectOption<V>) => void
  /** Offers a button that removes the choice. */
  readonly onClear?: () => void
  readonly isClearable?: boolean
  /** Opens at once with the focus. */
  readonly startsOpen?: boolean
  /** The search text with which the select opens. */
  readonly startText?: string
}

/** Returns the label of the chosen option, even if a search no longer finds that option. */
function useLabel<V extends SelectValue>(value: V | null | undefined, options: SelectOptions<V>) {
  const last = useRef<SelectOption<V> | undefined>(undefined)
  const remember = (option: SelectOption<V>) => {
    last.current = option
  }
  const option = flatOptions(options).find((each) => each.value === value)
  if (option) remember(option)
  return { label: last.current?.value === value ? (last.current?.label ?? '') : String(value ?? ''), remember }
}

/** Returns the state of a select and the handlers of its field and list. */
function useSelect<V extends SelectValue>(props: SelectProps<V>) {
  const { options, value, onChange, onClear, onSearch } = props
  const isSearchable = (props.isSearchable ?? false) || onSearch !== undefined
  const input = useRef<HTMLInputElement>(null)
  const { label, remember } = useLabel(value, options)
  const chosenValues = value === undefined || value === null || value === '' ? [] : [value]
  const choose = (option: SelectOption<V>) => {
    remember(option)
    list.close()
    if (option.value !== value) onChange?.(option.value, option)
  }
  const list = useOptionList<V>({
    options,
    chosen: chosenValues,
    isSearchable,
    onSearch,
    isDisabled: props.disabled ?? false,
    isLoading: props.isLoading ?? false,
    startsOpen: props.startsOpen ?? false,
    startText: props.startText ?? '',
    onChoose: choose,
  })
  const clear = () => {
    list.close()
    if (onClear) onClear()
    else onChange?.(undefined as unknown as V, undefined as unknown as SelectOption<V>)
    input.current?.focus()
  }
  const handlePress = () => (list.isOpen && !isSearchable ? list.close() : list.open())
  return { input, label, chosen: chosenValues, choose, list, clear, press: handlePress, isSearchable, isTyping: list.isOpen && isSearchable }
}

/** The button that removes the choice. */
function ClearButton({ onClear }: { readonly onClear: () => void }) {
  const t = useText()
  return (
    <button
      type="button"
      className="k-choice-clear"
      tabIndex={-1}
      aria-label={t(texts.clear)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClear}
    >
      <Icon of={CloseCircleFilled} />
    </button>
  )
}

/** A choice of one option from a list. Works inside `Field`. */
export function Select<V extends SelectValue>(props: SelectProps<V>) {
  const { id, placeholder, disabled = false, isLoading = false, isClearable = false } = props
  const box = useRef<HTMLSpanElement>(null)
  const { input, label, chosen, choose, list, clear, press, isSearchable, isTyping } = useSelect(props)
  return (
    <span ref={box} className={`k-choice ${props.className ?? ''}`} style={props.style} data-open={list.isOpen || undefined}>
      <input
        {...list.field}
        {...ariaPropsOf(props)}
        ref={input}
        {...(id ? { id } : {})}
        type="text"
        className="k-input"
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the field that this one replaces.
        autoFocus={props.startsOpen ?? false}
        readOnly={!isSearchable}
        disabled={disabled}
        placeholder={isTyping && label ? label : placeholder}
        title={label || undefined}
        value={isTyping ? list.query : label}
        onClick={press}
        onChange={(event) => {
          list.open()
          list.search(event.target.value)
        }}
      />
      {isClearable && chosen.length > 0 && !disabled ? <ClearButton onClear={clear} /> : <SelectMark isLoading={isLoading} />}
      {list.isOpen ? (
        <OptionList
          id={list.id}
          label={props['aria-label']}
          anchor={box}
          options={list.shown}
          headings={list.headings}
          chosen={chosen}
          at={list.at}
          isMany={false}
          isLoading={isLoading}
          emptyText={props.emptyText}
          onPoint={list.setPointed}
          onChoose={choose}
        />
      ) : null}
    </span>
  )
}
