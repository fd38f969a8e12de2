import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { z } from 'zod'
import { completeParamsSchema, policyFileSchema } from '#/db/base/policy-schema.ts'
import { shiftDay } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { LawGrade } from '#/domain/taxation/policy-fields.ts'

const policiesFolder = join(import.meta.dirname, 'policies')

type PolicyFile = z.infer<typeof policyFileSchema>

/**
 * A complete policy with its file. The next policy or `knownUntil`, the day until which the law is known, decides the
 * last day.
 */
interface NamedPolicy extends TaxPolicy {
  readonly file: string
  readonly knownUntil: string | null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// A table of rates is replaced as a whole. Merging an old and a new one would produce a table that was never enacted.
function mergeChange(before: unknown, change: unknown): unknown {
  if (!isObject(before) || !isObject(change)) return change
  const keys = new Set([...Object.keys(before), ...Object.keys(change)])
  return Object.fromEntries([...keys].map((key) => [key, Object.hasOwn(change, key) ? mergeChange(before[key], change[key]) : before[key]]))
}

function parseChecked<T>(schema: z.ZodType<T>, value: unknown, file: string, at: readonly string[] = []): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = [...at, ...(issue?.path ?? []).map(String)]
  if (issue?.code === 'unrecognized_keys') throw new Error(`${file}: ${[...path, issue.keys[0]].join('.')}: no such key in a tax policy`)
  throw new Error(`${file}: ${path.join('.')}: ${issue?.message ?? 'wrong'}`)
}

function readJson(folder: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'))
  } catch (error) {
    throw new Error(`${file}: not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function expectOrder(read: PolicyFile, before: NamedPolicy | undefined, file: string): void {
  const { code, version, effectiveFrom } = read
  if (version !== basename(file, '.json')) throw new Error(`${file}: version: ${version} is not the name of the file`)
  if (!before) return
  if (code !== before.code) throw new Error(`${file}: code: ${code} is not ${before.code}, the one before`)
  if (effectiveFrom <= before.effectiveFrom)
    throw new Error(`${file}: effectiveFrom: ${effectiveFrom} is not later than ${before.effectiveFrom} of ${before.file}`)
  if (before.knownUntil !== null && effectiveFrom > shiftDay(before.knownUntil, 1))
    throw new Error(`${file}: effectiveFrom: no policy is in force between ${before.knownUntil} (knownUntil of ${before.file}) and ${effectiveFrom}`)
}

function resolvePolicy(before: NamedPolicy | undefined, read: PolicyFile, file: string): NamedPolicy {
  expectOrder(read, before, file)
  const { code, version, effectiveFrom, knownUntil = before?.knownUntil ?? null } = read
  if (knownUntil !== null && knownUntil < effectiveFrom)
    throw new Error(`${file}: knownUntil: ${knownUntil} lies before ${effectiveFrom}; say until when this law is known, or null`)
  const params = parseChecked(completeParamsSchema, mergeChange(before?.params, read.params), file, ['params'])
  return { file, code, version, effectiveFrom, effectiveTo: null, knownUntil, params }
}

/** Returns how certain the legal source of each of the program's policies is, by version. */
export function policyGrades(folder: string = policiesFolder): Map<string, LawGrade | undefined> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(files.map((file) => parseChecked(policyFileSchema, readJson(folder, file), file)).map(({ version, grade }) => [version, grade]))
}

/**
 * Reads the program's tax policies, complete and oldest first. Each file contains the changes from the previous one. A
 * period ends the day before the next begins, the last one on the day until which its law is known. Throws errors with
 * file and key.
 */
export function readPolicies(folder: string = policiesFolder): TaxPolicy[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const policies: NamedPolicy[] = []
  for (const file of files.sort()) policies.push(resolvePolicy(policies.at(-1), parseChecked(policyFileSchema, readJson(folder, file), file), file))
  return policies.map(({ code, version, effectiveFrom, knownUntil, params }, at) => {
    const next = policies[at + 1]
    return { code, version, effectiveFrom, effectiveTo: next ? shiftDay(next.effectiveFrom, -1) : knownUntil, params }
  })
}
