import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { type DayKind, isCompleteDay, readDay } from './calendar-day.ts'
import { isComposing } from './composing.ts'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CalendarOutlined, CloseCircleFilled } from './icons.ts'
import { createLoadHook } from './onDemand.tsx'
import { useRefusal } from './refusal.ts'
import { texts } from './texts.ts'
import './look.css'
import './form.css'

const load = () => import('./DayCalendar.tsx')
const useCalendar = createLoadHook(async () => (await load()).DayCalendar, { isOptional: true })

/** A day (yyyy-MM-dd) or a month (yyyy-MM); '' for none. */
export interface DayInputProps {
  readonly id?: string
  readonly value?: string | undefined
  readonly onChange?: (value: string) => void
  readonly onBlur?: () => void
  readonly picker?: 'date' | 'month'
  /** The value is a day and a time (yyyy-MM-dd HH:mm). */
  readonly hasTime?: boolean
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** The value cannot be cleared. */
  readonly isNeeded?: boolean
  /** The other end of a period, to mark the days between. */
  readonly other?: string
  /** Opens at once with the focus. */
  readonly startsOpen?: boolean
  readonly name?: string
  readonly placeholder?: string
  readonly className?: string
  readonly disabled?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-required'?: boolean
}

const preloadHandlers = { onPointerEnter: () => void load(), onFocus: () => void load() }
const textLengths = { month: 7, day: 10, minute: 16 } as const

const kindOf = ({ hasTime = false, picker = 'date' }: DayInputProps): DayKind => (hasTime ? 'minute' : picker === 'month' ? 'month' : 'day')
const forms = { month: 'yyyy-MM', day: 'yyyy-MM-dd', minute: 'yyyy-MM-dd HH:mm' } as const

/** Returns why a text is not a day that the field accepts. */
function problemOf(t: ReturnType<typeof useText>, day: string, kind: DayKind, { min = '', max = '' }: DayInputProps): string {
  if (day === '') return t(formTexts.noDay, { form: forms[kind] })
  return min && max ? t(formTexts.dayBetween, { min, max }) : min ? t(formTexts.dayFrom, { min }) : t(formTexts.dayUntil, { max })
}

/** Handles the typed text of the field until it forms a valid day. */
function useTypedDay(props: DayInputProps, kind: DayKind) {
  const { value = '', onChange, min, max, isNeeded = false } = props
  const t = useText()
  const reportRefusal = useRefusal()
  const [typed, setTyped] = useState<string | null>(null)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(null)
  }
  const isAllowed = (text: string) => (min === undefined || text >= min.slice(0, textLengths[kind])) && (max === undefined || text.slice(0, max.length) <= max)
  const applyDay = (next: string) => {
    if (next !== value) onChange?.(next)
  }
  /** Applies the text of the field, and returns whether it is a valid day. */
  const enterText = (text: string): boolean => {
    setTyped(text)
    reportRefusal?.('')
    const normalized = text.normalize('NFKC').trim()
    const day = isCompleteDay(normalized, kind) ? readDay(normalized, kind) : ''
    if (normalized === '' && !isNeeded) applyDay('')
    else if (day && isAllowed(day)) applyDay(day)
    return day !== '' && isAllowed(day)
  }
  const typedDay = typed === null ? '' : readDay(typed, kind)
  const isRefused = typed !== null && typed.trim() !== '' && !(typedDay && isAllowed(typedDay))
  /**
   * Applies the text, or shows why it is not a valid day. Returns whether the text or the value of the field changed.
   */
  const applyText = (): boolean => {
    if (isRefused && reportRefusal) {
      reportRefusal(problemOf(t, typedDay, kind, props))
      return true
    }
    setTyped(null)
    if (!typedDay || isRefused || typedDay === value) return false
    applyDay(typedDay)
    return true
  }
  const discardText = () => {
    setTyped(null)
    reportRefusal?.('')
  }
  return { typed, isRefused: isRefused && reportRefusal !== null, enter: enterText, settle: applyText, put: applyDay, forget: discardText }
}

function DayMark({ onClear }: { readonly onClear: (() => void) | null }) {
  const t = useText()
  if (!onClear)
    return (
      <span className="k-choice-mark">
        <Icon of={CalendarOutlined} />
      </span>
    )
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

/** The refs and handlers of the field and its calendar. */
function useDayField(props: DayInputProps, kind: DayKind) {
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'pointer' | 'keys' | null>(props.startsOpen ? 'pointer' : null)
  const { typed, isRefused, enter, settle, put, forget } = useTypedDay(props, kind)
  const changeText = (text: string) => {
    // The calendar must not cover the button that the user presses next.
    if (enter(text)) setOpen(null)
  }
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (popup.current?.contains(relatedTarget) || box.current?.contains(relatedTarget)) return
    setOpen(null)
    settle()
    props.onBlur?.()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const isArrowDown = event.key === 'ArrowDown'
    if (isArrowDown || (event.key === 'Escape' && open)) event.preventDefault()
    if (isArrowDown && open) popup.current?.querySelector<HTMLElement>('[data-at]')?.focus()
    else if (isArrowDown) setOpen('keys')
    else if (event.key === 'Enter') {
      // The user must see the applied day before it is sent.
      if (settle()) event.preventDefault()
      setOpen(null)
    } else if (event.key === 'Escape') {
      forget()
      setOpen(null)
    }
  }
  const close = () => {
    setOpen(null)
    input.current?.focus()
  }
  const choose = (next: string) => {
    forget()
    put(next)
    if (kind !== 'minute') close()
  }
  return { box, input, popup, open, setOpen, typed, isRefused, type: changeText, leave: handleBlur, press: handleKeyDown, close, choose }
}

/**
 * A field for a day or a month, in the same format for every locale. A complete typed value applies at once; other
 * formats (2026/1/8, 20260108) apply on Enter or blur. The calendar loads on focus. Works inside `Field`.
 */
export function DayInput(props: DayInputProps) {
  const {
    value = '',
    onChange: _change,
    onBlur,
    picker = 'date',
    hasTime = false,
    min,
    max,
    isNeeded = false,
    other,
    startsOpen = false,
    className = '',
    ...rest
  } = props
  const kind = kindOf(props)
  const { box, input, popup, open, setOpen, typed, isRefused, type, leave, press, close, choose } = useDayField(props, kind)
  const DayCalendar = useCalendar(open !== null)
  const isClearable = !isNeeded && value !== '' && !rest.disabled
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears when the focus leaves its field and its calendar.
    <span ref={box} className={`k-choice k-day ${className}`} data-open={open !== null || undefined} onBlur={leave}>
      <input
        {...rest}
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the field that this one replaces.
        autoFocus={startsOpen}
        type="text"
        inputMode={hasTime ? 'text' : 'numeric'}
        autoComplete="off"
        spellCheck={false}
        className="k-input"
        placeholder={rest.placeholder ?? forms[kind]}
        value={typed ?? value}
        data-refused={isRefused || undefined}
        {...preloadHandlers}
        onClick={() => setOpen('pointer')}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <DayMark onClear={isClearable ? () => choose('') : null} />
      {open && DayCalendar ? (
        <DayCalendar
          anchor={box}
          popup={popup}
          value={value}
          kind={kind}
          min={min}
          max={max}
          other={other}
          hasFocus={open === 'keys'}
          onChoose={choose}
          onClose={close}
        />
      ) : null}
    </span>
  )
}
