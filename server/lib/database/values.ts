import pg from 'pg'

// Both engines use node-postgres with these parsers, so that they return the same values.

const int8Oid = 20
const numericOid = 1700
const dateOid = 1082
const timestampOid = 1114
const intervalOid = 1186
const int8ArrayOid = 1016
const numericArrayOid = 1231
const dateArrayOid = 1182
const timestampArrayOid = 1115
const intervalArrayOid = 1187
const textArrayOid = 1009

type Parser = (text: string) => unknown

function parseSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number beyond the safe integers: ${text}`)
  return value
}

const keepText: Parser = (text) => text
const builtInParser = pg.types.getTypeParser as (oid: number, format?: string) => Parser
const parseTextArray = builtInParser(textArrayOid)

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toNumbers)
  return typeof value === 'string' ? parseSafeInteger(value) : value
}

// Integers become safe integers. Decimals and days stay text, because a day has no time zone. Timestamps become Date,
// and jsonb is parsed.
const parsersByOid: Readonly<Record<number, Parser>> = {
  [int8Oid]: parseSafeInteger,
  [numericOid]: keepText,
  [dateOid]: keepText,
  [timestampOid]: keepText,
  [intervalOid]: keepText,
  [int8ArrayOid]: (text) => toNumbers(parseTextArray(text)),
  [numericArrayOid]: parseTextArray,
  [dateArrayOid]: parseTextArray,
  [timestampArrayOid]: parseTextArray,
  [intervalArrayOid]: parseTextArray,
}

/** Converts database texts to values. Given to every node-postgres client. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (format === 'binary' ? undefined : parsersByOid[oid]) ?? builtInParser(oid, format),
}
