import { sql } from 'kysely'
import { manualVerifier } from '#/domain/services/gateway.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface VerifiableOperator extends Row<'operator', 'id' | 'name' | 'code' | 'centre_id' | 'is_identity_verified'> {
  card: { tail: string; isVerified: boolean; wasRefused: boolean } | null
}

/** Locks a visible operator and returns it with one of the cards. */
export async function lockVerifiableOperator(ctx: Context, operatorId: number, cardId: number | null): Promise<VerifiableOperator | undefined> {
  const operator = await ctx.db
    .selectFrom('operator')
    .select(['id', 'name', 'code', 'centre_id', 'is_identity_verified'])
    .where('id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!operator) return undefined
  if (cardId === null) return { ...operator, card: null }
  const card = await ctx.db
    .selectFrom('operator_card')
    .select(['card_tail', 'is_verified', 'verified_at'])
    .where('operator_id', '=', operatorId)
    .where('id', '=', cardId)
    .executeTakeFirst()
  return { ...operator, card: card ? { tail: card.card_tail, isVerified: card.is_verified, wasRefused: !card.is_verified && card.verified_at !== null } : null }
}

/** Verifies a card, and makes it the default if there is none. */
export async function verifyCardManually(ctx: Context, operatorId: number, cardId: number): Promise<void> {
  await ctx.run`update operator_card set is_verified = true, verified_by = ${manualVerifier}, verified_at = ${ctx.now},
      is_default = is_default or not exists (select from operator_card own where own.operator_id = ${operatorId} and own.is_default)
    where operator_id = ${operatorId} and id = ${cardId}`
}

/** Returns the default card, or else the newest card, with the number unsealed. */
export async function cardInUse(ctx: Context, operatorId: number): Promise<{ cardNo: string; bankName: string } | null> {
  const row = await ctx.db
    .selectFrom('operator_card')
    .select(['card_no_sealed', 'bank_name'])
    .where('operator_id', '=', operatorId)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? { cardNo: ctx.vault.open('card_no', row.card_no_sealed), bankName: row.bank_name } : null
}

/** Withdraws verifications by untrusted parties, as the database owner. Returns how many of each kind. */
export async function withdrawVerifications(db: Db, believed: readonly string[]): Promise<Record<'identities' | 'cards' | 'faces' | 'reviews', number>> {
  const list = sql`${[...believed]}::text[]`
  const countChanged = async (statement: ReturnType<typeof sql>) => Number((await statement.execute(db)).numAffectedRows ?? 0n)
  return {
    identities: await countChanged(
      sql`update operator set is_identity_verified = false, identity_verified_by = '' where is_identity_verified and not identity_verified_by = any(${list})`,
    ),
    cards: await countChanged(sql`update operator_card set is_verified = false, verified_at = null, verified_by = ''
      where (is_verified or verified_at is not null) and not verified_by = any(${list})`),
    faces: await countChanged(sql`update operator set verify_face = 0, face_by = '' where verify_face <> 0 and not face_by = any(${list})`),
    reviews: await countChanged(sql`update candidate set verification = null, verified_at = null, verified_by = ''
      where verification is not null and state in ('open', 'waiting') and not verified_by = any(${list})`),
  }
}
