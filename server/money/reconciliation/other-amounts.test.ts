import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
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

interface Refund {
  readonly id: number
  readonly version: number
}

describe('rows with the reference of a transfer and another amount', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let day = ''
  let laterRefund: Refund = { id: 0, version: 0 }
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const approveRefund = async () => {
    const { id, version } = await server.must('payer', 'prepayments.applyRefund', { centreId: 2, mode: 2, account, amount: '100.00', reason: '项目结束' })
    return server.must('finance', 'prepayments.decideRefund', { refundId: id, version, approve: true }, at)
  }
  const pay = ({ id, version }: Refund, bankSerial: string) =>
    server.must('centre', 'prepayments.payRefund', { refundId: id, version, paidOn: day, bankSerial, slip }, at)
  const addAccount = async (name: string) => {
    await addChannel(server, { centreId: 2, name, kind: 'offline' })
    return (await db().selectFrom('channel').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  }
  const openItems = async () => {
    const { rows } = await server.must('finance', 'reconciliation.items', { states: ['open', 'waiting'], size: 200 }, atCentre)
    return rows.filter((each) => each.day === day)
  }
  const itemOf = async (key: string, theirs: number) => {
    const found = (await openItems()).find((each) => each.key === key && each.theirs === theirs)
    return recon.item(found?.id ?? assert.fail(`no open difference ${key}`))
  }
  const propose = (item: { id: number; version: number }) =>
    server.call('finance', 'reconciliation.propose', { ...recon.target(item), treatment: 'book', reason: '核实后入账' }, atCentre)
  const versionsOfTwoRuns = async () => {
    const versions = async () => (await recon.days()).map((each) => [each.id, each.version])
    await server.job('reconciliation.follow')
    const before = await versions()
    await server.job('reconciliation.follow')
    return [await versions(), before]
  }

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    const [first, second] = [await addAccount('基本户'), await addAccount('一般户')]
    server.advance(dayMs)
    day = dayOf(now())
    const rows = [[`${day} 00:00:01`, 'ORIGIN1', '收入', '5000.00', unitName, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    await server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
    const topup = { centreId: 2, mode: 2, amount: '5000.00', payerName: unitName, payerAccount: account, bankSerial: 'ORIGIN1' } as const
    const { id, version } = await server.must('maker', 'prepayments.submit', topup)
    await server.must('centre', 'prepayments.confirm', { id, version }, at)
    for (const serial of ['SAME1', 'TWICE1', 'SPELL1']) await pay(await approveRefund(), serial)
    laterRefund = await approveRefund()
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    const ofFirst: BankMovement[] = [
      { serial: 'ORIGIN1', amount: 500_000 },
      { serial: 'SAME1', amount: -10_030 },
      { serial: 'TWICE1', amount: -20_000 },
      { serial: 'spell 1', amount: -10_050 },
      { serial: 'SPELL1', amount: -4_000 },
      { serial: 'LATER1', amount: -10_020 },
    ]
    await recon.importStatement(first, 'bank', bankFile(day, 10_000_000, ofFirst))
    await recon.importStatement(second, 'bank', bankFile(day, 10_000_000, [{ serial: 'SAME1', amount: -7_700 }]))
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('days are not matched again without new facts', async () => {
    const found = (await openItems()).map((each) => [each.key, each.kind, each.ours, each.theirs])
    assert.deepEqual(found.toSorted(), [
      ['LATER1', 'long', 0, 10_020],
      ['SAME1', 'amount', 10_000, 10_030],
      ['SAME1', 'long', 0, 7_700],
      ['SPELL1', 'long', 0, 4_000],
      ['TWICE1', 'amount', 10_000, 20_000],
      ['spell 1', 'amount', 10_000, 10_050],
    ])
    const [versions, before] = await versionsOfTwoRuns()
    assert.deepEqual(versions, before)
  })

  test('a row of another account with the same reference can be booked', async () => {
    assert.deepEqual((await itemOf('SAME1', 7_700)).treatments, ['hang', 'charge', 'book', 'return'])
    assert.deepEqual((await itemOf('SPELL1', 4_000)).treatments, ['hang', 'charge', 'book', 'return'])
  })

  test('a form with the amounts before another match is refused', async () => {
    const stale = await itemOf('LATER1', 10_020)
    await pay(laterRefund, 'LATER1')
    await server.job('reconciliation.follow')
    const { kind, ours } = await recon.item(stale.id)
    assert.deepEqual([kind, ours, (await propose(stale)).error], ['amount', 10_000, 'changed'])
    const [versions, before] = await versionsOfTwoRuns()
    assert.deepEqual(versions, before)
  })

  test('differences of registered transfers leave the balanced day of units unchanged', async () => {
    const balancedTo = async () => (await sql<{ day: string | null }>`select app.balanced_to(2, 2::smallint)::text as day`.execute(db())).rows[0]?.day
    const isUnsettled = (await openItems()).some((each) => each.kind === 'amount')
    for (const item of (await openItems()).filter((each) => each.state === 'open'))
      await server.must('finance', 'reconciliation.wait', recon.target(item), atCentre)
    for (const { id, version } of (await recon.days()).filter((each) => each.day === day))
      await server.must('centre', 'reconciliation.close', { dayId: id, version }, atCentre)
    assert.deepEqual([isUnsettled, await balancedTo()], [true, day])
  })
})
