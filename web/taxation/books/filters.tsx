import { useState } from 'react'
import { contractModeNames } from '#/api/agreements/contracts.texts.ts'
import { userType } from '#/domain/codes.ts'
import { dayOf, shiftMonth } from '#/domain/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useUser } from '#/web/kernel/session.ts'
import type { FilterField } from '#/web/ui/FilterBar.tsx'
import { anyId } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const monthsMost = 120
const anyMonth = (text: string) => (/^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined)

export const bookInitial = { from: '', to: '', centreId: 0, mode: '' } as const
export const bookAllowed = { from: anyMonth, to: anyMonth, centreId: anyId, mode: ['1', '2'] } as const

interface BookState {
  readonly from: string
  readonly to: string
  readonly centreId: number
  readonly mode: string
}

export const sixKeys = ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'] as const

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

/** Returns the filters of period, centre and mode. A centre's books are chosen in the top bar. */
export function useBookFields(state: BookState, change: (patch: { centreId: number }) => void): FilterField<'from' | 'to' | 'centreId' | 'mode'>[] {
  const say = useText()
  const isPlatform = useUser()?.usertype === userType.platform
  const { data } = useRead(api.books.places, {})
  const { from, to, today } = useMonths(state)
  const months = [today]
  while (months.length < monthsMost && (months.at(-1) ?? '') > (data?.since ?? today)) months.push(shiftMonth(months.at(-1) ?? today, -1))
  const choices = (chosen: string) =>
    [...new Set([...months, chosen])]
      .sort()
      .reverse()
      .map((value) => ({ value, label: value }))
  const period: FilterField<'from' | 'to'>[] = [
    { kind: 'choice', name: 'from', label: say(texts.from), choices: [{ value: '', label: from }, ...choices(from).filter(({ value }) => value !== from)] },
    { kind: 'choice', name: 'to', label: say(texts.to), choices: [{ value: '', label: to }, ...choices(to).filter(({ value }) => value !== to)] },
  ]
  if (!isPlatform) return period
  return [
    ...period,
    {
      kind: 'own',
      name: 'centreId',
      label: say(texts.centre),
      width: 236,
      render: (id) => (
        <select id={id} className="k-input k-select" value={state.centreId} onChange={(event) => change({ centreId: Number(event.target.value) })}>
          <option value={0}>{say(texts.all)}</option>
          {(data?.centres ?? []).map((centre) => (
            <option key={centre.id} value={centre.id}>
              {centre.name}
            </option>
          ))}
        </select>
      ),
    },
    {
      kind: 'choice',
      name: 'mode',
      label: say(texts.mode),
      choices: [{ value: '', label: say(texts.all) }, ...(['1', '2'] as const).map((value) => ({ value, label: say(contractModeNames[value]) }))],
    },
  ]
}
