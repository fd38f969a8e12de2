import { operatorType } from '#/domain/base/codes.ts'
import { anyMobileProblem } from '#/domain/base/contact.ts'
import { isCountry } from '#/domain/base/countries.ts'
import { foreignIdKinds, type IdKind, idNumberProblem, isNationalityFixedBy } from '#/domain/base/id-paper.ts'
import { ageOn, creditCodeProblem, isCardNumber, passesLuhn, readIdNumber } from '#/domain/base/identity.ts'
import { provinces } from '#/domain/base/provinces.ts'
import type { Text } from '#/domain/base/text.ts'
import { isDay, mobileProblem, nameProblem } from '#/domain/base/validation.ts'
import { noExpiry, noParticulars, type ParticularField, particularProblems, taxResidences } from '#/domain/people/particulars.ts'
import type { ApplicationKind } from './application.ts'
import { applicationProblems } from './application-texts.ts'

export interface FieldProblem {
  readonly text: Text
  readonly values?: Readonly<Record<string, number>>
}

/** The context in which an answer is checked: all answers, the current day, and the age limits. */
export interface FormContext {
  readonly values: Readonly<Record<string, string>>
  /** The day in Shanghai, yyyy-MM-dd. */
  readonly today: string
  /** The age limits of the chosen centre. */
  readonly ages: { readonly min: number; readonly max: number }
}

type Check = (value: string, context: FormContext) => FieldProblem | null

/** One field of a registration. */
export interface FieldRule<N extends string = string, S extends string = string> {
  readonly name: N
  readonly step: S
  readonly form: 'text' | 'long' | 'choice' | 'country' | 'day' | 'picture' | 'pictures' | 'centre'
  readonly isOptional?: boolean
  /** The kind of encryption of the stored value, which users see masked. */
  readonly sealed?: 'id_number' | 'card_no' | 'account_no' | 'id_address'
  readonly choices?: readonly string[]
  readonly keys?: 'digits' | 'email' | 'capitals' | 'tel'
  readonly most?: number
  readonly check?: Check
  /** Returns whether the field is part of the form, given the other answers. */
  readonly when?: (values: Readonly<Record<string, string>>) => boolean
}

const problem = (name: keyof typeof applicationProblems, values?: Readonly<Record<string, number>>): FieldProblem => ({
  text: applicationProblems[name],
  ...(values && { values }),
})
const toProblem = (text: Text | null): FieldProblem | null => (text ? { text } : null)

/** Age limits for a centre that sets none. */
export const defaultAges = { min: 18, max: 65 } as const

function ageProblem(birth: string, { today, ages }: FormContext): FieldProblem | null {
  const age = ageOn(birth, today)
  return age < ages.min || age > ages.max ? problem('age', ages) : null
}

const checkName: Check = (value) => toProblem(nameProblem(value))
const checkMobile: Check = (value) => toProblem(mobileProblem(value))
const checkAnyMobile: Check = (value) => toProblem(anyMobileProblem(value))
const checkCreditCode: Check = (value) => {
  const fieldFault = creditCodeProblem(value)
  if (fieldFault === null) return null
  return problem(fieldFault === 'length' ? 'creditLength' : fieldFault === 'characters' ? 'creditCharacters' : 'creditChecksum')
}
const numberProblems = { length: 'idLength', characters: 'idCharacters', checksum: 'idChecksum', birth: 'idBirth', form: 'document' } as const
const idNumberFault = (kind: IdKind, value: string): FieldProblem | null => {
  const fieldFault = idNumberProblem(kind, value)
  return fieldFault === null ? null : problem(numberProblems[fieldFault])
}
const checkIdNumber: Check = (value) => idNumberFault('id_card', value)
const checkAdultIdNumber: Check = (value, context) => checkIdNumber(value, context) ?? ageProblem(readIdNumber(value).birth, context)
const checkCardNo: Check = (value) => (isCardNumber(value) ? (passesLuhn(value) ? null : problem('cardLuhn')) : problem('card'))
const checkAccountNo: Check = (value) => (/^\d{8,32}$/.test(value) ? null : problem('account'))
const checkEmail: Check = (value) =>
  value.length <= 254 && /^[^\s@<>"',;:\\()[\]]{1,64}@[^\s@<>"',;:\\()[\]]+\.[^\s@.<>"',;:\\()[\]]+$/.test(value) ? null : problem('email')
const checkPhone: Check = (value) => (/^(0\d{2,3}-?\d{7,8}|1\d{10}|400-?\d{3}-?\d{4})$/.test(value) ? null : problem('phone'))
const checkTaxNo: Check = (value) => (/^[0-9A-Z]{15,20}$/.test(value) ? null : problem('taxNo'))
const checkMinLength =
  (count: number): Check =>
  (value) =>
    [...value].length >= count ? null : problem('tooShort', { least: count })
const checkPastDay: Check = (value, { today }) => (isDay(value) ? (value > today ? problem('future') : null) : problem('day'))
const checkValidityEnd: Check = (value, { values, today }) => {
  if (value === noExpiry) return null
  if (!isDay(value)) return problem('day')
  if (value < today) return problem('expired')
  return value > (values.validFrom ?? '') ? null : problem('order')
}
const checkBirth: Check = (value, context) => checkPastDay(value, context) ?? ageProblem(value, context)
const checkShopName: Check = (value, context) => {
  const { values } = context
  const all = [values.shopName1, values.shopName2, values.shopName3].filter((each) => each !== undefined && each !== '')
  return checkMinLength(2)(value, context) ?? (new Set(all).size < all.length ? problem('sameNames') : null)
}

const idKindFrom = (values: Readonly<Record<string, string>>): IdKind | undefined => foreignIdKinds.find((kind) => kind === values.certType)
const checkDocumentNo: Check = (value, { values }) => {
  const kind = idKindFrom(values)
  return kind === undefined ? problem('document') : idNumberFault(kind, value)
}
/** Refuses a value that contradicts the document number. */
const checkAgainstNumber =
  (field: ParticularField, check: Check): Check =>
  (value, context) => {
    const { values, today } = context
    const paper = { kind: idKindFrom(values) ?? 'passport', number: values.certNo ?? '' } as const
    const isContradictory = particularProblems({ ...noParticulars, [field]: value }, paper, today)[field] === 'differs'
    return check(value, context) ?? (isContradictory ? problem('differs') : null)
  }
const checkCountry: Check = (value) => (isCountry(value) ? null : problem('choice'))
const acceptAnyValue: Check = () => null

const fieldEquals = (field: string, requested: string) => (values: Readonly<Record<string, string>>) => values[field] === requested
const hasShop = fieldEquals('yztype', String(operatorType.individualBusiness))
const hasExistingShop = (values: Readonly<Record<string, string>>) => hasShop(values) && values.shop === 'existing'
const hasAgencyShop = (values: Readonly<Record<string, string>>) => hasShop(values) && values.shop === 'agency'
const isCompany = fieldEquals('subjectKind', 'company')
const isPerson = fieldEquals('subjectKind', 'person')
const canChooseNationality = (values: Readonly<Record<string, string>>) =>
  idKindFrom(values) !== undefined && !isNationalityFixedBy(idKindFrom(values) ?? 'passport')
const hasPermit = (values: Readonly<Record<string, string>>) => values.certType !== undefined && values.certType !== '' && values.certType !== 'passport'

const unitFields = [
  { name: 'licence', step: 'company', form: 'picture' },
  { name: 'name', step: 'company', form: 'text', most: 100, check: checkMinLength(4) },
  { name: 'creditCode', step: 'company', form: 'text', keys: 'capitals', most: 18, check: checkCreditCode },
  { name: 'legalPerson', step: 'company', form: 'text', check: checkName },
  { name: 'legalIdFront', step: 'company', form: 'picture' },
  { name: 'legalIdBack', step: 'company', form: 'picture' },
  { name: 'legalIdNumber', step: 'company', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: checkIdNumber },
  { name: 'contactName', step: 'contact', form: 'text', check: checkName },
  { name: 'email', step: 'contact', form: 'text', keys: 'email', most: 254, check: checkEmail },
  { name: 'industry', step: 'business', form: 'text', most: 30, check: checkMinLength(2) },
  { name: 'mainBusiness', step: 'business', form: 'long', most: 500, check: checkMinLength(20) },
  { name: 'bizKind', step: 'business', form: 'choice', choices: ['ordinary', 'platform'] },
  { name: 'mode', step: 'business', form: 'choice', choices: ['1', '2'] },
  { name: 'centreId', step: 'business', form: 'centre' },
  { name: 'scenario', step: 'business', form: 'long', most: 1000, check: checkMinLength(20) },
  { name: 'sitePhotos', step: 'business', form: 'pictures' },
  { name: 'taxNo', step: 'billing', form: 'text', keys: 'capitals', most: 20, check: checkTaxNo },
  { name: 'billingAddress', step: 'billing', form: 'text', most: 120, check: checkMinLength(5) },
  { name: 'billingPhone', step: 'billing', form: 'text', most: 20, check: checkPhone },
  { name: 'billingBank', step: 'billing', form: 'text', most: 60, check: checkMinLength(4) },
  { name: 'billingAccount', step: 'billing', form: 'text', keys: 'digits', most: 32, sealed: 'account_no', check: checkAccountNo },
] as const satisfies readonly FieldRule[]

const bankCardFields = [
  { name: 'cardNo', step: 'bank', form: 'text', keys: 'digits', most: 19, sealed: 'card_no', check: checkCardNo },
  { name: 'bankName', step: 'bank', form: 'text', most: 60, check: checkMinLength(4) },
] as const satisfies readonly FieldRule[]

const operatorFields = [
  { name: 'idFront', step: 'identity', form: 'picture' },
  { name: 'idBack', step: 'identity', form: 'picture' },
  { name: 'name', step: 'identity', form: 'text', check: checkName },
  { name: 'idNumber', step: 'identity', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: checkAdultIdNumber },
  { name: 'nation', step: 'identity', form: 'text', most: 20, isOptional: true },
  { name: 'address', step: 'identity', form: 'text', most: 120, sealed: 'id_address', check: checkMinLength(5) },
  { name: 'authority', step: 'identity', form: 'text', most: 60, check: checkMinLength(4) },
  { name: 'validFrom', step: 'identity', form: 'day', check: checkPastDay },
  { name: 'validTo', step: 'identity', form: 'day', check: checkValidityEnd },
  { name: 'yztype', step: 'trade', form: 'choice', choices: ['1', '2'] },
  { name: 'sellsElsewhere', step: 'trade', form: 'choice', choices: ['no', 'yes'], isOptional: true },
  { name: 'shop', step: 'trade', form: 'choice', choices: ['existing', 'agency'], when: hasShop },
  { name: 'licence', step: 'trade', form: 'picture', when: hasExistingShop },
  { name: 'shopName', step: 'trade', form: 'text', most: 100, check: checkMinLength(4), when: hasExistingShop },
  { name: 'shopCreditCode', step: 'trade', form: 'text', keys: 'capitals', most: 18, check: checkCreditCode, when: hasExistingShop },
  { name: 'shopName1', step: 'trade', form: 'text', most: 30, check: checkShopName, when: hasAgencyShop },
  { name: 'shopName2', step: 'trade', form: 'text', most: 30, check: checkShopName, when: hasAgencyShop },
  { name: 'shopName3', step: 'trade', form: 'text', most: 30, check: checkShopName, when: hasAgencyShop },
  { name: 'shopIndustry', step: 'trade', form: 'text', most: 30, check: checkMinLength(2), when: hasAgencyShop },
  { name: 'bizScope', step: 'trade', form: 'long', most: 500, check: checkMinLength(4), when: hasAgencyShop },
  { name: 'premises', step: 'trade', form: 'text', most: 120, check: checkMinLength(5), when: hasAgencyShop },
  { name: 'explanation', step: 'trade', form: 'long', most: 1000, check: checkMinLength(20), when: hasAgencyShop },
  { name: 'proofs', step: 'trade', form: 'pictures', when: hasAgencyShop },
  ...bankCardFields,
  { name: 'bankMobile', step: 'bank', form: 'text', keys: 'digits', most: 11, check: checkMobile },
  { name: 'centreId', step: 'centre', form: 'centre' },
] as const satisfies readonly FieldRule[]

const internationalFields = [
  { name: 'certType', step: 'identity', form: 'choice', choices: foreignIdKinds },
  { name: 'certFront', step: 'identity', form: 'picture' },
  { name: 'certBack', step: 'identity', form: 'picture', when: hasPermit },
  { name: 'name', step: 'identity', form: 'text', check: checkName },
  { name: 'certNo', step: 'identity', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: checkDocumentNo },
  { name: 'nationality', step: 'identity', form: 'country', check: checkCountry, when: canChooseNationality },
  { name: 'sex', step: 'identity', form: 'choice', choices: ['M', 'F'], check: checkAgainstNumber('sex', acceptAnyValue) },
  { name: 'birth', step: 'identity', form: 'day', check: checkAgainstNumber('birth', checkBirth) },
  { name: 'validFrom', step: 'identity', form: 'day', check: checkPastDay },
  { name: 'validTo', step: 'identity', form: 'day', check: checkValidityEnd },
  { name: 'address', step: 'identity', form: 'text', most: 120, sealed: 'id_address', check: checkMinLength(5) },
  { name: 'taxResidence', step: 'identity', form: 'choice', choices: taxResidences },
  { name: 'sellsElsewhere', step: 'identity', form: 'choice', choices: ['no', 'yes'], isOptional: true },
  { name: 'email', step: 'identity', form: 'text', keys: 'email', most: 254, check: checkEmail },
  ...bankCardFields,
  { name: 'bankMobile', step: 'bank', form: 'text', keys: 'tel', most: 24, check: checkAnyMobile },
  { name: 'centreId', step: 'centre', form: 'centre' },
] as const satisfies readonly FieldRule[]

const partnerFields = [
  { name: 'subjectKind', step: 'subject', form: 'choice', choices: ['company', 'person'] },
  { name: 'licence', step: 'subject', form: 'picture', when: isCompany },
  { name: 'idFront', step: 'subject', form: 'picture', when: isPerson },
  { name: 'idBack', step: 'subject', form: 'picture', when: isPerson },
  { name: 'name', step: 'subject', form: 'text', most: 100, check: checkMinLength(2) },
  { name: 'creditCode', step: 'subject', form: 'text', keys: 'capitals', most: 18, check: checkCreditCode, when: isCompany },
  { name: 'idNumber', step: 'subject', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: checkAdultIdNumber, when: isPerson },
  { name: 'contactName', step: 'contact', form: 'text', check: checkName },
  { name: 'email', step: 'contact', form: 'text', keys: 'email', most: 254, isOptional: true, check: checkEmail },
  { name: 'region', step: 'contact', form: 'choice', choices: Object.keys(provinces) },
  { name: 'promotion', step: 'contact', form: 'long', most: 500, isOptional: true },
  { name: 'accountName', step: 'settlement', form: 'text', most: 100, check: checkMinLength(2) },
  { name: 'accountBank', step: 'settlement', form: 'text', most: 60, check: checkMinLength(4) },
  { name: 'accountNo', step: 'settlement', form: 'text', keys: 'digits', most: 32, sealed: 'account_no', check: checkAccountNo },
] as const satisfies readonly FieldRule[]

/** The fields of each registration, in order. */
export const applicationFields = {
  unit: unitFields,
  partner: partnerFields,
  operator: operatorFields,
  international: internationalFields,
} as const satisfies Record<ApplicationKind, readonly FieldRule[]>

type AnyRule = (typeof applicationFields)[ApplicationKind][number]
export type ApplicationFieldName = AnyRule['name']
/** A step of any registration, including the final review. */
export type ApplicationStepName = AnyRule['step'] | 'confirm'

/** A field of any registration. */
export type ApplicationField = FieldRule<ApplicationFieldName, Exclude<ApplicationStepName, 'confirm'>>

/** Returns the fields of a registration. */
export function fieldsOf(kind: ApplicationKind): readonly ApplicationField[] {
  return applicationFields[kind]
}

/** Returns the fields that apply to these answers. */
export function applicableFields(kind: ApplicationKind, values: Readonly<Record<string, string>>): readonly ApplicationField[] {
  return fieldsOf(kind).filter((field) => field.when?.(values) ?? true)
}

/** Returns the steps of a registration, in order. */
export function stepsOf(kind: ApplicationKind): readonly ApplicationStepName[] {
  return [...new Set(fieldsOf(kind).map((field) => field.step)), 'confirm']
}

/** Returns the field that identifies the applicant and reveals duplicate applications. */
export function subjectField(kind: ApplicationKind, values: Readonly<Record<string, string>>): ApplicationFieldName {
  if (kind === 'unit') return 'creditCode'
  if (kind === 'international') return 'certNo'
  return kind === 'partner' && values.subjectKind === 'company' ? 'creditCode' : 'idNumber'
}

/** Maximum number of pictures per field. */
export const maxPictures = 4

/** Returns an answer in the form in which it is stored: trimmed, and numbers without grouping spaces. */
export function normalizeAnswer(field: FieldRule, typed: string): string {
  const text = typed.normalize('NFC').trim()
  if (field.keys === 'digits') return text.normalize('NFKC').replace(/[\s-]/g, '')
  return field.keys === 'capitals' ? text.normalize('NFKC').replace(/\s/g, '').toUpperCase() : text
}

const invisibleCharacters = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

/**
 * Checks an answer that is not a picture. Returns null for a valid answer. An empty answer is valid only in an optional
 * field.
 */
export function fieldProblem(field: FieldRule, value: string, context: FormContext): FieldProblem | null {
  if (value === '') return field.isOptional === true ? null : problem('needed')
  if (invisibleCharacters.test(field.form === 'long' ? value.replace(/[\n\r\t]/g, '') : value)) return problem('control')
  const limit = field.most ?? 200
  if ([...value].length > limit) return problem('tooLong', { most: limit })
  if (field.choices && !field.choices.includes(value)) return problem('choice')
  if (field.form === 'centre' && !/^[1-9]\d{0,14}$/.test(value)) return problem('choice')
  return field.check?.(value, context) ?? null
}

/** Returns the problems that prevent submission, by field. Pictures are included. */
export function applicationProblemsOf(
  kind: ApplicationKind,
  context: FormContext,
  pictures: Readonly<Record<string, number>>,
): readonly { readonly field: ApplicationFieldName; readonly problem: FieldProblem }[] {
  return applicableFields(kind, context.values).flatMap((field) => {
    const isPicture = field.form === 'picture' || field.form === 'pictures'
    const fieldFault = isPicture
      ? (pictures[field.name] ?? 0) > 0
        ? null
        : problem('picture')
      : fieldProblem(field, context.values[field.name] ?? '', context)
    return fieldFault ? [{ field: field.name, problem: fieldFault }] : []
  })
}
