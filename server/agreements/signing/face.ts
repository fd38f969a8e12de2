import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { faceRetentionDays } from '#/domain/agreements/face.ts'
import { contractById } from '#/server/agreements/contracts/public.ts'
import * as store from '#/server/agreements/signing/store.ts'
import {
  attemptLimits,
  countAttempt,
  expectBelowLimit,
  maxFaceTries,
  recordTicketStep,
  refuseAndCommit,
  signerContact,
  signingMethodsOf,
  ticketOfSigner,
} from '#/server/agreements/signing/ticket.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { StagedOperation, WithoutFiles } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { networkOf } from '#/server/lib/network.ts'
import { verifyFace } from '#/server/people/identity/public.ts'
import { recordFaceResult } from '#/server/people/operators/public.ts'
import { type CleanPicture, cleanPicture } from '#/server/services/files/public.ts'

type Input = z.output<Modules['signing']['face']['input']>

/** Returns the ticket of a signer who has consented to a face check and has attempts left. */
async function prepareFaceCheck(ctx: Context, inside: WithoutFiles<Input>): Promise<store.TicketRow> {
  const ticket = await ticketOfSigner(ctx, inside, true)
  if (ticket.read_at === null) refuse(signingRefusals, 'notRead')
  const methods = await signingMethodsOf(ctx, ticket)
  if (!methods.offersFace) refuse(signingRefusals, 'notByFace')
  if (!methods.isFaceAgreed) refuse(signingRefusals, 'faceNotAgreed')
  if (ticket.face_tries >= maxFaceTries) refuse(signingRefusals, 'faceOver')
  return ticket
}

/** Counts a failed attempt. The picture is not stored; only its hash is written to the trail. */
async function recordFailure(ctx: Context, ticket: store.TicketRow, { why, by }: { why: 'noFace' | 'wrongFace'; by: string }, sha256: string): Promise<never> {
  const triesSoFar = ticket.face_tries + 1
  await store.updateTicket(ctx.db, ticket.token_hash, { face_tries: triesSoFar })
  recordTicketStep(ctx, ticket, { failed: 'face', why, sha256 })
  if (triesSoFar < maxFaceTries) return refuseAndCommit(why, { left: maxFaceTries - triesSoFar })
  await recordFaceResult(ctx, ticket.signer_id, false, by)
  return refuseAndCommit('faceOver')
}

async function compareFaces(ctx: Context, input: Input, { bytes, mediaType }: CleanPicture): Promise<Record<string, never>> {
  const ticket = await prepareFaceCheck(ctx, input)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { id_number: idNumber, id_kind: idKind } = await signerContact(ctx, ticket)
  const faceCheckRequest = {
    name: ticket.signer_name,
    idKind: idKind ?? 'id_card',
    idNumber: idNumber ?? '',
    picture: bytes,
    ref: `sign_task ${ticket.task_id}`,
  }
  const { answer, likeness, by } = await verifyFace(ctx, faceCheckRequest)
  // An unavailable provider gives neither a match nor a failed attempt.
  if (answer === 'unverified') refuse(signingRefusals, 'faceUnavailable')
  if (answer !== 'match') return recordFailure(ctx, ticket, { why: answer === 'no_face' ? 'noFace' : 'wrongFace', by }, sha256)
  const row = (await contractById(ctx, ticket.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  const operatorId = ticket.signer_id
  // The file belongs to the signer and the centre, and the unit cannot open it.
  const name = `${row.no}-${ticket.task_id}.${mediaType === 'image/png' ? 'png' : 'jpg'}`
  const storedFace = await ctx.files.save({ name, mediaType, bytes, purpose: 'face', centreId: row.centre_id, operatorId, keepDays: faceRetentionDays })
  const attempt = { face_tries: 0, face_file_id: storedFace.id, face_sha256: storedFace.sha256, face_likeness: likeness, face_by: by }
  await store.updateTicket(ctx.db, ticket.token_hash, { proved_at: ctx.real, ...attempt })
  await recordFaceResult(ctx, operatorId, true, by)
  recordTicketStep(ctx, ticket, { proved: 'face', likeness, sha256: storedFace.sha256 })
  return {}
}

/** Checks the signer's face instead of a code. After three failures in a row only the code is possible. */
export const faceOperation: StagedOperation<Input, Record<string, never>> = {
  async admit(ctx, input) {
    const ticket = await prepareFaceCheck(ctx, input)
    const [task, address] = [`face:${ticket.task_id}`, `face-of:${networkOf(ctx.ip)}`]
    await expectBelowLimit(ctx, task, attemptLimits.facesOfTask)
    await expectBelowLimit(ctx, address, attemptLimits.facesOfAddress)
    await countAttempt(ctx, task, attemptLimits.facesOfTask)
    await countAttempt(ctx, address, attemptLimits.facesOfAddress)
  },
  async prepare(input) {
    const picture = await cleanPicture(input.picture.bytes)
    return (ctx) => compareFaces(ctx, input, picture)
  },
}
