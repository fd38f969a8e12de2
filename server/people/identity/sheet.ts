import type { Word } from '#/server/people/identity/engine.ts'

/** A row of the card: its words from left to right, and its text without the gaps between them. */
export interface Row {
  readonly words: readonly Word[]
  readonly text: string
  readonly middle: number
  readonly height: number
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

function rowOf(words: readonly Word[]): Row {
  const sorted = [...words].sort((a, b) => a.left - b.left)
  return {
    words: sorted,
    text: sorted.map((word) => word.text).join(''),
    middle: median(sorted.map((word) => (word.top + word.bottom) / 2)),
    height: median(sorted.map((word) => word.bottom - word.top)),
  }
}

/** Puts lines that stand at the same height beside each other, from top to bottom. */
export function rowsOf(lines: readonly (readonly Word[])[]): Row[] {
  const rows: Row[] = []
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

/** The part of a row from one character of its text to another. */
export interface Part {
  readonly text: string
  readonly confidence: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The words that a stretch of a row's text comes from; a word belongs to it when any of its letters does. */
export function partOf(row: Row, from: number, to = row.text.length): Part {
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

/** A label that was found, and what stands behind it in its row. */
export interface Labelled {
  readonly row: Row
  readonly at: number
  readonly end: number
}

/** The first row with this label. */
export function labelled(rows: readonly Row[], label: RegExp): Labelled | null {
  for (const row of rows) {
    const found = label.exec(row.text)
    if (found) return { row, at: found.index, end: found.index + found[0].length }
  }
  return null
}

/** Marks that recognition puts where there is a line or a stain. */
const stains = /["'“”‘’`´~^_|\\[\]{}<>«»=*•]/g

/** A text without gaps and stains. */
export function plain(text: string): string {
  return text.replace(/\s/g, '').replace(stains, '')
}
