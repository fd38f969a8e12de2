import { sql } from 'kysely'
import type { Permission } from '#/api/pages.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { LawGrade } from '#/domain/taxation/policy-fields.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { notificationsAbout } from '#/server/services/messages/public.ts'
import type { ExampleRun, StoredComparison } from '#/server/taxation/policies/runs.ts'

export type DraftState = 'draft' | 'published' | 'dropped' | 'withdrawn'

export interface DraftRecord extends Row<'tax_draft'> {
  state: DraftState
  grade: LawGrade
  params: TaxPolicy['params']
  examples: ExampleRun | null
  preview: StoredComparison | null
  maker: string
  editor: string
  publisher: string | null
  leaver: string | null
  confirmer: string | null
}

const draftSelection = sql`select draft.id, draft.state, draft.base_version, draft.policy_version, draft.first_day::text as first_day, draft.known_until::text as known_until, draft.grade,
  draft.params, draft.digest, draft.hands, draft.made_by, draft.made_at, draft.edited_by, draft.edited_at, draft.examples, draft.preview, draft.published_by, draft.published_at,
  draft.before_to::text as before_to, draft.leave_reason, draft.leave_by, draft.leave_at, draft.left_by, draft.left_at, draft.version,
  maker.name as maker, editor.name as editor, publisher.name as publisher, leaver.name as leaver, confirmer.name as confirmer
  from tax_draft draft join app_user maker on maker.id = draft.made_by join app_user editor on editor.id = draft.edited_by
    left join app_user publisher on publisher.id = draft.published_by left join app_user leaver on leaver.id = draft.leave_by
    left join app_user confirmer on confirmer.id = draft.left_by`

/** Returns drafts of all states, newest first. */
export async function drafts(ctx: Context, isForMe = false): Promise<DraftRecord[]> {
  const { userId } = ctx.actor
  const isForCaller = sql`((draft.state = 'draft' and draft.preview ->> 'digest' = draft.digest and draft.examples ->> 'digest' = draft.digest and ${userId} <> all (draft.hands))
    or (draft.state = 'published' and draft.leave_by <> ${userId}))`
  return await ctx.rows<DraftRecord>`${draftSelection} where ${isForMe ? isForCaller : sql`true`} order by draft.id desc limit 100`
}

/** Returns a draft, locked if `isLocked`. */
export const findDraft = (ctx: Context, id: number, isLocked = false): Promise<DraftRecord | undefined> =>
  ctx.row<DraftRecord>`${draftSelection} where draft.id = ${id} ${isLocked ? sql`for no key update of draft` : sql``}`

/** Serialises publication and withdrawal, so that two never start from the same last policy. */
export const lockPublishing = (ctx: Context): Promise<void> => ctx.run`select pg_advisory_xact_lock(7120261, 211)`

export interface NewDraft {
  readonly baseVersion: string
  readonly firstDay: string
  readonly knownUntil: string | null
  readonly grade: LawGrade
  readonly params: TaxPolicy['params']
  readonly digest: string
}

export async function addDraft(ctx: Context, draft: NewDraft): Promise<number> {
  const authorId = ctx.actor.userId
  const rows = await ctx.rows<Row<'tax_draft', 'id'>>`
    insert into tax_draft (base_version, policy_version, first_day, known_until, grade, params, digest, hands, made_by, made_at, edited_by, edited_at)
      values (${draft.baseVersion}, gen_random_uuid()::text, ${draft.firstDay}::date, ${draft.knownUntil}::date, ${draft.grade}, ${JSON.stringify(draft.params)}::jsonb,
        ${draft.digest}, array[${authorId}::bigint], ${authorId}, ${ctx.now}, ${authorId}, ${ctx.now}) returning id`
  const id = rows[0]?.id as number
  // The version contains the draft's number, so that it never equals a version of the shipped files.
  await ctx.run`update tax_draft set policy_version = ${versionOf(draft.firstDay)} || id where id = ${id}`
  return id
}

const versionOf = (firstDay: string) => `${firstDay.slice(0, 7)}-P`

/** Stores the current content of a draft and its editors. */
export async function editDraft(ctx: Context, id: number, to: Pick<NewDraft, 'firstDay' | 'knownUntil' | 'grade' | 'params' | 'digest'>): Promise<void> {
  const editorId = ctx.actor.userId
  await ctx.run`update tax_draft set first_day = ${to.firstDay}::date, known_until = ${to.knownUntil}::date, grade = ${to.grade}, params = ${JSON.stringify(to.params)}::jsonb,
      digest = ${to.digest}, policy_version = ${versionOf(to.firstDay)} || id, edited_by = ${editorId}, edited_at = ${ctx.now},
      hands = case when ${editorId}::bigint = any(hands) then hands else hands || ${editorId}::bigint end, version = version + 1
    where id = ${id}`
}

interface DraftChange {
  readonly state?: DraftState
  readonly examples?: string
  readonly preview?: string
  readonly published_by?: number
  readonly published_at?: Date
  readonly before_to?: string | null
  readonly leave_reason?: string
  readonly leave_by?: number | null
  readonly leave_at?: Date | null
  readonly left_by?: number
  readonly left_at?: Date
}

export async function changeDraft(ctx: Context, id: number, change: DraftChange): Promise<void> {
  await ctx.db
    .updateTable('tax_draft')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export interface AcknowledgedRow extends Row<'tax_draft_example', 'example' | 'reason' | 'at'> {
  by: string
}

/** Returns the differences acknowledged for this state of a draft. */
export async function acknowledgedExamples(ctx: Context, draft: Pick<DraftRecord, 'id' | 'digest'>): Promise<AcknowledgedRow[]> {
  return ctx.rows<AcknowledgedRow>`select meant.example, meant.reason, meant.at, person.name as by from tax_draft_example meant join app_user person on person.id = meant.by_id
    where meant.draft_id = ${draft.id} and meant.digest = ${draft.digest}`
}

export async function acknowledgeExample(ctx: Context, draft: Pick<DraftRecord, 'id' | 'digest'>, example: string, reason: string): Promise<void> {
  await ctx.db
    .insertInto('tax_draft_example')
    .values({ draft_id: draft.id, digest: draft.digest, example, reason, by_id: ctx.actor.userId, at: ctx.now })
    .execute()
}

export interface AnswerRow extends Row<'tax_point_answer', 'id' | 'point' | 'answer' | 'source' | 'answered_on' | 'file_id' | 'file_name' | 'noted_at'> {
  noted: string
}

/** Returns the answers to open points, newest first. */
export async function listAnswers(ctx: Context): Promise<AnswerRow[]> {
  return ctx.rows<AnswerRow>`select answer.id, point, answer, source, answered_on::text as answered_on, file_id, file_name, noted_at, person.name as noted
    from tax_point_answer answer join app_user person on person.id = answer.noted_by order by answer.id desc`
}

export async function addAnswer(
  ctx: Context,
  answer: Pick<Row<'tax_point_answer'>, 'point' | 'answer' | 'source' | 'answered_on' | 'file_id' | 'file_name'>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('tax_point_answer')
    .values({ ...answer, noted_by: ctx.actor.userId, noted_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Returns active users to remind of the end of the last policy and without a reminder since that day: users who draft
 * policies, and centre staff who close tax months or audit.
 */
export async function usersToRemind(
  ctx: Context,
  { version, since }: { readonly version: string; readonly since: string },
): Promise<Record<'drafters' | 'centres', number[]>> {
  const holdsPermission = (permissions: readonly Permission[]) => sql`exists (select from user_role join role_permission using (role_id)
    where user_id = person.id and permission = any(${[...permissions]}::text[]))`
  const rows = await ctx.rows<
    Row<'app_user', 'id' | 'usertype'>
  >`select person.id, person.usertype from app_user person where person.status = ${accountStatus.active}
    and ((person.usertype = ${userType.platform} and ${holdsPermission(['policy:edit'])}) or (person.usertype = ${userType.centre} and ${holdsPermission(['tax:edit', 'zf:audit'])}))
    and not exists (select from ${notificationsAbout({ kinds: ['lawEnding'], refType: 'tax_policy', refId: version, since })} sent
      where sent.user_id = person.id)
    order by person.id`
  const idsOfType = (usertype: number) => rows.filter((row) => row.usertype === usertype).map(({ id }) => id)
  return { drafters: idsOfType(userType.platform), centres: idsOfType(userType.centre) }
}
