import type { Context } from '#/server/kernel/context.ts'

/** Returns the name of an unexpired file within the caller's scope, or null. */
export async function nameOf(ctx: Context, fileId: string): Promise<string | null> {
  const row = await ctx.db.selectFrom('stored_file').select(['name', 'expires_at']).where('id', '=', fileId).executeTakeFirst()
  return row && (row.expires_at === null || row.expires_at > ctx.now) ? row.name : null
}

/** Returns the caller's exports that can still be opened, newest first. */
export function ownExports(ctx: Context, most: number) {
  return ctx.db
    .selectFrom('stored_file')
    .select(['id', 'name', 'size_bytes', 'created_at', 'expires_at'])
    .where('created_by', '=', ctx.actor.userId)
    .where('purpose', '=', 'export')
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', ctx.now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
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
