/**
 * The type of value in a column. `money` takes fen and prints yuan with two decimals. `rate` takes ppm and prints a
 * percentage. `code` takes a key and prints its text.
 */
export type FormFieldType = 'text' | 'money' | 'day' | 'number' | 'rate' | 'code'

export interface FormField {
  readonly key: string
  /** The headings in official files, the usual one first. `a>b` is the heading b under the group heading a. */
  readonly headings: readonly string[]
  readonly type: FormFieldType
  readonly isRequired: boolean
  /** Whether the heading or position is unconfirmed, because no official file with it was seen. */
  readonly isUnconfirmed: boolean
  /** The printed text of each code. */
  readonly codes?: Readonly<Record<string, string>>
}

type FieldBase = Pick<FormField, 'key' | 'headings' | 'type' | 'codes'>

const fieldOfType =
  (type: FormFieldType) =>
  (key: string, ...headings: readonly string[]): FieldBase => ({ key, headings, type })

export const textField = fieldOfType('text')
export const moneyField = fieldOfType('money')
export const dayField = fieldOfType('day')
export const numberField = fieldOfType('number')
export const rateField = fieldOfType('rate')

/** Returns a column with texts from a list of codes. */
export function codeField(key: string, codes: Readonly<Record<string, string>>, ...headings: readonly string[]): FieldBase {
  return { key, headings, type: 'code', codes }
}

/** Returns a column whose heading is known from an official file. */
export function confirmedField(field: FieldBase, isRequired = false): FormField {
  return { ...field, isRequired, isUnconfirmed: false }
}

/** Returns a column that the rule requires, with a heading that we have not seen yet. */
export function assumedField(field: FieldBase, isRequired = false): FormField {
  return { ...field, isRequired, isUnconfirmed: true }
}

/** Names of kinds of ID in the tax office's client. */
export const idNameByTaxCode = {
  '201': '居民身份证',
  '208': '外国护照',
  '210': '港澳居民来往内地通行证',
  '213': '台湾居民来往大陆通行证',
  '227': '中国护照',
  '233': '外国人永久居留身份证',
  '237': '港澳居民居住证',
  '238': '台湾居民居住证',
} as const
