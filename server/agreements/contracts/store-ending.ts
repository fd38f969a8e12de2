import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type EndingContractRow = Row<'contract', 'id' | 'no' | 'name' | 'centre_id' | 'valid_to'>

/**
 * Marks and returns contracts in effect that end within 30 or 7 days and were not announced yet, except renewed ones.
 */
export async function markEnding(db: Db, today: string, limit: number): Promise<EndingContractRow[]> {
  const result = await sql<EndingContractRow>`with due as (
      select contract.id, contract.valid_to - ${today}::date as days_left from contract
      where contract.sign_state = 'done' and contract.valid_to between ${today}::date and ${today}::date + 30
        and coalesce(contract.ending_told, 99) > case when contract.valid_to <= ${today}::date + 7 then 7 else 30 end
        and not exists (select from contract later where later.previous_id = contract.id and later.relation = 'renewal' and later.sign_state in ('signing', 'done'))
      order by contract.valid_to, contract.id limit ${limit} for no key update of contract skip locked)
    update contract set ending_told = due.days_left from due where contract.id = due.id
    returning contract.id, contract.no, contract.name, contract.centre_id, contract.valid_to::text`.execute(db)
  return result.rows
}

interface PartyAccountRow {
  contract_id: Row<'contract'>['id']
  user_id: Row<'app_user'>['id']
}

/** Returns the parties' accounts that may open contracts to sign. */
export async function accountsOfParties(db: Db, contractIds: readonly number[], permission: string): Promise<PartyAccountRow[]> {
  const result = await sql<PartyAccountRow>`select contract.id as contract_id, person.id as user_id from contract
      join app_user person on person.status = ${accountStatus.active}
        and (person.unit_id = contract.unit_id or person.operator_id = contract.operator_id or person.partner_id = contract.partner_id)
    where contract.id = any(${[...contractIds]}::bigint[])
      and exists (select from user_role join role_permission using (role_id) where user_id = person.id and permission = ${permission})
    order by contract.id, person.id`.execute(db)
  return result.rows
}
