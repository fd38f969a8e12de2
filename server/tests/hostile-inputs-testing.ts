import fc from 'fast-check'
import type { z } from 'zod'
import { unwrapSchema } from '#/server/tests/hostile-testing.ts'

// Generates inputs from the schemas: valid inputs, and variants that a hostile client would send. The same seed gives
// the same inputs.

/** A seeded random generator. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixedState = this.#state
    mixedState = Math.imul(mixedState ^ (mixedState >>> 15), mixedState | 1)
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61)
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  oneOf<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined && list.length === 0) throw new Error('nothing to pick from')
    return picked as T
  }

  occurs(chance: number): boolean {
    return this.next() < chance
  }
}

/** Returns an existing or a missing id for the field at a path. */
export type IdSource = (path: readonly string[], dice: Dice) => unknown

interface SchemaDefinition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
  readonly valueType?: z.ZodType
  readonly checks?: readonly {
    readonly _zod: { readonly def: { readonly check: string; readonly format?: string; readonly pattern?: RegExp; readonly maximum?: number } }
  }[]
}

interface SchemaBounds {
  readonly format?: string | null
  readonly minLength?: number | null
  readonly maxLength?: number | null
  readonly minValue?: number | null
  readonly maxValue?: number | null
}

const sampleWords = [
  '星河',
  '张伟',
  '13800138000',
  '6222020200112230',
  '330106199001011234',
  '直播服务',
  'a',
  '2026',
  '100.00',
  'PC20261101',
  '备注 说明',
  'x@y.cn',
]

function textFor(schema: z.ZodType, dice: Dice): string {
  const { format, minLength, maxLength } = schema as unknown as SchemaBounds
  if (format === 'date') return `2026-${String(1 + dice.below(12)).padStart(2, '0')}-${String(1 + dice.below(28)).padStart(2, '0')}`
  if (format === 'datetime') return `2026-11-${String(1 + dice.below(28)).padStart(2, '0')}T08:00:00.000Z`
  if (format === 'uuid' || format === 'guid') return `00000000-0000-4000-8000-${String(dice.below(1e9)).padStart(12, '0')}`
  if (format === 'email') return `someone${dice.below(1000)}@example.cn`
  const pattern = (schema.def as SchemaDefinition).checks?.map((check) => check._zod.def.pattern).find((each) => each !== undefined)
  if (pattern) return fc.sample(fc.stringMatching(pattern), { numRuns: 1, seed: dice.below(2 ** 31) })[0] ?? ''
  const least = minLength ?? 0
  let text = dice.oneOf(sampleWords)
  while (text.length < least) text += dice.oneOf(sampleWords)
  return maxLength === null || maxLength === undefined ? text : text.slice(0, maxLength)
}

function numberFor(schema: z.ZodType, dice: Dice): number {
  const { minValue, maxValue } = schema as unknown as SchemaBounds
  const least = Math.max(minValue ?? 0, 0)
  return Math.min(least + dice.below(5), maxValue ?? Number.MAX_SAFE_INTEGER)
}

const pdf = new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const csv = new TextEncoder().encode('姓名,身份证号,手机号,开户行,银行卡号,金额\n张伟,330106199001011234,13800138000,招商银行,6222020200112230,100.00\n')

/** Returns a file that at least one reader of the product accepts. */
export function fileFor(dice: Dice) {
  return dice.occurs(0.5) ? { filename: '资料.pdf', mediaType: 'application/pdf', bytes: pdf } : { filename: '名单.csv', mediaType: 'text/csv', bytes: csv }
}

const isId = (field: string) => /(^id|Id|Ids|^ids|uuid)$/.test(field)

/** Generates a value that fits the schema. Returns `undefined` for some optional fields. */
export function validValue(schema: z.ZodType, path: readonly string[], dice: Dice, ids: IdSource): unknown {
  const field = path.findLast((part) => part !== '*') ?? ''
  const definition = schema.def as SchemaDefinition
  if (['optional', 'nullable', 'default', 'prefault'].includes(definition.type) && dice.occurs(0.4)) return definition.type === 'nullable' ? null : undefined
  const unwrappedSchema = unwrapSchema(schema)
  const shape = unwrappedSchema.def as SchemaDefinition
  if (shape.type === 'object' && shape.shape)
    return Object.fromEntries(Object.entries(shape.shape).map(([name, each]) => [name, validValue(each, [...path, name], dice, ids)]))
  if (shape.type === 'array' && shape.element) {
    const element = shape.element
    const limit = shape.checks?.map((check) => check._zod.def.maximum).find((each) => each !== undefined) ?? 3
    return Array.from({ length: 1 + dice.below(Math.min(limit, 3)) }, () => validValue(element, [...path, '*'], dice, ids))
  }
  if (shape.type === 'union' && shape.options) return validValue(dice.oneOf(shape.options), path, dice, ids)
  if (shape.type === 'literal') return dice.oneOf(shape.values ?? [])
  if (shape.type === 'enum') return dice.oneOf(Object.values(shape.entries ?? {}))
  if (shape.type === 'boolean') return dice.occurs(0.5)
  if (shape.type === 'record' && shape.valueType) return { [dice.oneOf(sampleWords)]: validValue(shape.valueType, [...path, '*'], dice, ids) }
  if (shape.type === 'custom') return /file|slip|logo|avatar|image|attachment|upload/i.test(field) ? fileFor(dice) : numberFor(unwrappedSchema, dice)
  if (isId(field)) return ids(path, dice) ?? (shape.type === 'string' ? textFor(unwrappedSchema, dice) : numberFor(unwrappedSchema, dice))
  if (shape.type === 'string') return textFor(unwrappedSchema, dice)
  if (shape.type === 'number' || shape.type === 'int') return numberFor(unwrappedSchema, dice)
  return dice.oneOf(sampleWords)
}

/** Generates a valid input of an operation, with ids from the given source. */
export function validInput(schema: z.ZodObject, dice: Dice, ids: IdSource): Record<string, unknown> {
  return validValue(schema, [], dice, ids) as Record<string, unknown>
}

/** Lengths at which the program cuts, masks or shortens texts. */
export const truncationLengths: readonly number[] = [1, 2, 3, 4, 7, 8, 16, 26, 30, 31, 40, 50, 60, 100, 120, 200, 255, 300, 500, 800, 1000, 8000]

/** Texts that are known to break programs. */
export const hostileTexts: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  `=cmd|' /C calc'!A0`,
  '@SUM(1+1)*cmd',
  '+1+1',
  '-2+3',
  '\t=1+1',
  "'; drop table payment_batch; --",
  "' or '1'='1",
  '1 or 1=1',
  '%',
  '_',
  '\\',
  '\\u0000',
  '$1',
  '{name}',
  '{a, plural, one {x}',
  '#{7*7}{{7*7}}',
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data',
  '//evil.example',
  '\r\nSet-Cookie: a=b',
  '\u001b[31mred\u001b[0m',
  '\u202eevil\u202c',
  '\ufeff',
  '\uffff',
  '１２３．４５',
  '　全角　',
  '𠮷野家👨‍👩‍👧‍👦',
  // Texts with a surrogate pair across each of these lengths.
  ...truncationLengths.map((at) => `${'a'.repeat(at - 1)}😀b`),
  'a\u0301'.repeat(20),
  'null',
  'undefined',
  'NaN',
  '1e309',
  '-0',
  '0x10',
  '1_000',
  'true',
  '[]',
  '{}',
  '"',
  '',
  ' ',
  'x'.repeat(70_000),
]

/** JSON that parses to values that often cause errors, and text that is not JSON. */
export const hostileJson: readonly string[] = [
  '1e309',
  '-1',
  '0',
  '1.5',
  '9007199254740991',
  '9007199254740993',
  '-9007199254740991',
  '2147483648',
  '9223372036854775808',
  '1e21',
  'null',
  'true',
  '[]',
  '{}',
  '[null]',
  '[[[[1]]]]',
  '["a\\u0000b"]',
  '"a\\u0000b"',
  '"\\ud800"',
  '"a\\ude00"',
  '["\\udc00\\ud800"]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"__proto__":[]}]',
  '{"toString":1,"valueOf":2,"length":-1}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `[${'1,'.repeat(9999)}1]`,
  '0x1F',
  'NaN',
  '-Infinity',
  '１２',
  '"0000-01-01"',
  '[1,',
]

/** Dates at the limits of a database. */
const hostileDays = ['0000-01-01', '0001-01-01', '9999-12-31', '2024-02-29', '2023-02-29', '2026-13-01', '2026-11-31', '275760-09-13', '-000001-01-01']

/** Returns a corrupted variant of a field’s value, or undefined to omit the field. */
export function corruptValue(value: unknown, dice: Dice): unknown {
  const kind = dice.below(8)
  if (kind === 0) return { json: dice.oneOf(hostileJson) }
  if (kind === 1) return dice.oneOf(hostileDays)
  if (kind === 2 && typeof value === 'string') return dice.occurs(0.5) ? value + dice.oneOf(hostileTexts) : dice.oneOf(hostileTexts) + value
  if (kind === 3 && Array.isArray(value)) return Array.from({ length: dice.oneOf([0, 1, 300, 6000]) }, () => value[0])
  if (kind === 4) return undefined
  if (kind === 5 && typeof value === 'number') return value + dice.oneOf([-1, 1, 0.5, 1e10, -1e10])
  if (typeof value === 'object' && value !== null && !('bytes' in value) && dice.occurs(0.7)) return corruptNested(value, dice)
  return dice.oneOf(hostileTexts)
}

/** Corrupts one nested value. The rest stays valid, so that the request passes as many checks as possible. */
function corruptNested(value: object, dice: Dice): unknown {
  const copy = structuredClone(value) as Record<string, unknown>
  const names = Object.keys(copy)
  if (names.length === 0) return dice.oneOf(hostileTexts)
  const name = dice.oneOf(names)
  const inner = copy[name]
  copy[name] =
    typeof inner === 'object' && inner !== null
      ? corruptNested(inner, dice)
      : dice.oneOf<unknown>([...hostileTexts, ...hostileDays, 'a\0b', '\ud800', 'a\udc00', '😀'.repeat(40).slice(1), -1, 1.5, 2 ** 53, 1e308, null, [], {}])
  return copy
}
