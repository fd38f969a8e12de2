import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// SQL and questions about stored files for other modules. Row-level security hides files outside the caller's scope.

/** Names of the columns of `fileFacts` that modules read. */
export type FileFacts = Row<'stored_file', 'name' | 'media_type' | 'size_bytes' | 'sha256' | 'purpose' | 'expires_at'>

/**
 * Returns a file as a lateral table: `FileFacts`, and `is_kept`, false once retention marked it. The table is empty
 * when the caller may not see the file.
 */
export const fileFacts = (id: RawBuilder<unknown>) =>
  sql`(select name, media_type, size_bytes, sha256, purpose, expires_at, deleting_at is null as is_kept
    from stored_file where stored_file.id = ${id})`

/**
 * Returns the files stored for a purpose that retention has not marked, as a table: id, name, media_type, size_bytes,
 * centre_id, unit_id, operator_id, created_by, created_at, expires_at.
 */
export const filesFor = (purpose: string) =>
  sql`(select id, name, media_type, size_bytes, centre_id, unit_id, operator_id, created_by, created_at, expires_at
    from stored_file where purpose = ${sql.lit(purpose)} and deleting_at is null)`

/** Files of earlier versions that are still to be encrypted: id. */
export const filesToSeal = sql`(select id from stored_file where not is_encrypted and deleting_at is null)`

/** Selects the ids of the files with one of these contents. */
export const filesWithContent = (sha256: readonly string[]) => sql`(select id from stored_file where sha256 = any(${[...sha256]}::text[]))`

/** Makes the retention of temporary files permanent, because a row refers to them. */
export async function keepFilesPermanently(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update stored_file set expires_at = null where id = any(${[...ids]}::uuid[]) and expires_at is not null`.execute(db)
}
