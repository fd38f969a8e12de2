import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Language } from '#/domain/base/text.ts'
import type { ArticleSection, ArticleTopic, Audience } from '#/domain/services/article.ts'
import type { Db } from '#/server/kernel/context.ts'
import { type FileFacts, fileFacts } from '#/server/kernel/files/store-files.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { ArticleContent } from '#/server/services/news/store.ts'

/** The audiences and the language of a reader. */
export interface ArticleReader {
  readonly db: Db
  readonly audiences: readonly Audience[]
  readonly language: Language
  /** Today, which selects the version of a rule in force. */
  readonly day: string
}

export interface EntryRow
  extends Pick<ArticleContent, 'title' | 'topic' | 'summary' | 'cover_id' | 'is_pinned' | 'effective_from'>,
    Row<'article', 'id' | 'section' | 'language'>,
    Row<'article_version', 'no' | 'published_at'> {
  group_id: Row<'article'>['id']
  section: ArticleSection
  language: Language
  revised_at: Date
}

export interface EntryFilter {
  readonly section?: ArticleSection | undefined
  readonly topic?: ArticleTopic | undefined
  readonly keyword?: string | undefined
}

/** Selects the number of the version to read: for a rule the one in force, otherwise the newest. */
const readableVersionNo = (day: string) => sql`coalesce(case when article.section = 'rule' then
  (select max(dated.no) from article_version dated where dated.article_id = article.id and dated.effective_from <= ${day}::date) end, article.shown_no)`

/**
 * Selects the published articles that the reader may see, without texts. Of each group it takes the reader's
 * language, otherwise Chinese, otherwise any.
 */
function visibleArticles({ audiences, language, day }: ArticleReader, narrowed: RawBuilder<unknown> = sql``): RawBuilder<unknown> {
  return sql`(select distinct on (coalesce(article.group_id, article.id)) article.id, coalesce(article.group_id, article.id) as group_id, article.section,
      article.language, article.published_at, version.no, version.title, version.topic, version.summary, version.cover_id, version.is_pinned,
      version.effective_from::text, version.published_at as revised_at, version.body, version.attachments
    from article join article_version version on version.article_id = article.id and version.no = ${readableVersionNo(day)}
    where article.state = 'published' and version.audiences && ${audiences}::text[] ${narrowed}
    order by coalesce(article.group_id, article.id), article.language = ${language} desc, article.language = 'zh' desc, article.id)`
}

const entryColumns = sql`found.id, found.group_id, found.section, found.language, found.published_at, found.no, found.title, found.topic, found.summary,
  found.cover_id, found.is_pinned, found.effective_from, found.revised_at`

function conditionsOf({ section, topic, keyword }: EntryFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (section) conditions.push(sql<SqlBool>`found.section = ${section}`)
  if (topic) conditions.push(sql<SqlBool>`found.topic = ${topic}`)
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(
      sql<SqlBool>`(found.title ilike ${likePattern} or found.summary ilike ${likePattern} or jsonb_path_query_array(found.body, '$.**.text')::text ilike ${likePattern})`,
    )
  }
  return allOf(conditions)
}

/** Returns articles for a reader, pinned first, then newest. */
export async function listEntries(reader: ArticleReader, filter: EntryFilter, page: { most: number; from?: number }): Promise<EntryRow[]> {
  const result = await sql<EntryRow>`select ${entryColumns} from ${visibleArticles(reader)} found where ${conditionsOf(filter)}
    order by found.is_pinned desc, found.published_at desc, found.id desc limit ${page.most} offset ${page.from ?? 0}`.execute(reader.db)
  return result.rows
}

export async function countEntries(reader: ArticleReader, filter: EntryFilter): Promise<number> {
  return (
    (await sql<{ count: number }>`select count(*) as count from ${visibleArticles(reader)} found where ${conditionsOf(filter)}`.execute(reader.db)).rows[0]
      ?.count ?? 0
  )
}

export interface ReadableRow extends EntryRow, Pick<ArticleContent, 'body' | 'attachments'> {}

/**
 * Returns an article by id, in the reader's language if available; nothing if it is unpublished or not addressed to
 * them.
 */
export async function readableArticle(reader: ArticleReader, id: number): Promise<ReadableRow | undefined> {
  const groupCondition = sql`and coalesce(article.group_id, article.id) = (select coalesce(asked.group_id, asked.id) from article asked
    join article_version its on its.article_id = asked.id and its.no = asked.shown_no
    where asked.id = ${id} and asked.state = 'published' and its.audiences && ${reader.audiences}::text[])`
  const result = await sql<ReadableRow>`select ${entryColumns}, found.body, found.attachments from ${visibleArticles(reader, groupCondition)} found`.execute(
    reader.db,
  )
  return result.rows[0]
}

interface Translation extends Row<'article', 'id' | 'language'> {
  language: Language
}

/** Returns the languages in which the reader can see the article. */
export async function languagesOf(reader: ArticleReader, groupId: number): Promise<Translation[]> {
  const result = await sql<Translation>`select article.id, article.language from article
      join article_version version on version.article_id = article.id and version.no = article.shown_no
    where coalesce(article.group_id, article.id) = ${groupId} and article.state = 'published' and version.audiences && ${reader.audiences}::text[] order by article.id`.execute(
    reader.db,
  )
  return result.rows
}

type Neighbour = Pick<EntryRow, 'id' | 'title'>

/** Returns the newer and the older neighbour of an article in its section. */
export async function neighbouringArticles(
  reader: ArticleReader,
  { id, section, published_at: at }: EntryRow,
): Promise<{ newer: Neighbour | null; older: Neighbour | null }> {
  const neighbour = async (isNewer: boolean) => {
    const direction = isNewer ? sql`asc` : sql`desc`
    const result = await sql<Neighbour>`select found.id, found.title from ${visibleArticles(reader)} found
      where found.section = ${section} and ${isNewer ? sql`(found.published_at, found.id) > (${at}, ${id})` : sql`(found.published_at, found.id) < (${at}, ${id})`}
      order by found.published_at ${direction}, found.id ${direction} limit 1`.execute(reader.db)
    return result.rows[0] ?? null
  }
  return { newer: await neighbour(true), older: await neighbour(false) }
}

export interface PastVersionRow
  extends Pick<ArticleContent, 'title' | 'summary' | 'body' | 'attachments' | 'effective_from'>,
    Row<'article_version', 'no' | 'published_at'> {}

/** Returns the versions of a rule that the reader may see, newest first. */
export async function pastVersions(reader: ArticleReader, articleId: number): Promise<PastVersionRow[]> {
  const result = await sql<PastVersionRow>`select no, title, summary, body, attachments, effective_from::text, published_at from article_version
    where article_id = ${articleId} and audiences && ${reader.audiences}::text[] order by no desc limit 100`.execute(reader.db)
  return result.rows
}

export interface PublicFile extends Pick<FileFacts, 'name' | 'media_type' | 'size_bytes'> {
  readonly isCover: boolean
}

/** Returns a file if it is the cover or an attachment of a public article. */
export async function publicFile(db: Db, id: string): Promise<PublicFile | undefined> {
  const result = await sql<PublicFile>`select file.name, file.media_type, file.size_bytes,
      bool_or(version.cover_id = ${id}::uuid) as "isCover"
    from ${fileFacts(sql`${id}::uuid`)} file
      join article_version version on version.cover_id = ${id}::uuid or version.attachments @> jsonb_build_array(jsonb_build_object('id', ${id}::uuid))
      join article on article.id = version.article_id
    where file.purpose = 'article' and article.state = 'published' and version.audiences @> array['public']
      and (version.no = article.shown_no or article.section = 'rule')
    group by file.name, file.media_type, file.size_bytes`.execute(db)
  return result.rows[0]
}

/** Adds read counts in one statement. */
export async function addReads(db: Db, counts: ReadonlyMap<number, number>): Promise<void> {
  const ids = [...counts.keys()]
  await sql`insert into article_reads (article_id, reads) select article.id, given.reads
    from unnest(${ids}::bigint[], ${ids.map((id) => counts.get(id) ?? 0)}::bigint[]) as given (id, reads) join article on article.id = given.id
    on conflict (article_id) do update set reads = article_reads.reads + excluded.reads`.execute(db)
}

/** Returns whether an article is a public knowledge base entry. */
export async function isVotable(db: Db, id: number): Promise<boolean> {
  const result = await sql`select from article join article_version version on version.article_id = article.id and version.no = article.shown_no
    where article.id = ${id} and article.section = 'knowledge' and article.state = 'published' and version.audiences @> array['public']`.execute(db)
  return result.rows.length > 0
}

interface Vote {
  readonly articleId: number
  readonly visitor: Uint8Array
  readonly network: Uint8Array
  readonly isHelpful: boolean
  readonly at: Date
}

/**
 * Counts today's votes of other visitors from this network, in total and on this article. A lock serializes the votes
 * of a network.
 */
export async function votesFrom(db: Db, { articleId, visitor, network }: Vote): Promise<{ all: number; here: number }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`vote ${Buffer.from(network).toString('hex')}`}))`.execute(db)
  const result = await sql<{ all: number; here: number }>`select count(*) as "all", count(*) filter (where article_id = ${articleId}) as here from article_vote
    where network = ${network} and not (article_id = ${articleId} and visitor = ${visitor})`.execute(db)
  return result.rows[0] ?? { all: 0, here: 0 }
}

/** Stores a visitor's vote, replacing an earlier one. */
export async function storeVote(db: Db, { articleId, visitor, network, isHelpful, at }: Vote): Promise<void> {
  await db
    .insertInto('article_vote')
    .values({ article_id: articleId, visitor, network, is_helpful: isHelpful, at })
    .onConflict((on) => on.columns(['article_id', 'visitor']).doUpdateSet({ is_helpful: isHelpful, network, at }))
    .execute()
}
