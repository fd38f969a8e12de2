import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type SecondFactor = Row<'second_factor', 'user_id' | 'secret' | 'confirmed_at' | 'last_step'>

/** Returns the pending or active second factor and locks it, so that a code cannot be used twice concurrently. */
export function lockFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  return db
    .selectFrom('second_factor')
    .select(['user_id', 'secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Returns whether the account has a confirmed authenticator app or a passkey. */
export async function hasActiveFactor(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_on: boolean }>`select app.has_factor(${userId}) as is_on`.execute(db)
  return rows[0]?.is_on === true
}

/** Returns when the user confirmed the second factor; null without one. */
export const factorSince = (userId: RawBuilder<unknown>) => sql<Date | null>`(select confirmed_at from second_factor where user_id = ${userId})`

/** Counts a user's unused recovery codes. */
export const unusedRecoveryCodes = (userId: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from recovery_code where user_id = ${userId} and used_at is null)`

/** Stores a pending secret, replacing an earlier pending one; false when a confirmed one exists. */
export async function storePendingFactor(db: Db, userId: number, secret: string, now: Date): Promise<boolean> {
  const insertResult = await sql`insert into second_factor (user_id, secret, created_at) values (${userId}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
    where second_factor.confirmed_at is null returning user_id`.execute(db)
  return insertResult.rows.length === 1
}

export async function recordFactorStep(db: Db, userId: number, step: number): Promise<void> {
  await db.updateTable('second_factor').set({ last_step: step }).where('user_id', '=', userId).execute()
}

export async function confirmFactor(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('second_factor').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
}

/** Removes an account's authenticator app. Also removes its recovery codes, unless a passkey is left. */
export async function deleteFactor(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('second_factor').where('user_id', '=', userId).execute()
  await deleteOrphanedCodes(db, userId)
}

/** Removes every second factor of an account with its recovery codes. */
export async function deleteAllFactors(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('passkey').where('user_id', '=', userId).execute()
  await deleteFactor(db, userId)
}

/** Removes the recovery codes of an account that has no second factor left. */
export async function deleteOrphanedCodes(db: Db, userId: number): Promise<void> {
  await sql`delete from recovery_code where user_id = ${userId} and not app.has_factor(${userId})`.execute(db)
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, hash })))
    .execute()
}

/** Marks a recovery code as used; false when it is unknown or already used. */
export async function spendRecoveryCode(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const usedCode = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return usedCode !== undefined
}

/** Stores a sign-in ticket and deletes expired ones. */
export async function insertTicket(db: Db, ticket: { hash: Buffer; userId: number; expiresAt: Date; now: Date }): Promise<void> {
  await db.deleteFrom('login_ticket').where('expires_at', '<', ticket.now).execute()
  await db.insertInto('login_ticket').values({ token_hash: ticket.hash, user_id: ticket.userId, expires_at: ticket.expiresAt }).execute()
}

/** Returns the account of a ticket; null when it is unknown, used or expired. */
export async function ticketOwnerId(db: Db, hash: Buffer, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('login_ticket')
    .select('user_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Marks a ticket as used; false when another request used it first. */
export async function spendTicket(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const usedTicket = await db
    .updateTable('login_ticket')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return usedTicket !== undefined
}

/** Deletes open tickets, so that a sign-in started with an old password cannot continue. */
export async function deleteTickets(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('login_ticket').where('user_id', '=', userId).execute()
}
