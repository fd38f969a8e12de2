import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { roles } from '#/db/demo/access.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Tables } from '#/server/kernel/tables.ts'

const folder = join(import.meta.dirname, '../policies')

/** The tax policies that come with the program, oldest first. */
export function readPolicies(): TaxPolicy[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TaxPolicy)
}

/** What every installation begins with, production too: roles with their keys, and the tax policies of the law. Safe to repeat. */
export async function loadBase(trx: Kysely<Tables>): Promise<void> {
  const wanted = JSON.stringify(Object.values(roles))
  await sql`insert into role (name, usertype, is_system)
    select name, usertype, true from json_to_recordset(${wanted}::json) as wanted(name text, usertype smallint)
    on conflict (name) do update set usertype = excluded.usertype`.execute(trx)
  await sql`insert into role_permission (role_id, permission)
    select role.id, permission from json_to_recordset(${wanted}::json) as wanted(name text, permissions json)
      join role on role.name = wanted.name cross join lateral json_array_elements_text(permissions) permission
    on conflict do nothing`.execute(trx)
  await sql`insert into tax_policy (code, version, effective_from, effective_to, params)
    select code, version, "effectiveFrom", "effectiveTo", params
    from json_to_recordset(${JSON.stringify(readPolicies())}::json)
      as wanted(code text, version text, "effectiveFrom" date, "effectiveTo" date, params jsonb)
    on conflict do nothing`.execute(trx)
}
