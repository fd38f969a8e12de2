import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Permission } from '#/api/pages.ts'
import { canMoveOrder, type OrderAction, type OrderStep, orderSteps } from '#/domain/agreements/order.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { provinces } from '#/domain/base/provinces.ts'
import * as store from '#/server/agreements/orders/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { blockerText } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const fenOrNull = (value: number | null): Fen | null => (value === null ? null : fen(value))

/** The permission for each move; operators have their own moves. */
const permissionByAction: Readonly<Record<OrderAction, Permission>> = {
  edit: 'orders:make',
  publish: 'orders:make',
  adjust: 'orders:make',
  pause: 'orders:make',
  resume: 'orders:make',
  assign: 'orders:make',
  withdraw: 'orders:make',
  answer: 'ordersListms',
  start: 'orders:make',
  deliver: 'orders:make',
  rework: 'orders:check',
  addPaper: 'orders:make',
  accept: 'orders:check',
  removePaper: 'orders:make',
  settle: 'orders:check',
  cancel: 'orders:make',
}

/** Returns the part of an order that its state rules read. */
export function orderStateOf(row: store.OrderRow) {
  return { kind: row.kind, state: row.state, isPaused: row.paused_at !== null }
}

function canMoveAsOperator(row: store.OrderRow, move: OrderAction): boolean {
  if (move === 'answer') return row.own === 'offered'
  return (move === 'addPaper' || move === 'removePaper') && row.own === 'accepted'
}

/** Returns why the caller may not perform a move, or null. */
export function orderBlocker(ctx: Context, row: store.OrderRow, move: OrderAction): keyof typeof orderRefusals | null {
  const mayMove = ctx.actor.operatorId === null ? move !== 'answer' && ctx.actor.may(permissionByAction[move]) : canMoveAsOperator(row, move)
  if (!mayMove) return ctx.actor.operatorId !== null && move === 'answer' ? 'answered' : 'noRight'
  if (canMoveOrder(orderStateOf(row), move)) return null
  return row.paused_at !== null && canMoveOrder({ ...orderStateOf(row), isPaused: false }, move) ? 'paused' : 'wrongState'
}

/** Returns an order in the API form of lists; operators do not see its amounts. */
export function presentOrder(ctx: Context, row: store.OrderRow) {
  const isOperator = ctx.actor.operatorId !== null
  const visibleAmount = (value: number) => (isOperator ? null : fen(value))
  return {
    ...fieldsOf(row, 'id', 'no', 'kind', 'title', 'category', 'mode', 'centre_id', 'centre_name', 'unit_id'),
    ...fieldsOf(row, 'unit_name'),
    contract: isOperator ? null : { id: row.contract_id, no: row.contract_no },
    budget: visibleAmount(row.budget_fen),
    settled: visibleAmount(row.settled),
    underway: visibleAmount(row.underway),
    price:
      row.price_mode === null || row.unit_price_fen === null || row.quantity === null
        ? null
        : { mode: row.price_mode, price: fen(row.unit_price_fen), highest: fenOrNull(row.highest_price_fen), quantity: row.quantity },
    wanted: row.people_wanted,
    taken: row.taken,
    papers: row.papers,
    batches: isOperator ? 0 : row.batches,
    from: row.valid_from,
    to: row.valid_to,
    state: row.state,
    isPaused: row.paused_at !== null,
    reason: row.reason,
    salesman: isOperator ? '' : (row.salesman_name ?? ''),
    own: isOperator ? row.own : null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}

export async function presentOrderDetail(ctx: Context, row: store.OrderRow) {
  const refusalText = (move: OrderAction) => blockerText(ctx, orderRefusals, orderBlocker(ctx, row, move))
  const isFramework = row.kind === 'framework'
  const [contract] = ctx.actor.operatorId === null ? await store.contracts(ctx, { id: row.contract_id, today: dayOf(ctx.now), butOrderId: row.id }) : []
  const province = provinces[row.province.slice(0, 2)]
  return {
    ...presentOrder(ctx, row),
    description: row.description,
    criteria: row.criteria,
    sourcePlatform: row.source_platform,
    province: row.province,
    provinceName: province ? translate(province, ctx.language) : '',
    place: row.place,
    createdBy: ctx.actor.operatorId === null ? (row.created_name ?? '') : '',
    publishedAt: iso(row.published_at),
    endedAt: iso(row.ended_at),
    room: contract?.amount_cap_fen == null ? null : { cap: fen(contract.amount_cap_fen), used: fen(contract.used) },
    may: {
      edit: refusalText('edit'),
      adjust: refusalText('adjust'),
      assign: refusalText('assign'),
      answer: refusalText('answer'),
      deliverable: refusalText('addPaper'),
      list:
        ctx.actor.operatorId === null
          ? refusalText('addPaper') || (isFramework ? '' : translate(orderRefusals.onlyFramework, ctx.language))
          : translate(orderRefusals.noRight, ctx.language),
      acceptance: refusalText('accept'),
      ...(Object.fromEntries(orderSteps.map((step) => [step, refusalText(step)])) as Record<OrderStep, string>),
    },
  }
}
