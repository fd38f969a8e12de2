import type { Text } from '#/domain/base/text.ts'

/** Field error messages (spec §5). The Chinese is verbatim. */
export const validationTexts = {
  nameEmpty: { zh: '不能为空!', en: 'Enter a name!', es: '¡No puede estar vacío!', ja: '入力してください！' },
  nameLength: {
    zh: '不得小于2个或大于30个字符!',
    en: 'At least 2 and at most 30 characters!',
    es: '¡Al menos 2 y como máximo 30 caracteres!',
    ja: '2文字以上30文字以内で入力してください！',
  },
  mobileEmpty: { zh: '手机号码不能为空!', en: 'Enter a mobile number!', es: '¡Introduzca el número de móvil!', ja: '携帯電話番号を入力してください！' },
  mobileFormat: { zh: '手机号码格式错误', en: 'The mobile number is not valid', es: 'El número de móvil no es válido', ja: '携帯電話番号の形式が違います' },
  priceEmpty: { zh: '单价不能为空!', en: 'Enter a unit price!', es: '¡Introduzca el precio unitario!', ja: '単価を入力してください！' },
  priceFormat: { zh: '单价格式错误!', en: 'The unit price is not valid!', es: '¡El precio unitario no es válido!', ja: '単価の形式が違います！' },
} as const satisfies Record<string, Text>

/** Validates a name: required, 2 to 30 characters. Returns null for a valid name. */
export function nameProblem(name: string): Text | null {
  const length = [...name.trim()].length
  if (length === 0) return validationTexts.nameEmpty
  return length < 2 || length > 30 ? validationTexts.nameLength : null
}

/** Validates a mainland mobile number: required, eleven digits, the first a 1. Returns null for a valid number. */
export function mobileProblem(mobile: string): Text | null {
  const text = mobile.trim()
  if (text === '') return validationTexts.mobileEmpty
  return /^1\d{10}$/.test(text) ? null : validationTexts.mobileFormat
}

/** Validates a unit price: required, in yuan, up to two decimals. Returns null for a valid price. */
export function priceProblem(price: string): Text | null {
  const text = price.trim()
  if (text === '') return validationTexts.priceEmpty
  return /^\d{1,10}(\.\d{1,2})?$/.test(text) ? null : validationTexts.priceFormat
}

/** Kinds of numeric fields: digits, a positive integer, or a decimal with one point (keypress limiter, spec §5). */
export type NumberFormat = 'digits' | 'positive' | 'decimal'

/** Removes characters that the field does not accept, and converts full-width characters. */
export function acceptedText(kind: NumberFormat, text: string): string {
  const normalised = text.normalize('NFKC').replace(/[。．]/g, '.')
  const digits = normalised.replace(/\D/g, '')
  if (kind === 'digits') return digits
  if (kind === 'positive') return digits.replace(/^0+/, '')
  const point = normalised.indexOf('.')
  return point < 0 ? digits : `${normalised.slice(0, point).replace(/\D/g, '')}.${normalised.slice(point + 1).replace(/\D/g, '')}`
}

/** Returns whether the field accepts `keys` typed between `before` and `after`. */
export function acceptsKeys(kind: NumberFormat, before: string, keys: string, after: string): boolean {
  const normalised = keys.normalize('NFKC').replace(/[。．]/g, '.')
  const resultingText = `${before}${normalised}${after}`
  return acceptedText(kind, resultingText) === resultingText
}

/** Returns whether a text is a calendar day (yyyy-MM-dd) from 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}
