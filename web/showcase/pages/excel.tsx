import { useId, useState } from 'react'
import { showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import type { ShowcaseArticle } from '#/api/desk/showcase.ts'
import type { Text } from '#/domain/base/text.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { callMock, mockFile, saveFile, useMock } from '#/web/showcase/mocks.ts'
import { texts } from '#/web/showcase/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { DataTable } from '#/web/ui/DataTable.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { type ArticleList, useArticleColumns } from './articles.tsx'

const megabyte = 1024 * 1024

const excelTexts = {
  export: { zh: '导出', en: 'Export', es: 'Exportar', ja: '出力' },
  chooseFirst: { zh: '请先勾选要导出的行', en: 'Select the rows to export first.', es: 'Marque primero las filas.', ja: '出力する行を選択してください。' },
  about: { zh: '文章', en: 'Article', es: 'Artículo', ja: '記事' },
  figures: { zh: '数据', en: 'Figures', es: 'Datos', ja: '数値' },
  file: {
    zh: '选择含“标题、作者”两列的表格',
    en: 'A sheet with the columns 标题 and 作者',
    es: 'Una hoja con las columnas 标题 y 作者',
    ja: '「标题」「作者」列のある表',
  },
  sample: { zh: '下载示例文件', en: 'Download a sample', es: 'Descargar un ejemplo', ja: 'サンプルを取得' },
  nothing: { zh: '读取文件后在此显示', en: 'The imported rows appear here.', es: 'Aquí aparece lo leído.', ja: '読み込んだ内容をここに表示します。' },
} as const satisfies Record<string, Text>

function useArticles() {
  const columns = useArticleColumns().map(({ sort: _, ...column }) => column)
  const source = useMock<ArticleList>('/article/list?limit=20')
  return { columns, source, rows: source.data?.items ?? [] }
}

const fetchWorkbook = (ids: readonly (number | string)[]) => mockFile(`/file/articles.xlsx${ids.length > 0 ? `?ids=${ids.join(',')}` : ''}`)

/** Exports all articles as a workbook with a custom name. */
export function ExportAllPage() {
  const t = useText()
  const id = useId()
  const { columns, source, rows } = useArticles()
  const [name, setName] = useState('articles')
  const exportSheet = async () => saveFile(await fetchWorkbook([]), `${name.trim() || 'articles'}.xlsx`)
  return (
    <>
      <div className="k-row">
        <label className="x-field" htmlFor={id}>
          <span>{t(texts.fileName)}</span>
          <input id={id} className="k-input" maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <ActionButton type="primary" onPress={exportSheet}>
          {t(excelTexts.export)}
        </ActionButton>
      </div>
      <DataTable
        id="showExport"
        label={t(showcaseRoutes.exportExcel.title)}
        columns={columns}
        rows={rows}
        source={source}
        empty={{ reason: t(texts.noArticles) }}
      />
    </>
  )
}

/** Exports the selected articles as a workbook. */
export function ExportSelectedPage() {
  const t = useText()
  const { columns, source, rows } = useArticles()
  const [keys, setKeys] = useState<(number | string)[]>([])
  const exportSheet = async () => saveFile(await fetchWorkbook(keys), 'selected.xlsx')
  return (
    <DataTable
      id="showSelected"
      label={t(showcaseRoutes.exportSelected.title)}
      columns={columns}
      rows={rows}
      source={source}
      empty={{ reason: t(texts.noArticles) }}
      selection={{ keys, onChange: setKeys }}
      tools={
        <ActionButton type="primary" reason={keys.length === 0 ? t(excelTexts.chooseFirst) : null} onPress={exportSheet}>
          {t(excelTexts.export)}
        </ActionButton>
      }
    />
  )
}

/** Exports a workbook with two header rows, generated in the browser. */
export function ExportMergedPage() {
  const t = useText()
  const { columns, source, rows } = useArticles()
  const exportSheet = async () => {
    const { default: writeExcelFile } = await import('write-excel-file/universal')
    const bold = { fontWeight: 'bold' as const, align: 'center' as const }
    const body = rows.map(({ id, title, author, pageviews, at }: ShowcaseArticle) => [
      { value: id },
      { value: title },
      { value: author },
      { value: pageviews },
      { value: formatDay(at) },
    ])
    const headingCells = [texts.title, texts.author, texts.pageviews, texts.date].map((head) => ({ value: t(head), ...bold }))
    const book = writeExcelFile([
      [
        { value: t(texts.number), rowSpan: 2, ...bold },
        { value: t(excelTexts.about), columnSpan: 2, ...bold },
        null,
        { value: t(excelTexts.figures), columnSpan: 2, ...bold },
        null,
      ],
      [null, ...headingCells],
      ...body,
    ])
    saveFile(await book.toBlob(), 'merged.xlsx')
  }
  return (
    <DataTable
      id="showMerged"
      label={t(showcaseRoutes.exportMerged.title)}
      columns={columns}
      rows={rows}
      source={source}
      empty={{ reason: t(texts.noArticles) }}
      tools={
        <ActionButton type="primary" onPress={exportSheet}>
          {t(excelTexts.export)}
        </ActionButton>
      }
    />
  )
}

interface ReadRow {
  readonly line: number
  readonly title: string
  readonly author: string
}

/** Reads a list with the product's own parser. */
export function ReadExcelPage() {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [rows, setRows] = useState<readonly ReadRow[]>([])
  const readSheet = async (chosen: File | null) => {
    setFile(chosen)
    setRows([])
    if (!chosen) return
    const form = new FormData()
    form.append('file', chosen)
    const { rows: readRows } = await callMock<{ rows: readonly ReadRow[] }>('POST', '/file/read', form)
    setRows(readRows)
  }
  return (
    <>
      <div className="k-row">
        <ActionButton onPress={async () => saveFile(await fetchWorkbook([]), 'articles.xlsx')}>{t(excelTexts.sample)}</ActionButton>
      </div>
      <FileDrop
        value={file}
        onChange={(chosen) => void readSheet(chosen).catch(() => undefined)}
        kinds={['xlsx', 'csv']}
        maxBytes={5 * megabyte}
        label={t(excelTexts.file)}
      />
      <DataTable
        id="showRead"
        isPlain
        label={t(showcaseRoutes.uploadExcel.title)}
        rows={rows}
        rowKey={({ line }) => line}
        empty={{ reason: t(excelTexts.nothing) }}
        columns={[
          { key: 'line', title: t(texts.line), width: 80, align: 'right', render: ({ line }) => line },
          { key: 'title', title: t(texts.title), render: ({ title }) => title },
          { key: 'author', title: t(texts.author), width: 140, render: ({ author }) => author },
        ]}
      />
    </>
  )
}
