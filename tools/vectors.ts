import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vectorRules } from '#/tools/vector-rules.ts'

/** One worked example of a rule. */
export interface Vector {
  readonly id: string
  readonly rule: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expected: Readonly<Record<string, unknown>>
}

// Why a number is wrong is said in the examples' own words; whether it is wrong is what a program can agree with.
const explanations = new Set(['reason'])

/** What does not come out as expected, in words; an empty list when all does. */
export function checkVector(vector: Vector): string[] {
  const rule = vectorRules[vector.rule]
  if (!rule) return [`unknown rule ${vector.rule}`]
  try {
    const got = rule(vector.input)
    return Object.entries(vector.expected)
      .filter(([key, value]) => !explanations.has(key) && !agrees(got[key], value))
      .map(([key, value]) => `${key}: expected ${JSON.stringify(value)}, got ${JSON.stringify(got[key])}`)
  } catch (error) {
    return [`failed: ${error instanceof Error ? error.message : String(error)}`]
  }
}

/** Whether every figure that the example states was computed; figures it does not state are not its business. */
function agrees(got: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) return Array.isArray(got) && got.length === expected.length && expected.every((each, at) => agrees(got[at], each))
  if (typeof expected !== 'object' || expected === null) return Object.is(got, expected)
  if (typeof got !== 'object' || got === null) return false
  return Object.entries(expected).every(([key, value]) => agrees((got as Record<string, unknown>)[key], value))
}

/** Reads a file of vectors. */
export function readVectors(path: string): Vector[] {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const list = Array.isArray(parsed) ? parsed : (parsed as { vectors?: unknown }).vectors
  if (!Array.isArray(list)) throw new Error(`${path} holds no list of vectors`)
  return list as Vector[]
}

function main(path: string): void {
  let failed = 0
  const vectors = readVectors(path)
  for (const vector of vectors) {
    const problems = checkVector(vector)
    if (problems.length > 0) failed++
    for (const problem of problems) process.stdout.write(`${vector.id} (${vector.rule}): ${problem}\n`)
  }
  process.stdout.write(`${vectors.length - failed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 || vectors.length === 0 ? 1 : 0
}

if (import.meta.main) main(process.argv[2] ?? join(import.meta.dirname, '../vectors/tax.json'))
