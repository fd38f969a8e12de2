import type { Text } from '#/domain/text.ts'

/** What something is called, or its own name where a later version made it. */
export function wordOf(say: (text: Text) => string, names: Readonly<Record<string, Text>>, key: string): string {
  const text = names[key]
  return text ? say(text) : key
}
