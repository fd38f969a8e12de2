import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { shiftDay } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

const restoreAdvice =
  'payments were computed with it: restore its file in db/base/policies, and put a changed rule in a new file with its own version and first day'

function nameOf({ code, version }: TaxPolicy): string {
  return `the tax policy ${code} ${version}`
}

/** Returns the paths at which two values differ. */
function differencesBetween(one: unknown, other: unknown, path: string): string[] {
  if (isDeepStrictEqual(one, other)) return []
  const isPair = [one, other].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
  if (!isPair) return [path]
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => differencesBetween(left[key], right[key], `${path}.${key}`))
}

/** A stored policy; `isPublished`: two people published it in the browser. */
interface InstalledPolicy extends TaxPolicy {
  readonly isPublished: boolean
}

async function installedPolicies(trx: Kysely<Tables>): Promise<InstalledPolicy[]> {
  const result = await sql<InstalledPolicy>`select code, version, effective_from::text as "effectiveFrom", effective_to::text as "effectiveTo", params,
    draft_id is not null as "isPublished" from tax_policy where effective_to is null or effective_to >= effective_from order by effective_from`.execute(trx)
  return result.rows
}

/**
 * Returns the last day of a policy: the day before the next begins, or the day until which its law is known, whichever
 * is earlier.
 */
function lastDayAmong(policy: TaxPolicy, others: readonly TaxPolicy[]): string | null {
  const laterFirstDays = others
    .filter(({ code, effectiveFrom }) => code === policy.code && effectiveFrom > policy.effectiveFrom)
    .map(({ effectiveFrom }) => effectiveFrom)
    .sort()
  const possibleLastDays = [policy.effectiveTo, laterFirstDays[0] === undefined ? null : shiftDay(laterFirstDays[0], -1)].filter((each) => each !== null)
  return possibleLastDays.sort()[0] ?? null
}

function expectUnchanged(filePolicy: TaxPolicy, installed: TaxPolicy): void {
  const differingKeys = [
    ...differencesBetween(installed.effectiveFrom, filePolicy.effectiveFrom, 'effectiveFrom'),
    ...differencesBetween(installed.params, filePolicy.params, 'params'),
  ]
  if (differingKeys.length > 0) throw new Error(`${nameOf(filePolicy)} is installed with another ${differingKeys.join(', ')}; ${restoreAdvice}`)
}

/** Returns whether a payment or the end of a closed month falls on these days; null: without a last day. */
async function hasComputations(trx: Kysely<Tables>, from: string, to: string | null): Promise<boolean> {
  const result = await sql<{ has: boolean }>`select app.policy_computed(${from}::date, ${to}::date) as has`.execute(trx)
  return result.rows[0]?.has ?? false
}

async function shortenPolicy(trx: Kysely<Tables>, policy: TaxPolicy, lastDay: string): Promise<void> {
  // Transactions that compute with a policy lock its table until they end, so the next query sees their results.
  await sql`lock table tax_policy in access exclusive mode`.execute(trx)
  const nextFirstDay = shiftDay(lastDay, 1)
  if (await hasComputations(trx, nextFirstDay, policy.effectiveTo)) {
    throw new Error(
      `${nameOf(policy)} would end on ${lastDay}, but payments from ${nextFirstDay} on were computed by it; give the policy after it a first day on which nothing was paid yet`,
    )
  }
  await sql`update tax_policy set effective_to = ${lastDay} where code = ${policy.code} and version = ${policy.version}`.execute(trx)
}

async function insertPolicy(trx: Kysely<Tables>, policy: TaxPolicy, all: readonly TaxPolicy[]): Promise<void> {
  const twin = all.find((each) => each.code === policy.code && each.version !== policy.version && each.effectiveFrom === policy.effectiveFrom)
  if (twin)
    throw new Error(`${nameOf(policy)} begins on ${policy.effectiveFrom}, as ${twin.version} does; an installed policy keeps its version and its first day`)
  await sql`insert into tax_policy (code, version, effective_from, effective_to, params)
    values (${policy.code}, ${policy.version}, ${policy.effectiveFrom}, ${lastDayAmong(policy, all)}, ${JSON.stringify(policy.params)}::jsonb)`.execute(trx)
}

async function updatePolicy(trx: Kysely<Tables>, installed: TaxPolicy, filePolicy: TaxPolicy | undefined, all: readonly TaxPolicy[]): Promise<void> {
  if (filePolicy) expectUnchanged(filePolicy, installed)
  const lastDay = lastDayAmong(filePolicy ?? installed, all)
  if (lastDay === installed.effectiveTo) return
  if (lastDay !== null && (installed.effectiveTo === null || lastDay < installed.effectiveTo)) return shortenPolicy(trx, installed, lastDay)
  throw new Error(`${nameOf(installed)} is installed with another last day (${installed.effectiveTo}, now ${lastDay ?? 'none'}); ${restoreAdvice}`)
}

/**
 * Returns the program's policies except those that were already published in the browser. Throws when a file differs
 * from the published policy of its first day, or would silently revoke a published policy.
 */
function unpublishedPolicies(installed: readonly InstalledPolicy[], filePolicies: readonly TaxPolicy[]): TaxPolicy[] {
  const publishedPolicies = installed.filter(({ isPublished }) => isPublished)
  const publishedVersionOf = (policy: TaxPolicy) =>
    publishedPolicies.find(({ code, effectiveFrom }) => code === policy.code && effectiveFrom === policy.effectiveFrom)
  for (const policy of filePolicies) {
    const twin = publishedVersionOf(policy)
    const differingKeys = twin ? differencesBetween(twin.params, policy.params, 'params') : []
    if (twin && differingKeys.length > 0)
      throw new Error(
        `${nameOf(policy)} begins on ${policy.effectiveFrom}, as ${twin.version} does, which was published with another ${differingKeys.join(', ')}; give the file its figures`,
      )
  }
  const unlistedPolicy = publishedPolicies.find((each) => !filePolicies.some(({ effectiveFrom }) => effectiveFrom === each.effectiveFrom))
  const newPolicy = filePolicies.find(
    (policy) => !publishedVersionOf(policy) && !installed.some(({ code, version }) => code === policy.code && version === policy.version),
  )
  if (unlistedPolicy && newPolicy)
    throw new Error(
      `${nameOf(newPolicy)} was written without ${unlistedPolicy.version}, which was published from ${unlistedPolicy.effectiveFrom}; put that into db/base/policies first`,
    )
  return filePolicies.filter((policy) => !publishedVersionOf(policy))
}

/**
 * Installs the missing policies and ends their predecessors on the day before. Payments name the policy version they
 * were computed with, so installed policies never change. Throws when the program has a different policy under an
 * installed name, or when a policy would end before days computed with it.
 */
export async function installPolicies(trx: Kysely<Tables>, policies: readonly TaxPolicy[]): Promise<void> {
  await sql`lock table tax_policy in share row exclusive mode`.execute(trx)
  const currentPolicies = await installedPolicies(trx)
  const newPolicies = unpublishedPolicies(currentPolicies, policies)
  const isSamePolicy = (one: TaxPolicy) => (policy: TaxPolicy) => one.code === policy.code && one.version === policy.version
  const all = [...currentPolicies, ...newPolicies]
  for (const policy of currentPolicies) await updatePolicy(trx, policy, newPolicies.find(isSamePolicy(policy)), all)
  for (const policy of newPolicies) if (!currentPolicies.some(isSamePolicy(policy))) await insertPolicy(trx, policy, all)
}
