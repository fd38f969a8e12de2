import { z } from 'zod'
import { MobileText } from '#/api/fields.ts'
import { Day, Id, Mode, Moment, MoneyOut, Version, YuanText } from '#/api/operation.ts'
import { guardedTerms } from '#/domain/organisations/unit.ts'

export const taxBearers = ['operator', 'unit'] as const
export const feeBearers = ['unit', 'operator', 'shared'] as const
export const signatureMethods = ['sms', 'face', 'handwriting'] as const
export const invoicingMethods = ['batch', 'period', 'balance'] as const
export const versionStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const

const commonTerms = {
  feePlanId: Id,
  taxBearer: z.enum(taxBearers),
  feeBearer: z.enum(feeBearers),
  feeUnitSharePpm: z.int().min(0).max(1_000_000),
  signRequired: z.boolean(),
  signWay: z.enum(signatureMethods),
  dualControl: z.boolean(),
  freezeOnSubmit: z.boolean(),
  channelIds: z.array(Id).max(10),
  invoiceWay: z.enum(invoicingMethods),
  invoiceCategories: z.array(z.string().trim().min(1).max(30)).max(10),
}

/** Terms as entered. Amounts are in yuan. */
export const TermsInput = z.object({
  ...commonTerms,
  autoAuditLimit: YuanText,
  singleLimit: YuanText,
  dayLimit: YuanText,
  monthLimit: YuanText,
  evidenceLimit: YuanText,
  lowBalance: YuanText,
  noticeMobiles: z.array(MobileText).max(5),
})

/** Terms as returned. Amounts are in fen. */
export const TermsOutput = z.object({
  ...commonTerms,
  autoAuditLimit: MoneyOut,
  singleLimit: MoneyOut,
  dayLimit: MoneyOut,
  monthLimit: MoneyOut,
  evidenceLimit: MoneyOut,
  lowBalance: MoneyOut,
  noticeMobiles: z.array(z.string()),
  planName: z.string(),
  basis: z.enum(['gross', 'net']),
  lowestPpm: z.int(),
  highestPpm: z.int(),
  channelNames: z.array(z.string()),
})

/** The fields of the terms that a change can alter. */
export const termFields = ['feePlanId', 'basis', 'feeBearer', 'feeUnitSharePpm', 'taxBearer', 'signRequired', 'signWay', 'dualControl', 'freezeOnSubmit', 'autoAuditLimit', 'singleLimit', 'dayLimit', 'monthLimit', 'evidenceLimit', 'lowBalance', 'channelIds', 'invoiceWay', 'invoiceCategories', 'noticeMobiles'] as const

const Change = z.object({ field: z.enum(termFields), before: z.string(), after: z.string() })
const DenialReason = z.string()
const Reason = z.string().trim().min(2).max(200)

/** A unit at one centre in one mode, as a row of the settings list. */
export const SettingRow = z.object({
  id: Id,
  unitId: Id,
  unitCode: z.string(),
  unitName: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  isActive: z.boolean(),
  planName: z.string(),
  lowestPpm: z.int(),
  highestPpm: z.int(),
  feeBearer: z.enum(feeBearers),
  taxBearer: z.enum(taxBearers),
  dualControl: z.boolean(),
  singleLimit: MoneyOut,
  monthLimit: MoneyOut,
  versionNo: z.int(),
  /** Whether a change or its withdrawal awaits approval, and the first day of the next approved change. */
  hasPending: z.boolean(),
  nextFrom: Day.nullable(),
})

const VersionRow = z.object({
  id: Id,
  no: z.int(),
  state: z.enum(versionStates),
  /** Whether the version is in force, past, or in force later; `none` unless it was approved. */
  stand: z.enum(['now', 'past', 'later', 'none']),
  effectiveFrom: Day,
  inForceAt: Moment.nullable(),
  needsSecond: z.boolean(),
  reason: z.string(),
  restoresNo: z.int().nullable(),
  createdBy: z.string(),
  createdAt: Moment,
  decidedBy: z.string(),
  decidedAt: Moment.nullable(),
  decisionReason: z.string(),
  /** The request to withdraw approved terms before their first day, while open or once confirmed; null without one. */
  withdrawal: z.object({ askedBy: z.string(), askedAt: Moment, reason: z.string(), confirmedBy: z.string(), confirmedAt: Moment.nullable() }).nullable(),
  terms: TermsOutput,
  /** Differences from the previous version. */
  changes: z.array(Change),
  may: z.object({ decide: DenialReason, withdraw: DenialReason, restore: DenialReason }),
})

/** A setting with its current terms and all versions. */
export const SettingDetail = z.object({
  id: Id,
  unitId: Id,
  unitCode: z.string(),
  unitName: z.string(),
  centreId: Id,
  centreName: z.string(),
  mode: Mode,
  isActive: z.boolean(),
  memo: z.string(),
  /** The latest version. A change based on an older one is refused. */
  latestNo: z.int(),
  terms: TermsOutput,
  floorPpm: z.int().nullable(),
  versions: z.array(VersionRow),
  may: z.object({ propose: DenialReason }),
})

/**
 * A trial of a change to the terms: what would change, whether it can be proposed, and the submitted batches that keep
 * their terms.
 */
export const TermsPreview = z.object({
  changes: z.array(Change),
  /** The reason why the change cannot be proposed; empty when it can. */
  problem: DenialReason,
  /**
   * Whether a second person must approve: the rate is below the floor, guarded terms are loosened, the plan charges more,
   * or fee or tax moves between unit and payees.
   */
  needsSecond: z.boolean(),
  loosened: z.array(z.enum(guardedTerms)),
  raisesFee: z.boolean(),
  movesBearers: z.boolean(),
  floorPpm: z.int().nullable(),
  ratePpm: z.int(),
  /** The number of submitted batches, which keep their present terms. */
  keepingBatches: z.int(),
})

/** A proposed change. `baseNo` is the version that the user saw. */
export const TermsProposal = z.object({ settingId: Id, baseNo: Version, terms: TermsInput, effectiveFrom: Day, reason: Reason, restoresNo: Version.optional() })

/** The decisions of a second person: on terms that await approval, or on the withdrawal of approved ones. */
export const termsDecisions = ['terms', 'withdrawal'] as const

/** A second person's decision. It is refused if the version awaits another one than the caller saw. */
export const TermsDecision = z.object({
  versionId: Id,
  subject: z.enum(termsDecisions),
  isApproved: z.boolean(),
  reason: z.string().trim().max(200).default(''),
})
