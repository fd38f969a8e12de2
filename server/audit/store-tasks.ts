import type { Context } from '#/server/kernel/context.ts'

/** A new task of the caller; answers its id. */
export async function addTask(ctx: Context, task: { kind: string; title: string; total: number }): Promise<number> {
  const row = await ctx.db
    .insertInto('task')
    .values({
      kind: task.kind,
      title: task.title,
      user_id: ctx.actor.userId,
      unit_id: ctx.actor.unitId,
      centre_id: ctx.scope.centreId,
      state: 'queued',
      total_count: task.total,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** How a task stands. */
export async function taskState(ctx: Context, id: number): Promise<string | undefined> {
  return (await ctx.db.selectFrom('task').select('state').where('id', '=', id).executeTakeFirst())?.state
}

/** Moves a task on; begun again it is under way again. */
export async function setTask(
  ctx: Context,
  id: number,
  change: { state: 'running' | 'done' | 'failed'; done_count?: number; total_count?: number; file_id?: string; message?: string },
): Promise<void> {
  await ctx.db
    .updateTable('task')
    .set({ message: '', ...change, finished_at: change.state === 'running' ? null : ctx.now })
    .where('id', '=', id)
    .execute()
}
