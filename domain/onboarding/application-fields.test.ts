import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignIdKinds } from '#/domain/base/id-paper.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { validationTexts } from '#/domain/base/validation.ts'
import { noExpiry } from '#/domain/people/particulars.ts'
import type { ApplicationKind } from './application.ts'
import {
  applicableFields,
  applicationProblemsOf,
  defaultAges,
  type FieldRule,
  type FormContext,
  fieldProblem,
  fieldsOf,
  normalizeAnswer,
  subjectField,
} from './application-fields.ts'
import { applicationProblems } from './application-texts.ts'

type Values = Readonly<Record<string, string>>
const kinds = ['unit', 'partner', 'operator', 'international'] as const satisfies readonly ApplicationKind[]
const idNumberBornOn = (birth: string) => idNumberFor('110101', birth, 1)
const credit = creditCodeFor('91', '330106', 1)
const cardFields = { cardNo: bankCardFor('622200', 1), bankName: '工商银行', bankMobile: '13800138000', centreId: '2' }

const validValues: Readonly<Record<ApplicationKind, Values>> = {
  unit: {
    name: '星河互娱科技有限公司',
    creditCode: credit,
    legalPerson: '陆远舟',
    legalIdNumber: idNumberBornOn('19800101'),
    contactName: '陈一',
    email: 'chen@xinghe.cn',
    industry: '直播',
    mainBusiness: '互联网直播服务与内容制作，面向全国的主播与观众',
    bizKind: 'ordinary',
    mode: '2',
    centreId: '2',
    scenario: '主播在平台上开播，平台按月与主播结算推广费用',
    taxNo: credit,
    billingAddress: '杭州市西湖区',
    billingPhone: '0571-88888888',
    billingBank: '招商银行',
    billingAccount: '571900000000002',
  },
  partner: {
    subjectKind: 'company',
    name: '同舟渠道',
    creditCode: credit,
    contactName: '陈一',
    region: '33',
    accountName: '同舟渠道',
    accountBank: '招商银行',
    accountNo: '571900000000002',
  },
  operator: {
    name: '张三',
    idNumber: idNumberBornOn('19900307'),
    address: '杭州市西湖区',
    authority: '西湖分局',
    validFrom: '2020-01-01',
    validTo: '2040-01-01',
    yztype: '1',
    ...cardFields,
  },
  international: {
    certType: 'passport',
    name: 'JEANNE MARTIN',
    certNo: 'E12345678',
    nationality: 'FR',
    sex: 'F',
    birth: '1990-05-01',
    validFrom: '2020-01-01',
    validTo: '2040-01-01',
    address: '杭州市西湖区',
    taxResidence: 'resident',
    email: 'jeanne@martin.fr',
    ...cardFields,
  },
}
const agencyShop = {
  yztype: '2',
  shop: 'agency',
  shopName1: '三人行',
  shopName2: '三人成虎',
  shopName3: '三生',
  shopIndustry: '设计',
  bizScope: '平面设计',
  premises: '杭州市西湖区',
  explanation: '一个人做平面设计，按件结算，客户都在网上，没有雇员',
}
const existingShop = { yztype: '2', shop: 'existing', shopName: '张三工作室', shopCreditCode: creditCodeFor('92', '330106', 1) }
const person = { subjectKind: 'person', name: '张三', idNumber: idNumberBornOn('19900307') }

const today = '2026-11-21'
const formContext = (values: Values): FormContext => ({ values, today, ages: defaultAges })
const everyPicture = Object.fromEntries(kinds.flatMap((kind) => fieldsOf(kind).map((field) => [field.name, 1])))
const nameOf = new Map([...Object.entries(applicationProblems), ...Object.entries(validationTexts)].map(([name, text]) => [text, name] as const))
const problems = (kind: ApplicationKind, changes: Values, pictures: Readonly<Record<string, number>> = everyPicture) =>
  applicationProblemsOf(kind, formContext({ ...validValues[kind], ...changes }), pictures).map(
    ({ field, problem }) => `${field} ${nameOf.get(problem.text as never)}`,
  )

test('a complete application has no problems', () => {
  for (const kind of kinds) assert.deepEqual(problems(kind, {}), [], kind)
  for (const shop of [existingShop, agencyShop]) assert.deepEqual(problems('operator', shop), [])
  assert.deepEqual(problems('partner', person), [])
})

test('earlier answers decide which later fields apply', () => {
  const applicableNames = (kind: ApplicationKind, values: Values, among: readonly string[]) =>
    applicableFields(kind, values)
      .map((field) => field.name)
      .filter((name) => among.includes(name))
  const trade = [
    'shop',
    'licence',
    'shopName',
    'shopCreditCode',
    'shopName1',
    'shopName2',
    'shopName3',
    'shopIndustry',
    'bizScope',
    'premises',
    'explanation',
    'proofs',
  ]
  assert.deepEqual(applicableNames('operator', { yztype: '1', shop: 'agency' }, trade), [])
  assert.deepEqual(applicableNames('operator', { yztype: '1', shop: 'existing' }, trade), [])
  assert.deepEqual(applicableNames('operator', { yztype: '2' }, trade), ['shop'])
  assert.deepEqual(applicableNames('operator', existingShop, trade), trade.slice(0, 4))
  assert.deepEqual(applicableNames('operator', agencyShop, trade), ['shop', ...trade.slice(4)])
  const paperFields = ['certBack', 'nationality']
  const fieldsForPaper = (certType: string) => applicableNames('international', { certType }, paperFields)
  assert.deepEqual(foreignIdKinds.map(fieldsForPaper), [
    ['nationality'],
    ['certBack', 'nationality'],
    ['certBack'],
    ['certBack'],
    ['certBack'],
    ['certBack', 'nationality'],
  ])
  assert.deepEqual([fieldsForPaper(''), applicableNames('international', {}, paperFields)], [[], []])
  const subject = ['licence', 'idFront', 'idBack', 'creditCode', 'idNumber']
  assert.deepEqual(applicableNames('partner', { subjectKind: 'company' }, subject), ['licence', 'creditCode'])
  assert.deepEqual(applicableNames('partner', person, subject), ['idFront', 'idBack', 'idNumber'])
  assert.deepEqual(applicableNames('partner', {}, subject), [])
})

test('a credit code identifies a company, and a document number identifies a person', () => {
  assert.deepEqual(
    kinds.map((kind) => subjectField(kind, validValues[kind])),
    ['creditCode', 'creditCode', 'idNumber', 'certNo'],
  )
  assert.equal(subjectField('partner', person), 'idNumber')
  assert.equal(subjectField('operator', { subjectKind: 'company' }), 'idNumber')
})

test('an empty application lists every required field and picture', () => {
  const empty = (kind: ApplicationKind) =>
    applicationProblemsOf(kind, formContext({}), {}).map(({ field, problem }) => `${field} ${nameOf.get(problem.text as never)}`)
  for (const kind of kinds)
    assert.deepEqual(
      empty(kind),
      applicableFields(kind, {})
        .filter((field) => !['nation', 'promotion', 'sellsElsewhere'].includes(field.name) && !(kind === 'partner' && field.name === 'email'))
        .map((field) => `${field.name} ${field.form.startsWith('picture') ? 'picture' : 'needed'}`),
    )
  assert.deepEqual(problems('unit', {}, { ...everyPicture, licence: 0 }), ['licence picture'])
})

test('a field error names the field and the rule', () => {
  const problemOf = (kind: ApplicationKind, field: string, value: string, more: Values = {}) => problems(kind, { ...more, [field]: value }).join()
  assert.deepEqual(
    [
      problemOf('unit', 'creditCode', '123'),
      problemOf('unit', 'creditCode', credit.replace('MA', 'MI')),
      problemOf('unit', 'creditCode', credit.replace(/^91/, '92')),
    ],
    ['creditCode creditLength', 'creditCode creditCharacters', 'creditCode creditChecksum'],
  )
  const id = idNumberBornOn('19800101')
  assert.deepEqual(
    ['123', `${id.slice(0, 16)}AA`, `${id.slice(0, 16)}00`, idNumberBornOn('19801301')].map((value) => problemOf('unit', 'legalIdNumber', value)),
    ['legalIdNumber idLength', 'legalIdNumber idCharacters', 'legalIdNumber idChecksum', 'legalIdNumber idBirth'],
  )
  assert.equal(problemOf('operator', 'idNumber', '123'), 'idNumber idLength')
  assert.equal(problemOf('partner', 'idNumber', '123', person), 'idNumber idLength')
  assert.equal(problemOf('operator', 'cardNo', '0222000000000002'), 'cardNo card', 'no card begins with 0, Luhn or not')
  assert.deepEqual([problemOf('operator', 'cardNo', '6222'), problemOf('operator', 'cardNo', '6222000000000001')], ['cardNo card', 'cardNo cardLuhn'])
  assert.deepEqual(
    [problemOf('unit', 'legalPerson', '陆'), problemOf('operator', 'bankMobile', '12345')],
    ['legalPerson nameLength', 'bankMobile mobileFormat'],
  )
  for (const [kind, field] of [
    ['unit', 'contactName'],
    ['partner', 'contactName'],
    ['operator', 'name'],
    ['international', 'name'],
  ] as const)
    assert.equal(problemOf(kind, field, '陆'), `${field} nameLength`, kind)
})

test('account numbers, phones, tax numbers, e-mails and choices have fixed formats', () => {
  const expectFormat = (kind: ApplicationKind, field: string, fine: readonly string[], wrong: readonly string[], problem: string) => {
    for (const value of fine) assert.deepEqual(problems(kind, { [field]: value }), [], value)
    for (const value of wrong) assert.deepEqual(problems(kind, { [field]: value }), [`${field} ${problem}`], value)
  }
  expectFormat('unit', 'billingAccount', ['12345678', '1'.repeat(32)], ['1234567', '12345678x', 'x12345678', '1234-5678'], 'account')
  expectFormat(
    'unit',
    'billingPhone',
    ['010-12345678', '01012345678', '0571-1234567', '13800138000', '400-123-4567', '4001234567'],
    ['12345678', '0571-123456', '400-12-4567', '138001380001', 'x0571-88888888', '0571-88888888x'],
    'phone',
  )
  expectFormat(
    'unit',
    'taxNo',
    ['1'.repeat(15), 'A'.repeat(20)],
    ['1'.repeat(14), '１'.repeat(15), 'a'.repeat(15), `${'1'.repeat(15)}-`, `-${'1'.repeat(15)}`],
    'taxNo',
  )
  const name64 = 'a'.repeat(64)
  expectFormat(
    'unit',
    'email',
    ['a@b.cn', 'a.b+c@d.e.cn', `${name64}@b.cn`, `${name64}@${'b'.repeat(186)}.cn`],
    ['a', 'a@b', 'a@b.', '@b.cn', 'a b@c.cn', 'a@@b.cn', 'a@b.cn,c@d.cn', `a${name64}@b.cn`, 'a@b .cn', 'a@b.c n', `a@${'𠮷'.repeat(126)}.cn`],
    'email',
  )
  expectFormat('operator', 'centreId', ['1', '999999999999999'], ['0', '01', '-1', '1x', 'x1', '9999999999999999'], 'choice')
  expectFormat('unit', 'mode', ['1', '2'], ['3'], 'choice')
  expectFormat('unit', 'bizKind', ['ordinary', 'platform'], ['other'], 'choice')
  expectFormat('international', 'sex', ['M', 'F'], ['X'], 'choice')
  expectFormat('partner', 'region', ['11', '82'], ['10'], 'choice')
  assert.deepEqual(problems('operator', { yztype: '3' }), ['yztype choice'])
})

test('each kind of ID has its own number format', () => {
  const number = (certType: string, certNo: string) => problems('international', { certType, certNo })
  const validNumbers = {
    passport: ['E1234', 'ABCDE1234512345'],
    hk_macau_permit: ['H12345678', 'M1234567801'],
    hk_macau_residence: [idNumberFor('810000', '19900501', 2), idNumberFor('820000', '19900501', 2)],
    taiwan_permit: ['12345678'],
    taiwan_residence: [idNumberFor('830000', '19900501', 2)],
    foreign_pr: ['ABC123456789012', idNumberFor('911124', '19900501', 2)],
  }
  const invalidNumbers = {
    passport: ['E123', 'ABCDE12345123456', 'E12-345'],
    hk_macau_permit: ['T12345678', 'H1234567', 'H123456789', 'XH12345678', 'H12345678X'],
    hk_macau_residence: ['H12345678', idNumberFor('830000', '19900501', 2), idNumberFor('330106', '19900501', 2)],
    taiwan_residence: ['12345678', idNumberFor('810000', '19900501', 2)],
    taiwan_permit: ['1234567', '123456789', 'X12345678'],
    foreign_pr: ['AB1234567890123', '8'.repeat(18), '9'.repeat(17), 'XABC123456789012', 'ABC123456789012X'],
  }
  for (const kind of foreignIdKinds) {
    for (const certNo of validNumbers[kind]) assert.deepEqual(number(kind, certNo), [], `${kind} ${certNo}`)
    for (const certNo of invalidNumbers[kind]) assert.deepEqual(number(kind, certNo), ['certNo document'], `${kind} ${certNo}`)
  }
  assert.deepEqual(number('other', 'E12345678'), ['certType choice', 'certNo document'])
})

test('dates must be calendar days in the past or future, as the field requires', () => {
  for (const day of ['2026-2-1', '2026-02-30', '2026-13-01', '1899-01-01', '2200-01-01', '20260101', 'x2026-01-01', '2026-01-01x', '2026-02-00']) {
    assert.deepEqual(problems('operator', { validFrom: day, validTo: noExpiry }), ['validFrom day'], day)
    assert.deepEqual(problems('operator', { validTo: day }), ['validTo day'], day)
  }
  for (const day of ['1900-01-01', '2024-02-29', today]) assert.deepEqual(problems('operator', { validFrom: day }), [], day)
  assert.deepEqual(problems('operator', { validFrom: '2026-11-22' }), ['validFrom future'])
  for (const day of [today, '2199-12-31', noExpiry]) assert.deepEqual(problems('operator', { validTo: day }), [], day)
  assert.deepEqual(problems('operator', { validTo: '2026-11-20' }), ['validTo expired'])
  assert.deepEqual(problems('operator', { validFrom: today, validTo: today }), ['validTo order'])
  assert.deepEqual(problems('international', { validTo: today }), [])
})

test('unknown particulars and those that contradict the document number are refused', () => {
  const card = { certType: 'foreign_pr', certNo: '911124198108030024', nationality: 'CA' }
  assert.deepEqual(problems('international', { ...card, sex: 'F', birth: '1981-08-03' }), [])
  assert.deepEqual(problems('international', { ...card, sex: 'M', birth: '1981-08-04' }), ['sex differs', 'birth differs'])
  assert.deepEqual(problems('international', { nationality: '法国' }), ['nationality choice'])
  assert.deepEqual(problems('international', { taxResidence: 'perhaps' }), ['taxResidence choice'])
})

test('the age limits are inclusive and do not apply to legal representatives', () => {
  for (const [birth, isTaken] of [
    ['2008-11-21', true],
    ['2008-11-22', false],
    ['1960-11-22', true],
    ['1960-11-21', false],
  ] as const) {
    const age = isTaken ? [] : ['age']
    assert.deepEqual(
      problems('international', { birth }),
      age.map((each) => `birth ${each}`),
      birth,
    )
    const idNumber = idNumberBornOn(birth.replaceAll('-', ''))
    assert.deepEqual(
      problems('operator', { idNumber }),
      age.map((each) => `idNumber ${each}`),
      birth,
    )
    assert.deepEqual(
      problems('partner', { ...person, idNumber }),
      age.map((each) => `idNumber ${each}`),
      birth,
    )
    assert.deepEqual(problems('unit', { legalIdNumber: idNumber }), [], 'a legal person has no age')
  }
  const ageProblems = applicationProblemsOf('international', formContext({ ...validValues.international, birth: '2020-01-01' }), everyPicture)
  assert.deepEqual(ageProblems[0]?.problem.values, { min: 18, max: 65 })
  assert.deepEqual(problems('international', { birth: '2030-01-01' }), ['birth future'])
})

test('an application needs three different shop names of at least two characters', () => {
  assert.deepEqual(problems('operator', { ...agencyShop, shopName2: '三' }), ['shopName2 tooShort'])
  assert.deepEqual(problems('operator', { ...agencyShop, shopName3: agencyShop.shopName1 }), [
    'shopName1 sameNames',
    'shopName2 sameNames',
    'shopName3 sameNames',
  ])
  assert.deepEqual(problems('operator', { ...agencyShop, shopName2: '', shopName3: '' }), ['shopName2 needed', 'shopName3 needed'])
  const { shopName2: _second, shopName3: _third, ...first } = agencyShop
  assert.deepEqual(problems('operator', first), ['shopName2 needed', 'shopName3 needed'])
})

test('texts have minimum and maximum lengths in code points', () => {
  const minLengths: readonly (readonly [ApplicationKind, string, number, Values?])[] = [
    ['unit', 'name', 4],
    ['unit', 'industry', 2],
    ['unit', 'mainBusiness', 20],
    ['unit', 'scenario', 20],
    ['unit', 'billingAddress', 5],
    ['unit', 'billingBank', 4],
    ['operator', 'address', 5],
    ['operator', 'authority', 4],
    ['operator', 'bankName', 4],
    ['operator', 'shopName', 4, existingShop],
    ['operator', 'shopIndustry', 2, agencyShop],
    ['operator', 'bizScope', 4, agencyShop],
    ['operator', 'premises', 5, agencyShop],
    ['operator', 'explanation', 20, agencyShop],
    ['international', 'address', 5],
    ['partner', 'name', 2],
    ['partner', 'accountName', 2],
    ['partner', 'accountBank', 4],
  ]
  for (const [kind, field, count, more = {}] of minLengths) {
    assert.deepEqual(problems(kind, { ...more, [field]: '字'.repeat(count) }), [], field)
    assert.deepEqual(problems(kind, { ...more, [field]: '𠮷'.repeat(count - 1) }), [`${field} tooShort`], field)
  }
  const lengthProblems = applicationProblemsOf('unit', formContext({ ...validValues.unit, name: '星' }), everyPicture)
  assert.deepEqual(lengthProblems[0]?.problem.values, { least: 4 })
  const nationField: FieldRule = { name: 'nation', step: 'identity', form: 'text', most: 20 }
  const freeField: FieldRule = { name: 'free', step: 'identity', form: 'text' }
  const problemAt = (field: FieldRule, length: number) => fieldProblem(field, '𠮷'.repeat(length), formContext({}))
  assert.deepEqual(
    [problemAt(nationField, 20), problemAt(nationField, 21)?.values, problemAt(freeField, 200), problemAt(freeField, 201)?.values],
    [null, { most: 20 }, null, { most: 200 }],
  )
  assert.equal(problemAt(nationField, 21)?.text, applicationProblems.tooLong)
})

test('invisible characters are refused, except line breaks in long texts', () => {
  for (const character of ['\u0000', '\u200b', '\u202e', '\u2066', '\ufeff'])
    assert.deepEqual(problems('unit', { billingAddress: `杭州市西${character}湖区` }), ['billingAddress control'])
  for (const space of ['\n', '\r', '\t']) {
    assert.deepEqual(problems('unit', { billingAddress: `杭州市西湖区${space}一号` }), ['billingAddress control'])
    assert.deepEqual(problems('unit', { mainBusiness: `${validValues.unit.mainBusiness}${space}二` }), [])
  }
  assert.deepEqual(problems('unit', { mainBusiness: `${validValues.unit.mainBusiness}\u200b` }), ['mainBusiness control'])
})

test('answers are stored without surrounding spaces and grouping characters', () => {
  const rule = (keys?: FieldRule['keys']): FieldRule => ({ name: 'x', step: 's', form: 'text', ...(keys && { keys }) })
  assert.equal(normalizeAnswer(rule('digits'), ' ６222 0000-0000 '), '622200000000')
  assert.equal(normalizeAnswer(rule('capitals'), ' 1101 01x '), '110101X')
  assert.equal(normalizeAnswer(rule('capitals'), 'ａ-1'), 'A-1')
  assert.equal(normalizeAnswer(rule('email'), ' a-B@c.cn '), 'a-B@c.cn')
  assert.equal(normalizeAnswer(rule(), ' e\u0301 Ａ b '), 'é Ａ b')
})
