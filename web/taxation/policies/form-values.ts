import { type Fen, formatPpm, type Ppm, parseYuan, plainYuan } from '#/domain/base/money.ts'
import type { Bracket, CategoryMethod } from '#/domain/money/tax-policy.ts'
import type { FieldKind, PolicyFieldValue } from '#/domain/taxation/policy-fields.ts'

/** A step of a rate table as entered. The last one has no upper bound. */
export interface BracketInput {
  readonly upTo?: string
  readonly rate: string
  readonly quick: string
}

export type FormValue = string | boolean | readonly BracketInput[] | readonly { readonly name: string; readonly rate: string }[] | readonly FormMethod[]

/** The filing method of a category of service as entered. */
export interface FormMethod {
  readonly category?: string | undefined
  readonly way: CategoryMethod
}

const maxPpm = 1_000_000
const yuan = (amount: Fen) => plainYuan(amount).replace(/\.00$/, '')

/** Parses a rate in percent, at most 100; null when invalid. */
function rateOf(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text.trim())
  if (!match) return null
  const rate = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'))
  return rate <= maxPpm ? rate : null
}

function amountOf(text: string): number | null {
  const amount = parseYuan(text.trim())
  return amount === null || amount < 0 ? null : amount
}

const ruleFor = (isGood: (text: string) => boolean, message: string) => ({
  validator: (_: unknown, value: string | undefined) => (isGood(value ?? '') ? Promise.resolve() : Promise.reject(new Error(message))),
})
export const percentRule = (message: string) => ruleFor((text) => rateOf(text) !== null, message)
export const amountRule = (message: string) => ruleFor((text) => amountOf(text) !== null, message)

/** Converts a policy value to its form value. */
export function formValueOf(kind: FieldKind, value: PolicyFieldValue): FormValue {
  if (kind === 'ppm') return formatPpm(value as Ppm)
  if (kind === 'fen') return yuan(value as Fen)
  if (kind === 'flag') return value as boolean
  if (kind === 'brackets')
    return (value as readonly Bracket[]).map(({ upToFen, ratePpm, quickFen }) => ({
      upTo: upToFen === null ? '' : yuan(upToFen),
      rate: formatPpm(ratePpm),
      quick: yuan(quickFen),
    }))
  if (kind === 'items') return Object.entries(value as Readonly<Record<string, Ppm>>).map(([name, rate]) => ({ name, rate: formatPpm(rate) }))
  if (kind === 'ways') return Object.entries(value as Readonly<Record<string, CategoryMethod>>).map(([category, way]) => ({ category, way }))
  return String(value)
}

type SentValue =
  | string
  | number
  | boolean
  | { upToFen: number | null; ratePpm: number; quickFen: number }[]
  | Record<string, number>
  | Record<string, CategoryMethod>

/** Converts a form value to the value that is sent. */
export function policyValueOf(kind: FieldKind, typed: FormValue): SentValue {
  if (kind === 'ppm') return rateOf(String(typed)) ?? 0
  if (kind === 'fen') return amountOf(String(typed)) ?? 0
  if (kind === 'count') return Number(typed)
  if (kind === 'flag') return typed === true
  if (kind === 'brackets') {
    const steps = typed as readonly BracketInput[]
    return steps.map(({ upTo = '', rate, quick }, at) => ({
      upToFen: at === steps.length - 1 ? null : (amountOf(upTo) ?? 0),
      ratePpm: rateOf(rate) ?? 0,
      quickFen: amountOf(quick) ?? 0,
    }))
  }
  if (kind === 'items')
    return Object.fromEntries((typed as readonly { name: string; rate: string }[]).map(({ name, rate }) => [name.trim(), rateOf(rate) ?? 0]))
  if (kind === 'ways') return Object.fromEntries((typed as readonly FormMethod[]).map(({ category = '', way }) => [category, way]))
  return String(typed).trim()
}
