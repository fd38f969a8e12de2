import type { Fen } from '#/domain/base/money.ts'
import type { Urgency } from '#/domain/people/obligation.ts'
import type { PeriodState } from './tax-declaration.ts'
import type { VatReturn } from './vat-return.ts'

/**
 * The filings of an operations centre: each month the income tax return and one or two VAT returns, and each quarter
 * the platform report.
 */
export const centreFilingKinds = ['withholding', 'agentVat', 'withheldVat', 'platformReport'] as const
export type CentreFilingKind = (typeof centreFilingKinds)[number]

export const centreFilingSteps = ['declare', 'pay', 'correct', 'report', 'done'] as const
export type CentreFilingStep = (typeof centreFilingSteps)[number]

export const centreFilingStates = ['open', 'overdue', 'done'] as const
export type CentreFilingState = (typeof centreFilingStates)[number]

/** The kind of filing of each VAT return. */
export const filingKindByReturn = { vat_agent: 'agentVat', vat_withholding: 'withheldVat' } as const satisfies Record<VatReturn, CentreFilingKind>

const undeclaredStates: readonly PeriodState[] = ['open', 'closing', 'closed', 'confirmed']

/**
 * Returns the next step of a monthly return. A declared month is paid tax by tax, after a correction if payments were
 * returned since.
 */
export function filingStepOfMonth({ state, toCorrect }: { readonly state: PeriodState; readonly toCorrect: number }, left: Fen | 0): CentreFilingStep {
  if (undeclaredStates.includes(state)) return 'declare'
  if (state === 'correcting' || toCorrect > 0) return 'correct'
  return state === 'declared' && left !== 0 ? 'pay' : 'done'
}

/** Returns whether a filing is done, open or overdue on a day. */
export function stateOfFiling(step: CentreFilingStep, dueOn: string, today: string): CentreFilingState {
  if (step === 'done') return 'done'
  return dueOn < today ? 'overdue' : 'open'
}

/** A filing of a centre. Declared amounts are in fen, and null while the month is open. */
export interface CentreFiling {
  readonly kind: CentreFilingKind
  /** The centre; null for the platform, which reports for several centres. */
  readonly centreId: number | null
  readonly centreName: string
  /** The period: yyyy-MM, or yyyy-Qn for the platform report. */
  readonly period: string
  readonly opensOn: string
  readonly dueOn: string
  /** Whether the due day may still move, because the holidays of that year are not published. */
  readonly isProvisional: boolean
  readonly step: CentreFilingStep
  readonly state: CentreFilingState
  readonly urgency: Urgency
  readonly amount: Fen | null
  /** The tax period of a monthly return; null for the platform report. */
  readonly declarationId: number | null
}
