import type { LineIssue } from '#/domain/line-check.ts'
import { type Fen, fen, subtract } from '#/domain/money.ts'
import type { OthersPart, SettlementSteps } from '#/domain/settlement.ts'

// Tax and limits of a person count everything one payer pays, whatever unit it comes from. A unit is told its own part of that, in figures; that there is
// more, in words.

/** The steps of a calculation as a unit is told them when other units pay the person too. */
export interface SharedSteps {
  readonly isShared: true
  readonly month: string
  readonly policy: string
  readonly vat: null | {
    readonly ratePpm: number
    readonly thresholdFen: number
    readonly isExempt: boolean
    /** What this unit has had paid this month before this line, and with it; null when that was not kept. */
    readonly ownBefore: Fen | null
    readonly ownMonth: Fen | null
    readonly due: number
  }
  readonly surcharge: null | Pick<NonNullable<SettlementSteps['surcharge']>, 'cityRatePpm' | 'city' | 'education' | 'localEducation'>
  readonly iit: null | { readonly income: number; readonly due: number }
  readonly levy: SettlementSteps['levy']
}

/** The steps of a calculation as a unit may see them. */
export type UnitSteps = Omit<SettlementSteps, 'others'> | SharedSteps

/** What a unit may see of a calculation: all of it while nobody else pays the person; otherwise its own part and the tax of its own line. */
export function stepsForUnit(steps: SettlementSteps): UnitSteps {
  const { others, ...own } = steps
  if (others === null || steps.vat === null) return own
  const { vat, surcharge, iit, levy, month, policy } = steps
  const less = (total: number) => (others === undefined ? null : subtract(fen(total), others.monthGross))
  return {
    isShared: true,
    month,
    policy,
    levy,
    vat: {
      ratePpm: vat.ratePpm,
      thresholdFen: vat.thresholdFen,
      isExempt: vat.isExempt,
      ownBefore: less(vat.monthGrossBefore),
      ownMonth: less(vat.monthGross),
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

/** Which issues count what every unit pays the person. */
function isOfPerson({ code, values }: LineIssue): boolean {
  return code === 'W303' || (code === 'E302' && values.scope === 'person')
}

/** Issues of a line that count what every unit pays the person, marked with whether anything of that is another unit's. */
export function markShared(issues: readonly LineIssue[], others: OthersPart | null): LineIssue[] {
  const shared = others === null ? 'no' : 'yes'
  return issues.map((issue) => (isOfPerson(issue) ? { ...issue, values: { ...issue.values, shared } } : issue))
}

/** An issue as a unit is told it: without figures that hold payments of other units. One that was found before this was kept counts as holding them. */
export function issueForUnit(issue: LineIssue): LineIssue {
  if (!isOfPerson(issue) || issue.values.shared === 'no') return issue
  if (issue.code === 'W303') return { ...issue, values: { amount: 'hidden' } }
  const { used: _, shared: __, ...values } = issue.values
  return { ...issue, values: { ...values, scope: 'personShared' } }
}
