import type { Ppm } from '#/domain/base/money.ts'
import type { Bracket, CategoryMethod, TaxPolicy } from '#/domain/money/tax-policy.ts'

type Params = TaxPolicy['params']

/** The type of a policy value, which decides how it is shown, entered and compared. */
export type FieldKind = 'ppm' | 'fen' | 'count' | 'flag' | 'way' | 'ways' | 'brackets' | 'items' | 'text'

/** The certainty of a rule: we read the wording (A), others report it (B), general knowledge (C), inferred (I). */
export const lawGrades = ['A', 'B', 'C', 'I'] as const
export type LawGrade = (typeof lawGrades)[number]

export const policyParts = ['withholding', 'labour', 'business', 'vat', 'surcharge', 'stamp', 'watch'] as const
export type PolicyPart = (typeof policyParts)[number]

/** Every field of a policy by path. A test compares them with the schema of the policy files. */
export const policyFields = {
  source: 'text',
  'withholding.source': 'text',
  'withholding.brackets': 'brackets',
  'withholding.expensePpm': 'ppm',
  'withholding.monthlyDeductionFen': 'fen',
  'withholding.gapMonthsToReset': 'count',
  'withholding.baseExcludesVat': 'flag',
  'withholding.deductsSurcharge': 'flag',
  'labour.source': 'text',
  'labour.fixedUpToFen': 'fen',
  'labour.fixedDeductionFen': 'fen',
  'labour.expensePpm': 'ppm',
  'labour.brackets': 'brackets',
  'labour.authorPpm': 'ppm',
  'labour.authorRatePpm': 'ppm',
  'business.source': 'text',
  'business.brackets': 'brackets',
  'business.halvingCapFen': 'fen',
  'business.halvingPpm': 'ppm',
  'business.halvingSource': 'text',
  'vat.source': 'text',
  'vat.levyPpm': 'ppm',
  'vat.reducedPpm': 'ppm',
  'vat.monthThresholdFen': 'fen',
  'vat.quarterThresholdFen': 'fen',
  'vat.isThresholdItselfExempt': 'flag',
  'vat.countsAllCentres': 'flag',
  'vat.countsOtherPlatforms': 'flag',
  'vat.dayThresholdFen': 'fen',
  'vat.generalPpm': 'ppm',
  'vat.naturalPersonWay': 'way',
  'vat.waysByCategory': 'ways',
  'surcharge.source': 'text',
  'surcharge.educationPpm': 'ppm',
  'surcharge.localEducationPpm': 'ppm',
  'surcharge.reliefPpm': 'ppm',
  'surcharge.educationExemptMonthFen': 'fen',
  'surcharge.educationExemptQuarterFen': 'fen',
  'stamp.source': 'text',
  'stamp.reliefPpm': 'ppm',
  'stamp.items': 'items',
  'watch.source': 'text',
  'watch.warnFen': 'fen',
  'watch.guideFen': 'fen',
} as const satisfies Readonly<Record<string, FieldKind>>

export type PolicyPath = keyof typeof policyFields
export const policyPaths = Object.keys(policyFields) as PolicyPath[]

export type PolicyFieldValue = string | number | boolean | readonly Bracket[] | Readonly<Record<string, Ppm>> | Readonly<Record<string, CategoryMethod>>

export interface PolicyChange {
  readonly path: PolicyPath
  readonly before: PolicyFieldValue
  readonly after: PolicyFieldValue
}

const defaultValues: Readonly<Partial<Record<FieldKind, PolicyFieldValue>>> = { flag: false, ways: {} }

/**
 * Returns the value of a field. An older policy may lack a flag, which is then false, or the filing ways by category,
 * which are then none.
 */
export function policyFieldValue(params: Params, path: PolicyPath): PolicyFieldValue {
  const [first, second] = path.split('.') as [keyof Params, string | undefined]
  const part: unknown = params[first]
  const value = second === undefined ? part : (part as Readonly<Record<string, unknown>>)[second]
  return (value === undefined ? defaultValues[policyFields[path]] : value) as PolicyFieldValue
}

function isDeepEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return Object.is(one, other)
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => isDeepEqual(left[key], right[key]))
}

/** Returns the differences between two policies, field by field. */
export function policyChangesBetween(before: Params, after: Params): PolicyChange[] {
  return policyPaths
    .map((path) => ({ path, before: policyFieldValue(before, path), after: policyFieldValue(after, path) }))
    .filter((change) => !isDeepEqual(change.before, change.after))
}

/** Returns the parameters with new values. The result is not validated. */
export function withPolicyValues(params: Params, values: Readonly<Partial<Record<PolicyPath, PolicyFieldValue>>>): Record<string, unknown> {
  const next = JSON.parse(JSON.stringify(params)) as Record<string, unknown>
  for (const [path, value] of Object.entries(values)) {
    const [first = '', second] = path.split('.')
    if (second === undefined) next[first] = value
    else (next[first] as Record<string, unknown>)[second] = value
  }
  return next
}

/** Returns the parts with changed figures whose source still names the earlier law. */
export function fieldsWithoutSource(before: Params, after: Params): ('source' | PolicyPart)[] {
  const changedPaths = policyChangesBetween(before, after).map(({ path }) => path)
  const sources = new Set(changedPaths.filter((path) => policyFields[path] === 'text'))
  if (changedPaths.length === 0) return []
  const partsWithoutSource = policyParts.filter((part) => {
    const partChanges = changedPaths.filter((path) => path.startsWith(`${part}.`) && policyFields[path] !== 'text')
    const namesSource = sources.has(`${part}.source`) || (part === 'business' && sources.has('business.halvingSource'))
    return partChanges.length > 0 && !namesSource
  })
  return sources.has('source') ? partsWithoutSource : ['source', ...partsWithoutSource]
}

/**
 * Returns the numbers, from 1, of the brackets with a wrong quick deduction. At a boundary, both brackets must give the
 * same tax.
 */
export function wrongQuickDeductions(brackets: readonly Bracket[]): number[] {
  let quickDeduction = 0
  return brackets.flatMap(({ ratePpm, quickFen }, at) => {
    const previousBracket = brackets[at - 1]
    if (previousBracket) quickDeduction += Math.round(((previousBracket.upToFen ?? 0) * (ratePpm - previousBracket.ratePpm)) / 1_000_000)
    return quickDeduction === (quickFen as number) ? [] : [at + 1]
  })
}

/** The policy fields that decide each open point of the law. A list is empty if no field does. */
export const fieldsByLegalPoint = {
  U1: ['vat.naturalPersonWay', 'vat.waysByCategory'],
  U2: ['withholding.gapMonthsToReset'],
  U3: ['withholding.baseExcludesVat', 'withholding.deductsSurcharge'],
  U4: ['vat.isThresholdItselfExempt'],
  U5: [],
  U6: [],
  U7: [],
  U8: [],
  U9: [],
  U10: [],
} as const satisfies Readonly<Record<string, readonly PolicyPath[]>>

export type LegalPoint = keyof typeof fieldsByLegalPoint
export const legalPointKeys = Object.keys(fieldsByLegalPoint) as LegalPoint[]
