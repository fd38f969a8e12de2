import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { AccountKind } from '#/domain/money/posting.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { type BankMovement, bankFile, channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const at = { centre: 2, mode: 2 } as const
/** Mode of movements that belong to no record. */
const channelMode = 1
const separate = { fee: -80, interest: 1_234 }
const unitName = '星河互娱科技有限公司'
const stranger = '杭州越山商务咨询有限公司'
const account = '622200001111'
const slip = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('slip') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

interface Refund {
  readonly id: number
  readonly version: number
}

describe('charges and interest of the bank', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let day = ''
  let laterRefund: Refund = { id: 0, version: 0 }
  let bankBefore: number[] = []
  let statementTotal = 0
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const balanceOf = async (kind: AccountKind, mode: number = at.mode) => {
    const { rows } = await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and kind = ${kind} and mode = ${mode}`.execute(db())
    return rows[0]?.fen ?? 0
  }
  const bankByMode = async () => [await balanceOf('bank', channelMode), await balanceOf('bank')]
  const available = async () => (await server.must('maker', 'prepayments.accounts', {})).find(({ mode }) => mode === 2)?.available ?? 0
  const importCredit = async (bankSerial: string, amount: string, payer: string) => {
    const rows = [[`${today()} 00:00:01`, bankSerial, '收入', amount, payer, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
  }
  const returnCredit = async (serial: string, bankSerial: string) => {
    const { id: creditId } = await db().selectFrom('bank_credit').select('id').where('serial', '=', serial).executeTakeFirstOrThrow()
    await server.must('finance', 'prepayments.proposeReturn', { creditId, reason: '来源不明', paidOn: today(), bankSerial, slip }, at)
    await server.must('centre', 'prepayments.decideReturn', { creditId, approve: true, reason: '' }, at)
  }
  const confirmTopup = async (bankSerial: string, amount: string) => {
    await importCredit(bankSerial, amount, unitName)
    const topup = { centreId: 2, mode: 2, amount, payerName: unitName, payerAccount: account, bankSerial } as const
    const { id, version } = await server.must('maker', 'prepayments.submit', topup)
    await server.must('centre', 'prepayments.confirm', { id, version }, at)
  }
  const approveRefund = async () => {
    const applied = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    return server.must('finance', 'prepayments.decideRefund', { refundId: applied.id, version: applied.version, approve: true }, at)
  }
  const pay = ({ id, version }: Refund, bankSerial: string) =>
    server.must('centre', 'prepayments.payRefund', { refundId: id, version, paidOn: day, bankSerial, slip }, at)
  const itemOf = async (serial: string) => {
    const found = (await recon.items((await recon.day(day)).id)).find((each) => each.key === serial && each.state !== 'settled')
    return recon.item(found?.id ?? assert.fail(`no open difference ${serial}`))
  }
  const propose = async (serial: string, treatment: ReconTreatment, who = 'finance') =>
    server.call(
      who,
      'reconciliation.propose',
      { ...recon.target(await itemOf(serial)), treatment, reason: '银行扣收', dueOn: dayOf(new Date(now().getTime() + 3 * dayMs)) },
      atCentre,
    )
  const approve = async (serial: string, who = 'centre') =>
    server.call(who, 'reconciliation.decide', { ...recon.target(await itemOf(serial)), approve: true }, atCentre)
  const book = async (serial: string, treatment: ReconTreatment) => {
    for (const { code, message } of [await propose(serial, treatment), await approve(serial)]) assert.equal(code, 1, message)
  }

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    const { rows } = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    channelId = rows[0]?.id ?? assert.fail('no channel')
    server.advance(dayMs)
    await confirmTopup('ORIGIN1', '5000.00')
    bankBefore = await bankByMode()
    day = today()
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[0] ?? assert.fail('no person'), yuan: '500.00' }])
    await server.settle(2)
    await pay(await approveRefund(), 'CHARGED1')
    await pay(await approveRefund(), 'PLAIN1')
    laterRefund = await approveRefund()
    await confirmTopup('SHORT1', '300.00')
    await importCredit('STRANGE1', '77.00', stranger)
    await returnCredit('STRANGE1', 'BACK1')
    server.advance(dayMs)
    const paidOrders = await recon.paymentsOn(channelId, day)
    await recon.importStatement(channelId, 'channel', channelFile(day, paidOrders))
    const movements: BankMovement[] = [
      ...paidOrders.map((each) => ({ serial: each.serial, amount: -each.amount })),
      { serial: 'charged 1', amount: -10_050, payee: unitName },
      { serial: 'PLAIN1', amount: -10_000, payee: unitName },
      { serial: 'FEE0001', amount: separate.fee, memo: '手续费' },
      { serial: 'INT0001', amount: separate.interest, memo: '利息' },
      { serial: 'SHORT1', amount: 29_950, payee: unitName },
      { serial: 'LATER1', amount: -10_020, payee: unitName },
      { serial: 'STRANGE1', amount: 7_700, payee: stranger },
      { serial: 'BACK1', amount: -7_750, payee: stranger },
    ]
    statementTotal = movements.reduce((sum, each) => sum + each.amount, 0)
    await recon.importStatement(channelId, 'bank', bankFile(day, 10_000_000, movements))
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('a registered transfer with another amount on the statement is one difference', async () => {
    const { id, registered, bank, topups } = await recon.day(day)
    const found = (await recon.items(id)).map((each) => [each.key, each.kind, each.ours, each.theirs, each.stops])
    assert.deepEqual(found.toSorted(), [
      ['BACK1', 'amount', 7_700, 7_750, false],
      ['FEE0001', 'long', 0, 80, false],
      ['INT0001', 'long', 0, -1_234, false],
      ['LATER1', 'long', 0, 10_020, false],
      ['SHORT1', 'amount', -30_000, -29_950, false],
      ['charged 1', 'amount', 10_000, 10_050, false],
    ])
    const paid = (await recon.paymentsOn(channelId, day)).reduce((sum, each) => sum + each.amount, 0)
    assert.deepEqual([registered.count, registered.amount, registered.amount + bank.amount - topups.amount], [4, -2_300, -statementTotal])
    assert.equal(bank.amount, paid + 50 + 80 - 1_234 + 50 + 10_020 + 50)
    await assert.rejects(sql`update recon_row set registered_fen = 10001 where serial = 'charged 1'`.execute(db()), /of its booked transfer/)
    const { record } = await itemOf('charged 1')
    assert.match(record?.name ?? '', /^退款 TK/)
  })

  test('two people book the charge of a transfer, and a proposal can be withdrawn', async () => {
    const [charges, bank] = [await balanceOf('bank_charge'), await balanceOf('bank')]
    assert.deepEqual((await itemOf('charged 1')).treatments, ['hang', 'charge', 'book', 'return'])
    assert.equal((await propose('charged 1', 'interest')).error, 'wayGone')
    assert.equal((await propose('charged 1', 'charge', 'caiwu')).code, 1)
    assert.equal((await approve('charged 1', 'caiwu')).error, 'ownProposal')
    const withdraw = async (who: string) => server.call(who, 'reconciliation.withdraw', recon.target(await itemOf('charged 1')), atCentre)
    assert.equal((await withdraw('finance')).error, 'notYourProposal')
    assert.equal((await withdraw('caiwu')).code, 1)
    assert.deepEqual([(await itemOf('charged 1')).state, await balanceOf('bank_charge')], ['open', charges])
    assert.equal((await propose('charged 1', 'charge')).code, 1)
    const item = await itemOf('charged 1')
    const decision = { ...recon.target(item), approve: true }
    const answers = [
      await server.call('centre', 'reconciliation.decide', decision, atCentre),
      await server.call('centre', 'reconciliation.decide', decision, atCentre),
    ]
    assert.deepEqual(
      answers.map(({ error }) => error ?? ''),
      ['', 'wrongState'],
    )
    assert.deepEqual([(await balanceOf('bank_charge')) - charges, (await balanceOf('bank')) - bank], [-50, 50])
    const { ending, steps } = await recon.item(item.id)
    assert.deepEqual([ending, steps.map((step) => step.kind)], ['charge', ['found', 'proposed', 'withdrawn', 'proposed', 'settled']])
    await server.job('reconciliation.follow')
    assert.deepEqual([(await recon.item(item.id)).state, await checkInvariants(db())], ['settled', []])
  })

  test('the charge of a returned credit is booked in the mode of the credit', async () => {
    const charges = async () => [await balanceOf('bank_charge', channelMode), await balanceOf('bank_charge')]
    const [ofChannel = 0, ofCredit = 0] = await charges()
    assert.match((await itemOf('BACK1')).record?.name ?? '', /^来款退回 STRANGE1/)
    await book('BACK1', 'charge')
    assert.deepEqual(await charges(), [ofChannel, ofCredit - 50])
  })

  test('a separate charge and interest are booked on their accounts, also out of suspense', async () => {
    const balances = async () => [await balanceOf('bank_charge', channelMode), await balanceOf('bank_interest', channelMode)]
    const [chargesBefore = 0, interestBefore = 0] = await balances()
    assert.deepEqual((await itemOf('INT0001')).treatments, ['hang', 'interest', 'book', 'return'])
    await book('INT0001', 'interest')
    await book('FEE0001', 'hang')
    assert.deepEqual((await itemOf('FEE0001')).treatments, ['charge', 'book', 'return'])
    await book('FEE0001', 'charge')
    assert.deepEqual(await balances(), [chargesBefore + separate.fee, interestBefore + separate.interest])
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('a top-up above the money that arrived is corrected at the unit’s expense', async () => {
    const [unit, adjustments] = [await available(), await balanceOf('adjustment')]
    const { treatments, record } = await itemOf('SHORT1')
    assert.deepEqual([treatments, record?.isTopup], [['hang', 'book', 'return'], true])
    assert.equal((await propose('SHORT1', 'charge')).error, 'wayGone')
    await book('SHORT1', 'book')
    assert.deepEqual([await balanceOf('adjustment'), await available()], [adjustments - 50, unit])
    const correction = { unitId: 1, mode: 2, direction: 'less', amount: '0.50', reason: '按实际到账更正', file: slip } as const
    const { id, version } = await server.must('finance', 'prepayments.proposeAdjustment', correction, at)
    await server.must('centre', 'prepayments.decideAdjustment', { adjustmentId: id, version, approve: true, reason: '' }, at)
    assert.deepEqual([await balanceOf('adjustment'), await available()], [adjustments, unit - 50])
  })

  test('a transfer registered after the statement with another amount becomes that difference', async () => {
    await pay(laterRefund, 'LATER1')
    await server.job('reconciliation.follow')
    const { kind, ours, theirs } = await itemOf('LATER1')
    assert.deepEqual([kind, ours, theirs], ['amount', 10_000, 10_020])
    await book('LATER1', 'charge')
  })

  test('the day balances, and the books have the movements of each mode to the fen', async () => {
    const ofNoRecord = separate.fee + separate.interest
    const [bankOfChannel = 0, bankOfRecords = 0] = bankBefore
    assert.deepEqual(await bankByMode(), [bankOfChannel - ofNoRecord, bankOfRecords - (statementTotal - ofNoRecord)])
    const { id, state, version } = await recon.day(day)
    assert.equal(state, 'balanced')
    await server.must('centre', 'reconciliation.close', { dayId: id, version }, atCentre)
    await server.job('reconciliation.follow')
    assert.deepEqual([(await recon.day(day)).state, await checkInvariants(db())], ['closed', []])
  })
})
