import { z } from 'zod'
import { fen, ppm } from '#/domain/base/money.ts'
import { categoryMethods, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import { lawGrades } from '#/domain/taxation/policy-fields.ts'

const day = z.iso.date()
const sourceSchema = z.string().min(1)
const amountSchema = z.int().min(0).transform(fen)
const rateSchema = z.int().min(0).max(1_000_000).transform(ppm)
const bracketsSchema = z
  .array(z.strictObject({ upToFen: amountSchema.nullable(), ratePpm: rateSchema, quickFen: amountSchema }))
  .refine((steps) => steps.every(({ upToFen }, at) => (upToFen === null) === (at === steps.length - 1)), 'the last step, and it alone, is without a bound')
  .refine((steps) => steps.every(({ upToFen }, at) => at === 0 || upToFen === null || upToFen > (steps[at - 1]?.upToFen ?? 0)), 'the bounds must rise')

/** The parameters of a complete policy, strict: all of them and no others. */
export const completeParamsSchema: z.ZodType<TaxPolicy['params']> = z.strictObject({
  source: sourceSchema,
  withholding: z.strictObject({
    source: sourceSchema,
    brackets: bracketsSchema,
    expensePpm: rateSchema,
    monthlyDeductionFen: amountSchema,
    gapMonthsToReset: z.int().min(1),
    baseExcludesVat: z.boolean(),
    deductsSurcharge: z.boolean(),
  }),
  labour: z.strictObject({
    source: sourceSchema,
    fixedUpToFen: amountSchema,
    fixedDeductionFen: amountSchema,
    expensePpm: rateSchema,
    brackets: bracketsSchema,
    authorPpm: rateSchema,
    authorRatePpm: rateSchema,
  }),
  business: z.strictObject({ source: sourceSchema, brackets: bracketsSchema, halvingCapFen: amountSchema, halvingPpm: rateSchema, halvingSource: z.string() }),
  vat: z.strictObject({
    source: sourceSchema,
    levyPpm: rateSchema,
    reducedPpm: rateSchema,
    monthThresholdFen: amountSchema,
    quarterThresholdFen: amountSchema,
    isThresholdItselfExempt: z.boolean(),
    countsAllCentres: z.boolean().optional(),
    countsOtherPlatforms: z.boolean().optional(),
    dayThresholdFen: amountSchema,
    generalPpm: rateSchema,
    naturalPersonWay: z.enum(['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28', 'INVOICE_ISSUED', 'SELF', 'EXEMPT']),
    waysByCategory: z.record(z.string().min(1).max(30), z.enum(categoryMethods)).optional(),
  }),
  surcharge: z.strictObject({
    source: sourceSchema,
    educationPpm: rateSchema,
    localEducationPpm: rateSchema,
    reliefPpm: rateSchema,
    educationExemptMonthFen: amountSchema,
    educationExemptQuarterFen: amountSchema,
  }),
  stamp: z.strictObject({ source: sourceSchema, reliefPpm: rateSchema, items: z.record(z.string(), rateSchema) }),
  watch: z.strictObject({ source: sourceSchema, warnFen: amountSchema, guideFen: amountSchema }),
})

/** A policy file: the changes from the previous one. Each file names its own legal source, which is not inherited. */
export const policyFileSchema = z.strictObject({
  code: z.string().min(1),
  version: z.string().min(1),
  effectiveFrom: day,
  knownUntil: day.nullable().optional(),
  /** Certainty of the law: wording seen (A), reported by others (B), general knowledge (C), inferred (I). */
  grade: z.enum(lawGrades).optional(),
  params: z.looseObject({ source: sourceSchema }),
})
