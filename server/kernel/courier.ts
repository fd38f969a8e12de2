import type { Language, Text } from '#/domain/base/text.ts'
import type { TextKind } from '#/domain/services/text-message.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { said, say } from '#/server/kernel/say.ts'

/** A message to one person. */
export interface Message {
  readonly to: string
  /** Only for mail. */
  readonly subject?: string
  readonly text: string
  /** Attachments of a mail. */
  readonly attachments?: readonly { readonly filename: string; readonly content: Uint8Array }[]
  /** The subject of the message, so that the sandbox can list it there. */
  readonly about: string
}

/** A text message: SMS gateways fill parameters into templates registered with them. */
export interface TextMessage extends Message {
  readonly kind: TextKind
  readonly params: Readonly<Record<string, string>>
}

/** Returns the text with the template kind and parameters that an SMS gateway needs. */
export function toSmsTemplate(kind: TextKind, words: Text, language: Language, values: Values): Pick<TextMessage, 'kind' | 'params' | 'text'> {
  return { kind, params: paramsOf(values, language), text: say(words, language, values) }
}

/** Formats values as gateway parameters. */
export function paramsOf(values: Values, language: Language): Record<string, string> {
  return Object.fromEntries(Object.entries(said(values, language)).map(([name, value]) => [name, String(value)]))
}

/** Sends messages; a failure throws, so that the job is retried. */
export interface Courier {
  /** The channels that are configured. */
  readonly ways: { readonly mail: boolean; readonly sms: boolean }
  mail(message: Message): Promise<void>
  sms(message: TextMessage): Promise<void>
}
