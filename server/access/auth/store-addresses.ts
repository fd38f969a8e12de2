import { sql } from 'kysely'
import type { Db } from '#/server/kernel/context.ts'

const addressLifeMs = 90 * 86_400_000
/** Maximum addresses stored per account. No real user signs in from this many within three months. */
const maxAddresses = 50

/** Locks the failure counter of this subject until the transaction ends. */
export async function lockSubject(db: Db, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(db)
}

/**
 * Returns the failures at an address where the account has signed in before, locked; undefined for other addresses.
 */
export function findAddress(db: Db, userId: number, address: string) {
  return db
    .selectFrom('login_address')
    .select(['failures', 'failed_at', 'locked_until'])
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setAddressFailures(
  db: Db,
  userId: number,
  address: string,
  at: { failures: number; failedAt: Date; lockedUntil: Date | null },
): Promise<void> {
  await db
    .updateTable('login_address')
    .set({ failures: at.failures, failed_at: at.failedAt, locked_until: at.lockedUntil })
    .where('user_id', '=', userId)
    .where('address', '=', address)
    .execute()
}

/** Records a sign-in address; forgets those unused for three months and those beyond the limit. */
export async function rememberAddress(db: Db, userId: number, address: string, now: Date): Promise<void> {
  await sql`insert into login_address (user_id, address, seen_at) values (${userId}, ${address}, ${now})
    on conflict (user_id, address) do update set seen_at = excluded.seen_at`.execute(db)
  await sql`delete from login_address where user_id = ${userId} and (seen_at < ${new Date(now.getTime() - addressLifeMs)}
    or address not in (select address from login_address where user_id = ${userId} order by seen_at desc limit ${maxAddresses}))`.execute(db)
}
