import { type IdNumber, readIdNumber } from '#/domain/identity.ts'

/** Kinds of ID: the card of mainland residents, and the documents of other people. */
export const idKinds = ['id_card', 'passport', 'hk_macau_permit', 'taiwan_permit', 'foreign_pr'] as const
export type IdKind = (typeof idKinds)[number]

/** Kinds of ID of people without a resident card. */
export const otherIdKinds = ['passport', 'hk_macau_permit', 'taiwan_permit', 'foreign_pr'] as const satisfies readonly IdKind[]

/** The words for a kind of ID in lists. Templates use the first one. */
const written: Readonly<Record<IdKind, readonly string[]>> = {
  id_card: ['居民身份证', '身份证', '二代身份证', '中国居民身份证'],
  passport: ['护照', '外国护照'],
  hk_macau_permit: ['港澳居民来往内地通行证', '港澳通行证', '港澳居民通行证', '回乡证'],
  taiwan_permit: ['台湾居民来往大陆通行证', '台湾居民通行证', '台胞证'],
  foreign_pr: ['外国人永久居留身份证', '外国人永久居留证', '永久居留身份证'],
}

/** Returns the word that templates use for a kind of ID. */
export function idKindWritten(kind: IdKind): string {
  return written[kind][0] as string
}

export const idKindsWritten: readonly string[] = idKinds.map(idKindWritten)

/** Returns the kind of ID that the words under 证件类型 name. Empty means the resident card; unknown words return null. */
export function idKindOf(words: string): IdKind | null {
  const text = words.trim()
  return text === '' ? 'id_card' : (idKinds.find((kind) => written[kind].includes(text)) ?? null)
}

/** Why a number does not fit its kind of ID; `form` for kinds without a check digit. */
export type IdNumberProblem = NonNullable<IdNumber['problem']> | 'form'

const forms: Readonly<Record<Exclude<IdKind, 'id_card' | 'foreign_pr'>, RegExp>> = {
  passport: /^[A-Z0-9]{5,15}$/,
  hk_macau_permit: /^[HM]\d{8}(\d{2})?$/,
  taiwan_permit: /^\d{8}$/,
}

/** Permanent residence card since 2023: 9, place of application (2), country (3), then as on the resident card. */
const newPermit = /^9\d{16}[\dX]$/
/** Permanent residence card before 2023: three letters of the country and twelve digits without a check digit. */
const oldPermit = /^[A-Z]{3}\d{12}$/

/** Returns why a number does not fit this kind of ID, or null. */
export function idNumberProblem(kind: IdKind, number: string): IdNumberProblem | null {
  if (kind === 'id_card') return readIdNumber(number).problem
  if (kind !== 'foreign_pr') return forms[kind].test(number) ? null : 'form'
  if (newPermit.test(number)) return readIdNumber(number).problem
  return oldPermit.test(number) ? null : 'form'
}

/**
 * Returns the permanent part of a number. Older Hong Kong and Macao permits carried two more digits that counted
 * renewals; both forms identify the same person.
 */
export function lastingNumber(kind: IdKind, number: string): string {
  return kind === 'hk_macau_permit' ? number.slice(0, 9) : number
}

/** Guesses the kind of an ID number typed without one. Imported lists name the kind. */
export function likelyIdKind(number: string): IdKind {
  if (newPermit.test(number) || oldPermit.test(number)) return 'foreign_pr'
  if (forms.hk_macau_permit.test(number)) return 'hk_macau_permit'
  if (forms.taiwan_permit.test(number)) return 'taiwan_permit'
  return /^[A-Z]{1,3}\d{5,9}$/.test(number) ? 'passport' : 'id_card'
}

/** Facts encoded in an ID number; empty where it encodes none. */
export interface SaidByNumber {
  /** yyyy-MM-dd. */
  readonly birth: string
  readonly sex: 'M' | 'F' | ''
  /** The country or region that the number implies. */
  readonly nationality: string
  /**
   * Whether no other nationality is possible. Some holders of Hong Kong and Macao permits are citizens of other
   * countries.
   */
  readonly isNationalityFixed: boolean
}

/** Returns the facts encoded in an ID number; none for an invalid number. */
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
