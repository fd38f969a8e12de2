import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Id, Mode } from '#/api/operation.ts'
import { languages, type Text } from '#/domain/base/text.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import type { Job } from '#/server/kernel/jobs/job.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'

// A task is long work on request. Each task has a row in the user's task list, a job of the same name, and usually a
// resulting file.

const defaultKeepDays = 7

/** The owner of a task and the place chosen when requesting it, because a job has no request headers. */
export const taskPayload = z.object({ taskId: Id, userId: Id, centreId: Id.nullable(), mode: Mode.nullable(), language: z.enum(languages) })
export type TaskRequester = z.output<typeof taskPayload>

interface TaskChange {
  readonly state: 'running' | 'done' | 'failed'
  readonly done_count?: number
  readonly total_count?: number
  readonly file_id?: string
  readonly message?: string
}

interface NewTask {
  readonly title: string
  readonly total: number
}

/** Adds a task for a job to the caller's list and returns its id. */
export async function addTask<T extends object>(ctx: Context, { name: kind }: Job<T>, task: NewTask): Promise<number> {
  const { id } = await ctx.db
    .insertInto('task')
    .values({
      kind,
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
  return id
}

/** Adds a task to the caller's list and queues its job. `payloadOf` builds its payload. Returns the task's id. */
export async function requestTask<T extends TaskRequester>(
  ctx: Context,
  job: Job<T>,
  task: NewTask,
  payloadOf: (requested: TaskRequester) => NoInfer<T>,
): Promise<number> {
  const taskId = await addTask(ctx, job, task)
  const { centreId, mode } = ctx.scope
  await ctx.enqueue(job, payloadOf({ taskId, userId: ctx.actor.userId, centreId, mode, language: ctx.language }))
  return taskId
}

/** Returns the caller's last 50 tasks, newest first, or the requested one. */
export async function tasksOfCaller(ctx: Context, id?: number) {
  let query = ctx.db.selectFrom('task').selectAll().where('user_id', '=', ctx.actor.userId).orderBy('id', 'desc').limit(50)
  if (id !== undefined) query = query.where('id', '=', id)
  return query.execute()
}

/** Returns a task's state, or undefined for other users' tasks. */
export async function taskState(ctx: Context, id: number): Promise<string | undefined> {
  return (await ctx.db.selectFrom('task').select('state').where('id', '=', id).executeTakeFirst())?.state
}

/** Sets a task's state. Clears the message unless the change has one, and the time of its end while it runs. */
export async function setTaskState(ctx: Context, id: number, change: TaskChange): Promise<void> {
  await ctx.db
    .updateTable('task')
    .set({ message: '', ...change, finished_at: change.state === 'running' ? null : ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Runs one transaction as the requester and shows `done` as progress. */
export type TaskStep = <T>(done: number, work: (ctx: Context) => Promise<T>) => Promise<T>

export interface TaskFile {
  readonly name: string
  readonly mediaType: string
  /** Content, streamed into the store through a temporary file so that it is never whole in memory. */
  readonly stream: Readable
  readonly count: number
  /** Days for which the file is stored; a week by default. */
  readonly keepDays?: number
  /** Details for the trail entry. */
  readonly detail?: Readonly<Record<string, unknown>>
}

interface FileTaskOptions {
  readonly action: string
  /** Message to the requester on failure. */
  readonly failed: Text
  /** Returns whether the requester may still receive the file. */
  readonly may?: (ctx: Context) => boolean
}

/** Stores a stream through a temporary file. Returns id, digest and size. */
async function storeStream(job: JobContext, stream: Readable): Promise<{ id: string; sha256: string; sizeBytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'made-'))
  const path = join(folder, 'file')
  const digest = createHash('sha256')
  let sizeBytes = 0
  async function* digestWhileReading(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      digest.update(piece)
      sizeBytes += piece.byteLength
      yield piece
    }
  }
  try {
    await pipeline(stream, digestWhileReading, createWriteStream(path, { mode: 0o600 }))
    const id = randomUUID()
    await job.store.writeFrom(id, path)
    return { id, sha256: digest.digest('hex'), sizeBytes }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Produces the requested file step by step, with the requester's current rights at the place chosen for the task. A
 * requester who has lost the post or the right is notified and gets no file. A restart after a crash produces the same
 * file: nothing is stored before the end, and a finished task is left unchanged.
 */
export async function makeTaskFile(
  job: JobContext,
  requested: TaskRequester,
  { action, failed, may }: FileTaskOptions,
  make: (step: TaskStep) => Promise<TaskFile>,
): Promise<void> {
  const runAsRequester = <T>(work: (ctx: Context) => Promise<T>) =>
    job.runAs(
      requested.userId,
      action,
      (ctx) => {
        if (may && !may(ctx)) throw new Refusal('no_longer', kernelRefusals.noLonger)
        return work(ctx)
      },
      requested,
    )
  const step: TaskStep = (done, work) => {
    if (job.isStopping()) throw new Error('the server is stopping')
    return runAsRequester(async (ctx) => {
      await setTaskState(ctx, requested.taskId, { state: 'running', done_count: done })
      return work(ctx)
    })
  }
  if ((await job.run(action, (ctx) => taskState(ctx, requested.taskId))) === 'done') return
  try {
    const { name, mediaType, stream, count, detail, keepDays = defaultKeepDays } = await make(step)
    const { sizeBytes, ...stored } = await storeStream(job, stream)
    await runAsRequester(async (ctx) => {
      await ctx.files.adopt({ name, mediaType, purpose: 'export', keepDays, sizeBytes, ...stored })
      await setTaskState(ctx, requested.taskId, { state: 'done', done_count: count, file_id: stored.id })
      ctx.note({ refType: 'task', refId: requested.taskId, detail: { rows: count, ...detail, bytes: sizeBytes, sha256: stored.sha256 } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    const isRefused = error instanceof Refusal
    const message = translate(isRefused ? kernelRefusals.noLonger : failed, requested.language)
    if (!isRefused) job.log.error({ error: String(error), taskId: requested.taskId }, `${action} failed`)
    await job.run(action, (ctx) => setTaskState(ctx, requested.taskId, { state: 'failed', message }))
    if (!isRefused) throw error
  }
}

/** Yields the results of `read` for the ids in batches of `size`, each in its own step. */
export async function* readInChunks<T>(
  ids: readonly number[],
  size: number,
  step: TaskStep,
  read: (ctx: Context, ids: readonly number[]) => Promise<readonly T[]>,
) {
  for (let from = 0; from < ids.length; from += size) yield* await step(from, (ctx) => read(ctx, ids.slice(from, from + size)))
}
