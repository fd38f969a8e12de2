import { z } from 'zod'
import { type Language, languages, type Text, truncateUnits } from '#/domain/base/text.ts'
import { decodeForm, type RawInput } from '#/server/kernel/request/form.ts'
import { Refusal, type Values } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const locales = { zh: z.locales.zhCN(), en: z.locales.en(), es: z.locales.es(), ja: z.locales.ja() }

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && languages.every((language) => language in value)
}

const verbatimText: Text = { zh: '{words}', en: '{words}', es: '{words}', ja: '{words}' }

// The product's own rules have messages in four languages. Library messages are already in the request's language and
// are passed as values, not as templates, because they may quote patterns or the sender's field names, including
// braces.
function messageOf(issue: z.core.$ZodIssue, language: Language): { text: Text; values: Values; isOwn: boolean } {
  if (issue.code === 'custom' && isText(issue.params?.text)) return { text: issue.params.text, values: {}, isOwn: true }
  return { text: verbatimText, values: { words: issue.message || translate(kernelRefusals.invalidField, language) }, isOwn: false }
}

/** Parses form fields into an operation's input. Refuses with one issue for each invalid field. */
export function parseInput(schema: z.ZodObject, raw: RawInput, language: Language): Record<string, unknown> {
  const parsed = schema.safeParse(decodeForm(schema, raw), { error: locales[language].localeError })
  if (parsed.success) return parsed.data
  const inputIssues = parsed.error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join('.'), ...messageOf(issue, language) }))
  const issues = inputIssues.map(({ path, text, values }) => ({ path, message: text, values }))
  const fields = inputIssues
    .map(({ path, text, values, isOwn }) => (isOwn ? translate(text, language) : `${path} ${translate(text, language, values)}`))
    .join('; ')
  throw new Refusal('invalid_input', kernelRefusals.invalidInput, { fields: truncateUnits(fields, 500) }, { issues })
}
