import type { Fen, Ppm } from '#/domain/base/money.ts'
import { shiftDay } from '#/domain/base/period.ts'

/** One bracket of a progressive table. The upper bound is inclusive (超过…至…). */
export interface Bracket {
  readonly upToFen: Fen | null
  readonly ratePpm: Ppm
  readonly quickFen: Fen
}

/** Tax parameters of a period: data in `db/base/policies`, never constants in code. Each part names its source. */
export interface TaxPolicy {
  readonly code: string
  readonly version: string
  /** The first day in force, yyyy-MM-dd. `effectiveTo` is the last day, or null without a known end. */
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
      /** The number of months without income after which the run restarts. */
      readonly gapMonthsToReset: number
      /** R1: whether income excludes the VAT charged. R3: whether surcharges are deducted from income. */
      readonly baseExcludesVat: boolean
      readonly deductsSurcharge: boolean
    }
    /** Parameters for tax on labour income without the cumulative method, and on authors' royalties. */
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
      /**
       * Whether sales that equal the threshold are exempt (含本数), as until 2025. From 2026, reaching the threshold taxes
       * the whole.
       */
      readonly isThresholdItselfExempt: boolean
      /**
       * Whether the monthly threshold counts a person's sales at all centres. Policies before 2026-11-27 lack the
       * field, which means no.
       */
      readonly countsAllCentres?: boolean | undefined
      /**
       * Whether the threshold counts sales that the person declares for other platforms. Policies before 2026-11-28
       * lack the field, which means no.
       */
      readonly countsOtherPlatforms?: boolean | undefined
      readonly dayThresholdFen: Fen
      readonly generalPpm: Ppm
      readonly naturalPersonWay: FilingMethod
      /**
       * Categories of service whose VAT is filed in another way than the default. Policies before 2026-11-28 lack the
       * field, which means none.
       */
      readonly waysByCategory?: Readonly<Record<string, CategoryMethod>> | undefined
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
    /**
     * Twelve-month sales at which we warn, and above which the platform must guide the person to register as a
     * business.
     */
    readonly watch: { readonly source: string; readonly warnFen: Fen; readonly guideFen: Fen }
  }
}

/** The way of filing the VAT on a payment to a natural person. */
export type FilingMethod = 'PLATFORM_AGENT_16' | 'PAYER_WITHHOLD_28' | 'INVOICE_ISSUED' | 'SELF' | 'EXEMPT'

/**
 * The ways of filing that a category of service can have instead of the default. In each, the centre files a VAT
 * return.
 */
export const categoryMethods = ['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28'] as const satisfies readonly FilingMethod[]
export type CategoryMethod = (typeof categoryMethods)[number]

/** Returns the way of filing VAT for a category of service. An empty category has the default. */
export function filingMethodOf({ naturalPersonWay, waysByCategory = {} }: TaxPolicy['params']['vat'], category: string): FilingMethod {
  return Object.hasOwn(waysByCategory, category) ? (waysByCategory[category] ?? naturalPersonWay) : naturalPersonWay
}

/** The first day on which payers withhold VAT of natural persons (财政部 税务总局公告2026年第28号). */
export const payerWithholdingStart = '2026-11-01'

/**
 * Returns the policy in force on a day (yyyy-MM-dd). Throws RangeError without one, so that no payment is computed with
 * guessed rates.
 */
export function policyOn(policies: readonly TaxPolicy[], day: string): TaxPolicy {
  const policy = policies.find((policy) => policy.effectiveFrom <= day && (policy.effectiveTo === null || day <= policy.effectiveTo))
  if (!policy) throw new RangeError(`no tax policy is in force on ${day}`)
  return policy
}

/**
 * Returns the first bracket whose inclusive upper bound is not exceeded. Throws if the last bracket has an upper bound.
 */
export function bracketOf(brackets: readonly Bracket[], taxable: Fen): Bracket {
  for (const bracket of brackets) if (bracket.upToFen === null || taxable <= bracket.upToFen) return bracket
  throw new RangeError('a table of rates must end without a bound')
}

/** Days before the end of the last policy on which reminders are sent. */
const lawWarningDays = [7, 28, 56] as const

/**
 * Returns the day of the latest reminder that the last policy ends: eight, four and one week before the end, and the
 * day after it. `lastDay` is null without an end. Returns null before the first reminder.
 */
export function lawWarningDay(lastDay: string | null, today: string): string | null {
  if (lastDay === null) return null
  const reminderDays = [-1, ...lawWarningDays].map((days) => shiftDay(lastDay, -days))
  return reminderDays.find((day) => day <= today) ?? null
}
