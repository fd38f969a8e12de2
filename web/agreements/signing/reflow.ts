/** A piece of text and its position on the page, in points from the left and the bottom. */
export interface TextPiece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}

/** A paragraph of a document for a narrow screen. */
export interface Paragraph {
  readonly kind: 'heading' | 'text'
  readonly text: string
}

interface Line {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly end: number
  readonly size: number
  readonly text: string
}

/** Height of the page footer, in points. Text below it is ignored. */
const footerHeight = 50
/** Pieces of a line with a larger gap than this are separate columns. Unit: font sizes. */
const columnGap = 3
/** Lines with a larger distance than this are separate paragraphs. Unit: font sizes. */
const paragraphGap = 2

const isMark = (text: string) => /^([•·]|\d{1,2}\.)$/.test(text)

function joinPieces(before: string, after: string, gap: number, size: number): string {
  const needsBlank = isMark(before) || (gap > size * 0.2 && /[\w.,;:)]$/.test(before) && /^[\w(]/.test(after))
  return before + (needsBlank && !before.endsWith(' ') ? ' ' : '') + after
}

/** Returns the lines of a page from top to bottom. Each column is a separate line. */
function linesOf(pieces: readonly TextPiece[], page: number): Line[] {
  const rows: TextPiece[][] = []
  for (const piece of pieces.filter(({ text, y }) => text.trim() !== '' && y >= footerHeight).toSorted((a, b) => b.y - a.y)) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row && first && first.y - piece.y < piece.size * 0.5) row.push(piece)
    else rows.push([piece])
  }
  return rows.flatMap((row) => {
    const lines: Line[] = []
    for (const { text, x, y, width, size } of row.toSorted((a, b) => a.x - b.x)) {
      const last = lines.at(-1)
      const gap = last ? x - last.end : 0
      if (last && gap <= size * columnGap) lines[lines.length - 1] = { ...last, end: x + width, text: joinPieces(last.text, text, gap, size) }
      else lines.push({ page, x, y, end: x + width, size, text })
    }
    return lines
  })
}

function usualSize(lines: readonly Line[]): number {
  const lettersBySize = new Map<number, number>()
  for (const { size, text } of lines) lettersBySize.set(size, (lettersBySize.get(size) ?? 0) + text.length)
  return [...lettersBySize].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/** Returns whether a line continues the paragraph of the line before it. */
function isContinuation(before: Line, line: Line, right: number): boolean {
  if (Math.abs(before.size - line.size) > 0.5 || Math.abs(before.x - line.x) > before.size * columnGap) return false
  const isFull = before.end > right - before.size * 2
  if (before.page !== line.page) return isFull
  const gap = before.y - line.y
  return gap > before.size * 0.5 && gap < line.size * paragraphGap
}

/** Returns the text of a document without its line breaks, as paragraphs that fit any width. */
export function reflowText(pages: readonly (readonly TextPiece[])[]): Paragraph[] {
  const lines = pages.flatMap(linesOf)
  const lineSize = usualSize(lines)
  const right = Math.max(0, ...lines.map(({ end }) => end))
  const paragraphs: Paragraph[] = []
  for (const [at, line] of lines.entries()) {
    const previousLine = lines[at - 1]
    const last = paragraphs.at(-1)
    if (previousLine && last && isContinuation(previousLine, line, right))
      paragraphs[paragraphs.length - 1] = { ...last, text: joinPieces(last.text, line.text, line.size, line.size) }
    else paragraphs.push({ kind: line.size > lineSize + 0.9 ? 'heading' : 'text', text: line.text })
  }
  return paragraphs
}
