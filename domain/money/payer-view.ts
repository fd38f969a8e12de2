import { type Fen, fen, subtract } from '#/domain/base/money.ts'
import type { TaxParts } from '#/domain/money/clearing.ts'
import type { LineIssue } from '#/domain/money/line-issue.ts'
import type { OtherUnitsPart, SettlementSteps } from '#/domain/money/settlement.ts'

// Hides payments of other units. Tax and limits of a person count all payments of one payer. A unit sees only its own
// figures and a note that other payments exist.

/** The calculation steps that a unit may see when other units also pay the person. */
export interface SharedSettlementSteps {
  readonly isShared: true
  readonly month: string
  readonly policy: string
  readonly vat: null | {
    readonly ratePpm: number
    readonly thresholdFen: number
    readonly isExempt: boolean
    readonly reachedElsewhere?: 'vat' | 'all'
    /** This unit's payments of the month before this line, and with it; null when they were not stored. */
    readonly ownBefore: Fen | null
    readonly ownMonth: Fen | null
    readonly due: number
  }
  readonly surcharge: null | Pick<NonNullable<SettlementSteps['surcharge']>, 'cityRatePpm' | 'city' | 'education' | 'localEducation'>
  readonly iit: null | { readonly income: number; readonly due: number }
  readonly levy: SettlementSteps['levy']
  readonly credit?: TaxParts
}

/** The calculation steps that a unit may see. */
export type UnitSettlementSteps = (Omit<SettlementSteps, 'others' | 'credit'> & { readonly credit?: TaxParts }) | SharedSettlementSteps

/** Returns the part of a credit that this line uses. The unit does not see the whole credit of the person. */
function creditForUnit(credit: SettlementSteps['credit']): { readonly credit?: TaxParts } {
  if (!credit) return {}
  const { clearingId: _, before: __, ...used } = credit
  return { credit: used }
}

/**
 * Returns the steps that a unit may see: all steps if no other unit pays the person, otherwise only the unit's own part
 * and the tax of its line.
 */
export function stepsForUnit(steps: SettlementSteps): UnitSettlementSteps {
  const { others, credit, ...figures } = steps
  const unitCredit = creditForUnit(credit)
  if (others === null || steps.vat === null) return { ...figures, ...unitCredit }
  const { vat, surcharge, iit, levy, month, policy } = steps
  const withoutOthers = (total: number) => (others === undefined ? null : subtract(fen(total), others.monthGross))
  return {
    isShared: true,
    month,
    policy,
    levy,
    ...unitCredit,
    vat: {
      ratePpm: vat.ratePpm,
      thresholdFen: vat.thresholdFen,
      isExempt: vat.isExempt,
      ...(vat.reachedElsewhere ? { reachedElsewhere: vat.reachedElsewhere } : {}),
      ownBefore: withoutOthers(vat.monthGrossBefore),
      ownMonth: withoutOthers(vat.monthGross),
      due: vat.due,
    },
    surcharge: surcharge && {
      cityRatePpm: surcharge.cityRatePpm,
      city: surcharge.city,
      education: surcharge.education,
      localEducation: surcharge.localEducation,
    },
    iit: iit && { income: iit.income, due: iit.due },
  }
}

/** Returns whether the figures of an issue include the payments of all units to the person. */
function countsAllUnits({ code, values }: LineIssue): boolean {
  return code === 'W303' || (code === 'E302' && values.scope === 'person')
}

/** Marks each issue that counts the payments of all units. The mark says whether other units paid a part. */
export function markSharedIssues(issues: readonly LineIssue[], others: OtherUnitsPart | null): LineIssue[] {
  const sharedMark = others === null ? 'no' : 'yes'
  return issues.map((issue) => (countsAllUnits(issue) ? { ...issue, values: { ...issue.values, shared: sharedMark } } : issue))
}

/**
 * Removes figures that include payments of other units. An issue stored without the mark is treated as including them.
 */
export function issueForUnit(issue: LineIssue): LineIssue {
  if (!countsAllUnits(issue) || issue.values.shared === 'no') return issue
  if (issue.code === 'W303') return { ...issue, values: { amount: 'hidden' } }
  const { used: _, shared: __, ...values } = issue.values
  return { ...issue, values: { ...values, scope: 'personShared' } }
}
