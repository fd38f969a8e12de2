import { documentLinkHours } from '#/domain/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { newToken, tokenHash } from '#/server/kernel/session.ts'
import * as store from '#/server/services/tickets/store.ts'

// The right to work on one application, or to send the papers of one person under review, without a session. It calls no business operation: only
// registration and the upload of papers read it.

const minuteMs = 60_000
const lifeMs = { edit: 30 * minuteMs, phone: 30 * minuteMs, papers: documentLinkHours * 60 * minuteMs } as const
const lifeMostMs = 12 * 60 * minuteMs

/** `edit`: the applicant's own; `phone`: the phone that takes the missing pictures. */
export type TicketPurpose = 'edit' | 'phone'

/** What a ticket opens. */
export interface OpenTicket {
  readonly applicationId: number
  readonly purpose: TicketPurpose
  readonly until: Date
}

/** A new ticket: 256 random bits, of which only the hash is kept. Earlier tickets for the same purpose end, and with the applicant's own the phone's. */
export async function issueTicket(ctx: Context, applicationId: number, purpose: TicketPurpose): Promise<string> {
  await store.end(ctx.db, applicationId, purpose === 'edit' ? ['edit', 'phone'] : ['phone'], ctx.real)
  const ticket = newToken()
  const until = new Date(ctx.real.getTime() + lifeMs[purpose])
  await store.insert(ctx.db, { hash: tokenHash(ticket), applicationId, purpose, now: ctx.real, until })
  return ticket
}

/** What a ticket opens; null when there is none like it, or it is over. */
export async function readTicket(ctx: Context, ticket: string): Promise<OpenTicket | null> {
  const row = await store.find(ctx.db, tokenHash(ticket))
  if (!row || row.application_id === null || row.ended_at !== null || row.expires_at <= ctx.real) return null
  return { applicationId: row.application_id, purpose: row.purpose as TicketPurpose, until: row.expires_at }
}

/** Who is at work keeps the ticket: half an hour from now, twelve hours in all. Answers until when. */
export async function prolongTicket(ctx: Context, ticket: string): Promise<Date> {
  const hash = tokenHash(ticket)
  const row = await store.find(ctx.db, hash)
  const most = (row?.created_at ?? ctx.real).getTime() + lifeMostMs
  const until = new Date(Math.min(ctx.real.getTime() + lifeMs.edit, most))
  await store.prolong(ctx.db, hash, until)
  return until
}

/** Ends the tickets of an application for this purpose, or all of them. */
export function endTickets(ctx: Context, applicationId: number, purpose?: TicketPurpose): Promise<void> {
  return store.end(ctx.db, applicationId, purpose ? [purpose] : ['edit', 'phone'], ctx.real)
}

/** A link for somebody under review, of whom pictures are wanted; an earlier one ends. */
export async function issuePaperTicket(ctx: Context, candidateId: number): Promise<string> {
  await endPaperTickets(ctx, candidateId)
  const ticket = newToken()
  const until = new Date(ctx.real.getTime() + lifeMs.papers)
  await store.insert(ctx.db, { hash: tokenHash(ticket), candidateId, purpose: 'papers', now: ctx.real, until })
  return ticket
}

/** Whose pictures are wanted; null when there is no such link, or it is over or used up. */
export async function readPaperTicket(ctx: Context, ticket: string): Promise<{ readonly candidateId: number; readonly until: Date } | null> {
  const row = await store.find(ctx.db, tokenHash(ticket))
  if (!row || row.candidate_id === null || row.ended_at !== null || row.expires_at <= ctx.real) return null
  return { candidateId: row.candidate_id, until: row.expires_at }
}

/** The link to send pictures works no longer. */
export function endPaperTickets(ctx: Context, candidateId: number): Promise<void> {
  return store.endOfCandidate(ctx.db, candidateId, ctx.real)
}

/** How long a phone may take pictures. */
export const phoneMinutes = lifeMs.phone / minuteMs
