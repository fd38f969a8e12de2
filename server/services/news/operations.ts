import { createHash } from 'node:crypto'
import type { Modules } from '#/api/modules.ts'
import { newsRefusals } from '#/api/services/news.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type Audience, audiences } from '#/domain/services/article.ts'
import { compareLines, linesOfRichText } from '#/domain/services/rich-text.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { networkOf } from '#/server/lib/network.ts'
import { createFileLink, storeDocument, storePicture, thumbnailUrl } from '#/server/services/files/public.ts'
import { previewHtml } from '#/server/services/news/portal-pages.ts'
import { recordRead } from '#/server/services/news/reads.ts'
import {
  emptyBody,
  expectPublishable,
  expectTopicAndDayFit,
  languageName,
  publishNow,
  readBody,
  reasonsFor,
  requireArticleForStep,
} from '#/server/services/news/rules.ts'
import { articlesForExport } from '#/server/services/news/sheet.ts'
import * as store from '#/server/services/news/store.ts'
import * as readers from '#/server/services/news/store-readers.ts'

function present(row: store.ArticleRow) {
  return {
    id: row.id,
    section: row.section,
    topic: row.topic,
    language: row.language,
    state: row.state,
    title: row.title,
    audiences: [...row.audiences],
    ...fieldsOf(row, 'is_pinned', 'effective_from', 'publish_at', 'published_at', 'reads', 'helped', 'not_helped'),
    ...fieldsOf(row, 'author', 'edited_at', 'version'),
  }
}

const contentOf = ({ title, topic, summary, body, cover_id, attachments, audiences: viewerColumns, is_pinned, effective_from }: store.ArticleContent) => ({
  title,
  topic,
  summary,
  body,
  cover_id,
  attachments,
  audiences: viewerColumns,
  is_pinned,
  effective_from,
})

/** Returns the cover as a data URL for answers. */
async function pictureOf(ctx: Context, coverId: string | null): Promise<string | null> {
  const cover = coverId === null ? null : await ctx.files.open(coverId)
  return cover ? thumbnailUrl(ctx, cover.bytes) : null
}

async function requireArticle(ctx: Context, id: number): Promise<store.ArticleRow> {
  return (await store.find(ctx, id)) ?? refuse(newsRefusals, 'notFound')
}

async function detail(ctx: Context, id: number) {
  const row = await requireArticle(ctx, id)
  const versions = await store.versions(ctx, id)
  const [newest] = versions
  return {
    ...present(row),
    summary: row.summary,
    body: JSON.stringify(row.body),
    coverId: row.cover_id,
    cover: await pictureOf(ctx, row.cover_id),
    attachments: [...row.attachments],
    hasChanges: newest !== undefined && JSON.stringify(contentOf(newest)) !== JSON.stringify(contentOf(row)),
    translations: await store.translations(ctx, row.group_id),
    versions: versions.map((version) => ({
      ...fieldsOf(version, 'no', 'title', 'effective_from'),
      publishedBy: version.publisher,
      publishedAt: version.published_at.toISOString(),
    })),
    may: reasonsFor(ctx, row),
  }
}

/**
 * Returns the attachments in this order. Refuses files that were not uploaded for articles, and a cover that is not a
 * picture.
 */
async function filesOf(ctx: Context, ids: readonly string[], coverId: string | null): Promise<store.ArticleFile[]> {
  const filesById = new Map((await store.files(ctx, [...ids, ...(coverId === null ? [] : [coverId])])).map((file) => [file.id, file]))
  const cover = coverId === null ? null : filesById.get(coverId)
  if (cover === undefined || (cover && !cover.mediaType.startsWith('image/'))) refuse(newsRefusals, 'badFile')
  return ids.map((id) => {
    const { name, size } = filesById.get(id) ?? refuse(newsRefusals, 'badFile')
    return { id, name, size }
  })
}

const audienceByUserType = { [userType.unit]: 'unit', [userType.operator]: 'operator', [userType.centre]: 'centre', [userType.partner]: 'partner' } as const

/** Returns the caller as a reader. Platform staff read the articles for every audience. */
function readerOf({ db, actor, language, now }: Context): readers.ArticleReader {
  const visibleAudiences: readonly Audience[] = actor.usertype === userType.platform ? audiences : ['public', audienceByUserType[actor.usertype]]
  return { db, audiences: visibleAudiences, language, day: dayOf(now) }
}

const entryOf = ({ id, section, title, summary, is_pinned, language, published_at }: readers.EntryRow) => ({
  id,
  section,
  title,
  summary,
  isPinned: is_pinned,
  language,
  publishedAt: published_at.toISOString(),
})

/** Returns the lines that a comparison shows side by side. */
const linesOf = (of: store.ArticleContent) => [of.title, of.effective_from ?? '', of.summary, ...linesOfRichText(of.body)].filter(Boolean)

// High enough for an office behind one address, and low enough to stop a script with invented visitors.
const maxNetworkVotes = 40
const maxNetworkVotesPerArticle = 5

const digest = (text: string) => createHash('sha256').update(text).digest()

export const news: Implementation<Modules['news']> = {
  async list(ctx, { page, size, ...filter }) {
    const [rows, count] = await Promise.all([store.list(ctx, filter, { page, size }), store.count(ctx, filter)])
    return { rows: rows.map(present), count }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => articlesForExport(ctx, filter))
    return { fileId }
  },

  get: (ctx, { id }) => detail(ctx, id),

  async create(ctx, { title, section, language, topic }) {
    const sectionColumns = { section, topic: topic ?? null, effective_from: null }
    expectTopicAndDayFit(sectionColumns)
    const emptyContent = { summary: '', body: emptyBody, cover_id: null, attachments: [], audiences: ['public' as const], is_pinned: false }
    const id = (await store.insert(ctx, { group_id: null, title, language, ...sectionColumns, ...emptyContent })) ?? refuse(newsRefusals, 'changed')
    ctx.note({ refType: 'article', refId: id, after: { title, section, language } })
    return detail(ctx, id)
  },

  async translate(ctx, { id: from, language }) {
    const row = await requireArticle(ctx, from)
    const id =
      (await store.insert(ctx, { ...contentOf(row), group_id: row.group_id, section: row.section, language })) ??
      refuse(newsRefusals, 'languageTaken', { language: languageName(ctx, language) })
    ctx.note({ refType: 'article', refId: id, after: { title: row.title, section: row.section, language, translationOf: row.group_id } })
    return detail(ctx, id)
  },

  async save(ctx, { id, version, title, topic, summary, body, coverId = null, attachments, audiences: viewerColumns, isPinned, effectiveFrom = null }) {
    const row = await requireArticleForStep(ctx, { id, version }, 'save')
    const newContent = {
      title,
      topic: topic ?? null,
      summary,
      body: readBody(body),
      cover_id: coverId,
      attachments: await filesOf(ctx, attachments, coverId),
      audiences: audiences.filter((audience) => viewerColumns.includes(audience)),
      is_pinned: isPinned,
      effective_from: effectiveFrom,
    }
    expectTopicAndDayFit({ ...newContent, section: row.section })
    await store.storeContent(ctx, id, newContent)
    const loggedContent = (of: store.ArticleContent) => ({
      ...fieldsOf(of, 'title', 'topic', 'summary', 'audiences', 'is_pinned', 'effective_from'),
      files: of.attachments.length + (of.cover_id === null ? 0 : 1),
    })
    const sha256 = digest(JSON.stringify(newContent.body)).toString('hex')
    ctx.note({ refType: 'article', refId: id, before: loggedContent(row), after: loggedContent(newContent), detail: { sha256 } })
    return detail(ctx, id)
  },

  async addFile(ctx, { kind, file }) {
    const purpose = 'article'
    const storedFile =
      kind === 'cover'
        ? await storePicture(ctx, { upload: file, purpose })
        : await storeDocument(ctx, { upload: file, purpose, kinds: ['pdf', 'xlsx'], pictures: true })
    const [row] = await store.files(ctx, [storedFile.fileId])
    ctx.note({ refType: 'file', refId: storedFile.fileId, detail: { sha256: storedFile.sha256 } })
    return { id: storedFile.fileId, name: row?.name ?? '', size: row?.size ?? 0, picture: await pictureOf(ctx, kind === 'cover' ? storedFile.fileId : null) }
  },

  async publish(ctx, at) {
    const row = await requireArticleForStep(ctx, at, 'publish')
    await expectPublishable(ctx, row)
    await publishNow(ctx, row, ctx.actor.userId)
    return detail(ctx, row.id)
  },

  async schedule(ctx, { publishAt, ...at }) {
    const row = await requireArticleForStep(ctx, at, 'schedule')
    await expectPublishable(ctx, row)
    const publishTime = new Date(publishAt)
    if (publishTime <= ctx.now) refuse(newsRefusals, 'pastTime')
    await store.changeArticleState(ctx, row.id, { state: 'scheduled', publish_at: publishTime })
    ctx.note({ refType: 'article', refId: row.id, before: { state: row.state }, after: { state: 'scheduled', publishAt } })
    return detail(ctx, row.id)
  },

  async unschedule(ctx, at) {
    const row = await requireArticleForStep(ctx, at, 'unschedule')
    const state = row.shown_no === null ? 'draft' : 'withdrawn'
    await store.changeArticleState(ctx, row.id, { state })
    ctx.note({ refType: 'article', refId: row.id, before: { state: row.state }, after: { state } })
    return detail(ctx, row.id)
  },

  async takeDown(ctx, at) {
    const row = await requireArticleForStep(ctx, at, 'takeDown')
    await store.changeArticleState(ctx, row.id, { state: 'withdrawn' })
    ctx.note({ refType: 'article', refId: row.id, before: { state: row.state }, after: { state: 'withdrawn' } })
    return detail(ctx, row.id)
  },

  async remove(ctx, at) {
    const row = await requireArticleForStep(ctx, at, 'remove')
    if (await store.hasTranslations(ctx, row.id)) refuse(newsRefusals, 'hasTranslations')
    await store.remove(ctx, row.id)
    ctx.note({ refType: 'article', refId: row.id, before: { title: row.title, section: row.section, language: row.language } })
    return {}
  },

  async preview(ctx, { id }) {
    const row = await requireArticle(ctx, id)
    return { html: previewHtml(ctx, { ...row, cover: await pictureOf(ctx, row.cover_id) }) }
  },

  async compare(ctx, { id, from, to }) {
    const row = await requireArticle(ctx, id)
    const versions = await store.versions(ctx, id)
    const rowOfVersion = (no: number) => (no === 0 ? row : (versions.find((version) => version.no === no) ?? refuse(newsRefusals, 'notFound')))
    return { changes: compareLines(linesOf(rowOfVersion(from)), linesOf(rowOfVersion(to))) }
  },

  async feed(ctx, { section, page, size }) {
    const reader = readerOf(ctx)
    const rows = await readers.listEntries(reader, { section }, { most: size, from: (page - 1) * size })
    return { rows: rows.map(entryOf), count: await readers.countEntries(reader, { section }) }
  },

  async read(ctx, { id }) {
    const row = (await readers.readableArticle(readerOf(ctx), id)) ?? refuse(newsRefusals, 'notFound')
    recordRead(row.id)
    const cover = await ctx.widen('files of an article', () => pictureOf(ctx, row.cover_id))
    return { ...entryOf(row), body: JSON.stringify(row.body), cover, attachments: [...row.attachments], effectiveFrom: row.effective_from }
  },

  async file(ctx, { id, fileId }) {
    const row = (await readers.readableArticle(readerOf(ctx), id)) ?? refuse(newsRefusals, 'notFound')
    const file = row.attachments.find((attachment) => attachment.id === fileId) ?? refuse(newsRefusals, 'badFile')
    const url = await ctx.widen('files of an article', () => createFileLink(ctx, fileId))
    ctx.note({ refType: 'file', refId: fileId, detail: { name: file.name } })
    return { url, name: file.name }
  },

  async vote(ctx, { id, isHelpful, visitor }) {
    if (!(await readers.isVotable(ctx.db, id))) refuse(newsRefusals, 'notFound')
    const vote = { articleId: id, visitor: digest(visitor), network: digest(`${dayOf(ctx.real)} ${networkOf(ctx.ip)}`), isHelpful, at: ctx.now }
    await ctx.widen('answers to an article', async () => {
      const votesBefore = await readers.votesFrom(ctx.db, vote)
      if (votesBefore.all >= maxNetworkVotes || votesBefore.here >= maxNetworkVotesPerArticle) refuse(newsRefusals, 'tooManyVotes')
      await readers.storeVote(ctx.db, vote)
    })
    ctx.note({ refType: 'article', refId: id, detail: { isHelpful } })
    return {}
  },
}
