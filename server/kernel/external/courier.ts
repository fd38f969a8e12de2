import type { Language, Text } from '#/domain/base/text.ts'
import type { SmsKind } from '#/domain/services/text-message.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { formatValues, translate } from '#/server/kernel/request/translate.ts'

/** A message to one recipient. */
export interface Message {
  readonly to: string
  /** For mail only. */
  readonly subject?: string
  readonly text: string
  /** Attachments of a mail. */
  readonly attachments?: readonly { readonly filename: string; readonly content: Uint8Array }[]
  /** The business object that the message is about, which the sandbox lists with it. */
  readonly about: string
}

/** A text message. SMS gateways insert the parameters into templates registered with them. */
export interface TextMessage extends Message {
  readonly kind: SmsKind
  readonly params: Readonly<Record<string, string>>
}

/** Returns the text with the template kind and parameters that an SMS gateway needs. */
export function toSmsTemplate(kind: SmsKind, words: Text, language: Language, values: Values): Pick<TextMessage, 'kind' | 'params' | 'text'> {
  return { kind, params: textParams(values, language), text: translate(words, language, values) }
}

/** Formats values as gateway parameters. */
export function textParams(values: Values, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(formatValues(values, language)).map(([name, value]) => [name, String(value)]))
}

/** Sends messages. Throws on failure, so that the job is retried. */
export interface Courier {
  /** Configured delivery methods. */
  readonly ways: { readonly mail: boolean; readonly sms: boolean }
  mail(message: Message): Promise<void>
  sms(message: TextMessage): Promise<void>
}
