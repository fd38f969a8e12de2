import type { Language, Text } from '#/domain/text.ts'
import type { TextKind } from '#/domain/text-message.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { said, say } from '#/server/kernel/say.ts'

/** A message to one person. */
export interface Message {
  readonly to: string
  /** Of a mail; a text message has none. */
  readonly subject?: string
  readonly text: string
  /** Files that a mail brings along. */
  readonly attachments?: readonly { readonly filename: string; readonly content: Uint8Array }[]
  /** What it is about, so that the sandbox can show it where it was asked for. */
  readonly about: string
}

/** A text message: gateways send templates that were registered with them, filled in with parameters. */
export interface TextMessage extends Message {
  readonly kind: TextKind
  readonly params: Readonly<Record<string, string>>
}

/** The words of a text message with what a gateway needs to say them by its own template. */
export function worded(kind: TextKind, words: Text, language: Language, values: Values): Pick<TextMessage, 'kind' | 'params' | 'text'> {
  return { kind, params: paramsOf(values, language), text: say(words, language, values) }
}

/** Values as a gateway takes them. */
export function paramsOf(values: Values, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(said(values, language)).map(([name, value]) => [name, String(value)]))
}

/** Sends messages. A failed message throws, and its job is retried. */
export interface Courier {
  /** What can be sent here now; a way that is not set up is not offered. */
  readonly ways: { readonly mail: boolean; readonly sms: boolean }
  mail(message: Message): Promise<void>
  sms(message: TextMessage): Promise<void>
}
