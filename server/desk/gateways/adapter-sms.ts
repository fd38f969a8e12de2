import { z } from 'zod'
import type { GatewayCall } from '#/server/desk/gateways/adapters.ts'

export interface SmsOrder {
  /** The same number for every retry, so that the gateway sends the message only once. */
  readonly id: string
  readonly to: string
  readonly template: string
  readonly params: Readonly<Record<string, string>>
  /** The full text, for gateways without templates. */
  readonly text: string
}

/** The gateway's answer: accepted under its own reference, or refused. */
export type SmsResponse = { readonly isTaken: true; readonly ref: string } | { readonly isTaken: false; readonly reason: string }

const SmsAnswer = z.union([
  z.object({ result: z.literal('accepted'), ref: z.string().max(64).default('') }),
  z.object({ result: z.literal('refused'), reason: z.string().max(64).default('') }),
])

export async function sendText(call: GatewayCall, { signName = '' }: Readonly<Record<string, string>>, order: SmsOrder): Promise<SmsResponse> {
  const answer = SmsAnswer.parse(await call('/sms/send', { ...order, sign: signName }))
  return answer.result === 'accepted' ? { isTaken: true, ref: answer.ref } : { isTaken: false, reason: answer.reason }
}

export const DeliveryReport = z.object({ id: z.uuid(), status: z.enum(['delivered', 'failed']), reason: z.string().max(64).default('') })
