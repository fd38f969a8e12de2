import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { type Permission, pages } from '#/api/pages.ts'
import { taskRefusals } from '#/api/tasks.texts.ts'
import { type Fen, fen, ZERO } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import * as store from '#/server/tasks/store.ts'

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

interface Reason {
  readonly rights: readonly Permission[]
  /** The list of a unit's own people, and the one of the centre and the platform, which show the same batches under different filters. */
  readonly unit: string
  readonly centre: string
}

/** Who is told what waits, and where it is listed. */
const reasons: Readonly<Record<store.WaitingRow['kind'], Reason>> = {
  fix: { rights: ['zf:make'], unit: 'states=fixing', centre: 'states=fixing' },
  check: { rights: ['zf:check'], unit: 'states=checking', centre: 'states=checking' },
  audit: { rights: ['zf:audit'], unit: 'states=auditing', centre: 'tab=auditing' },
  topup: { rights: ['cz:apply', 'zf:audit'], unit: 'states=auditing', centre: 'tab=auditing' },
  pay: { rights: ['zf:pay'], unit: 'states=payable', centre: 'states=payable' },
  failed: { rights: ['zf:make', 'zf:retry'], unit: 'states=partial,failed&hasFailed=1', centre: 'states=partial,failed' },
  returned: { rights: ['zf:make', 'zf:retry'], unit: 'states=partial,failed&hasFailed=1', centre: 'tab=returned' },
}
const order = Object.keys(reasons)

const isUnits = (ctx: Context) => ctx.actor.usertype === 2
const batchList = (ctx: Context) => (isUnits(ctx) ? pages.zfPtList : pages.zfPtListpt)

type WaitingFor = { kind: store.WaitingRow['kind'] | 'confirm' | 'candidates' | 'applications'; count: number; amount: Fen; path: string }

async function batchesFor(ctx: Context): Promise<WaitingFor[]> {
  const list = batchList(ctx)
  const told = order.filter((kind) => reasons[kind as store.WaitingRow['kind']].rights.some((right) => ctx.actor.may(right)))
  if (told.length === 0 || !ctx.actor.may(list.permission)) return []
  const rows = (await store.waitingBatches(ctx)).filter((row) => told.includes(row.kind))
  return rows
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(({ kind, count, amount }) => ({ kind, count, amount: fen(amount), path: `${list.path}?${isUnits(ctx) ? reasons[kind].unit : reasons[kind].centre}` }))
}

type Card = z.input<Modules['tasks']['figures']['output']>['cards'][number]

/** Money that stands in accounts, for those who may look at the accounts. */
async function purseCards(ctx: Context): Promise<Card[]> {
  if (!ctx.actor.may(pages.yufukuan.permission)) return []
  const { available, frozen } = await store.balances(ctx)
  const path = pages.yufukuan.path
  return [
    { key: 'available', amount: fen(available), count: null, path },
    { key: 'frozen', amount: fen(frozen), count: null, path: `${path}?pane=history&kind=freeze` },
  ]
}

/** What waits for the caller, and where it is listed. */
export async function waitingFor(ctx: Context): Promise<WaitingFor[]> {
  const found = await batchesFor(ctx)
  if (ctx.actor.may('cz:confirm')) {
    const { count, amount } = await store.waitingTopups(ctx)
    if (count > 0) found.push({ kind: 'confirm', count, amount: fen(amount), path: `${pages.yufukuan.path}?states=submitted,matched` })
  }
  if (ctx.actor.may('user:audit')) {
    const count = await store.waitingCandidates(ctx)
    if (count > 0) found.push({ kind: 'candidates', count, amount: ZERO, path: `${pages.datacheck.path}?state=open` })
  }
  if (ctx.actor.may('hzhb:audit')) {
    const count = await store.waitingApplications(ctx)
    if (count > 0) found.push({ kind: 'applications', count, amount: ZERO, path: `${pages.hzhbList.path}?state=pending` })
  }
  return found
}

export const tasks: Implementation<Modules['tasks']> = {
  async list(ctx) {
    return (await store.tasksOf(ctx)).map(present)
  },

  async get(ctx, { id }) {
    const task = (await store.tasksOf(ctx, id))[0] ?? refuse(taskRefusals, 'notFound')
    return present(task)
  },

  waiting: (ctx) => waitingFor(ctx),

  async figures(ctx) {
    const months = await store.months(ctx)
    const current = months.at(-1)
    const list = batchList(ctx)
    // Every figure leads to its list; who has no list is led nowhere else than here.
    const path = ctx.actor.may(list.permission) ? list.path : pages.dashboard.path
    const cards: Card[] = [
      ...(await purseCards(ctx)),
      { key: 'paidThisMonth', amount: fen(current?.paid ?? 0), count: null, path },
      ...(ctx.actor.usertype === 3 ? [] : [{ key: 'payeesThisMonth' as const, amount: null, count: current?.payees ?? 0, path }]),
      { key: 'taxThisMonth', amount: fen(current?.tax ?? 0), count: null, path },
    ]
    if (path === list.path) {
      const query = isUnits(ctx) ? 'states=paying' : 'tab=unknown'
      cards.push({ key: 'unknown', amount: null, count: await store.unknownLines(ctx), path: `${path}?${query}` })
    }
    return { cards, months: months.map(({ month, paid, payees }) => ({ month, paid: fen(paid), payees })) }
  },
}
