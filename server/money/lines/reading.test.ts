import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bytesOf, fileOf, type ImportRow, newBatch, ordinaryPerson as person, rowFor } from '#/server/money/lines/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('access to lines', () => {
  const server = testServer()
  const linesOf = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId, size: 200 })).rows
  const importRows = async (rows: readonly ImportRow[]) => {
    const id = await newBatch(server)
    await server.must('maker', 'lines.import', { batchId: id, file: await fileOf(rows) })
    return { id, lines: await linesOf(id) }
  }

  test('the maker sees full numbers while the lines are editable, and other roles see masked ones', async () => {
    const { id } = await importRows([rowFor(person(9), '100')])
    const firstLineSeenBy = async (who: string, extra = {}) => (await server.must(who, 'lines.list', { batchId: id, size: 1 }, extra)).rows[0]
    assert.equal((await firstLineSeenBy('maker'))?.cardNo, person(9).cardNo)
    for (const who of ['checker', 'payer', 'centre', 'platform']) {
      const line = await firstLineSeenBy(who, { centre: 2, mode: 2 })
      assert.ok(line && !line.cardNo.includes(person(9).cardNo) && line.idNumber.includes('*') && line.mobile.includes('*'), who)
    }
    const { version } = await server.must('maker', 'payments.get', { id })
    await server.must('maker', 'payments.submit', { id, version, acknowledgement: '已逐条核对' })
    assert.ok((await firstLineSeenBy('maker'))?.idNumber.includes('*'))
    assert.equal((await server.call('maker', 'lines.exclude', { batchId: id, allInvalid: true })).error, 'notEditable')
    const { fileId } = await server.must('maker', 'lines.exportBatch', { batchId: id })
    const bytes = Buffer.from(await bytesOf(server, fileId))
    assert.ok(!bytes.includes(person(9).idNumber))
  })

  test('another unit or centre can find neither the batch nor its lines', async () => {
    const { id, lines } = await importRows([rowFor(person(0), '100')])
    const lineId = lines[0]?.id ?? 0
    const file = await fileOf([rowFor(person(0))])
    const answers = [
      await server.call('unit2', 'lines.list', { batchId: id }),
      await server.call('unit2', 'lines.summary', { batchId: id }),
      await server.call('unit2', 'lines.import', { batchId: id, file }),
      await server.call('unit2', 'lines.repair', { batchId: id, changes: [{ lineId, cells: { remark: 'x' } }] }),
      await server.call('unit2', 'lines.errorFile', { batchId: id }),
      await server.call('unit2', 'lines.exportBatch', { batchId: id }),
      await server.call('unit2', 'lines.explain', { lineId }),
      await server.call('unit2', 'lines.events', { lineId }),
    ]
    assert.deepEqual([...new Set(answers.map((answer) => answer.error))].sort(), ['batchNotFound', 'lineNotFound'])
    const ownBatch = await server.must('unit2', 'payments.create', { orderId: 22 })
    await server.must('unit2', 'lines.import', { batchId: ownBatch.id, file })
    const linesOfUnit2 = await server.must('unit2', 'lines.list', { size: 200 })
    assert.deepEqual(
      linesOfUnit2.rows.map((line) => line.batchId),
      [ownBatch.id],
    )
    assert.equal((await server.call('centre', 'lines.list', { batchId: id }, { centre: 5, mode: 2 })).error, 'batchNotFound')
  })

  test('lists continue after the previous page, within a batch and across batches', async () => {
    const { id } = await importRows(Array.from({ length: 7 }, (_, index) => rowFor(person(index), `${index + 1}.00`)))
    for (const who of ['maker', 'platform'] as const) {
      for (const input of [{ batchId: id }, {}] as { batchId?: number }[]) {
        const rowNumbers: number[] = []
        let lastId: number | undefined
        do {
          const page = await server.must(who, 'lines.list', { ...input, size: 3, ...(lastId !== undefined && { after: lastId }) }, { centre: 2, mode: 2 })
          rowNumbers.push(...page.rows.map((line) => line.id))
          lastId = page.next ?? undefined
        } while (lastId !== undefined && rowNumbers.length < 500)
        assert.equal(new Set(rowNumbers).size, rowNumbers.length)
        if (input.batchId !== undefined) assert.equal(rowNumbers.length, 7)
        else assert.ok(rowNumbers.length >= 7)
      }
    }
  })

  test('a unit finds its lines across batches by name, ID, card or line number', async () => {
    const { lines } = await importRows([rowFor(person(14), '123.45')])
    const line = lines[0]
    assert.ok(line)
    for (const keyword of [person(14).name, person(14).idNumber, person(14).cardNo, line.no]) {
      const page = await server.must('maker', 'lines.list', { keyword, size: 200 })
      assert.ok(
        page.rows.some((row) => row.id === line.id),
        keyword,
      )
    }
    assert.deepEqual((await server.must('unit2', 'lines.list', { keyword: line.no })).rows, [])
    assert.deepEqual((await server.must('maker', 'lines.list', { keyword: '查无此人', states: ['failed', 'held'] })).rows, [])
    const inside = await server.must('maker', 'lines.list', { batchId: line.batchId, keyword: person(14).name.slice(0, 1) })
    assert.equal(inside.rows.length, 1)
  })
})
