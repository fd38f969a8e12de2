import { z } from 'zod'
import { Day, Id, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { lawGrades, type PolicyFieldValue, type PolicyPath, policyParts, policyPaths } from '#/domain/taxation/policy-fields.ts'

export const PolicyFieldPath = z.enum(policyPaths as [PolicyPath, ...PolicyPath[]])
export const LawGrade = z.enum(lawGrades)
const draftStates = ['draft', 'published', 'dropped', 'withdrawn'] as const
const yearStates = ['draft', 'published', 'dropped'] as const
export const PolicyValue = z.custom<PolicyFieldValue>((value) => ['string', 'number', 'boolean', 'object'].includes(typeof value) && value !== null)
export const PolicyFieldChange = z.object({ path: PolicyFieldPath, before: PolicyValue, after: PolicyValue })

/** The reason why the caller cannot do this; empty when the caller can. */
const DenialReason = z.string()

export const PolicyDraftRow = z.object({
  id: Id,
  state: z.enum(draftStates),
  policyVersion: z.string(),
  baseVersion: z.string(),
  firstDay: Day,
  knownUntil: Day.nullable(),
  grade: LawGrade,
  source: z.string(),
  changed: z.int(),
  madeBy: z.string(),
  madeAt: Moment,
  editedBy: z.string(),
  editedAt: Moment,
  publishedBy: z.string().nullable(),
  publishedAt: Moment.nullable(),
  version: Version,
})

const comparedAmounts = { gross: MoneyOut, before: MoneyOut, after: MoneyOut }

export const PolicyDraft = PolicyDraftRow.extend({
  fields: z.array(z.object({ path: PolicyFieldPath, base: PolicyValue, value: PolicyValue })),
  changes: z.array(PolicyFieldChange),
  /** The active categories of service, for the filing ways by category. */
  categories: z.array(z.string()),
  /** Parts with changed figures whose source still names the earlier law. */
  unsourced: z.array(z.enum(['source', ...policyParts])),
  /** The latest run of the worked examples; null when they were not run for this state of the draft. */
  examples: z
    .object({
      at: Moment,
      total: z.int(),
      passed: z.int(),
      differing: z.array(
        z.object({
          id: z.string(),
          rule: z.string(),
          source: z.string(),
          wrong: z.array(z.object({ at: z.string(), expected: z.string(), computed: z.string() })),
          /** The reason why the difference is intended, and the person who confirmed it. */
          meant: z.object({ reason: z.string(), by: z.string(), at: Moment }).nullable(),
        }),
      ),
    })
    .nullable(),
  /**
   * The current month computed under the draft and under the policy in force; null when this was not done for this
   * state of the draft.
   */
  preview: z
    .object({
      at: Moment,
      month: z.string(),
      people: z.object({ counted: z.int(), changed: z.int(), rows: z.array(z.object({ name: z.string(), centreName: z.string(), ...comparedAmounts })) }),
      batches: z.object({
        counted: z.int(),
        changed: z.int(),
        rows: z.array(z.object({ id: Id, no: z.string(), unitName: z.string(), people: z.int(), ...comparedAmounts })),
      }),
      isCut: z.boolean(),
    })
    .nullable(),
  leaving: z.object({ reason: z.string(), by: z.string(), at: Moment, leftBy: z.string().nullable() }).nullable(),
  may: z.object({ change: DenialReason, publish: DenialReason, drop: DenialReason, leave: DenialReason, endLeave: DenialReason }),
})

export const CalendarYear = z.object({
  /** The id of the year; null for a year that comes with the program. */
  id: Id.nullable(),
  year: z.int(),
  edition: z.int(),
  state: z.enum(yearStates),
  source: z.string(),
  off: z.array(z.object({ first: Day, last: Day })),
  working: z.array(Day),
  madeBy: z.string().nullable(),
  publishedBy: z.string().nullable(),
  publishedAt: Moment.nullable(),
  /** Whether this edition of the year is used to compute dates. */
  isInForce: z.boolean(),
  version: Version,
  may: z.object({ change: DenialReason, publish: DenialReason, drop: DenialReason }),
})
