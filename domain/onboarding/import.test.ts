import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountStatus } from '#/domain/base/codes.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import {
  firstSeqOfDuplicates,
  type ImportIssue,
  type ImportIssueCode,
  importCleaningIssues,
  importIssue,
  importIssueCodes,
  persistentIssues,
} from '#/domain/onboarding/import.ts'
import {
  contractCellKinds,
  type ImportCell,
  importCells,
  incomeCellKinds,
  type OperatorCells,
  operatorCellKinds,
  orderCellKinds,
  type UnitCells,
  unitCellKinds,
} from '#/domain/onboarding/import-cells.ts'
import { checkOperatorFormat, checkOperatorPerson, operatorDuplicates, type RegisteredPerson, yztypeOf } from '#/domain/onboarding/operator-import.ts'
import { checkUnitFormat, readUnit, type UnitImportChoices, unitDuplicates } from '#/domain/onboarding/unit-import.ts'

const issueSummaries = (issues: readonly ImportIssue[]) => issues.map(({ code, field, values }) => [code, field, ...Object.values(values)].join(' '))

test('the code of an issue decides its level', () => {
  const levelOf = (code: ImportIssueCode) => importIssue(code, null).level
  assert.deepEqual(
    importIssueCodes.filter((code) => levelOf(code) === 'fixed'),
    ['E103'],
  )
  assert.ok(importIssueCodes.every((code) => code === 'E103' || levelOf(code) === (code.startsWith('E') ? 'error' : 'warning')))
})

test('only corrected names and numbers and doubtful numbers are reported', () => {
  assert.deepEqual(issueSummaries(importCleaningIssues('operators', ['name', 'bankName', 'mobile', 'remark'], ['cardNo'])), [
    'E103 name name',
    'E103 mobile mobile',
    'W108 cardNo cardNo',
  ])
  assert.deepEqual(issueSummaries(importCleaningIssues('units', ['unitName', 'address', 'titleAccountNo'], [])), [
    'E103 unitName unitName',
    'E103 titleAccountNo titleAccountNo',
  ])
})

test('the list of import cells has each template cell once, with the long numbers marked', () => {
  assert.deepEqual(
    new Set(importCells),
    new Set([operatorCellKinds, unitCellKinds, orderCellKinds, incomeCellKinds, contractCellKinds].flatMap((kinds) => Object.keys(kinds))),
  )
  assert.equal(new Set(importCells).size, importCells.length)
  const longCells = (kinds: Readonly<Record<string, string>>) => Object.keys(kinds).filter((cell) => kinds[cell] === 'long')
  assert.deepEqual(
    [longCells(operatorCellKinds), longCells(unitCellKinds), longCells(incomeCellKinds)],
    [
      ['idNumber', 'cardNo', 'entityCreditCode'],
      ['creditCode', 'idNumber'],
      ['idNumber', 'payerCode'],
    ],
  )
})

test('editing a cell clears its cleaning note, and editing a verified cell clears bank refusals', () => {
  const notes = [
    importIssue('E103', 'name'),
    importIssue('W108', 'cardNo'),
    importIssue('E204', 'cardNo'),
    importIssue('E103', null),
    importIssue('E105', 'mobile'),
  ]
  const remainingNotes = (...touched: ImportCell[]) => persistentIssues(notes, new Set(touched)).map(({ code, field }) => `${code} ${field}`)
  assert.deepEqual(remainingNotes(), ['E103 name', 'W108 cardNo', 'E204 cardNo', 'E103 null'])
  assert.deepEqual(remainingNotes('remark'), ['E103 name', 'W108 cardNo', 'E204 cardNo', 'E103 null'])
  assert.deepEqual(remainingNotes('name'), ['W108 cardNo', 'E103 null'])
  assert.deepEqual(remainingNotes('cardNo'), ['E103 name', 'E103 null'])
  for (const cell of ['idNumber', 'mobile'] as const) assert.deepEqual(remainingNotes(cell), ['E103 name', 'W108 cardNo', 'E103 null'])
})

test('a repeated text refers to the first row with it', () => {
  const rows = ['a', '', 'b', 'a', '', 'a'].map((text, index) => ({ seq: index + 1, text }))
  assert.deepEqual(
    [...firstSeqOfDuplicates(rows, (row) => row.text)],
    [
      [4, 1],
      [6, 1],
    ],
  )
})

const idNumber = idNumberFor('110101', '19900307', 1)
const operator: OperatorCells = {
  name: '张三',
  idKind: '身份证',
  idNumber,
  mobile: '13800138000',
  bankName: '工商银行',
  cardNo: bankCardFor('622200', 1),
  yztype: '自然人',
  entityName: '',
  entityCreditCode: '',
  sex: '',
  birth: '',
  nationality: '',
  idAddress: '',
  validFrom: '',
  validTo: '',
  remark: '',
}
const businessCode = creditCodeFor('92', '330106', 1)

test('only known words are mapped to an operator type', () => {
  assert.deepEqual(['自然人', '个人', '个体工商户', '个体户', '个人独资企业', '个独', '', '公司', 'constructor'].map(yztypeOf), [
    1,
    1,
    2,
    2,
    3,
    3,
    null,
    null,
    null,
  ])
})

test('the format check of an operator row reports each invalid cell', () => {
  const form = (cells: Partial<OperatorCells>) => issueSummaries(checkOperatorFormat({ ...operator, ...cells }, rules.today))
  assert.deepEqual(form({}), [])
  assert.deepEqual(form({ entityCreditCode: businessCode }), [])
  assert.deepEqual([form({ idKind: '军官证' }), form({ name: '' })], [['E102 idNumber kind'], ['E101 name empty']])
  assert.deepEqual([form({ yztype: '公司' }), form({ yztype: '' })], [['E507 yztype 公司'], ['E507 yztype -']])
  assert.deepEqual([form({ remark: '=1' }), form({ entityCreditCode: '123' })], [['E107 remark'], ['E211 entityCreditCode code']])
})

test('particulars must be valid and fit the ID, and are optional only for mainland ID cards', () => {
  const form = (cells: Partial<OperatorCells>) => issueSummaries(checkOperatorFormat({ ...operator, ...cells }, rules.today))
  assert.deepEqual(
    form({ sex: '男', birth: '1990/3/7', nationality: '中国', idAddress: '北京市东城区东华门大街1号', validFrom: '2010年1月2日', validTo: '长期' }),
    [],
  )
  assert.deepEqual(form({ sex: '女', birth: '19900308', nationality: '日本' }), ['E510 sex differs', 'E510 birth differs', 'E510 nationality differs'])
  assert.deepEqual(form({ sex: '未知', birth: '去年', nationality: '火星', idAddress: '短' }), [
    'E510 sex form',
    'E510 birth form',
    'E510 nationality form',
    'E510 idAddress form',
  ])
  assert.deepEqual(form({ validFrom: '2027-01-01', validTo: '2026-12-31' }), ['E510 validFrom future', 'E510 validTo order'])
  assert.deepEqual(form({ validTo: '2026-11-20' }), ['W511 validTo 2026-11-20'])
  const passport = { idKind: '护照', idNumber: 'C01X00T47', mobile: '+14155550101' }
  assert.deepEqual(form(passport), ['E510 sex needed', 'E510 birth needed', 'E510 nationality needed'])
  assert.deepEqual(form({ ...passport, sex: 'F', birth: '1991-04-02', nationality: '德国' }), [])
  assert.deepEqual(form({ ...passport, idKind: '台胞证', idNumber: '12345678', sex: '女', birth: '1991-04-02' }), [], 'a permit states the region')
})

const rules = { today: '2026-11-21', ageMin: 18, ageMax: 65 }
const person: RegisteredPerson = { name: '张三', idKind: 'id_card', status: accountStatus.active, isLinked: true, dispute: null }
const personIssues = (cells: Partial<OperatorCells>, person: RegisteredPerson | null, owner: 'own' | 'other' | null = null) =>
  issueSummaries(checkOperatorPerson({ ...operator, ...cells }, person, owner, rules))

test('a known person raises a warning', () => {
  assert.deepEqual(personIssues({}, null), [])
  assert.deepEqual(personIssues({}, person), ['W504 idNumber'])
  assert.deepEqual(personIssues({}, { ...person, status: accountStatus.signing }), ['W504 idNumber'])
  assert.deepEqual(personIssues({}, { ...person, isLinked: false }), ['W505 idNumber'])
})

test('a name mismatch shows the masked name of linked people and no name of others', () => {
  assert.deepEqual(personIssues({ name: '章三' }, person), ['E202 name 张*'])
  assert.deepEqual(personIssues({ name: '章三' }, { ...person, isLinked: false }), ['E508 name'])
})

test('frozen, disabled and closed operators and operators in dispute are refused', () => {
  const status = (of: number) => personIssues({}, { ...person, status: of })
  assert.deepEqual([5, 6, 7].map(status), [['E209 name disabled none'], ['E209 name frozen none'], ['E209 name closed none']])
  assert.deepEqual(personIssues({ name: '章三' }, { ...person, status: accountStatus.frozen, dispute: 'open' }), ['E209 name disputed none'])
  assert.deepEqual(personIssues({}, { ...person, dispute: 'ended' }), ['E209 name ended none'])
})

test('a person outside the centre’s age limits is refused', () => {
  const ageIssues = (birth: string) => personIssues({ idNumber: idNumberFor('110101', birth, 1) }, null)
  assert.deepEqual(['20081121', '20081122', '19601122', '19601121'].map(ageIssues), [[], ['E208 idNumber 17 18 65'], [], ['E208 idNumber 66 18 65']])
  assert.deepEqual(personIssues({ idNumber: '1' }, null), [])
})

test('an import can name an existing business but cannot register one', () => {
  assert.deepEqual(personIssues({ yztype: '个体户' }, null), ['W509 yztype'])
  assert.deepEqual(personIssues({ yztype: '个独', entityName: '工作室' }, null), ['W509 yztype'])
  assert.deepEqual(personIssues({ yztype: '公司' }, null), [])
  assert.deepEqual(personIssues({ yztype: '个体户' }, person), ['W504 idNumber'])
  assert.deepEqual(personIssues({ yztype: '个体户', entityCreditCode: businessCode }, null, 'own'), [])
  assert.deepEqual(
    [personIssues({ entityName: '工作室' }, null), personIssues({ entityCreditCode: businessCode }, null)],
    [['W506 entityName'], ['W506 entityName']],
  )
  assert.deepEqual(personIssues({ entityCreditCode: businessCode }, null, 'own'), [])
  assert.deepEqual(personIssues({ entityCreditCode: businessCode }, null, 'other'), ['E211 entityCreditCode owner'])
})

test('a repeated person or card is an error, and a shared mobile number is a warning', () => {
  const row = (seq: number, cells: Partial<OperatorCells>) => ({ seq, cells: { ...operator, ...cells } })
  const secondPerson = { idNumber: idNumberFor('110101', '19910307', 1), mobile: '13900139000', cardNo: bankCardFor('622200', 2) }
  const repeats = (...rows: ReturnType<typeof row>[]) => [...operatorDuplicates(rows)].map(([seq, issues]) => [seq, ...issueSummaries(issues)])
  assert.deepEqual(repeats(row(1, {}), row(2, secondPerson)), [])
  assert.deepEqual(repeats(row(1, {}), row(2, {})), [[2, 'E501 idNumber 1']])
  assert.deepEqual(repeats(row(1, {}), row(2, { idNumber: secondPerson.idNumber })), [[2, 'W502 mobile 1', 'E503 cardNo 1']])
  assert.deepEqual(repeats(row(1, {}), row(2, { ...secondPerson, mobile: operator.mobile })), [[2, 'W502 mobile 1']])
  assert.deepEqual(repeats(row(1, {}), row(2, { ...secondPerson, cardNo: operator.cardNo })), [[2, 'E503 cardNo 1']])
  const unfinishedCells = { idNumber: '1', mobile: '', cardNo: '6222' }
  assert.deepEqual(repeats(row(1, unfinishedCells), row(2, unfinishedCells)), [], 'an invalid number repeats no row')
})

const unit: UnitCells = {
  unitName: '星河互娱科技有限公司',
  creditCode: creditCodeFor('91', '330106', 1),
  legalPerson: '陆远舟',
  idNumber,
  bizKind: '',
  industry: '直播',
  contactName: '陈一',
  mobile: '13800138000',
  email: '',
  address: '',
  taxpayerKind: '',
  centre: '默认运营中心',
  mode: '总包分包',
  plan: '统一 6%',
  dualControl: '',
  marketer: '',
  salesman: '',
  partner: '',
  titleBank: '',
  titleAccountNo: '',
}
const offer: UnitImportChoices = {
  centres: [
    { id: 2, name: '默认运营中心', modes: [2], floors: { 1: 55_000, 2: 55_000 } },
    { id: 3, name: '二号中心', modes: [1, 2], floors: { 1: null, 2: null } },
    { id: 4, name: '同名', modes: [1], floors: { 1: null, 2: null } },
    { id: 5, name: '同名', modes: [1], floors: { 1: null, 2: null } },
  ],
  plans: [
    { id: 1, name: '统一 6%', mode: 2, lowestPpm: 60_000 },
    { id: 7, name: '统一 6%', mode: 1, lowestPpm: 60_000 },
    { id: 8, name: '最低', mode: 2, lowestPpm: 55_000 },
    { id: 9, name: '太低', mode: 2, lowestPpm: 54_999 },
  ],
  marketers: [
    { id: 21, name: '市场一', centreId: 2 },
    { id: 22, name: '市场二', centreId: 3 },
  ],
  salesmen: [{ id: 31, name: '业务一', centreId: 2 }],
  partners: [{ id: 41, name: '同舟渠道' }],
}

test('the format check of a unit row reports each invalid cell', () => {
  const form = (cells: Partial<UnitCells>) => issueSummaries(checkUnitFormat({ ...unit, ...cells }))
  assert.deepEqual(form({}), [])
  const requiredCells = ['unitName', 'creditCode', 'legalPerson', 'idNumber', 'industry', 'contactName', 'mobile', 'centre', 'mode', 'plan'] as const
  for (const cell of requiredCells) assert.deepEqual(form({ [cell]: '' }), [`E601 ${cell} ${cell}`])
  assert.deepEqual([form({ legalPerson: '陆' }), form({ contactName: '陈' })], [['E101 legalPerson length'], ['E101 contactName length']])
  assert.deepEqual(
    [form({ creditCode: '1' }), form({ idNumber: '1' }), form({ mobile: '1' })],
    [['E602 creditCode'], ['E102 idNumber length'], ['E105 mobile']],
  )
  for (const email of ['a@b.cn', 'ab.c@de.fg.cn']) assert.deepEqual(form({ email }), [])
  for (const email of ['a', 'a@b', '@b.cn', 'a@b.', 'a b@c.cn', 'a@b..cn', 'a@b@c.cn', 'x a@b.cn', 'a@b.cn x'])
    assert.deepEqual(form({ email }), ['E605 email'], email)
})

test('the texts of a unit row have length limits', () => {
  const form = (cell: keyof UnitCells, length: number) => issueSummaries(checkUnitFormat({ ...unit, [cell]: '字'.repeat(length) }))
  for (const [cell, limit] of [
    ['unitName', 100],
    ['industry', 60],
    ['titleBank', 100],
    ['titleAccountNo', 40],
  ] as const)
    assert.deepEqual([form(cell, limit), form(cell, limit + 1)], [[], [`E606 ${cell} ${limit}`]])
  assert.deepEqual([form('unitName', 1), form('unitName', 2)], [['E606 unitName 100'], []])
  assert.deepEqual(issueSummaries(checkUnitFormat({ ...unit, email: `${'a'.repeat(96)}@b.cn` })), ['E606 email 100'])
})

test('each choice of a unit accepts only its own words', () => {
  const form = (cells: Partial<UnitCells>) => issueSummaries(checkUnitFormat({ ...unit, ...cells }))
  assert.deepEqual(form({ bizKind: '其他', taxpayerKind: '其他', dualControl: '也许', mode: '三' }), [
    'E607 bizKind 普通 / 平台型',
    'E607 taxpayerKind 一般纳税人 / 小规模纳税人',
    'E607 dualControl 是',
    'E607 mode 个体工商户 / 总包分包',
  ])
  assert.deepEqual(form({ dualControl: 'constructor' }), ['E607 dualControl 是'])
  const readUnitWith = (cells: Partial<UnitCells>) => readUnit({ ...unit, centre: '二号中心', ...cells }, offer).read
  assert.deepEqual(
    ['', '普通', '平台型'].map((bizKind) => readUnitWith({ bizKind })?.bizKind),
    ['ordinary', 'ordinary', 'platform'],
  )
  assert.deepEqual(
    ['', '一般纳税人', '小规模纳税人'].map((taxpayerKind) => readUnitWith({ taxpayerKind })?.taxpayerKind),
    ['general', 'general', 'small'],
  )
  assert.deepEqual(
    ['', '是', '否'].map((dualControl) => readUnitWith({ dualControl }) !== null),
    [true, true, false],
  )
  assert.deepEqual(
    ['个体工商户', '个体工商户模式', '模式1', '1', '总包分包', '总包分包模式', '模式2', '2'].map((mode) => readUnitWith({ mode })?.mode),
    [1, 1, 1, 1, 2, 2, 2, 2],
  )
})

test('a row can name centre, plan and people by name or number', () => {
  const teamCells = { marketer: '市场一', salesman: '业务一', partner: '同舟渠道' }
  const expected = { bizKind: 'ordinary', taxpayerKind: 'general', mode: 2, centreId: 2, feePlanId: 1 }
  assert.deepEqual(readUnit({ ...unit, ...teamCells }, offer), { read: { ...expected, marketerId: 21, salesmanId: 31, partnerId: 41 }, issues: [] })
  assert.deepEqual(readUnit({ ...unit, centre: '2', plan: '1', marketer: '21', salesman: '31', partner: '41' }, offer).read?.partnerId, 41)
  assert.deepEqual(readUnit(unit, offer).read, { ...expected, marketerId: null, salesmanId: null, partnerId: null })
})

test('a row with an unknown or ambiguous name or a plan below the floor is refused', () => {
  const refusedIssues = (cells: Partial<UnitCells>) => {
    const { read, issues } = readUnit({ ...unit, ...cells }, offer)
    assert.equal(read, null)
    return issueSummaries(issues)
  }
  assert.deepEqual([refusedIssues({ centre: '没有' }), refusedIssues({ centre: '同名', mode: '1' })], [['E608 centre'], ['E608 centre']])
  assert.deepEqual(refusedIssues({ mode: '1' }), ['E609 mode'])
  assert.deepEqual(refusedIssues({ plan: '没有' }), ['E610 plan'])
  assert.deepEqual(refusedIssues({ plan: '太低' }), ['E611 plan 5.4999% 5.5%'])
  assert.ok(readUnit({ ...unit, plan: '最低' }, offer).read)
  assert.ok(readUnit({ ...unit, plan: '太低', centre: '二号中心' }, offer).read)
  assert.deepEqual(
    [refusedIssues({ marketer: '市场二' }), refusedIssues({ salesman: '市场一' }), refusedIssues({ partner: '没有' })],
    [['E612 marketer'], ['E612 salesman'], ['E612 partner']],
  )
  for (const cell of ['centre', 'mode', 'plan'] as const) assert.deepEqual(refusedIssues({ [cell]: '' }), [], cell)
  assert.deepEqual(
    [refusedIssues({ bizKind: 'x' }), refusedIssues({ taxpayerKind: 'x' }), refusedIssues({ dualControl: 'x' }), refusedIssues({ mode: 'x', plan: '没有' })],
    [[], [], [], []],
  )
  assert.deepEqual(refusedIssues({ centre: '', marketer: '没有' }), [], 'the unit of the people is not known yet')
})

test('a repeated credit code refers to its first row', () => {
  const rows = [1, 2, 3].map((seq) => ({ seq, cells: seq === 2 ? { ...unit, creditCode: '' } : unit }))
  assert.deepEqual(
    [...unitDuplicates(rows)].map(([seq, issues]) => [seq, ...issueSummaries(issues)]),
    [[3, 'E603 creditCode 1']],
  )
})
