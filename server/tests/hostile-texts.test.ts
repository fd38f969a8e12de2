import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openArchive } from '#/server/lib/spreadsheet/archive.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { listenOnFreePort, postOperation } from '#/server/tests/hostile-http-testing.ts'
import { truncationLengths } from '#/server/tests/hostile-inputs-testing.ts'
import { demoAccount, tokenFor } from '#/server/tests/hostile-testing.ts'
import { type TestServer, testServer } from '#/server/tests/testing.ts'

// Script, markup, formulas and SQL as names, reasons and remarks. The product must store them as plain text and never
// interpret them.

const texts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `=cmd|' /C calc'!A0`,
  '@SUM(1+1)*cmd',
  '+1+HYPERLINK("//e.vil")',
  '-2+3',
  '＝1＋1',
  "'; drop table unit; --",
  '{name}{a, plural, one {x',
  '\u202eevil\u202c',
  'javascript:alert(1)',
  '&lt;b&gt; &amp; ]]>',
] as const

/** Returns the texts in the cells of a workbook and the number of formulas. */
async function cellsOf(server: TestServer, fileId: string): Promise<{ cells: string[]; formulas: number }> {
  const archive = await openArchive(Buffer.from(await server.running.kernel.store.read(fileId)))
  const cells: string[] = []
  let formulas = 0
  for (const name of archive.names.filter((each) => each.startsWith('xl/worksheets/'))) {
    const xml = Buffer.concat(await Array.fromAsync(archive.read(name))).toString('utf8')
    formulas += xml.match(/<f[ >]/g)?.length ?? 0
    for (const [, text = ''] of xml.matchAll(/<t[^>]*>([^<]*)<\/t>/g))
      cells.push(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#13;', '\r').replaceAll('&amp;', '&'))
  }
  return { cells, formulas }
}

describe('hostile texts', () => {
  const server = testServer()
  let base: string
  let batchId: number
  before(async () => {
    base = await listenOnFreePort(server)
    const [order] = (await server.must('maker', 'payments.choices', {})).orders.filter((each) => each.problem === null)
    const batch = await server.must('maker', 'payments.create', { orderId: order?.id ?? 0, remark: texts[2] })
    batchId = batch.id
    const rows = texts.map((text) => ({
      name: text,
      idNumber: text,
      mobile: text.slice(0, 30),
      bankName: text,
      cardNo: text,
      amountText: text.slice(0, 30),
      entityName: text,
      service: text,
      remark: text,
    }))
    await server.must('maker', 'lines.add', { batchId, rows })
  })

  test('lines and batches return hostile text as normalised plain text', async () => {
    const { rows } = await server.must('maker', 'lines.list', { batchId, size: 200 })
    assert.equal(rows.length, texts.length)
    for (const [at, text] of texts.entries()) {
      const row = rows.find((each) => each.seq === at + 1)
      // Cells are normalised: full-width characters become ordinary characters, and invisible characters are removed.
      const expected = text.normalize('NFKC').replaceAll(/[\u202a-\u202e]/g, '')
      for (const field of ['remark', 'service', 'bankName'] as const) assert.equal(row?.[field], expected, `${field} ${text}`)
    }
    const { remark } = await server.must('maker', 'payments.get', { id: batchId })
    assert.equal(remark, texts[2])
  })

  test('control and invisible characters are removed from lines and from exported sheets', async () => {
    const [hostileText, cleanedText] = ['\u0001铃\u0007声\u001b[31m红\u200b色\u202e', '铃声[31m红色']
    const { id } = await server.must('maker', 'payments.create', { orderId: 12 })
    const cells = { name: hostileText, bankName: hostileText, service: hostileText, remark: hostileText }
    const row = { ...cells, idNumber: '1\u0007', mobile: '1\u0001', cardNo: '1', amountText: '1\u001b' }
    assert.equal((await server.call('maker', 'lines.add', { batchId: id, rows: [{ ...row, remark: '\u0000' }] })).error, 'malformed')
    await server.must('maker', 'lines.add', { batchId: id, rows: [row] })
    const [line] = (await server.must('maker', 'lines.list', { batchId: id, size: 10 })).rows
    assert.deepEqual(
      [line?.name, line?.bankName, line?.service, line?.remark, line?.idNumber, line?.mobile],
      [cleanedText, cleanedText, cleanedText, cleanedText, '1', '1'],
    )
    const payer = { payerName: '甲\u0007乙\u001b丙', payerAccount: '6222000000', bankSerial: 'YH\u0001000001' }
    await server.must('payer', 'prepayments.submit', { centreId: 2, mode: 2, amount: '1.00', ...payer })
    const lineSheet = await server.must('maker', 'lines.exportBatch', { batchId: id })
    const topupSheet = await server.must('payer', 'prepayments.exportList', {})
    for (const [{ fileId }, word] of [
      [lineSheet, cleanedText],
      [topupSheet, '甲乙丙'],
    ] as const) {
      const { cells: exportedCells } = await cellsOf(server, fileId)
      assert.ok(exportedCells.includes(word), word)
      assert.deepEqual(
        exportedCells.filter((cell) => /[\p{Cc}\p{Cf}]/u.test(cell)),
        [],
      )
    }
  })

  test('a search treats its text literally instead of as a pattern or command', async () => {
    for (const text of [...texts, '%', '_', '\\', '%%%', '1 or 1=1']) {
      const { rows } = await server.must('maker', 'lines.list', { batchId, keyword: text, size: 200 })
      for (const row of rows) {
        const rowJson = JSON.stringify(Object.values(row))
        // Numbers match only as a whole, after full-width characters are normalised.
        const isNumber = Object.values(row).some((value) => value === text.normalize('NFKC'))
        const isMatch = isNumber || rowJson.includes(JSON.stringify(text).slice(1, -1))
        assert.ok(isMatch, `${text} finds ${row.name}`)
      }
      await server.must('maker', 'payments.list', { keyword: text })
      await server.must('maker', 'prepayments.list', { keyword: text })
      await server.must('maker', 'vouchers.list', { keyword: text })
    }
  })

  test('exported sheets have no formulas and mark texts that a spreadsheet would compute', async () => {
    const { fileId: errors } = await server.must('maker', 'lines.errorFile', { batchId })
    const { fileId: all } = await server.must('maker', 'lines.exportBatch', { batchId })
    for (const fileId of [errors, all]) {
      const { cells, formulas } = await cellsOf(server, fileId)
      assert.equal(formulas, 0)
      assert.deepEqual(
        cells.filter((cell) => /^[=+\-@\t\r＝＋－＠]/.test(cell)),
        [],
      )
      for (const text of texts.slice(2, 7)) assert.ok(cells.includes(`'${text.normalize('NFKC')}`), `${text} is not in the sheet as text`)
      assert.ok(cells.includes(texts[0]))
    }
  })

  test('a top-up returns payer, serial and reason unchanged and exports them as text', async () => {
    for (const [at, text] of texts.entries()) {
      const payer = { payerName: text.slice(0, 100), payerAccount: `${text}000000`.slice(0, 40), bankSerial: `${text}${at}000`.slice(0, 40) }
      const topup = await server.must('payer', 'prepayments.submit', { centreId: 2, mode: 2, amount: '1.00', ...payer })
      assert.equal(topup.payerName, payer.payerName)
      assert.equal(topup.bankSerial, payer.bankSerial)
      const rejectedTopup = await server.must('finance', 'prepayments.reject', { id: topup.id, version: topup.version, reason: text }, { centre: 2, mode: 2 })
      assert.equal(rejectedTopup.reason, text)
    }
    const { fileId } = await server.must('payer', 'prepayments.exportHistory', {})
    assert.equal((await cellsOf(server, fileId)).formulas, 0)
  })

  test('stored file names contain no path or header characters', async () => {
    const bytes = pdfPage('a paper')
    const token = await tokenFor(server, (await demoAccount(server, 'maker')).id)
    for (const filename of [
      '../../etc/passwd',
      'C:\\boot.ini',
      'a\r\nset-cookie: x=1.pdf',
      '<img src=x>.html',
      '\u202efdp.exe',
      'a"; filename="b.exe',
      `${'长'.repeat(300)}.pdf`,
      '👨'.repeat(61),
      '',
      '\0',
    ]) {
      const file = { filename, mediaType: 'text/html', bytes }
      const answer = await postOperation(`${base}/api/payments/attach`, { id: batchId, kind: 'other', file }, { 'x-token': token })
      assert.ok(answer.body.code === 1 || answer.body.error === 'invalid_input' || answer.body.error === 'malformed', answer.text)
    }
    const evidenceList = await server.must('maker', 'payments.evidence', { id: batchId })
    assert.ok(evidenceList.length >= 7)
    for (const paper of evidenceList) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must be gone
      assert.doesNotMatch(paper.name, /[\u0000-\u001f\u202e/\\:"<>]/)
      assert.equal(paper.name.isWellFormed(), true)
      const { url } = await server.must('maker', 'files.link', { fileId: paper.fileId })
      const answer = await server.running.server.inject({ method: 'GET', url })
      assert.equal(answer.headers['content-type'], 'application/pdf')
      assert.match(String(answer.headers['content-disposition']), /^inline; filename\*=UTF-8''[A-Za-z0-9%._!~*'()-]*$/)
      assert.equal(answer.headers['set-cookie'], undefined)
    }
  })

  test('an HTML page named as a PDF is refused', async () => {
    const page = { filename: 'a.pdf', mediaType: 'application/pdf', bytes: new TextEncoder().encode('<html><script>alert(1)</script>') }
    assert.equal((await server.call('maker', 'payments.attach', { id: batchId, kind: 'other', file: page })).error, 'documentKind')
  })

  test('a surrogate pair at a truncation limit is not split and causes no error', async () => {
    const headers = { 'x-token': await tokenFor(server, (await demoAccount(server, 'maker')).id) }
    const at = new Date().toISOString()
    const csv = new TextEncoder().encode('姓名\n张伟\n')
    for (const textLength of truncationLengths) {
      const text = `${'a'.repeat(textLength - 1)}😀b`
      const hostileCalls = [
        ['errors/report', { message: text, stack: text, page: text, version: text, at }],
        ['payments/attach', { id: batchId, kind: 'other', file: { filename: text, mediaType: 'application/pdf', bytes: pdfPage(text.slice(0, 5)) } }],
        ['lines/import', { batchId, file: { filename: `${text}.csv`, mediaType: 'text/csv', bytes: csv } }],
        ['user/login', { username: text, password: text }],
        ['recovery/ask', { username: text, contact: `${text}@example.cn` }],
      ] as const
      for (const [operation, input] of hostileCalls) {
        const { status, text: answer } = await postOperation(`${base}/api/${operation}`, input, { ...headers, 'user-agent': 'x'.repeat(textLength) })
        assert.ok(status === 200, `${operation} at ${textLength}: ${status} ${answer.slice(0, 200)}`)
        assert.ok(answer.isWellFormed())
      }
    }
  })
})
