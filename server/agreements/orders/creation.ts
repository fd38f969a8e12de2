import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import {
  budgetProblems,
  categoryProblems,
  dayProblems,
  type OrderFigures,
  type OrderForm,
  type OrderProblem,
  type OrderTerms,
  orderProblems,
  priceProblemText,
  textProblems,
} from '#/domain/agreements/order-form.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import * as store from '#/server/agreements/orders/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumbers } from '#/server/kernel/rows/numbers.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'

/** Refuses with the first problem, if any. The specification gives the messages of unit prices (单价不能为空!, 单价格式错误!). */
function refuseFirstProblem([first]: readonly OrderProblem[]): void {
  if (!first) return
  const text = priceProblemText(first.code)
  throw text ? new Refusal('unit_price', text) : new Refusal(first.code, orderRefusals[first.code as keyof typeof orderRefusals], first.values)
}

/** Returns the limits that a contract sets for its orders. */
export function termsOf(contract: store.ContractRow): OrderTerms {
  const { valid_from: from, valid_to: to, amount_cap_fen, used, categories } = contract
  return { from, to, cap: amount_cap_fen === null ? null : fen(amount_cap_fen), usedByOthers: fen(used), categories }
}

/** Refuses a budget below the order's use, or above the contract's remainder. */
export function expectBudget(budget: Fen, used: Fen, contract: store.ContractRow): void {
  refuseFirstProblem(budgetProblems(budget, used, termsOf(contract)))
}

/** Refuses days outside the contract's term. */
export function expectDays(days: { from: string; to: string }, contract: store.ContractRow): void {
  refuseFirstProblem(dayProblems(days, termsOf(contract)))
}

/**
 * Returns a contract in force within the caller's scope. Its use excludes the order `butOrderId`. Refuses if there is
 * none.
 */
export async function contractOf(ctx: Context, id: number, butOrderId = 0): Promise<store.ContractRow> {
  const [contract] = await store.contracts(ctx, { id, today: dayOf(ctx.now), butOrderId })
  return contract ?? refuse(orderRefusals, 'contractUnusable')
}

/** Keeps the unit and the centre of an order open. Refuses when the unit is closed or the centre is disabled. */
async function expectOpenPlace(ctx: Context, { unit_id: unitId, centre_id: centreId }: { unit_id: number; centre_id: number }): Promise<void> {
  if (!(await keepOpen(ctx, { unitId, centreId }))) refuse(orderRefusals, 'placeClosed')
}

/** Refuses unless the order's contract is in force and allows its category, days and budget. */
export async function expectPublishable(ctx: Context, row: store.OrderRow): Promise<void> {
  await expectOpenPlace(ctx, row)
  const contract = await contractOf(ctx, row.contract_id, row.id)
  refuseFirstProblem(categoryProblems(row.category, termsOf(contract)))
  expectDays({ from: row.valid_from, to: row.valid_to }, contract)
  expectBudget(fen(row.budget_fen), fen(row.settled + row.underway), contract)
}

/** Returns an order's stored columns. */
export function orderColumnsFrom(form: OrderForm, contractId: number, { pricing, budget }: OrderFigures): store.OrderColumns {
  return {
    contract_id: contractId,
    kind: form.kind,
    title: form.title,
    category: form.category,
    description: form.description,
    price_mode: pricing?.mode ?? null,
    unit_price_fen: pricing?.price ?? null,
    highest_price_fen: pricing?.highest ?? null,
    quantity: pricing?.quantity ?? null,
    budget_fen: budget,
    valid_from: form.from,
    valid_to: form.to,
    province: form.province,
    place: form.place,
    people_wanted: form.wanted,
    criteria: form.criteria,
    source_platform: form.sourcePlatform,
  }
}

/** Validates a form against its contract; `order` is the draft being edited. */
export async function validateOrderForm(
  ctx: Context,
  { contractId, ...form }: OrderForm & { readonly contractId: number },
  order?: store.OrderRow,
): Promise<{ facts: store.OrderColumns; contract: store.ContractRow }> {
  refuseFirstProblem(textProblems(form))
  const contract = await contractOf(ctx, contractId, order?.id)
  const { problems, figures } = orderProblems(form, termsOf(contract), fen(order ? order.settled + order.underway : 0))
  refuseFirstProblem(problems)
  return { facts: orderColumnsFrom(form, contract.id, figures), contract }
}

/** A validated order and its contract. */
export interface NewOrder {
  readonly facts: store.OrderColumns
  readonly contract: Pick<store.ContractRow, 'centre_id' | 'unit_id' | 'mode'>
}

/**
 * Inserts drafts in a few statements; returns their ids in the same order. Refuses all if the unit of one is closed or
 * its centre is disabled.
 */
export async function makeOrders(ctx: Context, requested: readonly NewOrder[]): Promise<number[]> {
  const contractByPlace = new Map(requested.map(({ contract }) => [`${contract.unit_id}:${contract.centre_id}`, contract]))
  for (const contract of contractByPlace.values()) await expectOpenPlace(ctx, contract)
  const numbersByCentre = new Map<number, string[]>()
  for (const [centreId, own] of Map.groupBy(requested, ({ contract }) => contract.centre_id))
    numbersByCentre.set(centreId, await nextNumbers(ctx, 'DD', centreId, own.length))
  const rows = requested.map(({ facts, contract: { centre_id, unit_id, mode } }) => ({
    ...facts,
    centre_id,
    unit_id,
    mode,
    no: numbersByCentre.get(centre_id)?.shift() ?? '',
  }))
  const idByNo = await store.insert(ctx, rows)
  return rows.map(({ no, title, budget_fen: budget, unit_id: unitId, centre_id: centreId }) => {
    const id = idByNo.get(no)
    if (id === undefined) throw new Error(`order ${no} was not kept`)
    ctx.note({ refType: 'order', refId: id, unitId, centreId, detail: { no, title, budget } })
    return id
  })
}
