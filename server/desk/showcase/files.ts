import { showcaseRefusals } from '#/api/desk/showcase.texts.ts'
import type { ShowcaseArticle } from '#/api/desk/showcase.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { refuseUnreadableSheet } from '#/server/kernel/rows/sheet-file.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { readSheet, sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { zipStream } from '#/server/lib/zip.ts'

// The showcase uses the file writers of the product.

export const workbookType = sheetMediaType

const maxRows = 500
const headings = { id: '编号', title: '标题', author: '作者', at: '发布时间', pageviews: '阅读量' } as const

const rowOf = ({ id, title, author, at, pageviews }: ShowcaseArticle) => [id, title, author, at.slice(0, 10), pageviews]

/** Returns the articles as a workbook. */
export function articleWorkbook(articles: readonly ShowcaseArticle[]): Promise<Buffer> {
  const columns = Object.values(headings).map((heading) => ({ heading }))
  return writeSheet({ sheets: [{ name: '文章', columns, rows: articles.map(rowOf) }] })
}

/** Returns the articles as text files in an archive. */
export function articleZip(articles: readonly ShowcaseArticle[]) {
  return zipStream(articles.map((article) => ({ name: `articles/${article.id}.txt`, bytes: Buffer.from(`${rowOf(article).join('\t')}\n`) })))
}

/** Returns the articles as a PDF list. */
export function articleDocument(articles: readonly ShowcaseArticle[], now: Date): Promise<Buffer> {
  const columns = Object.values(headings).map((heading, at) => ({ heading, width: at === 1 ? 3 : 1 }))
  const rows = articles.map((article) => rowOf(article).map(String))
  return renderDocument({ title: '文章列表', subtitle: '组件展示', createdAt: now, blocks: [{ kind: 'table', columns, rows }], watermark: '演示' })
}

const columns = [
  { key: 'title', headings: [headings.title], required: true },
  { key: 'author', headings: [headings.author], required: true },
] as const

/** Reads titles and authors of an uploaded list. Checks and refuses files as the product does. */
export async function readTitles(bytes: Uint8Array | undefined) {
  if (bytes === undefined) throw new Refusal('gone', showcaseRefusals.gone)
  const result = await readSheet(bytes, {
    columns: columns.map((column) => ({ ...column, headings: [...column.headings] })),
    maxRows,
    unknownColumns: 'ignore',
  })
  if (!result.ok) return refuseUnreadableSheet(result.problem)
  return { rows: result.rows.map(({ line, cells }) => ({ line, title: cells.title.text, author: cells.author.text })) }
}
