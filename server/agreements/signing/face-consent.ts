import type { z } from 'zod'
import { faceConsentText, faceTexts } from '#/api/agreements/face.texts.ts'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { faceConsentVersion, faceRetentionDays } from '#/domain/agreements/face.ts'
import { contractById, mayWithdrawFaces, recordFaceConsent, withdrawFaceConsents } from '#/server/agreements/contracts/public.ts'
import type { TicketRow } from '#/server/agreements/signing/store.ts'
import { recordTicketStep, signingMethodsOf, ticketOfHolder, ticketOfSigner } from '#/server/agreements/signing/ticket.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** Returns the consent text of a contract's centre in the signer's language. */
export async function faceConsentToShow(ctx: Context, ticket: TicketRow): Promise<{ version: string; text: string }> {
  const row = (await contractById(ctx, ticket.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  return { version: faceConsentVersion, text: translate(faceConsentText, ctx.language, { centre: row.centre_name, days: faceRetentionDays }) }
}

/** Records the consent once, with the edition and text that were shown. The trail records the edition. */
export async function agreeFace(ctx: Context, { version, ...inside }: z.output<Modules['signing']['agreeFace']['input']>): Promise<Record<string, never>> {
  const ticket = await ticketOfSigner(ctx, inside, true)
  const methods = await signingMethodsOf(ctx, ticket)
  if (!methods.offersFace) refuse(signingRefusals, 'notByFace')
  if (version !== faceConsentVersion) refuse(signingRefusals, 'otherConsent')
  if (methods.isFaceAgreed) return {}
  const row = (await contractById(ctx, ticket.contract_id)) ?? refuse(signingRefusals, 'ticketDead')
  const { text } = await faceConsentToShow(ctx, ticket)
  const consentSubject = { operatorId: ticket.signer_id, centreId: row.centre_id, documentSha256: ticket.sha256 ?? '' }
  await recordFaceConsent(ctx, consentSubject, { version, language: ctx.language, text, ip: ctx.ip, agent: ctx.agent })
  recordTicketStep(ctx, ticket, { faceConsent: version })
  return {}
}

/** Returns whether the signer has a consent or pictures to withdraw. */
export async function mayWithdrawFaceConsent(ctx: Context, ticket: TicketRow): Promise<boolean> {
  return ticket.signer_type === 'operator' && (await mayWithdrawFaces(ctx, ticket.signer_id))
}

/** Withdraws the signer's consents at every centre, as in the profile, while the link is valid. */
export async function withdrawFace(ctx: Context, inside: z.output<Modules['signing']['withdrawFace']['input']>): Promise<Record<string, never>> {
  const ticket = await ticketOfHolder(ctx, inside, true)
  const isPerson = ticket.signer_type === 'operator'
  const count = isPerson ? await withdrawFaceConsents(ctx, ticket.signer_id, translate(faceTexts.ownWishSigning, ctx.language)) : 0
  if (count === 0) refuse(signingRefusals, 'noFaceConsent')
  recordTicketStep(ctx, ticket, { faceWithdrawn: count })
  return {}
}
