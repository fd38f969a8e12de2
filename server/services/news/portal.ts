import { dayOf } from '#/domain/base/period.ts'
import { type Language, languages, truncateUnits } from '#/domain/base/text.ts'
import { type ArticleTopic, knowledgeTopics, versionInForce } from '#/domain/services/article.ts'
import { escapeHtml } from '#/domain/services/rich-html.ts'
import type { Context } from '#/server/kernel/context.ts'
import {
  cookieFor,
  type DocumentHost,
  type DocumentRequest,
  type DocumentResponse,
  type Documents,
  type OpenDocuments,
} from '#/server/kernel/request/documents.ts'
import { thumbnailBytes } from '#/server/services/files/public.ts'
import { type CachedPage, cachedText, etagOf, PortalCache, TooManyRequests } from '#/server/services/news/portal-cache.ts'
import { documentOf, type PageContent, type PortalView, styleSheet, styleSheetPath } from '#/server/services/news/portal-frame.ts'
import {
  articlePath,
  clausePage,
  detailPage,
  entryPage,
  homePage,
  knowledgePage,
  missingPage,
  rulePage,
  rulesPage,
  type VoteChoice,
} from '#/server/services/news/portal-pages.ts'
import { drainReadCounts, recordRead } from '#/server/services/news/reads.ts'
import * as readers from '#/server/services/news/store-readers.ts'

// The public pages: rendered here, cached in memory and discarded when an article changes, so that many readers do
// not load the database.

const maxNewsOnIndex = 6
const maxRulesOnIndex = 5
const maxListedRules = 200
const entriesPerPage = 30
const maxPages = 50
const flushIntervalMs = 5000
const freshSeconds = 30
const yearSeconds = 31_536_000
const maxSiteMapEntries = 5000

type PageQuery = Readonly<Record<string, string>>
interface PageInput {
  readonly view: PortalView
  readonly reader: readers.ArticleReader
  readonly asked: PageQuery
}

/** The query parameters of each page; others do not affect the cache key. */
const parametersByPath: Readonly<Record<string, readonly string[]>> = {
  '/index': [],
  '/Detail': ['id'],
  '/Knowledge': ['id', 'topic', 'q', 'page', 'voted'],
  '/Rules': ['id', 'version', 'from'],
  '/Clause': [],
}

const idOf = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Returns the requested article with its languages, or null unless it belongs on this page. */
async function articleOnPage({ reader, asked: requested }: PageInput, path: string) {
  const id = idOf(requested.id)
  const row = id === null ? undefined : await readers.readableArticle(reader, id)
  if (!row || articlePath(row) !== path) return null
  const translations = await readers.languagesOf(reader, row.group_id)
  return { row, alternates: translations.map((each) => ({ language: each.language, path: `${path}?id=${each.id}` })) }
}

async function renderKnowledge(draw: PageInput): Promise<PageContent | null> {
  const { view, reader, asked: requested } = draw
  if (requested.id !== undefined) {
    const reading = await articleOnPage(draw, '/Knowledge')
    const voteChoice: VoteChoice = requested.voted === '1' ? 'thanks' : requested.voted === '0' ? 'notNow' : null
    return reading && entryPage(view, reading, voteChoice)
  }
  const topic: ArticleTopic | undefined = knowledgeTopics.find((knowledgeTopic) => knowledgeTopic === requested.topic)
  const keyword = truncateUnits((requested.q ?? '').replaceAll('\0', '').trim(), 50).toWellFormed()
  const page = Math.min(maxPages, idOf(requested.page) ?? 1)
  const rows = await readers.listEntries(reader, { section: 'knowledge', topic, keyword }, { most: entriesPerPage + 1, from: (page - 1) * entriesPerPage })
  return knowledgePage(view, rows.slice(0, entriesPerPage), { topic, keyword, page, hasMore: rows.length > entriesPerPage && page < maxPages })
}

async function renderRules(draw: PageInput): Promise<PageContent | null> {
  const { view, reader, asked: requested } = draw
  if (requested.id === undefined) return rulesPage(view, await readers.listEntries(reader, { section: 'rule' }, { most: maxListedRules }))
  const reading = await articleOnPage(draw, '/Rules')
  return (
    reading &&
    rulePage(view, reading, { versions: await readers.pastVersions(reader, reading.row.id), no: idOf(requested.version), from: idOf(requested.from) })
  )
}

/** Renders the published terms. Returns null if none are in force, and the application then shows its built-in ones. */
async function renderClause({ view, reader }: PageInput): Promise<PageContent | null> {
  const [rule] = await readers.listEntries(reader, { section: 'rule', topic: 'terms' }, { most: 1 })
  const row = rule && (await readers.readableArticle(reader, rule.id))
  if (!row) return null
  const versions = await readers.pastVersions(reader, row.id)
  const currentVersion = versionInForce(
    versions.map((version) => ({ no: version.no, effectiveFrom: version.effective_from })),
    view.day,
  )
  const currentClause = versions.find((version) => version.no === currentVersion?.no)
  return currentClause ? clausePage(view, { row, alternates: [] }, currentClause) : null
}

const pageRenderers: Readonly<Record<string, (draw: PageInput) => Promise<PageContent | null>>> = {
  '/index': async ({ view, reader }) => {
    const news = await readers.listEntries(reader, { section: 'news' }, { most: maxNewsOnIndex })
    return homePage(view, { news, rules: await readers.listEntries(reader, { section: 'rule' }, { most: maxRulesOnIndex }) })
  },
  '/Detail': async (draw) => {
    const reading = await articleOnPage(draw, '/Detail')
    return reading && detailPage(draw.view, reading, await readers.neighbouringArticles(draw.reader, reading.row))
  },
  '/Knowledge': renderKnowledge,
  '/Rules': renderRules,
  '/Clause': renderClause,
}

const publicReader = ({ db, now }: Context, language: Language): readers.ArticleReader => ({ db, audiences: ['public'], language, day: dayOf(now) })

/**
 * Returns the language: from the URL, otherwise cookie, otherwise browser; Chinese if none is given, as by search
 * engines.
 */
function languageOf({ query, cookies, languages: header }: DocumentRequest): { language: Language; isNamed: boolean } {
  const findLanguage = (text: string | null | undefined) => languages.find((language) => language === text)
  const namedLanguage = findLanguage(query.get('lang'))
  if (namedLanguage) return { language: namedLanguage, isNamed: true }
  const acceptedLanguages = header?.split(',').map((part) => findLanguage(part.trim().slice(0, 2).toLowerCase()))
  return {
    language: findLanguage(cookies.language) ?? acceptedLanguages?.find((each) => each !== undefined) ?? (header === undefined ? 'zh' : 'en'),
    isNamed: false,
  }
}

class Portal implements OpenDocuments {
  readonly #host: DocumentHost
  readonly #cache = new PortalCache()
  readonly #timer: NodeJS.Timeout
  #listening: Promise<(() => Promise<void>) | null> | null = null

  constructor(host: DocumentHost) {
    this.#host = host
    this.#timer = setInterval(() => void this.#flush(), flushIntervalMs).unref()
  }

  async answer(requested: DocumentRequest): Promise<DocumentResponse | null> {
    try {
      await this.#subscribe()
      if (requested.path === '/robots.txt' || requested.path === '/sitemap.xml') return this.#text(requested)
      if (requested.path.startsWith('/portal/')) return await this.#file(requested)
      return await this.#page(requested)
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      return {
        status: 503,
        headers: { 'retry-after': '5', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
        body: Buffer.from('busy\n'),
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#flush()
    const stopListening = await this.#listening
    await stopListening?.().catch(() => undefined)
  }

  /** Subscribes to changes on the first request. Without a subscription, pages are at most a minute old. */
  async #subscribe(): Promise<void> {
    this.#listening ??= this.#host
      .listen('portal', () => this.#cache.purge())
      .catch((error: unknown) => {
        this.#host.job.log.warn({ error: String(error) }, 'notifications of changed articles do not arrive: public pages may be a minute old')
        return null
      })
    await this.#listening
  }

  async #flush(): Promise<void> {
    const counts = drainReadCounts()
    if (counts.size === 0) return
    await this.#host.job
      .run('news.reads', (ctx) => readers.addReads(ctx.db, counts))
      .catch((error: unknown) => {
        this.#host.job.log.warn({ error: String(error) }, 'reads of articles were not written down')
        for (const [id, count] of counts) recordRead(id, count)
      })
  }

  async #page(requested: DocumentRequest): Promise<DocumentResponse | null> {
    const { language, isNamed } = languageOf(requested)
    const usedParameters = Object.fromEntries(
      (parametersByPath[requested.path] ?? []).flatMap((name) =>
        requested.query.has(name) ? [[name, truncateUnits(requested.query.get(name) ?? '', 60)]] : [],
      ),
    )
    const cachedPage = await this.#cache.get(JSON.stringify([requested.path, language, isNamed, usedParameters]), () =>
      this.#draw(requested.path, usedParameters, language, isNamed),
    )
    if (cachedPage === null) return null
    const switchesLanguage = isNamed && requested.cookies.language !== language
    const answer = answerOf(cachedPage, requested, {
      'cache-control': `${switchesLanguage ? 'private' : 'public'}, max-age=${freshSeconds}`,
      'content-language': language,
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      ...(switchesLanguage && { 'set-cookie': cookieFor(this.#host.site, 'language', language, true) }),
    })
    if (cachedPage.articleId !== null && answer.status === 200 && !requested.isHead) recordRead(cachedPage.articleId)
    return answer
  }

  async #draw(path: string, requested: PageQuery, language: Language, isNamed: boolean): Promise<CachedPage | null> {
    const { siteUrl: url, support, record, mode } = this.#host.site
    const view: PortalView = { language, isNamed, site: { url, support, record }, isDemo: mode === 'demo', day: dayOf(this.#host.now()) }
    const pageContent = await this.#host.job.run(
      'news.page',
      async (ctx) => (await pageRenderers[path]?.({ view, reader: publicReader(ctx, language), asked: requested })) ?? null,
    )
    if (!pageContent && path === '/Clause') return null
    const page = pageContent ?? missingPage(view, path)
    return cachedText(documentOf(view, page), { status: page.status, type: 'text/html; charset=utf-8', articleId: page.articleId ?? null })
  }

  async #text(requested: DocumentRequest): Promise<DocumentResponse> {
    const cachedPage = await this.#cache.get(requested.path, async () => {
      const type = requested.path === '/robots.txt' ? 'text/plain; charset=utf-8' : 'application/xml; charset=utf-8'
      const url = this.#host.site.siteUrl
      if (requested.path === '/robots.txt') return cachedText(robotsText(url), { status: 200, type, articleId: null })
      if (url === null) return cachedText('', { status: 404, type, articleId: null })
      const rows = await this.#host.job.run('news.sitemap', (ctx) => readers.listEntries(publicReader(ctx, 'zh'), {}, { most: maxSiteMapEntries }))
      return cachedText(siteMapXml(url, rows), { status: 200, type, articleId: null })
    })
    return answerOf(cachedPage, requested, { 'cache-control': `public, max-age=${freshSeconds}` })
  }

  async #facts(id: string): Promise<readers.PublicFile | null> {
    const cachedFile = await this.#cache.get(`facts ${id}`, async () => {
      const file = await this.#host.job.run('news.file', (ctx) => readers.publicFile(ctx.db, id))
      return file ? cachedText(JSON.stringify(file), { status: 200, type: 'application/json', articleId: null }) : null
    })
    return cachedFile && (JSON.parse(cachedFile.plain.toString()) as readers.PublicFile)
  }

  /** Serves the style sheet, and covers and attachments of public articles. */
  async #file(requested: DocumentRequest): Promise<DocumentResponse> {
    if (/^\/portal\/[0-9a-f]{12}\.css$/.test(requested.path)) {
      const cachedSheet = await this.#cache.get('sheet', () =>
        cachedText(styleSheet.toString(), { status: 200, type: 'text/css; charset=utf-8', articleId: null }),
      )
      return answerOf(cachedSheet, requested, { 'cache-control': requested.path === styleSheetPath ? `public, max-age=${yearSeconds}, immutable` : 'no-cache' })
    }
    const [, kind, id = ''] = /^\/portal\/(cover|file)\/([0-9a-f-]{36})$/.exec(requested.path) ?? []
    const file = isUuid(id) ? await this.#facts(id) : null
    if (!file || file.isCover !== (kind === 'cover')) return { status: 404, headers: { 'cache-control': 'no-store' }, body: null }
    if (kind === 'file') {
      const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`
      const headers = {
        'content-type': file.media_type,
        'content-length': String(file.size_bytes),
        'content-disposition': disposition,
        'cache-control': 'no-cache',
      }
      return { status: 200, headers, body: requested.isHead ? null : await this.#host.job.store.stream(id) }
    }
    const cachedCover = await this.#cache.get(`cover ${id}`, async () => {
      const plain = await thumbnailBytes(await this.#host.job.store.read(id))
      return { status: 200, type: 'image/jpeg', etag: etagOf(plain), plain, br: null, gzip: null, articleId: null }
    })
    return answerOf(cachedCover, requested, { 'cache-control': 'public, max-age=3600' })
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Returns a cached response in an accepted encoding, or 304 if the client has it. */
function answerOf(cached: CachedPage | null, requested: DocumentRequest, headers: Readonly<Record<string, string>>): DocumentResponse {
  if (cached === null) return { status: 404, headers: { 'cache-control': 'no-store' }, body: null }
  const encoding = cached.br && /\bbr\b/.test(requested.encodings) ? 'br' : cached.gzip && /\bgzip\b/.test(requested.encodings) ? 'gzip' : 'plain'
  const etag = encoding === 'plain' ? cached.etag : `${cached.etag.slice(0, -1)}-${encoding}"`
  const allHeaders = { vary: 'Accept-Encoding', ...headers, etag }
  const isKnown = requested.knownEtag?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  if (isKnown && cached.status === 200) return { status: 304, headers: allHeaders, body: null }
  const body = cached[encoding] ?? cached.plain
  return { status: cached.status, headers: { ...allHeaders, 'content-type': cached.type, ...(encoding !== 'plain' && { 'content-encoding': encoding }) }, body }
}

const robotsText = (url: string | null) =>
  `User-agent: *\nAllow: /index\nAllow: /Detail\nAllow: /Knowledge\nAllow: /Rules\nAllow: /Clause\nDisallow: /api/\nDisallow: /files/\n${url === null ? '' : `Sitemap: ${url}/sitemap.xml\n`}`

function siteMapXml(url: string, rows: readonly readers.EntryRow[]): string {
  const urlEntry = (path: string, changed?: Date) =>
    `<url><loc>${escapeHtml(url + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`
  const articles = rows.map((row) => urlEntry(`${articlePath(row)}?id=${row.id}`, row.revised_at))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/index', '/Knowledge', '/Rules', '/Clause']
    .map((path) => urlEntry(path))
    .join('')}${articles.join('')}</urlset>\n`
}

/** The public pages of the specification that show articles. */
export const portal: Documents = {
  paths: ['/index', '/Detail', '/Knowledge', '/Rules', '/Clause', '/robots.txt', '/sitemap.xml', '/portal/:name', '/portal/:kind/:name'],
  forms: [
    {
      path: '/Knowledge',
      operation: ['news', 'vote'],
      next: ({ id = '', lang = '' }, isDone) => `/Knowledge?${new URLSearchParams({ id, voted: isDone ? '1' : '0', ...(lang && { lang }) })}`,
    },
  ],
  open: (host) => new Portal(host),
}
