import { sql } from 'kysely'
import type { UserType } from '#/domain/base/codes.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { filesToSeal } from '#/server/kernel/files/store-files.ts'
import type { Kernel } from '#/server/kernel/kernel.ts'
import { openSessionsOf, tokenHash } from '#/server/kernel/session/session.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/**
 * Returns the name of an unexpired file within the caller's scope, or null. An export is visible only to its creator,
 * because it may contain full numbers.
 */
export async function nameOf(ctx: Context, fileId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('stored_file')
    .select(['name', 'expires_at'])
    .where('id', '=', fileId)
    .where((file) => file.or([file('purpose', '<>', 'export'), file('created_by', '=', ctx.actor.userId)]))
    .executeTakeFirst()
  return row && (row.expires_at === null || row.expires_at > ctx.now) ? row.name : null
}

/** Returns the caller's exports that can still be opened, newest first. */
export function exportsOfCaller(ctx: Context, limit: number) {
  return ctx.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'size_bytes', 'created_at', 'expires_at'])
    .where('created_by', '=', ctx.actor.userId)
    .where('purpose', '=', 'export')
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', ctx.now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Adds a link by the hash of its token. */
export async function addLink(ctx: Context, link: { fileId: string; tokenHash: Uint8Array; expiresAt: Date }): Promise<void> {
  await ctx.db
    .insertInto('file_link')
    .values({
      token_hash: link.tokenHash,
      file_id: link.fileId,
      user_id: ctx.actor.userId,
      session_id: ctx.actor.sessionId || null,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Returns ids of files that are not encrypted yet, starting at an id and continuing from the lowest. */
export async function unsealedFiles(db: Db, from: string, limit: number): Promise<string[]> {
  const { rows } = await sql<Row<'stored_file', 'id'>>`(select id from ${filesToSeal} file where id >= ${from}::uuid order by id limit ${limit})
    union (select id from ${filesToSeal} file where id < ${from}::uuid order by id limit ${limit})`.execute(db)
  return rows.slice(0, limit).map(({ id }) => id)
}

export async function markFilesSealed(db: Db, ids: readonly string[]): Promise<void> {
  await db.updateTable('stored_file').set({ is_encrypted: true }).where('id', 'in', ids).execute()
}

export interface FileLink
  extends Row<'stored_file', 'id' | 'name' | 'media_type' | 'size_bytes' | 'purpose' | 'unit_id' | 'centre_id'>,
    Row<'file_link', 'session_id'> {
  user_id: Row<'app_user'>['id'] | null
  username: Row<'app_user'>['username'] | null
  user_name: Row<'app_user'>['name'] | null
  usertype: UserType | null
}

/** Returns a valid link; links from a session expire with it. */
export async function findLink(kernel: Kernel, token: string): Promise<FileLink | undefined> {
  const result = await sql<FileLink>`select file.id, file.name, file.media_type, file.size_bytes, file.purpose, file.unit_id, file.centre_id, link.session_id,
      person.id as user_id, person.username, person.name as user_name, person.usertype
    from file_link link join stored_file file on file.id = link.file_id left join app_user person on person.id = link.user_id
    where link.token_hash = ${tokenHash(token)} and link.expires_at > ${kernel.clock.real()}`.execute(kernel.database.requests)
  const link = result.rows[0]
  if (!link || link.session_id === null) return link
  return (await openSessionsOf(kernel.database.requests, [link.session_id], kernel.clock.real())).has(link.session_id) ? link : undefined
}
