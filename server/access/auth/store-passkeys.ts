import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type Passkey = Row<
  'passkey',
  'id' | 'user_id' | 'credential' | 'public_key' | 'counter' | 'transports' | 'name' | 'is_backed_up' | 'created_at' | 'last_used_at'
>

const columns = ['id', 'user_id', 'credential', 'public_key', 'counter', 'transports', 'name', 'is_backed_up', 'created_at', 'last_used_at'] as const

/** Returns an account's passkeys, oldest first. */
export function passkeysOf(db: Db, userId: number): Promise<Passkey[]> {
  return db.selectFrom('passkey').select(columns).where('user_id', '=', userId).orderBy('id').execute()
}

/** Returns an account's passkey and locks it, so that its signature counter is checked by one request at a time. */
export function lockPasskey(db: Db, userId: number, credential: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkey').select(columns).where('user_id', '=', userId).where('credential', '=', credential).forNoKeyUpdate().executeTakeFirst()
}

/** Inserts a passkey; false when the credential is already registered. */
export async function insertPasskey(db: Db, key: Omit<Passkey, 'id' | 'last_used_at'>): Promise<boolean> {
  const row = await db
    .insertInto('passkey')
    .values({ ...key, public_key: Buffer.from(key.public_key), transports: [...key.transports] })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function recordPasskeyUse(db: Db, id: number, counter: number, now: Date): Promise<void> {
  await db.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

/** Renames a passkey. Returns false when the account has none with this id. */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const row = await db.updateTable('passkey').set({ name }).where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
  return row !== undefined
}

/** Removes a passkey. Returns false when the account has none with this id. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<boolean> {
  const row = await db.deleteFrom('passkey').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
  return row !== undefined
}

export async function insertChallenge(db: Db, challenge: Row<'passkey_challenge', 'challenge' | 'user_id' | 'purpose' | 'expires_at'>): Promise<void> {
  await db.insertInto('passkey_challenge').values(challenge).execute()
}

/** Uses up a challenge of the account; false when it is unknown, used or expired. */
export async function spendChallenge(db: Db, of: { challenge: string; userId: number; purpose: 'register' | 'use'; now: Date }): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', of.challenge)
    .where('user_id', '=', of.userId)
    .where('purpose', '=', of.purpose)
    .where('expires_at', '>', of.now)
    .returning('challenge')
    .executeTakeFirst()
  return row !== undefined
}
