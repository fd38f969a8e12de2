import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readSheet, sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf, fileOf, newBatch, ordinaryPerson as person, rowFor } from '#/server/money/lines/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const columns = '行号 姓名 证件类型 证件号码 手机号 收款银行 收款账号 应发金额 个体户名称 统一社会信用代码 服务内容 备注 错误码 错误说明 建议 行标识'.split(' ')
const mobileAt = columns.indexOf('手机号')

describe('corrected error files', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())
  const linesOf = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId, size: 200 })).rows

  /** Creates a batch with two faulty lines and a valid one. Returns it with the rows of its error file. */
  async function batchWithErrors(first: number) {
    const id = await newBatch(server)
    const rows = [rowFor(person(first), '10', { mobile: '1' }), rowFor(person(first + 1), '20', { mobile: '2' }), rowFor(person(first + 2), '30')]
    await server.must('maker', 'lines.import', { batchId: id, file: await fileOf(rows), allowSameFile: true })
    const { fileId } = await server.must('maker', 'lines.errorFile', { batchId: id })
    const read = await readSheet(await bytesOf(server, fileId), {
      maxRows: 10,
      columns: columns.map((heading) => ({ key: heading, headings: [heading], required: heading !== '行标识' })),
    })
    assert.ok(read.ok)
    return { id, rows: read.rows.map(({ cells }) => columns.map((heading) => cells[heading]?.text ?? '')) }
  }

  const corrected = (rows: readonly (readonly string[])[], mobile = '13800000001') => rows.map((row) => row.with(mobileAt, mobile))

  async function upload(batchId: number, rows: readonly (readonly string[])[], of = columns) {
    const bytes = await writeSheet({ sheets: [{ name: '错误明细', columns: of.map((heading) => ({ heading })), rows }] })
    return server.call('maker', 'lines.reimport', { batchId, file: { filename: 'a.xlsx', mediaType: sheetMediaType, bytes } })
  }

  test('the error file of another batch is refused with the number of that batch', async () => {
    const [a, b] = [await batchWithErrors(0), await batchWithErrors(3)]
    const before = await linesOf(b.id)
    const { no } = await server.must('maker', 'payments.get', { id: a.id })
    const answer = await upload(b.id, corrected(a.rows))
    assert.deepEqual([answer.error, answer.message.includes(no)], ['otherErrorFile', true])
    assert.deepEqual(await linesOf(b.id), before)
  })

  test('a row number that occurs twice in the error file is refused and named', async () => {
    const { id, rows } = await batchWithErrors(6)
    const copiedRow = (rows[0] ?? []).with(1, person(19).name).with(3, person(19).idNumber)
    const answer = await upload(id, corrected([...rows, copiedRow]))
    assert.deepEqual([answer.error, /[:：] ?1[;；. ]/.test(answer.message)], ['repeatedRowNumbers', true])
    assert.deepEqual([...new Set((await linesOf(id)).map((line) => line.state))].sort(), ['invalid', 'ready'])
  })

  test('an error file leaves lines corrected in the grid since its export as they are', async () => {
    const { id, rows } = await batchWithErrors(9)
    const [first] = await linesOf(id)
    await server.must('maker', 'lines.repair', { batchId: id, changes: [{ lineId: first?.id ?? 0, cells: { mobile: '13900000009', amountText: '12' } }] })
    const answer = await upload(id, corrected(rows))
    assert.deepEqual([answer.data?.changed, answer.data?.missed], [1, ['1']])
    assert.deepEqual(
      (await linesOf(id)).map((line) => line.amountText),
      ['12', '20', '30'],
    )
  })

  test('an error file does not replace a valid line whose number was typed into it', async () => {
    const { id, rows } = await batchWithErrors(12)
    const answer = await upload(id, [corrected(rows)[0] ?? [], (corrected(rows)[1] ?? []).with(0, '3')])
    assert.deepEqual([answer.data?.changed, answer.data?.missed], [1, ['3']])
    assert.deepEqual(
      (await linesOf(id)).map((line) => [line.state === 'invalid', line.amountText]),
      [
        [false, '10'],
        [true, '20'],
        [false, '30'],
      ],
    )
  })

  test('the same corrected error file can be uploaded twice', async () => {
    const { id, rows } = await batchWithErrors(15)
    await upload(id, corrected(rows))
    const answer = await upload(id, corrected(rows))
    assert.deepEqual([answer.data?.changed, answer.data?.missed], [0, []])
  })

  test('an error file without its marks is refused', async () => {
    const { id, rows } = await batchWithErrors(0)
    const answer = await upload(
      id,
      corrected(rows).map((row) => row.slice(0, -1)),
      columns.slice(0, -1),
    )
    assert.equal(answer.error, 'oldErrorFile')
  })
})
