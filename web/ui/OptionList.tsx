import { type RefObject, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#/web/kernel/i18n.ts'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CheckOutlined } from './icons.ts'
import { groupOptions, type SelectOption, type SelectValue } from './select-options.ts'
import { useAnchoredPopup } from './useAnchored.ts'

interface OptionListProps<V extends SelectValue> {
  readonly id: string
  readonly label?: string | undefined
  readonly anchor: RefObject<HTMLElement | null>
  readonly options: readonly SelectOption<V>[]
  /** The headings of grouped options, by option value. */
  readonly headings: ReadonlyMap<V, string>
  readonly chosen: readonly V[]
  readonly at: number
  readonly isMany: boolean
  readonly isLoading: boolean
  readonly emptyText?: string | undefined
  readonly onPoint: (at: number) => void
  readonly onChoose: (option: SelectOption<V>) => void
}

interface OptionProps<V extends SelectValue> {
  readonly id: string
  readonly option: SelectOption<V>
  readonly isChosen: boolean
  readonly isActive: boolean
  readonly isMany: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Option<V extends SelectValue>({ id, option, isChosen, isActive, isMany, onPoint, onChoose }: OptionProps<V>) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as the combobox pattern requires.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className="k-option"
      aria-selected={isChosen}
      aria-disabled={option.disabled || undefined}
      data-active={isActive || undefined}
      onMouseMove={() => !isActive && !option.disabled && onPoint()}
      onClick={() => !option.disabled && onChoose()}
    >
      <span className="k-option-words">
        {option.label}
        {option.note === undefined || option.note === null || option.note === '' ? null : <small className="k-note">{option.note}</small>}
      </span>
      {isMany && isChosen ? <Icon of={CheckOutlined} /> : null}
    </div>
  )
}

/** The open list of a select. The focus stays in the field, which names the active option. */
export function OptionList<V extends SelectValue>(props: OptionListProps<V>) {
  const { id, label, anchor, options, headings, chosen, at, isMany, isLoading, emptyText, onPoint, onChoose } = props
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  useAnchoredPopup(list, anchor, true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: options that arrive later may put the active one elsewhere.
  useLayoutEffect(() => {
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [at, options.length])
  return createPortal(
    // A press would move the focus out of the field and close the list. Scrolling the list with the pointer remains
    // possible.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys, as the combobox pattern requires.
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      popover="manual"
      className="k-options"
      aria-label={label ?? anchor.current?.querySelector('input')?.labels?.[0]?.textContent ?? undefined}
      aria-multiselectable={isMany || undefined}
      aria-busy={isLoading || undefined}
      onMouseDown={(event) => event.preventDefault()}
      // React passes events to the row or form whose field opened the list.
      onClick={(event) => event.stopPropagation()}
    >
      {groupOptions(options, headings).map(({ heading, from, options: run }) => {
        const rows = run.map((option, index) => (
          <Option
            key={String(option.value)}
            id={`${id}-${from + index}`}
            option={option}
            isChosen={chosen.includes(option.value)}
            isActive={from + index === at}
            isMany={isMany}
            onPoint={() => onPoint(from + index)}
            onChoose={() => onChoose(option)}
          />
        ))
        if (heading === undefined) return rows
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset.
          <div key={`${heading} ${from}`} role="group" aria-labelledby={`${id}-${from}-heading`}>
            <div id={`${id}-${from}-heading`} className="k-options-heading" role="presentation">
              {heading}
            </div>
            {rows}
          </div>
        )
      })}
      {options.length === 0 ? <div className="k-options-empty">{isLoading ? t(formTexts.loading) : (emptyText ?? t(formTexts.noOptions))}</div> : null}
    </div>,
    document.body,
  )
}
