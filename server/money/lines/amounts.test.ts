import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fileOf, newBatch, ordinaryPerson, rowFor } from '#/server/money/lines/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('amounts that are not plain numbers', () => {
  const server = testServer()

  const readableAmounts = [
    ['1,000', '1000'],
    ['１００', '100'],
    [' 1', '1'],
    ['5元', '5'],
    ['￥12.50', '12.50'],
    ['1,234,567.8', '1234567.8'],
    ['5万', '50000'],
    ['1.5万元', '15000'],
  ] as const
  const ambiguousAmounts = ['1,5', '1,00', '1,2,345', '12,34.5', '1 000', '1.234,50', '1e3', '5亿', '1000-', '¥']
  const noteOf = (line: { issues: readonly { code: string; field: string | null; values: Record<string, unknown> }[] }) =>
    line.issues.find((issue) => issue.code === 'E103' && issue.field === 'amount')?.values
  const listLines = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId, size: 50 })).rows
  const cellsFor = (at: number, amountText: string) => {
    const { name, idNumber, mobile, bankName, cardNo } = ordinaryPerson(at)
    return { name, idNumber, mobile, bankName, cardNo, amountText }
  }

  for (const way of ['typed', 'pasted over', 'uploaded'] as const) {
    test(`a formatted amount ${way} gets a note of its original text or is refused if ambiguous`, async () => {
      const batchId = await newBatch(server)
      const writtenAmounts = [...readableAmounts.map(([text]) => text), ...ambiguousAmounts]
      if (way === 'uploaded')
        await server.must('maker', 'lines.import', {
          batchId,
          file: await fileOf(writtenAmounts.map((text, at) => rowFor(ordinaryPerson(at % 18), text))),
          allowSameFile: true,
        })
      else await server.must('maker', 'lines.add', { batchId, rows: writtenAmounts.map((text, at) => cellsFor(at % 18, way === 'typed' ? text : '9')) })
      if (way === 'pasted over') {
        const changes = (await listLines(batchId)).map((line, at) => ({ lineId: line.id, cells: { amountText: writtenAmounts[at] ?? '' } }))
        await server.must('maker', 'lines.repair', { batchId, changes })
      }
      const lines = await listLines(batchId)
      for (const [at, [text, amount]] of readableAmounts.entries()) {
        assert.deepEqual([lines[at]?.amountText, noteOf(lines[at] ?? { issues: [] })], [amount, { field: 'amountText', text, amount }], text)
      }
      for (const [at, text] of ambiguousAmounts.entries()) {
        const line = lines[readableAmounts.length + at]
        assert.ok(line?.state === 'invalid' && line.issues.some((issue) => issue.code === 'E106'), `${text} is taken as ${line?.gross}`)
      }
    })
  }

  test('typing a plain number removes the note of the original text', async () => {
    const batchId = await newBatch(server)
    await server.must('maker', 'lines.add', { batchId, rows: [cellsFor(0, '1000.50'), cellsFor(1, '1,000')] })
    const [plain, noted] = await listLines(batchId)
    assert.equal(noteOf(plain ?? { issues: [] }), undefined)
    assert.ok(noted && noteOf(noted))
    await server.must('maker', 'lines.repair', { batchId, changes: [{ lineId: noted.id, cells: { amountText: '1000' } }] })
    assert.equal(noteOf((await listLines(batchId))[1] ?? { issues: [] }), undefined)
  })
})
