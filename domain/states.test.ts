import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountFields, editableAccountFields } from '#/domain/access/account-review.ts'
import { fen, ppm } from '#/domain/base/money.ts'
import { type BatchMove, batchStates, canMoveBatch, stateOfSentBatch } from '#/domain/money/batch.ts'
import { allLineMoves, canMoveLine, lineStates } from '#/domain/money/line.ts'
import {
  applicationKinds,
  applicationStates,
  canMoveApplication,
  completedStepCount,
  latenessOf,
  statusOfApplicant,
  usertypeOfApplicant,
} from '#/domain/onboarding/application.ts'
import { type ImportAction, importStates, nextImportState } from '#/domain/onboarding/import.ts'
import { agreementStatuses, partnerState } from '#/domain/organisations/partner.ts'
import { defaultUnitTerms, lowestRate, nextUnitStatus, unitStatuses, unitTermsProblem } from '#/domain/organisations/unit.ts'
import {
  type CandidateMove,
  candidateDocumentKinds,
  candidateStates,
  canMoveCandidate,
  cardSideByDocument,
  personLikeness,
  readableFieldsByDocument,
} from '#/domain/people/candidate.ts'
import { nextOperatorStatus } from '#/domain/people/operator.ts'
import { fieldsByImageKind } from '#/domain/people/recognition.ts'

/** Lists the states in which each move is allowed. */
function describeMoves<S extends string | number, M extends string>(moves: readonly M[], states: readonly S[], may: (state: S, move: M) => boolean): string {
  return moves.map((move) => `${move}: ${states.filter((state) => may(state, move)).join(' ')}`).join(' · ')
}

test('state and kind of an application decide its moves, account status, user type and progress', () => {
  const moves = ['edit', 'submit', 'take', 'reject', 'approve', 'sign', 'open', 'withdraw'] as const
  assert.equal(
    describeMoves(moves, applicationStates, canMoveApplication),
    'edit: draft rejected · submit: draft rejected · take: pending · reject: pending · approve: pending · sign: approved · open: approved signing · withdraw: draft pending rejected',
  )
  assert.deepEqual(applicationStates.map(statusOfApplicant), [0, 1, 2, 3, 3, 8, 7])
  assert.deepEqual(applicationStates.map(completedStepCount), [0, 1, 1, 2, 2, 4, 0])
  assert.deepEqual(applicationKinds.map(usertypeOfApplicant), [2, 5, 3, 3])
})

test('a review is late after 24 hours and over its limit after 48 hours', () => {
  assert.deepEqual([24, 24.1, 48, 48.1].map(latenessOf), ['fine', 'late', 'late', 'over'])
})

test('only rejected fields of an account application can be edited, or all if none is rejected', () => {
  assert.deepEqual(editableAccountFields([]), accountFields)
  assert.deepEqual(editableAccountFields([{ field: 'letter' }, { field: 'mobile' }]), ['mobile', 'letter'])
})

test('every step of a batch is allowed in its own states only', () => {
  const moves: readonly BatchMove[] = ['edit', 'submit', 'withdraw', 'check', 'audit', 'pay', 'cancel', 'finish', 'resend']
  assert.equal(
    describeMoves(moves, batchStates, canMoveBatch),
    'edit: draft fixing ready · submit: fixing ready · withdraw: checking auditing · check: checking · audit: auditing · pay: payable · ' +
      'cancel: draft fixing ready checking auditing payable · finish: paying paid partial failed closed · resend: partial failed closed',
  )
})

test('the state of a sent batch follows from its lines', () => {
  const batchState = (open: number, success: number, failed: number, returned: number, isClosed = false) =>
    stateOfSentBatch({ open, success, failed, returned }, isClosed)
  assert.deepEqual([batchState(1, 0, 0, 0), batchState(1, 5, 1, 1, true)], ['paying', 'paying'])
  assert.deepEqual([batchState(0, 3, 0, 0), batchState(0, 3, 0, 0, true)], ['paid', 'closed'])
  assert.deepEqual(
    [batchState(0, 2, 1, 0), batchState(0, 2, 0, 1), batchState(0, 0, 0, 1), batchState(0, 2, 0, 1, true)],
    ['partial', 'partial', 'partial', 'partial'],
  )
  assert.equal(batchState(0, 1, 1, 1), 'partial', 'as many came back as failed')
  assert.deepEqual([batchState(0, 0, 3, 0), batchState(0, 0, 3, 0, true), batchState(0, 0, 3, 1)], ['failed', 'failed', 'partial'])
})

test('the state of a candidate decides the allowed moves', () => {
  const moves: readonly CandidateMove[] = ['ask', 'deliver', 'accept', 'merge', 'reject', 'undo']
  assert.equal(
    describeMoves(moves, candidateStates, canMoveCandidate),
    'ask: open waiting · deliver: waiting · accept: open waiting · merge: open waiting · reject: open waiting · undo: merged',
  )
})

test('the similarity of two people falls with each different field', () => {
  const person = { name: '张三', idNumber: '1', mobile: '2', cardNo: '3' }
  assert.deepEqual(personLikeness(person, { ...person }), { percent: 100, differs: [] })
  for (const [field, percent] of [
    ['idNumber', 50],
    ['name', 80],
    ['mobile', 85],
    ['cardNo', 85],
  ] as const)
    assert.deepEqual(personLikeness(person, { ...person, [field]: 'x' }), { percent, differs: [field] })
  assert.deepEqual(personLikeness(person, { name: 'x', idNumber: 'x', mobile: 'x', cardNo: 'x' }).percent, 0)
})

test('each field read from a picture is on the card side that the picture shows', () => {
  assert.deepEqual(
    candidateDocumentKinds.filter((kind) => readableFieldsByDocument[kind].length === 0),
    ['acceptance'],
  )
  for (const kind of candidateDocumentKinds) {
    const side = cardSideByDocument[kind]
    const sideFields: readonly string[] = side === null ? [] : fieldsByImageKind[side]
    assert.ok(
      readableFieldsByDocument[kind].every((field) => sideFields.includes(field)),
      kind,
    )
  }
})

test('an import moves only as its state table allows', () => {
  const actions: readonly ImportAction[] = ['edit', 'commit', 'submit', 'confirm', 'sendBack', 'cancel', 'settle', 'reopen', 'undo']
  assert.deepEqual(importStates, ['open', 'prepared', 'running', 'done', 'cancelled', 'undone'])
  assert.deepEqual(
    actions.map((action) => importStates.map((state) => nextImportState(state, action))),
    [
      ['open', null, null, null, null, null],
      ['running', null, null, null, null, null],
      ['prepared', null, null, null, null, null],
      [null, 'running', null, null, null, null],
      [null, 'open', null, null, null, null],
      ['cancelled', null, null, null, null, null],
      [null, null, 'done', null, null, null],
      [null, null, 'open', null, null, null],
      // A cancelled import, or one with refused rows, can also be undone.
      ['undone', null, null, 'undone', 'undone', null],
    ],
  )
})

test('a line moves only as its state table allows, and the list of moves matches the table', () => {
  const nextLineStates = (from: (typeof lineStates)[number]) => lineStates.filter((to) => canMoveLine(from, to)).join(' ')
  assert.deepEqual(Object.fromEntries(lineStates.map((from) => [from, nextLineStates(from)])), {
    invalid: 'warned ready excluded',
    warned: 'invalid ready excluded queued',
    ready: 'invalid warned excluded queued',
    excluded: 'invalid warned ready',
    queued: 'sent held cancelled',
    // The line returns to the queue if the channel certainly did not accept the order.
    sent: 'queued processing success failed held unknown',
    processing: 'success failed held unknown',
    success: 'returned',
    failed: 'unknown',
    held: 'queued unknown cancelled',
    unknown: 'processing success failed held',
    returned: '',
    cancelled: 'unknown',
  })
  const moves = allLineMoves()
  assert.ok(moves.every(([from, to]) => canMoveLine(from, to)))
  assert.equal(moves.length, lineStates.flatMap((from) => lineStates.filter((to) => canMoveLine(from, to))).length)
})

test('signing, disabled and active operators can be frozen, and unfreezing makes them active', () => {
  const all = [3, 5, 6, 7, 8]
  assert.deepEqual(
    all.map((status) => nextOperatorStatus(status, 'freeze')),
    [6, 6, null, null, 6],
  )
  assert.deepEqual(
    all.map((status) => nextOperatorStatus(status, 'unfreeze')),
    [null, null, 8, null, null],
  )
})

test('a partner with an agreement in effect is ready unless disabled', () => {
  assert.deepEqual(
    agreementStatuses.map((agreement) => partnerState({ isActive: true, agreement })),
    ['lacking', 'signing', 'lacking', 'ready', 'lacking', 'lacking', 'lacking', 'lacking', 'lacking'],
  )
  for (const agreement of agreementStatuses) assert.equal(partnerState({ isActive: false, agreement }), 'disabled')
})

test('a unit changes status only as its table allows', () => {
  const all = unitStatuses
  assert.deepEqual(all, [3, 5, 6, 7, 8])
  const nextStatuses = (action: Parameters<typeof nextUnitStatus>[1]) => all.map((status) => nextUnitStatus(status, action))
  assert.deepEqual(nextStatuses('activate'), [8, null, null, null, null])
  assert.deepEqual(nextStatuses('stop'), [null, null, null, null, 5])
  assert.deepEqual(nextStatuses('start'), [null, 8, null, null, null])
  assert.deepEqual(nextStatuses('freeze'), [6, 6, null, null, 6])
  assert.deepEqual(nextStatuses('unfreeze'), [null, null, 8, null, null])
  assert.deepEqual(nextStatuses('close'), [7, 7, 7, null, 7])
  assert.deepEqual(nextStatuses('reopen'), [null, null, null, 5, null])
})

test('terms with a wrong fee share or a wrong order of limits are refused', () => {
  const problem = (overrides: Partial<typeof defaultUnitTerms>) => unitTermsProblem({ ...defaultUnitTerms, feePlanId: 1, ...overrides })
  assert.equal(problem({}), null)
  const shareProblem = (feeBearer: 'unit' | 'operator' | 'shared', feeUnitSharePpm: number) => problem({ feeBearer, feeUnitSharePpm })
  assert.deepEqual(
    [shareProblem('unit', 999_999), shareProblem('unit', 0), shareProblem('operator', 0), shareProblem('operator', 1), shareProblem('operator', 1_000_000)],
    ['shareMisfit', 'shareMisfit', null, 'shareMisfit', 'shareMisfit'],
  )
  assert.deepEqual(
    [-1, 0, 1, 999_999, 1_000_000].map((part) => shareProblem('shared', part)),
    ['shareMisfit', 'shareMisfit', null, null, 'shareMisfit'],
  )
  const limitProblem = (singleLimit: number, dayLimit: number, monthLimit: number) =>
    problem({ singleLimit: fen(singleLimit), dayLimit: fen(dayLimit), monthLimit: fen(monthLimit) })
  assert.deepEqual(
    [limitProblem(5, 5, 5), limitProblem(6, 5, 7), limitProblem(5, 6, 5), limitProblem(7, 6, 5)],
    [null, 'limitOrder', 'limitOrder', 'limitOrder'],
  )
})

test('the default terms require dual control, signatures and audits and set all amount limits', () => {
  const { taxBearer, feeBearer, feeUnitSharePpm, signRequired, signWay, dualControl, freezeOnSubmit, autoAuditLimit, invoiceWay } = defaultUnitTerms
  assert.deepEqual(
    [taxBearer, feeBearer, feeUnitSharePpm, signRequired, signWay, dualControl, freezeOnSubmit, autoAuditLimit, invoiceWay],
    ['operator', 'unit', 1_000_000, true, 'sms', true, false, 0, 'batch'],
  )
  const { singleLimit, dayLimit, monthLimit, evidenceLimit, lowBalance } = defaultUnitTerms
  assert.deepEqual([singleLimit, dayLimit, monthLimit, evidenceLimit, lowBalance], [20_000_000, 3_000_000_000, 20_000_000_000, 5_000_000, 2_000_000])
  const { channelIds, invoiceCategories, noticeMobiles } = defaultUnitTerms
  assert.deepEqual([channelIds, invoiceCategories, noticeMobiles], [[], [], []])
})

test('the lowest rate of a plan is the lowest rate of its tiers', () => {
  assert.equal(lowestRate([60_000, 50_000, 55_000].map((rate) => ({ ratePpm: ppm(rate) }))), 50_000)
})
