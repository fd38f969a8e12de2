import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reflowText, type TextPiece } from './reflow.ts'

const piece = (text: string, x: number, y: number, more: Partial<TextPiece> = {}): TextPiece => ({ text, x, y, width: text.length * 10, size: 10, ...more })
const fullLine = '字'.repeat(50)

test('lines of a paragraph are joined across a page break, and page footers are dropped', () => {
  const first = [
    piece('一、服务内容', 46, 700, { size: 12 }),
    piece(fullLine, 46, 680),
    piece('完。', 46, 663),
    piece('•', 50, 640),
    piece('第一项', 68, 640),
    piece('•', 50, 618),
    piece(fullLine, 68, 618, { width: 478 }),
    piece('服务协议 HT1', 46, 32, { size: 8 }),
    piece('1 / 2', 500, 32, { size: 8 }),
  ]
  const second = [piece('第二项完', 68, 780), piece('签名如下', 46, 755)]
  assert.deepEqual(reflowText([first, second]), [
    { kind: 'heading', text: '一、服务内容' },
    { kind: 'text', text: `${fullLine}完。` },
    { kind: 'text', text: '• 第一项' },
    { kind: 'text', text: `• ${fullLine}第二项完` },
    { kind: 'text', text: '签名如下' },
  ])
})

test('texts of one line are joined, but side-by-side columns stay separate paragraphs', () => {
  const row = [
    piece('甲方：张三', 46, 300),
    piece('乙方：中心', 320, 300),
    piece('签章：', 46, 285),
    piece('签章：', 320, 285),
    piece('Agreement', 46, 250),
    piece('of service', 140, 250),
  ]
  assert.deepEqual(
    reflowText([row]).map(({ text }) => text),
    ['甲方：张三', '乙方：中心', '签章：', '签章：', 'Agreement of service'],
  )
})

test('a page without text has no paragraphs', () => {
  assert.deepEqual(reflowText([[], []]), [])
})
