import { z } from 'zod'
import { type Language, languages, type Text } from '#/domain/text.ts'
import { decodeForm, type RawInput } from '#/server/kernel/form.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

const locales = { zh: z.locales.zhCN(), en: z.locales.en(), es: z.locales.es(), ja: z.locales.ja() }

function isText(value: unknown): value is Text {
  return typeof value === 'object' && value !== null && languages.every((language) => language in value)
}

// A rule of ours brings its own words in four languages; the schema's own remarks are in the language of this request already.
function wordsOf(issue: z.core.$ZodIssue, language: Language): { text: Text; isOwn: boolean } {
  if (issue.code === 'custom' && isText(issue.params?.text)) return { text: issue.params.text, isOwn: true }
  const words = issue.message || say(kernelRefusals.invalidField, language)
  return { text: { zh: words, en: words, es: words, ja: words }, isOwn: false }
}

/** The input of an operation from the fields of a form; refuses with a remark per field. */
export function parseInput(schema: z.ZodObject, raw: RawInput, language: Language): Record<string, unknown> {
  const parsed = schema.safeParse(decodeForm(schema, raw), { error: locales[language].localeError })
  if (parsed.success) return parsed.data
  const found = parsed.error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join('.'), ...wordsOf(issue, language) }))
  const issues = found.map(({ path, text }) => ({ path, message: text }))
  const fields = found.map(({ path, text, isOwn }) => (isOwn ? say(text, language) : `${path} ${say(text, language)}`)).join('; ')
  throw new Refusal('invalid_input', kernelRefusals.invalidInput, { fields: fields.slice(0, 500) }, { issues })
}
