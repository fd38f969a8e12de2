import type { z } from 'zod'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { maskMobile, maskName } from '#/domain/base/identity.ts'
import { sandboxVerifier } from '#/domain/services/gateway.ts'
import { issueTicket, type SignerContact } from '#/server/agreements/contracts/public.ts'
import { recordRefusal, recordSignature } from '#/server/agreements/signing/deciding.ts'
import { faceOperation } from '#/server/agreements/signing/face.ts'
import { agreeFace, faceConsentToShow, mayWithdrawFaceConsent, withdrawFace } from '#/server/agreements/signing/face-consent.ts'
import { codeJob } from '#/server/agreements/signing/jobs.ts'
import * as store from '#/server/agreements/signing/store.ts'
import {
  attemptLimits,
  countAttempt,
  expectBelowLimit,
  isProved,
  lastDigitsOf,
  maxDigitTries,
  maxFaceTries,
  recordTicketStep,
  refuseAndCommit,
  signerContact,
  signingMethodsOf,
  ticketOfHolder,
  ticketOfRecentSigner,
  ticketOfSigner,
  ticketStateOf,
} from '#/server/agreements/signing/ticket.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation, WithoutFiles } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { passwordMatches } from '#/server/kernel/session/passwords.ts'
import { newToken, tokenHash } from '#/server/kernel/session/session.ts'
import { networkOf } from '#/server/lib/network.ts'
import { sandboxMessages } from '#/server/services/messages/public.ts'

const minuteMs = 60_000
const linkLifetimeMs = 5 * minuteMs
const codeLifetimeMs = 10 * minuteMs
const resendDelayMs = minuteMs
const maxCodeTries = 5

type PresentedParties = z.output<Modules['signing']['facts']['output']>['parties']
type SignedContractKind = z.output<Modules['signing']['facts']['output']>['kind']

async function createFileLink(ctx: Context, fileId: string): Promise<string> {
  const token = newToken()
  await store.addLink(ctx.db, { file_id: fileId, token_hash: tokenHash(token), expires_at: new Date(ctx.real.getTime() + linkLifetimeMs) })
  return `/files/${token}`
}

/** Masks the name of an operator, or of a partner who is a person, for visitors who have not proved that they sign. */
function displayName(ticket: store.TicketRow, { id_number }: SignerContact): string {
  return ticket.signer_type === 'operator' || id_number !== null ? maskName(ticket.signer_name) : ticket.signer_name
}

const emptyFaceEvidence = { face_file_id: null, face_sha256: null, face_likeness: null, face_by: '' }

type SignInput = WithoutFiles<z.output<Modules['signing']['sign']['input']>>

/** Returns the signer's ticket once every step before the signature is complete. */
async function expectReadyToSign(ctx: Context, { sha256, way, consents, ...inside }: SignInput): Promise<store.TicketRow> {
  const ticket = await ticketOfSigner(ctx, inside, true)
  if (ticket.read_at === null) refuse(signingRefusals, 'notRead')
  const methods = await signingMethodsOf(ctx, ticket)
  if (!isProved(ctx, ticket, methods)) refuse(signingRefusals, ticket.face_sha256 === null ? 'notProved' : 'notShown')
  if (sha256 !== ticket.sha256) refuse(signingRefusals, 'otherFile')
  if (ticket.signer_type === 'operator' && ticket.consents.some((kind) => !consents.includes(kind))) refuse(signingRefusals, 'noConsent')
  if (way !== 'drawn' && methods.isByHand) refuse(signingRefusals, 'byHand')
  return ticket
}

export const signing: Implementation<Modules['signing']> = {
  async look(ctx, { ticket }) {
    const row = await store.ticketOf(ctx.db, tokenHash(ticket), false)
    const state = ticketStateOf(ctx, row)
    if (!row || state === 'dead') return { state, signer: '', name: '', asks: null, deadline: null, isSandbox: ctx.isDemo }
    const contact = await signerContact(ctx, row)
    const requestedDigits = row.is_known ? null : (lastDigitsOf(contact)?.of ?? null)
    return {
      state,
      signer: displayName(row, contact),
      name: row.name,
      asks: requestedDigits,
      deadline: row.sign_deadline?.toISOString() ?? null,
      isSandbox: ctx.isDemo,
    }
  },

  async open(ctx, { ticket, tail }) {
    const hash = tokenHash(ticket)
    const row = await store.ticketOf(ctx.db, hash, true)
    if (!row || ticketStateOf(ctx, row) !== 'good') refuse(signingRefusals, 'ticketDead')
    const task = `tail:${row.task_id}`
    const address = `tail-of:${networkOf(ctx.ip)}`
    await expectBelowLimit(ctx, task, attemptLimits.tailOfTask)
    await expectBelowLimit(ctx, address, attemptLimits.tailOfAddress)
    const expectedDigits = row.is_known ? null : lastDigitsOf(await signerContact(ctx, row))
    if (!row.is_known && expectedDigits?.digits !== tail.toUpperCase()) {
      await countAttempt(ctx, task, attemptLimits.tailOfTask)
      await countAttempt(ctx, address, attemptLimits.tailOfAddress)
      await store.updateTicket(ctx.db, hash, { tail_tries: row.tail_tries + 1 })
      recordTicketStep(ctx, row, { failed: 'tail' })
      const remainingTries = maxDigitTries - row.tail_tries - 1
      if (remainingTries <= 0) refuseAndCommit('ticketDead')
      refuseAndCommit('wrongTail', { left: remainingTries })
    }
    const pass = newToken()
    // In a new browser the visitor must read and confirm again.
    await store.updateTicket(ctx.db, hash, { pass_hash: Buffer.from(tokenHash(pass)), proved_at: null, code_hash: null, ...emptyFaceEvidence })
    recordTicketStep(ctx, row, { opened: true })
    return { pass }
  },

  async facts(ctx, inside) {
    const ticket = await ticketOfSigner(ctx, inside, false)
    const { mobile } = await signerContact(ctx, ticket)
    const { kind, parties } = await store.partiesOf(ctx.db, ticket.contract_id)
    const methods = await signingMethodsOf(ctx, ticket)
    return {
      no: ticket.no,
      name: ticket.name,
      kind: kind as SignedContractKind,
      parties: (parties as unknown as PresentedParties).map(({ party, name }) => ({ party, name })),
      signer: ticket.signer_name,
      mobile: mobile === null ? '' : maskMobile(mobile),
      consents: ticket.consents,
      unprintable: ticket.unprintable,
      deadline: (ticket.sign_deadline ?? ctx.now).toISOString(),
      sha256: ticket.sha256 ?? '',
      isRead: ticket.read_at !== null,
      isProved: isProved(ctx, ticket, methods),
      isByHand: methods.isByHand,
      offersFace: methods.offersFace,
      faceConsent: methods.offersFace && !methods.isFaceAgreed ? await faceConsentToShow(ctx, ticket) : null,
      facesLeft: Math.max(0, maxFaceTries - ticket.face_tries),
      isFaceSandbox: ctx.gateways.source('face') === sandboxVerifier,
      mayWithdrawFace: await mayWithdrawFaceConsent(ctx, ticket),
    }
  },

  async document(ctx, inside) {
    const ticket = await ticketOfSigner(ctx, inside, false)
    if (ticket.file_id === null) refuse(signingRefusals, 'ticketDead')
    recordTicketStep(ctx, ticket, { shown: ticket.sha256 })
    return { url: await createFileLink(ctx, ticket.file_id), sha256: ticket.sha256 ?? '' }
  },

  async read(ctx, { sha256, pages, ...inside }) {
    const ticket = await ticketOfSigner(ctx, inside, true)
    if (sha256 !== ticket.sha256) refuse(signingRefusals, 'otherFile')
    await store.updateTicket(ctx.db, ticket.token_hash, { read_at: ctx.real })
    recordTicketStep(ctx, ticket, { read: sha256, pages })
    return {}
  },

  async code(ctx, inside) {
    const ticket = await ticketOfSigner(ctx, inside, true)
    if (ticket.read_at === null) refuse(signingRefusals, 'notRead')
    if (!ctx.site.ways.sms) refuse(signingRefusals, 'noSms')
    const { mobile } = await signerContact(ctx, ticket)
    if (!mobile) refuse(signingRefusals, 'noMobile')
    const waitMs = ticket.code_sent_at === null ? 0 : ticket.code_sent_at.getTime() + resendDelayMs - ctx.real.getTime()
    if (waitMs > 0) refuse(signingRefusals, 'tooSoon', { seconds: Math.ceil(waitMs / 1000) })
    const [task, address] = [`code:${ticket.task_id}`, `code-of:${networkOf(ctx.ip)}`]
    await expectBelowLimit(ctx, task, attemptLimits.codesOfTask)
    await expectBelowLimit(ctx, address, attemptLimits.codesOfAddress)
    await countAttempt(ctx, task, attemptLimits.codesOfTask)
    await countAttempt(ctx, address, attemptLimits.codesOfAddress)
    const ref = ctx.newId()
    const codeExpiresAt = new Date(ctx.real.getTime() + codeLifetimeMs)
    await store.updateTicket(ctx.db, ticket.token_hash, {
      code_ref: ref,
      code_hash: null,
      code_tries: 0,
      code_expires_at: codeExpiresAt,
      code_sent_at: ctx.real,
      codes: ticket.codes + 1,
    })
    await ctx.enqueue(codeJob, { ticket: ticket.token_hash.toString('hex'), ref, language: ctx.language })
    recordTicketStep(ctx, ticket, { codeRef: ref })
    return { mobile: maskMobile(mobile), resendSeconds: resendDelayMs / 1000, validSeconds: codeLifetimeMs / 1000 }
  },

  async confirm(ctx, { code, ...inside }) {
    const ticket = await ticketOfSigner(ctx, inside, true)
    const [task, address] = [`wrong:${ticket.task_id}`, `wrong-of:${networkOf(ctx.ip)}`]
    await expectBelowLimit(ctx, task, attemptLimits.wrongOfTask)
    await expectBelowLimit(ctx, address, attemptLimits.wrongOfAddress)
    const isCodeUsable = ticket.code_hash !== null && ticket.code_expires_at !== null && ticket.code_expires_at > ctx.real && ticket.code_tries < maxCodeTries
    const isCodeCorrect = await passwordMatches(ctx, isCodeUsable ? ticket.code_hash : null, code)
    if (!isCodeUsable || !isCodeCorrect) {
      await countAttempt(ctx, task, attemptLimits.wrongOfTask)
      await countAttempt(ctx, address, attemptLimits.wrongOfAddress)
      recordTicketStep(ctx, ticket, { failed: 'code' })
      const triesSoFar = ticket.code_tries + 1
      await store.updateTicket(ctx.db, ticket.token_hash, { code_tries: triesSoFar, ...(triesSoFar >= maxCodeTries && { code_hash: null }) })
      if (!isCodeUsable || triesSoFar >= maxCodeTries) refuseAndCommit('codeDead')
      refuseAndCommit('wrongCode', { left: maxCodeTries - triesSoFar })
    }
    // A code can be used only once.
    await store.updateTicket(ctx.db, ticket.token_hash, { proved_at: ctx.real, code_hash: null, ...emptyFaceEvidence })
    recordTicketStep(ctx, ticket, { proved: ticket.code_ref })
    return {}
  },

  agreeFace,
  withdrawFace,
  face: faceOperation,

  sign: {
    async admit(ctx, input) {
      await expectReadyToSign(ctx, input)
    },
    prepare: async (input) => async (ctx) => {
      await recordSignature(ctx, await expectReadyToSign(ctx, input), input)
      return {}
    },
  },

  async refuse(ctx, { reason, ...inside }) {
    const ticket = await ticketOfSigner(ctx, inside, true)
    await recordRefusal(ctx, ticket, reason)
    return {}
  },

  async state(ctx, inside) {
    const ticket = await ticketOfRecentSigner(ctx, inside)
    const hasNext = (await store.nextTask(ctx.db, ticket, ctx.now)) !== null
    const { sign_state, task_state } = ticket
    const state = task_state === 'refused' ? 'refused' : sign_state === 'done' ? 'done' : sign_state === 'signing' ? 'waiting' : 'over'
    return { state, sha256: sign_state === 'done' ? ticket.sha256 : null, hasNext, mayWithdrawFace: await mayWithdrawFaceConsent(ctx, ticket) }
  },

  async signed(ctx, inside) {
    const ticket = await ticketOfRecentSigner(ctx, inside)
    if (ticket.sign_state !== 'done' || ticket.file_id === null) refuse(signingRefusals, 'notReady')
    recordTicketStep(ctx, ticket, { downloaded: ticket.sha256 })
    return { url: await createFileLink(ctx, ticket.file_id) }
  },

  async next(ctx, inside) {
    const ticket = await ticketOfRecentSigner(ctx, inside)
    const task = await store.nextTask(ctx.db, ticket, ctx.now)
    if (task === null || ticket.task_state !== 'signed') refuse(signingRefusals, 'noNext')
    recordTicketStep(ctx, ticket, { next: task })
    return { ticket: await issueTicket(ctx, task, true) }
  },

  async sandbox(ctx, inside) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    const ticket = await ticketOfHolder(ctx, inside, false)
    const rows = (await sandboxMessages(ctx.db, `sign-code:${ticket.task_id}`)).filter((row) => row.way === 'sms')
    return { messages: rows.map(({ id, way, recipient, subject, body }) => ({ id, way, to: recipient, subject, text: body })) }
  },
}
