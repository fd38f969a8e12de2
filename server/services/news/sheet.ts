import { articleFields, articleLanguageNames, articleListName, articleStateNames, audienceNames, sectionNames, topicNames } from '#/api/services/news.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { joinWords } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/services/news/store.ts'

const columns: readonly ListColumn<store.ArticleRow>[] = [
  { heading: articleFields.title, width: 44, value: (row) => row.title },
  { heading: articleFields.section, width: 14, value: (row, language) => translate(sectionNames[row.section], language) },
  { heading: articleFields.topic, width: 20, value: (row, language) => (row.topic === null ? '' : translate(topicNames[row.topic], language)) },
  { heading: articleFields.language, width: 12, value: (row, language) => translate(articleLanguageNames[row.language], language) },
  { heading: articleFields.state, width: 12, value: (row, language) => translate(articleStateNames[row.state], language) },
  {
    heading: articleFields.audiences,
    width: 28,
    value: (row, language) =>
      joinWords(
        row.audiences.map((audience) => translate(audienceNames[audience], language)),
        language,
      ),
  },
  { heading: articleFields.publishedAt, width: 18, value: (row) => (row.published_at === null ? '' : dateTimeOf(row.published_at)) },
  { heading: articleFields.effectiveFrom, width: 14, value: (row) => row.effective_from ?? '' },
  { heading: articleFields.reads, width: 10, value: (row) => row.reads },
  { heading: articleFields.votes, width: 18, value: (row) => (row.section === 'knowledge' ? `${row.helped} / ${row.not_helped}` : '') },
  { heading: articleFields.author, width: 16, value: (row) => row.author },
]

/** Builds the export of the filtered list. */
export async function articlesForExport(ctx: Context, filter: store.ArticleFilter): Promise<ExportList<store.ArticleRow>> {
  const rows = await exportRows((size) => store.list(ctx, filter, { page: 1, size }))
  return { filter, columns, rows, name: translate(articleListName, ctx.language), language: ctx.language }
}
