import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Upload } from '#/api/operation.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { proveAs } from '#/server/access/changes/testing.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { slowestForm, slowestLists } from '#/server/lib/spreadsheet/worst-testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { incomeKind } from '#/server/onboarding/imports/income-kind.ts'
import { operatorsKind } from '#/server/onboarding/imports/operators-kind.ts'
import { worstDocuments, worstPictures } from '#/server/services/files/worst-testing.ts'
import { listenOnFreePort, postOperation } from '#/server/tests/hostile-http-testing.ts'
import { type LoopWork, measureLoopWork, measureParseMs, startUploader } from '#/server/tests/loop-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'
import { blankPdf, csvOf, slowCertificate, storedZip } from '#/server/tests/uploads-testing.ts'

// Uploads the largest and the slowest files, sent from another thread that calls `/healthz` at the same time. The work
// of the event loop is measured in CPU time. A busy machine also computes more slowly, so after each attempt the limits
// are scaled by the time of a fixed computation. Where 5 MB of JSON are parsed in 10 ms, the goal is 50 ms for one turn
// and 2 s in total. A garbage collection may fall into any turn, so the test fails only at twice the goal.

const maxRows = 5_000
const maxStatementRows = 200_000
const bigFileMegabytes = 200

// A wait shorter than this, or shorter than half of the upload, may be caused by a busy machine.
const waitMs = 5_000

const dayAndTime = (at: number) => `2026-11-17 10:${String(at % 60).padStart(2, '0')}:00`
const digits = (at: number, length: number) => String(at).padStart(length, '0')
/** Cells of a list by heading. Each attempt has different rows, because rows uploaded before are refused early. */
type Cells = Readonly<Record<string, (at: number, round: number) => string>>
const creditCells: Cells = {
  交易时间: dayAndTime,
  收支方向: () => '收入',
  金额: () => '1.00',
  银行流水号: (at, round) => `S${round}-${at}`,
}
const statementCells: Cells = { ...creditCells, 余额: (at, round) => `${round * maxStatementRows + at + 1}.00` }
const payeeCells: Cells = {
  姓名: () => '张三',
  证件号码: (at, round) => `1101011990010${1 + round}${digits(at, 4)}`,
  手机号: (at, round) => `13${8 + round}${digits(at, 8)}`,
  收款账号: (at, round) => `62220${2 + round}${digits(at, 10)}`,
  '应发金额(元)': () => '100.00',
  本期收入: () => '100.00',
}

describe('the event loop during uploads', () => {
  let server: TestServer
  let base = ''
  const uploadClient = startUploader()
  const tokens = new Map<string, string>()

  before(async () => {
    server = await startTestServer({ perMinute: 100_000 })
    base = await listenOnFreePort(server)
    // The first request of a kind also compiles its code.
    await upload(
      'finance',
      'prepayments.importCredits',
      {},
      { file: listOf(['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号'], 50, creditCells) },
    )
  })
  after(async () => {
    await uploadClient.close()
    await server.close()
  })

  const tokenOf = async (who: string) => {
    const token = tokens.get(who) ?? (await postOperation(`${base}/api/user/login`, { username: who, password: demoPassword })).body.token ?? assert.fail(who)
    tokens.set(who, token)
    return token
  }
  const listOf = (headings: readonly string[], rows: number, cells: Cells, round = 0) =>
    csvOf(headings, rows, (heading, at) => cells[heading]?.(at, round) ?? '长文本')

  /** Uploads these files over HTTP. Returns the response and the work of the event loop. */
  async function upload(who: string, operation: string, fields: Readonly<Record<string, string | number>>, files: Readonly<Record<string, Upload>>) {
    const [module, name] = operation.split('.')
    const headers = { 'X-Token': await tokenOf(who), yycenterid: '2', NsType: '2', 'Idempotency-Key': randomUUID() }
    const texts = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))
    const send = await uploadClient.prepare({ url: `${base}/api/${module}/${name}`, headers, fields: texts, files })
    const { result, ...work } = await measureLoopWork(send)
    const { longestWait, took: elapsed } = result
    assert.ok(longestWait <= Math.max(waitMs, elapsed / 2), `${operation}: /healthz waited for ${Math.round(longestWait)} of ${Math.round(elapsed)} ms`)
    return { ...result.body, work }
  }

  function isWithinGoal({ longest, total }: LoopWork): boolean {
    const parseMs = measureParseMs()
    return longest <= 2 * Math.max(50, 5 * parseMs) && total <= 2 * Math.max(2_000, 200 * parseMs)
  }

  /**
   * Expects the event loop to stay free in one of two attempts, because a garbage collection may block it in the other.
   * Both must get the same response. Returns the first.
   */
  async function expectFreeLoop<T extends { readonly work: LoopWork; readonly code: number; readonly error?: string | undefined }>(
    what: string,
    attempt: (round: number) => Promise<T>,
  ): Promise<T> {
    const first = await attempt(0)
    if (isWithinGoal(first.work)) return first
    const second = await attempt(1)
    assert.deepEqual([second.code, second.error], [first.code, first.error], `${what}: the second try`)
    const [longest, total] = [Math.min(first.work.longest, second.work.longest), Math.min(first.work.total, second.work.total)]
    assert.ok(isWithinGoal({ longest, total }), `${what}: a turn of ${Math.round(longest)} ms, ${Math.round(total)} ms in all`)
    return first
  }

  test('a bank statement with the maximum number of rows does not block the event loop', async () => {
    const { data: channels } = await server.call('finance', 'reconciliation.channels', {}, { centre: 2 })
    const headings = ['交易时间', '银行流水号', '收支方向', '金额', '余额', '对方户名', '附言']
    const file = (round: number) => listOf(headings, maxStatementRows, statementCells, round)
    const fields = { channelId: channels?.[0]?.id ?? assert.fail('no channel'), source: 'bank' }
    const { code, error } = await expectFreeLoop('statement', (round) => upload('finance', 'reconciliation.upload', fields, { file: file(round) }))
    assert.equal(code, 1, `${error}`)
  })

  test('lists with the maximum number of rows do not block the event loop', async () => {
    const batches = [await paymentScenario(server).draft([]), await paymentScenario(server).draft([])]
    const creditHeadings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']
    const lines = ['姓名', '证件号码', '手机号', '收款银行', '收款账号', '应发金额(元)', '备注']
    const headingsOf = ({ columns }: { columns: readonly { readonly heading: string }[] }) => columns.map(({ heading }) => heading)
    const uploads = [
      ['finance', 'prepayments.importCredits', () => ({}), creditHeadings, creditCells],
      ['maker', 'lines.import', (round: number) => ({ batchId: batches[round]?.id ?? 0 }), lines, payeeCells],
      ['unit1', 'imports.upload', () => ({ kind: 'operators', unitId: 1, centreId: 2 }), headingsOf(operatorsKind), payeeCells],
      ['centre', 'imports.upload', () => ({ kind: 'income', centreId: 2 }), headingsOf(incomeKind), payeeCells],
    ] as const
    for (const [who, operation, fields, headings, cells] of uploads) {
      const { code, error } = await expectFreeLoop(operation, (round) =>
        upload(who, operation, fields(round), { file: listOf(headings, maxRows, cells, round) }),
      )
      assert.equal(code, 1, `${operation}: ${error}`)
    }
  })

  test('the slowest lists and forms do not block the event loop', async () => {
    const file = (bytes: Uint8Array): Upload => ({ filename: 'a.xlsx', mediaType: sheetMediaType, bytes })
    for (const [name, bytes] of Object.entries(await slowestLists())) {
      const { error } = await expectFreeLoop(name, () => upload('centre', 'imports.upload', { kind: 'units' }, { file: file(bytes) }))
      assert.match(error ?? '', /^(wrongHeader|fileTooLarge|lineTooLong)$/, name)
    }
    const forms = [file(await slowestForm()), file(await slowestForm(9_999))]
    await expectFreeLoop('form', (round) =>
      upload('caiwu', 'forms.upload', { kind: 'iit_withholding', firstDay: '2199-01-01' }, { file: forms[round] ?? assert.fail() }),
    )
  })

  test('the slowest documents and pictures do not block the event loop', async () => {
    const contract = { kind: 'unit_service', name: '服务合同', centreId: 2, mode: 2, unitId: 1, from: '2026-11-18', to: '2027-11-17' }
    const documents = { ...worstDocuments(), 'PDF: blanks next to a page': blankPdf(100).bytes }
    for (const [name, bytes] of Object.entries(documents)) {
      const file = { filename: 'a.pdf', mediaType: 'application/pdf', bytes }
      const { code, error } = await expectFreeLoop(name, () => upload('centre', 'contracts.uploadPaper', contract, { file }))
      assert.ok(name.startsWith('PDF: blanks') ? code === 1 : ['documentKind', 'pdfBroken'].includes(error ?? ''), `${name}: ${error}`)
    }
    for (const [name, bytes] of Object.entries(await worstPictures())) {
      const file = { filename: 'a', mediaType: 'image/png', bytes }
      const { code, error } = await expectFreeLoop(name, () => upload('platform', 'news.addFile', { kind: 'cover' }, { file }))
      assert.equal(code, 1, `${name}: ${error}`)
    }
  })

  test('a certificate with a slow key derivation does not block the event loop', async () => {
    await proveAs(server, 'platform')
    for (const macBytes of [20, 2_000]) {
      const certificateInput = { centreId: 2, file: slowCertificate(macBytes), password: 'x', why: '证书更新' }
      const { error } = await expectFreeLoop(`a MAC of ${macBytes} bytes`, async () => {
        const { result, ...work } = await measureLoopWork(() => server.call('platform', 'certificates.add', certificateInput))
        return { ...result, work }
      })
      assert.equal(error, macBytes > 64 ? 'damaged' : 'password')
    }
  })

  test('the largest archive does not block the event loop', async () => {
    const file = storedZip(bigFileMegabytes - 1)
    const { code, error } = await expectFreeLoop('200 MB', () => upload('finance', 'businessfilings.certify', { kind: 'vat', period: '2026-Q3' }, { file }))
    assert.equal(code, 1, `${error}`)
  })
})
