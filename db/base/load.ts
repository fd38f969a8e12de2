import { type Kysely, sql } from 'kysely'
import { installCategories } from '#/db/base/categories.ts'
import { installPolicies } from '#/db/base/install-policies.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { roles } from '#/db/base/roles.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

/**
 * Installs the built-in roles. Each permission is granted to its role once and recorded. Renamed roles are not
 * recreated, revoked permissions do not return at the next start, and permissions of a new version are granted once.
 */
async function loadRoles(trx: Kysely<Tables>): Promise<void> {
  const roleRows = JSON.stringify(Object.entries(roles).map(([key, role]) => ({ key, ...role })))
  await sql`insert into role (built_in, name, usertype, is_system)
    select key, name, usertype, true from json_to_recordset(${roleRows}::json) as requested(key text, name text, usertype smallint)
    on conflict do nothing`.execute(trx)
  await sql`with given as (
      insert into role_right_given (role_id, permission)
        select role.id, permission from json_to_recordset(${roleRows}::json) as requested(key text, permissions json)
          join role on role.built_in = requested.key cross join lateral json_array_elements_text(permissions) permission
        on conflict do nothing returning role_id, permission
    )
    insert into role_permission (role_id, permission) select role_id, permission from given on conflict do nothing`.execute(trx)
}

/**
 * Loads the data of every installation, including production: roles with their keys, starter invoice categories and tax
 * policies. Idempotent. Refuses a database whose installed policies differ from the program's.
 */
export async function loadBase(trx: Kysely<Tables>, policies: readonly TaxPolicy[] = readPolicies()): Promise<void> {
  await loadRoles(trx)
  await installCategories(trx)
  await installPolicies(trx, policies)
}
