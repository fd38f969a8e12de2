import type { Db } from '#/server/kernel/context.ts'

// Runs as the accounts role, because the application role cannot see tickets.

export interface TicketRow {
  application_id: number | null
  candidate_id: number | null
  purpose: string
  created_at: Date
  expires_at: Date
  ended_at: Date | null
}

export async function insert(
  db: Db,
  ticket: { hash: Buffer; applicationId?: number; candidateId?: number; purpose: string; now: Date; until: Date },
): Promise<void> {
  const ownerColumns = { application_id: ticket.applicationId ?? null, candidate_id: ticket.candidateId ?? null }
  const row = { token_hash: ticket.hash, ...ownerColumns, purpose: ticket.purpose, created_at: ticket.now, expires_at: ticket.until }
  await db.insertInto('reg_ticket').values(row).execute()
}

export function find(db: Db, hash: Buffer): Promise<TicketRow | undefined> {
  return db
    .selectFrom('reg_ticket')
    .select(['application_id', 'candidate_id', 'purpose', 'created_at', 'expires_at', 'ended_at'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

export async function extendTicket(db: Db, hash: Buffer, until: Date): Promise<void> {
  await db.updateTable('reg_ticket').set({ expires_at: until }).where('token_hash', '=', hash).execute()
}

export async function endTickets(db: Db, applicationId: number, purposes: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('reg_ticket')
    .set({ ended_at: now })
    .where('application_id', '=', applicationId)
    .where('purpose', 'in', [...purposes])
    .where('ended_at', 'is', null)
    .execute()
}

export async function endTicketsOfCandidate(db: Db, candidateId: number, now: Date): Promise<void> {
  await db.updateTable('reg_ticket').set({ ended_at: now }).where('candidate_id', '=', candidateId).where('ended_at', 'is', null).execute()
}
