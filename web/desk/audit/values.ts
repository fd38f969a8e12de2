import { usertypeNames } from '#/api/access/roles.texts.ts'
import { trailFields } from '#/api/desk/trail-fields.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import type { Translate } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { texts } from './texts.ts'
import { storedValueName } from './value-names.ts'

const usertypes: Readonly<Record<string, Text>> = usertypeNames

export function fieldName(field: string, t: Translate): string {
  return trailFields[field] ? t(trailFields[field]) : field
}

/** Returns a field's value for reading: amounts formatted, states and kinds named, nested values as stored. */
export function valueText(refType: string | null, field: string, value: unknown, t: Translate): string {
  const valueName = typeof value === 'string' || typeof value === 'number' ? storedValueName(refType, field, value) : undefined
  if (valueName) return t(valueName)
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? texts.yes : texts.no)
  if (typeof value === 'number') {
    if (/^(amount|.*Fen|.*_fen)$/.test(field) && Number.isSafeInteger(value)) return formatMoney(fen(value))
    const kind = field === 'usertype' ? usertypes[String(value)] : undefined
    return kind ? t(kind) : String(value)
  }
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
    return value.length === 0 ? '—' : joinList(value.map((each) => valueText(refType, field, each, t)))
  return JSON.stringify(value)
}

/** Returns the items added to and removed from a list; null for values that are not lists of texts. */
export function listChange(
  before: unknown,
  after: unknown,
): { readonly added: readonly string[]; readonly taken: readonly string[]; readonly kept: readonly string[] } | null {
  const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string')
  if (!(isTextList(before) || before === null) || !(isTextList(after) || after === null) || (before === null && after === null)) return null
  const [was, is] = [before ?? [], after ?? []]
  return { added: is.filter((each) => !was.includes(each)), taken: was.filter((each) => !is.includes(each)), kept: is.filter((each) => was.includes(each)) }
}
