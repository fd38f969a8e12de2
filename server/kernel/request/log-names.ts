import { jobNames } from '#/api/desk/audit.texts.ts'
import { modules } from '#/api/modules.ts'
import type { Module } from '#/api/operation.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const operations = Object.entries(modules as Readonly<Record<string, Module>>).flatMap(([module, each]) =>
  Object.entries(each).flatMap(([name, { log }]) => (log ? [[`${module}.${name}`, log] as const] : [])),
)
const names: ReadonlyMap<string, Text> = new Map([...operations, ...Object.entries<Text>(jobNames)])

/**
 * Returns the name that the log page shows for an operation or job. Actions without a name, such as denied reads, are
 * shown by their key.
 */
export function logName(action: string, language: Language): string {
  const name = names.get(action)
  return name ? translate(name, language) : action
}

export function logNames(language: Language): { action: string; name: string }[] {
  return [...names].map(([action, name]) => ({ action, name: translate(name, language) }))
}
