import { type RawBuilder, sql } from 'kysely'
import { faceRetentionDays } from '#/domain/agreements/face.ts'
import { hasWithdrawnFaces, isFaceOfSignature } from '#/server/agreements/contracts/public.ts'
import type { RetentionRule } from '#/server/desk/retention/rules.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'

/** Maximum rows deleted by one transaction. */
export const maxRows = 1000
/** Maximum files per transaction; their bytes are removed one by one. */
export const maxFiles = 200

/** Deletes a chunk of the rows past their retention, with their dependents. Returns how many. */
export async function deleteExpiredRows(ctx: Context, rule: RetentionRule): Promise<number> {
  const before = new Date((rule.clock === 'real' ? ctx.real : ctx.now).getTime() - rule.keepMs)
  const overdueCondition = sql`${sql.raw(rule.since)} < ${before}${rule.unless ? sql` and not ${sql.raw(`(${rule.unless})`)}` : sql``}`
  // Locks the rows, so that no transaction prolongs them meanwhile. Rows locked by others are left to the next run.
  const overdueRows = sql`select row.ctid from ${sql.table(rule.table)} row where ${overdueCondition} limit ${maxRows} for update skip locked`
  if (!rule.with) {
    return ctx.affected`delete from ${sql.table(rule.table)} where ctid = any(array(${overdueRows}))`
  }
  const rows = await ctx.rows<{ id: number | string }>`select id from ${sql.table(rule.table)} where ctid = any(array(${overdueRows}))`
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return 0
  const deletedIds = sql`any(${ids}::${sql.raw(typeof ids[0] === 'string' ? 'uuid' : 'bigint')}[])`
  if (rule.files) {
    const namedFiles = sql`select named.id from ${sql.table(rule.table)} row, lateral (${sql.raw(rule.files)}) named (id) where row.id = ${deletedIds}`
    await ctx.run`update stored_file set expires_at = ${ctx.now} where id in (${namedFiles})`
  }
  for (const { table, column } of rule.with) await ctx.run`delete from ${sql.table(table)} where ${sql.ref(column)} = ${deletedIds}`
  await ctx.run`delete from ${sql.table(rule.table)} where id = ${deletedIds}`
  return ids.length
}

/**
 * Returns the condition that no row in any file column of the schema refers to a file. Links, card readings and tasks
 * do not count.
 */
async function unreferencedCondition(db: Db): Promise<RawBuilder<unknown>> {
  const columns = await sql<{ name: string; column: string }>`
    select relname::text as name, attname::text as column from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = pg_class.oid and atttypid = 'uuid'::regtype and attname ~ 'file_id$' and not attisdropped
    where nspname = 'public' and relkind in ('r', 'p') and not relispartition and relname not in ('file_link', 'card_reading', 'task')
    order by 1, 2`.execute(db)
  const conditions = columns.rows.map(({ name, column }) => sql`not exists (select from ${sql.table(name)} holder where holder.${sql.ref(column)} = file.id)`)
  return allOf(conditions)
}

/** Expires registration pictures that no row has referred to for a month: replaced or never used ones. */
export async function expireAbandonedPictures(db: Db, now: Date, before: Date): Promise<void> {
  await sql`update stored_file set expires_at = ${now} where id in (
      select file.id from stored_file file where file.purpose = 'application' and file.expires_at is null and file.created_at < ${before}
        and ${await unreferencedCondition(db)}
      limit ${maxFiles})`.execute(db)
}

/** A person whose face pictures expire before their last day, with their number. */
export interface ExpiredFaces {
  readonly person_id: number
  readonly count: number
}

/**
 * Expires pictures of faces before their last day. A picture expires at once when the person has given consent before,
 * but has none in force at the picture's centre. A picture also expires after a month without a signature. A picture
 * without a last day, stored by an older server, gets one. Removes these pictures and their proof from sign tickets.
 * Returns the people.
 */
export async function expireFaces(db: Db, now: Date, before: Date): Promise<ExpiredFaces[]> {
  const withdrawnCondition = hasWithdrawnFaces(sql`file.operator_id`, sql`file.centre_id`)
  const unusedCondition = sql`file.created_at < ${before} and not ${isFaceOfSignature(sql`file.id`)}`
  const expiredCondition = sql`file.expires_at is null and file.created_at + ${faceRetentionDays}::int * interval '1 day' <= ${now}`
  const { rows } = await sql<ExpiredFaces>`
    with ending as (select file.id, file.operator_id from stored_file file where file.purpose = 'face' and file.deleting_at is null
        and (file.expires_at is null or file.expires_at > ${now}) and ((${withdrawnCondition}) or (${unusedCondition}) or (${expiredCondition})) limit ${maxFiles} for update of file skip locked),
      ticket as (update sign_ticket set face_file_id = null, face_sha256 = null, face_likeness = null, face_by = '', proved_at = null
        where face_file_id in (select id from ending)),
      ended as (update stored_file set expires_at = ${now} where id in (select id from ending))
    select operator_id as person_id, count(*)::int as count from ending where operator_id is not null group by operator_id order by operator_id`.execute(db)
  return rows
}

/** Marks expired files, which users can no longer open. */
export async function markExpiredFiles(db: Db, now: Date): Promise<void> {
  await sql`update stored_file set deleting_at = ${now} where id in (
      select file.id from stored_file file where file.expires_at < ${now} and file.deleting_at is null and ${await unreferencedCondition(db)}
      order by file.expires_at limit ${maxFiles})`.execute(db)
}

/** Returns marked files, whose bytes may still exist. */
export async function markedFileIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('stored_file').select('id').where('deleting_at', 'is not', null).limit(maxFiles).execute()
  return rows.map((row) => row.id)
}

/** Deletes the rows of files whose bytes are removed. */
export async function deleteFileRows(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from stored_file where id = any(${[...ids]}::uuid[]) and deleting_at is not null`.execute(db)
}

export async function existingFileIds(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('stored_file')
    .select('id')
    .where('id', 'in', [...ids])
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Counts rows that are past their retention and not deleted. */
export async function countOverdue(db: Db, rule: RetentionRule, at: Date): Promise<number> {
  const before = new Date(at.getTime() - rule.keepMs)
  const exemption = rule.unless ? sql` and not ${sql.raw(`(${rule.unless})`)}` : sql``
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(rule.table)} row
    where ${sql.raw(rule.since)} < ${before}${exemption}`.execute(db)
  return rows[0]?.count ?? 0
}
