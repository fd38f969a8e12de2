/** What a value of a column is: `money` is given in fen and written in yuan with two decimals, `rate` in ppm and written as a percentage, `code` by its key. */
export type FormType = 'text' | 'money' | 'day' | 'number' | 'rate' | 'code'

export interface FormField {
  readonly key: string
  /** Texts of the heading in the official file, the usual one first; `a>b` is b under the common heading a. */
  readonly headings: readonly string[]
  readonly type: FormType
  readonly isRequired: boolean
  /** Heading or place was not seen in an official file. */
  readonly isUnconfirmed: boolean
  /** What is written for each code. */
  readonly codes?: Readonly<Record<string, string>>
}

type Bare = Pick<FormField, 'key' | 'headings' | 'type' | 'codes'>

const of =
  (type: FormType) =>
  (key: string, ...headings: readonly string[]): Bare => ({ key, headings, type })

export const text = of('text')
export const money = of('money')
export const day = of('day')
export const number = of('number')
export const rate = of('rate')

/** A column of words from a list. */
export function code(key: string, codes: Readonly<Record<string, string>>, ...headings: readonly string[]): Bare {
  return { key, headings, type: 'code', codes }
}

/** A column whose heading was seen. */
export function known(field: Bare, isRequired = false): FormField {
  return { ...field, isRequired, isUnconfirmed: false }
}

/** A column that must be there by the rule, under a heading that nobody has seen. */
export function supposed(field: Bare, isRequired = false): FormField {
  return { ...field, isRequired, isUnconfirmed: true }
}

/** Kinds of papers as the client names them. */
export const paperNames = {
  '201': '居民身份证',
  '208': '外国护照',
  '210': '港澳居民来往内地通行证',
  '213': '台湾居民来往大陆通行证',
  '227': '中国护照',
  '233': '外国人永久居留身份证',
  '237': '港澳居民居住证',
  '238': '台湾居民居住证',
} as const
