import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { Language } from '#/domain/base/text.ts'
import type { ArticleSection, ArticleState, ArticleTopic, Audience } from '#/domain/services/article.ts'
import type { RichNode } from '#/domain/services/rich-text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { filesFor } from '#/server/kernel/files/store-files.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A file of an article as shown to readers. */
export interface ArticleFile extends Row<'stored_file', 'id' | 'name'> {
  readonly size: number
}

/** The content of an article, in the draft and in each version. */
export interface ArticleContent
  extends Row<'article', 'title' | 'topic' | 'summary' | 'body' | 'cover_id' | 'attachments' | 'audiences' | 'is_pinned' | 'effective_from'> {
  topic: ArticleTopic | null
  body: RichNode
  attachments: readonly ArticleFile[]
  audiences: Audience[]
}

export interface ArticleRow
  extends ArticleContent,
    Row<'article', 'id' | 'group_id' | 'section' | 'language' | 'state' | 'publish_at' | 'published_at' | 'shown_no' | 'edited_at' | 'version'>,
    Row<'article_reads', 'reads'> {
  group_id: number
  section: ArticleSection
  language: Language
  state: ArticleState
  author: Row<'app_user'>['name']
  helped: number
  not_helped: number
}

export type ArticleFilter = FilterOf<Modules['news']['list']>

function filterCondition({ keyword, section, state, language }: ArticleFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (keyword) conditions.push(sql<SqlBool>`(article.title ilike ${containsPattern(keyword)} or article.summary ilike ${containsPattern(keyword)})`)
  if (section) conditions.push(sql<SqlBool>`article.section = ${section}`)
  if (state) conditions.push(sql<SqlBool>`article.state = ${state}`)
  if (language) conditions.push(sql<SqlBool>`article.language = ${language}`)
  return allOf(conditions)
}

const columns = sql`article.id, coalesce(article.group_id, article.id) as group_id, article.section, article.language, article.state, article.title, article.topic,
  article.summary, article.body, article.cover_id, article.attachments, article.audiences, article.is_pinned, article.effective_from::text, article.publish_at,
  article.published_at, article.shown_no, article.edited_at, article.version, maker.name as author, coalesce(counted.reads, 0) as reads,
  (select count(*) from article_vote vote where vote.article_id = article.id and vote.is_helpful) as helped,
  (select count(*) from article_vote vote where vote.article_id = article.id and not vote.is_helpful) as not_helped`
const tables = sql`article join app_user maker on maker.id = article.made_by left join article_reads counted on counted.article_id = article.id`

/** Returns a page of articles, pinned first, then by last change. */
export async function list(ctx: Context, filter: ArticleFilter, page: { page: number; size: number }): Promise<ArticleRow[]> {
  return ctx.rows<ArticleRow>`select ${columns} from ${tables} where ${filterCondition(filter)}
    order by article.is_pinned desc, coalesce(article.published_at, article.edited_at) desc, article.id desc
    limit ${page.size} offset ${(page.page - 1) * page.size}`
}

export const count = async (ctx: Context, filter: ArticleFilter): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from article where ${filterCondition(filter)}`)?.count ?? 0

/** Finds an article; `isLocked` locks it for a change. */
export const find = (ctx: Context, id: number, isLocked = false): Promise<ArticleRow | undefined> =>
  ctx.row<ArticleRow>`select ${columns} from ${tables} where article.id = ${id} ${isLocked ? sql`for no key update of article` : sql``}`

export type TranslationRow = Pick<ArticleRow, 'id' | 'language' | 'state' | 'title'>

/** Returns an article and its translations, with their states. */
export const translations = (ctx: Context, groupId: number): Promise<TranslationRow[]> =>
  ctx.rows<TranslationRow>`select id, language, state, title from article where coalesce(group_id, id) = ${groupId} order by id`

export interface VersionRow extends ArticleContent, Row<'article_version', 'no' | 'published_at'> {
  publisher: Row<'app_user'>['name'] | null
}

/** Returns the versions of an article, newest first. */
export async function versions(ctx: Context, articleId: number): Promise<VersionRow[]> {
  return ctx.rows<VersionRow>`select version.no, version.title, version.topic, version.summary, version.body, version.cover_id, version.attachments,
      version.audiences, version.is_pinned, version.effective_from::text, version.published_at, publisher.name as publisher
    from article_version version left join app_user publisher on publisher.id = version.published_by
    where version.article_id = ${articleId} order by version.no desc limit 200`
}

const columnsOf = ({ body, attachments, audiences, ...rest }: ArticleContent) => ({
  ...rest,
  body: JSON.stringify(body),
  attachments: JSON.stringify(attachments),
  audiences: [...audiences],
})

/** Adds a draft. Returns null if its group already has one in the language. */
export async function insert(
  ctx: Context,
  of: ArticleContent & { readonly group_id: number | null; readonly section: ArticleSection; readonly language: Language },
): Promise<number | null> {
  const { group_id, section, language, ...content } = of
  const authorColumns = { made_by: ctx.actor.userId, made_at: ctx.now, edited_by: ctx.actor.userId, edited_at: ctx.now }
  const row = await ctx.db
    .insertInto('article')
    .values({ group_id, section, language, ...columnsOf(content), ...authorColumns })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Stores the content of a draft. */
export async function storeContent(ctx: Context, id: number, content: ArticleContent): Promise<void> {
  await ctx.db
    .updateTable('article')
    .set((row) => ({ ...columnsOf(content), edited_by: ctx.actor.userId, edited_at: ctx.now, version: sql`${row.ref('version')} + 1` }))
    .where('id', '=', id)
    .execute()
}

export interface ArticleMove {
  readonly state: ArticleState
  readonly publish_at?: Date | null
  readonly published_at?: Date
  readonly shown_no?: number
}

/** Changes the state of an article. */
export async function changeArticleState(ctx: Context, id: number, to: ArticleMove): Promise<void> {
  await ctx.db
    .updateTable('article')
    .set((row) => ({ publish_at: null, ...to, version: sql`${row.ref('version')} + 1` }))
    .where('id', '=', id)
    .execute()
}

/** Stores the current content as the next version. Returns its number. */
export async function addVersion(ctx: Context, id: number, by: number | null): Promise<number> {
  const row = await ctx.row<Row<'article_version', 'no'>>`insert into article_version
      (article_id, no, title, topic, summary, body, cover_id, attachments, audiences, is_pinned, effective_from, published_by, published_at)
    select id, coalesce(shown_no, 0) + 1, title, topic, summary, body, cover_id, attachments, audiences, is_pinned, effective_from, ${by}::bigint, ${ctx.now}
    from article where id = ${id} returning no`
  return row?.no ?? 1
}

export async function remove(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('article').where('id', '=', id).execute()
}

/** Returns whether the article has translations. */
export async function hasTranslations(ctx: Context, id: number): Promise<boolean> {
  return (await ctx.db.selectFrom('article').select('id').where('group_id', '=', id).limit(1).executeTakeFirst()) !== undefined
}

/** Returns the files that were uploaded for articles. */
export async function files(ctx: Context, ids: readonly string[]): Promise<(ArticleFile & { mediaType: string })[]> {
  if (ids.length === 0) return []
  return ctx.rows<ArticleFile & { mediaType: string }>`select id, name, size_bytes as size, media_type as "mediaType"
    from ${filesFor('article')} file where id = any(${[...ids]}::uuid[])`
}

/** Returns the title of another published rule that serves as the terms. */
export async function titleOfOtherTerms(ctx: Context, groupId: number): Promise<string | undefined> {
  const row = await ctx.row<
    Row<'article_version', 'title'>
  >`select version.title from article join article_version version on version.article_id = article.id and version.no = article.shown_no
    where article.state = 'published' and version.topic = 'terms' and coalesce(article.group_id, article.id) <> ${groupId} limit 1`
  return row?.title
}

/** Returns due articles, locked so that only one server publishes each. */
export async function lockDueArticles(ctx: Context): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'article', 'id'>
  >`select id from article where state = 'scheduled' and publish_at <= ${ctx.now} order by publish_at, id limit 50
    for no key update skip locked`
  return rows.map(({ id }) => id)
}
