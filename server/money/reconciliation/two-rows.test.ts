import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { type BankMovement, bankFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const at = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const account = '622200001111'
const slip = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('slip') }
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('two rows with the reference of one transfer', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let first = 0
  let second = 0
  const balances = new Map<number, number>()
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const addAccount = async (name: string) => {
    await addChannel(server, { centreId: 2, name, kind: 'offline' })
    return (await db().selectFrom('channel').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  }
  const approveRefund = async () => {
    const { id, version } = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    return server.must('finance', 'prepayments.decideRefund', { refundId: id, version, approve: true }, at)
  }
  const pay = ({ id, version }: { id: number; version: number }, bankSerial: string, paidOn = today()) =>
    server.call('centre', 'prepayments.payRefund', { refundId: id, version, paidOn, bankSerial, slip }, at)
  const payRefund = async (bankSerial: string) => {
    const { code, message } = await pay(await approveRefund(), bankSerial)
    assert.equal(code, 1, message)
  }
  const importStatement = async (channelId: number, day: string, movements: readonly BankMovement[]) => {
    const opening = balances.get(channelId) ?? 10_000_000
    await recon.importStatement(channelId, 'bank', bankFile(day, opening, movements))
    balances.set(
      channelId,
      movements.reduce((sum, { amount }) => sum + amount, opening),
    )
  }
  const dayOfAccount = async (channelId: number, day: string) => {
    const { id } = (await recon.days()).find((row) => row.channelId === channelId && row.day === day) ?? assert.fail(`no day ${day}`)
    return server.must('finance', 'reconciliation.day', { dayId: id }, atCentre)
  }
  const itemsOf = async (keyword: string) => (await server.must('finance', 'reconciliation.items', { keyword, size: 200 }, atCentre)).rows
  const differencesOf = async (serial: string) =>
    (await itemsOf(serial)).map((row) => [row.day, row.channelName, row.kind, row.state, row.ending, row.difference]).toSorted()
  const openItem = async (serial: string) => {
    const found = (await itemsOf(serial)).find((row) => row.state !== 'settled')
    return recon.item(found?.id ?? assert.fail(`no open difference ${serial}`))
  }
  const treat = async (serial: string, treatment: ReconTreatment) => {
    await server.must('finance', 'reconciliation.propose', { ...recon.target(await openItem(serial)), treatment, reason: '银行扣收' }, atCentre)
    await server.must('centre', 'reconciliation.decide', { ...recon.target(await openItem(serial)), approve: true }, atCentre)
  }
  const closeDay = async (channelId: number, day: string) => {
    for (const item of (await recon.items((await dayOfAccount(channelId, day)).id)).filter((each) => each.state === 'open'))
      await server.must('finance', 'reconciliation.wait', recon.target(item), atCentre)
    const { id, version } = await dayOfAccount(channelId, day)
    await server.must('centre', 'reconciliation.close', { dayId: id, version }, atCentre)
  }
  const reopenDay = async (channelId: number, day: string) => {
    const { id, version } = await dayOfAccount(channelId, day)
    await server.must('caiwu', 'reconciliation.reopen', { dayId: id, version, reason: '更正' }, atCentre)
  }
  const follow = () => server.job('reconciliation.follow')
  const expectNoMoreMatching = async () => {
    const versions = async () => (await recon.days()).map((each) => [each.id, each.version])
    await follow()
    const before = await versions()
    await follow()
    assert.deepEqual(await versions(), before)
  }
  const nextDay = () => {
    server.advance(dayMs)
    return shiftDay(today(), -1)
  }

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    first = await addAccount('基本户')
    second = await addAccount('一般户')
    server.advance(dayMs)
    const rows = [[`${today()} 00:00:01`, 'ORIGIN1', '收入', '5000.00', unitName, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
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

  test('a row of a closed day loses its transfer to the exact row of another account', async () => {
    await payRefund('EXACT1')
    const day = nextDay()
    await importStatement(first, day, [{ serial: 'EXACT1', amount: -10_030 }])
    await closeDay(first, day)
    const later = nextDay()
    await importStatement(second, later, [{ serial: 'EXACT1', amount: -10_000 }])
    await importStatement(first, later, [{ serial: 'FEE0', amount: -50 }])
    await follow()
    assert.deepEqual(await differencesOf('EXACT1'), [
      [day, '基本户', 'amount', 'settled', 'matched', -30],
      [later, '基本户', 'long', 'open', null, -10_030],
    ])
    assert.deepEqual((await dayOfAccount(second, later)).registered, { count: 1, amount: 10_000 })
    assert.deepEqual((await openItem('EXACT1')).treatments, ['hang', 'charge', 'book', 'return'])
    await expectNoMoreMatching()
    await reopenDay(first, day)
    await expectNoMoreMatching()
    await treat('EXACT1', 'charge')
  })

  test('a row of a closed day loses its transfer to the exact row of a later day', async () => {
    await payRefund('EXACT2')
    const day = nextDay()
    await importStatement(first, day, [{ serial: 'exact 2', amount: -10_030 }])
    await closeDay(first, day)
    const later = nextDay()
    await importStatement(first, later, [{ serial: 'EXACT2', amount: -10_000 }])
    await follow()
    assert.deepEqual(await differencesOf('exact 2'), [
      [day, '基本户', 'amount', 'settled', 'matched', -30],
      [later, '基本户', 'long', 'open', null, -10_030],
    ])
    assert.deepEqual((await dayOfAccount(first, later)).registered, { count: 1, amount: 10_000 })
    await expectNoMoreMatching()
  })

  test('an exact row is a difference while a closed day has a booked difference of its transfer', async () => {
    await payRefund('BOOKED1')
    const day = nextDay()
    await importStatement(first, day, [{ serial: 'BOOKED1', amount: -10_030 }])
    await treat('BOOKED1', 'charge')
    await closeDay(first, day)
    const later = nextDay()
    await importStatement(second, later, [{ serial: 'BOOKED1', amount: -10_000 }])
    await follow()
    const charge = [day, '基本户', 'amount', 'settled', 'charge', -30]
    assert.deepEqual(await differencesOf('BOOKED1'), [charge, [later, '一般户', 'long', 'open', null, -10_000]])
    await expectNoMoreMatching()
    await reopenDay(first, day)
    await follow()
    await follow()
    assert.deepEqual(await differencesOf('BOOKED1'), [
      charge,
      [day, '基本户', 'long', 'open', null, -10_000],
      [later, '一般户', 'long', 'settled', 'matched', 0],
    ])
    await expectNoMoreMatching()
  })

  test('a day is not closed before a row that has lost its transfer is matched again', async () => {
    await payRefund('BOOKED2')
    const day = nextDay()
    await importStatement(first, day, [{ serial: 'BOOKED2', amount: -10_030 }])
    await treat('BOOKED2', 'charge')
    const later = nextDay()
    await importStatement(second, later, [{ serial: 'BOOKED2', amount: -10_000 }])
    const { id, version } = await dayOfAccount(first, day)
    const refused = await server.call('centre', 'reconciliation.close', { dayId: id, version }, atCentre)
    assert.equal(refused.error, 'matchingAgain')
    assert.equal((await server.must('centre', 'reconciliation.day', { dayId: id }, atCentre)).may.close, refused.message)
    await follow()
    const charge = [day, '基本户', 'amount', 'settled', 'charge', -30]
    assert.deepEqual(await differencesOf('BOOKED2'), [charge, [day, '基本户', 'long', 'open', null, -10_000]])
    await expectNoMoreMatching()
    await closeDay(first, day)
  })

  test('a record registers the reference of another row while one row is booked as a difference', async () => {
    const refund = await approveRefund()
    const day = nextDay()
    await importStatement(second, day, [{ serial: 'SAME2', amount: -10_000 }])
    await treat('SAME2', 'book')
    assert.equal((await pay(refund, 'SAME2')).error, 'serialBooked')
    await importStatement(first, day, [{ serial: 'SAME2', amount: -10_000 }])
    const paid = await pay(refund, 'SAME2')
    assert.equal(paid.code, 1, paid.message)
    await follow()
    await closeDay(second, day)
    await reopenDay(second, day)
    const expected = [
      [day, '一般户', 'long', 'settled', 'book', -10_000],
      [day, '基本户', 'long', 'settled', 'matched', 0],
    ]
    assert.deepEqual(await differencesOf('SAME2'), expected)
    assert.deepEqual((await dayOfAccount(first, day)).registered, { count: 1, amount: 10_000 })
    await expectNoMoreMatching()
  })

  test('a booked exact row stays booked when the day of its transfer is reopened', async () => {
    await payRefund('BOOKED3')
    const day = nextDay()
    await importStatement(first, day, [{ serial: 'BOOKED3', amount: -10_030 }])
    await treat('BOOKED3', 'charge')
    await closeDay(first, day)
    const later = nextDay()
    await importStatement(second, later, [{ serial: 'BOOKED3', amount: -10_000 }])
    await treat('BOOKED3', 'book')
    await closeDay(second, later)
    await reopenDay(first, day)
    await reopenDay(second, later)
    await expectNoMoreMatching()
    assert.deepEqual(await differencesOf('BOOKED3'), [
      [day, '基本户', 'amount', 'settled', 'charge', -30],
      [later, '一般户', 'long', 'settled', 'book', -10_000],
    ])
  })

  test('of two exact rows of one account in different spellings, the transfer explains one', async () => {
    await payRefund('SPELL1')
    const day = nextDay()
    await importStatement(first, day, [
      { serial: 'SPELL1', amount: -10_000 },
      { serial: 'spell 1', amount: -10_000 },
    ])
    assert.deepEqual((await dayOfAccount(first, day)).registered, { count: 1, amount: 10_000 })
    assert.deepEqual([await differencesOf('SPELL1'), await differencesOf('spell 1')], [[], [[day, '基本户', 'long', 'open', null, -10_000]]])
    await expectNoMoreMatching()
    await treat('spell 1', 'book')
  })

  test('a transfer registered after the closing of a day names that day to reopen', async () => {
    const refund = await approveRefund()
    const day = nextDay()
    await importStatement(first, day, [{ serial: 'LATER1', amount: -10_030 }])
    await closeDay(first, day)
    assert.equal((await pay(refund, 'LATER1', day)).code, 1)
    const later = nextDay()
    await importStatement(first, later, [{ serial: 'FEE1', amount: -50 }])
    await follow()
    assert.deepEqual(await differencesOf('LATER1'), [
      [day, '基本户', 'long', 'waiting', null, -10_030],
      [later, '基本户', 'short', 'open', null, 10_000],
    ])
    for (const { id } of await itemsOf('LATER1')) {
      const item = await recon.item(id)
      assert.deepEqual([item.daysToReopen, item.treatments], [[day], []])
      for (const treatment of ['book', 'return'] as const) {
        const { error, message } = await server.call('finance', 'reconciliation.propose', { ...recon.target(item), treatment, reason: '核实' }, atCentre)
        assert.deepEqual([error, message.includes(day)], ['dayToReopen', true])
      }
    }
    await reopenDay(first, day)
    await follow()
    assert.deepEqual(
      (await differencesOf('LATER1')).map((row) => row.slice(2)),
      [
        ['amount', 'waiting', null, -30],
        ['short', 'settled', 'matched', 0],
      ],
    )
    assert.deepEqual((await openItem('LATER1')).daysToReopen, [])
    await treat('LATER1', 'charge')
  })
})
