import { refTypeNames } from '#/api/desk/audit.texts.ts'
import { signInReasonNames } from '#/api/desk/sign-ins.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Translate } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { texts } from './texts.ts'

export const outcomeTones = { done: 'green', refused: 'gold', denied: 'red' } as const

const refTypes: Readonly<Record<string, Text>> = refTypeNames

/** Returns who performed an action: a named person, an anonymous visitor or the system. */
export function actorName({ doer, name, username }: { doer: 'person' | 'guest' | 'system'; name: string; username: string }, t: Translate): string {
  return doer === 'person' ? withNote(name, username) : t(doer === 'system' ? texts.system : texts.nobody)
}

/** Returns why a sign-in was refused: the short name if there is one, else the message shown. */
export function signInReason({ reason, said }: { reason: string; said: string }, t: Translate): string {
  return signInReasonNames[reason] ? t(signInReasonNames[reason]) : said
}

export function refTypeName(refType: string, t: Translate): string {
  return refTypes[refType] ? t(refTypes[refType]) : refType
}
