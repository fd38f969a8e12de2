import { add, applyRate, atLeast, type Fen, fen, type Ppm, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { yearAndMonthOf } from '#/domain/base/period.ts'
import { addWithheldMonth, assessTax, initialWithholding, type WithholdingState, withholdTax } from '#/domain/money/tax-income.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

/** The states of a centre's tax period (SM-TAX). */
export const periodStates = ['open', 'closing', 'closed', 'confirmed', 'declared', 'correcting', 'paid', 'certified', 'archived'] as const
export type PeriodState = (typeof periodStates)[number]

/** Pending work on periods: closing, declaring or paying, or confirming a closing by another person. */
export const pendingPeriodSteps = ['toDeclare', 'toConfirm'] as const
export type PendingPeriodStep = (typeof pendingPeriodSteps)[number]

export const periodActions = ['close', 'confirm', 'reopen', 'declare', 'pay', 'certify', 'archive', 'correct', 'cancel'] as const
export type PeriodAction = (typeof periodActions)[number]

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

const allowedStates: Readonly<Record<PeriodAction, readonly PeriodState[]>> = {
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

/** Returns whether the action is allowed in this state. */
export function isPeriodActionAllowed(action: PeriodAction, state: PeriodState): boolean {
  return allowedStates[action].includes(state)
}

/** Taxes that are paid separately; the three surcharges count as one. */
export const taxKinds = ['vat', 'surcharge', 'iit'] as const
export type TaxKind = (typeof taxKinds)[number]
export type AmountsByTax = Readonly<Record<TaxKind, Fen>>

/** States of a payment to the tax office. One person registers it, another confirms it, and two people reverse it. */
export const taxEntryStates = ['proposed', 'confirmed', 'declined', 'reversing', 'reversed'] as const
export type TaxEntryState = (typeof taxEntryStates)[number]

/** States of a credit: open, or the way in which its last part was settled. */
export const taxCreditStates = ['open', 'applied', 'refunded', 'withdrawn'] as const
export type TaxCreditState = (typeof taxCreditStates)[number]

export const taxCreditSteps = ['opened', 'applied', 'refunded', 'withdrawn'] as const
export type TaxCreditStep = (typeof taxCreditSteps)[number]

/** Differences between a result of the tax office and our line. */
export const taxResultDifferences = ['amount', 'unreadable', 'stranger', 'absent', 'twice', 'period'] as const
export type TaxResultDifference = (typeof taxResultDifferences)[number]

/** The official files for a period. */
export const officialForms = ['iit_report', 'iit_withholding', 'vat_agent', 'vat_withholding', 'person_collection'] as const
export type OfficialForm = (typeof officialForms)[number]

/** Faults found before a period closes. Blocking faults prevent the closing. Others can be accepted with a reason. */
export const blockingFaults = ['consent', 'identity', 'negative', 'ledger'] as const
export const acceptableFaults = ['samePermit', 'duplicate', 'underWay', 'returned', 'unsettled'] as const
export const periodFaults = [...blockingFaults, ...acceptableFaults] as const
export type PeriodFault = (typeof periodFaults)[number]

/** Returns whether the fault prevents closing. */
export function isBlockingFault(fault: PeriodFault): boolean {
  return (blockingFaults as readonly string[]).includes(fault)
}

/** A person's month at the payer: the amounts paid and withheld. */
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

/** The amounts of a person that belong to a period. */
export interface PersonPeriodAmounts {
  /**
   * Earlier months of the year with income that was not returned, oldest first, and the part of this month that an
   * older system declared.
   */
  readonly before: readonly DeclaredMonth[]
  /** Payments of the period, or null. */
  readonly own: DeclaredMonth | null
  /** Returns of payments of the period, all negative, or null. */
  readonly returned: DeclaredMonth | null
  /**
   * Returns of payments of earlier months, all negative, or null. Declarations before 2026-11-26 contained such
   * returns.
   */
  readonly back: DeclaredMonth | null
  readonly difference: Fen
}

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

const deductibleSurcharge = (row: DeclaredMonth, policy: TaxPolicy): Fen =>
  policy.params.withholding.deductsSurcharge ? add(row.city, row.education, row.localEducation) : ZERO

/** Returns the figures of the year so far for a person without payments in the period. */
function yearToDateFigures(run: WithholdingState, policy: TaxPolicy) {
  const { expensePpm, monthlyDeductionFen, brackets } = policy.params.withholding
  const expense = applyRate(run.income, expensePpm)
  const deduction = fen(monthlyDeductionFen * run.months)
  const assessment = assessTax(brackets, fen(run.income - expense - deduction - run.other))
  return { ...run, expense, deduction, ...assessment, withhold: atLeast(subtract(assessment.tax, run.withheld), ZERO) }
}

const noAmounts: Omit<DeclaredMonth, 'month'> = { gross: ZERO, income: ZERO, vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withheld: ZERO }

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

/**
 * Computes the line of a person in a monthly declaration: cumulative figures by the policy of the month, and the
 * withheld tax (公告2025年第16号).
 */
export function computeDeclaredLine(month: string, facts: PersonPeriodAmounts, policy: TaxPolicy): DeclaredLine {
  const { year, month: number } = yearAndMonthOf(month)
  const { gapMonthsToReset } = policy.params.withholding
  let run = initialWithholding(year)
  for (const row of facts.before) {
    run = addWithheldMonth(
      run,
      { ...yearAndMonthOf(row.month), income: row.income, other: deductibleSurcharge(row, policy), withheld: row.withheld },
      gapMonthsToReset,
    )
  }
  const emptyMonth = { month, ...noAmounts }
  // A returned payment is not income of its month, so the cumulative figures exclude it.
  const ownSum = sumOfMonths(facts.own ?? emptyMonth, facts.returned)
  const returnedSum = sumOfMonths(facts.returned ?? emptyMonth, facts.back)
  const earlierReturns = facts.back ?? emptyMonth
  const monthWithholding =
    ownSum.gross > 0
      ? withholdTax(run, { year, month: number, income: ownSum.income, other: deductibleSurcharge(ownSum, policy) }, policy.params.withholding)
      : null
  const cumulativeFigures = monthWithholding ?? yearToDateFigures(run, policy)
  const withheldBefore = monthWithholding ? subtract(monthWithholding.state.withheld, monthWithholding.withhold) : run.withheld
  const { month: _, ...declared } = sumOfMonths(ownSum, facts.back)
  const backTax = add(returnedSum.vat, returnedSum.city, returnedSum.education, returnedSum.localEducation, returnedSum.withheld)
  return {
    ...declared,
    exempt: add(ownSum.vat === 0 ? ownSum.gross : ZERO, earlierReturns.vat === 0 ? earlierReturns.gross : ZERO),
    cumIncome: cumulativeFigures.income,
    cumExpense: cumulativeFigures.expense,
    cumDeduction: cumulativeFigures.deduction,
    cumOther: cumulativeFigures.other,
    months: cumulativeFigures.months,
    ratePpm: ppm(cumulativeFigures.ratePpm),
    quick: cumulativeFigures.quick,
    should: cumulativeFigures.tax,
    before: withheldBefore,
    due: cumulativeFigures.withhold,
    backGross: returnedSum.gross,
    backTax,
    difference: facts.difference,
  }
}

/** Returns the cumulative taxable income of a line, never below zero. */
export function cumulativeTaxableOf(line: Pick<DeclaredLine, 'cumIncome' | 'cumExpense' | 'cumDeduction' | 'cumOther'>): Fen {
  return atLeast(subtract(line.cumIncome, add(line.cumExpense, line.cumDeduction, line.cumOther)), ZERO)
}
