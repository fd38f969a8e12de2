import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { policyFieldNames, policyPartNames, policyRefusals } from '#/api/taxation/policies.texts.ts'
import { examplesPath, readExamples } from '#/db/base/examples.ts'
import { completeParamsSchema } from '#/db/base/policy-schema.ts'
import { shiftDay } from '#/domain/base/period.ts'
import type { Bracket, TaxPolicy } from '#/domain/money/tax-policy.ts'
import {
  type PolicyFieldValue,
  type PolicyPath,
  policyFields,
  policyFieldValue,
  policyPaths,
  withPolicyValues,
  wrongQuickDeductions,
} from '#/domain/taxation/policy-fields.ts'
import { deviationsOf, lawFrom } from '#/domain/taxation/tax-examples.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { PolicyRecord } from '#/server/money/tax/public.ts'
import type { ExampleRun } from '#/server/taxation/policies/runs.ts'
import type { DraftRecord } from '#/server/taxation/policies/store.ts'

type Params = TaxPolicy['params']

const examplesDigest = createHash('sha256').update(readFileSync(examplesPath)).digest('hex')

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sortKeys)
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, each]) => [key, sortKeys(each)]),
  )
}

/**
 * Returns the digest that identifies the state of a draft for its examples and preview: days and figures, independent
 * of key order.
 */
export function digestOf(draft: { readonly firstDay: string; readonly knownUntil: string | null; readonly params: Params }): string {
  const { firstDay, knownUntil, params } = draft
  return createHash('sha256')
    .update(JSON.stringify(sortKeys({ firstDay, knownUntil, params })))
    .digest('hex')
}

/** Returns the display name of a field: part and name. */
export function fieldName(ctx: Context, path: PolicyPath): string {
  const [part] = path.split('.') as [keyof typeof policyPartNames]
  const pathName = translate(policyFieldNames[path], ctx.language)
  return path === 'source' ? pathName : `${translate(policyPartNames[part], ctx.language)} · ${pathName}`
}

function refuseField(ctx: Context, path: PolicyPath, code?: string): never {
  const field = fieldName(ctx, path)
  if (code?.includes('must rise')) refuse(policyRefusals, 'stepsRise', { field })
  if (code?.includes('without a bound')) refuse(policyRefusals, 'stepsOpen', { field })
  return refuse(policyRefusals, 'valueWrong', { field })
}

/** Returns the figures with other values, validated like those of the files. Refuses the first invalid field. */
export function checkedValues(ctx: Context, params: Params, values: readonly { readonly path: PolicyPath; readonly value: unknown }[]): Params {
  const requestedValues = Object.fromEntries(values.map(({ path, value }) => [path, value])) as Partial<Record<PolicyPath, PolicyFieldValue>>
  const result = completeParamsSchema.safeParse(withPolicyValues(params, requestedValues))
  if (!result.success) {
    const [issue] = result.error.issues
    const issuePath = (issue?.path ?? []).map(String).join('.')
    refuseField(ctx, policyPaths.find((path) => issuePath === path || issuePath.startsWith(`${path}.`)) ?? 'source', issue?.message)
  }
  for (const path of policyPaths.filter((policyPath) => policyFields[policyPath] === 'brackets')) {
    const wrongBrackets = wrongQuickDeductions(policyFieldValue(result.data, path) as readonly Bracket[])
    if (wrongBrackets.length > 0) refuse(policyRefusals, 'quickWrong', { field: fieldName(ctx, path), steps: wrongBrackets.map(String) })
  }
  return result.data
}

const policyOf = ({ version, effective_from, effective_to, params }: PolicyRecord): TaxPolicy => ({
  code: 'CN',
  version,
  effectiveFrom: effective_from,
  effectiveTo: effective_to,
  params,
})

/** Converts a draft for the tax engine. */
export const policyOfDraft = ({ policy_version, first_day, known_until, params }: DraftRecord): TaxPolicy => ({
  code: 'CN',
  version: policy_version,
  effectiveFrom: first_day,
  effectiveTo: known_until,
  params,
})

/** Computes every worked example as if the draft were in force from its first day. */
export function runExamples(ctx: Context, draft: DraftRecord, all: readonly PolicyRecord[]): ExampleRun {
  const earlierPolicies = all
    .filter(({ version, effective_from }) => version !== draft.policy_version && effective_from < draft.first_day)
    .map((each, at, list) => ({ ...policyOf(each), ...(at === list.length - 1 && { effectiveTo: shiftDay(draft.first_day, -1) }) }))
  const lawWithDraft = lawFrom([...earlierPolicies, policyOfDraft(draft)])
  const examples = readExamples()
  const differingExamples = examples
    .map((example) => ({ id: example.id, rule: example.rule, source: example.source ?? '', wrong: deviationsOf(example, lawWithDraft) }))
    .filter(({ wrong }) => wrong.length > 0)
  return { digest: draft.digest, file: examplesDigest, at: ctx.now.toISOString(), total: examples.length, differing: differingExamples }
}

/** Returns whether a run belongs to this state of the draft and to the examples shipped with this server. */
export const isRunOf = (run: ExampleRun | null, draft: DraftRecord): run is ExampleRun =>
  run !== null && run.digest === draft.digest && run.file === examplesDigest
