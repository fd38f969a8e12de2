import { type IdNumber, readIdNumber } from '#/domain/identity.ts'

/** The papers by which people are known: the card of mainland residents, and those of everybody else. */
export const idKinds = ['id_card', 'passport', 'hk_macau_permit', 'taiwan_permit', 'foreign_pr'] as const
export type IdKind = (typeof idKinds)[number]

/** The papers of people without a card of mainland residents. */
export const otherIdKinds = ['passport', 'hk_macau_permit', 'taiwan_permit', 'foreign_pr'] as const satisfies readonly IdKind[]

/** What business documents call them: in templates of lists, the first of each is ours. */
const written: Readonly<Record<IdKind, readonly string[]>> = {
  id_card: ['居民身份证', '身份证', '二代身份证', '中国居民身份证'],
  passport: ['护照', '外国护照'],
  hk_macau_permit: ['港澳居民来往内地通行证', '港澳通行证', '港澳居民通行证', '回乡证'],
  taiwan_permit: ['台湾居民来往大陆通行证', '台湾居民通行证', '台胞证'],
  foreign_pr: ['外国人永久居留身份证', '外国人永久居留证', '永久居留身份证'],
}

/** What a template calls a kind of paper. */
export function idKindWritten(kind: IdKind): string {
  return written[kind][0] as string
}

/** The kinds as a template offers them. */
export const idKindsWritten: readonly string[] = idKinds.map(idKindWritten)

/** The kind that the words under 证件类型 mean; nothing there means the card of residents, null stands for words nobody knows. */
export function idKindOf(words: string): IdKind | null {
  const text = words.trim()
  return text === '' ? 'id_card' : (idKinds.find((kind) => written[kind].includes(text)) ?? null)
}

/** Why a number is none of its kind of paper; `form` for papers that have no check digit. */
export type IdNumberProblem = NonNullable<IdNumber['problem']> | 'form'

const forms: Readonly<Record<Exclude<IdKind, 'id_card' | 'foreign_pr'>, RegExp>> = {
  passport: /^[A-Z0-9]{5,15}$/,
  hk_macau_permit: /^[HM]\d{8}(\d{2})?$/,
  taiwan_permit: /^\d{8}$/,
}

/** The permanent residence card since 2023: a 9, where it was asked for (2), the country (3), then as on the card of residents. */
const newPermit = /^9\d{16}[\dX]$/
/** The one before: three letters of the country and twelve digits, of which nothing is checked. */
const oldPermit = /^[A-Z]{3}\d{12}$/

/** What is wrong with a number of this kind of paper; null when nothing is. */
export function idNumberProblem(kind: IdKind, number: string): IdNumberProblem | null {
  if (kind === 'id_card') return readIdNumber(number).problem
  if (kind !== 'foreign_pr') return forms[kind].test(number) ? null : 'form'
  if (newPermit.test(number)) return readIdNumber(number).problem
  return oldPermit.test(number) ? null : 'form'
}

/** What of a number stays as long as its owner: permits of residents of Hong Kong and Macao had two digits more that count the renewals, and are good under either. */
export function lastingNumber(kind: IdKind, number: string): string {
  return kind === 'hk_macau_permit' ? number.slice(0, 9) : number
}

/** The kind that a number without one most probably is of: lists say the kind, people who type a line may leave it to the number. */
export function likelyIdKind(number: string): IdKind {
  if (newPermit.test(number) || oldPermit.test(number)) return 'foreign_pr'
  if (forms.hk_macau_permit.test(number)) return 'hk_macau_permit'
  if (forms.taiwan_permit.test(number)) return 'taiwan_permit'
  return /^[A-Z]{1,3}\d{5,9}$/.test(number) ? 'passport' : 'id_card'
}

/** What a number says of its owner; nothing where it says nothing. */
export interface SaidByNumber {
  /** yyyy-MM-dd. */
  readonly birth: string
  readonly sex: 'M' | 'F' | ''
  /** The country or region that goes without saying. */
  readonly nationality: string
  /** Whether it can be no other: some who hold a permit for residents of Hong Kong or Macao are citizens of other countries. */
  readonly isNationalityFixed: boolean
}

/** What the number of a paper says of its owner. A number that is none says nothing. */
export function saidByNumber(kind: IdKind, number: string): SaidByNumber {
  const nothing: SaidByNumber = { birth: '', sex: '', nationality: '', isNationalityFixed: false }
  if (idNumberProblem(kind, number) !== null) return nothing
  if (kind === 'taiwan_permit') return { ...nothing, nationality: 'TW', isNationalityFixed: true }
  if (kind === 'hk_macau_permit') return { ...nothing, nationality: number.startsWith('H') ? 'HK' : 'MO' }
  if (kind === 'passport' || !/^\d{17}[\dX]$/.test(number)) return nothing
  const { birth, sex } = readIdNumber(number)
  const own = { birth: `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`, sex }
  return kind === 'id_card' ? { ...own, nationality: 'CN', isNationalityFixed: true } : { ...nothing, ...own }
}
