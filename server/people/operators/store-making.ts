import { sql } from 'kysely'
import { accountStatus, type OperatorType } from '#/domain/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'

/** A new operator, in the normal state or waiting for the contract. */
export interface OperatorRow {
  readonly kind: 'platform' | 'ordinary'
  readonly yztype: OperatorType
  readonly name: string
  readonly idNumber: string
  readonly birth: string
  readonly mobile: string
  readonly centreId: number
  readonly status: number
  /** Who verified the identity; empty: nobody yet. */
  readonly verifiedBy: string
}

/** Makes an operator; answers the id. Whoever closed the account and registers anew is who they were: what was paid and taxed before counts on. */
export async function insertOperator(ctx: Context, person: OperatorRow): Promise<number> {
  const numbers = sealedColumns(ctx, { id_number: person.idNumber, mobile: person.mobile })
  // A resident identity number begins with the province; other documents say nothing of the kind.
  const region = /^\d{17}[\dX]$/.test(person.idNumber) ? person.idNumber.slice(0, 2) : ''
  const result = await sql<Row<'operator', 'id'>>`
    insert into operator (id, code, kind, yztype, name, id_number_sealed, id_number_index, region_code, birth, mobile_sealed, mobile_index, status,
      is_identity_verified, identity_verified_by, centre_id, created_at)
    select id, 'YZ' || lpad(id::text, 8, '0'), ${person.kind}, ${person.yztype}::smallint, ${person.name}, ${numbers.id_number_sealed}, ${numbers.id_number_index},
      ${region}, ${person.birth}::date, ${numbers.mobile_sealed}, ${numbers.mobile_index}, ${person.status}::smallint, ${person.verifiedBy !== ''}, ${person.verifiedBy},
      ${person.centreId}::bigint,
      ${ctx.now}::timestamptz
    from (select nextval(pg_get_serial_sequence('operator', 'id')) as id) fresh
    on conflict (id_number_index) do update set kind = excluded.kind, yztype = excluded.yztype, name = excluded.name, birth = excluded.birth,
      mobile_sealed = excluded.mobile_sealed, mobile_index = excluded.mobile_index, status = excluded.status, status_reason = '',
      is_identity_verified = excluded.is_identity_verified, identity_verified_by = excluded.identity_verified_by, verify_face = 0, face_by = '', centre_id = excluded.centre_id
      where operator.status = ${accountStatus.closed}
    returning id`.execute(ctx.db)
  const [row] = result.rows
  if (!row) throw new Error('somebody has this identity number')
  return row.id
}

export async function setLegalForm(ctx: Context, operatorId: number, yztype: OperatorType): Promise<void> {
  await ctx.db.updateTable('operator').set({ yztype }).where('id', '=', operatorId).execute()
}

export async function setFace(ctx: Context, operatorId: number, verifyFace: 1 | 2, by: string): Promise<void> {
  await ctx.db.updateTable('operator').set({ verify_face: verifyFace, face_by: by }).where('id', '=', operatorId).execute()
}

/** Whether somebody has this identity number whose account is not closed. */
export async function isKnown(ctx: Context, idNumber: string): Promise<boolean> {
  const known = ctx.db.selectFrom('operator').select('id').where('id_number_index', '=', ctx.vault.index('id_number', idNumber))
  return (await known.where('status', '<>', accountStatus.closed).executeTakeFirst()) !== undefined
}

/** Puts an operator to work who waits for the contract; false when none does. */
export async function activate(ctx: Context, operatorId: number, only: 'anybody' | 'imported' = 'anybody'): Promise<boolean> {
  const waiting = ctx.db.updateTable('operator').set({ status: accountStatus.active }).where('id', '=', operatorId).where('status', '=', accountStatus.signing)
  const result = await (only === 'imported' ? waiting.where('is_imported', '=', true) : waiting).executeTakeFirst()
  return result.numUpdatedRows === 1n
}
