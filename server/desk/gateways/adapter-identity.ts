import { z } from 'zod'
import type { Call } from '#/server/desk/gateways/adapters.ts'
import type { CardAnswer, CardQuestion, IdentityAnswer, IdentityQuestion } from '#/server/kernel/gateways.ts'

const Identity = z.object({ result: z.enum(['match', 'mismatch', 'not_found']) })
const Card = z.object({ result: z.enum(['match', 'card_mismatch', 'name_mismatch']) })

/** Checks two elements: name and identity number. */
export async function askIdentity(call: Call, { name, idNumber }: IdentityQuestion): Promise<IdentityAnswer> {
  return Identity.parse(await call('/identity/id2', { name, idNumber })).result
}

/** Checks three elements, or four with a mobile number. */
export async function askCard(call: Call, { name, idNumber, cardNo, mobile }: CardQuestion): Promise<CardAnswer> {
  const question = { name, idNumber, cardNo, ...(mobile !== '' && { mobile }) }
  return Card.parse(await call(mobile === '' ? '/identity/card3' : '/identity/card4', question)).result
}
