import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountStatus } from '#/domain/base/codes.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { fen, ZERO } from '#/domain/base/money.ts'
import { type BatchPrerequisites, checkBalance, checkPrerequisites } from '#/domain/money/batch-check.ts'
import { cleanLineCells, emptyLineCells, type LineCells } from '#/domain/money/line-cells.ts'
import {
  type CheckRules,
  calculationIssues,
  checkLineFormat,
  checkLineLimits,
  checkPayee,
  duplicateIssues,
  findDuplicateLines,
  lineStateAfterCheck,
  type PayeeCheckInput,
  type PayeeFacts,
} from '#/domain/money/line-check.ts'
import { cleaningIssues, remainingIssues } from '#/domain/money/line-issue.ts'

const idNumber = idNumberFor('110000', '19900101', 12)
const cardNo = bankCardFor('622200', 1)
const creditCode = creditCodeFor('92', '990000', 7)
const validCells: LineCells = { ...emptyLineCells, name: '张小三', idNumber, mobile: '13800000001', cardNo, amountText: '5000.00' }
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
const validInput: PayeeCheckInput = { cells: validCells, kind: 'id_card', payee, entity: null, relation: null }
const codes = (issues: readonly { code: string }[]) => issues.map((issue) => issue.code)
const formatIssues = (cells: Partial<LineCells>) => checkLineFormat({ ...validCells, ...cells })
const payeeIssues = (facts: Partial<PayeeFacts>, more: Partial<CheckRules> = {}, cells: Partial<LineCells> = {}) =>
  checkPayee({ ...validInput, cells: { ...validCells, ...cells }, payee: { ...payee, ...facts } }, { ...rules, ...more })

test('a valid line has no issues', () => {
  assert.deepEqual(checkLineFormat(validCells), [])
  assert.deepEqual(checkPayee(validInput, rules), [])
})

test('the format check has codes for faults and reports all faults together (E101–E107)', () => {
  assert.deepEqual(codes(formatIssues({ name: '' })), ['E101'])
  assert.deepEqual(codes(formatIssues({ name: '张' })), ['E101'])
  assert.deepEqual(codes(formatIssues({ name: '张'.repeat(31) })), ['E101'])
  assert.deepEqual(codes(formatIssues({ idNumber: `${idNumber.slice(0, 17)}${idNumber.endsWith('1') ? '2' : '1'}` })), ['E102'])
  assert.deepEqual(formatIssues({ idNumber: '11010119900101' })[0]?.values, { problem: 'length' })
  assert.deepEqual(codes(formatIssues({ cardNo: '6222' })), ['E104'])
  assert.deepEqual(codes(formatIssues({ cardNo: `${cardNo.slice(0, -1)}${(Number(cardNo.at(-1)) + 1) % 10}` })), ['W104'])
  assert.deepEqual(codes(formatIssues({ mobile: '12345' })), ['E105'])
  assert.deepEqual(codes(formatIssues({ amountText: '1.234' })), ['E106'])
  assert.deepEqual(codes(formatIssues({ remark: '备'.repeat(41) })), ['E107'])
  assert.deepEqual(codes(formatIssues({ remark: '=HYPERLINK("http://x")' })), ['E107'])
  assert.deepEqual(codes(formatIssues({ remark: '11月 推广服务费（第1期）' })), [])
  assert.deepEqual(codes(checkLineFormat(emptyLineCells)), ['E101', 'E102', 'E104', 'E105', 'E106'])
})

test('the format check refuses an unknown kind of ID', () => {
  assert.deepEqual(checkLineFormat(validCells, null)[0]?.values, { problem: 'kind' })
})

test('kind of ID, tax residence and expiry are checked (E201, E213, W214)', () => {
  const permit = { idKind: 'hk_macau_permit', residence: 'resident' } as const
  const permitIssues = (facts: Partial<PayeeFacts>, more: Partial<PayeeCheckInput> = {}) =>
    checkPayee({ ...validInput, kind: 'hk_macau_permit', ...more, payee: { ...payee, ...permit, ...facts } }, rules)
  assert.deepEqual(permitIssues({}), [])
  assert.deepEqual(
    permitIssues({}, { kind: 'passport' }).map(({ code, values }) => [code, values.problem]),
    [['E201', 'kind']],
    'the number of another document is unknown',
  )
  assert.deepEqual(permitIssues({ residence: null })[0]?.values, { residence: 'undeclared' })
  assert.deepEqual(permitIssues({ residence: 'non_resident' })[0]?.values, { residence: 'non_resident' })
  assert.deepEqual(codes(payeeIssues({ residence: 'non_resident' })), ['E213'], 'a mainland card does not make a resident of who was declared none')
  assert.deepEqual(codes(payeeIssues({ paperTo: '2026-11-20' })), ['W214'])
  assert.deepEqual(payeeIssues({ paperTo: '2026-11-20', isLinked: false })[0]?.values, { day: 'hidden' })
  for (const paperTo of ['2026-11-21', '2026-12-01', 'infinity', null]) assert.deepEqual(payeeIssues({ paperTo }), [], String(paperTo))
})

test('facts that prevent the payment of a payee have their own codes (E201–E210)', () => {
  assert.deepEqual(codes(checkPayee({ ...validInput, payee: null }, rules)), ['E201'])
  const nameIssues = payeeIssues({ name: '章小三' })
  assert.deepEqual(codes(nameIssues), ['E202'])
  assert.deepEqual(nameIssues[0]?.values, { known: '章*三' })
  assert.deepEqual(codes(payeeIssues({ isIdentityVerified: false })), ['E203'])
  assert.deepEqual(codes(payeeIssues({ cards: [] })), ['E204'])
  assert.deepEqual(codes(payeeIssues({ cards: [{ cardNo, bankName: '', isDefault: false, isVerified: false, isRefused: true }] })), ['E204'])
  assert.deepEqual(payeeIssues({ agreement: 'expired' })[0]?.values, { problem: 'expired' })
  assert.deepEqual(codes(payeeIssues({ agreement: 'none' }, { signRequired: false })), [])
  assert.deepEqual(codes(payeeIssues({ hasTaxConsent: false })), ['E207'])
  assert.deepEqual(codes(payeeIssues({ birth: '2009-11-22' })), ['E208'])
  assert.deepEqual(payeeIssues({ birth: '2009-11-22' })[0]?.values, { age: 16, min: 18, max: 65 })
  assert.deepEqual(codes(payeeIssues({ birth: '2008-11-21' })), [])
  assert.deepEqual(payeeIssues({ status: accountStatus.frozen, statusReason: '异议' })[0]?.values, { status: 'frozen', reason: '异议' })
  assert.deepEqual(codes(checkPayee({ ...validInput, relation: 'employee' }, rules)), ['E210'])
})

test('issues hide name, cards and status reason of a payee without a link to the unit', () => {
  const card = { cardNo: bankCardFor('622200', 2), bankName: '', isDefault: true, isVerified: true, isRefused: false }
  const lineCard = { cardNo, bankName: '', isDefault: false, isVerified: true, isRefused: false }
  const stranger = { isLinked: false, name: '章小三', cards: [card, lineCard], status: accountStatus.disabled, statusReason: '涉案' }
  const issuesJson = JSON.stringify(payeeIssues(stranger))
  assert.ok(!issuesJson.includes('章小三') && !issuesJson.includes(card.cardNo.slice(-4)) && !issuesJson.includes('涉案'), issuesJson)
})

test('a verified card other than the default card is a warning (W205)', () => {
  const defaultCard = { cardNo: bankCardFor('622200', 2), bankName: '', isDefault: true, isVerified: true, isRefused: false }
  const cardIssues = payeeIssues({ cards: [defaultCard, { cardNo, bankName: '', isDefault: false, isVerified: true, isRefused: false }] })
  assert.deepEqual(codes(cardIssues), ['W205'])
  assert.match(String(cardIssues[0]?.values.card), /\*/)
})

test('mode 1 checks the registered business on the line (E211)', () => {
  const entity = {
    id: 3,
    operatorId: 7,
    name: '某市张小三工作室',
    creditCode,
    state: 'operating',
    levyRatePpm: 0,
    contract: { until: '2099-12-31', cap: null, used: ZERO },
  }
  const cells = { ...validCells, entityName: entity.name, entityCreditCode: creditCode }
  const mode1Rules = { ...rules, mode: 1 as const }
  const entityProblem = (line: LineCells, candidate: typeof entity | null) =>
    checkPayee({ ...validInput, cells: line, entity: candidate }, mode1Rules)[0]?.values.problem
  assert.deepEqual(checkPayee({ ...validInput, cells, entity }, mode1Rules), [])
  assert.equal(entityProblem(validCells, null), 'missing')
  assert.equal(entityProblem({ ...cells, entityCreditCode: '123' }, null), 'code')
  assert.equal(entityProblem(cells, { ...entity, operatorId: 8 }), 'owner')
  assert.equal(entityProblem({ ...cells, entityName: '别的工作室' }, entity), 'name')
  assert.equal(entityProblem(cells, { ...entity, state: 'cancelled', ...openOrder }), 'state')
})

test('a payment above a limit per payment, person, day or month is refused (E301, E302)', () => {
  const noAmounts = { personMonth: ZERO, personEverywhere: ZERO, unitDay: ZERO, unitMonth: ZERO, contract: ZERO }
  assert.deepEqual(checkLineLimits(fen(5_000_000), noAmounts, rules), [])
  assert.deepEqual(codes(checkLineLimits(fen(5_000_001), noAmounts, rules)), ['E301'])
  const limitIssues = checkLineLimits(fen(2_000_000), { ...noAmounts, personMonth: fen(8_000_000) }, rules)
  assert.deepEqual(codes(limitIssues), ['E302'])
  assert.deepEqual(limitIssues[0]?.values, { scope: 'person', used: '¥80,000.00', amount: '¥20,000.00', limit: '¥90,000.00' })
  assert.equal(checkLineLimits(fen(1), { ...noAmounts, unitDay: fen(100_000_000) }, rules)[0]?.values.scope, 'day')
  assert.equal(checkLineLimits(fen(1), { ...noAmounts, unitMonth: fen(1_000_000_000) }, rules)[0]?.values.scope, 'unit')
})

test('negative net, recovered VAT, due registration advice and a residual each raise an issue', () => {
  const issues = calculationIssues({ net: fen(-1), recoveredVat: fen(59406), mustGuide: true, residual: fen(3) })
  assert.deepEqual(codes(issues), ['E309', 'W303', 'W304', 'W307'])
  assert.equal(issues[1]?.values.amount, '¥594.06')
  assert.deepEqual(calculationIssues({ net: fen(1), recoveredVat: ZERO, mustGuide: false, residual: ZERO }), [])
})

test('repeats within a batch and within 30 days are warnings (W401, W402)', () => {
  const lines = [
    { seq: 1, cells: validCells },
    { seq: 2, cells: { ...validCells, amountText: '5000.00' } },
    { seq: 3, cells: { ...validCells, amountText: '5000.01' } },
    { seq: 4, cells: validCells },
  ]
  assert.deepEqual(
    [...findDuplicateLines(lines)],
    [
      [2, 1],
      [4, 1],
    ],
  )
  assert.deepEqual(codes(duplicateIssues(1, 2)), ['W401', 'W402'])
  assert.deepEqual(duplicateIssues(undefined, 0), [])
})

test('corrections leave a line ready, and a doubtful number is a warning until it is changed', () => {
  const cleanedIssues = cleaningIssues(cleanLineCells({ idNumber: '１１０１０５１９９００１０１１２３４', amountText: '1,000', cardNo: '6.222E+15' }))
  assert.deepEqual(
    cleanedIssues.map((each) => [each.code, each.level, each.field]),
    [
      ['E103', 'fixed', 'idNumber'],
      ['E103', 'fixed', 'amount'],
      ['W108', 'warning', 'cardNo'],
    ],
  )
  assert.equal(lineStateAfterCheck(cleanedIssues.slice(0, 2)), 'ready')
  assert.equal(lineStateAfterCheck(cleanedIssues), 'warned')
  assert.deepEqual(codes(remainingIssues(cleanedIssues, new Set(['cardNo']))), ['E103', 'E103'])
})

const openOrder = { isPaused: false, budget: fen(1_000_000), used: fen(0) } as const

test('balance, contract, order and documents of a batch are checked (E305–E308)', () => {
  const prerequisites: BatchPrerequisites = {
    today: '2026-11-21',
    amount: fen(1000),
    contractUsed: fen(9000),
    contract: { from: '2026-01-01', to: '2026-12-31', isSigned: true, cap: fen(10_000) },
    order: { from: '2026-11-01', to: '2026-11-30', state: 'doing', ...openOrder },
    evidenceCount: 1,
    evidenceNeeded: true,
    hasPayeeAccounts: true,
  }
  const problems = (facts: Partial<BatchPrerequisites>) =>
    checkPrerequisites({ ...prerequisites, ...facts }).map((each) => [each.code, each.values.problem ?? each.values.missing])
  assert.deepEqual(problems({}), [])
  assert.deepEqual(problems({ amount: fen(1001) }), [['E306', 'cap']])
  assert.deepEqual(problems({ contract: { from: '2026-01-01', to: '2026-11-20', isSigned: true, cap: null } }), [['E306', 'expired']])
  assert.deepEqual(problems({ contract: { from: '2026-01-01', to: '2026-12-31', isSigned: false, cap: null } }), [['E306', 'unsigned']])
  assert.deepEqual(problems({ order: { from: '2026-12-01', to: '2026-12-31', state: 'doing', ...openOrder } }), [['E307', 'early']])
  assert.deepEqual(problems({ order: { from: '2026-07-01', to: '2026-08-31', state: 'doing', ...openOrder } }), [['E307', 'late']])
  assert.deepEqual(problems({ order: { from: '2026-11-01', to: '2026-11-30', state: 'cancelled', ...openOrder } }), [['E307', 'state']])
  for (const state of ['draft', 'settled'])
    assert.deepEqual(problems({ order: { from: '2026-11-01', to: '2026-11-30', state, ...openOrder } }), [['E307', 'state']])
  assert.deepEqual(problems({ order: { from: '2026-11-01', to: '2026-11-30', state: 'published', ...openOrder } }), [])
  assert.deepEqual(problems({ order: { from: '2026-11-01', to: '2026-11-30', state: 'doing', ...openOrder, isPaused: true } }), [['E307', 'paused']])
  assert.deepEqual(problems({ order: { from: '2026-11-01', to: '2026-11-30', state: 'doing', ...openOrder, used: fen(999_001) } }), [['E307', 'budget']])
  assert.deepEqual(problems({ contract: null, order: null, evidenceCount: 0 }), [
    ['E308', 'contract'],
    ['E308', 'order'],
    ['E308', 'evidence'],
  ])
  assert.deepEqual(checkBalance(fen(100), fen(100)), [])
  assert.deepEqual(checkBalance(fen(101), fen(100))[0]?.values, { needed: '¥1.01', available: '¥1.00' })
})

test('a business name matches with half-width and full-width brackets', () => {
  const name = '南京云创（个体工商户）工作室'
  const entity = { id: 3, operatorId: 7, name, creditCode, state: 'operating', levyRatePpm: 0, contract: { until: '2027-01-01', cap: null, used: ZERO } }
  const issuesOf = (entityName: string) => {
    const { cells } = cleanLineCells({ ...validCells, entityName, entityCreditCode: creditCode })
    return codes(checkPayee({ ...validInput, cells, entity }, { ...rules, mode: 1 }))
  }
  assert.deepEqual(issuesOf(name), [])
  assert.deepEqual(issuesOf('南京云创(个体工商户)工作室'), [])
  assert.deepEqual(issuesOf('南京云创（个体工商户）工作\u{e0100}室'), ['W202'])
  assert.deepEqual(issuesOf('南京云创（个体工商户）商行'), ['E211'])
})

test('a name that differs from the stored one only in code points is a warning (W202)', () => {
  assert.deepEqual(codes(payeeIssues({ name: '\ue863小三' }, {}, { name: '䶮小三' })), ['W202'])
  assert.deepEqual(codes(payeeIssues({ name: '阿卜杜拉・买买提' }, {}, { name: '阿卜杜拉·买买提' })), [])
  assert.deepEqual(codes(payeeIssues({ name: '张小四' })), ['E202'])
})
