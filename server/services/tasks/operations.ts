import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { taskRefusals } from '#/api/services/tasks.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context, Mode, Scope } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { hasKind, type PendingKind, type PlaceSum, totalOf } from '#/server/kernel/pending.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { mayWorkAt, scopeOfAllPlaces } from '#/server/kernel/scope.ts'
import * as store from '#/server/services/tasks/store.ts'

type TaskRow = Awaited<ReturnType<typeof store.tasksOf>>[number]

function present(task: TaskRow) {
  return {
    id: task.id,
    kind: task.kind,
    title: task.title,
    state: task.state as 'queued' | 'running' | 'done' | 'failed',
    done: task.done_count,
    total: task.total_count,
    fileId: task.file_id,
    message: task.message,
    createdAt: task.created_at.toISOString(),
    finishedAt: task.finished_at?.toISOString() ?? null,
  }
}

type Waiting = z.input<Modules['tasks']['waiting']['output']>[number]

/** A kind of pending work with its list and its sums by place. */
interface PendingWork {
  readonly kind: PendingKind['kind']
  readonly path: string
  readonly sums: readonly PlaceSum[]
}

async function find(ctx: Context, scope: Scope): Promise<PendingWork[]> {
  const found: PendingWork[] = []
  for (const of of ctx.pendingKinds) {
    if (!hasKind(ctx, scope, of)) continue
    const { kind, page, query } = of
    found.push({ kind, path: pages[page].path + (query && `?${query}`), sums: await of.sums(ctx, scope) })
  }
  return found
}

/** Returns the work at the caller's current place first, then at other centres and modes. */
function sortByPlace(ctx: Context, found: readonly PendingWork[]): Waiting[] {
  const rows = found.flatMap(({ kind, path, sums }): Waiting[] => {
    if (ctx.actor.places.length === 0) return [{ kind, path, ...totalOf(sums), place: null }]
    return sums.flatMap(({ centre_id: centreId, mode, count, amount }): Waiting[] => {
      if (centreId === null) return [{ kind, path, count, amount: fen(amount), place: null }]
      const isHere = centreId === ctx.scope.centreId && (mode === null || mode === ctx.scope.mode)
      return mayWorkAt(ctx, centreId, mode) ? [{ kind, path, count, amount: fen(amount), place: { centreId, mode: mode as Mode | null, isHere } }] : []
    })
  })
  const turn = ({ place }: Waiting) => (place === null || place.isHere ? 0 : place.centreId * 3 + (place.mode ?? 0))
  return rows.filter((row) => row.count > 0).toSorted((a, b) => turn(a) - turn(b))
}

/** Returns the caller's pending work with its lists, across all their centres and modes. */
export async function pendingFor(ctx: Context): Promise<Waiting[]> {
  const scope = scopeOfAllPlaces(ctx)
  const work = () => find(ctx, scope)
  return sortByPlace(ctx, scope.centreIds.length > 1 ? await ctx.widen('work at the caller’s other centres', work) : await work())
}

export const tasks: Implementation<Modules['tasks']> = {
  async list(ctx) {
    return (await store.tasksOf(ctx)).map(present)
  },

  async get(ctx, { id }) {
    const task = (await store.tasksOf(ctx, id))[0] ?? refuse(taskRefusals, 'notFound')
    return present(task)
  },

  waiting: (ctx) => pendingFor(ctx),
}
