import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'

/** Returns the record of a related person of a unit by ID number. */
export async function idOfPerson(ctx: Context, unitId: number, idNumber: string): Promise<number> {
  const { id_number_index: index } = sealedColumns(ctx, { id_number: idNumber })
  const rows = await ctx.rows<Row<'unit_related_person', 'id'>>`select id from unit_related_person
    where unit_id = ${unitId} and id_number_index = ${index}`
  return rows[0]?.id ?? Promise.reject(new RangeError('a related person that does not exist'))
}

/** Returns the ID number of a related person. */
export async function idNumberOf(ctx: Context, id: number): Promise<string> {
  const rows = await ctx.rows<Row<'unit_related_person', 'id_number_sealed'>>`select id_number_sealed from unit_related_person where id = ${id}`
  const [row] = rows
  if (!row) throw new RangeError('a related person that does not exist')
  return ctx.vault.open('id_number', row.id_number_sealed)
}
