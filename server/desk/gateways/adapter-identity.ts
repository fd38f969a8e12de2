import { z } from 'zod'
import type { Call } from '#/server/desk/gateways/adapters.ts'
import type { CardAnswer, CardQuestion, IdentityAnswer, IdentityQuestion } from '#/server/kernel/gateways.ts'

const Identity = z.object({ result: z.enum(['match', 'mismatch', 'not_found']) })
const Card = z.object({ result: z.enum(['match', 'card_mismatch', 'name_mismatch']) })

/** Asks whether name and identity number belong together. */
export async function askIdentity(call: Call, { name, idNumber }: IdentityQuestion): Promise<IdentityAnswer> {
  return Identity.parse(await call('/identity/id2', { name, idNumber })).result
}

/** Asks whether name, identity number and card belong together, and the mobile number if given. */
export async function askCard(call: Call, { name, idNumber, cardNo, mobile }: CardQuestion): Promise<CardAnswer> {
  const question = { name, idNumber, cardNo, ...(mobile !== '' && { mobile }) }
  return Card.parse(await call(mobile === '' ? '/identity/card3' : '/identity/card4', question)).result
}
