declare const fenBrand: unique symbol
declare const ppmBrand: unique symbol

/** An amount in whole fen (1/100 yuan). The brand prevents mixing it with plain numbers. */
export type Fen = number & { readonly [fenBrand]: true }

/** A rate in parts per million: 6 % is 60 000 ppm. */
export type Ppm = number & { readonly [ppmBrand]: true }

const ONE_IN_PPM = 1_000_000

/** Converts an integer to fen; throws RangeError for fractions and unsafe integers. */
export function fen(value: number): Fen {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not an amount in whole fen: ${value}`)
  return (value === 0 ? 0 : value) as Fen
}

/** Converts an integer to a rate in ppm; throws RangeError for fractions and negative numbers. */
export function ppm(value: number): Ppm {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a rate in ppm: ${value}`)
  return value as Ppm
}

export const ZERO: Fen = fen(0)

/** Returns the exact sum of amounts. */
export function add(...amounts: readonly Fen[]): Fen {
  let total = 0
  for (const amount of amounts) total += amount
  return fen(total)
}

/** Returns a − b, exactly. */
export function subtract(a: Fen, b: Fen): Fen {
  return fen(a - b)
}

/** Returns −a. */
export function negate(a: Fen): Fen {
  return fen(-a)
}

/** Sums a figure over all items. */
export function sumOf<T>(items: Iterable<T>, figure: (item: T) => Fen): Fen {
  let total = 0
  for (const item of items) total += figure(item)
  return fen(total)
}

/** Returns the larger of two amounts. */
export function atLeast(a: Fen, floor: Fen): Fen {
  return a < floor ? floor : a
}

/** Returns the smaller of two amounts. */
export function atMost(a: Fen, cap: Fen): Fen {
  return a > cap ? cap : a
}

/**
 * Returns amount × numerator ÷ denominator, rounded half away from zero to a whole fen. Taxes, fees and prices
 * are rounded only here; split.ts rounds shares of a fee down. Throws RangeError if the denominator is not positive.
 */
export function proportion(amount: Fen, numerator: number, denominator: number): Fen {
  if (!(denominator > 0)) throw new RangeError(`denominator must be positive: ${denominator}`)
  const product = amount * numerator
  if (Number.isSafeInteger(product)) {
    const size = Math.abs(product)
    const rest = size % denominator
    const quotient = (size - rest) / denominator + (rest * 2 >= denominator ? 1 : 0)
    return fen(product < 0 ? -quotient : quotient)
  }
  const exact = BigInt(amount) * BigInt(numerator)
  const size = exact < 0n ? -exact : exact
  const divisor = BigInt(denominator)
  const quotient = (size * 2n + divisor) / (divisor * 2n)
  return fen(Number(exact < 0n ? -quotient : quotient))
}

/** Parses a percentage ("1.5", at most four decimals, below 100); null for other text. */
export function parsePercent(text: string): Ppm | null {
  const match = /^(\d{1,2})(?:\.(\d{1,4}))?$/.exec(text)
  return match ? ppm(Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'))) : null
}

/** Formats ppm in percent, without the sign % and trailing zeros: "1.5". A change may be negative: "-13.9475". */
export function formatPpm(rate: number): string {
  return String(Number((rate / 10_000).toFixed(4)))
}

/** Returns the share of an amount at a rate, rounded half away from zero to a whole fen. */
export function applyRate(amount: Fen, rate: Ppm): Fen {
  return proportion(amount, rate, ONE_IN_PPM)
}

/** Returns the price without the tax included at this rate: gross ÷ (1 + rate), rounded half away from zero. */
export function withoutTax(gross: Fen, rate: Ppm): Fen {
  return proportion(gross, ONE_IN_PPM, ONE_IN_PPM + rate)
}

/**
 * Splits a total by weights. The parts add up to it exactly. The largest remainders receive the remaining fen, in a tie
 * the earlier part. Throws RangeError for no weights, negative weights or a zero sum.
 */
export function allocate(total: Fen, weights: readonly number[]): Fen[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  if (totalWeight <= 0 || weights.some((weight) => weight < 0)) throw new RangeError('weights must be positive')
  const sign = total < 0 ? -1 : 1
  const size = BigInt(Math.abs(total))
  const exactShares = weights.map((weight, index) => {
    const product = size * BigInt(weight)
    return { index, part: product / BigInt(totalWeight), rest: product % BigInt(totalWeight) }
  })
  let unallocated = size - exactShares.reduce((sum, each) => sum + each.part, 0n)
  const parts = exactShares.map((each) => each.part)
  const byRemainder = [...exactShares].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of byRemainder) {
    if (unallocated === 0n) break
    parts[index] = (parts[index] ?? 0n) + 1n
    unallocated -= 1n
  }
  return parts.map((part) => fen(Number(part) * sign))
}

// Plain digits, or thousands separated by commas. Any other comma may be a decimal point.
const groupedNumber = /^(-?)(\d{1,3}(?:,\d{3})+)(\.\d{1,6})?$/
const plainNumber = /^-?\d{1,13}(\.\d{1,2})?$/
const decimalCommaNumber = /^(-?(?:\d{1,3}(?:\.\d{3})+|\d{1,13})),(\d{1,2})$/
const tenThousandsNumber = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/

/** Converts an amount in ten thousands ("1.5") to plain yuan. Returns null if a fraction of a fen would remain. */
function expandTenThousands(text: string): string | null {
  const [, sign = '', whole = '', decimals = ''] = tenThousandsNumber.exec(text) ?? []
  if (whole === '') return null
  const paddedDecimals = decimals.padEnd(4, '0')
  const cents = paddedDecimals.slice(4)
  return `${sign}${whole}${paddedDecimals.slice(0, 4)}`.replace(/^(-?)0+(?=\d)/, '$1') + (cents && `.${cents}`)
}

/**
 * Converts an amount in yuan, as written by people and in files, to plain digits: "1,234.5", "１２．３０", "¥ 8", "12元",
 * "−5", "1.5万". Returns null for more than two decimals and for ambiguous text ("1,5", "1 000"). `hasDecimalComma`
 * reads "1500,50" and "1.500,50" in Spanish notation.
 */
export function plainAmount(text: string, hasDecimalComma = false): string | null {
  if (plainNumber.test(text)) return text
  const normalisedText = text
    .normalize('NFKC')
    .trim()
    .replace(/[\u2010-\u2014\u2212]/g, '-')
    .replace(/^[¥￥]\s*/, '')
    .replace(/元$/, '')
    .trimEnd()
    .replace(/^(-?)[¥￥]/, '$1')
  const isInTenThousands = normalisedText.endsWith('万')
  const amountText = isInTenThousands ? normalisedText.slice(0, -1).trimEnd() : normalisedText
  const [, whole = '', decimals = ''] = (hasDecimalComma && decimalCommaNumber.exec(amountText)) || []
  const plainDigits = whole ? `${whole.replaceAll('.', '')}.${decimals}` : groupedNumber.test(amountText) ? amountText.replaceAll(',', '') : amountText
  const yuan = isInTenThousands ? expandTenThousands(plainDigits) : plainDigits
  return yuan !== null && plainNumber.test(yuan) ? yuan : null
}

/**
 * Parses an amount in yuan, as written by people and in files ("1,234.5", "１２．３０", "¥8"). Returns null for an invalid
 * or ambiguous amount.
 */
export function parseYuan(text: string): Fen | null {
  const plainText = plainAmount(text)
  if (plainText === null) return null
  const [whole = '0', decimals = ''] = plainText.replace('-', '').split('.')
  const size = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return fen(plainText.startsWith('-') ? -size : size)
}

/** Formats yuan with two decimals and no separators, as forms, files and tax offices require: "1234.50". */
export function plainYuan(amount: Fen): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** Formats yuan for display: "¥1,234.50". */
export function formatYuan(amount: Fen): string {
  const [whole = '0', decimals = '00'] = plainYuan(fen(Math.abs(amount))).split('.')
  return `${amount < 0 ? '-' : ''}¥${whole.replace(/\B(?=(?:\d{3}){1,6}$)/g, ',')}.${decimals}`
}

const digits = ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'] as const
const digitUnits = ['', '拾', '佰', '仟'] as const
const groupUnits = ['', '万', '亿', '兆'] as const

function groupInWords(value: number): string {
  let words = ''
  let hasGap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10
    if (digit === 0) hasGap = words !== ''
    else {
      words += `${hasGap ? '零' : ''}${digits[digit]}${digitUnits[place]}`
      hasGap = false
    }
  }
  return words
}

/** Writes the amount in Chinese financial numerals, as on documents: 1 005.20 → 壹仟零伍元贰角整. */
export function yuanInChineseNumerals(amount: Fen): string {
  const size = Math.abs(amount)
  let rest = Math.floor(size / 100)
  const parts: string[] = []
  for (let group = 0; rest > 0; group++, rest = Math.floor(rest / 10_000)) {
    const value = rest % 10_000
    const words = value === 0 ? '' : groupInWords(value) + groupUnits[group]
    const paddedWords = value > 0 && value < 1000 && rest >= 10_000 ? `零${words}` : words
    parts.unshift(paddedWords)
  }
  const yuan = parts.join('')
  const jiao = Math.floor(size / 10) % 10
  const cents = size % 10
  const head = `${amount < 0 ? '负' : ''}${yuan === '' ? (jiao || cents ? '' : '零元') : `${yuan}元`}`
  if (!jiao && !cents) return `${head}整`
  const middle = jiao ? `${digits[jiao]}角` : yuan === '' ? '' : '零'
  return `${head}${middle}${cents ? `${digits[cents]}分` : '整'}`
}
