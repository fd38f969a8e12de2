import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { shiftDay } from '#/domain/base/period.ts'
import { openSession, resetByLink } from '#/server/access/users/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { bankFile, csvUpload, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const at = { centre: 2, mode: 2 } as const
const unit = '星河互娱科技有限公司'
const account = '6222020200112233445'
const heading = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('one finance person cannot create spendable balance', () => {
  let server: TestServer
  let serialCount = 0
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const idOf = async (username: string) =>
    (await sql<{ id: number }>`select id from app_user where username = ${username}`.execute(db())).rows[0]?.id ?? assert.fail(username)
  const statement = (bankSerial: string, amount: string) =>
    csvUpload([heading, [`${server.running.kernel.clock.now().toISOString().slice(0, 10)} 00:30:00`, bankSerial, '收入', amount, unit, account, '预付款']])
  const available = async () => (await server.must('payer', 'prepayments.accounts', {})).find((row) => row.mode === 2)?.available ?? assert.fail()
  /** Applies for a top-up of the unit that a statement imported by this user covers. */
  const createMatchedTopup = async (amount: string, importer = 'finance') => {
    const bankSerial = `HAND${String(++serialCount).padStart(8, '0')}`
    const application = { centreId: 2, mode: 2 as const, amount, payerName: unit, payerAccount: account, bankSerial }
    const { id } = await server.must('payer', 'prepayments.submit', application)
    await server.must(importer, 'prepayments.importCredits', { file: statement(bankSerial, amount) }, at)
    return id
  }
  const seenBy = async (who: string, id: number) => {
    const { rows } = await server.must(who, 'prepayments.list', { states: ['matched'] }, at)
    return rows.find((row) => row.id === id) ?? assert.fail('not matched')
  }
  const target = async (id: number) => ({ id, version: (await seenBy('finance', id)).version })

  test('the importer of a statement cannot confirm the top-up that it covers', async () => {
    const availableBefore = await available()
    const id = await createMatchedTopup('888888.00')
    assert.equal((await seenBy('finance', id)).isVouched, false)
    assert.equal((await seenBy('centre', id)).isVouched, true)
    const refusal = await server.call('finance', 'prepayments.confirm', await target(id), at)
    assert.equal(refusal.error, 'ownCredit')
    assert.equal(await available(), availableBefore)
    await server.must('centre', 'prepayments.confirm', await target(id), at)
    assert.equal(await available(), availableBefore + 88_888_800)
    assert.deepEqual(await checkInvariants(db()), [])
  })

  test('the database refuses the importer as confirmer and a credit in another person’s name', async () => {
    const id = await createMatchedTopup('12.00')
    const finance = await idOf('finance')
    const session = { 'app.all': 'on', 'app.user': String(finance), 'app.now': server.running.kernel.clock.now().toISOString() }
    const runInSession = (statement: ReturnType<typeof sql>) => inTransaction(server.running.kernel.database, session, (trx) => statement.execute(trx))
    await assert.rejects(runInSession(sql`update topup set state = 'confirmed', decided_by = ${finance}, decided_at = app.moment() where id = ${id}`), {
      code: 'YC001',
    })
    const forgedCredit = sql`insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, credited_at, imported_by, created_at)
      values (2, 2, 'FORGED1', 100, 'x', 'x', '', app.moment(), ${await idOf('centre')}, app.moment())`
    await assert.rejects(runInSession(forgedCredit), /the person who registered a credit cannot change/)
  })

  test('a bank statement that another person imported for reconciliation confirms the credit', async () => {
    const id = await createMatchedTopup('14.00', 'centre')
    assert.equal((await seenBy('centre', id)).isVouched, false)
    const { serial } =
      (await sql<{ serial: string }>`select serial from bank_credit join topup on topup.bank_credit_id = bank_credit.id where topup.id = ${id}`.execute(db()))
        .rows[0] ?? assert.fail()
    const channel = (await server.must('finance', 'reconciliation.channels', {}, at)).find((each) => !each.isManual) ?? assert.fail('no channel')
    const day = shiftDay(server.running.kernel.clock.now().toISOString().slice(0, 10), -1)
    await reconciliationScenario(server).importStatement(channel.id, 'bank', bankFile(day, 0, [{ amount: 1_400, serial, payee: unit }]))
    assert.equal((await seenBy('centre', id)).isVouched, true)
    await server.must('centre', 'prepayments.confirm', await target(id), at)
  })

  test('an importer who reset a colleague’s password cannot confirm as that colleague for a day', async () => {
    const id = await createMatchedTopup('13.00', 'centre')
    const financeId = await resetByLink(server, 'platform', 'finance', 'Fresh#2026')
    await sql`update app_user set password_reset_by = ${await idOf('centre')} where id = ${financeId}`.execute(db())
    const finance = await openSession(server, 'finance', 'Fresh#2026')
    const confirm = async () => {
      const { version } = await seenBy('centre', id)
      return finance.call('prepayments.confirm', { id: String(id), version: String(version) }, '2')
    }
    assert.equal((await confirm()).error, 'ownCredit')
    server.advance(25 * 3_600_000)
    assert.equal((await confirm()).code, 1)
  })
})
