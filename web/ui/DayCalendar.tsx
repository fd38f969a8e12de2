import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Language } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { languageTags, useLanguage } from '#/web/kernel/language.ts'
import { addMonths, type DayKind, dayAfterKey, firstDayOf, lastDayOf, shanghaiNow, weekdayOf, weeksOf } from './calendar-day.ts'
import { isComposing } from './composing.ts'
import { formTexts } from './form.texts.ts'
import { useAnchoredPopup } from './useAnchored.ts'
import { cycleFocus } from './useLayer.ts'
import './calendar.css'

interface DayCalendarProps {
  readonly anchor: RefObject<HTMLElement | null>
  /** The popup, so that the field knows whether the focus is in it. */
  readonly popup: RefObject<HTMLDivElement | null>
  readonly value: string
  readonly kind: DayKind
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** The other end of a period, to mark the days between. */
  readonly other?: string | undefined
  /** Focuses the calendar, because the user opened it with the keyboard. */
  readonly hasFocus: boolean
  readonly onChoose: (value: string) => void
  readonly onClose: () => void
}

const isMondayFirst: Readonly<Record<Language, boolean>> = { zh: true, en: false, es: true, ja: false }

const dateOf = (day: string) => new Date(`${day.slice(0, 7)}-${day.slice(8, 10) || '01'}T00:00:00Z`)
const formatDay = (language: Language, day: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTags[language], { ...format, timeZone: 'UTC' }).format(dateOf(day))

const isBetween = (day: string, one: string, other: string) => (one < other ? one < day && day < other : other < day && day < one)

interface GridProps extends Pick<DayCalendarProps, 'min' | 'max' | 'other'> {
  readonly shown: string
  readonly value: string
  readonly today: string
  readonly language: Language
  readonly onChoose: (value: string) => void
}

function Days({ shown, value, today, language, min = '', max = '9999', other = '', onChoose }: GridProps) {
  const weeks = weeksOf(shown, isMondayFirst[language] ? 1 : 0)
  return (
    <table className="k-calendar-days">
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={weekdayOf(day)} scope="col" abbr={formatDay(language, day, { weekday: 'long' })}>
              {formatDay(language, day, { weekday: 'narrow' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day} data-between={(other !== '' && value !== '' && isBetween(day, value, other)) || undefined}>
                <button
                  type="button"
                  title={day}
                  aria-label={formatDay(language, day, { dateStyle: 'full' })}
                  aria-pressed={day === value || day === other}
                  aria-current={day === today ? 'date' : undefined}
                  data-outside={day.slice(0, 7) !== shown.slice(0, 7) || undefined}
                  data-at={day === shown || undefined}
                  tabIndex={day === shown ? 0 : -1}
                  disabled={day < min.slice(0, 10) || day > max.slice(0, 10).padEnd(10, '9')}
                  onClick={() => onChoose(day)}
                >
                  {Number(day.slice(8))}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Months({ shown, value, today, language, min = '', max = '9999', onChoose }: GridProps) {
  const months = Array.from({ length: 12 }, (_, at) => `${shown.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`)
  return (
    <div className="k-calendar-months">
      {months.map((month) => (
        <button
          key={month}
          type="button"
          title={month}
          aria-label={formatDay(language, month, { year: 'numeric', month: 'long' })}
          aria-pressed={month === value.slice(0, 7)}
          aria-current={month === today.slice(0, 7) ? 'date' : undefined}
          data-at={month === shown.slice(0, 7) || undefined}
          tabIndex={month === shown.slice(0, 7) ? 0 : -1}
          disabled={month < min.slice(0, 7) || month > max.slice(0, 7)}
          onClick={() => onChoose(month)}
        >
          {formatDay(language, month, { month: 'short' })}
        </button>
      ))}
    </div>
  )
}

function CalendarHead({ shown, isMonths, onShow }: { readonly shown: string; readonly isMonths: boolean; readonly onShow: (day: string) => void }) {
  const t = useText()
  const language = useLanguage()
  const monthButton = (label: keyof typeof formTexts, mark: string, months: number) => (
    <button type="button" aria-label={t(formTexts[label])} onClick={() => onShow(addMonths(shown, months))}>
      {mark}
    </button>
  )
  return (
    <div className="k-calendar-head">
      {monthButton('earlierYear', '«', -12)}
      {isMonths ? null : monthButton('earlierMonth', '‹', -1)}
      <span aria-live="polite">{formatDay(language, shown, isMonths ? { year: 'numeric' } : { year: 'numeric', month: 'long' })}</span>
      {isMonths ? null : monthButton('laterMonth', '›', 1)}
      {monthButton('laterYear', '»', 12)}
    </div>
  )
}

/** The time of day, HH:mm, which applies once it is complete. */
function TimeField({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const changeTime = (text: string) => {
    const time = text.normalize('NFKC')
    setTyped(time)
    if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(time)) onChange(time.padStart(5, '0'))
  }
  return (
    <input
      type="text"
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      className="k-input"
      aria-label={t(formTexts.time)}
      value={typed ?? value}
      onChange={(event) => changeTime(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}

/** Returns the shown day, which has the focus of the grid, and the key handler of the calendar. */
function useShownDay({ popup, value, min, max, hasFocus, onClose }: DayCalendarProps, isMonths: boolean, today: string) {
  const firstWeekday = isMondayFirst[useLanguage()] ? 1 : 0
  const clampDay = (day: string) => (min && day < firstDayOf(min) ? firstDayOf(min) : max && day > lastDayOf(max) ? lastDayOf(max) : day)
  const [shown, setShown] = useState(clampDay(value ? firstDayOf(value) : today))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (value) setShown(clampDay(firstDayOf(value)))
  }
  const isMoving = useRef(hasFocus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the shown day.
  useEffect(() => {
    if (isMoving.current) popup.current?.querySelector<HTMLElement>('[data-at]')?.focus()
  }, [shown, popup])
  const showDay = (day: string) => {
    isMoving.current = false
    setShown(clampDay(day))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    const isTimeInput = target instanceof HTMLInputElement
    const targetDay =
      target instanceof HTMLButtonElement && target.title !== '' ? dayAfterKey(key, shown, { isMonths, hasShift: event.shiftKey, firstWeekday }) : null
    if (key === 'Tab' && popup.current) cycleFocus(event.nativeEvent, popup.current)
    else if (key === 'Escape' || (key === 'Enter' && isTimeInput && !isComposing(event))) {
      event.preventDefault()
      onClose()
    } else if (targetDay !== null) {
      event.preventDefault()
      isMoving.current = true
      setShown(clampDay(targetDay))
    }
  }
  return { shown, show: showDay, press: handleKeyDown }
}

/**
 * The calendar of a day, month or minute field, by the pattern of a date picker dialog: arrows move by days, page keys
 * by months, with Shift by years. Tab stays inside. Escape returns the focus to the field.
 */
export function DayCalendar(props: DayCalendarProps) {
  const { anchor, popup, value, kind, min, max, other, onChoose } = props
  const t = useText()
  const language = useLanguage()
  const isMonthPicker = kind === 'month'
  const now = shanghaiNow()
  const today = now.slice(0, 10)
  useAnchoredPopup(popup, anchor, false)
  const { shown, show, press } = useShownDay(props, isMonthPicker, today)
  const time = kind === 'minute' ? value.slice(11) || now.slice(11) : ''
  const choose = (day: string) => onChoose(kind === 'minute' ? `${day} ${time}` : day)
  const isTodayOutOfRange = (min !== undefined && today < min.slice(0, 10)) || (max !== undefined && today > max.slice(0, 10).padEnd(10, '9'))
  return createPortal(
    <div
      ref={popup}
      role="dialog"
      aria-label={t(formTexts.calendar)}
      tabIndex={-1}
      popover="manual"
      className="k-calendar"
      // A press must not move the focus away from the field, except to the time input.
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={press}
    >
      <CalendarHead shown={shown} isMonths={isMonthPicker} onShow={show} />
      {isMonthPicker ? (
        <Months {...{ shown, value, today, language, min, max }} onChoose={choose} />
      ) : (
        <Days {...{ shown, value: value.slice(0, 10), today, language, min, max, other }} onChoose={choose} />
      )}
      <div className="k-calendar-foot">
        <button type="button" disabled={isTodayOutOfRange} onClick={() => choose(isMonthPicker ? today.slice(0, 7) : today)}>
          {t(isMonthPicker ? formTexts.thisMonth : formTexts.today)}
        </button>
        {kind === 'minute' ? <TimeField value={time} onChange={(next) => onChoose(`${value.slice(0, 10) || today} ${next}`)} /> : null}
      </div>
    </div>,
    document.body,
  )
}
