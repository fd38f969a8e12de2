import { type Kysely, sql } from 'kysely'
import { installCategories } from '#/db/base/categories.ts'
import { installPolicies } from '#/db/base/install-policies.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { roles } from '#/db/base/roles.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

/**
 * The built-in roles. Each right is given to its role once and recorded: a role that somebody renamed is not made again, a right that somebody took away does not
 * come back with the next start, and one that a new version brings arrives once.
 */
async function loadRoles(trx: Kysely<Tables>): Promise<void> {
  const wanted = JSON.stringify(Object.entries(roles).map(([key, role]) => ({ key, ...role })))
  await sql`insert into role (built_in, name, usertype, is_system)
    select key, name, usertype, true from json_to_recordset(${wanted}::json) as wanted(key text, name text, usertype smallint)
    on conflict do nothing`.execute(trx)
  await sql`with given as (
      insert into role_right_given (role_id, permission)
        select role.id, permission from json_to_recordset(${wanted}::json) as wanted(key text, permissions json)
          join role on role.built_in = wanted.key cross join lateral json_array_elements_text(permissions) permission
        on conflict do nothing returning role_id, permission
    )
    insert into role_permission (role_id, permission) select role_id, permission from given on conflict do nothing`.execute(trx)
}

/**
 * What every installation begins with, production too: roles with their keys, a starter set of invoice categories, and the tax policies of the law. Safe to repeat; refuses a database whose
 * installed policies are not those of the program.
 */
export async function loadBase(trx: Kysely<Tables>, policies: readonly TaxPolicy[] = readPolicies()): Promise<void> {
  await loadRoles(trx)
  await installCategories(trx)
  await installPolicies(trx, policies)
}
