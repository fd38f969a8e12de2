import { sql } from 'kysely'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { completeParticulars, noExpiry, type Particulars, type TaxResidence } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns the particulars as operator columns; the birthday has its own. */
export function particularColumns(ctx: Context, particulars: Particulars) {
  const { sex, nationality, address, validFrom, validTo } = particulars
  return {
    sex,
    nationality,
    id_address_sealed: ctx.vault.seal('id_address', address),
    valid_from: validFrom === '' ? null : validFrom,
    valid_to: validTo === '' ? null : validTo === noExpiry ? 'infinity' : validTo,
  }
}

export interface ParticularsRow extends Row<'operator', 'id' | 'code' | 'name' | 'centre_id' | 'birth' | 'sex' | 'nationality' | 'id_kind'> {
  id_kind: IdKind
  id_number: string
  particulars: Particulars
  /** The declared tax residence with time and account, or null when undeclared. */
  residence: { value: TaxResidence; by: string; at: Date } | null
}

type StoredParticulars = Omit<ParticularsRow, 'id_number' | 'particulars' | 'residence'> &
  Row<'operator', 'id_number_sealed' | 'id_address_sealed' | 'tax_residence_at' | 'valid_from' | 'valid_to' | 'tax_residence'> & {
    tax_residence: TaxResidence | null
    declared_by: string | null
  }

/** Returns an operator row's particulars; missing ones are derived from the number. */
export function particularsOfRow(
  ctx: Context,
  row: Row<'operator', 'sex' | 'birth' | 'nationality' | 'id_address_sealed'> & {
    readonly id_kind: IdKind
    readonly id_number: string
    readonly valid_from: string | null
    readonly valid_to: string | null
  },
): Particulars {
  const { sex, birth, nationality } = row
  const address = ctx.vault.open('id_address', row.id_address_sealed)
  const validTo = row.valid_to === 'infinity' ? noExpiry : (row.valid_to ?? '')
  return completeParticulars({ sex, birth, nationality, address, validFrom: row.valid_from ?? '', validTo }, { kind: row.id_kind, number: row.id_number })
}

/** Returns the unsealed declaration data of a visible operator. */
export async function particularsOf(ctx: Context, operatorId: number): Promise<ParticularsRow | undefined> {
  const [row] = await ctx.rows<StoredParticulars>`
    select operator.id, operator.code, operator.name, operator.centre_id, operator.birth::text as birth, operator.id_kind, operator.id_number_sealed, operator.sex,
      operator.nationality, operator.id_address_sealed, operator.valid_from::text as valid_from, operator.valid_to::text as valid_to, operator.tax_residence,
      operator.tax_residence_at, declarer.name as declared_by
    from operator left join app_user declarer on declarer.id = operator.tax_residence_by where operator.id = ${operatorId}`
  if (!row) return undefined
  const number = ctx.vault.open('id_number', row.id_number_sealed)
  const { tax_residence: value, tax_residence_at: at } = row
  return {
    ...row,
    id_number: number,
    particulars: particularsOfRow(ctx, { ...row, id_number: number }),
    residence: value === null || at === null ? null : { value, by: row.declared_by ?? '', at },
  }
}

/** Updates particulars; a changed expiry is announced again. */
export async function setParticulars(ctx: Context, operatorId: number, particulars: Particulars): Promise<void> {
  const { valid_from, valid_to, ...columns } = particularColumns(ctx, particulars)
  await ctx.db
    .updateTable('operator')
    .set({
      ...columns,
      birth: sql`${particulars.birth}::date`,
      valid_from: sql`${valid_from}::date`,
      valid_to: sql`${valid_to}::date`,
      paper_told: sql`case when valid_to is not distinct from ${valid_to}::date then paper_told end`,
    })
    .where('id', '=', operatorId)
    .execute()
}

/** Records the declared tax residence with account and time. */
export async function declareResidence(ctx: Context, operatorId: number, value: TaxResidence, by: number): Promise<void> {
  await ctx.db.updateTable('operator').set({ tax_residence: value, tax_residence_by: by, tax_residence_at: ctx.now }).where('id', '=', operatorId).execute()
}

/** An ID that ends soon or has ended. */
export interface ExpiringIdRow extends Row<'operator', 'id' | 'name' | 'centre_id' | 'kind' | 'valid_to'> {
  valid_to: string
}

/**
 * Marks and returns IDs that end by this day and were not announced, and ended ones announced only before their end.
 */
export async function markEnding(
  ctx: Context,
  of: { readonly today: string; readonly until: string; readonly days: number },
  limit: number,
): Promise<ExpiringIdRow[]> {
  return ctx.rows<ExpiringIdRow>`update operator set paper_told = case when valid_to < ${of.today}::date then 0 else ${of.days} end
    where id in (select id from operator where valid_to < 'infinity' and status not in (7)
        and (valid_to <= ${of.until}::date and paper_told is null or valid_to < ${of.today}::date and paper_told > 0) order by id limit ${limit} for no key update skip locked)
    returning id, name, centre_id, kind, valid_to::text as valid_to`
}
