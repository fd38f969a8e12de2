import { characters } from '#/domain/base/text.ts'

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const
const idCheckCodes = '10X98765432'

function idCheckCode(first17: string): string {
  let sum = 0
  for (let at = 0; at < 17; at++) sum += (first17.charCodeAt(at) - 48) * (idWeights[at] ?? 0)
  return idCheckCodes[sum % 11] ?? ''
}

/** The facts that a resident ID number encodes. */
export interface IdNumber {
  readonly isValid: boolean
  readonly isChecksumRight: boolean
  /** The day of birth, yyyyMMdd. */
  readonly birth: string
  readonly sex: 'M' | 'F'
  readonly problem: 'length' | 'characters' | 'checksum' | 'birth' | null
}

function isRealDate(text: string): boolean {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8))]
  if (year < 1850 || month < 1 || month > 12 || day < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= length
}

/**
 * Reads a resident ID number (GB 11643, check digit by ISO 7064 MOD 11-2). A lower-case x counts as X. First-generation
 * numbers with 15 digits are invalid.
 */
export function readIdNumber(text: string): IdNumber {
  const value = text.toUpperCase()
  const invalidIdNumber = (problem: IdNumber['problem'], isChecksumRight = false): IdNumber => ({
    isValid: false,
    isChecksumRight,
    birth: '',
    sex: 'F',
    problem,
  })
  if (value.length !== 18) return invalidIdNumber('length')
  if (!/^\d{17}[\dX]$/.test(value)) return invalidIdNumber('characters')
  if (idCheckCode(value) !== value[17]) return invalidIdNumber('checksum')
  const birth = value.slice(6, 14)
  if (!isRealDate(birth)) return invalidIdNumber('birth', true)
  return { isValid: true, isChecksumRight: true, birth, sex: (value.charCodeAt(16) - 48) % 2 === 1 ? 'M' : 'F', problem: null }
}

const codeAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const codeWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const
const organisationAlphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const organisationWeights = [3, 7, 9, 10, 5, 8, 4, 2] as const

function creditCheckCode(first17: string): string {
  let sum = 0
  for (let at = 0; at < 17; at++) sum += codeAlphabet.indexOf(first17[at] ?? '') * (codeWeights[at] ?? 0)
  return codeAlphabet[(31 - (sum % 31)) % 31] ?? ''
}

function organisationCheckCode(first8: string): string {
  let sum = 0
  for (let at = 0; at < 8; at++) sum += organisationAlphabet.indexOf(first8[at] ?? '') * (organisationWeights[at] ?? 0)
  const check = (11 - (sum % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

/**
 * Returns the reason why a text is not a unified social credit code (GB 32100-2015), or null. A code has 18 characters,
 * with a check digit of its own and one of the organisation code inside.
 */
export function creditCodeProblem(text: string): 'length' | 'characters' | 'checksum' | 'organisation' | null {
  if (text.length !== 18) return 'length'
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text)) return 'characters'
  if (creditCheckCode(text) !== text[17]) return 'checksum'
  return organisationCheckCode(text.slice(8, 16)) === text[16] ? null : 'organisation'
}

/**
 * Returns whether a card number passes the Luhn check. This is only a hint: corporate accounts and some old passbooks
 * fail it.
 */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Returns whether the text has the form of a bank card number: 16 to 19 digits, the first not 0 (ISO/IEC 7812). */
export function isCardNumber(text: string): boolean {
  return /^[1-9]\d{15,18}$/.test(text)
}

/** Returns whether the text is a mainland mobile number. */
export function isMobile(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text)
}

/** Returns whether the text is a foreign mobile number in canonical form: `+`, country, number (E.164). */
export function isForeignMobile(text: string): boolean {
  return /^\+(?!86)[1-9]\d{6,14}$/.test(text)
}

/** Returns whether the text is the number of a fully digital invoice (数电发票): 20 digits. */
export function isInvoiceNumber(text: string): boolean {
  return /^\d{20}$/.test(text)
}

/** Returns the age in full years on a day (yyyy-MM-dd). The birth is yyyyMMdd or yyyy-MM-dd. */
export function ageOn(birth: string, day: string): number {
  const from = birth.replaceAll('-', '')
  const to = day.replaceAll('-', '')
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(4) < from.slice(4) ? 1 : 0)
}

/** Shows the first and the last characters of a text. A short text is masked completely. */
function maskMiddle(text: string, short: number, between: (hidden: number) => string, first: number): string {
  const letters = [...text]
  if (letters.length <= short) return '*'.repeat(letters.length)
  return `${letters.slice(0, first).join('')}${between(letters.length - first - 4)}${letters.slice(-4).join('')}`
}

/** Masks an ID number. The first three and the last four characters stay visible. */
export function maskIdNumber(text: string): string {
  return maskMiddle(text, 7, (hidden) => '*'.repeat(hidden), 3)
}

/** Masks a card number. The first and the last four digits stay visible. */
export function maskCard(text: string): string {
  return maskMiddle(text, 8, () => ' **** **** ', 4)
}

/** Masks the middle of a mobile number. */
export function maskMobile(text: string): string {
  return maskMiddle(text, 7, () => '****', 3)
}

/** Masks an address. The first six characters stay visible. */
export function maskAddress(text: string): string {
  const letters = characters(text)
  return letters.length <= 6 ? '*'.repeat(letters.length) : `${letters.slice(0, 6).join('')}****`
}

/** Masks a name: 张*三, 张*. */
export function maskName(text: string): string {
  const letters = characters(text)
  if (letters.length <= 1) return letters.join('')
  return letters.length === 2 ? `${letters[0]}*` : `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}

/**
 * Returns a valid synthetic ID number for demo and tests. The region has six digits, the birth is yyyyMMdd, and the
 * parity of the serial (below 1000) is the sex.
 */
export function idNumberFor(region: string, birth: string, serial: number): string {
  const first17 = `${region}${birth}${String(serial % 1000).padStart(3, '0')}`
  return first17 + idCheckCode(first17)
}

/**
 * Returns a valid synthetic credit code for demo and tests. The kind is 91 for an enterprise, 92 for an individual
 * business or 93 for a farmers' cooperative. The region has six digits.
 */
export function creditCodeFor(kind: '91' | '92' | '93', region: string, serial: number): string {
  const organisation = `MA${String(serial % 1_000_000).padStart(6, '0')}`
  const first17 = kind + region + organisation + organisationCheckCode(organisation)
  return first17 + creditCheckCode(first17)
}

/**
 * Returns a card number of 19 digits with the given ending for demo and tests. The digit before the ending makes the
 * number pass the Luhn check.
 */
export function bankCardFor(bin: string, serial: number, ending = ''): string {
  const serialDigits = String(serial)
    .padStart(18 - bin.length - ending.length, '0')
    .slice(-(18 - bin.length - ending.length))
  for (let digit = 0; digit < 10; digit++) {
    const card = `${bin}${serialDigits}${digit}${ending}`
    if (passesLuhn(card)) return card
  }
  throw new RangeError('no digit makes this card pass')
}
