import { authMessages } from '#/api/access/auth.texts.ts'
import { articleLanguageNames, sectionNames, topicNames } from '#/api/services/news.texts.ts'
import { dateTimeOf, dayOf } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { type ArticleTopic, knowledgeTopics, versionInForce } from '#/domain/services/article.ts'
import { escapeHtml, renderRichHtml } from '#/domain/services/rich-html.ts'
import { compareLines, linesOfRichText } from '#/domain/services/rich-text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { contactHtml, documentOf, escapedText, linkOf, type PageContent, type PortalView } from '#/server/services/news/portal-frame.ts'
import { portalTexts as texts } from '#/server/services/news/portal-texts.ts'
import type { ArticleRow } from '#/server/services/news/store.ts'
import type { EntryRow, PastVersionRow, ReadableRow } from '#/server/services/news/store-readers.ts'

type Entry = Pick<EntryRow, 'id' | 'section' | 'title' | 'summary' | 'published_at' | 'cover_id' | 'is_pinned' | 'effective_from'>

const pathBySection = { news: '/Detail', notice: '/Detail', knowledge: '/Knowledge', rule: '/Rules' } as const
/** Returns the path where an article is read. */
export const articlePath = ({ section }: Pick<Entry, 'section'>) => pathBySection[section]
const timeHtml = (at: Date) => `<time datetime="${at.toISOString()}">${dateTimeOf(at).slice(0, 16)}</time>`
const dayHtml = (at: Date) => `<time datetime="${at.toISOString()}">${dayOf(at)}</time>`
const coverPath = (id: string) => `/portal/cover/${id}`
const emptyNote = (view: PortalView, text: (typeof texts)[keyof typeof texts]) => `<p class="empty">${escapedText(view, text)}</p>`

function cardHtml(view: PortalView, entry: Entry): string {
  const cover = entry.cover_id === null ? '' : `<img src="${coverPath(entry.cover_id)}" alt="" loading="lazy">`
  return `<li class="card">${cover}<div><h3><a href="${linkOf(view, articlePath(entry), { id: entry.id })}">${escapeHtml(entry.title)}</a></h3>
${entry.summary === '' ? '' : `<p>${escapeHtml(entry.summary)}</p>`}<p class="quiet">${dayHtml(entry.published_at)}</p></div></li>`
}

function lineHtml(view: PortalView, entry: Entry): string {
  const startDayHtml = entry.effective_from === null ? '' : `<span class="quiet">${escapedText(view, texts.inForceFrom, { day: entry.effective_from })}</span>`
  return `<li><a href="${linkOf(view, articlePath(entry), { id: entry.id })}">${escapeHtml(entry.title)}</a>${startDayHtml}</li>`
}

/** Renders the home page: entrances, news and rules. */
export function homePage(view: PortalView, { news, rules }: { readonly news: readonly Entry[]; readonly rules: readonly Entry[] }): PageContent {
  const topics = knowledgeTopics
    .map((topic) => `<li><a href="${linkOf(view, '/Knowledge', { topic })}">${escapedText(view, topicNames[topic])}</a></li>`)
    .join('')
  const main = `<section class="hero"><h1>${escapedText(view, authMessages.title)}</h1><p>${escapedText(view, texts.tagline)}</p>
<p class="ways"><a class="button" href="/login">${escapedText(view, texts.signIn)}</a><a class="button plain" href="/Registermsg">${escapedText(view, texts.joinOperator)}</a>
<a class="button plain" href="/Registermsgdw">${escapedText(view, texts.joinUnit)}</a><a class="button plain" href="/Registermsgcom">${escapedText(view, texts.joinPartner)}</a></p></section>
<section aria-labelledby="news"><h2 id="news">${escapedText(view, texts.news)}</h2>${
    news.length === 0 ? emptyNote(view, texts.noNews) : `<ul class="cards">${news.map((each) => cardHtml(view, each)).join('')}</ul>`
  }</section>
<div class="halves"><section aria-labelledby="rules"><h2 id="rules">${escapedText(view, texts.rules)}</h2>${
    rules.length === 0 ? emptyNote(view, texts.noRules) : `<ul class="lines">${rules.map((rule) => lineHtml(view, rule)).join('')}</ul>`
  }<p><a href="${linkOf(view, '/Rules')}">${escapedText(view, texts.allRules)}</a></p></section>
<section aria-labelledby="base"><h2 id="base">${escapedText(view, texts.knowledge)}</h2><ul class="chips">${topics}</ul></section></div>${
    view.site.support === ''
      ? ''
      : `<section aria-labelledby="support"><h2 id="support">${escapedText(view, texts.support)}</h2><p>${contactHtml(view)}</p></section>`
  }`
  return { status: 200, title: translate(authMessages.title, view.language), description: translate(texts.tagline, view.language), path: '/index', main }
}

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.round(bytes / 104_857.6) / 10} MB`)

function attachmentsHtml(view: PortalView, files: ReadableRow['attachments']): string {
  if (files.length === 0) return ''
  const rows = files.map(({ id, name, size }) => `<li><a href="/portal/file/${id}">${escapeHtml(name)}</a> <span class="quiet">${sizeOf(size)}</span></li>`)
  return `<section aria-labelledby="files"><h2 id="files">${escapedText(view, texts.attachments)}</h2><ul class="lines">${rows.join('')}</ul></section>`
}

/** Renders the note that the article is in another language than the page. */
function languageSwitch(view: PortalView, language: ReadableRow['language']): string {
  if (language === view.language) return ''
  return `<p class="note">${escapedText(view, texts.otherLanguage, { language: translate(articleLanguageNames[language], view.language) })}</p>`
}

const htmlLanguages = { zh: 'zh-CN', en: 'en', es: 'es', ja: 'ja' } as const

/** Renders an article, for pages and previews alike. */
function articleHtml(
  view: PortalView,
  row: Pick<ReadableRow, 'language' | 'section' | 'title' | 'summary' | 'body'>,
  more: { facts: string; cover: string | null },
): string {
  const lang = row.language === view.language ? '' : ` lang="${htmlLanguages[row.language]}"`
  return `${languageSwitch(view, row.language)}<article${lang}><p class="quiet">${escapedText(view, sectionNames[row.section])}</p><h1>${escapeHtml(row.title)}</h1>
<p class="quiet">${more.facts}</p>${more.cover === null ? '' : `<img class="cover" src="${more.cover}" alt="">`}${
    row.summary === '' ? '' : `<p class="lead">${escapeHtml(row.summary)}</p>`
  }<div class="text">${renderRichHtml(row.body)}</div></article>`
}

type Alternates = NonNullable<PageContent['alternates']>

/** An article and its languages. */
interface TranslatedArticle {
  readonly row: ReadableRow
  readonly alternates: Alternates
}

const pageOfArticle = (view: PortalView, { row, alternates }: TranslatedArticle, main: string): PageContent => ({
  status: 200,
  title: row.title,
  description: row.summary || truncateUnits(linesOfRichText(row.body).join(' ').trim(), 150) || translate(sectionNames[row.section], view.language),
  path: `${articlePath(row)}?id=${row.id}`,
  alternates,
  main,
  articleId: row.id,
})

type Neighbour = { readonly id: number; readonly title: string } | null

/** Renders a news item or notice. */
export function detailPage(
  view: PortalView,
  reading: TranslatedArticle,
  { newer, older }: { readonly newer: Neighbour; readonly older: Neighbour },
): PageContent {
  const { row } = reading
  const neighbourItem = (name: (typeof texts)['newer' | 'older'], to: Neighbour) =>
    `<li><span class="quiet">${escapedText(view, name)}</span> ${to ? `<a href="${linkOf(view, '/Detail', { id: to.id })}">${escapeHtml(to.title)}</a>` : escapedText(view, texts.none)}</li>`
  const factsHtml = `${escapedText(view, texts.published)} ${timeHtml(row.published_at)}${row.no > 1 ? ` · ${escapedText(view, texts.revised)} ${timeHtml(row.revised_at)}` : ''}`
  const cover = row.cover_id === null ? null : coverPath(row.cover_id)
  const main = `${articleHtml(view, row, { facts: factsHtml, cover })}${attachmentsHtml(view, row.attachments)}
<nav aria-label="${escapedText(view, sectionNames[row.section])}"><ul class="lines">${neighbourItem(texts.newer, newer)}${neighbourItem(texts.older, older)}</ul></nav>`
  return pageOfArticle(view, reading, main)
}

function topicTreeHtml(view: PortalView, topic: ArticleTopic | undefined): string {
  const item = (key: ArticleTopic | undefined, name: string) =>
    `<li><a href="${linkOf(view, '/Knowledge', { topic: key })}"${key === topic ? ' aria-current="true"' : ''}>${name}</a></li>`
  return `<nav class="tree" aria-label="${escapedText(view, texts.topics)}"><ul>${item(undefined, escapedText(view, texts.all))}${knowledgeTopics
    .map((key) => item(key, escapedText(view, topicNames[key])))
    .join('')}</ul></nav>`
}

function searchForm(view: PortalView, keyword: string): string {
  const lang = view.isNamed ? `<input type="hidden" name="lang" value="${view.language}">` : ''
  return `<form class="search" action="/Knowledge" method="get" role="search"><label class="hidden" for="q">${escapedText(view, texts.searchFor)}</label>
<input id="q" name="q" type="search" maxlength="50" value="${escapeHtml(keyword)}" placeholder="${escapedText(view, texts.searchFor)}">${lang}<button class="button">${escapedText(view, texts.search)}</button></form>`
}

export interface EntryListRequest {
  readonly topic: ArticleTopic | undefined
  readonly keyword: string
  readonly page: number
  readonly hasMore: boolean
}

/** Renders the knowledge base: its categories, and the entries of one of them or of a search. */
export function knowledgePage(view: PortalView, entries: readonly Entry[], { topic, keyword, page, hasMore }: EntryListRequest): PageContent {
  const title = topic ? translate(topicNames[topic], view.language) : translate(texts.knowledge, view.language)
  const list =
    entries.length === 0
      ? emptyNote(view, keyword === '' ? texts.noEntries : texts.noMatch)
      : `<ul class="lines">${entries.map((each) => lineHtml(view, each)).join('')}</ul>`
  const requestedQuery = { topic, q: keyword }
  const moreLink = hasMore ? `<p><a href="${linkOf(view, '/Knowledge', { ...requestedQuery, page: page + 1 })}">${escapedText(view, texts.more)}</a></p>` : ''
  const main = `<h1>${escapedText(view, texts.knowledge)}</h1>${searchForm(view, keyword)}<div class="beside">${topicTreeHtml(view, topic)}<section aria-labelledby="entries">
<h2 id="entries">${escapeHtml(topic ? title : translate(texts.all, view.language))}</h2>${list}${moreLink}</section></div>`
  return { status: 200, title, description: translate(texts.searchFor, view.language), path: topic ? `/Knowledge?topic=${topic}` : '/Knowledge', main }
}

/** The outcome of a vote sent with a form. */
export type VoteChoice = 'thanks' | 'notNow' | null

/** Renders a knowledge base entry with the vote. */
export function entryPage(view: PortalView, reading: TranslatedArticle, voted: VoteChoice): PageContent {
  const { row } = reading
  const choice = (value: 'true' | 'false', name: (typeof texts)['yes' | 'no']) =>
    `<button class="button plain" name="isHelpful" value="${value}">${escapedText(view, name)}</button>`
  const hiddenInput = (name: string, value: string | number) => `<input type="hidden" name="${name}" value="${value}">`
  const vote =
    voted === null
      ? `<form class="vote" action="/Knowledge" method="post"><p id="vote">${escapedText(view, texts.helped)}</p>${hiddenInput('id', row.id)}${view.isNamed ? hiddenInput('lang', view.language) : ''}
<p class="ways" role="group" aria-labelledby="vote">${choice('true', texts.yes)}${choice('false', texts.no)}</p></form>`
      : `<p class="note" role="status">${escapedText(view, texts[voted])}</p>`
  const factsHtml = `${escapedText(view, texts.revised)} ${timeHtml(row.revised_at)}`
  const main = `<div class="beside">${topicTreeHtml(view, row.topic ?? undefined)}<div>${articleHtml(view, row, { facts: factsHtml, cover: null })}${attachmentsHtml(view, row.attachments)}${vote}</div></div>`
  return pageOfArticle(view, reading, main)
}

/** Renders the list of published rules. */
export function rulesPage(view: PortalView, rules: readonly Entry[]): PageContent {
  const main = `<h1>${escapedText(view, texts.rules)}</h1>${rules.length === 0 ? emptyNote(view, texts.noRules) : `<ul class="lines">${rules.map((rule) => lineHtml(view, rule)).join('')}</ul>`}`
  return { status: 200, title: translate(texts.rules, view.language), description: translate(texts.allRules, view.language), path: '/Rules', main }
}

export interface RuleRequest {
  readonly versions: readonly PastVersionRow[]
  /** The version to show. Null means the one in force. */
  readonly no: number | null
  /** The version to compare with. */
  readonly from: number | null
}

const tagByChange = { added: ['ins', texts.added], removed: ['del', texts.removed] } as const

function comparisonHtml(view: PortalView, from: PastVersionRow, to: PastVersionRow): string {
  const lines = ({ title, body }: PastVersionRow) => [title, ...linesOfRichText(body)].filter(Boolean)
  const rows = compareLines(lines(from), lines(to)).map(({ kind, text }) => {
    if (kind === 'same') return `<p>${escapeHtml(text)}</p>`
    const [tag, name] = tagByChange[kind]
    return `<p><${tag}><span class="hidden">${escapedText(view, name)} </span>${escapeHtml(text)}</${tag}></p>`
  })
  return `<section class="text" aria-labelledby="changes"><h2 id="changes">${escapedText(view, texts.comparing, { from: from.no, to: to.no })}</h2>${rows.join('')}</section>`
}

function versionListHtml(
  view: PortalView,
  row: ReadableRow,
  { versions, shown, current }: { versions: readonly PastVersionRow[]; shown: PastVersionRow; current: number | null },
): string {
  const items = versions.map(({ no, effective_from: from }) => {
    const status = no === current ? texts.inForce : from !== null && from > view.day ? texts.ahead : texts.past
    const name = `${escapedText(view, texts.version, { no })}${from === null ? '' : ` · ${escapedText(view, texts.inForceFrom, { day: from })}`}`
    const versionLink =
      no === shown.no ? `<span aria-current="true">${name}</span>` : `<a href="${linkOf(view, '/Rules', { id: row.id, version: no })}">${name}</a>`
    const compareLink =
      no === shown.no
        ? ''
        : ` <a href="${linkOf(view, '/Rules', { id: row.id, version: shown.no, from: no })}">${escapedText(view, texts.compareWith, { no })}</a>`
    return `<li>${versionLink} <span class="quiet">${escapedText(view, status)}</span>${compareLink}</li>`
  })
  return `<section aria-labelledby="versions"><h2 id="versions">${escapedText(view, texts.versions)}</h2><ul class="lines">${items.join('')}</ul></section>`
}

/** Renders a rule: one version, the list of all, and the differences between two. */
export function rulePage(view: PortalView, reading: TranslatedArticle, { versions, no, from }: RuleRequest): PageContent | null {
  const { row } = reading
  const currentVersion = versionInForce(
    versions.map((version) => ({ no: version.no, effectiveFrom: version.effective_from })),
    view.day,
  )
  const shownVersion = versions.find((version) => version.no === (no ?? currentVersion?.no ?? versions[0]?.no))
  const earlierVersion = from === null ? undefined : versions.find((version) => version.no === from)
  if (!shownVersion || (from !== null && !earlierVersion)) return null
  const factsHtml = `${escapedText(view, texts.version, { no: shownVersion.no })}${shownVersion.effective_from === null ? '' : ` · ${escapedText(view, texts.inForceFrom, { day: shownVersion.effective_from })}`}`
  const text = earlierVersion
    ? `<h1>${escapeHtml(shownVersion.title)}</h1>${comparisonHtml(view, earlierVersion, shownVersion)}`
    : articleHtml(view, { ...row, ...shownVersion }, { facts: factsHtml, cover: null })
  const main = `${text}${attachmentsHtml(view, shownVersion.attachments)}${versionListHtml(view, row, { versions, shown: shownVersion, current: currentVersion?.no ?? null })}`
  const page = pageOfArticle(view, reading, main)
  return no === null && from === null ? page : { ...page, path: `/Rules?id=${row.id}&version=${shownVersion.no}` }
}

/** Renders the terms in force, at their established path. */
export function clausePage(view: PortalView, reading: TranslatedArticle, row: PastVersionRow): PageContent {
  const factsHtml = `${escapedText(view, texts.version, { no: row.no })}${row.effective_from === null ? '' : ` · ${escapedText(view, texts.inForceFrom, { day: row.effective_from })}`}`
  const main = `${articleHtml(view, { ...reading.row, ...row }, { facts: factsHtml, cover: null })}${attachmentsHtml(view, row.attachments)}
<p><a href="${linkOf(view, '/Rules', { id: reading.row.id })}">${escapedText(view, texts.versions)}</a></p>`
  const { alternates: _alternates, ...page } = pageOfArticle(view, reading, main)
  return { ...page, path: '/Clause' }
}

/** Renders the 404 page, also for articles that the visitor may not see. */
export function missingPage(view: PortalView, path: string): PageContent {
  const main = `<h1>${escapedText(view, texts.missing)}</h1><p>${escapedText(view, texts.missingMore)}</p><p><a class="button" href="${linkOf(view, '/index')}">${escapedText(view, texts.home)}</a></p>`
  return { status: 404, title: translate(texts.missing, view.language), description: translate(texts.missingMore, view.language), path, main }
}

/** Renders the preview of a draft. */
export function previewHtml(ctx: Context, row: ArticleRow & { readonly cover: string | null }): string {
  const view: PortalView = { language: row.language, isNamed: false, site: ctx.site, isDemo: ctx.isDemo, day: dayOf(ctx.now) }
  const displayedAt = row.publish_at ?? row.published_at ?? ctx.now
  const factsHtml =
    row.section === 'rule' && row.effective_from
      ? escapedText(view, texts.inForceFrom, { day: row.effective_from })
      : `${escapedText(view, texts.published)} ${timeHtml(displayedAt)}`
  const main = `${articleHtml(view, row, { facts: factsHtml, cover: row.section === 'news' || row.section === 'notice' ? row.cover : null })}${attachmentsHtml(view, row.attachments)}`
  return documentOf(view, { status: 200, title: row.title, description: row.summary, path: articlePath(row), main }, true)
}
