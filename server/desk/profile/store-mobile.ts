import { sql } from 'kysely'
import type { Language } from '#/domain/base/text.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Runs as the accounts role: the application role can read neither requests nor the numbers of accounts.

export interface MobileAccount extends Row<'app_user', 'operator_id' | 'contact_moved'> {
  /** The account's own number; empty if there is none. */
  mobile: string
  /** The sealed number of the account's operator. */
  operator_mobile: string | null
  /** Whether that operator has a foreign document. */
  is_international: boolean
}

/** Locks the account and returns its numbers, so that changes run one at a time. */
export async function lockMobileAccount(db: Db, userId: number): Promise<MobileAccount> {
  const result = await sql<MobileAccount>`
    select coalesce(mobile, '') as mobile, operator_id, contact_moved, (select mobile_sealed from operator where operator.id = operator_id) as operator_mobile,
      coalesce((select region_code = '' or region_code like '9%' from operator where operator.id = operator_id), false) as is_international
    from app_user where id = ${userId} for no key update`.execute(db)
  return result.rows[0] as MobileAccount
}

const requestColumns = [
  'id',
  'user_id',
  'purpose',
  'mobile_sealed',
  'old_mobile_sealed',
  'language',
  'code_hash',
  'old_code_hash',
  'tries',
  'expires_at',
  'ended_at',
] as const

export interface MobileRequest extends Row<'mobile_ask', (typeof requestColumns)[number]> {
  language: Language
  /** The action that the code confirms: a new number, closing the account, or setting the first payment password. */
  purpose: 'mobile' | 'closing' | 'proof'
}

type NewRequest = Omit<MobileRequest, 'code_hash' | 'old_code_hash' | 'tries' | 'ended_at'> & { created_at: Date }

/** Ends the account's earlier requests, so that only the latest codes work. */
export async function endRequests(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('mobile_ask').set({ ended_at: now }).where('user_id', '=', userId).where('ended_at', 'is', null).execute()
}

export async function insertRequest(db: Db, ask: NewRequest): Promise<void> {
  await db.insertInto('mobile_ask').values(ask).execute()
}

export async function lockRequest(db: Db, id: string): Promise<MobileRequest | undefined> {
  const row = await db.selectFrom('mobile_ask').select(requestColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row as MobileRequest | undefined
}

export async function updateRequest(
  db: Db,
  id: string,
  change: { code_hash?: string; old_code_hash?: string; tries?: number; ended_at?: Date },
): Promise<void> {
  await db.updateTable('mobile_ask').set(change).where('id', '=', id).execute()
}

export async function isRequestOf(db: Db, id: string, userId: number): Promise<boolean> {
  return (await db.selectFrom('mobile_ask').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()) !== undefined
}
