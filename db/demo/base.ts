import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { roles } from '#/db/demo/access.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Tables } from '#/server/kernel/tables.ts'

const folder = join(import.meta.dirname, '../policies')

function readPolicies(): TaxPolicy[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as TaxPolicy)
}

/** What every installation begins with, production too: roles with their keys, and the tax policies of the law. Safe to repeat. */
export async function loadBase(trx: Kysely<Tables>): Promise<void> {
  for (const role of Object.values(roles)) {
    const kept = await trx
      .insertInto('role')
      .values({ name: role.name, usertype: role.usertype, is_system: true })
      .onConflict((on) => on.column('name').doUpdateSet({ usertype: role.usertype }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into role_permission (role_id, permission) select ${kept.id}, unnest(${[...role.permissions]}::text[]) on conflict do nothing`.execute(trx)
  }
  for (const policy of readPolicies()) {
    await sql`insert into tax_policy (code, version, effective_from, effective_to, params)
      values (${policy.code}, ${policy.version}, ${policy.effectiveFrom}::date, ${policy.effectiveTo}::date, ${JSON.stringify(policy.params)}::jsonb) on conflict do nothing`.execute(
      trx,
    )
  }
}
