import { z } from 'zod'
import type { GatewayCall } from '#/server/desk/gateways/adapters.ts'
import type { CardCheckRequest, CardCheckResult, IdentityCheckRequest, IdentityCheckResult } from '#/server/kernel/external/gateways.ts'

const IdentityAnswer = z.object({ result: z.enum(['match', 'mismatch', 'not_found']) })
const CardAnswer = z.object({ result: z.enum(['match', 'card_mismatch', 'name_mismatch']) })

/** Asks whether name and identity number belong together. */
export async function checkIdentity(call: GatewayCall, { name, idNumber }: IdentityCheckRequest): Promise<IdentityCheckResult> {
  return IdentityAnswer.parse(await call('/identity/id2', { name, idNumber })).result
}

/** Asks whether name, identity number and card belong together, and the mobile number if given. */
export async function checkCard(call: GatewayCall, { name, idNumber, cardNo, mobile }: CardCheckRequest): Promise<CardCheckResult> {
  const request = { name, idNumber, cardNo, ...(mobile !== '' && { mobile }) }
  return CardAnswer.parse(await call(mobile === '' ? '/identity/card3' : '/identity/card4', request)).result
}
