import { dayOf } from '#/domain/base/period.ts'
import { type Language, languages } from '#/domain/base/text.ts'
import { type ArticleSection, versionInForce } from '#/domain/services/article.ts'
import type { Context } from '#/server/kernel/context.ts'
import { publishNow } from '#/server/services/news/rules.ts'
import { type ArticleContent, find, insert, storeContent } from '#/server/services/news/store.ts'
import { listEntries, pastVersions } from '#/server/services/news/store-readers.ts'

/** Names a version of the terms in stored consents. */
const termsName = (articleId: number, no: number) => `rule-${articleId}-${no}`

/** Returns the names of the terms in force by language; empty if no rule serves as the terms. */
export async function termsInForce(ctx: Context): Promise<Partial<Record<Language, string>>> {
  const names = await Promise.all(
    languages.map(async (language) => {
      const reader = { db: ctx.db, audiences: ['public'] as const, language, day: dayOf(ctx.now) }
      const [rule] = await listEntries(reader, { section: 'rule', topic: 'terms' }, { most: 1 })
      const version = rule
        ? versionInForce(
            (await pastVersions(reader, rule.id)).map((each) => ({ no: each.no, effectiveFrom: each.effective_from })),
            dayOf(ctx.now),
          )
        : null
      return rule && version ? [[language, termsName(rule.id, version.no)] as const] : []
    }),
  )
  return Object.fromEntries(names.flat())
}

/** An article published in the past, with the context of each version. */
export interface PastArticle {
  readonly section: ArticleSection
  readonly language: Language
  /** The article of which this is a translation. */
  readonly groupId: number | null
  readonly versions: readonly { readonly ctx: Context; readonly content: ArticleContent }[]
}

/** Publishes an article with past versions and returns its id. */
export async function publishPastArticles({ section, language, groupId, versions }: PastArticle): Promise<number> {
  let id: number | null = null
  for (const { ctx, content } of versions) {
    if (id === null) id = await insert(ctx, { ...content, group_id: groupId, section, language })
    else await storeContent(ctx, id, content)
    const row = id === null ? undefined : await find(ctx, id)
    if (row) await publishNow(ctx, row, ctx.actor.userId)
  }
  return id ?? 0
}
