import { sql } from 'kysely'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

type Place = number | null
const placeCondition = (place: Place) => sql`coalesce(certificate.centre_id, 0) = ${place ?? 0}`
const maxShown = 20

export interface CertificateRow
  extends Row<
    'seal_certificate',
    | 'id'
    | 'centre_id'
    | 'subject'
    | 'issuer'
    | 'serial'
    | 'fingerprint'
    | 'valid_from'
    | 'valid_to'
    | 'state'
    | 'picture_file_id'
    | 'created_at'
    | 'ended_at'
    | 'end_reason'
  > {
  state: 'waiting' | 'current' | 'replaced' | 'withdrawn'
  added_by: string
  ended_by_name: string | null
}

/** Returns the certificates of a centre or of the platform, newest first. */
export async function list(ctx: Context, place: Place): Promise<CertificateRow[]> {
  return ctx.rows<CertificateRow>`select certificate.id, certificate.centre_id, certificate.subject, certificate.issuer, certificate.serial,
      certificate.fingerprint, certificate.valid_from, certificate.valid_to, certificate.state, certificate.picture_file_id, certificate.created_at,
      certificate.ended_at, certificate.end_reason, author.name as added_by, ender.name as ended_by_name
    from seal_certificate certificate join app_user author on author.id = certificate.created_by left join app_user ender on ender.id = certificate.ended_by
    where ${placeCondition(place)} order by certificate.id desc limit ${maxShown}`
}

/** Returns the company of a centre within the caller's scope. */
export async function companyOfCentre(ctx: Context, centreId: number): Promise<Row<'centre', 'name' | 'legal_name' | 'credit_code'> | undefined> {
  const centreCondition = ctx.scope.all ? sql`true` : sql`centre.id = any(${[...ctx.scope.centreIds]}::bigint[])`
  return ctx.row<
    Row<'centre', 'name' | 'legal_name' | 'credit_code'>
  >`select name, legal_name, credit_code from centre where id = ${centreId} and ${centreCondition}`
}

/** Withdraws the certificate in use at a place. Returns false when another one is in use. */
export async function endCertificate(ctx: Context, place: Place, of: { id: number; reason: string }): Promise<boolean> {
  const rows = await ctx.rows<
    Row<'seal_certificate', 'id'>
  >`update seal_certificate certificate set state = 'withdrawn', ended_by = ${ctx.actor.userId}, ended_at = ${ctx.now},
    end_reason = ${of.reason} where ${placeCondition(place)} and certificate.state = 'current' and certificate.id = ${of.id} returning certificate.id`
  return rows.length > 0
}

export interface NewCertificate {
  centre_id: Place
  subject: string
  issuer: string
  serial: string
  fingerprint: string
  valid_from: Date
  valid_to: Date
  certificates: string
  private_key_sealed: string
  picture_file_id: string | null
}

/** Adds a certificate that a second person must approve. */
export async function insert(ctx: Context, row: NewCertificate): Promise<number> {
  const { id } = await ctx.db
    .insertInto('seal_certificate')
    .values({ ...row, state: 'waiting', created_by: ctx.actor.userId, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns the time until which the place's own certificate can seal; null without a certificate. */
export async function sealingValidUntil(db: Db, place: Place): Promise<Date | null> {
  const { rows } = await sql<{ until: Date | null }>`select app.seal_until(${place ?? 0}) as until`.execute(db)
  return rows[0]?.until ?? null
}

export type CertificateKeyRow = Row<'seal_certificate', 'fingerprint' | 'certificates' | 'private_key_sealed' | 'picture_file_id' | 'valid_to'>

/** Returns the current certificate of a place with its key; only the database owner may read it. */
export async function certificateWithKey(db: Db, place: Place): Promise<CertificateKeyRow | undefined> {
  const { rows } =
    await sql<CertificateKeyRow>`select fingerprint, certificates, private_key_sealed, picture_file_id, valid_to from seal_certificate certificate
    where ${placeCondition(place)} and state = 'current'`.execute(db)
  return rows[0]
}

export interface EndingCertificateRow extends Row<'seal_certificate', 'id' | 'centre_id' | 'valid_to'> {
  centre_name: string | null
}

/**
 * Returns certificates that expire within `days` and have had no warning this close to expiry. Marks them as warned.
 */
export async function markWarned(db: Db, now: Date, days: number): Promise<EndingCertificateRow[]> {
  const until = new Date(now.getTime() + days * 86_400_000)
  const { rows } = await sql<EndingCertificateRow>`with warned as (update seal_certificate set warned_days = ${days}
      where state = 'current' and valid_to > ${now} and valid_to <= ${until} and coalesce(warned_days, 32767) > ${days} returning id, centre_id, valid_to)
    select warned.*, centre.name as centre_name from warned left join centre on centre.id = warned.centre_id order by warned.id`.execute(db)
  return rows
}
