import { createHash } from 'node:crypto'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import { contractById, refuseContract, sealJob, tellPeople } from '#/server/agreements/contracts/public.ts'
import { cleanSignature } from '#/server/agreements/signing/picture.ts'
import { contact } from '#/server/agreements/signing/standing.ts'
import * as store from '#/server/agreements/signing/store.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { isVerifierSandbox } from '#/server/people/identity/public.ts'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What shows afterwards who decided, from where and how: hashes where the thing itself is nobody's business. */
async function evidenceOf(ctx: Context, standing: store.Standing): Promise<Record<string, string>> {
  const { mobile } = await contact(ctx, standing)
  return {
    ip: ctx.ip,
    agent: ctx.agent,
    requestId: ctx.requestId,
    documentSha256: standing.sha256 ?? '',
    mobileSha256: mobile === null ? '' : sha256(mobile),
    codeRefSha256: standing.code_ref === null ? '' : sha256(standing.code_ref),
    ...(standing.face_sha256 !== null && {
      faceSha256: standing.face_sha256,
      faceFile: standing.face_file_id ?? '',
      faceLikeness: String(standing.face_likeness),
      ...(isVerifierSandbox && { faceVerifier: 'sandbox' }),
    }),
    entry: standing.is_known ? 'session' : 'link',
  }
}

/** How a signature was given. */
export interface Signature {
  readonly way: 'drawn' | 'typed'
  readonly image: Upload
}

/** Writes the signature down and queues its way into the file. */
export async function recordSignature(ctx: Context, standing: store.Standing, { way, image }: Signature): Promise<void> {
  const picture = await ctx.outside('signature', image.bytes, () => cleanSignature(image.bytes))
  if (picture === null) refuse(signingRefusals, 'badImage')
  if (picture === 'empty') refuse(signingRefusals, 'emptyImage')
  const row = (await contractById(ctx, standing.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  const owners = { unitId: row.unit_id, centreId: row.centre_id, operatorId: row.operator_id, partnerId: row.partner_id }
  const kept = await ctx.files.save({ name: `${row.no}.png`, mediaType: 'image/png', bytes: picture, purpose: 'signature', ...owners })
  const evidence = {
    ...(await evidenceOf(ctx, standing)),
    way,
    will: standing.face_sha256 === null ? 'sms' : 'face',
    imageSha256: kept.sha256,
    consents: row.consents.join(','),
  }
  const times = { read_at: standing.read_at, proved_at: standing.proved_at, signed_at: ctx.now }
  await store.decide(ctx.db, standing.task_id, { state: 'signed', ...times, image_file_id: kept.id, evidence })
  await store.setTicket(ctx.db, standing.token_hash, { used_at: ctx.real, code_hash: null })
  await ctx.enqueue(sealJob, { contractId: standing.contract_id })
  ctx.note({
    refType: 'contract',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    detail: { no: row.no, signTask: standing.task_id, way, sha256: standing.sha256, image: kept.sha256 },
  })
}

/** Writes the refusal down: nobody signs this paper any more. */
export async function recordRefusal(ctx: Context, standing: store.Standing, reason: string): Promise<void> {
  const row = (await contractById(ctx, standing.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  const evidence = { ...(await evidenceOf(ctx, standing)), way: 'refused' }
  await store.decide(ctx.db, standing.task_id, { state: 'refused', read_at: standing.read_at, proved_at: standing.proved_at, reason, evidence })
  await store.voidOthers(ctx.db, row.id)
  if (!(await refuseContract(ctx, row, reason))) refuse(signingRefusals, 'ticketDead')
  await store.setTicket(ctx.db, standing.token_hash, { used_at: ctx.real, code_hash: null })
  await tellPeople(ctx, row, 'contractOver', reason)
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
