import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Language } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { languageTags, useLanguage } from '#/web/kernel/language.ts'
import { addDays, addMonths, type DayKind, shanghaiNow, weekdayOf, weeksOf } from './calendar-day.ts'
import { formTexts } from './form.texts.ts'
import { useAnchored } from './useAnchored.ts'
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
  /** Takes the focus, because the user opened it with the keyboard. */
  readonly hasFocus: boolean
  readonly onChoose: (value: string) => void
  readonly onClose: () => void
}

const mondayFirst: Readonly<Record<Language, boolean>> = { zh: true, en: false, es: true, ja: false }

const dated = (day: string) => new Date(`${day.slice(0, 7)}-${day.slice(8, 10) || '01'}T00:00:00Z`)
const written = (language: Language, day: string, format: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(languageTags[language], { ...format, timeZone: 'UTC' }).format(dated(day))

const isBetween = (day: string, one: string, other: string) => (one < other ? one < day && day < other : other < day && day < one)

interface GridProps extends Pick<DayCalendarProps, 'min' | 'max' | 'other'> {
  readonly shown: string
  readonly value: string
  readonly today: string
  readonly language: Language
  readonly onChoose: (value: string) => void
}

function Days({ shown, value, today, language, min = '', max = '9999', other = '', onChoose }: GridProps) {
  const weeks = weeksOf(shown, mondayFirst[language] ? 1 : 0)
  return (
    <table className="k-calendar-days">
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={weekdayOf(day)} scope="col" abbr={written(language, day, { weekday: 'long' })}>
              {written(language, day, { weekday: 'narrow' })}
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
                  aria-label={written(language, day, { dateStyle: 'full' })}
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
          aria-label={written(language, month, { year: 'numeric', month: 'long' })}
          aria-pressed={month === value.slice(0, 7)}
          aria-current={month === today.slice(0, 7) ? 'date' : undefined}
          data-at={month === shown.slice(0, 7) || undefined}
          tabIndex={month === shown.slice(0, 7) ? 0 : -1}
          disabled={month < min.slice(0, 7) || month > max.slice(0, 7)}
          onClick={() => onChoose(month)}
        >
          {written(language, month, { month: 'short' })}
        </button>
      ))}
    </div>
  )
}

const stepsOfDays: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}
const stepsOfMonths: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addMonths(day, -1),
  ArrowRight: (day) => addMonths(day, 1),
  ArrowUp: (day) => addMonths(day, -3),
  ArrowDown: (day) => addMonths(day, 3),
  PageUp: (day) => addMonths(day, -12),
  PageDown: (day) => addMonths(day, 12),
}

function Head({ shown, isMonths, onShow }: { readonly shown: string; readonly isMonths: boolean; readonly onShow: (day: string) => void }) {
  const say = useText()
  const language = useLanguage()
  const turn = (label: keyof typeof formTexts, mark: string, months: number) => (
    <button type="button" aria-label={say(formTexts[label])} onClick={() => onShow(addMonths(shown, months))}>
      {mark}
    </button>
  )
  return (
    <div className="k-calendar-head">
      {turn('earlierYear', '«', -12)}
      {isMonths ? null : turn('earlierMonth', '‹', -1)}
      <span aria-live="polite">{written(language, shown, isMonths ? { year: 'numeric' } : { year: 'numeric', month: 'long' })}</span>
      {isMonths ? null : turn('laterMonth', '›', 1)}
      {turn('laterYear', '»', 12)}
    </div>
  )
}

/** The time of the day, HH:mm. It applies when it is whole. */
function Time({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const say = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const type = (text: string) => {
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
      aria-label={say(formTexts.time)}
      value={typed ?? value}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(null)}
    />
  )
}

/** The calendar of a day, month or minute field. Arrows move by days, page keys by months. */
export function DayCalendar({ anchor, popup, value, kind, min, max, other, hasFocus, onChoose, onClose }: DayCalendarProps) {
  const say = useText()
  const language = useLanguage()
  const isMonths = kind === 'month'
  const now = shanghaiNow()
  const today = now.slice(0, 10)
  const wholeDay = (text: string) => (text.length >= 10 ? text.slice(0, 10) : `${text}-01`)
  const [shown, setShown] = useState(wholeDay(value || (min && today < min ? min : max && today > max ? max : today)))
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (value) setShown(wholeDay(value))
  }
  useAnchored(popup, anchor, false)
  const isMoving = useRef(hasFocus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the shown day.
  useEffect(() => {
    if (isMoving.current) popup.current?.querySelector<HTMLElement>('[data-at]')?.focus()
  }, [shown, popup])
  const time = kind === 'minute' ? value.slice(11) || now.slice(11) : ''
  const choose = (day: string) => onChoose(kind === 'minute' ? `${day} ${time}` : day)
  const clamped = (day: string) => (min && day < wholeDay(min) ? wholeDay(min) : max && day > wholeDay(max) ? wholeDay(max) : day)
  const press = (event: KeyboardEvent) => {
    const step = (isMonths ? stepsOfMonths : stepsOfDays)[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
    } else if (step && event.target instanceof HTMLButtonElement && event.target.title !== '') {
      event.preventDefault()
      isMoving.current = true
      setShown(clamped(step(shown)))
    }
  }
  const isOff = (min !== undefined && today < min.slice(0, 10)) || (max !== undefined && today > max.slice(0, 10).padEnd(10, '9'))
  return createPortal(
    <div
      ref={popup}
      role="dialog"
      aria-label={say(formTexts.calendar)}
      tabIndex={-1}
      popover="manual"
      className="k-calendar"
      // A press must not take the focus from the field. The field of the time needs it.
      onMouseDown={(event) => event.target instanceof HTMLInputElement || event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={press}
    >
      <Head
        shown={shown}
        isMonths={isMonths}
        onShow={(day) => {
          isMoving.current = false
          setShown(day)
        }}
      />
      {isMonths ? (
        <Months {...{ shown, value, today, language, min, max }} onChoose={choose} />
      ) : (
        <Days {...{ shown, value: value.slice(0, 10), today, language, min, max, other }} onChoose={choose} />
      )}
      <div className="k-calendar-foot">
        <button type="button" disabled={isOff} onClick={() => choose(isMonths ? today.slice(0, 7) : today)}>
          {say(isMonths ? formTexts.thisMonth : formTexts.today)}
        </button>
        {kind === 'minute' ? <Time value={time} onChange={(next) => onChoose(`${value.slice(0, 10) || today} ${next}`)} /> : null}
      </div>
    </div>,
    document.body,
  )
}
