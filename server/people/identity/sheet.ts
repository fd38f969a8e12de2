import type { Word } from '#/server/people/identity/engine.ts'

/** A row of the card: its words from left to right, and its text without gaps. */
export interface TextRow {
  readonly words: readonly Word[]
  readonly text: string
  readonly middle: number
  readonly height: number
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function rowOf(words: readonly Word[]): TextRow {
  const sorted = [...words].sort((a, b) => a.left - b.left)
  return {
    words: sorted,
    text: sorted.map((word) => word.text).join(''),
    middle: median(sorted.map((word) => (word.top + word.bottom) / 2)),
    height: median(sorted.map((word) => word.bottom - word.top)),
  }
}

/** Merges lines at the same height into rows, from top to bottom. */
export function rowsOf(lines: readonly (readonly Word[])[]): TextRow[] {
  const rows: TextRow[] = []
  for (const line of lines
    .filter((each) => each.length > 0)
    .map(rowOf)
    .sort((a, b) => a.middle - b.middle)) {
    const at = rows.findIndex((row) => Math.abs(row.middle - line.middle) < 0.55 * Math.min(row.height, line.height))
    if (at === -1) rows.push(line)
    else rows[at] = rowOf([...(rows[at]?.words ?? []), ...line.words])
  }
  return rows.sort((a, b) => a.middle - b.middle)
}

/** Part of a row, between two characters of its text. */
export interface TextPart {
  readonly text: string
  readonly confidence: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Returns the words behind a range of a row's text; partially covered words count. */
export function textBetween(row: TextRow, from: number, to = row.text.length): TextPart {
  let at = 0
  const words = row.words.filter((word) => {
    const [start, end] = [at, at + word.text.length]
    at = end
    return end > from && start < to
  })
  return {
    text: row.text.slice(from, to),
    confidence: words.length === 0 ? 0 : Math.round(Math.min(...words.map((word) => word.confidence))),
    left: Math.min(...words.map((word) => word.left)),
    right: Math.max(...words.map((word) => word.right)),
    top: Math.min(...words.map((word) => word.top)),
    bottom: Math.max(...words.map((word) => word.bottom)),
  }
}

/** A label with its position in its row. */
export interface LabelPosition {
  readonly row: TextRow
  readonly at: number
  readonly end: number
}

/** Returns the first row with this label. */
export function findLabel(rows: readonly TextRow[], label: RegExp): LabelPosition | null {
  for (const row of rows) {
    const match = label.exec(row.text)
    if (match) return { row, at: match.index, end: match.index + match[0].length }
  }
  return null
}

/** Characters that recognition produces for lines and stains. */
const stainPattern = /["'“”‘’`´~^_|\\[\]{}<>«»=*•]/g

/** Removes gaps and stains from a text. */
export function withoutStains(text: string): string {
  return text.replace(/\s/g, '').replace(stainPattern, '')
}
