import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Fen } from '#/domain/base/money.ts'
import { templateResultNames } from '#/domain/money/offline.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { queryDueOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { demoPayee, headings, offlineScenario, pdf, type SheetCells, sheet } from '#/server/money/payouts/manual/offline-testing.ts'
import { bankScenario, claimWithoutSending, exceptionScenario, openerForBank, reduceReservedFunds } from '#/server/money/payouts/testing.ts'
import { receiptModel } from '#/server/money/vouchers/document.ts'
import * as vouchers from '#/server/money/vouchers/store.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('manual payments', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let manualScenario: Awaited<ReturnType<typeof offlineScenario>>
  const job = () => jobContext(server.running.kernel, () => false)
  const db = () => server.running.kernel.database.kysely

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    manualScenario = await offlineScenario(server)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('manual payments wait for a person without queries and do not delay other payments', async () => {
    const { batch } = await manualScenario.createWaitingBatch(3)
    assert.deepEqual(await manualScenario.states(batch.id), ['processing', 'processing', 'processing'])
    const secondBatch = await act.createPaidBatch([{ person: demoPayee(8), yuan: '55.00' }])
    server.advance(30 * dayMs)
    await server.settle(4)
    assert.deepEqual(await manualScenario.states(secondBatch.id), ['success'])
    assert.deepEqual(await manualScenario.states(batch.id), ['processing', 'processing', 'processing'])
    assert.equal((await server.must('payer', 'payouts.query', { batchId: batch.id })).asked, 0)
    const { state, sent, unknown } = await server.must('payer', 'payouts.progress', { batchId: batch.id })
    assert.deepEqual([state, sent, unknown], ['paying', 3, 0])
    const queryCounts = await sql<{
      asked: number
      due: number
    }>`select sum(queries)::int as asked, count(next_query_at) as due from payment_line where batch_id = ${batch.id}`.execute(db())
    assert.deepEqual(queryCounts.rows, [{ asked: 0, due: 0 }])
    const batchOfCentre = await server.must('finance', 'payments.get', { id: batch.id }, atCentre)
    assert.deepEqual([batchOfCentre.channelKind, batchOfCentre.may.register, (await act.get(batch.id)).may.register], ['offline', '', undefined])
    const pendingTask = (await server.must('finance', 'tasks.waiting', {}, atCentre)).find((task) => task.kind === 'byHand')
    assert.deepEqual([pendingTask?.count, pendingTask?.path], [1, '/zf/zfPtListpt?tab=byHand'])
    assert.ok((await server.must('payer', 'tasks.waiting', {})).every((task) => task.kind !== 'byHand'))
    const manualBatches = await server.must('finance', 'payments.list', { tab: 'byHand', page: 1, size: 20, sort: 'newest' }, atCentre)
    assert.deepEqual(
      manualBatches.rows.map((row) => row.id),
      [batch.id],
    )
  })

  test('after a crash during the hand-over, a manual line waits for its registration', async () => {
    const batch = await manualScenario.payManually([{ person: demoPayee(2), yuan: '60.00' }])
    await claimWithoutSending(job(), 200)
    assert.deepEqual(await manualScenario.states(batch.id), ['sent'])
    server.advance(61_000)
    const rejectCall = () => Promise.reject(new Error('the bank was asked'))
    await queryDueOrders(job(), openerForBank(job(), { send: rejectCall, query: rejectCall, notices: rejectCall, acknowledge: rejectCall }))
    assert.deepEqual(await manualScenario.states(batch.id), ['processing'])
  })

  describe('a batch registered from the sheet of its pending lines', () => {
    type BatchToPay = Awaited<ReturnType<typeof manualScenario.createWaitingBatch>>
    type Line = BatchToPay['lines'][number]
    const columnsNamed = (...names: string[]) => names.map((heading) => ({ key: heading, headings: [heading], required: true }))
    let balanceBefore: Awaited<ReturnType<typeof act.balance>>
    let batch: BatchToPay['batch']
    let firstLine: Line
    let secondLine: Line
    let thirdLine: Line
    let firstSerial: string
    let secondSerial: string
    let templateBytes: Uint8Array
    let file: Awaited<ReturnType<typeof sheet>>
    let slipIds: string[]

    before(async () => {
      balanceBefore = await act.balance()
      const waitingBatch = await manualScenario.createWaitingBatch(3, 3)
      batch = waitingBatch.batch
      const [paid, failed, open] = waitingBatch.lines
      assert.ok(paid && failed && open)
      ;[firstLine, secondLine, thirdLine] = [paid, failed, open]
      ;[firstSerial, secondSerial] = [manualScenario.nextSerial(), manualScenario.nextSerial()]
      const { fileId } = await server.must('finance', 'payouts.offlineTemplate', { batchId: batch.id }, atCentre)
      templateBytes = await server.running.kernel.store.read(fileId)
      file = await sheet([
        [firstLine.no, firstSerial, manualScenario.clock(-1), '成功', '', ''],
        [secondLine.no, secondSerial, manualScenario.clock(), '失败', '收款账户已注销', ''],
        [thirdLine.no, '', '', '', '', ''],
      ])
      slipIds = [await manualScenario.addSlip(batch.id)]
    })

    test('the sheet has one row per pending line, with a masked card and empty result cells', async () => {
      const columns = columnsNamed('收款人', '收款账号', '实发金额', ...headings)
      const read = await readSheet(templateBytes, { columns, maxRows: 10, unknownColumns: 'ignore', template: { id: 'T9', version: '1' } })
      assert.ok(read.ok)
      assert.deepEqual(
        read.rows.map(({ cells }) => [cells.收款人?.text, Math.round(Number(cells.实发金额?.text) * 100), ...headings.map((heading) => cells[heading]?.text)]),
        [firstLine, secondLine, thirdLine].map((line) => [line.name, line.net, line.no, '', '', '', '', '']),
      )
      for (const { cells } of read.rows) assert.match(cells.收款账号?.text ?? '', /\*/)
    })

    test('the sheet explains every cell to fill in, marks required ones and offers the results', async () => {
      const instructionSheet = await readSheet(templateBytes, { columns: columnsNamed('项目', '说明'), maxRows: 20, sheet: '说明' })
      assert.ok(instructionSheet.ok)
      for (const { cells } of instructionSheet.rows) assert.ok(cells.项目?.text && cells.说明?.text, 'every point of the instructions has a name and a text')
      const explainedHeadings = instructionSheet.rows.map(({ cells }) => cells.项目?.text)
      for (const heading of headings) assert.ok(explainedHeadings.includes(heading), heading)
      const texts = await textsOf(templateBytes)
      const textsMatching = (pattern: RegExp) => [...texts.matchAll(pattern)].map(([, text]) => text)
      assert.deepEqual(textsMatching(/>([^<]*)\*</g), ['明细号', '银行流水号', '支付时间', '结果'])
      const hints = ['文本格式，同一通道内不得重复', '例 2026-11-21 10:30:00', '结果为失败、退汇时必填', '只上传一份回单时可不填']
      assert.deepEqual(textsMatching(/prompt="([^"]*)"/g), hints)
      for (const resultName of Object.values(templateResultNames)) assert.ok(texts.includes(`>${resultName}<`), `${resultName} can be picked`)
    })

    test('a check of the completed sheet counts results by kind and changes no line', async () => {
      const checkResult = await server.must('finance', 'payouts.checkOffline', { batchId: batch.id, file, slipIds }, atCentre)
      assert.deepEqual(
        [checkResult.rows, checkResult.faults, checkResult.success, checkResult.failed, checkResult.returned],
        [2, 0, { count: 1, amount: firstLine.net }, { count: 1, amount: secondLine.net }, { count: 0, amount: 0 }],
      )
      assert.deepEqual(await manualScenario.states(batch.id), ['processing', 'processing', 'processing'])
    })

    test('a registration must confirm the displayed figures and runs once', async () => {
      const input = { batchId: batch.id, file, slipIds, ...manualScenario.totalsOf([firstLine, secondLine]) }
      const registerSheet = (overrides: object, more: object = {}) =>
        server.call('finance', 'payouts.registerOffline', { ...input, ...overrides }, { ...atCentre, ...more })
      assert.equal((await registerSheet({ amount: (input.amount + 1) as Fen })).error, 'shownOtherwise')
      assert.equal((await registerSheet({ count: 3 })).error, 'shownOtherwise')
      const key = randomUUID()
      for (const _ of ['sent', 'repeated']) assert.equal((await registerSheet({}, { key })).data?.done, 2)
      assert.equal((await registerSheet({})).error, 'offlineFaulty')
    })

    test('a reported success is posted at once, and a failure waits for a second person', async () => {
      assert.deepEqual(await manualScenario.states(batch.id), ['success', 'processing', 'processing'])
      assert.equal(await manualScenario.confirm(), 1)
      assert.deepEqual(await manualScenario.states(batch.id), ['success', 'failed', 'processing'])
      assert.equal((await server.must('centre', 'payouts.registerLine', manualScenario.slipEntry(thirdLine), atCentre)).done, 1)
      const endedBatch = await act.get(batch.id)
      assert.deepEqual([endedBatch.state, endedBatch.successCount, endedBatch.failedCount, endedBatch.openCount], ['partial', 2, 1, 0])
      assert.deepEqual(await act.balance(), { available: balanceBefore.available - endedBatch.successCost, frozen: balanceBefore.frozen })
      assert.equal((await server.call('finance', 'payouts.offlineTemplate', { batchId: batch.id }, atCentre)).error, 'nothingWaits')
    })

    test('each line keeps its bank serial and reason, and its history names the registration', async () => {
      const [paid, failed] = await act.lines(batch.id)
      assert.deepEqual(
        [paid?.channelRef, failed?.channelRef, failed?.failCode, failed?.failReason],
        [firstSerial, secondSerial, 'offline_failed', '收款账户已注销'],
      )
      const events = await server.must('payer', 'lines.events', { lineId: firstLine.id })
      assert.equal(events.at(-1)?.source, 'register')
    })

    test('the log of the batch has the sheet, the slip and both registrations', async () => {
      const auditRows = await sql<{ action: string; detail: Record<string, unknown> }>`select action, detail - 'sha256' as detail from audit_log
        where ref_type = 'batch' and ref_id = ${String(batch.id)} and action in ('payouts.offlineTemplate', 'payouts.addSlip', 'payouts.registerOffline', 'payouts.registerLine')
          and detail ? 'no' and not detail ? 'to' order by seq`.execute(db())
      const [{ no }, slip] = [batch, '回单.pdf']
      assert.deepEqual(
        auditRows.rows.map(({ action, detail }) => [action, detail]),
        [
          ['payouts.offlineTemplate', { no, lines: 3 }],
          ['payouts.addSlip', { no, file: slip }],
          [
            'payouts.registerOffline',
            { no, lines: 2, success: 1, failed: 1, returned: 0, amount: firstLine.net, slips: [slip], file: file.filename, waiting: 1 },
          ],
          ['payouts.registerLine', { no, lines: 1, success: 1, failed: 0, returned: 0, amount: thirdLine.net, slips: [slip], first: thirdLine.no }],
        ],
      )
    })
  })

  test('a manual payment above the reserved funds goes to suspense and does not block other lines', async () => {
    const desk = exceptionScenario(server)
    const { accounts } = bankScenario(server)
    const { batch, lines } = await manualScenario.createWaitingBatch(3, 60)
    const { suspense } = await accounts()
    await reduceReservedFunds(server, batch.cost - 1)
    const file = await sheet(lines.map((line) => [line.no, manualScenario.nextSerial(), manualScenario.clock(), '成功', '', '']))
    const input = { batchId: batch.id, file, slipIds: [await manualScenario.addSlip(batch.id)], ...manualScenario.totalsOf(lines) }
    assert.equal((await server.must('finance', 'payouts.registerOffline', input, atCentre)).done, 3)
    assert.deepEqual(await manualScenario.states(batch.id), ['success', 'success', 'unknown'])
    const exception = await desk.findOnly('not_booked')
    assert.deepEqual([exception.stops, exception.suspense, (await accounts()).suspense - suspense], ['unit', -(lines[2]?.net ?? 0), -(lines[2]?.net ?? 0)])
    const repeatedAnswer = await server.call('finance', 'payouts.registerLine', manualScenario.slipEntry(lines[2] ?? assert.fail()), atCentre)
    assert.match(repeatedAnswer.message, /该明细不在等待登记/)
    server.advance(3 * dayMs)
    await desk.settle(exception, 'paid')
    assert.deepEqual([(await act.get(batch.id)).state, (await accounts()).suspense], ['paid', suspense])
    const paidOn = await sql<{ same: boolean }>`select line.finished_at = slip.happened_at as same from payment_line line
      join payout_slip slip on slip.line_id = line.id where line.batch_id = ${batch.id}`.execute(db())
    assert.deepEqual(paidOn.rows, [{ same: true }, { same: true }, { same: true }], 'the day of the slip stays the day of the payment')
  })

  test('the receipt names the bank’s serial, its time and the slip', async () => {
    const { batch, lines } = await manualScenario.createWaitingBatch(1, 6)
    const [line] = lines
    assert.ok(line)
    const [serial, paidAt] = [manualScenario.nextSerial(), manualScenario.clock(-1)]
    await server.must('finance', 'payouts.registerLine', { ...manualScenario.slipEntry(line, { serial, paidAt }), slip: pdf('网银回单.pdf') }, atCentre)
    assert.equal((await act.get(batch.id)).state, 'paid')
    const receipt = await job().run('test', async (ctx) => (await vouchers.find(ctx, { lineId: line.id })) ?? assert.fail())
    assert.deepEqual([receipt.bank_serial, receipt.slip_name, receipt.is_sandbox], [serial, '网银回单.pdf', false])
    assert.equal(new Date(receipt.traded_at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '), paidAt)
    const words = JSON.stringify(receiptModel(receipt))
    for (const word of [serial, '网银回单.pdf']) assert.ok(words.includes(word), word)
    assert.ok(!words.includes('沙箱'))
    const [slip] = await server.must('payer', 'payouts.slips', { lineId: line.id })
    assert.deepEqual([slip?.result, slip?.serial, slip?.fileName], ['success', serial, '网银回单.pdf'])
    assert.equal((await server.call('payer', 'files.link', { fileId: slip?.fileId ?? '' })).code, 1)
    const storedFile = await db()
      .selectFrom('stored_file')
      .select('expires_at')
      .where('id', '=', slip?.fileId ?? '')
      .executeTakeFirstOrThrow()
    assert.equal(storedFile.expires_at, null)
    const entries = await sql<{ action: string; detail: { success: number; amount: number } }>`select action, detail from audit_log
      where action = 'payouts.registerLine' and ref_id = ${String(batch.id)} and detail ? 'amount' order by seq`.execute(db())
    assert.deepEqual([entries.rows[0]?.detail.success, entries.rows[0]?.detail.amount], [1, line.net])
  })

  test('a faulty row rejects the whole sheet, and each fault names its row and column', async () => {
    const { batch, lines } = await manualScenario.createWaitingBatch(2, 9)
    const [one, two] = lines
    assert.ok(one && two)
    const slipIds = [await manualScenario.addSlip(batch.id)]
    const rows: SheetCells[] = [
      [one.no, manualScenario.nextSerial(), manualScenario.clock(), '成功', '', ''],
      [two.no, manualScenario.nextSerial(), manualScenario.clock(5), '成功', '', '缺少.pdf'],
      [`${two.no}9`, manualScenario.nextSerial(), manualScenario.clock(), '失败', '', ''],
    ]
    const input = { batchId: batch.id, file: await sheet(rows), slipIds }
    const checkResult = await server.must('finance', 'payouts.checkOffline', input, atCentre)
    assert.deepEqual(
      checkResult.problems.map(({ row, column, code }) => [row, column, code]),
      [
        [3, '支付时间', 'E708'],
        [3, '回单文件名', 'E712'],
        [4, '明细号', 'E701'],
        [4, '失败原因', 'E711'],
      ],
    )
    assert.equal(checkResult.success.count, 0)
    const refusal = await server.call('finance', 'payouts.registerOffline', { ...input, ...manualScenario.totalsOf([one, two]) }, atCentre)
    assert.equal(refusal.error, 'offlineFaulty')
    assert.match(refusal.message, /第 3 行“支付时间”：不能晚于当前时间（共 4 处问题/)
    assert.deepEqual(await manualScenario.states(batch.id), ['processing', 'processing'])
    const slips = await sql<{
      count: number
    }>`select count(*) as count from payout_slip slip join payment_line line on line.id = slip.line_id where line.batch_id = ${batch.id}`.execute(db())
    assert.equal(slips.rows[0]?.count, 0)
    const emptyAnswer = await server.call('finance', 'payouts.checkOffline', { ...input, file: await sheet([[one.no, '', '', '', '', '']]) }, atCentre)
    assert.equal(emptyAnswer.error, 'nothingTold')
    const emptyInput = { ...input, file: await sheet([[one.no, '', '', '', '', '']]), ...manualScenario.totalsOf([]) }
    assert.equal((await server.call('finance', 'payouts.registerOffline', emptyInput, atCentre)).error, 'nothingTold')
    const inputWithoutSlips = { ...input, slipIds: [], file: await sheet([[one.no, manualScenario.nextSerial(), manualScenario.clock(), '成功', '', '']]) }
    assert.deepEqual(
      (await server.must('finance', 'payouts.checkOffline', inputWithoutSlips, atCentre)).problems.map((problem) => problem.code),
      ['E713'],
    )
  })

  test('two concurrent registrations of one line or serial settle it once', async () => {
    const balanceBefore = await act.balance()
    const { batch, lines } = await manualScenario.createWaitingBatch(2, 12)
    const [one, two] = lines
    assert.ok(one && two)
    const lineAnswers = await Promise.all(['finance', 'centre'].map((who) => server.call(who, 'payouts.registerLine', manualScenario.slipEntry(one), atCentre)))
    assert.deepEqual(lineAnswers.map((each) => each.error ?? 'done').sort(), ['done', 'offlineFaulty'])
    const serial = manualScenario.nextSerial()
    const waitingLine = await manualScenario.createWaitingBatch(1, 14)
    const stranger = waitingLine.lines[0]
    assert.ok(stranger)
    const registrations = await Promise.all(
      [two, stranger].map((line) => server.call('finance', 'payouts.registerLine', manualScenario.slipEntry(line, { serial }), atCentre)),
    )
    const errors = registrations.map((each) => each.error ?? 'done').sort()
    assert.equal(errors.filter((error) => error === 'done').length, 1)
    assert.ok(
      errors.some((error) => error === 'offlineFaulty' || error === 'conflict'),
      errors.join(),
    )
    const repeatedSerial = await server.call(
      'finance',
      'payouts.registerLine',
      manualScenario.slipEntry(registrations[0]?.code === 1 ? stranger : two, { serial: serial.toLowerCase() }),
      atCentre,
    )
    assert.equal(repeatedSerial.message, '银行流水号：该流水号在本通道已登记过（共 1 处问题，均未登记）')
    const rows = [...(await act.lines(batch.id)), ...(await act.lines(waitingLine.batch.id))]
    assert.deepEqual(rows.map((line) => line.state).sort(), ['processing', 'success', 'success'])
    const cost = rows.reduce((sum, line) => sum + line.cost, 0)
    const openCost = rows.filter((line) => line.state === 'processing').reduce((sum, line) => sum + line.cost, 0)
    assert.deepEqual(await act.balance(), { available: balanceBefore.available - cost, frozen: balanceBefore.frozen + openCost })
  })

  test('results for other centres, units or batches, or with slips of others, are refused', async () => {
    const { batch, lines } = await manualScenario.createWaitingBatch(1, 16)
    const waitingLine = await manualScenario.createWaitingBatch(1, 17)
    const [line] = lines
    assert.ok(line)
    const slipIds = [await manualScenario.addSlip(batch.id)]
    const file = await sheet([[waitingLine.lines[0]?.no ?? '', manualScenario.nextSerial(), manualScenario.clock(), '成功', '', '']])
    const input = { batchId: batch.id, file, slipIds }
    for (const who of ['payer', 'maker', 'auditor', 'operator'])
      assert.equal((await server.call(who, 'payouts.registerLine', manualScenario.slipEntry(line), who === 'auditor' ? atCentre : {})).error, 'forbidden', who)
    const otherCentre = { centre: 5, mode: 2 }
    for (const place of [otherCentre, { centre: 2, mode: 1 }])
      assert.equal((await server.call('centre', 'payouts.registerLine', manualScenario.slipEntry(line), place)).error, 'lineNotFound')
    assert.equal((await server.call('centre', 'payouts.checkOffline', input, otherCentre)).error, 'batchNotFound')
    assert.equal((await server.call('finance', 'payouts.offlineTemplate', { batchId: batch.id }, { centre: 2, mode: 1 })).error, 'batchNotFound')
    assert.deepEqual(await server.must('unit2', 'payouts.slips', { lineId: line.id }), [])
    const foreignCheck = await server.must('finance', 'payouts.checkOffline', input, atCentre)
    assert.deepEqual(
      foreignCheck.problems.map((problem) => problem.code),
      ['E701'],
    )
    assert.equal((await server.call('centre', 'payouts.checkOffline', input, atCentre)).error, 'slipGone')
    assert.equal(
      (await server.call('finance', 'payouts.checkOffline', { ...input, batchId: waitingLine.batch.id, slipIds: [randomUUID()] }, atCentre)).error,
      'slipGone',
    )
    server.advance(2 * dayMs)
    assert.equal((await server.call('finance', 'payouts.checkOffline', input, atCentre)).error, 'slipGone')
    const bankBatch = await act.createPaidBatch([{ person: demoPayee(18), yuan: '45.00' }])
    await server.settle(1)
    const [paid] = await act.lines(bankBatch.id)
    assert.ok(paid)
    assert.equal((await server.call('finance', 'payouts.registerLine', manualScenario.slipEntry(paid), atCentre)).error, 'notOffline')
    const scriptFile = { ...pdf('回单.html'), bytes: new TextEncoder().encode('<script>1</script>') }
    assert.equal((await server.call('finance', 'payouts.addSlip', { batchId: batch.id, file: scriptFile }, atCentre)).error, 'documentKind')
    assert.deepEqual(await manualScenario.states(batch.id), ['processing'])
  })

  test('random sheets are accepted or refused as a whole', async () => {
    const kinds = ['success', 'failed', 'twice', 'gone', 'used', 'early', 'bare'] as const
    const checkSheets = async (plans: readonly (readonly (typeof kinds)[number][])[]) => {
      const { batch, lines } = await manualScenario.createWaitingBatch(4, 20)
      const usedSerial = manualScenario.nextSerial()
      let openLines = [...lines]
      for (const plan of plans) {
        const states = await manualScenario.states(batch.id)
        const slipIds = [await manualScenario.addSlip(batch.id)]
        const rows = plan.map((kind, at): SheetCells => {
          const line = (kind === 'twice' ? openLines[0] : openLines[at]) ?? lines[0]
          const no = kind === 'gone' ? 'ZF0' : (line?.no ?? '')
          return [
            no,
            kind === 'used' ? usedSerial : manualScenario.nextSerial(),
            kind === 'early' ? '2020-01-01 10:00' : manualScenario.clock(),
            kind === 'failed' || kind === 'bare' ? '失败' : '成功',
            kind === 'failed' ? '账号有误' : '',
            '',
          ]
        })
        const input = { batchId: batch.id, file: await sheet(rows), slipIds }
        const { faults, success, failed } = await server.must('finance', 'payouts.checkOffline', input, atCentre)
        const displayedTotals =
          faults > 0
            ? manualScenario.totalsOf(openLines.slice(0, rows.length))
            : { count: success.count + failed.count, amount: (success.amount + failed.amount) as Fen }
        const answer = await server.call('finance', 'payouts.registerOffline', { ...input, ...displayedTotals }, atCentre)
        assert.equal(answer.code === 1, faults === 0, answer.message)
        if (faults > 0) assert.deepEqual(await manualScenario.states(batch.id), states)
        await manualScenario.confirm()
        openLines = (await act.lines(batch.id)).filter((line) => line.state === 'processing')
      }
      assert.deepEqual(await checkInvariants(db()), [])
    }
    const plan = fc.array(fc.constantFrom(...kinds, 'success' as const, 'failed' as const), { minLength: 1, maxLength: 3 })
    await fc.assert(fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 4 }), checkSheets), { numRuns: Number(process.env.RUNS ?? 3) })
  })
})
