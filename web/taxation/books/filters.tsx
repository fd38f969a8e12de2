import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf, shiftMonth } from '#/domain/base/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import type { FilterField } from '#/web/ui/FilterBar.tsx'
import { anyId } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const maxMonths = 120
const parseMonth = (text: string) => (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)

export const initialBookFilters = { from: '', to: '', centreId: 0, mode: '' } as const
export const allowedBookFilters = { from: parseMonth, to: parseMonth, centreId: anyId, mode: ['1', '2'] } as const
export const balanceKeys = ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'] as const

interface BookState {
  readonly from: string
  readonly to: string
  readonly centreId: number
  readonly mode: string
}

/** The period, and the chosen centre and mode. */
export interface BookPlace {
  readonly from: string
  readonly to: string
  readonly centreId?: number
  readonly mode?: 1 | 2
}

/** Returns the input of the books' operations. */
export function placeOf({ centreId, mode }: Pick<BookState, 'centreId' | 'mode'>, { from, to }: Pick<BookState, 'from' | 'to'>): BookPlace {
  return { from, to, ...(centreId > 0 && { centreId }), ...(mode !== '' && { mode: mode === '1' ? 1 : 2 }) }
}

/** Returns the months of the URL; by default the current month. */
export function useMonths({ from, to }: Pick<BookState, 'from' | 'to'>) {
  const [today] = useState(() => dayOf(new Date(nowMs())).slice(0, 7))
  return { from: from || to || today, to: to || from || today, today }
}

interface SelectProps {
  readonly id: string
  readonly value: string | number
  readonly choices: readonly { readonly value: string | number; readonly label: string }[]
  readonly onChange: (value: string) => void
}

function Select({ id, value, choices, onChange }: SelectProps) {
  return (
    <select id={id} className="k-input k-select" value={value} onChange={(event) => onChange(event.target.value)}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

type Field = FilterField<'from' | 'to' | 'centreId' | 'mode'>

/** Returns the filters of the period. The first month is never after the last. */
function useMonthFields(state: BookState, since: string | null, change: (patch: { from: string; to: string }) => void): Field[] {
  const t = useText()
  const { from, to, today } = useMonths(state)
  const months = [today]
  while (months.length < maxMonths && (months.at(-1) ?? '') > (since ?? today)) months.push(shiftMonth(months.at(-1) ?? today, -1))
  const choices = [...new Set([...months, from, to])]
    .sort()
    .reverse()
    .map((value) => ({ value, label: value }))
  const field = (name: 'from' | 'to', value: string): Field => ({
    kind: 'own',
    name,
    label: t(texts[name]),
    width: 130,
    render: (id) => (
      <Select
        id={id}
        value={value}
        choices={choices}
        onChange={(month) => change(name === 'from' ? { from: month, to: month > to ? month : to } : { from: month < from ? month : from, to: month })}
      />
    ),
  })
  return [field('from', from), field('to', to)]
}

/** Returns the filters of period, centre and mode. Centre staff choose their centre's books in the top bar. */
export function useBookFields(state: BookState, change: (patch: Partial<Omit<BookState, 'mode'>>) => void): Field[] {
  const t = useText()
  const isPlatform = useUser()?.usertype === userType.platform
  const { data } = useRead(api.books.places, {})
  const period = useMonthFields(state, data?.since ?? null, change)
  if (!isPlatform) return period
  const centres = [{ value: 0, label: t(texts.all) }, ...(data?.centres ?? []).map(({ id, name }) => ({ value: id, label: name }))]
  return [
    ...period,
    {
      kind: 'own',
      name: 'centreId',
      label: t(texts.centre),
      width: 236,
      render: (id) => <Select id={id} value={state.centreId} choices={centres} onChange={(value) => change({ centreId: Number(value) })} />,
    },
    {
      kind: 'choice',
      name: 'mode',
      label: t(texts.mode),
      choices: [{ value: '', label: t(texts.all) }, ...choicesOf(t, ['1', '2'] as const, contractModeNames)],
    },
  ]
}
