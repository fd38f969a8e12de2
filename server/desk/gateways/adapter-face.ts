import { z } from 'zod'
import type { GatewayCall } from '#/server/desk/gateways/adapters.ts'
import type { FaceCheckRequest, FaceCheckResult } from '#/server/kernel/external/gateways.ts'

const minFaceLikeness = 60

// An answer "match" with a low similarity contradicts itself, so it counts as no answer.
const FaceAnswer = z
  .object({ result: z.enum(['match', 'mismatch', 'no_face']), likeness: z.number().min(0).max(100).default(0) })
  .refine(({ result, likeness }) => result !== 'match' || likeness >= minFaceLikeness)

/** Asks whether the face belongs to the person. */
export async function compareFace(call: GatewayCall, { name, idNumber, picture }: FaceCheckRequest): Promise<{ answer: FaceCheckResult; likeness: number }> {
  const { result, likeness } = FaceAnswer.parse(await call('/face/compare', { name, idNumber, picture: Buffer.from(picture).toString('base64') }))
  return { answer: result, likeness: Math.round(likeness) }
}
