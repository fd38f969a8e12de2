import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CustodyMethod, custodyStatus } from '#/domain/money/custody.ts'

const proof = (way: CustodyMethod, validUntil: string) => ({ way, accountNo: '6222 01', validUntil })

test('a proof is valid until its last day, with a warning for the last sixty days', () => {
  assert.equal(custodyStatus(null, '6222 01', '2026-11-18'), 'missing')
  assert.equal(custodyStatus(proof('entrusted', '2027-01-17'), '6222 01', '2026-11-18'), 'valid')
  assert.equal(custodyStatus(proof('entrusted', '2027-01-16'), '6222 01', '2026-11-18'), 'ending')
  assert.equal(custodyStatus(proof('entrusted', '2026-11-18'), '6222 01', '2026-11-18'), 'ending')
  assert.equal(custodyStatus(proof('entrusted', '2026-11-17'), '6222 01', '2026-11-18'), 'expired')
})

test('a new receiving account ends a proof of supervision but not of entrusted payment', () => {
  assert.equal(custodyStatus(proof('supervised', '2027-11-18'), '6222 01', '2026-11-18'), 'valid')
  assert.equal(custodyStatus(proof('supervised', '2027-11-18'), '6222 02', '2026-11-18'), 'moved')
  assert.equal(custodyStatus(proof('entrusted', '2027-11-18'), '6222 02', '2026-11-18'), 'valid')
})
