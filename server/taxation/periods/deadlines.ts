import { fen } from '#/domain/base/money.ts'
import { dayOf, dueDay, monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { isPublished } from '#/domain/base/working-days.ts'
import { urgencyOf } from '#/domain/people/obligation.ts'
import { type CentreFiling, type MonthlyReturn, stateOfFiling, stepOfMonth, taxesOfReturn } from '#/domain/taxation/centre-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/working-calendar.ts'
import * as store from '#/server/taxation/periods/store-deadlines.ts'

const dayMs = 86_400_000

/** The last day to declare a month; one that was closed keeps the day it had then. */
export const dueOf = ({ month, due_on }: Pick<store.DeadlineFacts, 'month' | 'due_on'>): string => due_on ?? dueDay('IIT_WITHHOLDING', month, workingCalendar)

/** Days from today to that one, below zero when it is over. */
export const daysUntil = (day: string, now: Date): number => Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / dayMs)

/**
 * The last day to correct a declared month: that of the return for the month in which the cause came up, as that return continues the corrected cumulative figures
 * (decision 0084).
 */
const correctBy = ({ correct_since }: store.DeadlineFacts, now: Date) => dueDay('IIT_WITHHOLDING', monthOf(correct_since ?? now), workingCalendar)

/** The next step of a month and its last day. */
export interface Deadline {
  readonly step: 'declare' | 'pay' | 'correct'
  readonly day: string
}

/** Returns the next deadline of a month. A declared month with nothing left to pay is `paid`, so `declared` always waits for a payment. */
export function deadlineOf(row: store.DeadlineFacts, now: Date): Deadline | null {
  const step = stepOfMonth({ state: row.state, toCorrect: row.to_correct }, row.state === 'declared' ? fen(1) : 0)
  if (step === 'correct') return { step, day: correctBy(row, now) }
  return step === 'declare' || step === 'pay' ? { step, day: dueOf(row) } : null
}

function returnOf(ctx: Context, row: store.ReturnRow, kind: MonthlyReturn): CentreFiling {
  const taxes = taxesOfReturn[kind]
  const sum = (prefix: '' | 'paid_') => taxes.reduce((total, tax) => total + row[`${prefix}${tax}_fen`], 0)
  const left = fen(sum('') - sum('paid_'))
  const step = stepOfMonth({ state: row.state, toCorrect: row.to_correct }, left)
  const dueOn = step === 'correct' ? correctBy(row, ctx.now) : dueOf(row)
  const opensOn = monthStart(shiftMonth(row.month, 1))
  const today = dayOf(ctx.now)
  return {
    kind,
    centreId: row.centre_id,
    centreName: row.centre_name,
    period: row.month,
    opensOn,
    dueOn,
    isProvisional: !isPublished(dueOn, workingCalendar),
    step,
    state: stateOfFiling(step, dueOn, today),
    urgency: urgencyOf({ opensOn, dueOn }, today),
    amount: row.edition === 0 ? null : step === 'pay' ? left : fen(sum('')),
    declarationId: row.id,
  }
}

const kinds = Object.keys(taxesOfReturn) as MonthlyReturn[]

/** The monthly returns of the centres in scope: of this many months, and of every earlier month with something left to do. */
export async function monthlyReturns(ctx: Context, months: number): Promise<CentreFiling[]> {
  const rows = await store.monthsSince(ctx, shiftMonth(monthOf(ctx.now), -months))
  return rows.flatMap((row) => kinds.map((kind) => returnOf(ctx, row, kind)))
}

/** Months in scope with something left to do: how many, and the days until the first deadline. */
export async function taxCountdown(ctx: Context): Promise<{ count: number; days: number | null }> {
  const months = await store.outstanding(ctx)
  const days = months.flatMap((row) => deadlineOf(row, ctx.now)?.day ?? []).sort()
  return { count: months.length, days: days[0] === undefined ? null : daysUntil(days[0], ctx.now) }
}
