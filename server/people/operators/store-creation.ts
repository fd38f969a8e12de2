import { accountStatus, type OperatorType } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { completeParticulars, type Particulars, type TaxResidence } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'
import { declareResidence, particularColumns } from '#/server/people/operators/store-particulars.ts'

/** A new operator, active or pending the contract. */
export interface OperatorRow {
  readonly kind: 'platform' | 'ordinary'
  readonly yztype: OperatorType
  readonly name: string
  readonly idKind: IdKind
  readonly idNumber: string
  /** As on the ID; details implied by its number may be omitted. */
  readonly particulars: Particulars
  /** The declared tax residence and the declaring account. */
  readonly residence?: { readonly value: TaxResidence; readonly by: number } | undefined
  /** Whether the person sells on other platforms; null when not asked. */
  readonly sellsElsewhere?: boolean | null | undefined
  readonly mobile: string
  readonly centreId: number
  readonly status: number
  /** The verifier of the identity; empty when unverified. */
  readonly verifiedBy: string
}

/**
 * Inserts an operator and returns the id. A closed person who registers again keeps the id, so that earlier payments
 * and taxes count. A declared non-residence stays until another declaration.
 */
export async function insertOperator(ctx: Context, person: OperatorRow): Promise<number> {
  const numbers = sealedColumns(ctx, { id_number: person.idNumber, mobile: person.mobile })
  // A resident identity number starts with the province; other IDs do not.
  const region = person.idKind === 'id_card' ? person.idNumber.slice(0, 2) : ''
  const completed = completeParticulars(person.particulars, { kind: person.idKind, number: person.idNumber })
  const paper = particularColumns(ctx, completed)
  const [row] = await ctx.rows<Row<'operator', 'id'>>`
    insert into operator (id, code, kind, yztype, name, id_kind, sex, nationality, id_address_sealed, valid_from, valid_to, id_number_sealed, id_number_index,
      region_code, birth, mobile_sealed, mobile_index, status, is_identity_verified, identity_verified_by, centre_id, sells_elsewhere,
      created_at)
    select id, 'YZ' || lpad(id::text, 8, '0'), ${person.kind}, ${person.yztype}::smallint, ${person.name}, ${person.idKind}, ${paper.sex}, ${paper.nationality},
      ${paper.id_address_sealed}, ${paper.valid_from}::date, ${paper.valid_to}::date, ${numbers.id_number_sealed}, ${numbers.id_number_index},
      ${region}, ${completed.birth}::date, ${numbers.mobile_sealed}, ${numbers.mobile_index}, ${person.status}::smallint, ${person.verifiedBy !== ''}, ${person.verifiedBy},
      ${person.centreId}::bigint, ${person.sellsElsewhere ?? null}::boolean,
      ${ctx.now}::timestamptz
    from (select nextval(pg_get_serial_sequence('operator', 'id')) as id) fresh
    on conflict (id_number_index) do update set kind = excluded.kind, yztype = excluded.yztype, name = excluded.name, birth = excluded.birth,
      id_kind = excluded.id_kind, sex = excluded.sex, nationality = excluded.nationality, id_address_sealed = excluded.id_address_sealed,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to, region_code = excluded.region_code,
      sells_elsewhere = excluded.sells_elsewhere, tax_residence = case when operator.tax_residence = 'non_resident' then 'non_resident' end,
      tax_residence_by = case when operator.tax_residence = 'non_resident' then operator.tax_residence_by end,
      tax_residence_at = case when operator.tax_residence = 'non_resident' then operator.tax_residence_at end,
      mobile_sealed = excluded.mobile_sealed, mobile_index = excluded.mobile_index, status = excluded.status, status_reason = '',
      is_identity_verified = excluded.is_identity_verified, identity_verified_by = excluded.identity_verified_by, verify_face = 0, face_by = '', centre_id = excluded.centre_id
      where operator.status = ${accountStatus.closed}
    returning id`
  if (!row) throw new Error('another operator has this identity number')
  if (person.residence) await declareResidence(ctx, row.id, person.residence.value, person.residence.by)
  return row.id
}

export async function setLegalForm(ctx: Context, operatorId: number, yztype: OperatorType): Promise<void> {
  await ctx.db.updateTable('operator').set({ yztype }).where('id', '=', operatorId).execute()
}

export async function setFaceResult(ctx: Context, operatorId: number, verifyFace: 1 | 2, by: string): Promise<void> {
  await ctx.db.updateTable('operator').set({ verify_face: verifyFace, face_by: by }).where('id', '=', operatorId).execute()
}

/** Returns whether an operator with this identity number exists that is not closed. */
export async function isIdentityKnown(ctx: Context, idNumber: string): Promise<boolean> {
  const existingOperator = ctx.db.selectFrom('operator').select('id').where('id_number_index', '=', ctx.vault.index('id_number', idNumber))
  return (await existingOperator.where('status', '<>', accountStatus.closed).executeTakeFirst()) !== undefined
}

/** Activates an operator who awaits the contract. Returns false for other states. */
export async function activateOperator(ctx: Context, operatorId: number, only: 'anybody' | 'imported' = 'anybody'): Promise<boolean> {
  const activationUpdate = ctx.db
    .updateTable('operator')
    .set({ status: accountStatus.active })
    .where('id', '=', operatorId)
    .where('status', '=', accountStatus.signing)
  const result = await (only === 'imported' ? activationUpdate.where('is_imported', '=', true) : activationUpdate).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Activates imported operators awaiting their documents. Returns their ids. */
export async function activateImported(ctx: Context, operatorIds: readonly number[]): Promise<number[]> {
  if (operatorIds.length === 0) return []
  const rows = await ctx.db
    .updateTable('operator')
    .set({ status: accountStatus.active })
    .where('id', 'in', [...operatorIds])
    .where('status', '=', accountStatus.signing)
    .where('is_imported', '=', true)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
