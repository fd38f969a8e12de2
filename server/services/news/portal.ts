import { type ArticleTopic, inForce, knowledgeTopics } from '#/domain/article.ts'
import { dayOf } from '#/domain/period.ts'
import { escapeHtml } from '#/domain/rich-html.ts'
import { cut, type Language, languages } from '#/domain/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { DocumentAnswer, DocumentAsked, DocumentHost, Documents, OpenDocuments } from '#/server/kernel/documents.ts'
import { smallBytes } from '#/server/services/files/public.ts'
import { Crowded, etagOf, type Kept, keptText, PortalCache } from '#/server/services/news/portal-cache.ts'
import { type Drawn, documentOf, sheet, sheetPath, type View } from '#/server/services/news/portal-frame.ts'
import {
  clausePage,
  detailPage,
  entryPage,
  homePage,
  knowledgePage,
  missingPage,
  placeOf,
  rulePage,
  rulesPage,
  type Voted,
} from '#/server/services/news/portal-pages.ts'
import { countRead, takeCounted } from '#/server/services/news/reads.ts'
import * as readers from '#/server/services/news/store-readers.ts'

// The public pages: rendered here, cached in memory and discarded when an article changes, so that many readers do
// not load the database.

const newsOnIndex = 6
const rulesOnIndex = 5
const listMost = 200
const perPage = 30
const pagesMost = 50
const flushMs = 5000
const freshSeconds = 30
const yearSeconds = 31_536_000
const siteMapMost = 5000

type Asked = Readonly<Record<string, string>>
interface Draw {
  readonly view: View
  readonly reader: readers.Reader
  readonly asked: Asked
}

/** The query parameters of each page; others do not affect the cache key. */
const parameters: Readonly<Record<string, readonly string[]>> = {
  '/index': [],
  '/Detail': ['id'],
  '/Knowledge': ['id', 'topic', 'q', 'page', 'voted'],
  '/Rules': ['id', 'version', 'from'],
  '/Clause': [],
}

const idOf = (text: string | undefined) => (text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** Returns the requested article with its languages; null unless it belongs on this page. */
async function readingOf({ reader, asked }: Draw, path: string) {
  const id = idOf(asked.id)
  const row = id === null ? undefined : await readers.readable(reader, id)
  if (!row || placeOf(row) !== path) return null
  const others = await readers.languagesOf(reader, row.group_id)
  return { row, alternates: others.map((each) => ({ language: each.language, path: `${path}?id=${each.id}` })) }
}

async function knowledge(draw: Draw): Promise<Drawn | null> {
  const { view, reader, asked } = draw
  if (asked.id !== undefined) {
    const reading = await readingOf(draw, '/Knowledge')
    const voted: Voted = asked.voted === '1' ? 'thanks' : asked.voted === '0' ? 'notNow' : null
    return reading && entryPage(view, reading, voted)
  }
  const topic: ArticleTopic | undefined = knowledgeTopics.find((each) => each === asked.topic)
  const keyword = cut((asked.q ?? '').replaceAll('\0', '').trim(), 50).toWellFormed()
  const page = Math.min(pagesMost, idOf(asked.page) ?? 1)
  const rows = await readers.listed(reader, { section: 'knowledge', topic, keyword }, { most: perPage + 1, from: (page - 1) * perPage })
  return knowledgePage(view, rows.slice(0, perPage), { topic, keyword, page, hasMore: rows.length > perPage && page < pagesMost })
}

async function rules(draw: Draw): Promise<Drawn | null> {
  const { view, reader, asked } = draw
  if (asked.id === undefined) return rulesPage(view, await readers.listed(reader, { section: 'rule' }, { most: listMost }))
  const reading = await readingOf(draw, '/Rules')
  return reading && rulePage(view, reading, { versions: await readers.pastVersions(reader, reading.row.id), no: idOf(asked.version), from: idOf(asked.from) })
}

/** Renders the published terms; null if none are in force, and then the application shows its built-in ones. */
async function clause({ view, reader }: Draw): Promise<Drawn | null> {
  const [rule] = await readers.listed(reader, { section: 'rule', topic: 'terms' }, { most: 1 })
  const row = rule && (await readers.readable(reader, rule.id))
  if (!row) return null
  const versions = await readers.pastVersions(reader, row.id)
  const current = inForce(
    versions.map((each) => ({ no: each.no, effectiveFrom: each.effective_from })),
    view.day,
  )
  const shown = versions.find((each) => each.no === current?.no)
  return shown ? clausePage(view, { row, alternates: [] }, shown) : null
}

const draws: Readonly<Record<string, (draw: Draw) => Promise<Drawn | null>>> = {
  '/index': async ({ view, reader }) => {
    const news = await readers.listed(reader, { section: 'news' }, { most: newsOnIndex })
    return homePage(view, { news, rules: await readers.listed(reader, { section: 'rule' }, { most: rulesOnIndex }) })
  },
  '/Detail': async (draw) => {
    const reading = await readingOf(draw, '/Detail')
    return reading && detailPage(draw.view, reading, await readers.neighbours(draw.reader, reading.row))
  },
  '/Knowledge': knowledge,
  '/Rules': rules,
  '/Clause': clause,
}

const publicReader = ({ db, now }: Context, language: Language): readers.Reader => ({ db, audiences: ['public'], language, day: dayOf(now) })

/**
 * Returns the language: from the URL, otherwise cookie, otherwise browser; Chinese if none is given, as by search
 * engines.
 */
function languageOf({ query, cookies, languages: header }: DocumentAsked): { language: Language; isNamed: boolean } {
  const known = (text: string | null | undefined) => languages.find((language) => language === text)
  const named = known(query.get('lang'))
  if (named) return { language: named, isNamed: true }
  const spoken = header?.split(',').map((part) => known(part.trim().slice(0, 2).toLowerCase()))
  return { language: known(cookies.language) ?? spoken?.find((each) => each !== undefined) ?? (header === undefined ? 'zh' : 'en'), isNamed: false }
}

class Portal implements OpenDocuments {
  readonly #host: DocumentHost
  readonly #cache = new PortalCache()
  readonly #timer: NodeJS.Timeout
  #listening: Promise<(() => Promise<void>) | null> | null = null

  constructor(host: DocumentHost) {
    this.#host = host
    this.#timer = setInterval(() => void this.#flush(), flushMs).unref()
  }

  async answer(asked: DocumentAsked): Promise<DocumentAnswer | null> {
    try {
      await this.#hears()
      if (asked.path === '/robots.txt' || asked.path === '/sitemap.xml') return this.#text(asked)
      if (asked.path.startsWith('/portal/')) return await this.#file(asked)
      return await this.#page(asked)
    } catch (error) {
      if (!(error instanceof Crowded)) throw error
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
    const stop = await this.#listening
    await stop?.().catch(() => undefined)
  }

  /** Subscribes to changes on the first request. Without a subscription, pages are at most a minute old. */
  async #hears(): Promise<void> {
    this.#listening ??= this.#host
      .listen('portal', () => this.#cache.purge())
      .catch((error: unknown) => {
        this.#host.job.log.warn({ error: String(error) }, 'changes of articles are not heard of: public pages may be a minute old')
        return null
      })
    await this.#listening
  }

  async #flush(): Promise<void> {
    const counts = takeCounted()
    if (counts.size === 0) return
    await this.#host.job
      .run('news.reads', (ctx) => readers.addReads(ctx.db, counts))
      .catch((error: unknown) => {
        this.#host.job.log.warn({ error: String(error) }, 'reads of articles were not written down')
        for (const [id, count] of counts) countRead(id, count)
      })
  }

  async #page(asked: DocumentAsked): Promise<DocumentAnswer | null> {
    const { language, isNamed } = languageOf(asked)
    const used = Object.fromEntries(
      (parameters[asked.path] ?? []).flatMap((name) => (asked.query.has(name) ? [[name, cut(asked.query.get(name) ?? '', 60)]] : [])),
    )
    const kept = await this.#cache.get(JSON.stringify([asked.path, language, isNamed, used]), () => this.#draw(asked.path, used, language, isNamed))
    if (kept === null) return null
    const isSwitch = isNamed && asked.cookies.language !== language
    const answer = answerOf(kept, asked, {
      'cache-control': `${isSwitch ? 'private' : 'public'}, max-age=${freshSeconds}`,
      'content-language': language,
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      ...(isSwitch && { 'set-cookie': `language=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax` }),
    })
    if (kept.articleId !== null && answer.status === 200 && !asked.isHead) countRead(kept.articleId)
    return answer
  }

  async #draw(path: string, asked: Asked, language: Language, isNamed: boolean): Promise<Kept | null> {
    const { siteUrl: url, support, record, mode } = this.#host.site
    const view: View = { language, isNamed, site: { url, support, record }, isDemo: mode === 'demo', day: dayOf(this.#host.now()) }
    const drawn = await this.#host.job.run('news.page', async (ctx) => (await draws[path]?.({ view, reader: publicReader(ctx, language), asked })) ?? null)
    if (!drawn && path === '/Clause') return null
    const page = drawn ?? missingPage(view, path)
    return keptText(documentOf(view, page), { status: page.status, type: 'text/html; charset=utf-8', articleId: page.articleId ?? null })
  }

  async #text(asked: DocumentAsked): Promise<DocumentAnswer> {
    const kept = await this.#cache.get(asked.path, async () => {
      const type = asked.path === '/robots.txt' ? 'text/plain; charset=utf-8' : 'application/xml; charset=utf-8'
      const url = this.#host.site.siteUrl
      if (asked.path === '/robots.txt') return keptText(robots(url), { status: 200, type, articleId: null })
      if (url === null) return keptText('', { status: 404, type, articleId: null })
      const rows = await this.#host.job.run('news.sitemap', (ctx) => readers.listed(publicReader(ctx, 'zh'), {}, { most: siteMapMost }))
      return keptText(siteMap(url, rows), { status: 200, type, articleId: null })
    })
    return answerOf(kept, asked, { 'cache-control': `public, max-age=${freshSeconds}` })
  }

  async #facts(id: string): Promise<readers.PublicFile | null> {
    const kept = await this.#cache.get(`facts ${id}`, async () => {
      const file = await this.#host.job.run('news.file', (ctx) => readers.publicFile(ctx.db, id))
      return file ? keptText(JSON.stringify(file), { status: 200, type: 'application/json', articleId: null }) : null
    })
    return kept && (JSON.parse(kept.plain.toString()) as readers.PublicFile)
  }

  /** Serves the style sheet, and covers and attachments of public articles. */
  async #file(asked: DocumentAsked): Promise<DocumentAnswer> {
    if (/^\/portal\/[0-9a-f]{12}\.css$/.test(asked.path)) {
      const kept = await this.#cache.get('sheet', () => keptText(sheet.toString(), { status: 200, type: 'text/css; charset=utf-8', articleId: null }))
      return answerOf(kept, asked, { 'cache-control': asked.path === sheetPath ? `public, max-age=${yearSeconds}, immutable` : 'no-cache' })
    }
    const [, kind, id = ''] = /^\/portal\/(cover|file)\/([0-9a-f-]{36})$/.exec(asked.path) ?? []
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
      return { status: 200, headers, body: asked.isHead ? null : await this.#host.job.store.stream(id) }
    }
    const kept = await this.#cache.get(`cover ${id}`, async () => {
      const plain = await smallBytes(await this.#host.job.store.read(id))
      return { status: 200, type: 'image/jpeg', etag: etagOf(plain), plain, br: null, gzip: null, articleId: null }
    })
    return answerOf(kept, asked, { 'cache-control': 'public, max-age=3600' })
  }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Returns a cached response in an accepted encoding, or 304 if the client has it. */
function answerOf(kept: Kept | null, asked: DocumentAsked, headers: Readonly<Record<string, string>>): DocumentAnswer {
  if (kept === null) return { status: 404, headers: { 'cache-control': 'no-store' }, body: null }
  const encoding = kept.br && /\bbr\b/.test(asked.encodings) ? 'br' : kept.gzip && /\bgzip\b/.test(asked.encodings) ? 'gzip' : 'plain'
  const etag = encoding === 'plain' ? kept.etag : `${kept.etag.slice(0, -1)}-${encoding}"`
  const all = { vary: 'Accept-Encoding', ...headers, etag }
  const isKnown = asked.known?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  if (isKnown && kept.status === 200) return { status: 304, headers: all, body: null }
  const body = kept[encoding] ?? kept.plain
  return { status: kept.status, headers: { ...all, 'content-type': kept.type, ...(encoding !== 'plain' && { 'content-encoding': encoding }) }, body }
}

const robots = (url: string | null) =>
  `User-agent: *\nAllow: /index\nAllow: /Detail\nAllow: /Knowledge\nAllow: /Rules\nAllow: /Clause\nDisallow: /api/\nDisallow: /files/\n${url === null ? '' : `Sitemap: ${url}/sitemap.xml\n`}`

function siteMap(url: string, rows: readonly readers.EntryRow[]): string {
  const one = (path: string, changed?: Date) => `<url><loc>${escapeHtml(url + path)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`
  const articles = rows.map((row) => one(`${placeOf(row)}?id=${row.id}`, row.revised_at))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/index', '/Knowledge', '/Rules', '/Clause']
    .map((path) => one(path))
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
