import type { Fen, Ppm } from '#/domain/base/money.ts'
import { shiftDay } from '#/domain/base/period.ts'

/** One bracket of a progressive table. The upper bound is inclusive (超过…至…). */
export interface Bracket {
  readonly upToFen: Fen | null
  readonly ratePpm: Ppm
  readonly quickFen: Fen
}

/**
 * Tax parameters for a period. They are data (`db/base/policies`), never constants in code; each part names its source.
 */
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
      /** Months without income that break the run. */
      readonly gapMonthsToReset: number
      /** R1: whether income excludes the VAT charged. R3: whether surcharges are deducted from it. */
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
    /** Business income, halved up to a cap for registered individual businesses. */
    readonly business: {
      readonly source: string
      readonly brackets: readonly Bracket[]
      readonly halvingCapFen: Fen
      readonly halvingPpm: Ppm
      readonly halvingSource: string
    }
    /** VAT of small-scale taxpayers and natural persons. Thresholds exclude VAT. */
    readonly vat: {
      readonly source: string
      readonly levyPpm: Ppm
      readonly reducedPpm: Ppm
      readonly monthThresholdFen: Fen
      readonly quarterThresholdFen: Fen
      /** Until 2025 the threshold itself is exempt (含本数); from 2026 reaching it taxes the whole. */
      readonly isThresholdItselfExempt: boolean
      /**
       * Whether the monthly threshold counts a person's sales at all centres. Policies before 2026-11-27 lack the
       * field, which means no.
       */
      readonly countsAllCentres?: boolean | undefined
      /**
       * Whether it counts sales that the person declares for other platforms. Policies before 2026-11-28 lack the
       * field, which means no.
       */
      readonly countsOtherPlatforms?: boolean | undefined
      readonly dayThresholdFen: Fen
      readonly generalPpm: Ppm
      readonly naturalPersonWay: FilingWay
      /**
       * Categories of service whose VAT is filed by another method than the default. Policies before 2026-11-28 lack
       * the field, which means none.
       */
      readonly waysByCategory?: Readonly<Record<string, CategoryWay>> | undefined
    }
    readonly surcharge: {
      readonly source: string
      readonly educationPpm: Ppm
      readonly localEducationPpm: Ppm
      /** The relief for small-scale taxpayers (六税两费). */
      readonly reliefPpm: Ppm
      readonly educationExemptMonthFen: Fen
      readonly educationExemptQuarterFen: Fen
    }
    readonly stamp: { readonly source: string; readonly reliefPpm: Ppm; readonly items: Readonly<Record<string, Ppm>> }
    /** Twelve-month sales at which we warn, and above which the platform must guide the person to register. */
    readonly watch: { readonly source: string; readonly warnFen: Fen; readonly guideFen: Fen }
  }
}

/** Filing method of the VAT on a payment to a natural person. */
export type FilingWay = 'PLATFORM_AGENT_16' | 'PAYER_WITHHOLD_28' | 'INVOICE_ISSUED' | 'SELF' | 'EXEMPT'

/** The methods that a category of service can have instead of the default. In each the centre files a VAT return. */
export const categoryWays = ['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28'] as const satisfies readonly FilingWay[]
export type CategoryWay = (typeof categoryWays)[number]

/** Returns the filing method of VAT on services of a category; the default for an empty category. */
export function wayOf({ naturalPersonWay, waysByCategory = {} }: TaxPolicy['params']['vat'], category: string): FilingWay {
  return Object.hasOwn(waysByCategory, category) ? (waysByCategory[category] ?? naturalPersonWay) : naturalPersonWay
}

/** The first day on which payers withhold VAT of natural persons (财政部 税务总局公告2026年第28号). */
export const payerWithholdingSince = '2026-11-01'

/**
 * Returns the policy in force on a day (yyyy-MM-dd). Throws RangeError without one, so that no payment is computed by
 * guesswork.
 */
export function policyOn(policies: readonly TaxPolicy[], day: string): TaxPolicy {
  const found = policies.find((policy) => policy.effectiveFrom <= day && (policy.effectiveTo === null || day <= policy.effectiveTo))
  if (!found) throw new RangeError(`no tax policy is in force on ${day}`)
  return found
}

/** Returns the first bracket whose upper bound, inclusive, is not exceeded. Throws if the table has an upper end. */
export function bracketOf(brackets: readonly Bracket[], taxable: Fen): Bracket {
  for (const bracket of brackets) if (bracket.upToFen === null || taxable <= bracket.upToFen) return bracket
  throw new RangeError('a table of rates must end without a bound')
}

/** Days before the end of the last policy on which reminders are sent. */
const lawWarnDays = [7, 28, 56] as const

/**
 * Returns the day of the latest reminder about the end of the last policy (`lastDay`, null: no end): eight, four and
 * one week before, and the day after. Returns null before the first.
 */
export function lawWarningDay(lastDay: string | null, today: string): string | null {
  if (lastDay === null) return null
  const since = [-1, ...lawWarnDays].map((days) => shiftDay(lastDay, -days))
  return since.find((day) => day <= today) ?? null
}
