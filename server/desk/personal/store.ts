import { sql } from 'kysely'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { PersonalPart, PersonKeys } from '#/server/kernel/declarations/personal.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Runs as the database owner, which row-level security does not restrict: the condition of the part is the only filter.

/** A person with the names for the copy. */
export interface CopySubject extends PersonKeys, Row<'operator', 'code' | 'name'> {}

/** Returns the ids, codes and indexes by which tables refer to an operator. */
export async function loadCopySubject(db: Db, operatorId: number): Promise<CopySubject> {
  const { id_number_index, mobile_index, code, name } = await db
    .selectFrom('operator')
    .select(['id_number_index', 'mobile_index', 'code', 'name'])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow()
  const users = await db.selectFrom('app_user').select('id').where('operator_id', '=', operatorId).orderBy('id').execute()
  return { operatorId, code, name, idNumber: id_number_index, mobile: mobile_index, userIds: users.map((user) => user.id) }
}

export type PersonalDataRow = Readonly<Record<string, unknown>>

/** Returns a person's rows of a part with unsealed numbers; `centreId` null means all centres. */
export async function personalDataOf(ctx: Context, part: PersonalPart, person: PersonKeys, centreId: number | null): Promise<PersonalDataRow[]> {
  const columns = [
    ...part.shows.map((column) => sql`row.${sql.ref(column)}`),
    ...part.opens.map((kind) => sql`row.${sql.ref(`${kind}_sealed`)} as ${sql.ref(kind)}`),
    ...Object.entries(part.adds).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ]
  const centreCondition = centreId === null ? sql`true` : part.within(centreId)
  const rows = await ctx.rows<Record<string, unknown>>`select ${sql.join(columns)} from ${sql.table(part.table)} row
    where ${part.of(person)} and ${centreCondition} order by 1`
  return rows.map((row) => ({ ...row, ...Object.fromEntries(part.opens.map((kind) => [kind, ctx.vault.open(kind, String(row[kind] ?? ''))])) }))
}
