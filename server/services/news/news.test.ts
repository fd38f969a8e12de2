import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { RichNode } from '#/domain/services/rich-text.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { testServer } from '#/server/tests/testing.ts'

const doc = (...paragraphs: string[]): RichNode => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
/** Removes attribute values, in which no tag can begin. */
const withoutValues = (html: string) => html.replaceAll(/="[^"]*"/g, '=""')
const day = (text: string) => text.slice(0, 10)

describe('news, knowledge base and rules', () => {
  const server = testServer()
  type Article = Awaited<ReturnType<typeof make>>
  const versionOf = ({ id, version }: { id: number; version: number }) => ({ id, version })
  const get = (path: string, headers: Record<string, string> = {}) => server.running.server.inject({ url: path, headers })
  const page = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).body

  async function make(of: { title: string; section?: 'news' | 'notice' | 'knowledge' | 'rule'; topic?: 'paying' | 'terms'; language?: 'zh' | 'en' }) {
    const { title, section = 'news', language = 'zh', topic } = of
    return server.must('platform', 'news.create', { title, section, language, ...(topic && { topic }) })
  }
  function save(article: Article, of: Partial<Parameters<typeof server.call<'news', 'save'>>[2]> = {}) {
    const { title, summary, topic, audiences, effectiveFrom, coverId } = article
    const articleContent = { title, summary, audiences, ...(topic && { topic }), ...(effectiveFrom && { effectiveFrom }), ...(coverId && { coverId }) }
    return server.must('platform', 'news.save', { ...versionOf(article), ...articleContent, body: JSON.stringify(doc('正文内容。')), ...of })
  }
  const publish = (article: Article) => server.must('platform', 'news.publish', versionOf(article))
  const publishNew = async (of: Parameters<typeof make>[0], more: Parameters<typeof save>[1] = {}) => publish(await save(await make(of), more))
  /** Waits until every server has received the change. */
  async function expectPage(path: string, what: string | RegExp, isThere = true): Promise<string> {
    for (let attempt = 0; attempt < 50; attempt++) {
      const body = await page(path)
      if (new RegExp(what).test(body) === isThere) return body
      await sleep(20)
    }
    return page(path)
  }

  test('an article and each edit appear when the platform publishes them, until it is withdrawn', async () => {
    const draft = await make({ title: '平台升级说明' })
    assert.deepEqual([draft.state, draft.may.takeDown === '', draft.may.publish], ['draft', false, ''])
    assert.equal((await server.call('platform', 'news.publish', versionOf(draft))).error, 'empty')
    assert.equal((await server.call('platform', 'news.takeDown', versionOf(draft))).error, 'wrongState')
    assert.match(await page(`/Detail?id=${draft.id}`), /内容不存在或已下架/)
    const savedArticle = await save(draft)
    assert.equal((await server.call('platform', 'news.publish', versionOf(draft))).error, 'changed')
    for (const username of ['centre', 'payer', 'partner', null] as const)
      assert.match((await server.call(username, 'news.publish', versionOf(savedArticle))).error ?? '', /forbidden|signed_out/, username ?? 'nobody')
    const article = await publish(savedArticle)
    assert.deepEqual([article.state, article.versions.length, article.hasChanges], ['published', 1, false])
    const editedArticle = await save(article, { title: '平台升级说明（更新）' })
    assert.deepEqual([editedArticle.state, editedArticle.hasChanges], ['published', true])
    assert.doesNotMatch(await expectPage(`/Detail?id=${draft.id}`, '平台升级说明'), /（更新）/)
    const republishedArticle = await publish(editedArticle)
    assert.match(await expectPage(`/Detail?id=${draft.id}`, '（更新）'), /<h1>平台升级说明（更新）<\/h1>/)
    const { changes } = await server.must('platform', 'news.compare', { id: draft.id, from: 1, to: 2 })
    assert.deepEqual(
      changes.map((change) => change.kind),
      ['removed', 'added', 'same'],
    )
    const takenDownArticle = await server.must('platform', 'news.takeDown', versionOf(republishedArticle))
    assert.equal(takenDownArticle.state, 'withdrawn')
    await expectPage(`/Detail?id=${draft.id}`, '内容不存在')
    assert.equal((await get(`/Detail?id=${draft.id}`)).statusCode, 404)
    assert.equal((await server.call('platform', 'news.remove', versionOf(takenDownArticle))).error, 'wrongState')
    const removedDraft = await make({ title: '不要的草稿' })
    await server.must('platform', 'news.remove', versionOf(removedDraft))
    assert.equal((await server.call('platform', 'news.get', { id: removedDraft.id })).error, 'notFound')
  })

  test('hostile text in an article is shown as text', async () => {
    const draft = await make({ title: '<img src=x onerror=alert(1)>' })
    const saveError = async (body: unknown) =>
      (await server.call('platform', 'news.save', { ...versionOf(draft), title: '标题', audiences: ['public'], body: JSON.stringify(body) })).error
    assert.equal(await saveError('<script>alert(1)</script>'), 'badBody')
    assert.equal(await saveError({ type: 'doc', content: [{ type: 'script', content: [] }] }), 'badBody')
    assert.equal(
      await saveError({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] }],
      }),
      'badBody',
    )
    const hostileBody: RichNode = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: '2"><script>alert(1)</script>' }, content: [{ type: 'text', text: '</h2><script>alert(2)</script>' }] },
        {
          type: 'orderedList',
          attrs: { start: '1" onclick="alert(3)' },
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: '"\'&<b>' }] }] }],
        },
      ],
    }
    const article = await publish(await save(draft, { body: JSON.stringify(hostileBody), summary: '"><svg onload=alert(4)>' }))
    const { html } = await server.must('platform', 'news.preview', { id: article.id })
    for (const text of [await expectPage(`/Detail?id=${article.id}`, 'alert'), await page('/index'), html]) {
      assert.doesNotMatch(withoutValues(text), /<script|<svg|<img src=x|<[^>]+ on\w+=|javascript:/i)
    }
    assert.match(html, /&lt;\/h2&gt;&lt;script&gt;alert\(2\)/)
  })

  test('a reader sees only articles addressed to the public or to the reader’s kind of account', async () => {
    const articleByAudience: Record<string, Article> = {}
    for (const audience of ['public', 'unit', 'operator', 'centre', 'partner'] as const)
      articleByAudience[audience] = await publishNew({ title: `公告 ${audience}`, section: 'notice' }, { audiences: [audience] })
    const visibleAudiences = async (who: string) => {
      const { rows } = await server.must(who, 'news.feed', { section: 'notice', page: 1, size: 100 })
      return Object.keys(articleByAudience).filter((audience) => rows.some((row) => row.id === articleByAudience[audience]?.id))
    }
    assert.deepEqual(await visibleAudiences('payer'), ['public', 'unit'])
    assert.deepEqual(await visibleAudiences('operator'), ['public', 'operator'])
    assert.deepEqual(await visibleAudiences('centre'), ['public', 'centre'])
    assert.deepEqual(await visibleAudiences('partner'), ['public', 'partner'])
    assert.deepEqual(await visibleAudiences('platform'), Object.keys(articleByAudience))
    assert.equal((await server.call('payer', 'news.read', { id: articleByAudience.centre?.id ?? 0 })).error, 'notFound')
    assert.match((await server.must('payer', 'news.read', { id: articleByAudience.unit?.id ?? 0 })).body, /正文内容/)
    assert.equal((await get(`/Detail?id=${articleByAudience.unit?.id}`)).statusCode, 404)
    assert.equal((await get(`/Detail?id=${articleByAudience.public?.id}`)).statusCode, 200)
    assert.doesNotMatch(await page('/sitemap.xml'), new RegExp(`id=${articleByAudience.unit?.id}<`))
  })

  test('attachments are accessible exactly to the readers of the article', async () => {
    const picture = {
      filename: 'cover.png',
      mediaType: 'image/png',
      bytes: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1476d1' } })
        .png()
        .toBuffer(),
    }
    const cover = await server.must('platform', 'news.addFile', { kind: 'cover', file: picture })
    const paper = await server.must('platform', 'news.addFile', { kind: 'attachment', file: picture })
    const draft = await save(await make({ title: '带附件的资讯' }), { coverId: cover.id, attachments: [paper.id] })
    const statuses = async () => [(await get(`/portal/cover/${cover.id}`)).statusCode, (await get(`/portal/file/${paper.id}`)).statusCode]
    assert.deepEqual(await statuses(), [404, 404])
    // The cached 404 page and the cached files of the article change at the same time.
    await expectPage(`/Detail?id=${draft.id}`, '内容不存在')
    const article = await publish(draft)
    await expectPage(`/Detail?id=${article.id}`, 'portal/file')
    assert.deepEqual(await statuses(), [200, 200])
    assert.equal((await get(`/portal/file/${cover.id}`)).statusCode, 404)
    const unitArticle = await publish(await save(article, { audiences: ['unit'], coverId: cover.id, attachments: [paper.id] }))
    await expectPage(`/Detail?id=${article.id}`, '内容不存在')
    assert.deepEqual(await statuses(), [404, 404])
    const { url } = await server.must('payer', 'news.file', { id: unitArticle.id, fileId: paper.id })
    assert.equal((await get(url)).statusCode, 200)
    assert.equal((await server.call('operator', 'news.file', { id: unitArticle.id, fileId: paper.id })).error, 'notFound')
    const { rows } = await sql<{ id: string }>`select id from stored_file where purpose <> 'article' limit 1`.execute(server.running.kernel.database.kysely)
    const inputWithForeignFile = {
      ...versionOf(unitArticle),
      title: 'x',
      audiences: ['public' as const],
      body: JSON.stringify(doc('x')),
      attachments: [rows[0]?.id ?? cover.id],
    }
    if (rows.length > 0) assert.equal((await server.call('platform', 'news.save', inputWithForeignFile)).error, 'badFile')
  })

  test('a scheduled article is published at its time, not earlier, and can be unscheduled', async () => {
    const scheduledDraft = await save(await make({ title: '定时公告', section: 'notice' }))
    const now = server.running.kernel.clock.now().getTime()
    assert.equal(
      (await server.call('platform', 'news.schedule', { ...versionOf(scheduledDraft), publishAt: new Date(now - 1000).toISOString() })).error,
      'pastTime',
    )
    const scheduledNotice = await server.must('platform', 'news.schedule', { ...versionOf(scheduledDraft), publishAt: new Date(now + 3_600_000).toISOString() })
    assert.equal(
      (await server.call('platform', 'news.save', { ...versionOf(scheduledNotice), title: '改', audiences: ['public'], body: JSON.stringify(doc('x')) })).error,
      'wrongState',
    )
    await server.job('news.due')
    assert.equal((await server.must('platform', 'news.get', { id: scheduledDraft.id })).state, 'scheduled')
    server.advance(3_600_000)
    await server.job('news.due')
    const publishedNotice = await server.must('platform', 'news.get', { id: scheduledDraft.id })
    assert.deepEqual([publishedNotice.state, publishedNotice.publishAt, publishedNotice.versions[0]?.publishedBy], ['published', null, null])
    const scheduledArticle = await save(await make({ title: '取消定时' }))
    const articleToUnschedule = await server.must('platform', 'news.schedule', {
      ...versionOf(scheduledArticle),
      publishAt: new Date(now + 9_999_999).toISOString(),
    })
    assert.equal((await server.must('platform', 'news.unschedule', versionOf(articleToUnschedule))).state, 'draft')
  })

  test('a rule needs a day of effect, and its next version is announced before that day', async () => {
    const rule = await make({ title: '结算规则', section: 'rule' })
    assert.equal((await server.call('platform', 'news.publish', versionOf(await save(rule)))).error, 'needsDay')
    const first = await publish(
      await save(await server.must('platform', 'news.get', { id: rule.id }), { effectiveFrom: '2026-01-01', body: JSON.stringify(doc('每日结算。')) }),
    )
    const backdatedArticle = await save(first, { effectiveFrom: '2025-01-01' })
    assert.equal((await server.call('platform', 'news.publish', versionOf(backdatedArticle))).error, 'dayBack')
    await publish(await save(backdatedArticle, { effectiveFrom: '2199-01-01', body: JSON.stringify(doc('每周结算。')) }))
    const text = await expectPage(`/Rules?id=${rule.id}`, '即将生效')
    assert.match(text, /每日结算。/)
    assert.doesNotMatch(text, /每周结算。/)
    assert.match(await page(`/Rules?id=${rule.id}&version=2&from=1`), /<del>.*每日结算。<\/del>[\s\S]*<ins>.*每周结算。<\/ins>/)
    assert.equal(
      (
        await server.call('platform', 'news.save', {
          ...versionOf(await server.must('platform', 'news.get', { id: rule.id })),
          title: '规则',
          topic: 'paying',
          audiences: ['public'],
          body: JSON.stringify(doc('x')),
        })
      ).error,
      'badTopic',
    )
  })

  test('applicants accept the version of the terms shown at /Clause', async () => {
    const today = day(new Date(server.running.kernel.clock.now().getTime() + 8 * 3_600_000).toISOString())
    const optionsBefore = await server.must(null, 'applications.options', {})
    const termsRule = await publishNew(
      { title: '用户服务协议', section: 'rule', topic: 'terms' },
      { effectiveFrom: today, body: JSON.stringify(doc('条款正文。')) },
    )
    assert.match(await expectPage('/Clause', '条款正文'), /<h1>用户服务协议<\/h1>/)
    const options = await server.must(null, 'applications.options', {})
    assert.deepEqual([options.clauseVersion === optionsBefore.clauseVersion, options.clauseVersion], [false, `rule-${termsRule.id}-1`])
    const second = await save(await make({ title: '另一份协议', section: 'rule', topic: 'terms' }), { effectiveFrom: today })
    assert.equal((await server.call('platform', 'news.publish', versionOf(second))).error, 'termsTwice')
    await server.must('platform', 'news.takeDown', versionOf(termsRule))
    assert.equal((await server.must(null, 'applications.options', {})).clauseVersion, optionsBefore.clauseVersion)
    await expectPage('/Clause', '条款正文', false)
  })

  test('an article without a translation shows the Chinese text with a note', async () => {
    const chineseArticle = await publishNew({ title: '仅有中文' })
    const translatedArticle = await save(await server.must('platform', 'news.translate', { id: chineseArticle.id, language: 'en' }), { title: 'In English' })
    assert.equal((await server.call('platform', 'news.translate', { id: chineseArticle.id, language: 'en' })).error, 'languageTaken')
    const fallbackPage = await expectPage(`/Detail?id=${chineseArticle.id}&lang=en`, '仅有中文')
    assert.match(fallbackPage, /lang="zh-CN"><p[\s\S]*仅有中文/)
    assert.match(fallbackPage, /not available in English yet; it is shown in Chinese/)
    await publish(translatedArticle)
    assert.match(await expectPage(`/Detail?id=${chineseArticle.id}&lang=en`, 'In English'), /<html lang="en">[\s\S]*<h1>In English<\/h1>/)
  })

  test('a page is in the language of the query, the cookie or the browser', async () => {
    const switchedPage = await get('/index?lang=ja')
    assert.match(String(switchedPage.headers['set-cookie']), /^language=ja; Path=\//)
    assert.match(await page('/index', { cookie: 'language=ja' }), /<html lang="ja">/)
    assert.match(await page('/index', { 'accept-language': 'es-MX,es;q=0.9' }), /<html lang="es">/)
    assert.match(await page('/index', { 'accept-language': 'fr-FR' }), /<html lang="en">/)
  })

  test('pages contain no script, declare their languages, can be cached and refuse invalid ids', async () => {
    const article = await publishNew({ title: '缓存的资讯' })
    await expectPage('/index', '缓存的资讯')
    for (const path of ['/index', `/Detail?id=${article.id}`, '/Knowledge', '/Rules']) {
      const { body, headers } = await get(path)
      assert.match(String(headers['content-security-policy']), /default-src 'none'/)
      assert.doesNotMatch(withoutValues(body), /<script|<style|<[^>]+ (style|on\w+)=/)
      for (const expectedHtml of ['<title>', '<meta name="description"', 'rel="canonical"', 'hreflang="es"', '<h1>'])
        assert.ok(body.includes(expectedHtml), `${path} ${expectedHtml}`)
    }
    const { headers } = await get('/index')
    const etag = String(headers.etag)
    assert.equal((await get('/index', { 'if-none-match': etag })).statusCode, 304)
    await publishNew({ title: '刚刚发布' })
    await expectPage('/index', '刚刚发布')
    assert.equal((await get('/index', { 'if-none-match': etag })).statusCode, 200)
    assert.equal((await get('/index', { 'accept-encoding': 'gzip, br' })).headers['content-encoding'], 'br')
    for (const invalidId of ['0', '-1', '1e3', '99999999999', "1'--", '%00', ''])
      assert.equal((await get(`/Detail?id=${invalidId}`)).statusCode, 404, invalidId)
  })

  test('a visitor rates a knowledge base entry once, within a limit and not from another site', async () => {
    const entry = await publishNew({ title: '支付常见问题', section: 'knowledge', topic: 'paying' })
    await expectPage(`/Knowledge?id=${entry.id}`, '是否解决')
    assert.match(await page('/Knowledge?q=支付常见'), new RegExp(`id=${entry.id}`))
    assert.match(await page('/Knowledge?q=查无此文'), /没有找到相关内容/)
    const visitor = 'a'.repeat(32)
    const vote = (isHelpful: boolean, mark = visitor) => server.call(null, 'news.vote', { id: entry.id, isHelpful, visitor: mark })
    assert.equal((await vote(true)).error, undefined)
    await vote(false)
    const form = (headers: Record<string, string>) =>
      server.running.server.inject({
        method: 'POST',
        url: '/Knowledge',
        payload: `id=${entry.id}&isHelpful=true`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    const formAnswer = await form({ 'sec-fetch-site': 'same-origin' })
    assert.deepEqual([formAnswer.statusCode, formAnswer.headers.location], [303, `/Knowledge?id=${entry.id}&voted=1`])
    assert.match(String(formAnswer.headers['set-cookie']), /^visitor=[0-9a-f]{32};.*HttpOnly/)
    assert.equal((await form({ 'sec-fetch-site': 'cross-site' })).statusCode, 403)
    const answers: string[] = []
    for (const letter of 'bcdefg') answers.push((await vote(true, letter.repeat(32))).error ?? 'done')
    assert.ok(answers.includes('tooManyVotes'), answers.join())
    const currentEntry = await server.must('platform', 'news.get', { id: entry.id })
    assert.deepEqual([currentEntry.helped + currentEntry.notHelped <= 6, currentEntry.notHelped], [true, 1])
    const notice = await publishNew({ title: '不可评价', section: 'notice' })
    assert.equal((await server.call(null, 'news.vote', { id: notice.id, isHelpful: true, visitor })).error, 'notFound')
    for (let attempt = 0; attempt < 100 && (await server.must('platform', 'news.get', { id: entry.id })).reads === 0; attempt++) await sleep(100)
    assert.ok((await server.must('platform', 'news.get', { id: entry.id })).reads > 0)
    const { fileId } = await server.must('platform', 'news.exportList', { section: 'knowledge' })
    assert.ok(fileId)
  })
})
