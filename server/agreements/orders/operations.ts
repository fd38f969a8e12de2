import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { type OrderAction, orderStateAfter } from '#/domain/agreements/order.ts'
import { fen, parseYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { BatchState } from '#/domain/money/batch.ts'
import { invoiceCategories } from '#/server/agreements/orders/categories.ts'
import { contractOf, expectBudget, expectDays, expectPublishable, makeOrders, validateOrderForm } from '#/server/agreements/orders/creation.ts'
import { exportOrders } from '#/server/agreements/orders/export.ts'
import { lockForUpdate, orderResponse, recordOrderStep, requireOrder } from '#/server/agreements/orders/locking.ts'
import { orderPapers } from '#/server/agreements/orders/papers.ts'
import { assignmentOperations } from '#/server/agreements/orders/people.ts'
import { orderStateOf, presentOrder } from '#/server/agreements/orders/presentation.ts'
import { batchesOf, batchStatesOfOrder } from '#/server/agreements/orders/questions.ts'
import * as store from '#/server/agreements/orders/store.ts'
import * as papers from '#/server/agreements/orders/store-papers.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

const movesWithReason: readonly OrderAction[] = ['pause', 'rework', 'cancel']

/**
 * Refuses to end an order with payments under way, to cancel one with paid lines, or to settle one without an
 * acceptance.
 */
async function expectEndable(ctx: Context, row: store.OrderRow, move: 'settle' | 'cancel'): Promise<void> {
  const { underway, has_paid } = await ask(ctx, batchStatesOfOrder, row.id)
  if (move === 'cancel' && has_paid) refuse(orderRefusals, 'hasPaid')
  if (underway > 0) refuse(orderRefusals, 'hasBatches', { count: underway })
  if (move === 'settle' && (await papers.countsOf(ctx, row.id)).acceptances === 0) refuse(orderRefusals, 'noAcceptance')
}

async function expectMove(ctx: Context, row: store.OrderRow, move: OrderAction): Promise<void> {
  if (move === 'publish') await expectPublishable(ctx, row)
  if (move === 'settle' || move === 'cancel') await expectEndable(ctx, row, move)
  if (move === 'deliver' && (await papers.countsOf(ctx, row.id)).deliverables === 0) refuse(orderRefusals, 'nothingDelivered')
}

function changeOf(ctx: Context, row: store.OrderRow, move: OrderAction, reason: string): store.OrderChange {
  const isFinalMove = move === 'settle' || move === 'cancel'
  return {
    state: orderStateAfter(orderStateOf(row), move),
    reason,
    ...(move === 'pause' && { paused_at: ctx.now }),
    ...((move === 'resume' || isFinalMove) && { paused_at: null }),
    ...(move === 'publish' && { published_at: ctx.now }),
    ...(isFinalMove && { ended_at: ctx.now }),
  }
}

async function notifyCheckers(ctx: Context, row: store.OrderRow): Promise<void> {
  const recipients = await holdersInUnit(ctx, row.unit_id, 'orders:check')
  const path = `${pages.ordersListms.path}?open=${row.id}`
  await sendNotification(ctx, { to: recipients, kind: 'orderDelivered', values: { no: row.no, title: row.title }, path, refType: 'order', refId: row.id })
}

/** The list has no pages, because a unit has few contracts without an order. */
const maxUnorderedContracts = 200

export const orders: Implementation<Modules['orders']> = {
  ...assignmentOperations,
  ...orderPapers,
  ...invoiceCategories,

  async list(ctx, { page, size, after, before, isWhole, ...filter }) {
    return store.withOperatorScope(ctx, async () => {
      const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
      const isOperator = ctx.actor.operatorId !== null
      const totals = sums && !isOperator ? { budget: fen(sums.budget), settled: fen(sums.settled), underway: fen(sums.underway) } : null
      return { rows: rows.map((row) => presentOrder(ctx, row)), count, next, totals }
    })
  },

  get: (ctx, { id }) => orderResponse(ctx, id),

  export: (ctx, filter) => exportOrders(ctx, filter),

  async contracts(ctx, { keyword, id, isUnordered = false }) {
    const rows = await store.contracts(ctx, { id, keyword, today: dayOf(ctx.now), ...(isUnordered && { isUnordered, most: maxUnorderedContracts }) })
    return rows.map((row) => ({
      ...fieldsOf(row, 'id', 'no', 'name', 'unit_id', 'unit_name', 'centre_name', 'mode'),
      from: row.valid_from,
      to: row.valid_to,
      room: row.amount_cap_fen === null ? null : { cap: fen(row.amount_cap_fen), used: fen(row.used) },
      categories: row.categories,
      orders: row.orders,
    }))
  },

  async create(ctx, form) {
    const [id = 0] = await makeOrders(ctx, [await validateOrderForm(ctx, form)])
    return orderResponse(ctx, id)
  },

  async update(ctx, { id, version, ...form }) {
    const row = await lockForUpdate(ctx, { id, version }, 'edit')
    const { facts, contract } = await validateOrderForm(ctx, form, row)
    // The number of an order contains its centre, so the order cannot move to another centre.
    if (contract.unit_id !== row.unit_id || contract.centre_id !== row.centre_id || contract.mode !== row.mode) refuse(orderRefusals, 'contractUnusable')
    await store.update(ctx, id, facts)
    const changedColumns = (Object.keys(facts) as (keyof typeof facts)[]).filter((name) => facts[name] !== row[name])
    const pickChangedColumns = (of: Pick<store.OrderRow, keyof typeof facts>) => Object.fromEntries(changedColumns.map((name) => [name, of[name]]))
    recordOrderStep(ctx, row, { before: pickChangedColumns(row), after: pickChangedColumns({ ...row, ...facts }) })
    return orderResponse(ctx, id)
  },

  async adjust(ctx, { budget, to, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'adjust')
    const contract = await contractOf(ctx, row.contract_id, row.id)
    const amount = parseYuan(budget) ?? fen(0)
    if (amount <= 0) refuse(orderRefusals, 'budgetZero')
    expectDays({ from: row.valid_from, to }, contract)
    expectBudget(amount, fen(row.settled + row.underway), contract)
    await store.update(ctx, row.id, { budget_fen: amount, valid_to: to, reason })
    recordOrderStep(ctx, row, { before: { budget: row.budget_fen, to: row.valid_to }, after: { budget: amount, to }, detail: { reason } })
    return orderResponse(ctx, row.id)
  },

  async move(ctx, { move, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, move)
    if (movesWithReason.includes(move) && reason.length < 2) refuse(orderRefusals, 'reasonNeeded')
    await expectMove(ctx, row, move)
    const change = changeOf(ctx, row, move, reason)
    await store.update(ctx, row.id, change)
    recordOrderStep(ctx, row, { before: { state: row.state }, after: { state: change.state }, detail: { move, reason } })
    if (move === 'deliver') await notifyCheckers(ctx, row)
    return orderResponse(ctx, row.id)
  },

  async batches(ctx, { id, ...page }) {
    await requireOrder(ctx, id)
    if (ctx.actor.operatorId !== null) return { rows: [], count: 0 }
    const { rows, count } = await ask(ctx, batchesOf, id, page)
    return {
      rows: rows.map((row) => ({
        id: row.id,
        no: row.no,
        state: row.state as BatchState,
        lines: row.line_count,
        gross: fen(row.gross_fen),
        createdAt: row.created_at.toISOString(),
        path: pages.batch.path.replace(':id', String(row.id)),
      })),
      count,
    }
  },
}
