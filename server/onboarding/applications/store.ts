import { sql } from 'kysely'
import type { Mode } from '#/domain/base/codes.ts'
import type { Language } from '#/domain/base/text.ts'
import type { ApplicationKind, ApplicationState } from '#/domain/onboarding/application.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { type FileFacts, fileFacts, filesWithContent } from '#/server/kernel/files/store-files.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Runs as the database owner: applicants are found by their ticket, reviewers are limited by `visible`
// (store-review.ts).

export interface Rejection {
  readonly field: string
  readonly reason: string
  /** Whether the field has changed since its rejection. */
  readonly isFixed?: boolean
}

export interface Application {
  id: number
  no: string
  kind: ApplicationKind
  state: ApplicationState
  mobile_sealed: string
  mobile_index: string
  language: Language
  fields: Record<string, string>
  sealed: Record<string, string>
  subject_name: string
  rejects: Rejection[]
  round: number
  centre_id: number | null
  mode: Mode | null
  invite_code: string | null
  reviewer_id: number | null
  decided_by: number | null
  decided_at: Date | null
  submitted_at: Date | null
  user_id: number | null
  unit_id: number | null
  operator_id: number | null
  partner_id: number | null
  contract_id: number | null
  clause_version: string
  clause_at: Date
  sign_kinds: string[]
  version: number
}

const columns = [
  'id',
  'no',
  'kind',
  'state',
  'mobile_sealed',
  'mobile_index',
  'language',
  'fields',
  'sealed',
  'subject_name',
  'rejects',
  'round',
  'centre_id',
  'mode',
  'invite_code',
  'reviewer_id',
  'decided_by',
  'decided_at',
  'submitted_at',
  'user_id',
  'unit_id',
  'operator_id',
  'partner_id',
  'contract_id',
  'clause_version',
  'clause_at',
  'sign_kinds',
  'version',
] as const

export async function find(db: Db, id: number): Promise<Application | undefined> {
  return (await db.selectFrom('application').select(columns).where('id', '=', id).executeTakeFirst()) as Application | undefined
}

/** Returns an application locked until the transaction ends. */
export async function lock(db: Db, id: number): Promise<Application | undefined> {
  return (await db.selectFrom('application').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) as Application | undefined
}

/** Returns the latest application of this number that is neither active nor withdrawn. */
export async function latestApplication(db: Db, kind: ApplicationKind, mobileIndex: string): Promise<Application | undefined> {
  const row = await db
    .selectFrom('application')
    .select(columns)
    .where('kind', '=', kind)
    .where('mobile_index', '=', mobileIndex)
    .where('state', 'not in', ['active', 'withdrawn'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row as Application | undefined
}

/** Returns the application with this number and mobile. */
export async function findByNumber(db: Db, no: string, mobileIndex: string): Promise<Application | undefined> {
  const row = await db.selectFrom('application').select(columns).where('no', '=', no).where('mobile_index', '=', mobileIndex).executeTakeFirst()
  return row as Application | undefined
}

interface NewApplication {
  no: string
  kind: ApplicationKind
  mobileSealed: string
  mobileIndex: string
  inviteCode: string | null
  centreId: number | null
  clauseVersion: string
}

/** Inserts an application. Returns null when a concurrent request has started one for the same number. */
export async function insert(ctx: Context, fresh: NewApplication): Promise<number | null> {
  const row = await ctx.db
    .insertInto('application')
    .values({
      no: fresh.no,
      kind: fresh.kind,
      mobile_sealed: fresh.mobileSealed,
      mobile_index: fresh.mobileIndex,
      language: ctx.language,
      invite_code: fresh.inviteCode,
      fields: JSON.stringify(fresh.centreId === null ? {} : { centreId: String(fresh.centreId) }),
      sealed: '{}',
      rejects: '[]',
      clause_version: fresh.clauseVersion,
      clause_at: ctx.now,
      clause_ip: ctx.ip,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Merges answers into the stored ones. */
export async function storeAnswers(
  ctx: Context,
  id: number,
  fields: Readonly<Record<string, string>>,
  sealed: Readonly<Record<string, string>>,
): Promise<void> {
  await ctx.run`update application set fields = (fields - ${Object.keys(sealed)}::text[]) || ${JSON.stringify(fields)}::jsonb, sealed = sealed || ${JSON.stringify(sealed)}::jsonb,
    updated_at = ${ctx.now}, version = version + 1 where id = ${id}`
}

interface ApplicationStateChange {
  state: ApplicationState
  rejects?: readonly Rejection[]
  round?: number
  subject_name?: string
  subject_index?: string
  credit_code?: string | null
  centre_id?: number | null
  mode?: number | null
  reviewer_id?: number | null
  decided_by?: number | null
  decided_at?: Date | null
  submitted_at?: Date
  user_id?: number
  unit_id?: number
  operator_id?: number
  partner_id?: number
  contract_id?: number
  sign_kinds?: readonly string[]
}

/** Updates an application's state. */
export async function changeApplicationState(ctx: Context, id: number, { rejects, sign_kinds: kinds, ...to }: ApplicationStateChange): Promise<void> {
  await ctx.db
    .updateTable('application')
    .set({
      ...to,
      ...(kinds && { sign_kinds: [...kinds] }),
      ...(rejects && { rejects: JSON.stringify(rejects) }),
      updated_at: ctx.now,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Sets the reviewer. The version is unchanged, because no reviewed data changes. */
export async function setReviewer(ctx: Context, ids: readonly number[], userId: number): Promise<void> {
  await ctx.db
    .updateTable('application')
    .set({ reviewer_id: userId, updated_at: ctx.now })
    .where('id', 'in', [...ids])
    .execute()
}

/** Returns whether another application for this person or company is pending, approved, in signing or active. */
export async function hasOtherApplication(db: Db, subjectIndex: string, besides: number): Promise<boolean> {
  const row = await db
    .selectFrom('application')
    .select('id')
    .where('subject_index', '=', subjectIndex)
    .where('id', '<>', besides)
    .where('state', 'in', ['pending', 'approved', 'signing', 'active'])
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a unit or partner has this credit code. */
export async function isCompanyKnown(db: Db, kind: 'unit' | 'partner', creditCode: string): Promise<boolean> {
  return (await db.selectFrom(kind).select('id').where('credit_code', '=', creditCode).executeTakeFirst()) !== undefined
}

/** Returns whether a person with this identity number is a partner. */
export async function isPartnerKnown(db: Db, idNumberIndex: string): Promise<boolean> {
  return (await db.selectFrom('partner').select('id').where('id_number_index', '=', idNumberIndex).executeTakeFirst()) !== undefined
}

export interface PictureRow extends Row<'application_file', 'id' | 'field' | 'file_id' | 'via' | 'warnings'>, Pick<FileFacts, 'sha256'> {
  via: 'desk' | 'phone'
  warnings: string[]
}

/** Returns an application's pictures in the order of arrival. */
export async function pictures(db: Db, applicationId: number): Promise<PictureRow[]> {
  const result = await sql<PictureRow>`select kept.id, kept.field, kept.file_id, kept.via, kept.warnings, file.sha256
    from application_file kept join lateral ${fileFacts(sql`kept.file_id`)} file on true where kept.application_id = ${applicationId} order by kept.id`.execute(
    db,
  )
  return result.rows
}

export async function addPicture(
  ctx: Context,
  picture: { applicationId: number; field: string; fileId: string; via: 'desk' | 'phone'; warnings: readonly string[] },
): Promise<number> {
  const row = await ctx.db
    .insertInto('application_file')
    .values({
      application_id: picture.applicationId,
      field: picture.field,
      file_id: picture.fileId,
      via: picture.via,
      warnings: JSON.stringify(picture.warnings),
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touchApplication(ctx, picture.applicationId)
  return row.id
}

/**
 * Removes a picture from an application but keeps its file. Returns false when it is not a picture of the application.
 */
export async function dropPicture(ctx: Context, applicationId: number, id: number): Promise<boolean> {
  const result = await ctx.db.deleteFrom('application_file').where('application_id', '=', applicationId).where('id', '=', id).executeTakeFirst()
  if (result.numDeletedRows === 0n) return false
  await touchApplication(ctx, applicationId)
  return true
}

async function touchApplication(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('application').set({ updated_at: ctx.now, version: sql`version + 1` }).where('id', '=', id).execute()
}

/** Returns whether one of these pictures is also in another application. */
export async function isPictureInOtherApplication(db: Db, applicationId: number, sha256: readonly string[]): Promise<boolean> {
  if (sha256.length === 0) return false
  const result = await sql`select from application_file kept
    where kept.file_id in ${filesWithContent(sha256)} and kept.application_id <> ${applicationId} limit 1`.execute(db)
  return result.rows.length > 0
}

export async function addEvent(ctx: Context, applicationId: number, kind: string, detail: Readonly<Record<string, unknown>> = {}): Promise<void> {
  await ctx.db
    .insertInto('application_event')
    .values({
      application_id: applicationId,
      kind,
      user_id: ctx.actor.userId === 0 ? null : ctx.actor.userId,
      detail: JSON.stringify(detail),
      created_at: ctx.now,
    })
    .execute()
}

/** Returns applications awaiting signatures. */
export async function applicationIdsInSigning(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('application').select('id').where('state', '=', 'signing').orderBy('id').limit(500).execute()
  return rows.map((row) => row.id)
}
