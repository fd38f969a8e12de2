import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { unprintableCharacters } from '#/server/lib/pdf/fonts.ts'
import { type DocumentModel, renderDocument, renderWithSignatureBoxes } from '#/server/lib/pdf/pdf.ts'

function modelWithRows(rows: number, more: Partial<DocumentModel> = {}): DocumentModel {
  return {
    title: '支付凭证',
    subtitle: '编号 ZF20260115000001',
    createdAt: new Date('2026-01-15T08:00:00Z'),
    footer: '云创客平台 · 2026-01-15 16:00:00',
    watermark: '仅供核对',
    pageLabel: (page, pages) => `第 ${page} 页 共 ${pages} 页`,
    blocks: [
      {
        kind: 'fields',
        columns: 2,
        rows: [
          ['付款单位', '杭州某某信息技术有限公司'],
          ['备注', ''],
        ],
      },
      {
        kind: 'table',
        columns: [{ heading: '序号', width: 0.5 }, { heading: '姓名' }, { heading: '金额(元)', align: 'right' }],
        rows: Array.from({ length: rows }, (_, at) => [String(at + 1), `张三${at}`, `${at},234.56`]),
        totals: ['', '合计', '1.00'],
      },
      { kind: 'paragraph', text: '说明' },
      { kind: 'signatures', parties: [{ title: '甲方', lines: ['日期：'] }] },
    ],
    ...more,
  }
}

const pagesOf = (bytes: Buffer) => [...bytes.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length

/** Returns the unpacked page contents. */
function contentsOf(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)]
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
    .join('\n')
}

test('equal documents have equal bytes, and different documents have different bytes', async () => {
  const first = await renderDocument(modelWithRows(3))
  assert.equal(first.toString('latin1', 0, 5), '%PDF-')
  assert.ok(first.equals(await renderDocument(modelWithRows(3))))
  assert.ok(!first.equals(await renderDocument(modelWithRows(4))))
  const parallelDocuments = await Promise.all([1, 2, 3].map(() => renderDocument(modelWithRows(3))))
  for (const bytes of parallelDocuments) assert.ok(first.equals(bytes))
})

test('only the used characters of a font are embedded', async () => {
  const bytes = await renderDocument(modelWithRows(1))
  assert.ok(bytes.length < 80_000, `${bytes.length} bytes`)
  assert.match(bytes.toString('latin1'), /\/FontFile2/)
  assert.match(bytes.toString('latin1'), /NotoSansSC-Regular/)
})

test('a long table spans pages and repeats its headings', async () => {
  assert.equal(pagesOf(await renderDocument(modelWithRows(3))), 1)
  const longDocument = await renderDocument(modelWithRows(100))
  const pages = pagesOf(longDocument)
  assert.ok(pages >= 3 && pages <= 6, `${pages} pages`)
  const shadeCount = [...contentsOf(longDocument).matchAll(/ re\n/g)].length
  assert.ok(shadeCount >= pages, `${shadeCount} shaded rows on ${pages} pages`)
})

test('rendering many blocks leaves time for other work', async () => {
  const fieldRows = Array.from({ length: 1_200 }, (_, at) => [
    { kind: 'fields' as const, columns: 2 as const, rows: Array.from({ length: 4 }, (__, place) => [`项目${place}`, `内容${at}`] as const) },
    { kind: 'rule' as const },
  ]).flat()
  let turns = 0
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await renderDocument(modelWithRows(0, { blocks: fieldRows }))
  clearImmediate(next)
  assert.ok(turns >= 50, `${turns} turns of the event loop`)
})

test('a document with oversized cells, long words or unsupported characters is still rendered', async () => {
  const blocks = [
    { kind: 'table', columns: [{ heading: 'a' }, { heading: 'b' }], rows: [['很长'.repeat(4_000), 'x'.repeat(500)]] },
    { kind: 'paragraph', text: '💰 \ud800 \u0000 𠮷' },
    { kind: 'page' },
    { kind: 'gap', height: 20 },
    { kind: 'heading', text: '完' },
  ] as const
  const bytes = await renderDocument(modelWithRows(0, { blocks, landscape: true }))
  assert.ok(pagesOf(bytes) <= 4, `${pagesOf(bytes)} pages`)
})

/** Returns the lines of text with page and vertical position. */
async function linesOf(bytes: Buffer): Promise<{ page: number; y: number; text: string }[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const loadingTask = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false })
  const pdf = await loadingTask.promise
  const positions: { page: number; y: number; text: string }[] = []
  for (let page = 1; page <= pdf.numPages; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    for (const item of items) if ('str' in item && item.str.trim() !== '') positions.push({ page, y: Math.round(Number(item.transform[5])), text: item.str })
  }
  await loadingTask.destroy()
  return positions
}

const contract = (clauses: number): DocumentModel => ({
  title: '服务协议',
  createdAt: new Date('2026-01-15T08:00:00Z'),
  blocks: [
    ...Array.from({ length: clauses }, (_, at) => [
      { kind: 'rich' as const, runs: [{ text: `第${at + 1}条`, bold: true }], size: 12 },
      { kind: 'rich' as const, runs: [{ text: `款项${at + 1}按批次结算。` }], indent: 22, marker: '•' },
    ]).flat(),
    { kind: 'places', boxes: ['甲方', '乙方'].map((title, at) => ({ key: String(at), title, lines: ['签章：'] })) },
  ],
})

test('the marker of a list item is on the same line as its text', async () => {
  // A list marker and its text on the same line are extracted as one piece.
  const lines = await linesOf((await renderWithSignatureBoxes(contract(3))).bytes)
  const items = lines.filter(({ text }) => text.includes('款项'))
  assert.equal(items.length, 3)
  for (const { text } of items) assert.match(text, /^\p{P} 款项\d按批次结算。$/u)
})

test('contracts of 8 to 30 clauses have a heading and text on the page of the signatures', async () => {
  for (let clauseCount = 8; clauseCount <= 30; clauseCount++) {
    const { bytes, places } = await renderWithSignatureBoxes(contract(clauseCount))
    const page = Math.max(...places.map((place) => place.page))
    const words = (await linesOf(bytes)).filter((line) => line.page === page + 1 && /^(第|\p{P} 款项)/u.test(line.text))
    assert.ok(words.length >= 2, `${clauseCount} clauses: ${words.length} lines on the page of the signatures`)
    assert.ok(words[0]?.text.startsWith('第'), 'a page begins with a heading, not behind one')
  }
})

const rareNames = { 䶮: 'NotoSansSC', 𠮷: 'NotoSansJP', 김: 'NotoSansKR', Łukasz: 'NotoSans-' } as const

for (const [name, font] of Object.entries(rareNames))
  test(`the name ${name} is printed with a font that contains its characters`, async () => {
    assert.deepEqual(await unprintableCharacters(`甲方：${name}`), [])
    const bytes = await renderDocument(
      modelWithRows(1, {
        blocks: [
          {
            kind: 'fields',
            columns: 2,
            rows: [
              ['姓名', `张${name}`],
              ['签署人', name],
            ],
          },
        ],
      }),
    )
    assert.match(bytes.toString('latin1'), new RegExp(`\\+${font}`))
  })

test('a document without rare characters embeds only the main font', async () => {
  const fonts = [...(await renderDocument(modelWithRows(1))).toString('latin1').matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, found = '']) => found)
  assert.deepEqual([...new Set(fonts)].sort(), ['NotoSansSC-Bold', 'NotoSansSC-Regular'])
})

test('characters that no font can print are reported', async () => {
  assert.deepEqual(await unprintableCharacters('王𪚥、李𪚥与张三\u{FE0F}'), ['𪚥'])
})
