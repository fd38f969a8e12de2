import { countryByLongCode } from '#/domain/base/country-codes.ts'
import { type IdNumber, readIdNumber } from '#/domain/base/identity.ts'

/**
 * Identity documents of people who may work in the mainland. The resident ID card is first, and implies Chinese
 * nationality.
 */
export const idKinds = ['id_card', 'passport', 'hk_macau_permit', 'hk_macau_residence', 'taiwan_permit', 'taiwan_residence', 'foreign_pr'] as const
export type IdKind = (typeof idKinds)[number]

/** Documents of people who have no resident ID card. */
export const foreignIdKinds = idKinds.filter((kind) => kind !== 'id_card') as readonly Exclude<IdKind, 'id_card'>[]

/**
 * The reason why a number is refused for its kind of document. `form`: the pattern does not match, or the number
 * belongs to a different kind.
 */
export type IdNumberProblem = NonNullable<IdNumber['problem']> | 'form'

interface Paper {
  /** Names of the kind in lists. Our templates use the first name. */
  readonly written: readonly string[]
  /** The code of the kind in the tax offices' lists (证件类型). */
  readonly taxCode: string
  readonly form: RegExp
  /** Whether the number ends in the check digit of GB 11643 and encodes birth and sex. */
  readonly isChecked: boolean
  /** Returns the country or region that a number encodes; empty if none. */
  readonly nationalityOf: (number: string) => string
  /**
   * Whether the number proves the nationality. The holder of a travel permit can be a citizen of another country. A
   * foreigner can keep a card after a change of nationality.
   */
  readonly isNationalityFixed: boolean
}

/**
 * A foreigner's card issued before 2023 has three letters for the country and twelve digits, without a check digit.
 * Later cards have a 9, the issuing office and the country in digits.
 */
const oldCardPattern = /^[A-Z]{3}\d{12}$/
/** A residence permit number begins with a region code, in the place of the county code of a resident ID number. */
const regionPattern = /^8[123]0000/

const papers: Readonly<Record<IdKind, Paper>> = {
  id_card: {
    written: ['居民身份证', '身份证', '二代身份证', '中国居民身份证'],
    taxCode: '201',
    form: /^(?!8[123]0000).*$/s,
    isChecked: true,
    nationalityOf: () => 'CN',
    isNationalityFixed: true,
  },
  passport: {
    written: ['护照', '外国护照'],
    taxCode: '208',
    form: /^[A-Z0-9]{5,15}$/,
    isChecked: false,
    nationalityOf: () => '',
    isNationalityFixed: false,
  },
  hk_macau_permit: {
    written: ['港澳居民来往内地通行证', '港澳通行证', '港澳居民通行证', '回乡证'],
    taxCode: '210',
    form: /^[HM]\d{8}(\d{2})?$/,
    isChecked: false,
    nationalityOf: (number) => (number.startsWith('H') ? 'HK' : 'MO'),
    isNationalityFixed: false,
  },
  hk_macau_residence: {
    written: ['港澳居民居住证', '中华人民共和国港澳居民居住证', '港澳居住证'],
    taxCode: '237',
    form: /^8[12]0000\d{11}[\dX]$/,
    isChecked: true,
    nationalityOf: (number) => (number.startsWith('81') ? 'HK' : 'MO'),
    isNationalityFixed: true,
  },
  taiwan_permit: {
    written: ['台湾居民来往大陆通行证', '台湾居民通行证', '台胞证'],
    taxCode: '213',
    form: /^\d{8}$/,
    isChecked: false,
    nationalityOf: () => 'TW',
    isNationalityFixed: true,
  },
  taiwan_residence: {
    written: ['台湾居民居住证', '中华人民共和国台湾居民居住证', '台湾居住证'],
    taxCode: '238',
    form: /^830000\d{11}[\dX]$/,
    isChecked: true,
    nationalityOf: () => 'TW',
    isNationalityFixed: true,
  },
  foreign_pr: {
    written: ['外国人永久居留身份证', '外国人永久居留证', '永久居留身份证', '五星卡'],
    taxCode: '233',
    form: /^(9\d{16}[\dX]|[A-Z]{3}\d{12})$/,
    isChecked: true,
    nationalityOf: (number) => countryByLongCode(oldCardPattern.test(number) ? number.slice(0, 3) : number.slice(3, 6)),
    isNationalityFixed: false,
  },
}

/** Returns the name of a kind of document in templates. */
export function idKindLabel(kind: IdKind): string {
  return papers[kind].written[0] as string
}

export const idKindLabels: readonly string[] = idKinds.map(idKindLabel)

/** Returns the code of a kind of document in the tax offices' lists. Returns null for an unknown kind. */
export function idKindTaxCode(kind: string): string | null {
  return idKinds.some((idKind) => idKind === kind) ? papers[kind as IdKind].taxCode : null
}

/** Returns whether the number of this kind of document proves the country or region of its owner. */
export function isNationalityFixedBy(kind: IdKind): boolean {
  return papers[kind].isNationalityFixed
}

/**
 * Returns the kind of document for a text under 证件类型. An empty cell means the resident ID card; unknown text returns
 * null.
 */
export function idKindOf(words: string): IdKind | null {
  const text = words.trim()
  return text === '' ? 'id_card' : (idKinds.find((kind) => papers[kind].written.includes(text)) ?? null)
}

const hasCheckDigit = (kind: IdKind, number: string) => papers[kind].isChecked && !(kind === 'foreign_pr' && oldCardPattern.test(number))

/** Returns the fault of a number for this kind of document, or null. */
export function idNumberProblem(kind: IdKind, number: string): IdNumberProblem | null {
  if (!papers[kind].form.test(number)) return 'form'
  return hasCheckDigit(kind, number) ? readIdNumber(number).problem : null
}

/**
 * Returns the part of a number that never changes. Older Hong Kong and Macao permits have two more digits that count
 * renewals, and identify the same person with and without them.
 */
export function permanentNumber(kind: IdKind, number: string): string {
  return kind === 'hk_macau_permit' ? number.slice(0, 9) : number
}

/** Guesses the kind of document from a number that was entered without a kind. */
export function likelyIdKind(number: string): IdKind {
  if (regionPattern.test(number) && number.length === 18) return number.startsWith('83') ? 'taiwan_residence' : 'hk_macau_residence'
  for (const kind of ['foreign_pr', 'hk_macau_permit', 'taiwan_permit'] as const) if (papers[kind].form.test(number)) return kind
  return /^[A-Z]{1,3}\d{5,9}$/.test(number) ? 'passport' : 'id_card'
}

/** Facts about the owner of a document. A fact that the number does not encode is empty. */
export interface IdNumberFacts {
  /** The day of birth, yyyy-MM-dd. */
  readonly birth: string
  readonly sex: 'M' | 'F' | ''
  /** The country or region that the number implies. */
  readonly nationality: string
  readonly isNationalityFixed: boolean
}

/** Returns the facts about the owner that a document number encodes, all empty for an invalid number. */
export function factsOfNumber(kind: IdKind, number: string): IdNumberFacts {
  if (idNumberProblem(kind, number) !== null) return { birth: '', sex: '', nationality: '', isNationalityFixed: false }
  const { nationalityOf, isNationalityFixed } = papers[kind]
  const nationality = { nationality: nationalityOf(number), isNationalityFixed }
  if (!hasCheckDigit(kind, number)) return { birth: '', sex: '', ...nationality }
  const { birth, sex } = readIdNumber(number)
  return { birth: `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`, sex, ...nationality }
}
