import type { Context } from '#/server/kernel/context.ts'

/** Long work of the caller's, to be seen in the list of tasks. */
export async function addTask(ctx: Context, task: { kind: string; title: string; total: number }): Promise<number> {
  const row = await ctx.db
    .insertInto('task')
    .values({
      kind: task.kind,
      title: task.title,
      user_id: ctx.actor.userId,
      centre_id: ctx.scope.centreId,
      state: 'queued',
      total_count: task.total,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

interface TaskChange {
  readonly state: 'running' | 'done' | 'failed'
  readonly done_count?: number
  readonly file_id?: string
  readonly message?: string
}

export async function setTask(ctx: Context, id: number, change: TaskChange): Promise<void> {
  await ctx.db
    .updateTable('task')
    .set({ ...change, ...(change.state !== 'running' && { finished_at: ctx.now }) })
    .where('id', '=', id)
    .execute()
}

export async function taskState(ctx: Context, id: number): Promise<{ state: string; done: number } | null> {
  const row = await ctx.db.selectFrom('task').select(['state', 'done_count as done']).where('id', '=', id).executeTakeFirst()
  return row ?? null
}
