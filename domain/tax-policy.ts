import type { Fen, Ppm } from '#/domain/money.ts'
import { shiftDay } from '#/domain/period.ts'

/** One step of a progressive table; the upper bound belongs to the lower step (超过…至…). */
export interface Bracket {
  readonly upToFen: Fen | null
  readonly ratePpm: Ppm
  readonly quickFen: Fen
}

/** The figures of the law between two days. They are data (`db/base/policies`), never constants in the program; each part names its source. */
export interface TaxPolicy {
  readonly code: string
  readonly version: string
  /** First and last day in force, yyyy-MM-dd; null for no known end. */
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly params: {
    readonly source: string
    /** Cumulative withholding of labour income by a platform enterprise. */
    readonly withholding: {
      readonly source: string
      readonly brackets: readonly Bracket[]
      readonly expensePpm: Ppm
      readonly monthlyDeductionFen: Fen
      /** How many months without income break the run (tax.md U2). */
      readonly gapMonthsToReset: number
      /** R1: income is counted without the VAT charged. R3: whether surcharges are deducted from it. */
      readonly baseExcludesVat: boolean
      readonly deductsSurcharge: boolean
    }
    /** Labour income paid without the cumulative method, and author's royalties. */
    readonly labour: {
      readonly source: string
      readonly fixedUpToFen: Fen
      readonly fixedDeductionFen: Fen
      readonly expensePpm: Ppm
      readonly brackets: readonly Bracket[]
      readonly authorPpm: Ppm
      readonly authorRatePpm: Ppm
    }
    /** Business income, with the halving for registered individual businesses up to a cap. */
    readonly business: {
      readonly source: string
      readonly brackets: readonly Bracket[]
      readonly halvingCapFen: Fen
      readonly halvingPpm: Ppm
      readonly halvingSource: string
    }
    /** VAT of small-scale payers and natural persons; thresholds without VAT. */
    readonly vat: {
      readonly source: string
      readonly levyPpm: Ppm
      readonly reducedPpm: Ppm
      readonly monthThresholdFen: Fen
      readonly quarterThresholdFen: Fen
      /** Until 2025 the threshold itself is exempt (含本数); from 2026 reaching it taxes the whole (tax.md U4). */
      readonly isThresholdItselfExempt: boolean
      readonly dayThresholdFen: Fen
      readonly generalPpm: Ppm
      readonly naturalPersonWay: FilingWay
    }
    readonly surcharge: {
      readonly source: string
      readonly educationPpm: Ppm
      readonly localEducationPpm: Ppm
      /** The part that is forgiven to small-scale payers (六税两费). */
      readonly reliefPpm: Ppm
      readonly educationExemptMonthFen: Fen
      readonly educationExemptQuarterFen: Fen
    }
    readonly stamp: { readonly source: string; readonly reliefPpm: Ppm; readonly items: Readonly<Record<string, Ppm>> }
    /** Twelve months' sales at which to warn, and beyond which the platform must lead the person to register. */
    readonly watch: { readonly source: string; readonly warnFen: Fen; readonly guideFen: Fen }
  }
}

/** Who files the VAT of a payment to a natural person, and how. */
export type FilingWay = 'PLATFORM_AGENT_16' | 'PAYER_WITHHOLD_28' | 'INVOICE_ISSUED' | 'SELF' | 'EXEMPT'

/** The policy in force on a day (yyyy-MM-dd); throws RangeError when none is: a payment must not be computed by guesswork. */
export function policyOn(policies: readonly TaxPolicy[], day: string): TaxPolicy {
  const found = policies.find((policy) => policy.effectiveFrom <= day && (policy.effectiveTo === null || day <= policy.effectiveTo))
  if (!found) throw new RangeError(`no tax policy is in force on ${day}`)
  return found
}

/** The step of a table that a taxable amount falls into. */
export function bracketOf(brackets: readonly Bracket[], taxable: Fen): Bracket {
  for (const bracket of brackets) if (bracket.upToFen === null || taxable <= bracket.upToFen) return bracket
  throw new RangeError('a table of rates must end without a bound')
}

/** Days before the law ends on which people are reminded. */
const lawWarnDays = [7, 28, 56] as const

/**
 * Returns the day of the latest reminder that the last policy ends on `lastDay` (null: it has no end): eight, four and one week before, and the day after.
 * Returns null before the first of them.
 */
export function lawWarnedSince(lastDay: string | null, today: string): string | null {
  if (lastDay === null) return null
  const since = [-1, ...lawWarnDays].map((days) => shiftDay(lastDay, -days))
  return since.find((day) => day <= today) ?? null
}
