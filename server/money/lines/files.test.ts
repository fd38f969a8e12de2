import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { withHiddenRow } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { bytesOf, fileOf, headings, newBatch, ordinaryPerson as person, rowFor } from '#/server/money/lines/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('imported files', () => {
  const server = testServer()
  const linesOf = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId, size: 200 })).rows

  test('a file that is unreadable, unsuitable, empty or too long is refused with its fault', async () => {
    const id = await newBatch(server)
    const importAnswer = async (file: Upload) => server.call('maker', 'lines.import', { batchId: id, file, allowSameFile: true })
    const textFile = (words: string) => ({ filename: 'a.xlsx', mediaType: '', bytes: new TextEncoder().encode(words) })
    const wrongHeaderAnswer = await importAnswer(
      await fileOf([rowFor(person(0))], { headings: headings.map((heading) => (heading === '收款账号*' ? '账户' : heading)) }),
    )
    assert.deepEqual([wrongHeaderAnswer.error, /收款账号/.test(wrongHeaderAnswer.message), /账户/.test(wrongHeaderAnswer.message)], ['wrongHeader', true, true])
    const netHeadings = headings.map((heading) => heading.replace('应发', '实发'))
    assert.equal((await importAnswer(await fileOf([rowFor(person(0))], { headings: netHeadings }))).error, 'wrongBasis')
    assert.equal((await importAnswer(await fileOf([]))).error, 'noRows')
    assert.equal((await importAnswer(await fileOf([rowFor(person(0))], { template: { id: 'T2', version: '0' } }))).error, 'otherTemplate')
    assert.equal((await importAnswer(textFile('%PDF-1.7'))).error === undefined, false)
    const manyRows = Array.from({ length: 5001 }, () => rowFor(person(0)))
    const tooManyAnswer = await importAnswer(await fileOf(manyRows))
    assert.deepEqual([tooManyAnswer.error, /5[,]?000/.test(tooManyAnswer.message)], ['tooManyRows', true])
    assert.equal((await linesOf(id)).length, 0)
  })

  test('a list with hidden rows is refused with their row numbers until the user confirms them', async () => {
    const id = await newBatch(server)
    const fullFile = await fileOf([rowFor(person(0)), rowFor(person(1)), rowFor(person(2))])
    const file = { ...fullFile, bytes: await withHiddenRow(fullFile.bytes, 3) }
    const hiddenRowsAnswer = await server.call('maker', 'lines.import', { batchId: id, file, allowSameFile: true })
    assert.deepEqual([hiddenRowsAnswer.error, /第 3 行/.test(hiddenRowsAnswer.message)], ['hiddenRows', true])
    assert.equal((await linesOf(id)).length, 0)
    await server.must('maker', 'lines.import', { batchId: id, file, allowSameFile: true }, { takesHidden: true })
    assert.equal((await linesOf(id)).length, 3)
  })

  test('a list with two sheets of payees is refused with their names', async () => {
    const id = await newBatch(server)
    const columns = headings.map((heading) => ({ heading }))
    const { name, idNumber, mobile, bankName, cardNo } = person(0)
    const row = ['1', name, '居民身份证', idNumber, mobile, bankName, cardNo, '10.00', '推广服务', '']
    const sheets = ['七月', '八月'].map((name) => ({ name, columns, rows: [row] }))
    const file = { filename: 'a.xlsx', mediaType: '', bytes: await writeSheet({ sheets }) }
    const answer = await server.call('maker', 'lines.import', { batchId: id, file, allowSameFile: true })
    assert.deepEqual([answer.error, /七月.*八月/.test(answer.message)], ['severalSheets', true])
    assert.equal((await linesOf(id)).length, 0)
  })

  test('a file imported again within 30 days names the first batch and needs confirmation (E403)', async () => {
    const file = await fileOf([rowFor(person(7), '31.41')])
    const first = await newBatch(server)
    await server.must('maker', 'lines.import', { batchId: first, file })
    const { no } = await server.must('maker', 'payments.get', { id: first })
    const second = await newBatch(server)
    const repeatedImport = await server.call('maker', 'lines.import', { batchId: second, file })
    assert.deepEqual([repeatedImport.error, repeatedImport.message.includes(no)], ['sameFile', true])
    const importAfterDays = async (days: number) => {
      const createdAt = new Date(server.running.kernel.clock.now().getTime() - days * 86_400_000)
      await sql`update payment_batch set created_at = ${createdAt} where id = ${first}`.execute(server.running.kernel.database.kysely)
      return server.call('maker', 'lines.import', { batchId: second, file })
    }
    assert.equal((await importAfterDays(29.9)).error, 'sameFile')
    assert.equal((await importAfterDays(30.1)).data?.summary.all, 1)
    const confirmedImport = await server.must('maker', 'lines.import', { batchId: second, file, allowSameFile: true })
    assert.equal(confirmedImport.summary.all, 2)
    const batchOfOtherUnit = await server.must('unit2', 'payments.create', { orderId: 22 })
    assert.equal((await server.call('unit2', 'lines.import', { batchId: batchOfOtherUnit.id, file })).code, 1)
  })

  test('the empty template of either amount basis is recognised and refused as empty', async () => {
    for (const amountBasis of ['gross', 'net'] as const) {
      const { fileId } = await server.must('maker', 'lines.template', { mode: 2, amountBasis })
      const id = await newBatch(server, { amountBasis })
      const emptyImport = await server.call('maker', 'lines.import', {
        batchId: id,
        file: { filename: 't.xlsx', mediaType: '', bytes: await bytesOf(server, fileId) },
      })
      assert.equal(emptyImport.error, 'noRows')
    }
  })
})
