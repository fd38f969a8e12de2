import { maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { type LineCellField, lineCellFields } from '#/domain/money/line-cells.ts'
import type { WorkingLine } from '#/server/money/lines/preparation.ts'

/** The history lists at most this many cells per change. */
const maxListedEdits = 50
const maskByField: Readonly<Partial<Record<LineCellField, (text: string) => string>>> = { idNumber: maskIdNumber, mobile: maskMobile, cardNo: maskCard }

interface Edit {
  readonly seq: number
  readonly name: string
  readonly field: LineCellField
  readonly before: string
  readonly after: string
}

function editsOf(before: WorkingLine, after: WorkingLine): Edit[] {
  return lineCellFields
    .filter((field) => before.cells[field] !== after.cells[field])
    .map((field) => {
      const mask = maskByField[field] ?? ((text: string) => text)
      return { seq: before.seq, name: before.cells.name, field, before: mask(before.cells[field]), after: mask(after.cells[field]) }
    })
}

/**
 * Describes a change of lines for the batch history: cells before and after with masked numbers, and excluded or
 * included lines.
 */
export function changeDetail(before: readonly WorkingLine[], after: readonly WorkingLine[]): Record<string, unknown> {
  const linesBySeq = new Map(before.map((line) => [line.seq, line]))
  const pairs = after.flatMap((line) => {
    const was = linesBySeq.get(line.seq)
    return was && was !== line ? [{ was, line }] : []
  })
  const edits = pairs.flatMap(({ was, line }) => editsOf(was, line))
  const toggledLines = pairs.filter(({ was, line }) => was.isExcluded !== line.isExcluded).map(({ line }) => line.seq)
  return {
    ...(edits.length > 0 && { edits: edits.slice(0, maxListedEdits) }),
    ...(edits.length > maxListedEdits && { unlisted: edits.length - maxListedEdits }),
    ...(toggledLines.length > 0 && { seqs: toggledLines.slice(0, maxListedEdits) }),
  }
}
