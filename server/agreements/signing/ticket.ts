import { timingSafeEqual } from 'node:crypto'
import { signingRefusals } from '#/api/agreements/signing.texts.ts'
import { faceConsentVersion } from '#/domain/agreements/face.ts'
import { contactOf, latestFaceConsent, type SignerContact } from '#/server/agreements/contracts/public.ts'
import * as store from '#/server/agreements/signing/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { incrementThrottleCount, readThrottleCount } from '#/server/kernel/request/throttle.ts'
import { tokenHash } from '#/server/kernel/session/session.ts'

const minuteMs = 60_000
/** Time after signing during which the link still opens, for the next document and the signed file. */
const recentlySignedMs = 60 * minuteMs
/** Validity of a confirmation by code or face. */
const proofLifetimeMs = 15 * minuteMs
/** Maximum consecutive failures of face verification per ticket. */
export const maxFaceTries = 3
/** Maximum wrong last digits per ticket. */
export const maxDigitTries = 5

export type TicketState = 'good' | 'dead' | 'done' | 'expired' | 'revoked' | 'refused' | 'notYet'

/** Refuses but commits the transaction, so that the attempt counters are stored. */
export function refuseAndCommit(name: keyof typeof signingRefusals, values: Values = {}): never {
  throw new Refusal(name, signingRefusals[name], values, { keepsWrites: true })
}

export function ticketStateOf(ctx: Context, ticket: store.TicketRow | undefined): TicketState {
  if (!ticket || ticket.expires_at <= ctx.real || ticket.tail_tries >= maxDigitTries) return 'dead'
  const { task_state, sign_state, sign_deadline, used_at } = ticket
  if (task_state === 'signed') return 'done'
  if (task_state === 'refused' || sign_state === 'refused') return 'refused'
  if (sign_state === 'revoked') return 'revoked'
  if (sign_state === 'expired' || (sign_deadline !== null && sign_deadline <= ctx.now)) return 'expired'
  if (sign_state !== 'signing' || used_at !== null || task_state === 'void') return 'dead'
  return task_state === 'open' ? 'good' : 'notYet'
}

/** Returns the last digits that identify a signer, and the kind of number that they end. */
export function lastDigitsOf(contact: SignerContact): { of: 'idNumber' | 'creditCode' | 'mobile'; digits: string } | null {
  if (contact.id_number) return { of: 'idNumber', digits: contact.id_number.slice(-4).toUpperCase() }
  if (contact.credit_code) return { of: 'creditCode', digits: contact.credit_code.slice(-4).toUpperCase() }
  return contact.mobile ? { of: 'mobile', digits: contact.mobile.slice(-4) } : null
}

/** Returns the ticket of a visitor whose browser has the pass, unless the ticket is dead; locked on request. */
export async function ticketOfHolder(ctx: Context, { ticket, pass }: { ticket: string; pass: string }, isLocked: boolean): Promise<store.TicketRow> {
  const row = await store.ticketOf(ctx.db, tokenHash(ticket), isLocked)
  if (!row || ticketStateOf(ctx, row) === 'dead') refuse(signingRefusals, 'ticketDead')
  if (row.pass_hash === null || !timingSafeEqual(row.pass_hash, Buffer.from(tokenHash(pass)))) refuse(signingRefusals, 'elsewhere')
  return row
}

/** Returns the ticket of a visitor whose browser has the pass, while the document can be signed. */
export async function ticketOfSigner(ctx: Context, inside: { ticket: string; pass: string }, isLocked: boolean): Promise<store.TicketRow> {
  const ticket = await ticketOfHolder(ctx, inside, isLocked)
  return ticketStateOf(ctx, ticket) === 'good' ? ticket : refuse(signingRefusals, 'ticketDead')
}

/** Returns the ticket of a visitor whose browser has the pass, until an hour after signing. */
export async function ticketOfRecentSigner(ctx: Context, inside: { ticket: string; pass: string }): Promise<store.TicketRow> {
  const ticket = await ticketOfHolder(ctx, inside, false)
  const isRecent = ticket.used_at !== null && ticket.used_at.getTime() + recentlySignedMs > ctx.real.getTime()
  return isRecent ? ticket : refuse(signingRefusals, 'ticketDead')
}

interface AttemptLimit {
  readonly most: number
  readonly minutes: number
}

/** Limits of attempts per address and per signing task. */
export const attemptLimits = {
  tailOfTask: { most: 15, minutes: 24 * 60 },
  tailOfAddress: { most: 40, minutes: 10 },
  codesOfTask: { most: 10, minutes: 24 * 60 },
  codesOfAddress: { most: 30, minutes: 10 },
  wrongOfTask: { most: 20, minutes: 24 * 60 },
  wrongOfAddress: { most: 30, minutes: 10 },
  facesOfTask: { most: 10, minutes: 24 * 60 },
  facesOfAddress: { most: 30, minutes: 10 },
} as const satisfies Record<string, AttemptLimit>

const windowStartOf = (ctx: Context, limit: AttemptLimit) => new Date(ctx.real.getTime() - limit.minutes * minuteMs)

/** Refuses when the number of attempts has reached the limit. */
export async function expectBelowLimit(ctx: Context, subject: string, limit: AttemptLimit): Promise<void> {
  const currentCount = await readThrottleCount(ctx.db, `sign-${subject}`, windowStartOf(ctx, limit))
  if (currentCount && currentCount.count >= limit.most) refuse(signingRefusals, 'tooMany')
}

export async function countAttempt(ctx: Context, subject: string, limit: AttemptLimit): Promise<void> {
  await incrementThrottleCount(ctx.db, `sign-${subject}`, { now: ctx.real, windowStart: windowStartOf(ctx, limit) })
}

export function signerContact(ctx: Context, ticket: store.TicketRow): Promise<SignerContact> {
  return contactOf(ctx, ticket.signer_type, ticket.signer_id)
}

/** How a signer confirms and signs. A code is always possible. */
export interface SigningMethods {
  readonly isByHand: boolean
  /** Whether the signer may use face verification instead of a code. */
  readonly offersFace: boolean
  /** The person has consented to the current edition of face verification. */
  readonly isFaceAgreed: boolean
}

/**
 * Returns how a signer can confirm and sign. Face verification is offered if the unit's terms or the centre's default
 * choose it, to operators with a mainland ID card who have not withdrawn their consent.
 */
export async function signingMethodsOf(ctx: Context, ticket: store.TicketRow): Promise<SigningMethods> {
  const { way, centre_id: centreId } = await store.signatureMethodOf(ctx.db, ticket.contract_id, ctx.now)
  const isPossible = way === 'face' && ticket.signer_type === 'operator' && (await signerContact(ctx, ticket)).id_kind === 'id_card'
  const consent = isPossible && centreId !== null ? await latestFaceConsent(ctx, { operatorId: ticket.signer_id, centreId }) : null
  return {
    isByHand: way === 'handwriting',
    offersFace: isPossible && centreId !== null && !consent?.isWithdrawn,
    isFaceAgreed: consent !== null && !consent.isWithdrawn && consent.edition === faceConsentVersion,
  }
}

/** Returns whether the signer confirmed recently: by code, or by face while the consent lasts. */
export function isProved(ctx: Context, ticket: store.TicketRow, { offersFace, isFaceAgreed }: SigningMethods): boolean {
  if (ticket.proved_at === null || ticket.proved_at.getTime() + proofLifetimeMs <= ctx.real.getTime()) return false
  return ticket.face_sha256 === null || (offersFace && isFaceAgreed)
}

/** Records an action with a ticket in the trail. */
export function recordTicketStep(ctx: Context, ticket: store.TicketRow, detail: Readonly<Record<string, unknown>>): void {
  ctx.note({ refType: 'contract', refId: ticket.contract_id, detail: { no: ticket.no, signTask: ticket.task_id, ...detail } })
}
