/** Matches rows that have only formatted cells: start tags of rows, cells without content, end tags of rows. */
const emptyRowsPattern = /^(?:<row\s[^<>]*>|<c(?:\s[^<>]*)?\/>|<\/row>|\s)*$/
const lineNumberPattern = /^<row\s[^<>]*?\br="(\d{1,7})"/

/** Returns the line of the last row. Null if a row has content or the file does not number the rows. */
function lastEmptyLine(rows: Buffer): number | null {
  const text = rows.toString('latin1')
  if (!emptyRowsPattern.test(text)) return null
  const line = lineNumberPattern.exec(text.slice(text.lastIndexOf('<row')))?.[1]
  return line === undefined ? null : Number(line)
}

/**
 * Removes runs of rows without content from the XML of a sheet and reports the line of the last removed row. Programs
 * that format whole columns write every row down to 1,048,576, which would take a parser many seconds.
 */
export async function* withoutEmptyRows(pieces: AsyncIterable<Uint8Array>, onSkipped: (line: number) => void): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength) : Buffer.concat([rest, piece])
    const last = bytes.lastIndexOf('<row')
    // The XML is cut at the start of a row. A row longer than a chunk is passed on in parts.
    const end = last > 0 ? last : bytes.length
    const completeRows = bytes.subarray(0, end)
    rest = Buffer.from(bytes.subarray(end))
    const line = completeRows.length >= 4 && completeRows.toString('latin1', 0, 4) === '<row' && last > 0 ? lastEmptyLine(completeRows) : null
    if (line === null) yield completeRows
    else onSkipped(line)
  }
  yield rest
}
