import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { exampleRules, type TaxLaw } from '#/domain/taxation/tax-example-rules.ts'

/** Returns the law made of these policies, oldest first. Throws RangeError for an empty list. */
export function lawFrom(policies: readonly TaxPolicy[]): TaxLaw {
  const latest = policies.at(-1)
  if (!latest) throw new RangeError('no tax policy')
  return { policies, latest }
}

/** One worked example of a rule. */
export interface TaxExample {
  readonly id: string
  readonly rule: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
  readonly source?: string
}

// Explanations in the examples are free text, so they are not compared.
const explanationKeys = new Set(['reason'])

/** A value that differs from the example, with its path. The values are JSON texts. */
export interface ExampleDeviation {
  readonly at: string
  readonly expected: string
  readonly computed: string
}

const jsonText = (value: unknown) => JSON.stringify(value) ?? '—'

/** Compares a result with the values in the example. Other values of the result are ignored. */
function deviations(got: unknown, expected: unknown, at: string): ExampleDeviation[] {
  if (typeof expected !== 'object' || expected === null) return Object.is(got, expected) ? [] : [{ at, expected: jsonText(expected), computed: jsonText(got) }]
  if (typeof got !== 'object' || got === null || (Array.isArray(expected) && (!Array.isArray(got) || got.length !== expected.length)))
    return [{ at, expected: jsonText(expected), computed: jsonText(got) }]
  return Object.entries(expected).flatMap(([key, value]) => deviations((got as Record<string, unknown>)[key], value, `${at}.${key}`))
}

/** Returns the values in which an example differs under a law. Returns an empty list if it matches. */
export function deviationsOf(example: TaxExample, law: TaxLaw): ExampleDeviation[] {
  const rule = exampleRules[example.rule]
  if (!rule) return [{ at: 'rule', expected: example.rule, computed: '—' }]
  try {
    const computedResult = rule(example.input, law)
    return Object.entries(example.expected)
      .filter(([key]) => !explanationKeys.has(key))
      .flatMap(([key, value]) => deviations(computedResult[key], value, key))
  } catch (error) {
    return [{ at: 'error', expected: '—', computed: error instanceof Error ? error.message : String(error) }]
  }
}
