import type { Modules } from '#/api/modules.ts'
import { taskRefusals } from '#/api/tasks.texts.ts'
import { type Fen, fen } from '#/domain/money.ts'
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

const batchList = (ctx: Context) => (ctx.actor.usertype === 2 ? '/zf/zfPtList' : '/zf/zfPtListpt')

const waitingRights = {
  fix: { rights: ['zf:make'], states: 'fixing' },
  check: { rights: ['zf:check'], states: 'checking' },
  audit: { rights: ['zf:audit'], states: 'auditing' },
  topup: { rights: ['cz:apply', 'zf:audit'], states: 'auditing' },
  pay: { rights: ['zf:pay'], states: 'payable' },
  failed: { rights: ['zf:make', 'zf:retry'], states: 'partial,failed' },
  returned: { rights: ['zf:make', 'zf:retry'], states: 'partial' },
} as const

export const tasks: Implementation<Modules['tasks']> = {
  async list(ctx) {
    return (await store.tasksOf(ctx)).map(present)
  },

  async get(ctx, { id }) {
    const task = (await store.tasksOf(ctx, id))[0] ?? refuse(taskRefusals, 'notFound')
    return present(task)
  },

  async waiting(ctx) {
    const batches = (await store.waitingBatches(ctx)).filter((row) => waitingRights[row.kind].rights.some((right) => ctx.actor.may(right)))
    const found: { kind: store.WaitingRow['kind'] | 'confirm' | 'candidates'; count: number; amount: Fen; path: string }[] = batches.map((row) => ({
      kind: row.kind,
      count: row.count,
      amount: fen(row.amount),
      path: `${batchList(ctx)}?states=${waitingRights[row.kind].states}`,
    }))
    if (ctx.actor.may('cz:confirm')) {
      const topups = await store.waitingTopups(ctx)
      if (topups.count > 0) found.push({ kind: 'confirm', count: topups.count, amount: fen(topups.amount), path: '/imprest/yufukuan?states=submitted,matched' })
    }
    if (ctx.actor.may('user:audit')) {
      const count = await store.waitingCandidates(ctx)
      if (count > 0) found.push({ kind: 'candidates', count, amount: fen(0), path: '/datacheck/datacheck?state=open' })
    }
    return found
  },

  async figures(ctx) {
    const months = await store.months(ctx)
    const current = months.at(-1)
    const purse = await store.balances(ctx)
    const lists = batchList(ctx)
    const isMoneyShown = ctx.actor.usertype !== 3 && ctx.actor.usertype !== 5
    const cards = [
      ...(isMoneyShown
        ? [
            { key: 'available' as const, amount: fen(purse.available), count: null, path: '/imprest/yufukuan' },
            { key: 'frozen' as const, amount: fen(purse.frozen), count: null, path: `${lists}?states=payable,paying` },
            { key: 'unknown' as const, amount: null, count: await store.unknownLines(ctx), path: `${lists}?states=paying` },
          ]
        : []),
      { key: 'paidThisMonth' as const, amount: fen(current?.paid ?? 0), count: null, path: lists },
      { key: 'payeesThisMonth' as const, amount: null, count: current?.payees ?? 0, path: lists },
      { key: 'taxThisMonth' as const, amount: fen(current?.tax ?? 0), count: null, path: lists },
    ]
    return { cards, months: months.map(({ month, paid, payees }) => ({ month, paid: fen(paid), payees })) }
  },
}
