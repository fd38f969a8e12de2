import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { shiftDay } from '#/domain/base/period.ts'
import {
  cancelBlockers,
  cancelBlockersOf,
  canMoveEntity,
  type EntityState,
  entityCodeProblem,
  entityMoves,
  entityStates,
  missingFacts,
  nextEntityState,
  requiredEvidence,
} from './entity.ts'
import {
  leadsToAbnormalList,
  nextReminder,
  type ObligationKind,
  obligationClassOf,
  obligationKinds,
  obligationsUntil,
  quarterOf,
  reminderDays,
  urgencyOf,
} from './obligation.ts'

test('each step of registration, operation and cancellation is possible from one state only', () => {
  const steps = [
    ['editing', 'submit', 'registering'],
    ['registering', 'license', 'bank'],
    ['bank', 'openAccount', 'tax'],
    ['bank', 'skipAccount', 'tax'],
    ['tax', 'enrol', 'operating'],
    ['operating', 'alarm', 'abnormal'],
    ['abnormal', 'cure', 'operating'],
    ['operating', 'beginCancel', 'cancelling'],
    ['cancelling', 'finishCancel', 'cancelled'],
  ] as const
  for (const [from, move, to] of steps) {
    assert.equal(nextEntityState(from, move), to)
    for (const entityState of entityStates.filter((state) => state !== from))
      assert.equal(nextEntityState(entityState, move), null, `${move} from ${entityState}`)
  }
})

test('a business can be neither abandoned once licensed nor cancelled while abnormal', () => {
  for (const move of entityMoves) assert.equal(canMoveEntity('cancelled', move), false)
  assert.equal(canMoveEntity('abnormal', 'beginCancel'), false)
  for (const state of ['bank', 'tax', 'operating', 'abnormal', 'cancelling'] as const) assert.equal(canMoveEntity(state, 'abandon'), false)
})

test('every state is on a path from the first state to cancellation', () => {
  const reachableStates = (from: EntityState): Set<EntityState> => {
    const visited = new Set<EntityState>([from])
    for (const state of visited) for (const move of entityMoves) visited.add(nextEntityState(state, move) ?? state)
    return visited
  }
  assert.deepEqual([...reachableStates('editing')].sort(), [...entityStates].sort())
  for (const state of entityStates) assert.ok(reachableStates(state).has('cancelled'), state)
})

test('official steps require a document, and the licence step also requires its code and date', () => {
  for (const move of ['submit', 'license', 'openAccount', 'enrol', 'change', 'settle', 'beginCancel', 'finishCancel'] as const)
    assert.notEqual(requiredEvidence(move), null, move)
  assert.deepEqual(missingFacts('license', { name: '西湖区王芳设计工作室', creditCode: ' ' }), ['creditCode', 'licensedOn'])
  assert.deepEqual(missingFacts('skipAccount', {}), [])
})

test('the credit code matches the legal form: 92 for 个体工商户, 91 for 个人独资企业', () => {
  assert.equal(entityCodeProblem('individual', creditCodeFor('92', '330106', 7)), null)
  assert.equal(entityCodeProblem('individual', creditCodeFor('91', '330106', 7)), 'form')
  assert.equal(entityCodeProblem('sole', creditCodeFor('91', '330106', 7)), null)
  const code = creditCodeFor('92', '330106', 7)
  assert.equal(entityCodeProblem('individual', code.slice(0, 17)), 'length')
  assert.equal(entityCodeProblem('individual', `${code.slice(0, 17)}I`), 'characters')
  assert.equal(entityCodeProblem('individual', `${code.slice(0, 17)}${code.endsWith('0') ? '1' : '0'}`), 'checksum')
})

test('a cancellation lists exactly the reasons that prevent it', () => {
  const noBlockers = {
    state: 'operating',
    open: { annualReport: 0, declaration: 0, serviceFee: 0 },
    payments: 0,
    uninvoiced: 0,
    openInvoices: 0,
    redDue: 0,
  } as const
  assert.deepEqual(cancelBlockersOf(noBlockers), [])
  assert.deepEqual(cancelBlockersOf({ ...noBlockers, open: { ...noBlockers.open, annualReport: 1, serviceFee: 2 } }), ['annualReport', 'serviceFee'])
  assert.deepEqual(
    cancelBlockersOf({ state: 'abnormal', open: { annualReport: 1, declaration: 3, serviceFee: 1 }, payments: 2, uninvoiced: 1, openInvoices: 1, redDue: 1 }),
    [...cancelBlockers],
  )
})

const smallBusiness = { from: '2026-05-20', taxKind: 'small', levy: 'deemed', feeFrom: null } as const

test('a small-scale taxpayer declares each quarter by the 15th and reports by 30 June', () => {
  assert.deepEqual(obligationsUntil(smallBusiness, '2027-01-01'), [
    { kind: 'vat', period: '2026-Q2', opensOn: '2026-07-01', dueOn: '2026-07-15' },
    { kind: 'incomeTax', period: '2026-Q2', opensOn: '2026-07-01', dueOn: '2026-07-15' },
    { kind: 'vat', period: '2026-Q3', opensOn: '2026-10-01', dueOn: '2026-10-15' },
    { kind: 'incomeTax', period: '2026-Q3', opensOn: '2026-10-01', dueOn: '2026-10-15' },
    { kind: 'vat', period: '2026-Q4', opensOn: '2027-01-01', dueOn: '2027-01-15' },
    { kind: 'incomeTax', period: '2026-Q4', opensOn: '2027-01-01', dueOn: '2027-01-15' },
    { kind: 'annualReport', period: '2026', opensOn: '2027-01-01', dueOn: '2027-06-30' },
  ])
})

test('a general taxpayer declares VAT monthly and, with books, settles by 31 March', () => {
  const obligations = obligationsUntil({ from: '2026-11-03', taxKind: 'general', levy: 'audit', feeFrom: null }, '2027-01-01')
  assert.deepEqual(
    obligations.filter(({ kind }) => kind === 'vat').map(({ period, dueOn }) => [period, dueOn]),
    [
      ['2026-11', '2026-12-15'],
      ['2026-12', '2027-01-15'],
    ],
  )
  assert.deepEqual(
    obligations.filter(({ kind }) => kind === 'incomeAnnual').map(({ period, dueOn }) => [period, dueOn]),
    [['2026', '2027-03-31']],
  )
})

test('the yearly fee is due 30 days after the service year begins, even on 29 February', () => {
  const serviceFees = obligationsUntil({ ...smallBusiness, from: '2024-02-29', feeFrom: '2024-02-29' }, '2026-12-31').filter(
    ({ kind }) => kind === 'serviceFee',
  )
  assert.deepEqual(
    serviceFees.map(({ opensOn, dueOn }) => [opensOn, dueOn]),
    [
      ['2024-02-29', '2024-03-30'],
      ['2025-02-28', '2025-03-30'],
      ['2026-02-28', '2026-03-30'],
    ],
  )
})

test('extending the calendar adds obligations, changes none and keeps reminders within them', () => {
  for (let day = '2024-01-01'; day < '2027-12-31'; day = shiftDay(day, 37)) {
    for (const taxKind of ['small', 'general'] as const) {
      for (const levy of ['audit', 'deemed'] as const) {
        const obligationFacts = { from: day, taxKind, levy, feeFrom: day }
        const nearObligations = obligationsUntil(obligationFacts, shiftDay(day, 200)).map((each) => JSON.stringify(each))
        const farObligations = obligationsUntil(obligationFacts, shiftDay(day, 500))
        const keys = farObligations.map(({ kind, period }) => `${kind} ${period}`)
        assert.equal(new Set(keys).size, keys.length)
        assert.ok(nearObligations.every((each) => farObligations.some((other) => JSON.stringify(other) === each)))
        for (const each of farObligations) {
          assert.ok(each.opensOn <= each.dueOn && each.opensOn > shiftDay(day, -1))
          assert.ok(reminderDays(each).every((reminder) => reminder >= each.opensOn && reminder <= each.dueOn))
        }
      }
    }
  }
})

test('a reminder comes when the annual report opens and 30, 7 and 2 days before its deadline', () => {
  const report = { kind: 'annualReport', period: '2026', opensOn: '2027-01-01', dueOn: '2027-06-30' } as const
  assert.deepEqual(reminderDays(report), ['2027-01-01', '2027-05-31', '2027-06-23', '2027-06-28'])
  assert.equal(nextReminder(report, '2027-01-01'), '2027-05-31')
  assert.equal(nextReminder(report, '2027-06-28'), null)
  assert.deepEqual(reminderDays({ kind: 'vat', period: '2026-Q4', opensOn: '2027-01-01', dueOn: '2027-01-15' }), ['2027-01-08', '2027-01-13'])
})

test('urgency rises towards the deadline: not open, far, a month, a week, overdue', () => {
  const report = { opensOn: '2027-01-01', dueOn: '2027-06-30' }
  const urgencyByDay = { '2026-12-31': 'early', '2027-01-01': 'far', '2027-05-31': 'soon', '2027-06-23': 'near', '2027-06-30': 'near', '2027-07-01': 'over' }
  for (const [day, urgency] of Object.entries(urgencyByDay)) assert.equal(urgencyOf(report, day), urgency, day)
})

test('the last day of a year is in its fourth quarter', () => {
  assert.equal(quarterOf('2026-12-31'), '2026-Q4')
})

test('the moves edit, skipAccount, alarm, cure, setFee and abandon need no document', () => {
  assert.deepEqual(
    entityMoves.filter((move) => requiredEvidence(move) === null),
    ['edit', 'skipAccount', 'alarm', 'cure', 'setFee', 'abandon'],
  )
})

test('a credit code that begins with 92 is refused for a 个人独资企业', () => {
  assert.equal(entityCodeProblem('sole', creditCodeFor('92', '330106', 1)), 'form')
})

test('late reports and declarations, but not unpaid fees, make a business abnormal', () => {
  assert.deepEqual(obligationKinds.map(obligationClassOf), ['annualReport', 'declaration', 'declaration', 'declaration', 'serviceFee'])
  assert.deepEqual(obligationKinds.map(leadsToAbnormalList), [true, true, true, true, false])
})

test('yearly obligations continue up to the requested day', () => {
  const obligations = obligationsUntil({ from: '2026-06-15', taxKind: 'small', levy: 'audit', feeFrom: '2025-03-01' }, '2029-03-01')
  const periods = (kind: string) => obligations.filter((each) => each.kind === kind).map((each) => each.period)
  assert.deepEqual(
    [periods('annualReport'), periods('incomeAnnual'), periods('serviceFee')],
    [
      ['2026', '2027', '2028'],
      ['2026', '2027', '2028'],
      ['2027', '2028', '2029'],
    ],
  )
})

test('of two obligations due on one day, VAT is listed before income tax', () => {
  const obligations = obligationsUntil({ from: '2026-01-01', taxKind: 'small', levy: 'deemed', feeFrom: null }, '2026-04-01')
  const quarterObligations = obligations.filter((each) => each.period === '2026-Q1')
  assert.deepEqual([quarterObligations.map((each) => each.kind), new Set(quarterObligations.map((each) => each.dueOn)).size], [['vat', 'incomeTax'], 1])
})

test('kinds of obligations have their own reminder days, none before the obligation opens', () => {
  const reminderDaysOf = (kind: ObligationKind, opensOn: string, dueOn: string) => reminderDays({ kind, period: '2026', opensOn, dueOn })
  for (const kind of ['annualReport', 'incomeAnnual'] as const)
    assert.deepEqual(reminderDaysOf(kind, '2027-01-01', '2027-06-30'), ['2027-01-01', '2027-05-31', '2027-06-23', '2027-06-28'])
  assert.deepEqual(reminderDaysOf('serviceFee', '2027-03-01', '2027-03-31'), ['2027-03-01', '2027-03-24', '2027-03-29'])
  assert.deepEqual(reminderDaysOf('vat', '2027-04-01', '2027-04-15'), ['2027-04-08', '2027-04-13'])
  assert.deepEqual(reminderDaysOf('annualReport', '2027-06-10', '2027-06-30'), ['2027-06-10', '2027-06-23', '2027-06-28'])
  assert.deepEqual(reminderDaysOf('vat', '2027-04-10', '2027-04-15'), ['2027-04-10', '2027-04-13'])
})
