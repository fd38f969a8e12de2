import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ReconTreatment } from '#/domain/money/reconciliation.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { matchDay } from '#/server/money/reconciliation/matching.ts'
import { daysToMatchAgain } from '#/server/money/reconciliation/store-match.ts'
import { bankFile, channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { whileLocked } from '#/server/tests/locks-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const at = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const account = '622200001111'
const amount = 50_000
const headings = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('a credit that the bank statement showed as a difference first', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let day = ''
  let channelId = 0
  let dayId = 0
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const bankBalance = async () =>
    (await sql<{ fen: number }>`select sum(balance_fen)::bigint as fen from account where centre_id = 2 and kind = 'bank'`.execute(db())).rows[0]?.fen ?? 0
  const itemOf = async (serial: string) => {
    // The newest difference comes first.
    const found = (await recon.items(dayId)).find((each) => each.key === serial) ?? assert.fail(`no difference ${serial}`)
    return recon.item(found.id)
  }
  const propose = async (serial: string, treatment: ReconTreatment) => {
    const dueOn = dayOf(new Date(now().getTime() + 3 * dayMs))
    return server.call('finance', 'reconciliation.propose', { ...recon.target(await itemOf(serial)), treatment, reason: '来源不明', dueOn }, atCentre)
  }
  const approveProposal = async (serial: string) =>
    server.call('centre', 'reconciliation.decide', { ...recon.target(await itemOf(serial)), approve: true }, atCentre)
  const importCredit = async (serial: string) => {
    const rows = [[`${day} 11:00:00`, serial, '收入', '500.00', unitName, account, '']]
    const bytes = await writeSheet({ sheets: [{ name: '流水', columns: headings.map((heading) => ({ heading })), rows }] })
    return server.must('finance', 'prepayments.importCredits', { file: { filename: '流水.xlsx', mediaType: '', bytes } }, at)
  }
  const submit = (bankSerial: string) =>
    server.must('maker', 'prepayments.submit', { centreId: 2, mode: 2, amount: '500.00', payerName: unitName, payerAccount: account, bankSerial })
  const confirm = ({ id, version }: { id: number; version: number }) => server.call('centre', 'prepayments.confirm', { id, version }, at)
  const expectSuccess = (answer: { code: number; message: string }) => assert.equal(answer.code, 1, answer.message)

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    const { rows } = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    channelId = rows[0]?.id ?? assert.fail('no channel')
    server.advance(dayMs)
    day = dayOf(now())
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[0] ?? assert.fail('no person'), yuan: '500.00' }])
    await server.settle(2)
    const paidOrders = await recon.paymentsOn(channelId, day)
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    await recon.importStatement(channelId, 'channel', channelFile(day, paidOrders))
    const credits = ['IN01', 'IN02', 'IN03', 'IN04', 'IN05'].map((serial) => ({ serial, amount, payee: unitName }))
    await recon.importStatement(
      channelId,
      'bank',
      bankFile(day, 10_000_000, [...paidOrders.map(({ serial, amount }) => ({ serial, amount: -amount })), ...credits]),
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

  test('a booked difference cannot become a top-up too', async () => {
    const bankBefore = await bankBalance()
    expectSuccess(await propose('IN01', 'book'))
    expectSuccess(await approveProposal('IN01'))
    await importCredit('IN01')
    assert.equal((await confirm(await submit('IN01'))).error, 'serialBooked')
    assert.equal((await bankBalance()) - bankBefore, -amount)
  })

  test('a difference in suspense becomes a top-up once it is cleared', async () => {
    const bankBefore = await bankBalance()
    expectSuccess(await propose('IN02', 'hang'))
    expectSuccess(await approveProposal('IN02'))
    await importCredit('IN02')
    const topup = await submit('IN02')
    assert.equal((await confirm(topup)).error, 'serialBooked')
    expectSuccess(await propose('IN02', 'return'))
    expectSuccess(await approveProposal('IN02'))
    assert.equal((await confirm(topup)).data?.state, 'confirmed')
    assert.equal((await bankBalance()) - bankBefore, -amount)
  })

  test('an imported credit can be neither booked nor moved to suspense as a difference', async () => {
    expectSuccess(await propose('IN03', 'book'))
    await importCredit('IN03')
    assert.equal((await approveProposal('IN03')).error, 'transferKnown')
    await importCredit('IN04')
    for (const treatment of ['book', 'hang'] as const) assert.equal((await propose('IN04', treatment)).error, 'transferKnown')
    const bankBefore = await bankBalance()
    assert.equal((await confirm(await submit('IN03'))).data?.state, 'confirmed')
    assert.equal((await bankBalance()) - bankBefore, -amount)
  })

  test('a top-up concurrent with the booking of its difference is refused', { skip: process.env.TEST_DATABASE_URL === undefined }, async () => {
    const bankBefore = await bankBalance()
    expectSuccess(await propose('IN05', 'book'))
    const enter = async () => {
      await importCredit('IN05')
      return confirm(await submit('IN05'))
    }
    const bankLock = sql`select from account where centre_id = 2 and kind = 'bank' for update`
    const [decided, confirmed] = await whileLocked(db(), bankLock, [() => approveProposal('IN05'), enter])
    assert.deepEqual([decided.data?.ending, confirmed.error], ['book', 'serialBooked'])
    assert.equal((await bankBalance()) - bankBefore, -amount)
  })

  test('after a rematch of the day, a booked difference can be undone and become a top-up', async () => {
    await jobContext(server.running.kernel, () => false).runAsOwner('test', (ctx) => matchDay(ctx, channelId, day))
    assert.equal((await propose('IN02', 'book')).error, 'wrongState', 'the difference that became a top-up stays settled')
    const daysLeft = await jobContext(server.running.kernel, () => false).runAsOwner('test', (ctx) => daysToMatchAgain(ctx))
    assert.deepEqual(daysLeft, [], 'the day with the booked credit is not matched again and again')
    const bankBefore = await bankBalance()
    expectSuccess(await propose('IN01', 'book'))
    expectSuccess(await approveProposal('IN01'))
    assert.equal((await bankBalance()) - bankBefore, amount)
    const topup = (await server.must('maker', 'prepayments.list', { keyword: 'IN01' })).rows[0] ?? assert.fail('no top-up')
    assert.equal((await confirm(topup)).data?.state, 'confirmed')
    assert.equal((await bankBalance()) - bankBefore, 0)
  })
})
