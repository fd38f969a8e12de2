import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { type BankTransfer, registerTransfer, releaseTransfer } from '#/server/money/ledger/public.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { offlineScenario, pdf, sheet } from '#/server/money/payouts/manual/offline-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const unitName = '星河互娱科技有限公司'
const account = '622200001111'
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']
const returnedResult = { result: 'returned', reason: '账户已销户' } as const

describe('a bank reference proves one movement of money', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  let manualScenario: Awaited<ReturnType<typeof offlineScenario>>
  let transferCount = 0
  let lineCount = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  type Line = Awaited<ReturnType<typeof act.lines>>[number]

  const createWaitingLine = async () => (await manualScenario.createWaitingBatch(1, lineCount++)).lines[0] ?? assert.fail('no line')
  const registerLine = (line: Line, more: Parameters<typeof manualScenario.slipEntry>[1] = {}, who = 'finance') =>
    server.call(who, 'payouts.registerLine', manualScenario.slipEntry(line, more), atCentre)
  const createApprovedRefund = async () => {
    const { id, version } = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    return server.must('finance', 'prepayments.decideRefund', { refundId: id, version, approve: true }, atCentre)
  }
  const payRefund = ({ id, version }: { id: number; version: number }, bankSerial: string) =>
    server.call('centre', 'prepayments.payRefund', { refundId: id, version, paidOn: today(), bankSerial, slip: pdf() }, atCentre)
  const inJob = (run: Parameters<ReturnType<typeof jobContext>['run']>[1]) => jobContext(server.running.kernel, () => false).run('test', run)
  /** Registers a transfer as another module does, and returns the number of its record. */
  const register = async (use: BankTransfer['use'], direction: 'out' | 'in', serial: string) => {
    const id = 900_000 + ++transferCount
    await inJob((ctx) => registerTransfer(ctx, { centreId: 2, direction, serial, amount: fen(10_000), use, id, no: `NO${id}`, isBooked: false, paidOn: null }))
    return { id, no: `NO${id}` }
  }
  const decideReport = async (lineId: number, approve: boolean) => {
    const { report } = await server.must('centre', 'payouts.report', { lineId }, atCentre)
    return server.call('centre', 'payouts.decideReports', { reportIds: [report?.id ?? 0], approve, reason: approve ? '' : '流水号有误' }, atCentre)
  }
  const createPaidLine = async () => {
    const line = await createWaitingLine()
    assert.equal((await registerLine(line)).code, 1)
    server.advance(60_000)
    return line
  }
  const importTopup = async (serial: string, yuan: string) => {
    const rows = [[`${today()} 00:00:01`, serial, '收入', yuan, unitName, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, atCentre)
    const topup = { centreId: 2, mode: 2, amount: yuan, payerName: unitName, payerAccount: account, bankSerial: serial } as const
    return server.must('maker', 'prepayments.submit', topup)
  }

  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    await extendDocuments(server)
    manualScenario = await offlineScenario(server)
    const { id, version } = await importTopup('ORIGIN1', '5000.00')
    await server.must('centre', 'prepayments.confirm', { id, version }, atCentre)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('the reference of a manual payment cannot pay a refund, in any spelling', async () => {
    const line = await createWaitingLine()
    assert.equal((await registerLine(line, { serial: 'PAID-0001' })).code, 1)
    const refund = await createApprovedRefund()
    assert.equal((await payRefund(refund, 'PAID-0001')).message, `银行流水号 PAID-0001 已登记于线下支付明细 ${line.no}`)
    assert.equal((await payRefund(refund, 'ｐaid-0001')).error, 'serialTaken')
    assert.equal((await payRefund(refund, 'PAID-0002')).code, 1)
  })

  test('the reference of a refund cannot prove a manual payment, in a form or a sheet', async () => {
    const refund = await createApprovedRefund()
    assert.equal((await payRefund(refund, 'back-0001')).code, 1)
    const { no } = await db().selectFrom('refund').select('no').where('id', '=', refund.id).executeTakeFirstOrThrow()
    const line = await createWaitingLine()
    const answer = await registerLine(line, { serial: 'BACK-0001' })
    assert.deepEqual([answer.error, answer.message], ['offlineFaulty', `银行流水号：该流水号已登记于退款 ${no}（共 1 处问题，均未登记）`])
    const batchId = (await db().selectFrom('payment_line').select('batch_id').where('id', '=', line.id).executeTakeFirstOrThrow()).batch_id
    const file = await sheet([[line.no, 'BACK-0001', manualScenario.clock(), '成功', '', '']])
    const checkResult = await server.must('finance', 'payouts.checkOffline', { batchId, file, slipIds: [await manualScenario.addSlip(batchId)] }, atCentre)
    assert.deepEqual(
      checkResult.problems.map(({ code, column, message }) => [code, column, message]),
      [['E719', '银行流水号', `该流水号已登记于退款 ${no}`]],
    )
    assert.deepEqual(await manualScenario.states(batchId), ['processing'])
  })

  test('every kind of outgoing record and a manual payment refuse the reference of each other', async () => {
    for (const use of ['refund', 'credit_return', 'commission_bill', 'tax_entry', 'tax_clearing_payment'] as const) {
      const [first, second] = [`${use}-1`, `${use}-2`].map((serial) => serial.replaceAll('_', '-'))
      const { no } = await register(use, 'out', first ?? '')
      const line = await createWaitingLine()
      assert.ok((await registerLine(line, { serial: first ?? '' })).message.includes(no), use)
      assert.equal((await registerLine(line, { serial: second ?? '' })).code, 1)
      await assert.rejects(register(use, 'out', second ?? ''), { message: 'serialTaken' }, use)
    }
  })

  test('two records of other kinds refuse one reference in another spelling', async () => {
    const pairs = [
      ['commission_bill', 'tax_entry'],
      ['tax_clearing_payment', 'refund'],
    ] as const
    for (const [one, other] of pairs) {
      await register(one, 'out', `pair-${one}`)
      await assert.rejects(register(other, 'out', `PAIR-${one.toUpperCase()}`), { message: 'serialTaken' }, one)
      await assert.rejects(register(other, 'out', `ｐair-${one} `), { message: 'serialTaken' }, one)
    }
  })

  test('money that left and money that came back may have one reference', async () => {
    await register('tax_credit_move', 'in', 'BOTHWAYS1')
    assert.equal((await registerLine(await createWaitingLine(), { serial: 'BOTHWAYS1' })).code, 1)
  })

  test('a reported return claims its reference, and a declined one frees it', async () => {
    const line = await createPaidLine()
    const topup = await importTopup('BACKAGAIN1', '31.00')
    assert.equal((await registerLine(line, { ...returnedResult, serial: 'BACKAGAIN1' })).code, 1)
    const confirmTopup = () => server.call('centre', 'prepayments.confirm', { id: topup.id, version: topup.version }, atCentre)
    assert.equal((await confirmTopup()).message, `银行流水号 BACKAGAIN1 已登记于线下支付明细 ${line.no}`)
    assert.equal((await decideReport(line.id, false)).code, 1)
    assert.equal((await confirmTopup()).code, 1)
    assert.match((await registerLine(line, { ...returnedResult, serial: 'backagain1' })).message, /该流水号已登记于充值 CZ/)
  })

  test('a confirmed return keeps its reference, and its payment keeps its own', async () => {
    const line = await createWaitingLine()
    assert.equal((await registerLine(line, { serial: 'THERE01' })).code, 1)
    server.advance(60_000)
    assert.equal((await registerLine(line, { ...returnedResult, serial: 'BACK01' })).code, 1)
    assert.equal((await decideReport(line.id, true)).code, 1)
    await assert.rejects(register('tax_credit_move', 'in', 'BACK01'), { message: 'serialTaken' })
    await assert.rejects(register('refund', 'out', 'THERE01'), { message: 'serialTaken' })
  })

  test('a failed payment claims no reference, because it moved no money', async () => {
    const line = await createWaitingLine()
    assert.equal((await registerLine(line, { serial: 'FAILED01', result: 'failed', reason: '账户已注销' })).code, 1)
    assert.equal((await decideReport(line.id, true)).code, 1)
    await register('refund', 'out', 'FAILED01')
  })

  test('a manual payment may use a reference that another record released', async () => {
    const { id } = await register('tax_entry', 'out', 'RELEASED1')
    const line = await createWaitingLine()
    assert.equal((await registerLine(line, { serial: 'RELEASED1' })).error, 'offlineFaulty')
    await inJob((ctx) => releaseTransfer(ctx, 'tax_entry', id))
    assert.equal((await registerLine(line, { serial: 'RELEASED1' })).code, 1)
  })

  test('the manual channels of two accounts may use one reference', async () => {
    const first = await createWaitingLine()
    assert.equal((await registerLine(first, { serial: 'TWOBANKS1' })).code, 1)
    const { channels } = await addChannel(server, { centreId: 2, name: '另一账户', kind: 'offline' })
    const otherId = channels.find((channel) => channel.name === '另一账户')?.id ?? assert.fail('no channel')
    const second = await createWaitingLine()
    await sql`update payout_attempt set channel_id = ${otherId} where line_id = ${second.id}`.execute(db())
    await sql`update payment_batch set channel_id = ${otherId} where id = (select batch_id from payment_line where id = ${second.id})`.execute(db())
    assert.equal((await registerLine(second, { serial: 'TWOBANKS1' })).code, 1)
  })

  test('when a refund and a manual payment register one reference concurrently, one is refused', async () => {
    for (const serial of ['RACE0001', 'RACE0002', 'RACE0003']) {
      const [line, refund] = [await createWaitingLine(), await createApprovedRefund()]
      const answers = await Promise.all([registerLine(line, { serial }), payRefund(refund, serial.toLowerCase())])
      const results = answers.map(({ error }) => error ?? 'done')
      assert.equal(results.filter((result) => result === 'done').length, 1, results.join())
      assert.ok(
        results.some((result) => result === 'serialTaken' || result === 'offlineFaulty'),
        results.join(),
      )
    }
  })
})
