import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { filingStepOfMonth, stateOfFiling } from './centre-filing.ts'

describe('filings of a centre', () => {
  test('a monthly return is declared, then paid, then done', () => {
    for (const state of ['open', 'closing', 'closed', 'confirmed'] as const) assert.equal(filingStepOfMonth({ state, toCorrect: 0 }, fen(100)), 'declare')
    assert.equal(filingStepOfMonth({ state: 'declared', toCorrect: 0 }, fen(1)), 'pay')
    assert.equal(filingStepOfMonth({ state: 'declared', toCorrect: 0 }, 0), 'done')
    for (const state of ['paid', 'certified', 'archived'] as const) assert.equal(filingStepOfMonth({ state, toCorrect: 0 }, 0), 'done')
  })

  test('a correction that is open or still to be made precedes the payment', () => {
    assert.equal(filingStepOfMonth({ state: 'correcting', toCorrect: 0 }, 0), 'correct')
    for (const state of ['declared', 'paid', 'archived'] as const) assert.equal(filingStepOfMonth({ state, toCorrect: 1 }, fen(5)), 'correct')
  })

  test('a filing is overdue on the day after its due day', () => {
    assert.equal(stateOfFiling('declare', '2026-11-16', '2026-11-16'), 'open')
    assert.equal(stateOfFiling('pay', '2026-11-16', '2026-11-17'), 'overdue')
    assert.equal(stateOfFiling('done', '2026-11-16', '2026-11-17'), 'done')
  })
})
