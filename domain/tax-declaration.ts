import { add, atLeast, type Fen, fen, type Ppm, ppm, share, subtract, ZERO } from './money.ts'
import { partsOf } from './period.ts'
import { assess, carryOn, freshYear, type WithholdingState, withhold } from './tax-income.ts'
import type { TaxPolicy } from './tax-policy.ts'

/** Where the tax period of a centre stands (SM-TAX). */
export const periodStates = ['open', 'closing', 'closed', 'confirmed', 'declared', 'correcting', 'paid', 'certified', 'archived'] as const
export type PeriodState = (typeof periodStates)[number]

/** What waits of periods for somebody: to be closed, declared or paid, or to be confirmed as somebody else closed it. */
export const periodWaits = ['toDeclare', 'toConfirm'] as const
export type PeriodWait = (typeof periodWaits)[number]

/** What people do with a period. */
export const periodVerbs = ['close', 'confirm', 'reopen', 'declare', 'pay', 'certify', 'archive', 'correct', 'cancel'] as const
export type PeriodVerb = (typeof periodVerbs)[number]

/** A step in the history of a period. */
export const periodSteps = [
  'closing',
  'closed',
  'confirmed',
  'reopened',
  'correcting',
  'cancelled',
  'declared',
  'proposed',
  'declined',
  'paid',
  'reversing',
  'reversed',
  'credited',
  'settled',
  'uploaded',
  'certified',
  'archived',
  'compared',
] as const
export type PeriodStep = (typeof periodSteps)[number]

const from: Readonly<Record<PeriodVerb, readonly PeriodState[]>> = {
  close: ['open'],
  confirm: ['closed'],
  reopen: ['closed', 'confirmed'],
  declare: ['confirmed', 'correcting'],
  pay: ['declared'],
  certify: ['paid', 'certified'],
  archive: ['paid', 'certified'],
  correct: ['declared', 'paid', 'certified', 'archived', 'correcting'],
  cancel: ['correcting'],
}

/** Whether this can be done with a period in this state. */
export function isPeriodMove(verb: PeriodVerb, state: PeriodState): boolean {
  return from[verb].includes(state)
}

/** Taxes that are paid each by itself; the three surcharges go together. */
export const taxKinds = ['vat', 'surcharge', 'iit'] as const
export type TaxKind = (typeof taxKinds)[number]
export type ByTax = Readonly<Record<TaxKind, Fen>>

/** Whether nothing is left to pay of any tax. */
export function isSettled(left: ByTax): boolean {
  return taxKinds.every((kind) => left[kind] === 0)
}

/** The states of a payment to the tax office: registered by one person, confirmed by another, and reversed by two people. */
export const entryStates = ['proposed', 'confirmed', 'declined', 'reversing', 'reversed'] as const
export type EntryState = (typeof entryStates)[number]

/** Where a credit case stands: open while something is left, then how the last of it was settled. */
export const creditStates = ['open', 'applied', 'refunded', 'withdrawn'] as const
export type CreditState = (typeof creditStates)[number]

/** A step in the history of a credit case. */
export const creditMoves = ['opened', 'applied', 'refunded', 'withdrawn'] as const
export type CreditMove = (typeof creditMoves)[number]

/** How what the tax office computed of somebody differs from our line. */
export const resultKinds = ['amount', 'unreadable', 'stranger', 'absent', 'twice', 'period'] as const
export type ResultKind = (typeof resultKinds)[number]

/** The official files of a period. */
export const officialForms = ['iit_report', 'iit_withholding', 'vat_agent', 'person_collection'] as const
export type OfficialForm = (typeof officialForms)[number]

/** Faults that are looked for before a period is closed; those above keep it from being closed, the others are accepted with a reason. */
export const blockingFaults = ['consent', 'identity', 'negative', 'ledger'] as const
export const acceptedFaults = ['samePermit', 'duplicate', 'underWay', 'returned', 'unsettled'] as const
export const periodFaults = [...blockingFaults, ...acceptedFaults] as const
export type PeriodFault = (typeof periodFaults)[number]

/** Whether a period cannot be closed with it. */
export function isBlockingFault(fault: PeriodFault): boolean {
  return (blockingFaults as readonly string[]).includes(fault)
}

/** A person's month at the payer: what was paid, and what was taken of it. */
export interface DeclaredMonth {
  readonly month: string
  readonly gross: Fen
  readonly income: Fen
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly withheld: Fen
}

/** What of a person goes into a period. */
export interface DeclaredFacts {
  /** The months of the year before this one in which something was paid and stayed, oldest first, with what of this month was declared in an older system. */
  readonly before: readonly DeclaredMonth[]
  /** The period's own payments; null: none. */
  readonly own: DeclaredMonth | null
  /** Returns of the period's own payments (all below zero); null: none. */
  readonly returned: DeclaredMonth | null
  /** Returns of earlier months, declared here before 2026-11-26 (all below zero); null: none. */
  readonly back: DeclaredMonth | null
  readonly difference: Fen
}

/** A person's line of a declaration. */
export interface DeclaredLine {
  readonly gross: Fen
  readonly income: Fen
  readonly exempt: Fen
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly cumIncome: Fen
  readonly cumExpense: Fen
  readonly cumDeduction: Fen
  readonly cumOther: Fen
  readonly months: number
  readonly ratePpm: Ppm
  readonly quick: Fen
  readonly should: Fen
  readonly before: Fen
  readonly due: Fen
  readonly withheld: Fen
  readonly backGross: Fen
  readonly backTax: Fen
  readonly difference: Fen
}

const otherOf = (row: DeclaredMonth, policy: TaxPolicy): Fen =>
  policy.params.withholding.deductsSurcharge ? add(row.city, row.education, row.localEducation) : ZERO

/** The year so far as it stands, of somebody who was paid nothing in the period. */
function asItStands(run: WithholdingState, policy: TaxPolicy) {
  const { expensePpm, monthlyDeductionFen, brackets } = policy.params.withholding
  const expense = share(run.income, expensePpm)
  const deduction = fen(monthlyDeductionFen * run.months)
  const assessed = assess(brackets, fen(run.income - expense - deduction - run.other))
  return { ...run, expense, deduction, ...assessed, withhold: atLeast(subtract(assessed.tax, run.withheld), ZERO) }
}

const nothing: Omit<DeclaredMonth, 'month'> = { gross: ZERO, income: ZERO, vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withheld: ZERO }

function sumOfMonths(a: DeclaredMonth, b: DeclaredMonth | null): DeclaredMonth {
  if (b === null) return a
  return {
    month: a.month,
    gross: add(a.gross, b.gross),
    income: add(a.income, b.income),
    vat: add(a.vat, b.vat),
    city: add(a.city, b.city),
    education: add(a.education, b.education),
    localEducation: add(a.localEducation, b.localEducation),
    withheld: add(a.withheld, b.withheld),
  }
}

/** The line of a person in the declaration of a month: the cumulative figures by the month's policy, and what was taken (公告2025年第16号). */
export function declaredLine(month: string, facts: DeclaredFacts, policy: TaxPolicy): DeclaredLine {
  const { year, month: number } = partsOf(month)
  const { gapMonthsToReset } = policy.params.withholding
  let run = freshYear(year)
  for (const row of facts.before) {
    run = carryOn(run, { ...partsOf(row.month), income: row.income, other: otherOf(row, policy), withheld: row.withheld }, gapMonthsToReset)
  }
  const none = { month, ...nothing }
  // A payment that returned is no income of its month: the cumulative figures are those of what stayed.
  const own = sumOfMonths(facts.own ?? none, facts.returned)
  const back = sumOfMonths(facts.returned ?? none, facts.back)
  const carried = facts.back ?? none
  const paid = own.gross > 0 ? withhold(run, { year, month: number, income: own.income, other: otherOf(own, policy) }, policy.params.withholding) : null
  const counted = paid ?? asItStands(run, policy)
  const before = paid ? subtract(paid.state.withheld, paid.withhold) : run.withheld
  const { month: _, ...declared } = sumOfMonths(own, facts.back)
  const backTax = add(back.vat, back.city, back.education, back.localEducation, back.withheld)
  return {
    ...declared,
    exempt: add(own.vat === 0 ? own.gross : ZERO, carried.vat === 0 ? carried.gross : ZERO),
    cumIncome: counted.income,
    cumExpense: counted.expense,
    cumDeduction: counted.deduction,
    cumOther: counted.other,
    months: counted.months,
    ratePpm: ppm(counted.ratePpm),
    quick: counted.quick,
    should: counted.tax,
    before,
    due: counted.withhold,
    backGross: back.gross,
    backTax,
    difference: facts.difference,
  }
}
