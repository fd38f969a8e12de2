import { sql } from 'kysely'
import type { ConsentKind } from '#/domain/agreements/contract.ts'
import type { ContractRow } from '#/server/agreements/contracts/store.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

interface ConsentRecord {
  kind: ConsentKind
  evidence: Readonly<Record<string, string>>
  givenAt: Date
}

/** Records the consents that an operator gave by signing this contract. */
export async function addConsents(db: Db, row: ContractRow, sha256: string, consents: readonly ConsentRecord[]): Promise<void> {
  const { operator_id } = row
  if (operator_id === null || consents.length === 0) return
  await db
    .insertInto('consent')
    .values(
      consents.map(({ kind, evidence, givenAt }) => ({
        operator_id,
        kind,
        centre_id: row.centre_id,
        document_sha256: sha256,
        given_at: givenAt,
        valid_to: kind === 'personal_data' ? null : row.valid_to,
        contract_id: row.id,
        evidence: JSON.stringify(evidence),
      })),
    )
    .execute()
}

/** Withdraws the consents given by signing this contract. */
export async function revokeConsentsOf(db: Db, contractId: number, by: { userId: number; at: Date; reason: string }): Promise<void> {
  await db
    .updateTable('consent')
    .set({ revoked_at: by.at, revoked_by: by.userId, revoke_reason: by.reason })
    .where('contract_id', '=', contractId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Moves orders and terms from the earlier contract to its renewal. */
export async function moveOrdersAndTermsToRenewal(db: Db, row: ContractRow): Promise<void> {
  await sql`update service_order set contract_id = ${row.id} where contract_id = ${row.previous_id} and state not in ('settled', 'cancelled')`.execute(db)
  await sql`update unit_setting set contract_id = ${row.id} where contract_id = ${row.previous_id}`.execute(db)
}

/** Returns contracts whose signing deadline has passed. */
export async function contractsPastDeadline(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('contract')
    .select('id')
    .where('sign_state', '=', 'signing')
    .where('sign_deadline', '<', now)
    .where('seal_fault', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('sign_task')
            .select('sign_task.id')
            .whereRef('sign_task.contract_id', '=', 'contract.id')
            .where('state', '=', 'signed')
            .where('sealed_at', 'is', null),
        ),
      ),
    )
    .orderBy('sign_deadline')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Returns contracts waiting for a certificate of this centre (null: the platform), after this id. */
export async function contractsWaitingForSeal(db: Db, place: number | null, after: number, limit: number): Promise<number[]> {
  const result = await sql<Row<'contract', 'id'>>`select id from contract where seal_fault is not null and sign_state = 'signing'
    and seal_centre_id is not distinct from ${place}::bigint and id > ${after} order by id limit ${limit}`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Returns contracts with a signature given before this time and not yet in the file. */
export async function unsealedContracts(db: Db, before: Date, limit: number): Promise<number[]> {
  const result = await sql<Row<'contract', 'id'>>`select distinct contract.id from sign_task task join contract on contract.id = task.contract_id
    where task.state = 'signed' and task.sealed_at is null and task.signed_at < ${before} and contract.sign_state = 'signing' and contract.seal_fault is null order by contract.id limit ${limit}`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}
