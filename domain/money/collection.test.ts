import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClaimMove, canMoveClaim, canMoveObjection, claimDaysProblem, claimStateAfter, claimStates } from './collection.ts'

test('a claim moves only as its state table allows', () => {
  const stateAfterByMove: Readonly<Record<ClaimMove, Readonly<Partial<Record<(typeof claimStates)[number], string>>>>> = {
    edit: { draft: 'draft', returned: 'returned' },
    submit: { draft: 'pending', returned: 'pending' },
    withdraw: { pending: 'draft' },
    object: { pending: 'returned', confirmed: 'returned' },
    cancel: { draft: 'cancelled', returned: 'cancelled' },
    confirm: { pending: 'confirmed' },
    giveBack: { pending: 'returned', confirmed: 'returned' },
    merge: { confirmed: 'paying' },
    arrive: { paying: 'paid' },
    fail: { paying: 'confirmed' },
    bounce: { paid: 'confirmed' },
  }
  for (const [move, ways] of Object.entries(stateAfterByMove)) {
    for (const state of claimStates) {
      assert.equal(canMoveClaim(state, move as ClaimMove), state in ways, `${move} from ${state}`)
      if (state in ways) assert.equal(claimStateAfter(state, move as ClaimMove), ways[state], `${move} from ${state}`)
    }
  }
})

test('the period of a claim is within its order’s period and not in the future', () => {
  const order = { from: '2026-01-01', to: '2026-12-31' }
  const daysProblem = (from: string, to: string, today = '2026-06-30') => claimDaysProblem({ from, to }, order, today)
  assert.equal(daysProblem('2026-06-01', '2026-06-30'), null)
  assert.equal(daysProblem('2026-06-30', '2026-06-01'), 'periodTurned')
  assert.equal(daysProblem('2026-06-01', '2026-07-01'), 'periodAhead')
  assert.equal(daysProblem('2025-12-31', '2026-01-31'), 'periodOutside')
  assert.equal(daysProblem('2026-12-01', '2027-01-01', '2027-02-01'), 'periodOutside')
})

test('an objection can be decided once the unit has answered or missed the deadline', () => {
  const isAllowed = (state: Parameters<typeof canMoveObjection>[0]['state'], isLate: boolean) =>
    (['answer', 'decide', 'withdrawObjection'] as const).filter((move) => canMoveObjection({ state, isLate }, move))
  assert.deepEqual(isAllowed('open', false), ['answer', 'withdrawObjection'])
  assert.deepEqual(isAllowed('open', true), ['answer', 'decide', 'withdrawObjection'])
  assert.deepEqual(isAllowed('answered', false), ['decide', 'withdrawObjection'])
  for (const state of ['upheld', 'rejected', 'withdrawn'] as const) assert.deepEqual(isAllowed(state, true), [])
})
