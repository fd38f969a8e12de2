import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { openSession } from '#/server/access/users/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 24 * 3_600_000

describe('a second account of one administrator', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  let batchId = 0
  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? assert.fail(username)
  /** Runs a statement as the accounts role on behalf of this person, as the account operations do. */
  const runAsAccounts = async (who: string, statement: ReturnType<typeof sql>) => {
    const session = { 'app.all': 'on', 'app.user': String(await idOf(who)), 'app.now': server.running.kernel.clock.now().toISOString() }
    await inTransaction(server.running.kernel.database, session, async (trx) => {
      await sql`set local role app_accounts`.execute(trx)
      await statement.execute(trx)
    })
  }
  const check = async () => {
    const checker = await openSession(server, 'checker', demoPassword)
    const { version } = await scenario.get(batchId)
    return checker.call('payments.check', { id: String(batchId), version: String(version), approve: 'true' })
  }
  before(async () => {
    const person = demoPeople().ordinary[0] ?? assert.fail()
    const { id } = await scenario.draft([{ person, yuan: '1000.00' }])
    const lineId = (await scenario.lines(id))[0]?.id ?? assert.fail('no line')
    await server.must('unit1', 'lines.repair', { batchId: id, changes: [{ lineId, cells: { amountText: '49000.00' } }] })
    batchId = (await scenario.submit(await scenario.get(id), 'unit1')).id
  })

  test('an account still controlled by its creator cannot check the creator’s batch', async () => {
    await sql`update app_user set made_by = ${await idOf('unit1')} where username = 'checker'`.execute(db())
    server.advance(3 * dayMs)
    assert.equal((await check()).error, 'ownWork')
    const now = server.running.kernel.clock.now().toISOString()
    const checker = await idOf('checker')
    const session = { 'app.all': 'on', 'app.user': String(checker), 'app.now': now }
    const checkerUpdate = inTransaction(server.running.kernel.database, session, (trx) =>
      sql`update payment_batch set checker_id = ${checker} where id = ${batchId}`.execute(trx),
    )
    await assert.rejects(checkerUpdate, /whose password a participant set/)
  })

  test('a password set by another administrator makes the owner independent of the creator', async () => {
    const ownedAt = async () =>
      (await sql<{ owned_at: Date | null }>`select owned_at from app_user where username = 'checker'`.execute(db())).rows[0]?.owned_at ?? null
    const passwordChange = sql`update app_user set password_hash = password_hash || ' ' where username = 'checker'`
    const passwordRestore = sql`update app_user set password_hash = rtrim(password_hash) where username = 'checker'`
    await runAsAccounts('unit1', passwordChange)
    assert.equal(await ownedAt(), null)
    await runAsAccounts('platform', passwordRestore)
    assert.notEqual(await ownedAt(), null)
  })

  test('two accounts with the same mobile number count as one person', async () => {
    await sql`update app_user set made_by = null, owned_at = null, password_reset_by = null, password_reset_at = null,
      mobile = (select mobile from app_user where username = 'unit1') where username = 'checker'`.execute(db())
    assert.equal((await check()).error, 'ownWork')
    await sql`update app_user set mobile = '13912340002' where username = 'checker'`.execute(db())
    assert.equal((await check()).code, 1)
  })
})
