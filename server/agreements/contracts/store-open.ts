import { sql } from 'kysely'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The party of the contracts. */
export interface ContractSubject {
  readonly unitId?: number | null
  readonly operatorId?: number | null
  readonly partnerId?: number | null
}

function subjectCondition(of: ContractSubject) {
  if (of.partnerId) return sql`contract.partner_id = ${of.partnerId}`
  return of.operatorId ? sql`contract.operator_id = ${of.operatorId}` : sql`(contract.unit_id = ${of.unitId ?? 0} and contract.operator_id is null)`
}

/** Returns open handwritten signatures, in signing order. */
export async function openParticipants(db: Db, of: ContractSubject): Promise<{ signTaskId: number; name: string }[]> {
  const type = of.partnerId ? 'partner' : of.operatorId ? 'operator' : 'unit'
  const result = await sql<Row<'contract', 'name'> & { signTaskId: number }>`select sign_task.id as "signTaskId", contract.name from sign_task
    join contract on contract.id = sign_task.contract_id
    where contract.sign_state = 'signing' and sign_task.state = 'open' and sign_task.way = 'hand' and sign_task.signer_type = ${type} and ${subjectCondition(of)}
    order by contract.id, sign_task.id`.execute(db)
  return result.rows
}

/**
 * Returns the signed contract of the first of these kinds once all of them are signed; otherwise null. Expired imported
 * contracts do not count.
 */
export async function signedContractId(db: Db, of: ContractSubject, kinds: readonly string[], today: string): Promise<number | null> {
  const result = await sql<Row<'contract', 'kind'> & { id: number }>`select kind, max(id) as id from contract
    where sign_state = 'done' and (source <> 'moved' or valid_to >= ${today}) and kind = any(${[...kinds]}::text[]) and ${subjectCondition(of)} group by kind`.execute(
    db,
  )
  return kinds.every((kind) => result.rows.some((row) => row.kind === kind)) ? (result.rows.find((row) => row.kind === kinds[0])?.id ?? null) : null
}
