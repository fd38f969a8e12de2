/** A piece of text with its formatting. */
export interface RichRun {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly strike?: boolean
}

/** A block for layout: heading level, list depth and list marker. */
export interface RichBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'quote' | 'rule'
  readonly level: number
  readonly marker: string
  readonly runs: readonly RichRun[]
}

/** A node of the editor's document. */
export interface RichNode {
  readonly type: string
  readonly text?: string
  readonly attrs?: Readonly<Record<string, unknown>>
  readonly marks?: readonly { readonly type: string }[]
  readonly content?: readonly RichNode[]
}

const containers = new Set(['doc', 'blockquote', 'bulletList', 'orderedList', 'listItem'])
const leaves = new Set(['paragraph', 'heading', 'horizontalRule', 'text', 'hardBreak'])
const textStyles = new Set(['bold', 'italic', 'underline', 'strike'])
const maxDepth = 12
const longest = 200_000

function isNode(value: unknown, depth: number): value is RichNode {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return false
  const { type, text, marks, content } = value as Record<string, unknown>
  if (typeof type !== 'string' || !(containers.has(type) || leaves.has(type))) return false
  if (text !== undefined && (typeof text !== 'string' || type !== 'text')) return false
  const isTextStyle = (mark: unknown) => typeof mark === 'object' && mark !== null && 'type' in mark && textStyles.has(String(mark.type))
  if (marks !== undefined && !(Array.isArray(marks) && marks.every(isTextStyle))) return false
  return content === undefined || (Array.isArray(content) && content.every((child) => isNode(child, depth + 1)))
}

/**
 * Returns whether this is a document of our editor, with only known nodes and marks, within the limits of depth and
 * size.
 */
export function isRichText(value: unknown): value is RichNode {
  return isNode(value, 0) && value.type === 'doc' && JSON.stringify(value).length <= longest
}

function runsOf(node: RichNode): RichRun[] {
  return (node.content ?? []).flatMap((child): RichRun[] => {
    if (child.type === 'hardBreak') return [{ text: '\n' }]
    if (child.type !== 'text') return runsOf(child)
    const has = (type: string) => (child.marks ?? []).some((mark) => mark.type === type)
    return [
      {
        text: child.text ?? '',
        ...(has('bold') && { bold: true }),
        ...(has('italic') && { italic: true }),
        ...(has('underline') && { underline: true }),
        ...(has('strike') && { strike: true }),
      },
    ]
  })
}

interface BlockContext {
  readonly depth: number
  readonly marker: string
  readonly isQuoted: boolean
}

function blocksOf(node: RichNode, parent: BlockContext): RichBlock[] {
  const children = node.content ?? []
  const { depth, marker, isQuoted } = parent
  if (node.type === 'heading') return [{ kind: 'heading', level: Math.min(3, Math.max(1, Number(node.attrs?.level) || 1)), marker: '', runs: runsOf(node) }]
  if (node.type === 'paragraph') return [{ kind: depth > 0 ? 'item' : isQuoted ? 'quote' : 'paragraph', level: depth, marker, runs: runsOf(node) }]
  if (node.type === 'horizontalRule') return [{ kind: 'rule', level: 0, marker: '', runs: [] }]
  if (node.type === 'blockquote') return children.flatMap((child) => blocksOf(child, { ...parent, isQuoted: true }))
  if (node.type === 'bulletList' || node.type === 'orderedList') {
    const start = Number(node.attrs?.start) || 1
    const before = (at: number) => (node.type === 'orderedList' ? `${start + at}.` : '•')
    return children.flatMap((child, at) => blocksOf(child, { ...parent, depth: depth + 1, marker: before(at) }))
  }
  // Only the first paragraph of an item has the list marker.
  return children.flatMap((child, at) => blocksOf(child, at === 0 || node.type !== 'listItem' ? parent : { ...parent, marker: '' }))
}

/** Returns the blocks of the document in reading order. */
export function richBlocks(doc: RichNode): RichBlock[] {
  return blocksOf(doc, { depth: 0, marker: '', isQuoted: false })
}

/** Returns the text of a document, one line per block. */
export function linesOfRichText(doc: RichNode): string[] {
  return richBlocks(doc).map((block) => `${block.marker ? `${block.marker} ` : ''}${block.runs.map((run) => run.text).join('')}`)
}

/** One line of a comparison. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

// The maximum number of cells in the comparison table, one for each pair of lines: 16 MB.
const maxCells = 4_000_000

/**
 * Compares two texts line by line (longest common subsequence). Differing parts that are too long for the table count
 * as entirely replaced.
 */
export function compareLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const as = (kind: LineChange['kind'], lines: readonly string[]): LineChange[] => lines.map((text) => ({ kind, text }))
  const [gone, come] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const between = gone.length * come.length > maxCells ? [...as('removed', gone), ...as('added', come)] : alignLines(gone, come)
  return [...as('same', before.slice(0, head)), ...between, ...as('same', before.slice(before.length - tail))]
}

function alignLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => table[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      table[row * width + column] = before[row] === after[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const changes: LineChange[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    if (before[row] === after[column]) {
      changes.push({ kind: 'same', text: before[row] ?? '' })
      row++
      column++
    } else if (row < before.length && (column >= after.length || at(row + 1, column) >= at(row, column + 1)))
      changes.push({ kind: 'removed', text: before[row++] ?? '' })
    else changes.push({ kind: 'added', text: after[column++] ?? '' })
  }
  return changes
}
