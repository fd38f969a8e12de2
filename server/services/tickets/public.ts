import { documentLinkHours } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { newToken, tokenHash } from '#/server/kernel/session/session.ts'
import * as store from '#/server/services/tickets/store.ts'

// A ticket allows work on one application, or the upload of one candidate's documents, without a session. Only
// registration and document uploads accept it.

const minuteMs = 60_000
const lifetimeMs = { edit: 30 * minuteMs, phone: 30 * minuteMs, papers: documentLinkHours * 60 * minuteMs } as const
const maxLifetimeMs = 12 * 60 * minuteMs

/** `edit` is for the applicant; `phone` is for the phone that takes missing pictures. */
export type TicketPurpose = 'edit' | 'phone'

/** The rights of a ticket. */
export interface OpenTicket {
  readonly applicationId: number
  readonly purpose: TicketPurpose
  readonly until: Date
}

/**
 * Issues a ticket of 256 random bits and stores only its hash. Earlier tickets of the purpose end; an applicant's new
 * ticket also ends the phone's.
 */
export async function issueTicket(ctx: Context, applicationId: number, purpose: TicketPurpose): Promise<string> {
  await store.endTickets(ctx.db, applicationId, purpose === 'edit' ? ['edit', 'phone'] : ['phone'], ctx.real)
  const ticket = newToken()
  const until = new Date(ctx.real.getTime() + lifetimeMs[purpose])
  await store.insert(ctx.db, { hash: tokenHash(ticket), applicationId, purpose, now: ctx.real, until })
  return ticket
}

/** Returns the rights of a ticket, or null if it is unknown or expired. */
export async function readTicket(ctx: Context, ticket: string): Promise<OpenTicket | null> {
  const row = await store.find(ctx.db, tokenHash(ticket))
  if (!row || row.application_id === null || row.ended_at !== null || row.expires_at <= ctx.real) return null
  return { applicationId: row.application_id, purpose: row.purpose as TicketPurpose, until: row.expires_at }
}

/** Extends a ticket in use by half an hour, up to twelve hours in total. Returns its new end. */
export async function extendTicket(ctx: Context, ticket: string): Promise<Date> {
  const hash = tokenHash(ticket)
  const row = await store.find(ctx.db, hash)
  const latestEnd = (row?.created_at ?? ctx.real).getTime() + maxLifetimeMs
  const until = new Date(Math.min(ctx.real.getTime() + lifetimeMs.edit, latestEnd))
  await store.extendTicket(ctx.db, hash, until)
  return until
}

/** Ends the tickets of an application for a purpose, or all of them. */
export function endTickets(ctx: Context, applicationId: number, purpose?: TicketPurpose): Promise<void> {
  return store.endTickets(ctx.db, applicationId, purpose ? [purpose] : ['edit', 'phone'], ctx.real)
}

/** Issues an upload link for a candidate; an earlier one ends. */
export async function issuePaperTicket(ctx: Context, candidateId: number): Promise<string> {
  await endPaperTickets(ctx, candidateId)
  const ticket = newToken()
  const until = new Date(ctx.real.getTime() + lifetimeMs.papers)
  await store.insert(ctx.db, { hash: tokenHash(ticket), candidateId, purpose: 'papers', now: ctx.real, until })
  return ticket
}

/** Returns the candidate of an upload link, or null if it is unknown, expired or used. */
export async function readPaperTicket(ctx: Context, ticket: string): Promise<{ readonly candidateId: number; readonly until: Date } | null> {
  const row = await store.find(ctx.db, tokenHash(ticket))
  if (!row || row.candidate_id === null || row.ended_at !== null || row.expires_at <= ctx.real) return null
  return { candidateId: row.candidate_id, until: row.expires_at }
}

/** Ends the upload links of a candidate. */
export function endPaperTickets(ctx: Context, candidateId: number): Promise<void> {
  return store.endTicketsOfCandidate(ctx.db, candidateId, ctx.real)
}

/** The validity of a phone ticket in minutes. */
export const phoneTicketMinutes = lifetimeMs.phone / minuteMs
