import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountStatus } from '#/domain/base/codes.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { fen, ZERO } from '#/domain/base/money.ts'
import { type BatchPrerequisites, checkPrerequisites, duplicateEvidenceIssues } from '#/domain/money/batch-check.ts'
import { emptyLineCells, type LineCells, lineCellFields } from '#/domain/money/line-cells.ts'
import {
  type CheckRules,
  calculationIssues,
  checkLineLimits,
  checkPayee,
  duplicateIssues,
  findDuplicateLines,
  lineStateAfterCheck,
  type PayeeCheckInput,
  type PayeeFacts,
} from '#/domain/money/line-check.ts'
import { cleaningIssues, issueFieldOf, type LineIssue, remainingIssues } from '#/domain/money/line-issue.ts'

// Values and limits of each issue. line-check.test.ts proves which issues are reported.

const cardNo = bankCardFor('622200', 1)
const validCells: LineCells = {
  ...emptyLineCells,
  name: '张小三',
  idNumber: idNumberFor('110000', '19900101', 12),
  mobile: '13800000001',
  cardNo,
  amountText: '5000.00',
}
const rules: CheckRules = {
  mode: 2,
  today: '2026-11-21',
  signRequired: true,
  businessContractsFrom: '2026-01-01',
  refusesOwners: false,
  ageMin: 18,
  ageMax: 65,
  singleLimit: fen(5_000_000),
  personMonthLimit: fen(9_000_000),
  personEverywhereLimit: null,
  unitDayLimit: fen(100_000_000),
  unitMonthLimit: fen(1_000_000_000),
}
const payee: PayeeFacts = {
  id: 7,
  name: '张小三',
  status: accountStatus.active,
  statusReason: '',
  isIdentityVerified: true,
  idKind: 'id_card',
  paperTo: null,
  residence: null,
  birth: '1990-01-01',
  cards: [{ cardNo, bankName: '工商银行', isDefault: true, isVerified: true, isRefused: false }],
  agreement: 'valid',
  hasTaxConsent: true,
  isLinked: true,
  dispute: null,
  ownBusiness: null,
}
const checkInput: PayeeCheckInput = { cells: validCells, kind: 'id_card', payee, entity: null, relation: null }
const issueSummaries = (issues: readonly { code: string; level: string; values: object }[]) =>
  issues.map(({ code, level, values }) => [code, level, ...Object.values(values)].join(' '))
const payeeIssues = (facts: Partial<PayeeFacts>, cells: Partial<LineCells> = {}, more: Partial<CheckRules> = {}, relation: string | null = null) =>
  issueSummaries(checkPayee({ ...checkInput, cells: { ...validCells, ...cells }, payee: { ...payee, ...facts }, relation }, { ...rules, ...more }))

test('the code of an issue decides its level, and its cell decides the field', () => {
  assert.deepEqual(
    issueSummaries([
      ...cleaningIssues({ cells: emptyLineCells, fixed: ['name', 'bankName'], doubtful: ['cardNo'], written: {} }),
      ...duplicateEvidenceIssues(['PC1', 'PC2']),
    ]),
    ['E103 fixed name', 'W108 warning cardNo', 'W404 warning PC1', 'W404 warning PC2'],
  )
  assert.deepEqual(
    lineCellFields.map((cell) => [cell, issueFieldOf(cell)]).filter(([cell, field]) => cell !== field),
    lineCellFields
      .filter((cell) => !['name', 'idNumber', 'mobile', 'cardNo', 'remark', 'entityName', 'entityCreditCode', 'nickname', 'userNo'].includes(cell))
      .map((cell) => [cell, cell === 'amountText' ? 'amount' : null]),
  )
})

test('after a change, only the cleaning notes on unchanged cells remain', () => {
  const errorIssue = (code: LineIssue['code'], field: LineIssue['field']): LineIssue => ({ code, level: 'error', field, values: {} })
  const earlierIssues = [
    errorIssue('E103', 'name'),
    errorIssue('W108', 'cardNo'),
    errorIssue('E105', 'mobile'),
    errorIssue('E103', 'mobile'),
    errorIssue('E107', 'remark'),
  ]
  assert.deepEqual(
    remainingIssues(earlierIssues, new Set(['mobile'] as const)).map(({ code, field }) => [code, field]),
    [
      ['E103', 'name'],
      ['W108', 'cardNo'],
    ],
  )
})

test('issues of a payee name the relation, status, dispute, agreement or consent', () => {
  assert.deepEqual(payeeIssues({}, {}, {}, 'employee'), ['E210 error employee'])
  assert.deepEqual(payeeIssues({ name: '章小三' }, { name: '' }), [], 'the format check reports a line without a name')
  assert.deepEqual(
    [3, 5, 6, 7].map((status) => payeeIssues({ status })),
    [['E209 error waiting none'], ['E209 error disabled none'], ['E209 error frozen none'], ['E209 error closed none']],
  )
  assert.deepEqual(payeeIssues({ status: accountStatus.disabled, statusReason: '涉案', isLinked: false }), ['E209 error disabled none'])
  assert.deepEqual([payeeIssues({ dispute: 'open' }), payeeIssues({ dispute: 'ended' })], [['E209 error disputed none'], ['E209 error ended none']])
  assert.deepEqual(
    [
      payeeIssues({ agreement: 'none' }),
      payeeIssues({ hasTaxConsent: false }),
      payeeIssues({ hasTaxConsent: false, agreement: 'none' }, {}, { mode: 1, signRequired: false }),
    ],
    [['E206 error none'], ['E207 error'], ['E211 error missing']],
  )
})

test('in mode 2, paying a business owner as a natural person is a warning or, if set, an error', () => {
  assert.deepEqual(payeeIssues({ ownBusiness: '测试商行' }), ['W206 warning 测试商行'])
  assert.deepEqual(payeeIssues({ ownBusiness: '测试商行', isLinked: false }), ['W206 warning hidden'])
  assert.deepEqual(payeeIssues({ ownBusiness: '测试商行' }, {}, { refusesOwners: true }), ['E220 error 测试商行'])
  assert.ok(!payeeIssues({ ownBusiness: '测试商行' }, {}, { mode: 1 }).some((issue) => /W206|E220/.test(issue)))
  assert.ok(!payeeIssues({ ownBusiness: '测试商行' }, { entityName: '测试商行', entityCreditCode: 'x' }).some((issue) => /W206|E220/.test(issue)))
})

test('the payee check reports refused, unverified and non-default cards but no invalid number', () => {
  const secondCard = { ...payee.cards[0], cardNo: bankCardFor('622200', 2), bankName: '', isDefault: false, isVerified: true, isRefused: false }
  const refusedCard = { ...secondCard, isRefused: true }
  const unverifiedCard = { ...secondCard, isVerified: false }
  assert.deepEqual(payeeIssues({ cards: [refusedCard] }, { cardNo: secondCard.cardNo }), ['E204 error card'])
  assert.deepEqual(payeeIssues({ cards: [unverifiedCard] }, { cardNo: secondCard.cardNo }), ['E204 error unverified'])
  assert.deepEqual(payeeIssues({ cards: [secondCard] }, { cardNo: secondCard.cardNo }), ['W205 warning -'])
  assert.deepEqual(payeeIssues({ cards: [...payee.cards, secondCard] }, { cardNo: secondCard.cardNo, name: '张小三' }), [
    `W205 warning ${cardNo.slice(0, 4)} **** **** ${cardNo.slice(-4)}`,
  ])
  assert.deepEqual(payeeIssues({ cards: [...payee.cards, secondCard], isLinked: false }, { cardNo: secondCard.cardNo }), ['W205 warning -'])
  assert.deepEqual(payeeIssues({}, { cardNo: '123' }), [])
})

test('the age limits are inclusive', () => {
  const ageIssues = (birth: string) => payeeIssues({ birth })
  assert.deepEqual(['2008-11-21', '2008-11-22', '1960-11-22', '1960-11-21'].map(ageIssues), [[], ['E208 error 17 18 65'], [], ['E208 error 66 18 65']])
})

test('a registered business on a line needs both its name and its credit code', () => {
  const entity = {
    id: 3,
    operatorId: 7,
    name: '工作室',
    creditCode: creditCodeFor('92', '990000', 7),
    state: 'operating',
    levyRatePpm: 0,
    contract: { until: '2099-12-31', cap: null, used: ZERO },
  }
  const entityIssues = (cells: Partial<LineCells>) =>
    issueSummaries(checkPayee({ ...checkInput, cells: { ...validCells, ...cells }, entity }, { ...rules, mode: 1 }))
  assert.deepEqual(entityIssues({ entityName: entity.name }), ['E211 error code'])
  assert.deepEqual(entityIssues({ entityCreditCode: entity.creditCode }), ['E211 error name'])
  assert.deepEqual(entityIssues({ entityName: entity.name, entityCreditCode: entity.creditCode }), [])
})

test('a payment may reach a limit to the fen but not exceed it', () => {
  const usedAmounts = { personMonth: fen(8_999_999), personEverywhere: fen(9_999_999), unitDay: fen(99_999_999), unitMonth: fen(999_999_999), contract: ZERO }
  assert.deepEqual(checkLineLimits(fen(1), usedAmounts, rules), [])
  assert.deepEqual(issueSummaries(checkLineLimits(fen(2), usedAmounts, rules)), ['E302 error person ¥89,999.99 ¥0.02 ¥90,000.00'])
  const rulesWithTotalLimit = { ...rules, personMonthLimit: fen(10_000_000), personEverywhereLimit: fen(10_000_000) }
  assert.deepEqual(checkLineLimits(fen(1), usedAmounts, rulesWithTotalLimit), [])
  assert.deepEqual(issueSummaries(checkLineLimits(fen(2), usedAmounts, rulesWithTotalLimit)), ['E302 error everywhere ¥100,000.00'])
  assert.deepEqual(
    issueSummaries(checkLineLimits(fen(5_000_001), { personMonth: ZERO, personEverywhere: ZERO, unitDay: ZERO, unitMonth: ZERO, contract: ZERO }, rules)),
    ['E301 error ¥50,000.00'],
  )
})

test('a calculated line reports a net of zero and an excess over the requested net', () => {
  const facts = { net: fen(1), recoveredVat: ZERO, mustGuide: false, residual: ZERO }
  assert.deepEqual(issueSummaries(calculationIssues({ ...facts, net: ZERO })), ['E309 error'])
  assert.deepEqual(issueSummaries(calculationIssues({ ...facts, residual: fen(3) })), ['W307 warning ¥0.03'])
})

test('only lines with a name and a card count as repeats, even with an unreadable amount', () => {
  const lines = (cells: Partial<LineCells>) => [1, 2].map((seq) => ({ seq, cells: { ...validCells, ...cells } }))
  assert.deepEqual(
    [lines({ name: '' }), lines({ cardNo: '' })].map((each) => findDuplicateLines(each).size),
    [0, 0],
  )
  assert.deepEqual([...findDuplicateLines(lines({ amountText: '五千' }))], [[2, 1]])
  assert.deepEqual(issueSummaries(duplicateIssues(4, 2)), ['W401 warning 4', 'W402 warning 2'])
})

test('an error makes a line invalid, and warnings alone make it warned', () => {
  const issueAtLevel = (level: LineIssue['level']): LineIssue => ({ code: 'E101', level, field: null, values: {} })
  assert.deepEqual(
    [
      lineStateAfterCheck([]),
      lineStateAfterCheck([issueAtLevel('fixed')]),
      lineStateAfterCheck([issueAtLevel('fixed'), issueAtLevel('warning')]),
      lineStateAfterCheck([issueAtLevel('warning'), issueAtLevel('error')]),
    ],
    ['ready', 'ready', 'warned', 'invalid'],
  )
})

test('an order is payable for 60 days after its end, and each unmet prerequisite is named', () => {
  const prerequisites: BatchPrerequisites = {
    today: '2026-11-21',
    amount: fen(1000),
    contractUsed: ZERO,
    contract: { from: '2026-11-21', to: '2026-11-21', isSigned: true, cap: null },
    order: { from: '2026-11-21', to: '2026-11-30', state: 'doing', isPaused: false, budget: fen(1_000_000), used: fen(0) },
    evidenceCount: 0,
    evidenceNeeded: false,
    hasPayeeAccounts: true,
  }
  const prerequisiteIssues = (facts: Partial<BatchPrerequisites>) => issueSummaries(checkPrerequisites({ ...prerequisites, ...facts }))
  const contract = (from: string, to: string) => prerequisiteIssues({ contract: { from, to, isSigned: true, cap: null } })
  assert.deepEqual(prerequisiteIssues({}), [])
  assert.deepEqual([contract('2026-11-22', '2026-12-31'), contract('2026-01-01', '2026-11-20')], [['E306 error early'], ['E306 error expired']])
  const order = (from: string, to: string, state = 'doing') =>
    prerequisiteIssues({ order: { from, to, state, isPaused: false, budget: fen(1_000_000), used: fen(0) } })
  assert.deepEqual([order('2026-09-01', '2026-09-22'), order('2026-09-01', '2026-09-21')], [[], ['E307 error late 60']])
  for (const state of ['cancelled', 'settled', 'draft']) assert.deepEqual(order('2026-11-01', '2026-11-30', state), ['E307 error state 60'])
  assert.deepEqual(prerequisiteIssues({ hasPayeeAccounts: false }), ['E308 error account'])
  assert.deepEqual(prerequisiteIssues({ evidenceNeeded: true }), ['E308 error evidence'])
  assert.deepEqual(prerequisiteIssues({ contract: { from: '2026-01-01', to: '2026-12-31', isSigned: true, cap: fen(999) } }), [
    'E306 error cap ¥0.00 ¥10.00 ¥9.99',
  ])
})
