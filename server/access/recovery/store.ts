import { sql } from 'kysely'
import type { Language } from '#/domain/base/text.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Runs as the database owner: the application role cannot read recovery requests or tickets.

export interface RecoveryRequest
  extends Row<'recovery_ask', 'id' | 'user_id' | 'way' | 'recipient' | 'language' | 'code_hash' | 'tries' | 'expires_at' | 'ended_at'> {
  /** Null when account and contact do not match. */
  user_id: number | null
  way: 'mail' | 'sms'
  language: Language
}

interface NewRequest extends Pick<RecoveryRequest, 'id' | 'user_id' | 'way' | 'recipient' | 'language' | 'expires_at'> {
  created_at: Date
}

/**
 * Ends the account's earlier requests, so that only the latest code is valid. `userId` is 0 when no account matched.
 */
export async function endRequests(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('recovery_ask').set({ ended_at: now }).where('user_id', '=', userId).where('ended_at', 'is', null).execute()
}

export async function insertRequest(db: Db, ask: NewRequest): Promise<void> {
  await db.insertInto('recovery_ask').values(ask).execute()
}

export async function lockRequest(db: Db, id: string): Promise<RecoveryRequest | undefined> {
  const row = await db
    .selectFrom('recovery_ask')
    .select(['id', 'user_id', 'way', 'recipient', 'language', 'code_hash', 'tries', 'expires_at', 'ended_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as RecoveryRequest | undefined
}

export async function updateRequest(db: Db, id: string, change: { code_hash?: string; tries?: number; ended_at?: Date }): Promise<void> {
  await db.updateTable('recovery_ask').set(change).where('id', '=', id).execute()
}

export type RecoveryTicket = Row<'recovery_ticket', 'user_id' | 'password_was' | 'tries' | 'expires_at' | 'used_at'>

type NewTicket = Row<'recovery_ticket', 'token_hash' | 'user_id' | 'ask_id' | 'password_was' | 'created_at' | 'expires_at'>

/** Stores the ticket of a request, replacing an earlier one. */
export async function storeTicket(db: Db, ticket: NewTicket): Promise<void> {
  await db.deleteFrom('recovery_ticket').where('ask_id', '=', ticket.ask_id).execute()
  await db
    .insertInto('recovery_ticket')
    .values({ ...ticket, token_hash: Buffer.from(ticket.token_hash), password_was: Buffer.from(ticket.password_was) })
    .execute()
}

export function findTicket(db: Db, hash: Uint8Array, isLocked: boolean): Promise<RecoveryTicket | undefined> {
  const query = db
    .selectFrom('recovery_ticket')
    .select(['user_id', 'password_was', 'tries', 'expires_at', 'used_at'])
    .where('token_hash', '=', Buffer.from(hash))
  return (isLocked ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

export async function countTicketTry(db: Db, hash: Uint8Array): Promise<void> {
  await db.updateTable('recovery_ticket').set({ tries: sql`tries + 1` }).where('token_hash', '=', Buffer.from(hash)).execute()
}

/** Ends every unused ticket of an account. */
export async function endTickets(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('recovery_ticket').set({ used_at: now }).where('user_id', '=', userId).where('used_at', 'is', null).execute()
}
