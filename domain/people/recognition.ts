import { creditCodeProblem, isCardNumber, passesLuhn, readIdNumber } from '#/domain/base/identity.ts'

/** The picture: either side of an ID card, a bank card, or a business licence. */
export const documentImageKinds = ['front', 'back', 'bank', 'licence'] as const
export type DocumentImageKind = (typeof documentImageKinds)[number]

/** Fields that can be read from each kind of picture, in reading order. */
export const fieldsByImageKind = {
  front: ['name', 'sex', 'nation', 'birth', 'address', 'idNumber'],
  back: ['authority', 'validFrom', 'validTo'],
  bank: ['cardNo', 'bank', 'cardType'],
  licence: ['name', 'creditCode', 'legal', 'address', 'scope', 'founded'],
} as const satisfies Record<DocumentImageKind, readonly string[]>
export type CardField = (typeof fieldsByImageKind)[DocumentImageKind][number]
export const cardFields = [
  'name',
  'sex',
  'nation',
  'birth',
  'address',
  'idNumber',
  'authority',
  'validFrom',
  'validTo',
  'cardNo',
  'bank',
  'cardType',
  'creditCode',
  'legal',
  'scope',
  'founded',
] as const satisfies readonly CardField[]

/**
 * Reasons for a person to review a field: not read, no proof on the card, different readings, wrong check digit,
 * contradiction to another field, not a date.
 */
export const cardDoubts = ['unread', 'unproven', 'disagree', 'checksum', 'contradiction', 'date'] as const
export type CardDoubt = (typeof cardDoubts)[number]

/** Defects of a picture. */
export const cardWarnings = ['blurred', 'dark', 'glare', 'copy', 'tilted', 'cut_off', 'expired', 'wrong_side', 'specimen', 'unread', 'late'] as const
export type CardWarning = (typeof cardWarnings)[number]

/** A recognised field, trusted only if a checksum or a second fact on the card confirms it. */
export interface RecognisedField {
  readonly field: CardField
  readonly value: string
  /** The confidence of the recogniser from 0 to 100, which does not measure correctness. */
  readonly confidence: number
  readonly doubt: CardDoubt | null
}

/** The result of reading a number several times. */
export interface SettledValue {
  readonly value: string
  readonly doubt: 'unread' | 'checksum' | 'disagree' | null
}

/**
 * Decides between several readings of one number. A valid value is trusted if it was read at least twice and no other
 * valid value was read. Without a valid reading, returns the most frequent one with the doubt `checksum`.
 */
export function settleNumber(readings: readonly string[], fits: (text: string) => boolean): SettledValue {
  const nonEmptyReadings = readings.filter((text) => text !== '')
  if (nonEmptyReadings.length === 0) return { value: '', doubt: 'unread' }
  const votes = new Map<string, number>()
  for (const text of nonEmptyReadings) votes.set(text, (votes.get(text) ?? 0) + 1)
  const rankedReadings = [...votes].sort((a, b) => b[1] - a[1])
  const validReadings = rankedReadings.filter(([text]) => fits(text))
  const [best] = validReadings
  if (!best) return { value: rankedReadings[0]?.[0] ?? '', doubt: 'checksum' }
  return { value: best[0], doubt: validReadings.length === 1 && best[1] >= 2 ? null : 'disagree' }
}

/** Returns whether a text is a valid ID number with a birth date from 1900 to `today` (yyyy-MM-dd) inclusive. */
export function fitsIdNumber(text: string, today: string): boolean {
  const { isValid, birth } = readIdNumber(text)
  return isValid && birth >= '19000101' && birth <= today.replaceAll('-', '')
}

/** Returns whether a text is a unified social credit code with valid check digits. */
export function fitsCreditCode(text: string): boolean {
  return creditCodeProblem(text) === null
}

/** Returns whether a text is a card number that passes the Luhn check. */
export function fitsCardNumber(text: string): boolean {
  return isCardNumber(text) && passesLuhn(text)
}

/** Returns the day as yyyy-MM-dd, or null if it does not exist. */
export function dayFromParts(year: string, month: string, day: string): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const date = new Date(Date.UTC(y, m - 1, d))
  const isReal = y >= 1900 && y <= 2199 && date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
  return isReal ? date.toISOString().slice(0, 10) : null
}

/** Returns whether the period is possible for an ID card: exactly 5, 10 or 20 years, or without end. */
export function isCardPeriod(from: string, to: string): boolean {
  if (to === '长期') return true
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  if (![5, 10, 20].includes(years)) return false
  // A card issued on 29 February can end on another day, 28 February or 1 March. Any day is accepted.
  return to.slice(5) === from.slice(5) || from.slice(5) === '02-29'
}

/** The 56 ethnic groups as named on ID cards, and the two designations for people of no listed group. */
export const ethnicGroups: readonly string[] =
  '汉 蒙古 回 藏 维吾尔 苗 彝 壮 布依 朝鲜 满 侗 瑶 白 土家 哈尼 哈萨克 傣 黎 傈僳 佤 畲 高山 拉祜 水 东乡 纳西 景颇 柯尔克孜 土 达斡尔 仫佬 羌 布朗 撒拉 毛南 仡佬 锡伯 阿昌 普米 塔吉克 怒 乌孜别克 俄罗斯 鄂温克 德昂 保安 裕固 京 塔塔尔 独龙 鄂伦春 赫哲 门巴 珞巴 基诺 其他 入籍'.split(
    ' ',
  )

const issuerPatterns: readonly (readonly [RegExp, string])[] = [
  [/^(621700|622700|436742|622280|621284)/, '中国建设银行'],
  [/^(6222|621226|621281|955880)/, '中国工商银行'],
  [/^(62284|622821|623052|95599)/, '中国农业银行'],
  [/^(62166|456351|6217[58]|621790|601382)/, '中国银行'],
  [/^(622588|622575|621483|621286|410062)/, '招商银行'],
  [/^(62226[0-2]|622258|621436|601428)/, '交通银行'],
  [/^(621799|62218|622150|621096)/, '中国邮政储蓄银行'],
  [/^(622622|621691|622617)/, '中国民生银行'],
  [/^(622908|622909|622901)/, '兴业银行'],
  [/^(622521|622522|622518)/, '上海浦东发展银行'],
  [/^(62269[02]|621771|622696)/, '中信银行'],
  [/^(622660|622662|622666)/, '中国光大银行'],
  [/^(622155|622156|621626|622298)/, '平安银行'],
  [/^(622630|622631|622632)/, '华夏银行'],
  [/^(622568|622556|621462)/, '广发银行'],
]

/**
 * Returns the bank that issued a card, or an empty text if unknown. The longest matching prefix decides: 622262 is not
 * ICBC, although 6222 is.
 */
export function issuerOf(cardNo: string): string {
  let [issuer, longest] = ['', 0]
  for (const [head, bank] of issuerPatterns) {
    const length = head.exec(cardNo)?.[0].length ?? 0
    if (length > longest) [issuer, longest] = [bank, length]
  }
  return issuer
}

export const issuerBanks: readonly string[] = issuerPatterns.map(([, bank]) => bank)
