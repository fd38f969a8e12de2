import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { type BankMovement, bankFile, channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const file = { filename: '缴款书.pdf', mediaType: 'application/pdf', bytes: pdfPage('tax') }

describe('a tax payment that is reversed after the bank statement showed it', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let channelId = 0
  let declarationId = 0
  let balance = 10_000_000
  let day = ''
  const [payee] = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1) && each.entity === null)
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const period = () => server.must('finance', 'periods.get', { declarationId }, atCentre)
  const target = async () => ({ declarationId, version: (await period()).version })
  const pay = async (yuan: string) => {
    await paymentScenario(server).createPaidBatch([{ person: payee ?? assert.fail('no person'), yuan }])
    await server.settle(2)
  }
  const payTax = async (serial: string, iit: number) => {
    const payment = { ...(await target()), iit: plainYuan(fen(iit)), paidOn: dayOf(now()), serial, file }
    const { entries } = await server.must('finance', 'periods.pay', payment, atCentre)
    const entry = entries.at(-1) ?? assert.fail('nothing is registered')
    await server.must('centre', 'periods.decidePayment', { taxEntryId: entry.id, version: entry.version, isApproved: true }, atCentre)
  }
  const bankBalance = async () =>
    (await sql<{ fen: number }>`select balance_fen as fen from account where centre_id = 2 and mode = 2 and kind = 'bank'`.execute(db())).rows[0]?.fen ?? 0
  const entryOf = async (serial: string) => (await period()).entries.findLast((each) => each.serial === serial) ?? assert.fail(`no entry ${serial}`)
  const requestReversal = async (serial: string) => {
    const { id: taxEntryId, version } = await entryOf(serial)
    await server.must('finance', 'periods.reversePayment', { taxEntryId, version, reason: '登记有误' }, atCentre)
  }
  const approveReversal = async (serial: string) => {
    const { id: taxEntryId, version } = await entryOf(serial)
    return server.call('centre', 'periods.decideReversal', { taxEntryId, version, isApproved: true }, atCentre)
  }
  const reverse = async (serial: string) => {
    await requestReversal(serial)
    const { code, message } = await approveReversal(serial)
    assert.equal(code, 1, message)
  }
  const openItem = async (serial: string) => {
    const found = (await recon.items((await recon.day(day)).id)).find((each) => each.key === serial && each.state !== 'settled')
    return recon.item(found?.id ?? assert.fail(`no open difference ${serial}`))
  }
  const book = async (serial: string, treatment: ReconTreatment) => {
    await server.must('finance', 'reconciliation.propose', { ...recon.target(await openItem(serial)), treatment, reason: '银行扣收' }, atCentre)
    await server.must('centre', 'reconciliation.decide', { ...recon.target(await openItem(serial)), approve: true }, atCentre)
  }
  const importFiles = async (of: string, movements: readonly BankMovement[]) => {
    const paidOrders = await recon.paymentsOn(channelId, of)
    await recon.importStatement(channelId, 'channel', channelFile(of, paidOrders))
    const all = [...paidOrders.map((each) => ({ serial: each.serial, amount: -each.amount })), ...movements]
    await recon.importStatement(channelId, 'bank', bankFile(of, balance, all))
    for (const movement of all) balance += movement.amount
  }
  const differencesOf = async (serial: string) => {
    const { rows } = await server.must('finance', 'reconciliation.items', { keyword: serial, size: 200 }, atCentre)
    return rows.map((row) => [row.day, row.side, row.kind, row.state, row.difference])
  }

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    const { rows } = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    channelId = rows[0]?.id ?? assert.fail('no channel')
    const month = monthOf(now())
    await pay('120000.00')
    server.advance(Date.parse(`${shiftMonth(month, 1)}-02T09:00:00+08:00`) - now().getTime())
    declarationId = (await server.must('finance', 'periods.list', { month, size: 200 }, atCentre)).rows[0]?.id ?? assert.fail('no period')
    await server.must('finance', 'periods.close', { ...(await target()), reason: '已核实' }, atCentre)
    await server.job('periods.draw', { declarationId })
    await server.must('centre', 'periods.confirm', await target(), atCentre)
    const { accrued } = await period()
    const taxes = { vat: plainYuan(fen(accrued.vat)), surcharge: plainYuan(fen(accrued.surcharge)), iit: plainYuan(fen(accrued.iit)) }
    const vatFile = { ...file, filename: '增值税.pdf', bytes: pdfPage('vat') }
    const declaration = { ...taxes, declaredOn: dayOf(now()), file, no: 'SB-IIT-1', vatNo: 'SB-VAT-1', vatFile }
    await server.must('finance', 'periods.declare', { ...(await target()), ...declaration }, atCentre)
    day = dayOf(now())
    await pay('500.00')
    await payTax('TAX1', 100)
    await payTax('TAX2', 200)
    await payTax('TAX3', 300)
    await payTax('TAX4', 400)
    await payTax('TAX5', 500)
    await payTax('TAX6', 600)
    server.advance(dayMs)
    await importFiles(day, [
      { serial: 'TAX1', amount: -100 },
      { serial: 'TAX2', amount: -200 },
      { serial: 'TAX3', amount: -310 },
      { serial: 'TAX4', amount: -420 },
      { serial: 'TAX5', amount: -530 },
      { serial: 'TAX6', amount: -610 },
    ])
    assert.deepEqual((await recon.day(day)).registered, { count: 6, amount: 2_100 })
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('the payment is a difference of its day while that day is open', async () => {
    await reverse('TAX1')
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('TAX1'), [[day, 'bank', 'long', 'open', -100]])
    const { state, registered } = await recon.day(day)
    assert.deepEqual([state, registered], ['differing', { count: 5, amount: 2_000 }])
  })

  test('a payment with a booked charge can be registered again, and its charge is booked once', async () => {
    await book('TAX3', 'charge')
    await reverse('TAX3')
    await server.job('reconciliation.follow')
    const charge = [day, 'bank', 'amount', 'settled', -10]
    assert.deepEqual((await differencesOf('TAX3')).toSorted(), [charge, [day, 'bank', 'long', 'open', -300]])
    await payTax('TAX3', 300)
    await server.job('reconciliation.follow')
    const endings = (await differencesOf('TAX3')).map((row) => [row[2], row[3]]).toSorted()
    assert.deepEqual([endings[0], endings[1]?.[1], (await recon.day(day)).registered], [['amount', 'settled'], 'settled', { count: 5, amount: 2_000 }])
  })

  test('the remainder of a booked charge after another registered amount can be booked', async () => {
    const bankBefore = await bankBalance()
    await book('TAX5', 'charge')
    await reverse('TAX5')
    await payTax('TAX5', 510)
    await server.job('reconciliation.follow')
    const { kind, difference, treatments } = await openItem('TAX5')
    assert.deepEqual([kind, difference, treatments], ['short', 10, ['hang', 'book', 'return']])
    const { version } = await recon.day(day)
    await server.job('reconciliation.follow')
    assert.equal((await recon.day(day)).version, version)
    await book('TAX5', 'book')
    assert.equal((await bankBalance()) - bankBefore, 530 - 500)
  })

  test('a reversed record frees its reference, also after a remainder was booked as a difference', async () => {
    await reverse('TAX5')
    await server.job('reconciliation.follow')
    const { kind, difference } = await openItem('TAX5')
    assert.deepEqual([kind, difference], ['long', -510])
    await payTax('TAX5', 510)
    await server.job('reconciliation.follow')
    const open = (await differencesOf('TAX5')).filter((row) => row[3] !== 'settled')
    assert.deepEqual([open, (await recon.day(day)).registered], [[], { count: 5, amount: 2_010 }])
  })

  test('a record can register its reference again after a further remainder was booked', async () => {
    await reverse('TAX5')
    await payTax('TAX5', 490)
    await server.job('reconciliation.follow')
    const { kind, difference } = await openItem('TAX5')
    assert.deepEqual([kind, difference], ['long', -20])
    await book('TAX5', 'book')
    await reverse('TAX5')
    await server.job('reconciliation.follow')
    assert.equal((await openItem('TAX5')).difference, -490)
    await payTax('TAX5', 490)
    await server.job('reconciliation.follow')
    const open = (await differencesOf('TAX5')).filter((row) => row[3] !== 'settled')
    assert.deepEqual([open, (await recon.day(day)).registered], [[], { count: 5, amount: 1_990 }])
  })

  test('a charge is undone in its mode when its record has the amount of the statement', async () => {
    const bankBefore = await bankBalance()
    await book('TAX6', 'charge')
    await reverse('TAX6')
    await payTax('TAX6', 610)
    await server.job('reconciliation.follow')
    const { kind, difference, treatments } = await openItem('TAX6')
    assert.deepEqual([kind, difference, treatments], ['short', 10, ['hang', 'book', 'return']])
    await book('TAX6', 'book')
    assert.equal((await bankBalance()) - bankBefore, 610 - 600)
  })

  test('the payment is a difference of the next open day once its day is closed', async () => {
    for (const item of (await recon.items((await recon.day(day)).id)).filter((each) => each.state === 'open'))
      await server.must('finance', 'reconciliation.wait', recon.target(item), atCentre)
    const { id: dayId, version } = await recon.day(day)
    await server.must('centre', 'reconciliation.close', { dayId, version }, atCentre)
    await reverse('TAX2')
    await reverse('TAX4')
    const stale = { ...recon.target(await openItem('TAX4')), treatment: 'charge', reason: '银行扣收' } as const
    assert.equal((await server.call('finance', 'reconciliation.propose', stale, atCentre)).error, 'matchingAgain')
    const next = dayOf(now())
    await pay('501.00')
    server.advance(dayMs)
    await importFiles(next, [])
    await server.job('reconciliation.follow')
    assert.deepEqual(await differencesOf('TAX2'), [[next, 'bank', 'long', 'open', -200]])
    assert.deepEqual((await differencesOf('TAX4')).toSorted(), [
      [day, 'bank', 'amount', 'settled', -20],
      [next, 'bank', 'long', 'open', -420],
    ])
    assert.deepEqual((await recon.day(day)).registered, { count: 5, amount: 2_000 })
  })

  test('the reversal of a payment with a booked charge is refused until its closed day is reopened', async () => {
    const before = await differencesOf('TAX3')
    await requestReversal('TAX3')
    const { error, message } = await approveReversal('TAX3')
    assert.deepEqual([error, message.includes(day), message.includes('TAX3'), await differencesOf('TAX3')], ['dayToReopen', true, true, before])
    const { id: dayId, version } = await recon.day(day)
    await server.must('caiwu', 'reconciliation.reopen', { dayId, version, reason: '缴款登记有误' }, atCentre)
    assert.equal((await approveReversal('TAX3')).code, 1)
    await server.job('reconciliation.follow')
    const reopened = await recon.day(day)
    const [rest] = (await differencesOf('TAX3')).filter((row) => row[3] !== 'settled')
    assert.deepEqual([rest?.slice(1), reopened.state], [['bank', 'long', 'open', -300], 'differing'])
    await payTax('TAX3', 300)
  })

  test('the difference settles when the payment is registered again', async () => {
    await payTax('TAX2', 200)
    await payTax('TAX4', 400)
    await server.job('reconciliation.follow')
    assert.deepEqual(
      (await differencesOf('TAX2')).map((row) => row[3]),
      ['settled'],
    )
    const [remaining] = (await differencesOf('TAX4')).filter((row) => row[3] !== 'settled')
    assert.deepEqual([remaining?.[2], remaining?.[4]], ['amount', -20])
  })
})
