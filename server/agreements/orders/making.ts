import type { z } from 'zod'
import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { type Fen, fen, formatYuan, parseYuan, subtract } from '#/domain/money.ts'
import { budgetProblem, leastDescription, type Pricing, priceOf, pricingProblem } from '#/domain/order.ts'
import { dayOf } from '#/domain/period.ts'
import { provinces } from '#/domain/provinces.ts'
import { priceProblem } from '#/domain/validation.ts'
import * as store from '#/server/agreements/orders/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'

type Form = z.output<Modules['orders']['create']['input']>

const lengthOf = (text: string) => [...text.trim()].length

function expectWords({ title, description, criteria, province }: Form): void {
  if (lengthOf(title) < 2) refuse(orderRefusals, 'title')
  if (lengthOf(description) < leastDescription) refuse(orderRefusals, 'shortDescription', { least: leastDescription, count: lengthOf(description) })
  if (lengthOf(criteria) < 2) refuse(orderRefusals, 'criteria')
  if (province !== '' && !(province.endsWith('0000') && province.slice(0, 2) in provinces)) refuse(orderRefusals, 'provinceUnknown')
}

/** A unit price under the messages of the specification (单价不能为空!, 单价格式错误!). */
function unitPrice(text: string): Fen {
  const problem = priceProblem(text)
  const price = priceOf(text)
  if (problem === null && price !== null) return price
  throw new Refusal('unit_price', problem ?? priceProblem('-') ?? orderRefusals.priceNeeded)
}

function pricingOf({ kind, price }: Form): Pricing | null {
  if (!price) return kind === 'framework' ? null : refuse(orderRefusals, 'priceNeeded')
  const { mode, quantity } = price
  return { mode, quantity, price: unitPrice(price.price), highest: mode === 'range' ? unitPrice(price.highest) : null }
}

/** Refuses a budget that is below what the order used, or above what other orders leave of its contract. */
export function expectBudget(budget: Fen, used: Fen, contract: store.ContractRow): void {
  const cap = contract.amount_cap_fen === null ? null : fen(contract.amount_cap_fen)
  const usedByOthers = fen(contract.used)
  const problem = budgetProblem({ budget, used, contract: { cap, usedByOthers } })
  if (problem === 'belowUsed') refuse(orderRefusals, 'belowUsed', { budget: formatYuan(budget), used: formatYuan(used) })
  if (problem === 'overCap' && cap !== null) {
    const words = { budget: formatYuan(budget), cap: formatYuan(cap), used: formatYuan(usedByOthers), left: formatYuan(subtract(cap, usedByOthers)) }
    refuse(orderRefusals, 'overCap', words)
  }
}

/** Refuses days outside those of the contract. */
export function expectDays(days: { from: string; to: string }, contract: store.ContractRow): void {
  if (days.to < days.from) refuse(orderRefusals, 'daysReversed')
  if (days.from < contract.valid_from || days.to > contract.valid_to)
    refuse(orderRefusals, 'outsideContract', { from: contract.valid_from, to: contract.valid_to })
}

function expectCategory(category: string, contract: store.ContractRow): void {
  if (contract.categories.includes(category)) return
  if (contract.categories.length === 0) refuse(orderRefusals, 'categoryUnknown', { name: category })
  refuse(orderRefusals, 'categoryNotAgreed', { name: category, names: contract.categories })
}

/** The contract in force that an order stands under, as the caller sees it. */
export async function contractOf(ctx: Context, id: number, butOrderId = 0): Promise<store.ContractRow> {
  const [contract] = await store.contracts(ctx, { id, today: dayOf(ctx.now), butOrderId })
  return contract ?? refuse(orderRefusals, 'contractUnusable')
}

/** What an order that is published must still be: under a contract in force, with a category, days and a budget that it allows. */
export async function expectPublishable(ctx: Context, row: store.OrderRow): Promise<void> {
  const contract = await contractOf(ctx, row.contract_id, row.id)
  expectCategory(row.category, contract)
  expectDays({ from: row.valid_from, to: row.valid_to }, contract)
  expectBudget(fen(row.budget_fen), fen(row.settled + row.underway), contract)
}

/** What a form says, checked against the contract; `order` is the draft that is edited. */
export async function factsOf(ctx: Context, form: Form, order?: store.OrderRow): Promise<{ facts: store.OrderFacts; contract: store.ContractRow }> {
  expectWords(form)
  const contract = await contractOf(ctx, form.contractId, order?.id)
  expectCategory(form.category, contract)
  expectDays(form, contract)
  const budget = parseYuan(form.budget) ?? fen(0)
  if (budget <= 0) refuse(orderRefusals, 'budgetZero')
  const pricing = pricingOf(form)
  const problem = pricing && pricingProblem(pricing, budget)
  if (problem) refuse(orderRefusals, problem)
  expectBudget(budget, fen(order ? order.settled + order.underway : 0), contract)
  const facts = {
    contract_id: contract.id,
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
  }
  return { facts, contract }
}
