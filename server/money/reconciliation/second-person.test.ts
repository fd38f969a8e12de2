import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankFile, channelFile, type ReconItem, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const reason = '银行手续费'

describe('the second person who decides a difference', () => {
  let server: TestServer
  let recon: ReturnType<typeof reconciliationScenario>
  let fee: ReconItem
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const idOf = async (username: string) => (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? 0
  /** Books the fee in the name of this user, as the server would. */
  const bookFeeAs = async (username: string) =>
    inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': String(await idOf(username)), 'app.now': now().toISOString() }, (trx) =>
      sql`update recon_item set state = 'settled', ending = 'book', proposal = null, proposed_by = null, settled_at = ${now()} where id = ${fee.id}`.execute(
        trx,
      ),
    )
  const setPassword = async (of: string, by: string | null) =>
    sql`update app_user set password_reset_by = ${by && (await idOf(by))}, password_reset_at = ${by && now()} where username = ${of}`.execute(db())
  const approveFee = (who: string) => server.call(who, 'reconciliation.decide', { ...recon.target(fee), approve: true }, atCentre)

  before(async () => {
    server = await startTestServer()
    recon = reconciliationScenario(server)
    await extendDocuments(server)
    const { rows } = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(db())
    const channelId = rows[0]?.id ?? assert.fail('no channel')
    server.advance(dayMs)
    const day = dayOf(now())
    await paymentScenario(server).createPaidBatch([{ person: demoPeople().ordinary[0] ?? assert.fail('no person'), yuan: '500.00' }])
    await server.settle(2)
    const paidOrders = await recon.paymentsOn(channelId, day)
    server.advance(dayMs)
    await server.job('reconciliation.begin')
    await recon.importStatement(channelId, 'channel', channelFile(day, paidOrders))
    const movements = [...paidOrders.map(({ serial, amount }) => ({ serial, amount: -amount })), { serial: 'FEE1', amount: -50 }]
    await recon.importStatement(channelId, 'bank', bankFile(day, 10_000_000, movements))
    const [found] = await recon.items((await recon.day(day)).id)
    fee = await recon.item(found?.id ?? assert.fail('no difference'))
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('the database books no treatment without a proposal', () => assert.rejects(bookFeeAs('centre'), { code: '23000' }))

  test('neither the proposer nor an account whose password the proposer set books a treatment', async () => {
    fee = await server.must('finance', 'reconciliation.propose', { ...recon.target(fee), treatment: 'book', reason }, atCentre)
    await assert.rejects(bookFeeAs('finance'), { code: 'YC001' })
    await setPassword('centre', 'finance')
    await assert.rejects(bookFeeAs('centre'), { code: 'YC001' })
    assert.equal((await approveFee('centre')).error, 'linkedProposal')
    await setPassword('centre', null)
    const { data, message } = await approveFee('centre')
    assert.deepEqual([data?.state, data?.ending], ['settled', 'book'], message)
  })

  test('the database accepts a proposal only in the name of its proposer', async () => {
    const propose = sql`update recon_item set state = 'proposed', proposal = 'book', proposed_by = ${await idOf('centre')}, owner_id = 1, due_on = now() where id = ${fee.id}`
    const session = { 'app.all': 'on', 'app.user': String(await idOf('finance')), 'app.now': now().toISOString() }
    await assert.rejects(
      inTransaction(server.running.kernel.database, session, (trx) => propose.execute(trx)),
      { code: '23000' },
    )
  })
})
