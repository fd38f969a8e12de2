import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import { languages, placeholders } from '#/domain/base/text.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'

/**
 * Completes the values of a stored message. A message of an earlier version lacks values for newer placeholders of its
 * text, which then show "—". Without a value the formatter throws, and the reader would see no messages at all.
 */
export function completeValues(kind: MessageKind, values: Values): Values {
  const { title, body } = messageTexts[kind]
  const names = languages.flatMap((language) => placeholders(title[language] + body[language]))
  return { ...Object.fromEntries(names.map((name) => [name, '—'])), ...values }
}
