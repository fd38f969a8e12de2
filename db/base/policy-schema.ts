import { z } from 'zod'
import { fen, ppm } from '#/domain/base/money.ts'
import { categoryMethods, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import { lawGrades } from '#/domain/taxation/policy-fields.ts'

const day = z.iso.date()
const source = z.string().min(1)
const amount = z.int().min(0).transform(fen)
const rate = z.int().min(0).max(1_000_000).transform(ppm)
const brackets = z
  .array(z.strictObject({ upToFen: amount.nullable(), ratePpm: rate, quickFen: amount }))
  .refine((steps) => steps.every(({ upToFen }, at) => (upToFen === null) === (at === steps.length - 1)), 'the last step, and it alone, is without a bound')
  .refine((steps) => steps.every(({ upToFen }, at) => at === 0 || upToFen === null || upToFen > (steps[at - 1]?.upToFen ?? 0)), 'the bounds must rise')

/** The parameters of a complete policy, strict: all of them and no others. */
export const completeParams: z.ZodType<TaxPolicy['params']> = z.strictObject({
  source,
  withholding: z.strictObject({
    source,
    brackets,
    expensePpm: rate,
    monthlyDeductionFen: amount,
    gapMonthsToReset: z.int().min(1),
    baseExcludesVat: z.boolean(),
    deductsSurcharge: z.boolean(),
  }),
  labour: z.strictObject({
    source,
    fixedUpToFen: amount,
    fixedDeductionFen: amount,
    expensePpm: rate,
    brackets,
    authorPpm: rate,
    authorRatePpm: rate,
  }),
  business: z.strictObject({ source, brackets, halvingCapFen: amount, halvingPpm: rate, halvingSource: z.string() }),
  vat: z.strictObject({
    source,
    levyPpm: rate,
    reducedPpm: rate,
    monthThresholdFen: amount,
    quarterThresholdFen: amount,
    isThresholdItselfExempt: z.boolean(),
    countsAllCentres: z.boolean().optional(),
    countsOtherPlatforms: z.boolean().optional(),
    dayThresholdFen: amount,
    generalPpm: rate,
    naturalPersonWay: z.enum(['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28', 'INVOICE_ISSUED', 'SELF', 'EXEMPT']),
    waysByCategory: z.record(z.string().min(1).max(30), z.enum(categoryMethods)).optional(),
  }),
  surcharge: z.strictObject({
    source,
    educationPpm: rate,
    localEducationPpm: rate,
    reliefPpm: rate,
    educationExemptMonthFen: amount,
    educationExemptQuarterFen: amount,
  }),
  stamp: z.strictObject({ source, reliefPpm: rate, items: z.record(z.string(), rate) }),
  watch: z.strictObject({ source, warnFen: amount, guideFen: amount }),
})

/** A policy file: the changes from the previous one. Changed parts need their own source, so that none is inherited. */
export const policyFile = z.strictObject({
  code: z.string().min(1),
  version: z.string().min(1),
  effectiveFrom: day,
  knownUntil: day.nullable().optional(),
  /** Certainty of the law: wording seen (A), reported by others (B), general knowledge (C), inferred (I). */
  grade: z.enum(lawGrades).optional(),
  params: z.looseObject({ source }),
})
