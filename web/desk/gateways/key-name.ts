import type { Text } from '#/domain/base/text.ts'
import type { Translate } from '#/web/kernel/i18n.ts'

/** Returns the name of a key, or the key itself if a later version added it. */
export function nameOfKey(t: Translate, names: Readonly<Record<string, Text>>, key: string): string {
  const text = names[key]
  return text ? t(text) : key
}
