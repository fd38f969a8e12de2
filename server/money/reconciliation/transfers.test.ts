import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankFile, channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const at = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const stranger = '杭州越山商务咨询有限公司'
const account = '622200001111'
const amount = 10_000
const slip = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('slip') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('bank transfers that other records book', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let day = ''
  let channelId = 0
  let dayId = 0
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const bankBalance = async () =>
    (await sql<{ fen: number }>`select sum(balance_fen)::bigint as fen from account where centre_id = 2 and kind = 'bank'`.execute(db())).rows[0]?.fen ?? 0
  const importCredit = async (serial: string, payer: string, yuan: string) => {
    const rows = [[`${dayOf(now())} 00:00:01`, serial, '收入', yuan, payer, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
    return db().selectFrom('bank_credit').select(['id', 'amount_fen']).where('serial', '=', serial).executeTakeFirstOrThrow()
  }
  const createApprovedRefund = async () => {
    const { id, version } = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    return server.must('finance', 'prepayments.decideRefund', { refundId: id, version, approve: true }, at)
  }
  const pay = ({ id, version }: { id: number; version: number }, bankSerial: string) =>
    server.call('centre', 'prepayments.payRefund', { refundId: id, version, paidOn: dayOf(now()), bankSerial, slip }, at)
  const proposeReturn = (creditId: number, bankSerial: string) =>
    server.call('finance', 'prepayments.proposeReturn', { creditId, reason: '来源不明', paidOn: dayOf(now()), bankSerial, slip }, at)
  const decideReturn = (creditId: number, approveProposal: boolean) =>
    server.must('centre', 'prepayments.decideReturn', { creditId, approve: approveProposal, reason: approveProposal ? '' : '流水号有误' }, at)
  const itemOf = async (serial: string) => {
    const found = (await recon.items(dayId)).find((each) => each.key === serial)
    return found ? recon.item(found.id) : null
  }
  const propose = async (serial: string, treatment: ReconTreatment) => {
    const item = (await itemOf(serial)) ?? assert.fail(`no difference ${serial}`)
    const dueOn = dayOf(new Date(now().getTime() + 3 * dayMs))
    return server.call('finance', 'reconciliation.propose', { ...recon.target(item), treatment, reason: '来源不明', dueOn }, atCentre)
  }
  const approveProposal = async (serial: string) =>
    server.call('centre', 'reconciliation.decide', { ...recon.target((await itemOf(serial)) ?? assert.fail()), approve: true }, atCentre)
  const expectSuccess = (answer: { code: number; message: string }) => assert.equal(answer.code, 1, answer.message)

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    const { rows } = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    channelId = rows[0]?.id ?? assert.fail('no channel')
    await addChannel(server, { centreId: 2, name: '线下账户', kind: 'offline' })
    server.advance(dayMs)
    day = dayOf(now())
    await importCredit('ORIGIN1', unitName, '5000.00')
    const topup = { centreId: 2, mode: 2, amount: '5000.00', payerName: unitName, payerAccount: account, bankSerial: 'ORIGIN1' } as const
    const { id, version } = await server.must('maker', 'prepayments.submit', topup)
    await server.must('centre', 'prepayments.confirm', { id, version }, at)
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[0] ?? assert.fail('no person'), yuan: '500.00' }])
    await server.settle(2)
    expectSuccess(await pay(await createApprovedRefund(), 'OUT01'))
    const paidOrders = await recon.paymentsOn(channelId, day)
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    await recon.importStatement(channelId, 'channel', channelFile(day, paidOrders))
    const refunds = ['OUT01', 'OUT02', 'OUT03', 'OUT04', 'OUT05'].map((serial) => ({ serial, amount: -amount, payee: unitName }))
    await recon.importStatement(
      channelId,
      'bank',
      bankFile(day, 10_000_000, [...paidOrders.map((each) => ({ serial: each.serial, amount: -each.amount })), ...refunds]),
    )
    dayId = (await recon.day(day)).id
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a paid refund on the statement is shown as registered, not as a difference', async () => {
    const { registered } = await recon.day(day)
    assert.deepEqual(registered, { count: 1, amount })
    assert.deepEqual((await recon.items(dayId)).map((item) => item.key).sort(), ['OUT02', 'OUT03', 'OUT04', 'OUT05'])
  })

  test('a transfer explains one statement row, and the same row of another account is a difference', async () => {
    const other = (await server.must('finance', 'reconciliation.channels', {}, at)).find((each) => each.isManual) ?? assert.fail('no channel')
    await recon.importStatement(other.id, 'bank', bankFile(day, 1_000_000, [{ serial: 'OUT01', amount: -amount, payee: unitName }]))
    const countExplainedRows = async () =>
      (await sql`select from recon_row where serial = 'OUT01' and source = 'bank' and is_registered`.execute(db())).rows.length
    const rows = (await server.must('finance', 'reconciliation.items', { keyword: 'OUT01', size: 200 }, atCentre)).rows.filter((row) => row.key === 'OUT01')
    const [item] = rows
    assert.deepEqual([await countExplainedRows(), rows.length, item?.channelName], [1, 1, other.name])
    await server.job('reconciliation.follow')
    const unexplainedItem = await recon.item(item?.id ?? 0)
    assert.deepEqual([await countExplainedRows(), unexplainedItem.state], [1, 'open'])
    const dueOn = dayOf(new Date(now().getTime() + 3 * dayMs))
    const bookingInput = { ...recon.target(unexplainedItem), treatment: 'book', reason: '另一账户的付款', dueOn } as const
    expectSuccess(await server.call('finance', 'reconciliation.propose', bookingInput, atCentre))
    expectSuccess(await server.call('centre', 'reconciliation.decide', { ...recon.target(await recon.item(unexplainedItem.id)), approve: true }, atCentre))
  })

  test('one bank reference pays only one record, and the refusal names the first', async () => {
    const refund = await createApprovedRefund()
    const answer = await pay(refund, 'OUT01')
    assert.equal(answer.error, 'serialTaken')
    assert.match(answer.message, /^银行流水号 OUT01 已登记于退款 TK/)
    const { id } = await importCredit('STRANGE1', stranger, '77.00')
    assert.equal((await proposeReturn(id, 'OUT01')).error, 'serialTaken')
    expectSuccess(await proposeReturn(id, 'BACK01'))
    const second = await pay(refund, 'BACK01')
    assert.equal(second.message, '银行流水号 BACK01 已登记于来款退回 STRANGE1')
    await decideReturn(id, false)
    expectSuccess(await pay(refund, 'BACK01'))
  })

  test('when two refunds register one bank reference concurrently, one is refused', async () => {
    const [one, other] = [await createApprovedRefund(), await createApprovedRefund()]
    const bankBefore = await bankBalance()
    const answers = await Promise.all([pay(one, 'TWICE1'), pay(other, 'TWICE1')])
    assert.deepEqual(answers.map((answer) => answer.error ?? 'done').sort(), ['done', 'serialTaken'])
    assert.equal((await bankBalance()) - bankBefore, amount)
  })

  test('a transfer registered after the statement settles its difference', async () => {
    expectSuccess(await propose('OUT02', 'book'))
    expectSuccess(await pay(await createApprovedRefund(), 'OUT02'))
    assert.equal((await approveProposal('OUT02')).error, 'transferKnown')
    expectSuccess(
      await server.call(
        'centre',
        'reconciliation.decide',
        { ...recon.target((await itemOf('OUT02')) ?? assert.fail()), approve: false, reason: '已登记' },
        atCentre,
      ),
    )
    await server.job('reconciliation.follow')
    const settledItem = await itemOf('OUT02')
    assert.deepEqual([settledItem?.state, settledItem?.ending], ['settled', 'matched'])
    assert.deepEqual((await server.must('finance', 'reconciliation.day', { dayId }, atCentre)).registered, { count: 2, amount: 2 * amount })
  })

  test('a difference in suspense cannot become a refund until it is cleared', async () => {
    const bankBefore = await bankBalance()
    expectSuccess(await propose('OUT03', 'hang'))
    expectSuccess(await approveProposal('OUT03'))
    const refund = await createApprovedRefund()
    assert.equal((await pay(refund, 'OUT03')).error, 'serialBooked')
    expectSuccess(await propose('OUT03', 'return'))
    expectSuccess(await approveProposal('OUT03'))
    expectSuccess(await pay(refund, 'OUT03'))
    assert.equal((await bankBalance()) - bankBefore, amount)
  })

  test('an unconfirmed transfer explains no difference, and prevents its booking', async () => {
    const { id } = await importCredit('STRANGE2', stranger, '100.00')
    expectSuccess(await proposeReturn(id, 'OUT04'))
    await server.job('reconciliation.follow')
    assert.equal((await itemOf('OUT04'))?.state, 'open')
    assert.equal((await propose('OUT04', 'book')).error, 'transferKnown')
    await decideReturn(id, false)
    expectSuccess(await propose('OUT04', 'hang'))
    expectSuccess(await approveProposal('OUT04'))
    expectSuccess(await proposeReturn(id, 'OUT05'))
    await decideReturn(id, true)
    await server.job('reconciliation.follow')
    assert.equal((await itemOf('OUT05'))?.ending, 'matched')
  })
})
