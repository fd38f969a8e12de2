import { type JsonChunks, packRawRows, packRows } from '#/server/lib/spreadsheet/chunks.ts'
import { readSheetOnThread } from '#/server/lib/spreadsheet/reading.ts'
import type { ReadingKind, ReadingRequests, ReadingResults } from '#/server/lib/spreadsheet/reading-requests.ts'
import { SheetError } from '#/server/lib/spreadsheet/sheet.ts'
import { readTemplate } from '#/server/lib/spreadsheet/template.ts'
import { xmlTexts } from '#/server/lib/spreadsheet/xml.ts'
import { serveTasks } from '#/server/lib/threads/serving.ts'

// This worker reads uploaded lists, forms and XML.

async function readList({ bytes, options }: ReadingRequests['list']): Promise<ReadingResults['list']> {
  const result = await readSheetOnThread(bytes, options)
  return result.ok ? { ...result, rows: packRows(result.rows) } : result
}

async function readForm({ bytes }: ReadingRequests['form']): Promise<ReadingResults['form']> {
  try {
    const sheets = await readTemplate(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    return { ok: true, sheets: sheets.map(({ rows, ...sheet }) => ({ ...sheet, chunks: packRawRows(rows) })) }
  } catch (error) {
    if (error instanceof SheetError) return { ok: false, problem: error.problem }
    throw error
  }
}

function answerQuestion(question: ReadingRequests[ReadingKind]): Promise<ReadingResults[ReadingKind]> {
  switch (question.kind) {
    case 'list':
      return readList(question)
    case 'form':
      return readForm(question)
    case 'xml':
      return xmlTexts(question.bytes, question.paths)
  }
}

function chunksOf(answer: ReadingResults[ReadingKind]): JsonChunks {
  if (answer === null || answer instanceof Map || !('ok' in answer) || !answer.ok) return []
  return 'rows' in answer ? answer.rows.chunks : answer.sheets.flatMap(({ chunks }) => chunks)
}

serveTasks(answerQuestion, (answer) => chunksOf(answer).map(({ buffer }) => buffer))
