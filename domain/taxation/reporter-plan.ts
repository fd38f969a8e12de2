import type { FilingMethod } from '#/domain/money/tax-policy.ts'

// The parties that report identities and income (公告2025年第15号 一), and the income that need not be reported (国务院令第810号).

/** The name of the platform on tax forms until settings are confirmed. */
export const defaultPlatformName = '云创客平台'

/** States of reporting settings. */
export const reporterPlanStates = ['proposed', 'confirmed', 'rejected', 'withdrawn'] as const
export type ReporterPlanState = (typeof reporterPlanStates)[number]

/**
 * Reasons why income need not be reported. The withholding return contains it, or the return that the platform files as
 * agent. Or it is exempt income from everyday services (便民劳务), such as delivery, transport and housekeeping.
 */
export const reportingGrounds = ['withheld', 'agent', 'convenience'] as const
export type ReportingGround = (typeof reportingGrounds)[number]

/** Reports from before these rules have only the ground `declared`. */
export const displayedGrounds = [...reportingGrounds, 'declared'] as const
export type DisplayedGround = (typeof displayedGrounds)[number]

export const filingMethods = ['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28', 'INVOICE_ISSUED', 'SELF', 'EXEMPT'] as const satisfies readonly FilingMethod[]

/** A rule that excludes income of natural persons. An empty list of categories stands for all categories of service. */
export interface GroundRule {
  readonly ground: ReportingGround
  readonly ways: readonly FilingMethod[]
  readonly categories: readonly string[]
}

/**
 * The rules until settings are confirmed, which exclude income in the platform's returns for natural persons. Without
 * VAT, the income is still in the withholding return for income tax.
 */
export const defaultGroundRules: readonly GroundRule[] = [
  { ground: 'agent', ways: ['PLATFORM_AGENT_16'], categories: [] },
  { ground: 'withheld', ways: ['PAYER_WITHHOLD_28', 'EXEMPT'], categories: [] },
]

export const maxGroundRules = 20

/** Returns the reason why a list of rules is invalid, or null. */
export function groundRulesProblem(rules: readonly GroundRule[]): 'ruleWays' | 'convenienceCategories' | 'convenienceWays' | null {
  for (const { ground, ways, categories } of rules) {
    if (ways.length === 0) return 'ruleWays'
    if (ground === 'convenience' && categories.length === 0) return 'convenienceCategories'
    if (ground === 'convenience' && ways.some((way) => way !== 'EXEMPT')) return 'convenienceWays'
  }
  return null
}

/** The facts of a payment that the rules use. */
export interface ReportedPayment {
  readonly isBusiness: boolean
  readonly way: FilingMethod
  readonly category: string
  /**
   * The income tax in fen, withheld or paid by a credit. Income from 便民劳务 is excluded only if there is no tax at
   * all.
   */
  readonly iit: number
}

/**
 * Returns the number of the first rule that excludes a payment, starting at 1; null for none. Payments to registered
 * businesses are always reported.
 */
export function excludingRuleNumber(rules: readonly GroundRule[], { isBusiness, way, category, iit }: ReportedPayment): number | null {
  if (isBusiness) return null
  const position = rules.findIndex(
    (rule) => rule.ways.includes(way) && (rule.categories.length === 0 || rule.categories.includes(category)) && (rule.ground !== 'convenience' || iit === 0),
  )
  return position < 0 ? null : position + 1
}

interface DatedPlan {
  readonly id: number
  readonly first_quarter: string
}

/** Returns the confirmed settings in force in a quarter: the latest that began in it or before. */
export function planInForce<P extends DatedPlan>(confirmed: readonly P[], quarter: string): P | null {
  const effectivePlans = confirmed.filter((plan) => plan.first_quarter <= quarter)
  return effectivePlans.toSorted((a, b) => b.first_quarter.localeCompare(a.first_quarter) || b.id - a.id)[0] ?? null
}
