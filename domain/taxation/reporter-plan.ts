import type { FilingWay } from '#/domain/money/tax-policy.ts'

// Reporters of identities and income (公告2025年第15号 一), and which income need not be reported (国务院令第810号).

/** Platform name on tax forms while no settings are confirmed. */
export const firstPlatformName = '云创客平台'

/** States of reporting settings. */
export const planStates = ['proposed', 'confirmed', 'rejected', 'withdrawn'] as const
export type PlanState = (typeof planStates)[number]

/**
 * Reasons why income need not be reported. The withholding return states it, or the return that the platform files for
 * the person. Or it is exempt income from delivery, transport, housekeeping and the like (便民劳务).
 */
export const grounds = ['withheld', 'agent', 'convenience'] as const
export type Ground = (typeof grounds)[number]

/** `declared` is the only ground in reports from before the rules. */
export const displayedGrounds = [...grounds, 'declared'] as const
export type DisplayedGround = (typeof displayedGrounds)[number]

export const filingWays = ['PLATFORM_AGENT_16', 'PAYER_WITHHOLD_28', 'INVOICE_ISSUED', 'SELF', 'EXEMPT'] as const satisfies readonly FilingWay[]

/** A rule that excludes income of natural persons. An empty list of categories means every category of service. */
export interface GroundRule {
  readonly ground: Ground
  readonly ways: readonly FilingWay[]
  readonly categories: readonly string[]
}

/**
 * The rules while no settings are confirmed: income in the platform's returns for natural persons. Without VAT, the
 * withholding return of the income tax still states the income.
 */
export const firstRules: readonly GroundRule[] = [
  { ground: 'agent', ways: ['PLATFORM_AGENT_16'], categories: [] },
  { ground: 'withheld', ways: ['PAYER_WITHHOLD_28', 'EXEMPT'], categories: [] },
]

export const maxRules = 20

/** Returns why a list of rules is invalid, or null. */
export function rulesProblem(rules: readonly GroundRule[]): 'ruleWays' | 'convenienceCategories' | 'convenienceWays' | null {
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
  readonly way: FilingWay
  readonly category: string
  /** Withheld income tax, in fen. 便民劳务 is excluded only without any tax. */
  readonly iit: number
}

/** Returns the number of the first rule that excludes a payment, from 1; null for none. Registered businesses are always reported. */
export function ruleFor(rules: readonly GroundRule[], { isBusiness, way, category, iit }: ReportedPayment): number | null {
  if (isBusiness) return null
  const found = rules.findIndex(
    (rule) => rule.ways.includes(way) && (rule.categories.length === 0 || rule.categories.includes(category)) && (rule.ground !== 'convenience' || iit === 0),
  )
  return found < 0 ? null : found + 1
}

interface Dated {
  readonly id: number
  readonly first_quarter: string
}

/** Returns the confirmed settings in force in a quarter: the latest that begin by then. */
export function planIn<P extends Dated>(confirmed: readonly P[], quarter: string): P | null {
  const begun = confirmed.filter((plan) => plan.first_quarter <= quarter)
  return begun.toSorted((a, b) => b.first_quarter.localeCompare(a.first_quarter) || b.id - a.id)[0] ?? null
}
