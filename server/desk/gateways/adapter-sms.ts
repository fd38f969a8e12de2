import { z } from 'zod'
import type { Call } from '#/server/desk/gateways/adapters.ts'

/** What a gateway is told of one message. */
export interface SmsOrder {
  /** The same at every try: a gateway sends a number once. */
  readonly id: string
  readonly to: string
  readonly template: string
  readonly params: Readonly<Record<string, string>>
  /** For gateways that take free text. */
  readonly text: string
}

/** What the gateway did with it: took it under a number of its own, or will not send it. */
export type SmsAnswer = { readonly isTaken: true; readonly ref: string } | { readonly isTaken: false; readonly reason: string }

const Answer = z.union([
  z.object({ result: z.literal('accepted'), ref: z.string().max(64).default('') }),
  z.object({ result: z.literal('refused'), reason: z.string().max(64).default('') }),
])

/** Has a gateway send a message. */
export async function sendText(call: Call, { signName = '' }: Readonly<Record<string, string>>, order: SmsOrder): Promise<SmsAnswer> {
  const answer = Answer.parse(await call('/sms/send', { ...order, sign: signName }))
  return answer.result === 'accepted' ? { isTaken: true, ref: answer.ref } : { isTaken: false, reason: answer.reason }
}

/** A delivery report. */
export const Report = z.object({ id: z.uuid(), status: z.enum(['delivered', 'failed']), reason: z.string().max(64).default('') })
