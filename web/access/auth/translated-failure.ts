import { authRefusals, statusMessages } from '#/api/access/auth.texts.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { texts } from '#/web/kernel/texts.ts'

// Loaded only when the language changes while the sign-in form shows a failure.

const knownMessages: readonly Text[] = [...Object.values(authRefusals), ...Object.values(statusMessages), ...Object.values(texts)]

/** The ending of a message of a failed sign-in (specification §8). */
const suffix = /(?:0000)?$/

/** Returns the values of the places, such as {seconds}, in a message; null when it is another message. */
function valuesIn(message: string, template: string): ReadonlyMap<string, string> | null {
  const [start = '', ...parts] = template.split(/(\{\w+\})/)
  if (!message.startsWith(start)) return null
  const values = new Map<string, string>()
  let at = start.length
  // Each place is followed by the text up to the next one.
  for (const [index, name] of parts.entries()) {
    if (index % 2 === 1) continue
    const following = parts[index + 1] ?? ''
    const end = following === '' ? message.length : message.indexOf(following, at)
    if (end < 0) return null
    values.set(name, message.slice(at, end))
    at = end + following.length
  }
  return at === message.length ? values : null
}

/** Returns the message of a failed sign-in in another language. A message that is not known stays as it is. */
export function translatedFailure(message: string, from: Language, to: Language): string {
  const [ending] = suffix.exec(message) ?? ['']
  const body = message.slice(0, message.length - ending.length)
  for (const text of knownMessages) {
    const values = valuesIn(body, text[from])
    if (values) return text[to].replace(/\{\w+\}/g, (name) => values.get(name) ?? name) + ending
  }
  return message
}
