import type { Context } from '#/server/kernel/context.ts'

/** Returns the caller's last 50 tasks, newest first, or the requested one. */
export async function tasksOf(ctx: Context, id?: number) {
  let query = ctx.db.selectFrom('task').selectAll().where('user_id', '=', ctx.actor.userId).orderBy('id', 'desc').limit(50)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}
