import { jobNames } from '#/api/desk/audit.texts.ts'
import { modules } from '#/api/modules.ts'
import type { Module } from '#/api/operation.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import type { LoggedChange } from '#/server/kernel/request/store-trail.ts'
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

/** Presents a page of trail entries about an object, with the words and the reason that they record. */
export function presentLoggedChanges({ rows, count }: { readonly rows: readonly LoggedChange[]; readonly count: number }, language: Language) {
  return {
    rows: rows.map(({ at, by, action, detail }) => ({
      at: at.toISOString(),
      by: by ?? '',
      action,
      actionName: logName(action, language),
      words: [detail.words, detail.reason].filter((each) => typeof each === 'string' && each !== '').join(' · '),
    })),
    count,
  }
}
