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

/** Other values that a rule may use. */
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

const name: Check = (value) => toProblem(nameProblem(value))
const mobile: Check = (value) => toProblem(mobileProblem(value))
const anyMobile: Check = (value) => toProblem(anyMobileProblem(value))
const credit: Check = (value) => {
  const fieldFault = creditCodeProblem(value)
  if (fieldFault === null) return null
  return problem(fieldFault === 'length' ? 'creditLength' : fieldFault === 'characters' ? 'creditCharacters' : 'creditChecksum')
}
const numberProblems = { length: 'idLength', characters: 'idCharacters', checksum: 'idChecksum', birth: 'idBirth', form: 'document' } as const
const idNumberFault = (kind: IdKind, value: string): FieldProblem | null => {
  const fieldFault = idNumberProblem(kind, value)
  return fieldFault === null ? null : problem(numberProblems[fieldFault])
}
const idNumber: Check = (value) => idNumberFault('id_card', value)
const adultIdNumber: Check = (value, context) => idNumber(value, context) ?? ageProblem(readIdNumber(value).birth, context)
const card: Check = (value) => (isCardNumber(value) ? (passesLuhn(value) ? null : problem('cardLuhn')) : problem('card'))
const account: Check = (value) => (/^\d{8,32}$/.test(value) ? null : problem('account'))
const email: Check = (value) =>
  value.length <= 254 && /^[^\s@<>"',;:\\()[\]]{1,64}@[^\s@<>"',;:\\()[\]]+\.[^\s@.<>"',;:\\()[\]]+$/.test(value) ? null : problem('email')
const phone: Check = (value) => (/^(0\d{2,3}-?\d{7,8}|1\d{10}|400-?\d{3}-?\d{4})$/.test(value) ? null : problem('phone'))
const taxNo: Check = (value) => (/^[0-9A-Z]{15,20}$/.test(value) ? null : problem('taxNo'))
const minLength =
  (count: number): Check =>
  (value) =>
    [...value].length >= count ? null : problem('tooShort', { least: count })
const pastDay: Check = (value, { today }) => (isDay(value) ? (value > today ? problem('future') : null) : problem('day'))
const validityEnd: Check = (value, { values, today }) => {
  if (value === noExpiry) return null
  if (!isDay(value)) return problem('day')
  if (value < today) return problem('expired')
  return value > (values.validFrom ?? '') ? null : problem('order')
}
const birth: Check = (value, context) => pastDay(value, context) ?? ageProblem(value, context)
const shopName: Check = (value, context) => {
  const { values } = context
  const all = [values.shopName1, values.shopName2, values.shopName3].filter((each) => each !== undefined && each !== '')
  return minLength(2)(value, context) ?? (new Set(all).size < all.length ? problem('sameNames') : null)
}

const idKindFrom = (values: Readonly<Record<string, string>>): IdKind | undefined => foreignIdKinds.find((kind) => kind === values.certType)
const documentNo: Check = (value, { values }) => {
  const kind = idKindFrom(values)
  return kind === undefined ? problem('document') : idNumberFault(kind, value)
}
/** Refuses a value that contradicts the document number. */
const consistentWithNumber =
  (field: ParticularField, check: Check): Check =>
  (value, context) => {
    const { values, today } = context
    const paper = { kind: idKindFrom(values) ?? 'passport', number: values.certNo ?? '' } as const
    const isContradictory = particularProblems({ ...noParticulars, [field]: value }, paper, today)[field] === 'differs'
    return check(value, context) ?? (isContradictory ? problem('differs') : null)
  }
const country: Check = (value) => (isCountry(value) ? null : problem('choice'))
const anyValue: Check = () => null

const fieldEquals = (field: string, requested: string) => (values: Readonly<Record<string, string>>) => values[field] === requested
const hasShop = fieldEquals('yztype', String(operatorType.individualBusiness))
const isExisting = (values: Readonly<Record<string, string>>) => hasShop(values) && values.shop === 'existing'
const isAgency = (values: Readonly<Record<string, string>>) => hasShop(values) && values.shop === 'agency'
const isCompany = fieldEquals('subjectKind', 'company')
const isPerson = fieldEquals('subjectKind', 'person')
const mayBeOfAnyCountry = (values: Readonly<Record<string, string>>) =>
  idKindFrom(values) !== undefined && !isNationalityFixedBy(idKindFrom(values) ?? 'passport')
const isPermit = (values: Readonly<Record<string, string>>) => values.certType !== undefined && values.certType !== '' && values.certType !== 'passport'

const unitFields = [
  { name: 'licence', step: 'company', form: 'picture' },
  { name: 'name', step: 'company', form: 'text', most: 100, check: minLength(4) },
  { name: 'creditCode', step: 'company', form: 'text', keys: 'capitals', most: 18, check: credit },
  { name: 'legalPerson', step: 'company', form: 'text', check: name },
  { name: 'legalIdFront', step: 'company', form: 'picture' },
  { name: 'legalIdBack', step: 'company', form: 'picture' },
  { name: 'legalIdNumber', step: 'company', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: idNumber },
  { name: 'contactName', step: 'contact', form: 'text', check: name },
  { name: 'email', step: 'contact', form: 'text', keys: 'email', most: 254, check: email },
  { name: 'industry', step: 'business', form: 'text', most: 30, check: minLength(2) },
  { name: 'mainBusiness', step: 'business', form: 'long', most: 500, check: minLength(20) },
  { name: 'bizKind', step: 'business', form: 'choice', choices: ['ordinary', 'platform'] },
  { name: 'mode', step: 'business', form: 'choice', choices: ['1', '2'] },
  { name: 'centreId', step: 'business', form: 'centre' },
  { name: 'scenario', step: 'business', form: 'long', most: 1000, check: minLength(20) },
  { name: 'sitePhotos', step: 'business', form: 'pictures' },
  { name: 'taxNo', step: 'billing', form: 'text', keys: 'capitals', most: 20, check: taxNo },
  { name: 'billingAddress', step: 'billing', form: 'text', most: 120, check: minLength(5) },
  { name: 'billingPhone', step: 'billing', form: 'text', most: 20, check: phone },
  { name: 'billingBank', step: 'billing', form: 'text', most: 60, check: minLength(4) },
  { name: 'billingAccount', step: 'billing', form: 'text', keys: 'digits', most: 32, sealed: 'account_no', check: account },
] as const satisfies readonly FieldRule[]

const bankCard = [
  { name: 'cardNo', step: 'bank', form: 'text', keys: 'digits', most: 19, sealed: 'card_no', check: card },
  { name: 'bankName', step: 'bank', form: 'text', most: 60, check: minLength(4) },
] as const satisfies readonly FieldRule[]

const operatorFields = [
  { name: 'idFront', step: 'identity', form: 'picture' },
  { name: 'idBack', step: 'identity', form: 'picture' },
  { name: 'name', step: 'identity', form: 'text', check: name },
  { name: 'idNumber', step: 'identity', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: adultIdNumber },
  { name: 'nation', step: 'identity', form: 'text', most: 20, isOptional: true },
  { name: 'address', step: 'identity', form: 'text', most: 120, sealed: 'id_address', check: minLength(5) },
  { name: 'authority', step: 'identity', form: 'text', most: 60, check: minLength(4) },
  { name: 'validFrom', step: 'identity', form: 'day', check: pastDay },
  { name: 'validTo', step: 'identity', form: 'day', check: validityEnd },
  { name: 'yztype', step: 'trade', form: 'choice', choices: ['1', '2'] },
  { name: 'sellsElsewhere', step: 'trade', form: 'choice', choices: ['no', 'yes'], isOptional: true },
  { name: 'shop', step: 'trade', form: 'choice', choices: ['existing', 'agency'], when: hasShop },
  { name: 'licence', step: 'trade', form: 'picture', when: isExisting },
  { name: 'shopName', step: 'trade', form: 'text', most: 100, check: minLength(4), when: isExisting },
  { name: 'shopCreditCode', step: 'trade', form: 'text', keys: 'capitals', most: 18, check: credit, when: isExisting },
  { name: 'shopName1', step: 'trade', form: 'text', most: 30, check: shopName, when: isAgency },
  { name: 'shopName2', step: 'trade', form: 'text', most: 30, check: shopName, when: isAgency },
  { name: 'shopName3', step: 'trade', form: 'text', most: 30, check: shopName, when: isAgency },
  { name: 'shopIndustry', step: 'trade', form: 'text', most: 30, check: minLength(2), when: isAgency },
  { name: 'bizScope', step: 'trade', form: 'long', most: 500, check: minLength(4), when: isAgency },
  { name: 'premises', step: 'trade', form: 'text', most: 120, check: minLength(5), when: isAgency },
  { name: 'explanation', step: 'trade', form: 'long', most: 1000, check: minLength(20), when: isAgency },
  { name: 'proofs', step: 'trade', form: 'pictures', when: isAgency },
  ...bankCard,
  { name: 'bankMobile', step: 'bank', form: 'text', keys: 'digits', most: 11, check: mobile },
  { name: 'centreId', step: 'centre', form: 'centre' },
] as const satisfies readonly FieldRule[]

const internationalFields = [
  { name: 'certType', step: 'identity', form: 'choice', choices: foreignIdKinds },
  { name: 'certFront', step: 'identity', form: 'picture' },
  { name: 'certBack', step: 'identity', form: 'picture', when: isPermit },
  { name: 'name', step: 'identity', form: 'text', check: name },
  { name: 'certNo', step: 'identity', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: documentNo },
  { name: 'nationality', step: 'identity', form: 'country', check: country, when: mayBeOfAnyCountry },
  { name: 'sex', step: 'identity', form: 'choice', choices: ['M', 'F'], check: consistentWithNumber('sex', anyValue) },
  { name: 'birth', step: 'identity', form: 'day', check: consistentWithNumber('birth', birth) },
  { name: 'validFrom', step: 'identity', form: 'day', check: pastDay },
  { name: 'validTo', step: 'identity', form: 'day', check: validityEnd },
  { name: 'address', step: 'identity', form: 'text', most: 120, sealed: 'id_address', check: minLength(5) },
  { name: 'taxResidence', step: 'identity', form: 'choice', choices: taxResidences },
  { name: 'sellsElsewhere', step: 'identity', form: 'choice', choices: ['no', 'yes'], isOptional: true },
  { name: 'email', step: 'identity', form: 'text', keys: 'email', most: 254, check: email },
  ...bankCard,
  { name: 'bankMobile', step: 'bank', form: 'text', keys: 'tel', most: 24, check: anyMobile },
  { name: 'centreId', step: 'centre', form: 'centre' },
] as const satisfies readonly FieldRule[]

const partnerFields = [
  { name: 'subjectKind', step: 'subject', form: 'choice', choices: ['company', 'person'] },
  { name: 'licence', step: 'subject', form: 'picture', when: isCompany },
  { name: 'idFront', step: 'subject', form: 'picture', when: isPerson },
  { name: 'idBack', step: 'subject', form: 'picture', when: isPerson },
  { name: 'name', step: 'subject', form: 'text', most: 100, check: minLength(2) },
  { name: 'creditCode', step: 'subject', form: 'text', keys: 'capitals', most: 18, check: credit, when: isCompany },
  { name: 'idNumber', step: 'subject', form: 'text', keys: 'capitals', most: 18, sealed: 'id_number', check: adultIdNumber, when: isPerson },
  { name: 'contactName', step: 'contact', form: 'text', check: name },
  { name: 'email', step: 'contact', form: 'text', keys: 'email', most: 254, isOptional: true, check: email },
  { name: 'region', step: 'contact', form: 'choice', choices: Object.keys(provinces) },
  { name: 'promotion', step: 'contact', form: 'long', most: 500, isOptional: true },
  { name: 'accountName', step: 'settlement', form: 'text', most: 100, check: minLength(2) },
  { name: 'accountBank', step: 'settlement', form: 'text', most: 60, check: minLength(4) },
  { name: 'accountNo', step: 'settlement', form: 'text', keys: 'digits', most: 32, sealed: 'account_no', check: account },
] as const satisfies readonly FieldRule[]

/** The fields of each registration, in order. */
export const applicationFields = {
  unit: unitFields,
  partner: partnerFields,
  operator: operatorFields,
  international: internationalFields,
} as const satisfies Record<ApplicationKind, readonly FieldRule[]>

type AnyRule = (typeof applicationFields)[ApplicationKind][number]
export type FieldName = AnyRule['name']
/** A step of any registration, including the final review. */
export type StepName = AnyRule['step'] | 'confirm'

/** A field in the common type of all registrations. */
export type AnyField = FieldRule<FieldName, Exclude<StepName, 'confirm'>>

/** Returns the fields of a registration. */
export function fieldsOf(kind: ApplicationKind): readonly AnyField[] {
  return applicationFields[kind]
}

/** Returns the fields that apply to these answers. */
export function applicableFields(kind: ApplicationKind, values: Readonly<Record<string, string>>): readonly AnyField[] {
  return fieldsOf(kind).filter((field) => field.when?.(values) ?? true)
}

/** Returns the steps of a registration, in order. */
export function stepsOf(kind: ApplicationKind): readonly StepName[] {
  return [...new Set(fieldsOf(kind).map((field) => field.step)), 'confirm']
}

/** Returns the field that identifies the applicant and reveals duplicate applications. */
export function subjectField(kind: ApplicationKind, values: Readonly<Record<string, string>>): FieldName {
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
): readonly { readonly field: FieldName; readonly problem: FieldProblem }[] {
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
