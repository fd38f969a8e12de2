import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { taskRefusals } from '#/api/services/tasks.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context, Mode, Scope } from '#/server/kernel/context.ts'
import { canHaveWorkOfKind, oldestOf, type PendingKind, type PlaceSum, totalOf } from '#/server/kernel/declarations/pending.ts'
import { tasksOfCaller } from '#/server/kernel/jobs/task-work.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { canWorkAt, scopeOfAllPlaces } from '#/server/kernel/session/scope.ts'

type TaskRow = Awaited<ReturnType<typeof tasksOfCaller>>[number]

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

type WaitingEntry = z.input<Modules['tasks']['waiting']['output']>[number]

/** A kind of pending work with its list and its sums by place. */
interface PendingWork {
  readonly kind: PendingKind['kind']
  readonly path: string
  readonly sums: readonly PlaceSum[]
}

async function findPendingWork(ctx: Context, scope: Scope): Promise<PendingWork[]> {
  const kinds = ctx.pendingKinds.filter((pendingKind) => canHaveWorkOfKind(ctx, scope, pendingKind))
  return Promise.all(
    kinds.map(async ({ kind, page, query, sums }) => ({ kind, path: pages[page].path + (query && `?${query}`), sums: await sums(ctx, scope) })),
  )
}

/** Returns the work at the caller's current place first, then at other centres and modes. */
function sortByPlace(ctx: Context, found: readonly PendingWork[]): WaitingEntry[] {
  const rows = found.flatMap(({ kind, path, sums }): WaitingEntry[] => {
    if (ctx.actor.places.length === 0) return [{ kind, path, ...totalOf(sums), oldestAt: oldestOf(sums)?.toISOString() ?? null, place: null }]
    return sums.flatMap(({ centre_id: centreId, mode, count, amount, oldest_at: oldest }): WaitingEntry[] => {
      const entry = { kind, path, count, amount: fen(amount), oldestAt: oldest?.toISOString() ?? null }
      if (centreId === null) return [{ ...entry, place: null }]
      const isHere = centreId === ctx.scope.centreId && (mode === null || mode === ctx.scope.mode)
      return canWorkAt(ctx, centreId, mode) ? [{ ...entry, place: { centreId, mode: mode as Mode | null, isHere } }] : []
    })
  })
  const placeOrder = ({ place }: WaitingEntry) => (place === null || place.isHere ? 0 : place.centreId * 3 + (place.mode ?? 0))
  return rows.filter((row) => row.count > 0).toSorted((a, b) => placeOrder(a) - placeOrder(b))
}

/** Returns the caller's pending work with its lists, across all their centres and modes. */
export async function pendingFor(ctx: Context): Promise<WaitingEntry[]> {
  const scope = scopeOfAllPlaces(ctx)
  const findWorkInScope = () => findPendingWork(ctx, scope)
  return sortByPlace(ctx, scope.centreIds.length > 1 ? await ctx.widen('work at the caller’s other centres', findWorkInScope) : await findWorkInScope())
}

export const tasks: Implementation<Modules['tasks']> = {
  async list(ctx) {
    return (await tasksOfCaller(ctx)).map(present)
  },

  async get(ctx, { id }) {
    const task = (await tasksOfCaller(ctx, id))[0] ?? refuse(taskRefusals, 'notFound')
    return present(task)
  },

  waiting: (ctx) => pendingFor(ctx),
}
