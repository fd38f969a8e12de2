import pg from 'pg'

// Both engines use node-postgres with these parsers, so that they return the same values.

const int8 = 20
const numeric = 1700
const date = 1082
const timestamp = 1114
const interval = 1186
const int8Array = 1016
const numericArray = 1231
const dateArray = 1182
const timestampArray = 1115
const intervalArray = 1187
const textArray = 1009

type Parse = (text: string) => unknown

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number beyond the safe integers: ${text}`)
  return value
}

const unchangedText: Parse = (text) => text
const builtInParser = pg.types.getTypeParser as (oid: number, format?: string) => Parse
const list = builtInParser(textArray)

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNumbers)
  return typeof value === 'string' ? safeInteger(value) : value
}

// Integers become safe integers. Decimals and days stay text, because a day has no time zone. Timestamps become Date,
// and jsonb is parsed.
const parsers: Readonly<Record<number, Parse>> = {
  [int8]: safeInteger,
  [numeric]: unchangedText,
  [date]: unchangedText,
  [timestamp]: unchangedText,
  [interval]: unchangedText,
  [int8Array]: (text) => toNumbers(list(text)),
  [numericArray]: list,
  [dateArray]: list,
  [timestampArray]: list,
  [intervalArray]: list,
}

/** Converts database texts to values. Given to every node-postgres client. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (format === 'binary' ? undefined : parsers[oid]) ?? builtInParser(oid, format),
}
