import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { type DocumentModel, renderDocument } from '#/server/lib/pdf/pdf.ts'

function model(rows: number, more: Partial<DocumentModel> = {}): DocumentModel {
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

/** Page contents: what was drawn, unpacked. */
function contentsOf(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)]
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
    .join('\n')
}

test('the same document gives the same bytes, another one gives others', async () => {
  const first = await renderDocument(model(3))
  assert.equal(first.toString('latin1', 0, 5), '%PDF-')
  assert.ok(first.equals(await renderDocument(model(3))))
  assert.ok(!first.equals(await renderDocument(model(4))))
  const together = await Promise.all([1, 2, 3].map(() => renderDocument(model(3))))
  for (const bytes of together) assert.ok(first.equals(bytes))
})

test('only the characters used are embedded', async () => {
  const bytes = await renderDocument(model(1))
  assert.ok(bytes.length < 80_000, `${bytes.length} bytes`)
  assert.match(bytes.toString('latin1'), /\/FontFile2/)
  assert.match(bytes.toString('latin1'), /NotoSansSC-Regular/)
})

test('a long table runs over pages and repeats its headings', async () => {
  assert.equal(pagesOf(await renderDocument(model(3))), 1)
  const long = await renderDocument(model(100))
  const pages = pagesOf(long)
  assert.ok(pages >= 3 && pages <= 6, `${pages} pages`)
  const shades = [...contentsOf(long).matchAll(/ re\n/g)].length
  assert.ok(shades >= pages, `${shades} shaded rows on ${pages} pages`)
})

test('a cell longer than a page, a word without end and characters no font has do not stop a document', async () => {
  const blocks = [
    { kind: 'table', columns: [{ heading: 'a' }, { heading: 'b' }], rows: [['很长'.repeat(4_000), 'x'.repeat(500)]] },
    { kind: 'paragraph', text: '💰 \ud800 \u0000 𠮷' },
    { kind: 'page' },
    { kind: 'gap', height: 20 },
    { kind: 'heading', text: '完' },
  ] as const
  const bytes = await renderDocument(model(0, { blocks, landscape: true }))
  assert.ok(pagesOf(bytes) <= 4, `${pagesOf(bytes)} pages`)
})
