import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { matchDay } from '#/server/money/reconciliation/matching.ts'
import { type BankMovement, bankFile, channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const at = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const account = '622200001111'
const amount = 10_000
const slip = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('slip') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('registered transfers that no bank statement shows', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let balance = 10_000_000
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const payRefund = async (bankSerial: string, paidOn = today()) => {
    const applied = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    const { id, version } = await server.must('finance', 'prepayments.decideRefund', { refundId: applied.id, version: applied.version, approve: true }, at)
    return { id, version, pay: () => server.must('centre', 'prepayments.payRefund', { refundId: id, version, paidOn, bankSerial, slip }, at) }
  }
  /** Pays a unit's operator, so that the day has a channel file, and returns a function that imports the files of the day. */
  const payToday = async () => {
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[0] ?? assert.fail('no person'), yuan: '500.00' }])
    await server.settle(2)
    const day = today()
    return {
      day,
      importFiles: async (movements: readonly BankMovement[]) => {
        const paidOrders = await recon.paymentsOn(channelId, day)
        await recon.importStatement(channelId, 'channel', channelFile(day, paidOrders))
        const all = [...paidOrders.map((each) => ({ serial: each.serial, amount: -each.amount })), ...movements]
        await recon.importStatement(channelId, 'bank', bankFile(day, balance, all))
        for (const movement of all) balance += movement.amount
      },
    }
  }
  const differencesOf = async (serial: string) => {
    const { rows } = await server.must('finance', 'reconciliation.items', { keyword: serial, size: 200 }, atCentre)
    return rows.map((row) => [row.day, row.side, row.kind, row.state, row.ending, row.difference])
  }
  const closeDay = async (day: string) => {
    for (const item of (await recon.items((await recon.day(day)).id)).filter((each) => each.state === 'open'))
      await server.must('finance', 'reconciliation.wait', recon.target(item), atCentre)
    const { id, version } = await recon.day(day)
    await server.must('centre', 'reconciliation.close', { dayId: id, version }, atCentre)
  }
  const openCount = async () => (await server.must('finance', 'reconciliation.items', { states: ['open', 'waiting'], size: 200 }, atCentre)).count

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    const { rows } = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    channelId = rows[0]?.id ?? assert.fail('no channel')
    server.advance(dayMs)
    const credit = [[`${today()} 00:00:01`, 'ORIGIN1', '收入', '5000.00', unitName, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows: credit }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
    const topup = { centreId: 2, mode: 2, amount: '5000.00', payerName: unitName, payerAccount: account, bankSerial: 'ORIGIN1' } as const
    const { id, version } = await server.must('maker', 'prepayments.submit', topup)
    await server.must('centre', 'prepayments.confirm', { id, version }, at)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a refund that never left the bank is a difference once its day is matched', async () => {
    const { day, importFiles } = await payToday()
    await (await payRefund('NEVER1')).pay()
    server.advance(dayMs)
    const countBefore = await openCount()
    assert.deepEqual(await differencesOf('NEVER1'), [])
    await importFiles([])
    assert.deepEqual(await differencesOf('NEVER1'), [[day, 'bank', 'short', 'open', null, amount]])
    const { state, differences, shorts, id } = await recon.day(day)
    assert.deepEqual([state, differences, shorts, (await openCount()) - countBefore], ['differing', { count: 1, amount }, 1, 1])
    const [item] = await recon.items(id)
    assert.match(item?.memo ?? '', /^TK/)
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('NEVER1'), [[day, 'bank', 'short', 'open', null, amount]])
    await closeDay(day)
  })

  test('a refund that never left the bank is the unit’s again, and its reference is free', async () => {
    const available = async () => (await server.must('maker', 'prepayments.accounts', {})).find(({ mode }) => mode === 2)?.available
    const { day, importFiles } = await payToday()
    const before = await available()
    const paid = await (await payRefund('VOID1')).pay()
    server.advance(dayMs)
    await importFiles([])
    assert.deepEqual(await differencesOf('VOID1'), [[day, 'bank', 'short', 'open', null, amount]])
    const entry = { refundId: paid.id, returnedOn: today(), isNeverSent: true, reason: '银行证明未付出', slip }
    const entered = await server.must('centre', 'prepayments.returnRefund', { ...entry, version: paid.version }, at)
    const decision = { refundId: paid.id, version: entered.version, approve: true } as const
    assert.equal((await server.call('centre', 'prepayments.decideRefundReturn', decision, at)).error, 'ownReturn')
    assert.equal((await server.must('finance', 'prepayments.decideRefundReturn', decision, at)).state, 'returned')
    await server.job('reconciliation.follow')
    assert.deepEqual([await available(), await differencesOf('VOID1')], [before, [[day, 'bank', 'short', 'settled', 'matched', 0]]])
    await closeDay(day)
    assert.equal((await (await payRefund('VOID1')).pay()).state, 'paid')
  })

  test('a refund that a statement shows cannot be entered as never paid', async () => {
    const { importFiles } = await payToday()
    const paid = await (await payRefund('SHOWN2')).pay()
    const entry = { refundId: paid.id, returnedOn: today(), isNeverSent: true, reason: '未付出', slip }
    const entered = await server.must('centre', 'prepayments.returnRefund', { ...entry, version: paid.version }, at)
    server.advance(dayMs)
    await importFiles([{ serial: 'SHOWN2', amount: -amount }])
    const decision = { refundId: paid.id, version: entered.version } as const
    assert.equal((await server.call('finance', 'prepayments.decideRefundReturn', { ...decision, approve: true }, at)).error, 'transferShown')
    const declined = await server.must('finance', 'prepayments.decideRefundReturn', { ...decision, approve: false, reason: '流水已有' }, at)
    assert.equal((await server.call('centre', 'prepayments.returnRefund', { ...entry, version: declined.version }, at)).error, 'transferShown')
  })

  test('a statement in another spelling of the reference shows the refund', async () => {
    const { day, importFiles } = await payToday()
    await (await payRefund('ab12 34')).pay()
    server.advance(dayMs)
    await importFiles([{ serial: 'AB1234', amount: -amount }])
    assert.deepEqual([await differencesOf('AB1234'), await differencesOf('ab12 34')], [[], []])
    assert.deepEqual((await recon.day(day)).registered, { count: 1, amount })
  })

  test('a refund that the bank books after midnight settles its difference, also of a closed day', async () => {
    const first = await payToday()
    await (await payRefund('NIGHT1')).pay()
    server.advance(dayMs)
    await first.importFiles([])
    assert.deepEqual(await differencesOf('NIGHT1'), [[first.day, 'bank', 'short', 'open', null, amount]])
    await closeDay(first.day)
    const second = await payToday()
    server.advance(dayMs)
    await second.importFiles([{ serial: 'NIGHT1', amount: -amount }])
    assert.deepEqual(await differencesOf('NIGHT1'), [[first.day, 'bank', 'short', 'settled', 'matched', 0]])
    assert.deepEqual((await recon.day(second.day)).registered, { count: 1, amount })
    assert.equal((await recon.day(second.day)).state, 'balanced')
  })

  test('a refund on the statement of its day, or of the day before, is no difference', async () => {
    const { importFiles } = await payToday()
    await (await payRefund('SHOWN1')).pay()
    server.advance(dayMs)
    await (await payRefund('EARLY1')).pay()
    await importFiles([
      { serial: 'SHOWN1', amount: -amount },
      { serial: 'EARLY1', amount: -amount },
    ])
    assert.deepEqual([await differencesOf('SHOWN1'), await differencesOf('EARLY1')], [[], []])
  })

  test('a refund registered after its day was matched is a difference of the first open day', async () => {
    const first = await payToday()
    const [late, later] = [await payRefund('LATE1'), await payRefund('LATE2')]
    server.advance(dayMs)
    await first.importFiles([])
    await late.pay()
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('LATE1'), [[first.day, 'bank', 'short', 'open', null, amount]])
    await closeDay(first.day)
    const second = await payToday()
    await later.pay()
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('LATE2'), [])
    server.advance(dayMs)
    await second.importFiles([])
    assert.deepEqual(await differencesOf('LATE2'), [[second.day, 'bank', 'short', 'open', null, amount]])
  })

  test('a refund that the bank shows with another amount is one difference of amount', async () => {
    const { day, importFiles } = await payToday()
    await (await payRefund('OTHER1')).pay()
    server.advance(dayMs)
    await importFiles([{ serial: 'OTHER1', amount: -9_000 }])
    const expected = [[day, 'bank', 'amount', 'open', null, amount - 9_000]]
    assert.deepEqual(await differencesOf('OTHER1'), expected)
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('OTHER1'), expected)
  })

  test('an ended difference stays ended when its transfer is registered with another amount', async () => {
    const { day, importFiles } = await payToday()
    const refund = await payRefund('ENDED1')
    server.advance(dayMs)
    await importFiles([{ serial: 'ENDED1', amount: -amount - 30 }])
    const found = (await recon.items((await recon.day(day)).id)).find((each) => each.key === 'ENDED1') ?? assert.fail('no difference')
    await server.must('finance', 'reconciliation.propose', { ...recon.target(found), treatment: 'return', reason: '银行已冲正' }, atCentre)
    await server.must('centre', 'reconciliation.decide', { ...recon.target(await recon.item(found.id)), approve: true }, atCentre)
    await refund.pay()
    await server.job('reconciliation.follow')
    const ended = [day, 'bank', 'long', 'settled', 'return', -amount - 30]
    assert.deepEqual((await differencesOf('ENDED1')).toSorted(), [ended, [day, 'bank', 'short', 'open', null, amount]])
  })

  test('an absent transfer is not booked again, and two people can end its difference', async () => {
    const { day, importFiles } = await payToday()
    await (await payRefund('LOST1')).pay()
    server.advance(dayMs)
    await importFiles([])
    const found = (await recon.items((await recon.day(day)).id)).find((each) => each.key === 'LOST1') ?? assert.fail('no difference')
    const item = await recon.item(found.id)
    assert.deepEqual(item.treatments, ['return'])
    const propose = (treatment: 'book' | 'return') =>
      server.call('finance', 'reconciliation.propose', { ...recon.target(item), treatment, reason: '银行以另一流水号入账' }, atCentre)
    assert.equal((await propose('book')).error, 'transferKnown')
    const proposed = (await propose('return')).data ?? assert.fail('not proposed')
    await server.must('centre', 'reconciliation.decide', { ...recon.target(proposed), approve: true }, atCentre)
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('LOST1'), [[day, 'bank', 'short', 'settled', 'return', amount]])
  })

  test('a return put in suspense, cleared and then registered is one difference', async () => {
    const { day, importFiles } = await payToday()
    const paid = await (await payRefund('SENT9')).pay()
    server.advance(dayMs)
    await importFiles([
      { serial: 'SENT9', amount: -amount },
      { serial: 'CAME9', amount },
    ])
    const found = (await recon.items((await recon.day(day)).id)).find((each) => each.key === 'CAME9') ?? assert.fail('no difference')
    const end = async (treatment: 'hang' | 'return') => {
      const treated = { ...recon.target(await recon.item(found.id)), treatment, reason: '退汇', ...(treatment === 'hang' && { dueOn: shiftDay(today(), 9) }) }
      const proposed = await server.must('finance', 'reconciliation.propose', treated, atCentre)
      await server.must('centre', 'reconciliation.decide', { ...recon.target(proposed), approve: true }, atCentre)
    }
    const entry = { refundId: paid.id, version: paid.version, returnedOn: day, bankSerial: 'CAME9', reason: '账号不存在', slip }
    await end('hang')
    assert.equal((await server.call('centre', 'prepayments.returnRefund', entry, at)).error, 'serialBooked')
    await end('return')
    const { version } = await server.must('centre', 'prepayments.returnRefund', entry, at)
    await server.must('finance', 'prepayments.decideRefundReturn', { refundId: paid.id, version, approve: true }, at)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) => matchDay(ctx, channelId, day))
    assert.deepEqual(await differencesOf('CAME9'), [[day, 'bank', 'long', 'settled', 'return', amount]])
  })
})
