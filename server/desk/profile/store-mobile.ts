import { sql } from 'kysely'
import type { Language } from '#/domain/text.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Works as the role of accounts: the application role sees no asks, and of accounts no numbers.

export interface KnownMobile extends Row<'app_user', 'operator_id'> {
  /** Of the account itself; empty when it has none. */
  mobile: string
  /** Of the operator whose account this is. */
  operator_mobile: string | null
  /** Whether that operator came with a document of another country. */
  is_international: boolean
}

/** Where the number of an account stands; its changes wait for each other. */
export async function lockMobile(db: Db, userId: number): Promise<KnownMobile> {
  const found = await sql<KnownMobile>`
    select coalesce(mobile, '') as mobile, operator_id, (select mobile_sealed from operator where operator.id = operator_id) as operator_mobile,
      coalesce((select region_code = '' or region_code like '9%' from operator where operator.id = operator_id), false) as is_international
    from app_user where id = ${userId} for no key update`.execute(db)
  return found.rows[0] as KnownMobile
}

const askColumns = [
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

export interface MobileAsk extends Row<'mobile_ask', (typeof askColumns)[number]> {
  language: Language
  /** Another number, or the end of the account. */
  purpose: 'mobile' | 'closing'
}

type NewAsk = Omit<MobileAsk, 'code_hash' | 'old_code_hash' | 'tries' | 'ended_at'> & { created_at: Date }

/** Ends what was asked earlier for this account, so that only the last codes work. */
export async function endAsks(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('mobile_ask').set({ ended_at: now }).where('user_id', '=', userId).where('ended_at', 'is', null).execute()
}

export async function insertAsk(db: Db, ask: NewAsk): Promise<void> {
  await db.insertInto('mobile_ask').values(ask).execute()
}

export async function lockAsk(db: Db, id: string): Promise<MobileAsk | undefined> {
  const row = await db.selectFrom('mobile_ask').select(askColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row as MobileAsk | undefined
}

export async function setAsk(db: Db, id: string, change: { code_hash?: string; old_code_hash?: string; tries?: number; ended_at?: Date }): Promise<void> {
  await db.updateTable('mobile_ask').set(change).where('id', '=', id).execute()
}

/** Whether this account asked it. */
export async function isAskOf(db: Db, id: string, userId: number): Promise<boolean> {
  return (await db.selectFrom('mobile_ask').select('id').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()) !== undefined
}
