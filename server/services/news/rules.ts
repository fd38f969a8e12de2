import { articleLanguageNames, articleStateNames, newsRefusals } from '#/api/services/news.texts.ts'
import type { Language } from '#/domain/base/text.ts'
import { type ArticleStep, articleSteps, canTakeArticleStep, topicsOfSection } from '#/domain/services/article.ts'
import { isRichText, linesOfRichText, type RichNode } from '#/domain/services/rich-text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import * as store from '#/server/services/news/store.ts'

/** The body of a new article. */
export const emptyBody: RichNode = { type: 'doc', content: [{ type: 'paragraph' }] }

/** Parses an editor document. Refuses anything that our editor does not produce. */
export function readBody(text: string): RichNode {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = null
  }
  return isRichText(parsed) ? parsed : refuse(newsRefusals, 'badBody')
}

/** Returns the article to change. Refuses stale versions and states that do not allow the step. */
export async function requireArticleForStep(ctx: Context, at: { id: number; version: number }, step: ArticleStep): Promise<store.ArticleRow> {
  const row = (await store.find(ctx, at.id, true)) ?? refuse(newsRefusals, 'notFound')
  if (row.version !== at.version) refuse(newsRefusals, 'changed')
  if (!canTakeArticleStep(step, row.state)) refuse(newsRefusals, 'wrongState', { state: translate(articleStateNames[row.state], ctx.language) })
  return row
}

/** Refuses a category of another section, and a first day of validity for anything but a rule. */
export function expectTopicAndDayFit({ section, topic, effective_from: day }: Pick<store.ArticleRow, 'section' | 'topic' | 'effective_from'>): void {
  if (!topicsOfSection(section).includes(topic)) refuse(newsRefusals, 'badTopic')
  if (day !== null && section !== 'rule') refuse(newsRefusals, 'ruleOnly')
}

/** Refuses to publish incomplete articles. */
export async function expectPublishable(ctx: Context, row: store.ArticleRow): Promise<void> {
  expectTopicAndDayFit(row)
  if (linesOfRichText(row.body).join('').trim() === '') refuse(newsRefusals, 'empty')
  if (row.section !== 'rule') return
  if (row.effective_from === null) refuse(newsRefusals, 'needsDay')
  const previousStartDay = (await store.versions(ctx, row.id))[0]?.effective_from ?? null
  if (previousStartDay !== null && row.effective_from < previousStartDay) refuse(newsRefusals, 'dayBack', { day: previousStartDay })
  if (row.topic !== 'terms') return
  if (!row.audiences.includes('public')) refuse(newsRefusals, 'termsPublic')
  const translatedTitle = await store.titleOfOtherTerms(ctx, row.group_id)
  if (translatedTitle !== undefined) refuse(newsRefusals, 'termsTwice', { title: translatedTitle })
}

/** Publishes the current content as the next version. */
export async function publishNow(ctx: Context, row: store.ArticleRow, by: number | null): Promise<void> {
  const no = await store.addVersion(ctx, row.id, by)
  await store.changeArticleState(ctx, row.id, { state: 'published', published_at: row.published_at ?? ctx.now, shown_no: no })
  ctx.note({ refType: 'article', refId: row.id, before: { state: row.state }, after: { state: 'published', title: row.title, no } })
}

/** Returns the name of a language in the caller's language. */
export const languageName = (ctx: Context, language: Language) => translate(articleLanguageNames[language], ctx.language)

const permissionByStep = {
  save: 'news:edit',
  remove: 'news:edit',
  publish: 'news:publish',
  schedule: 'news:publish',
  unschedule: 'news:publish',
  takeDown: 'news:publish',
} as const

/** Returns why the caller may not take each step; empty if they may. */
export function reasonsFor(ctx: Context, row: store.ArticleRow): Record<ArticleStep, string> {
  const refusalText = (name: keyof typeof newsRefusals, values: Values = {}) => translate(newsRefusals[name], ctx.language, values)
  const wrongStateText = refusalText('wrongState', { state: translate(articleStateNames[row.state], ctx.language) })
  const reason = (step: ArticleStep) =>
    !ctx.actor.may(permissionByStep[step]) ? refusalText('noRight') : canTakeArticleStep(step, row.state) ? '' : wrongStateText
  return Object.fromEntries(articleSteps.map((step) => [step, reason(step)])) as Record<ArticleStep, string>
}
