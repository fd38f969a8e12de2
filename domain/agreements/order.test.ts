import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  budgetProblem,
  canMoveOrder,
  isPayableOrder,
  type OrderAction,
  orderKinds,
  orderStateAfter,
  orderStates,
  parseOrderPrice,
  pricingProblem,
  stateAfterAcceptance,
  totalPrice,
} from '#/domain/agreements/order.ts'
import { orderNumberFormats } from '#/domain/agreements/order-form.ts'
import { fen } from '#/domain/base/money.ts'
import { acceptsKeys } from '#/domain/base/validation.ts'

const task = { kind: 'task', state: 'draft', isPaused: false } as const

test('a task runs from draft to settlement (SM-ORDER)', () => {
  let order: { kind: 'task' | 'framework'; state: (typeof orderStates)[number]; isPaused: boolean } = task
  for (const move of ['publish', 'start', 'deliver', 'rework', 'deliver', 'accept', 'settle'] as const) {
    assert.ok(canMoveOrder(order, move), `${move} from ${order.state}`)
    order = { ...order, state: orderStateAfter(order, move) }
  }
  assert.equal(order.state, 'settled')
})

test('a framework order stays in progress after an acceptance and has no delivery (SM-ORDER)', () => {
  const framework = { kind: 'framework', state: orderStateAfter({ ...task, kind: 'framework' }, 'publish'), isPaused: false } as const
  assert.equal(framework.state, 'doing')
  assert.equal(orderStateAfter(framework, 'accept'), 'doing', 'the work of a framework goes on after an acceptance')
  assert.ok(canMoveOrder(framework, 'settle') && !canMoveOrder(framework, 'deliver'))
})

test('state and pause of an order decide the allowed moves and whether it can be paid', () => {
  const moves: OrderAction[] = [
    'edit',
    'publish',
    'adjust',
    'pause',
    'resume',
    'assign',
    'answer',
    'start',
    'deliver',
    'addPaper',
    'accept',
    'settle',
    'cancel',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...orderKinds), fc.constantFrom(...orderStates), fc.boolean(), fc.constantFrom(...moves), (kind, state, isPaused, move) => {
      const order = { kind, state, isPaused }
      const isAllowed = canMoveOrder(order, move)
      if (state === 'settled' || state === 'cancelled') assert.equal(isAllowed, false)
      if (isPaused && isAllowed) assert.ok(['adjust', 'resume', 'cancel'].includes(move))
      if (move === 'resume') assert.equal(isAllowed, isPaused && isPayableOrder({ state, isPaused: false }))
      assert.equal(isPayableOrder(order), !isPaused && !['draft', 'settled', 'cancelled'].includes(state))
    }),
  )
})

test('a task is accepted once enough operators have accepted it', () => {
  const publishedTask = { ...task, state: 'published' } as const
  assert.deepEqual(
    [0, 1, 2].map((accepted) => stateAfterAcceptance(publishedTask, 2, accepted)),
    ['published', 'published', 'accepted'],
  )
  assert.equal(stateAfterAcceptance(publishedTask, 0, 1), 'accepted')
  assert.equal(stateAfterAcceptance({ ...task, state: 'doing' }, 1, 1), 'doing')
})

test('the price of an order is above zero and has at most two decimals', () => {
  assert.deepEqual(
    [parseOrderPrice('12.345'), parseOrderPrice('0'), parseOrderPrice(''), parseOrderPrice('1e3'), parseOrderPrice('12.34')],
    [null, null, null, null, 1234],
  )
})

test('the budget of an order fits price times quantity in each pricing mode', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 9_999 }), (price, quantity) => {
      const amount = fen(price * quantity)
      assert.equal(totalPrice(fen(price), quantity), amount)
      const fixedPricing = { mode: 'fixed', price: fen(price), highest: null, quantity } as const
      assert.equal(pricingProblem(fixedPricing, amount), null)
      assert.equal(pricingProblem(fixedPricing, fen(amount + 1)), 'budgetDiffers')
      assert.equal(pricingProblem({ ...fixedPricing, mode: 'piece' }, fen(amount + 1)), null)
      assert.equal(pricingProblem({ ...fixedPricing, mode: 'piece' }, fen(amount - 1)), 'budgetBelowPieces')
      const rangePricing = { ...fixedPricing, mode: 'range', highest: fen(price + 1) } as const
      assert.equal(pricingProblem(rangePricing, fen(amount + quantity)), null)
      assert.equal(pricingProblem(rangePricing, fen(amount + quantity + 1)), 'budgetOutside')
      assert.equal(pricingProblem({ ...rangePricing, highest: fen(price) }, amount), 'priceRange')
    }),
  )
  assert.equal(totalPrice(fen(999_999_999_999), 2), null)
})

test('a budget is at least the amount used and at most the contract’s remaining amount', () => {
  const budgetFacts = { budget: fen(100), used: fen(100), contract: { cap: fen(300), usedByOthers: fen(200) } }
  assert.equal(budgetProblem(budgetFacts), null)
  assert.equal(budgetProblem({ ...budgetFacts, budget: fen(99) }), 'belowUsed')
  assert.equal(budgetProblem({ ...budgetFacts, budget: fen(101) }), 'overCap')
  assert.equal(budgetProblem({ ...budgetFacts, budget: fen(101), contract: { cap: null, usedByOthers: fen(200) } }), null)
})

test('each numeric field of an order accepts its kind of number', () => {
  const acceptedKeys = (kind: (typeof orderNumberFormats)[keyof typeof orderNumberFormats]) => ['0', '7', '.'].filter((key) => acceptsKeys(kind, '', key, ''))
  assert.deepEqual(acceptedKeys(orderNumberFormats.wanted), ['0', '7'])
  assert.deepEqual(acceptedKeys(orderNumberFormats.quantity), ['7'])
  assert.deepEqual(acceptedKeys(orderNumberFormats.price), ['0', '7', '.'])
})
