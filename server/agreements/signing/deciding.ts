import { createHash } from 'node:crypto'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import { trustedVerifiers } from '#/domain/services/gateway.ts'
import { contractById, notifyParties, refuseContract, sealJob } from '#/server/agreements/contracts/public.ts'
import { cleanSignature } from '#/server/agreements/signing/picture.ts'
import * as store from '#/server/agreements/signing/store.ts'
import { signerContact } from '#/server/agreements/signing/ticket.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Collects the evidence of a decision: who, from where and how; sensitive values as hashes. */
async function evidenceOf(ctx: Context, ticket: store.TicketRow): Promise<Record<string, string>> {
  const { mobile } = await signerContact(ctx, ticket)
  return {
    ip: ctx.ip,
    agent: ctx.agent,
    requestId: ctx.requestId,
    documentSha256: ticket.sha256 ?? '',
    mobileSha256: mobile === null ? '' : sha256(mobile),
    codeRefSha256: ticket.code_ref === null ? '' : sha256(ticket.code_ref),
    ...(ticket.face_sha256 !== null && {
      faceSha256: ticket.face_sha256,
      faceFile: ticket.face_file_id ?? '',
      faceLikeness: String(ticket.face_likeness),
      faceVerifier: ticket.face_by,
    }),
    entry: ticket.is_known ? 'session' : 'link',
  }
}

export interface TypedOrDrawnSignature {
  readonly way: 'drawn' | 'typed'
  readonly image: Upload
}

/** Stores a signature and queues its embedding into the file. */
export async function recordSignature(ctx: Context, ticket: store.TicketRow, { way, image }: TypedOrDrawnSignature): Promise<void> {
  // A face check by the demo's sandbox does not count in production.
  if (ticket.face_sha256 !== null && !ctx.isDemo && !trustedVerifiers.includes(ticket.face_by)) refuse(signingRefusals, 'notShown')
  const picture = await ctx.outside('signature', image.bytes, () => cleanSignature(image.bytes))
  if (picture === null) refuse(signingRefusals, 'badImage')
  if (picture === 'empty') refuse(signingRefusals, 'emptyImage')
  const row = (await contractById(ctx, ticket.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  const fileOwner = { unitId: row.unit_id, centreId: row.centre_id, operatorId: row.operator_id, partnerId: row.partner_id }
  const storedImage = await ctx.files.save({ name: `${row.no}.png`, mediaType: 'image/png', bytes: picture, purpose: 'signature', ...fileOwner })
  const evidence = {
    ...(await evidenceOf(ctx, ticket)),
    way,
    will: ticket.face_sha256 === null ? 'sms' : 'face',
    imageSha256: storedImage.sha256,
    consents: row.consents.join(','),
  }
  const signingTimes = { read_at: ticket.read_at, proved_at: ticket.proved_at, signed_at: ctx.now }
  await store.decideTask(ctx.db, ticket.task_id, { state: 'signed', ...signingTimes, image_file_id: storedImage.id, evidence })
  await store.updateTicket(ctx.db, ticket.token_hash, { used_at: ctx.real, code_hash: null })
  await ctx.enqueue(sealJob, { contractId: ticket.contract_id })
  ctx.note({
    refType: 'contract',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    detail: { no: row.no, signTask: ticket.task_id, way, sha256: ticket.sha256, image: storedImage.sha256 },
  })
}

/** Records a refusal, which ends signing for all parties. */
export async function recordRefusal(ctx: Context, ticket: store.TicketRow, reason: string): Promise<void> {
  const row = (await contractById(ctx, ticket.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  const evidence = { ...(await evidenceOf(ctx, ticket)), way: 'refused' }
  await store.decideTask(ctx.db, ticket.task_id, { state: 'refused', read_at: ticket.read_at, proved_at: ticket.proved_at, reason, evidence })
  await store.voidOtherTasks(ctx.db, row.id)
  if (!(await refuseContract(ctx, row, reason))) refuse(signingRefusals, 'ticketDead')
  await store.updateTicket(ctx.db, ticket.token_hash, { used_at: ctx.real, code_hash: null })
  await notifyParties(ctx, row, 'contractOver', reason)
  ctx.note({
    refType: 'contract',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    before: { state: row.sign_state },
    after: { state: 'refused' },
    detail: { no: row.no, reason },
  })
}
