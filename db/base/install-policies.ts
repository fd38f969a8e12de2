import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { shiftDay } from '#/domain/period.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

const advice = 'payments were computed by it: put its file in db/base/policies back, and give a changed rule a file with a version and a first day of its own'

function nameOf({ code, version }: TaxPolicy): string {
  return `the tax policy ${code} ${version}`
}

/** The keys under which two values differ, as paths. */
function differences(one: unknown, other: unknown, path: string): string[] {
  if (isDeepStrictEqual(one, other)) return []
  const isPair = [one, other].every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
  if (!isPair) return [path]
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => differences(left[key], right[key], `${path}.${key}`))
}

async function installedPolicies(trx: Kysely<Tables>): Promise<TaxPolicy[]> {
  const found = await sql<TaxPolicy>`select code, version, effective_from::text as "effectiveFrom", effective_to::text as "effectiveTo", params
    from tax_policy order by effective_from`.execute(trx)
  return found.rows
}

/** The last day of a policy among others: the day before the next begins, if that comes before the day until which its law is known. */
function lastDayAmong(policy: TaxPolicy, others: readonly TaxPolicy[]): string | null {
  const begins = others
    .filter(({ code, effectiveFrom }) => code === policy.code && effectiveFrom > policy.effectiveFrom)
    .map(({ effectiveFrom }) => effectiveFrom)
    .sort()
  const ends = [policy.effectiveTo, begins[0] === undefined ? null : shiftDay(begins[0], -1)].filter((each) => each !== null)
  return ends.sort()[0] ?? null
}

function expectSame(brought: TaxPolicy, installed: TaxPolicy): void {
  const keys = [...differences(installed.effectiveFrom, brought.effectiveFrom, 'effectiveFrom'), ...differences(installed.params, brought.params, 'params')]
  if (keys.length > 0) throw new Error(`${nameOf(brought)} is installed with another ${keys.join(', ')}; ${advice}`)
}

/** What was paid, or declared as a month, on days of a policy that is about to end before them. */
async function hasComputed(trx: Kysely<Tables>, from: string, to: string | null): Promise<boolean> {
  const found = await sql<{ has: boolean }>`select exists (select from payment_batch
        where paid_at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'
          and (${to}::date is null or paid_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'))
      or exists (select from tax_period, lateral (select ((month || '-01')::date + interval '1 month' - interval '1 day')::date as last_day) ends
        where last_day >= ${from}::date and (${to}::date is null or last_day <= ${to}::date)) as has`.execute(trx)
  return found.rows[0]?.has ?? false
}

async function endEarlier(trx: Kysely<Tables>, policy: TaxPolicy, lastDay: string): Promise<void> {
  // Who computes with a policy holds its table until the end: what they write is seen by the question that follows.
  await sql`lock table tax_policy in access exclusive mode`.execute(trx)
  const begins = shiftDay(lastDay, 1)
  if (await hasComputed(trx, begins, policy.effectiveTo)) {
    throw new Error(
      `${nameOf(policy)} would end on ${lastDay}, but payments from ${begins} on were computed by it; give the policy after it a first day on which nothing was paid yet`,
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

async function keepPolicy(trx: Kysely<Tables>, installed: TaxPolicy, brought: TaxPolicy | undefined, all: readonly TaxPolicy[]): Promise<void> {
  if (brought) expectSame(brought, installed)
  const lastDay = lastDayAmong(brought ?? installed, all)
  if (lastDay === installed.effectiveTo) return
  if (lastDay !== null && (installed.effectiveTo === null || lastDay < installed.effectiveTo)) return endEarlier(trx, installed, lastDay)
  throw new Error(`${nameOf(installed)} is installed with another last day (${installed.effectiveTo}, now ${lastDay ?? 'none'}); ${advice}`)
}

/**
 * Installs the policies that the database lacks, and ends those before them on the day before. Payments name the version they were computed by, so an installed
 * policy never changes: throws when the program brings another one under its name, or when it would end on days that were computed by it.
 */
export async function installPolicies(trx: Kysely<Tables>, brought: readonly TaxPolicy[]): Promise<void> {
  await sql`lock table tax_policy in share row exclusive mode`.execute(trx)
  const installed = await installedPolicies(trx)
  const isSame = (one: TaxPolicy) => (other: TaxPolicy) => one.code === other.code && one.version === other.version
  const all = [...installed, ...brought]
  for (const policy of installed) await keepPolicy(trx, policy, brought.find(isSame(policy)), all)
  for (const policy of brought) if (!installed.some(isSame(policy))) await insertPolicy(trx, policy, all)
}
