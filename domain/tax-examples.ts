import { exampleRules, type Law } from '#/domain/tax-example-rules.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'

/** The law of these policies, oldest first. */
export function lawOf(policies: readonly TaxPolicy[]): Law {
  const latest = policies.at(-1)
  if (!latest) throw new RangeError('no tax policy')
  return { policies, latest }
}

/** One worked example of a rule. */
export interface Example {
  readonly id: string
  readonly rule: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly source?: string
}

// Why a number is wrong is said in the examples' own words; whether it is wrong is what a program can agree with.
const explanations = new Set(['reason'])

/** One figure that does not come out as the example states, named by its place; values as they are written in the example. */
export interface Deviation {
  readonly at: string
  readonly expected: string
  readonly computed: string
}

const written = (value: unknown) => JSON.stringify(value) ?? '—'

/** Where a result departs from what an example states; figures it does not state are not its business. */
function deviations(got: unknown, expected: unknown, at: string): Deviation[] {
  if (typeof expected !== 'object' || expected === null) return Object.is(got, expected) ? [] : [{ at, expected: written(expected), computed: written(got) }]
  if (typeof got !== 'object' || got === null || (Array.isArray(expected) && (!Array.isArray(got) || got.length !== expected.length)))
    return [{ at, expected: written(expected), computed: written(got) }]
  return Object.entries(expected).flatMap(([key, value]) => deviations((got as Record<string, unknown>)[key], value, `${at}.${key}`))
}

/** What does not come out as expected under a law; an empty list when all does. */
export function deviationsOf(example: Example, law: Law): Deviation[] {
  const rule = exampleRules[example.rule]
  if (!rule) return [{ at: 'rule', expected: example.rule, computed: '—' }]
  try {
    const got = rule(example.input, law)
    return Object.entries(example.expected)
      .filter(([key]) => !explanations.has(key))
      .flatMap(([key, value]) => deviations(got[key], value, key))
  } catch (error) {
    return [{ at: 'error', expected: '—', computed: error instanceof Error ? error.message : String(error) }]
  }
}
