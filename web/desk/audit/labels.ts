import { usertypeNames } from '#/api/access/roles.texts.ts'
import { refTypeNames, trailFields } from '#/api/desk/audit.texts.ts'
import { signInReasonNames } from '#/api/desk/sign-ins.texts.ts'
import { fen } from '#/domain/money.ts'
import type { Text } from '#/domain/text.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { list, note } from '#/web/kernel/punctuation.ts'
import { texts } from './texts.ts'
import { nameOfValue } from './value-names.ts'

type Say = (text: Text) => string

const refTypes: Readonly<Record<string, Text>> = refTypeNames
const usertypes: Readonly<Record<string, Text>> = usertypeNames

/** Who did something: a person by name, a visitor who is not signed in, or the program itself. */
export function doerName({ doer, name, username }: { doer: 'person' | 'guest' | 'system'; name: string; username: string }, say: Say): string {
  return doer === 'person' ? note(name, username) : say(doer === 'system' ? texts.system : texts.nobody)
}

/** Why a sign-in was refused: the short name where there is one, else the message that was shown. */
export function signInReason({ reason, said }: { reason: string; said: string }, say: Say): string {
  return signInReasonNames[reason] ? say(signInReasonNames[reason]) : said
}

/** The name of a kind of thing. */
export function refTypeName(refType: string, say: Say): string {
  return refTypes[refType] ? say(refTypes[refType]) : refType
}

/** The name of a field. */
export function fieldName(field: string, say: Say): string {
  return trailFields[field] ? say(trailFields[field]) : field
}

/** What a field of this kind of thing holds, as a person reads it: money as money, states and kinds by their names, anything deep as it is stored. */
export function valueText(refType: string | null, field: string, value: unknown, say: Say): string {
  const named = typeof value === 'string' || typeof value === 'number' ? nameOfValue(refType, field, value) : undefined
  if (named) return say(named)
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return say(value ? texts.yes : texts.no)
  if (typeof value === 'number') {
    if (/^(amount|.*Fen|.*_fen)$/.test(field) && Number.isSafeInteger(value)) return formatMoney(fen(value))
    const kind = field === 'usertype' ? usertypes[String(value)] : undefined
    return kind ? say(kind) : String(value)
  }
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
    return value.length === 0 ? '—' : list(value.map((each) => valueText(refType, field, each, say)))
  return JSON.stringify(value)
}

/** What a list gained and lost; null for what is not a list of texts. */
export function listChange(
  before: unknown,
  after: unknown,
): { readonly added: readonly string[]; readonly taken: readonly string[]; readonly kept: readonly string[] } | null {
  const isWords = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')
  if (!(isWords(before) || before === null) || !(isWords(after) || after === null) || (before === null && after === null)) return null
  const [was, is] = [before ?? [], after ?? []]
  return { added: is.filter((each) => !was.includes(each)), taken: was.filter((each) => !is.includes(each)), kept: is.filter((each) => was.includes(each)) }
}
