import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compareLines, isRichText, linesOfRichText, type RichNode, richBlocks } from '#/domain/services/rich-text.ts'

const text = (value: string, ...marks: string[]): RichNode => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const node = (type: string, ...content: RichNode[]): RichNode => ({ type, content })
const paragraph = (value: string) => node('paragraph', text(value))

test('a document is converted to headings, paragraphs, quotes, rules and items', () => {
  const doc = node(
    'doc',
    { type: 'heading', attrs: { level: 2 }, content: [text('标题')] },
    { type: 'heading', attrs: { level: 9 } },
    { type: 'heading', attrs: { level: -1 } },
    { type: 'heading' },
    node('paragraph', text('甲', 'bold', 'italic'), { type: 'hardBreak' }, text('乙', 'underline', 'strike'), text('丙', 'bold'), { type: 'text' }),
    { type: 'horizontalRule' },
    node('blockquote', paragraph('引')),
    node('bulletList', node('listItem', paragraph('一'), paragraph('续'), node('orderedList', node('listItem', paragraph('深'))))),
    { type: 'orderedList', attrs: { start: 3 }, content: [node('listItem', paragraph('三')), node('listItem', paragraph('四'))] },
  )
  assert.ok(isRichText(doc))
  const block = (kind: string, level: number, marker: string, ...runs: object[]) => ({ kind, level, marker, runs })
  assert.deepEqual(richBlocks(doc), [
    block('heading', 2, '', { text: '标题' }),
    block('heading', 3, ''),
    block('heading', 1, ''),
    block('heading', 1, ''),
    block(
      'paragraph',
      0,
      '',
      { text: '甲', bold: true, italic: true },
      { text: '\n' },
      { text: '乙', underline: true, strike: true },
      { text: '丙', bold: true },
      { text: '' },
    ),
    block('rule', 0, ''),
    block('quote', 0, '', { text: '引' }),
    block('item', 1, '•', { text: '一' }),
    block('item', 1, '', { text: '续' }),
    block('item', 2, '1.', { text: '深' }),
    block('item', 1, '3.', { text: '三' }),
    block('item', 1, '4.', { text: '四' }),
  ])
  assert.deepEqual(linesOfRichText(node('doc', paragraph('甲'), node('bulletList', node('listItem', paragraph('乙'))))), ['甲', '• 乙'])
})

test('text inside unexpected nodes stays in the output', () => {
  assert.deepEqual(linesOfRichText(node('doc', node('paragraph', node('listItem', text('里'))))), ['里'])
})

test('a line contains all its runs, regardless of their formatting', () => {
  assert.deepEqual(linesOfRichText(node('doc', node('paragraph', text('甲', 'bold'), text('乙')))), ['甲乙'])
})

test('all nodes and marks of the editor are allowed', () => {
  for (const type of ['blockquote', 'bulletList', 'orderedList', 'listItem', 'paragraph', 'heading', 'horizontalRule', 'hardBreak', 'text'])
    assert.ok(isRichText(node('doc', { type })), type)
  for (const mark of ['bold', 'italic', 'underline', 'strike']) assert.ok(isRichText(node('doc', text('x', mark))), mark)
})

test('unknown nodes, unknown marks and malformed values are refused', () => {
  const docWith = (wrong: unknown) => ({ type: 'doc', content: [paragraph('甲'), wrong] })
  for (const wrong of [
    null,
    'x',
    7,
    {},
    { type: 'script' },
    { type: 'text', text: 7 },
    { type: 'paragraph', text: '字' },
    { type: 'text', text: '字', marks: 'bold' },
    { type: 'text', text: '字', marks: [null] },
    { type: 'text', text: '字', marks: ['bold'] },
    { type: 'text', text: '字', marks: [{}] },
    { type: 'text', text: '字', marks: [{ type: 'bold' }, { type: 'link' }] },
    { type: 'paragraph', content: 'x' },
    { type: 'paragraph', content: [text('字'), { type: 'image' }] },
  ])
    assert.ok(!isRichText(docWith(wrong)), JSON.stringify(wrong))
  assert.ok(!isRichText(paragraph('甲')))
})

test('a document is at most 12 levels deep and 200,000 characters long', () => {
  const nestedQuotes = (levels: number): RichNode => (levels === 0 ? { type: 'paragraph' } : node('blockquote', nestedQuotes(levels - 1)))
  assert.deepEqual([isRichText(node('doc', nestedQuotes(11))), isRichText(node('doc', nestedQuotes(12)))], [true, false])
  const empty = JSON.stringify(node('doc', paragraph(''))).length
  assert.deepEqual(
    [200_000, 200_001].map((length) => isRichText(node('doc', paragraph('x'.repeat(length - empty))))),
    [true, false],
  )
})

/** The length of the longest common subsequence, by brute force. */
function longestCommonLength(before: readonly string[], after: readonly string[]): number {
  if (before.length === 0 || after.length === 0) return 0
  const [first, rest] = [before[0], before.slice(1)]
  const at = after.indexOf(first ?? '')
  return Math.max(longestCommonLength(rest, after), at === -1 ? 0 : 1 + longestCommonLength(rest, after.slice(at + 1)))
}

test('a comparison has all lines of both texts and as many common lines as possible', () => {
  const lines = fc.array(fc.constantFrom('甲', '乙', '丙', '丁'), { maxLength: 9 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = compareLines(before, after)
      const textsOf = (...kinds: string[]) => changes.filter(({ kind }) => kinds.includes(kind)).map((change) => change.text)
      assert.deepEqual([textsOf('same', 'removed'), textsOf('same', 'added')], [before, after])
      assert.equal(textsOf('same').length, longestCommonLength(before, after))
    }),
    { numRuns: 1000 },
  )
})

test('removed lines precede added ones', () => {
  assert.deepEqual(
    compareLines(['甲', '乙'], ['丙', '丁']).map((change) => `${change.kind} ${change.text}`),
    ['removed 甲', 'removed 乙', 'added 丙', 'added 丁'],
  )
})
