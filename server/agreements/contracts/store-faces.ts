import { faceRetentionDays } from '#/domain/agreements/face.ts'
import type { Context } from '#/server/kernel/context.ts'
import { filesFor } from '#/server/kernel/files/store-files.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The consent in the words that the person saw. */
export interface FaceConsent {
  readonly version: string
  readonly language: string
  readonly text: string
  readonly ip: string
  readonly agent: string
}

/** Returns a person's latest consent to face verification at a centre, withdrawn or not. */
export async function latestFaceConsent(
  ctx: Context,
  { operatorId, centreId }: { readonly operatorId: number; readonly centreId: number },
): Promise<{ edition: string; isWithdrawn: boolean } | null> {
  const rows = await ctx.rows<{ edition: string; isWithdrawn: boolean }>`select evidence ->> 'version' as edition, revoked_at is not null as "isWithdrawn"
    from consent where operator_id = ${operatorId} and centre_id = ${centreId} and kind = 'face' order by id desc limit 1`
  return rows[0] ?? null
}

/** Records the consent of a person who signs a contract. This consent does not end with the contract. */
export async function recordFaceConsent(
  ctx: Context,
  of: { readonly operatorId: number; readonly centreId: number; readonly documentSha256: string },
  consent: FaceConsent,
): Promise<void> {
  await ctx.db
    .insertInto('consent')
    .values({
      operator_id: of.operatorId,
      centre_id: of.centreId,
      kind: 'face',
      document_sha256: of.documentSha256,
      given_at: ctx.now,
      evidence: JSON.stringify(consent),
    })
    .execute()
}

export interface OwnFaceConsent extends Row<'consent', 'given_at' | 'revoked_at'> {
  centre_name: string
  edition: string
  text: string
}

/** Returns a person's consents to face verification in the words shown, latest first. */
export async function faceConsentsOf(ctx: Context, operatorId: number): Promise<OwnFaceConsent[]> {
  return ctx.rows<OwnFaceConsent>`select centre.name as centre_name, evidence ->> 'version' as edition, evidence ->> 'text' as text,
      consent.given_at, consent.revoked_at
    from consent join centre on centre.id = consent.centre_id where consent.operator_id = ${operatorId} and consent.kind = 'face' and evidence ->> 'text' is not null
    order by consent.id desc`
}

const storedFaces = filesFor('face')

/** Counts the stored pictures of a person's face. `until` is the day on which the last one is deleted. */
export async function storedFacesOf(ctx: Context, operatorId: number): Promise<{ count: number; until: Date | null }> {
  const rows = await ctx.rows<{ count: number; until: Date | null }>`select count(*)::int as count, 
      max(coalesce(expires_at, created_at + ${faceRetentionDays}::int * interval '1 day')) as until from ${storedFaces} face
    where operator_id = ${operatorId}`
  return rows[0] ?? { count: 0, until: null }
}

/**
 * Returns whether a person can withdraw anything: a consent, or pictures stored before such consents were requested.
 */
export async function mayWithdrawFaces(ctx: Context, operatorId: number): Promise<boolean> {
  const rows = await ctx.rows<{ may: boolean }>`select coalesce(bool_or(revoked_at is null),
      exists (select from ${storedFaces} face where operator_id = ${operatorId})) as may
    from consent where operator_id = ${operatorId} and kind = 'face'`
  return rows[0]?.may ?? false
}

/**
 * Withdraws all face verification consents of a person, also for pictures stored before such consents existed. Returns
 * the number of consents.
 */
export async function withdrawFaceConsents(ctx: Context, operatorId: number, reason: string): Promise<number> {
  // Earlier program versions stored pictures under the consent in the document. A person without a face consent gets a
  // withdrawn one for each centre with pictures.
  const withdrawalResult =
    await ctx.affected`insert into consent (operator_id, centre_id, kind, document_sha256, given_at, revoked_at, revoked_by, revoke_reason)
    select operator_id, centre_id, 'face', '', min(created_at), ${ctx.now}, ${ctx.actor.userId}, ${reason} from ${storedFaces} face
    where operator_id = ${operatorId} and centre_id is not null and not exists (select from consent given where given.operator_id = ${operatorId} and given.kind = 'face')
    group by operator_id, centre_id`
  const result = await ctx.db
    .updateTable('consent')
    .set({ revoked_at: ctx.now, revoked_by: ctx.actor.userId, revoke_reason: reason })
    .where('operator_id', '=', operatorId)
    .where('kind', '=', 'face')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) + withdrawalResult
}

/** Counts the persons whose faces are stored anywhere on the platform. */
export async function countPersonsWithFaces(ctx: Context): Promise<number> {
  const rows = await ctx.rows<{ count: number }>`select count(distinct operator_id)::int as count from ${storedFaces} face`
  return rows[0]?.count ?? 0
}
