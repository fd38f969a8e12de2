import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { sandboxFee } from './sandbox-tariff.ts'

test('the sandbox bank charges a fee by amount and day, up to a maximum', () => {
  assert.deepEqual(
    [1, 1_000_000, 1_000_001, 10_000_000, 10_000_001, 100_000_000, 100_000_001, 200_000_000_00].map((amount) => sandboxFee(fen(amount), '2026-11-25')),
    [180, 180, 450, 450, 1_500, 2_000, 2_000, 20_000],
  )
  assert.equal(sandboxFee(fen(1), '2021-09-29'), 200)
  assert.equal(sandboxFee(fen(1), '1999-12-31'), 0)
})
