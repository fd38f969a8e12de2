import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { encodeGbk } from '#/server/lib/gbk.ts'
import { markTransferBooked, registerTransfer } from '#/server/money/ledger/public.ts'
import { csvUpload } from '#/server/money/reconciliation/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const unitName = '星河互娱科技有限公司'
const unitAccountNo = '85710000000012'
const heading = ['交易时间', '银行流水号', '收支方向', '金额', '对方户名', '对方账号', '附言']

describe('bank credits', () => {
  let server: TestServer
  let serialCount = 0
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const today = () => server.running.kernel.clock.now().toISOString().slice(0, 10)
  const serial = () => `C${String(++serialCount).padStart(10, '0')}`
  const importCredits = (...rows: { serial: string; amount: string; payer?: string; memo?: string }[]) => {
    const lines = rows.map(({ serial: no, amount, payer = unitName, memo = '' }) => [`${today()} 00:30:00`, no, '收入', amount, payer, '622200001111', memo])
    return server.must('finance', 'prepayments.importCredits', { file: csvUpload([heading, ...lines]) }, atCentre)
  }
  const unclaimedCount = async () => (await server.must('maker', 'prepayments.accounts', {})).find((row) => row.mode === 2)?.unclaimed ?? 0
  const creditOf = async (bankSerial: string) => db().selectFrom('bank_credit').selectAll().where('serial', '=', bankSerial).executeTakeFirstOrThrow()

  test('a known serial with another amount is reported with both amounts and not imported', async () => {
    const firstSerial = serial()
    await importCredits({ serial: firstSerial, amount: '5000.00' })
    const conflictingSerial = serial()
    const validSerial = serial()
    const answer = await importCredits(
      { serial: firstSerial, amount: '9999.00' },
      { serial: conflictingSerial, amount: '1.00' },
      { serial: validSerial, amount: '2.00' },
      { serial: conflictingSerial, amount: '3.00' },
    )
    assert.deepEqual([answer.added, answer.repeated], [1, 0])
    assert.deepEqual(
      answer.problems.map(({ line }) => line),
      [2, 3, 5],
    )
    assert.match(answer.problems[0]?.message ?? '', new RegExp(`${firstSerial}.*¥5,000\\.00.*¥9,999\\.00`))
    assert.match(answer.problems[1]?.message ?? '', new RegExp(conflictingSerial))
    assert.equal((await creditOf(firstSerial)).amount_fen, 500_000)
    assert.equal((await db().selectFrom('bank_credit').select('id').where('serial', '=', conflictingSerial).execute()).length, 0)
  })

  test('the banks of two centres may use the same serial for different credits', async () => {
    const serialNo = serial()
    const { rows } = await sql<{
      n: number
    }>`insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, credited_at, created_at)
      values (5, 2, ${serialNo}, 777, '外地客户', '6222', '', now(), now()) returning 1 as n`.execute(db())
    assert.equal(rows.length, 1)
    assert.deepEqual(await importCredits({ serial: serialNo, amount: '300.00' }), { added: 1, matched: 0, repeated: 0, problems: [], skipped: [] })
    await sql`delete from bank_credit where centre_id = 5 and serial = ${serialNo}`.execute(db())
  })

  test('credits are found by serial, payer and day, and add to the unit’s unclaimed amount', async () => {
    const unclaimedBefore = await unclaimedCount()
    const secondSerial = serial()
    await importCredits({ serial: secondSerial, amount: '4321.00', payer: '某关联公司', memo: `货款 ${unitAccountNo}` })
    const searchCredits = async (filter: { keyword?: string; from?: string; to?: string; state?: 'unclaimed' | 'returned' }) =>
      (await server.must('finance', 'prepayments.credits', filter, atCentre)).rows.map((row) => row.serial)
    assert.deepEqual(await searchCredits({ keyword: secondSerial }), [secondSerial])
    assert.deepEqual(await searchCredits({ keyword: '某关联', from: today(), state: 'unclaimed' }), [secondSerial])
    assert.deepEqual(await searchCredits({ keyword: secondSerial, to: shiftDay(today(), -1) }), [])
    assert.deepEqual(await searchCredits({ keyword: '%' }), [])
    assert.ok((await server.must('finance', 'prepayments.exportCredits', { keyword: secondSerial }, atCentre)).fileId)
    assert.equal(await unclaimedCount(), unclaimedBefore + 432_100)
  })

  test('a credit that a booked tax refund explains is not pending work', async () => {
    const [refund, other] = [serial(), serial()]
    const countUnclaimedTasks = async () => (await server.must('finance', 'tasks.waiting', {}, atCentre)).find((task) => task.kind === 'unclaimed')?.count ?? 0
    const list = async (state: 'unclaimed' | 'registered') => {
      const { rows } = await server.must('finance', 'prepayments.credits', { state, keyword: '税务局' }, atCentre)
      return rows.map((row) => [row.serial, row.registeredAs])
    }
    const unclaimedBefore = await countUnclaimedTasks()
    await importCredits({ serial: refund, amount: '80.00', payer: '税务局' }, { serial: other, amount: '90.00', payer: '税务局' })
    const register = (no: string, amount: number, isBooked: boolean, id: number) =>
      jobContext(server.running.kernel, () => false).run('test', (ctx) =>
        registerTransfer(ctx, {
          centreId: 2,
          direction: 'in',
          serial: no,
          amount: fen(amount),
          use: 'tax_credit_move',
          id,
          no: '2026-10',
          isBooked,
          paidOn: null,
        }),
      )
    await register(other, 9_001, true, 900_001)
    await register(refund, 8_000, false, 900_002)
    assert.deepEqual([await list('registered'), (await list('unclaimed')).length, await countUnclaimedTasks()], [[], 2, unclaimedBefore + 2])
    await jobContext(server.running.kernel, () => false).run('test', (ctx) => markTransferBooked(ctx, 'tax_credit_move', 900_002))
    assert.deepEqual(await list('registered'), [[refund, '退税到账 2026-10']])
    assert.deepEqual([await list('unclaimed'), await countUnclaimedTasks()], [[[other, '']], unclaimedBefore + 1])
    const { id: creditId } = await creditOf(refund)
    const file = { filename: '凭证.pdf', mediaType: 'application/pdf', bytes: pdfPage('credit') }
    const claim = { creditId, unitId: 1, mode: 2, reason: '代付款', papers: file } as const
    assert.equal((await server.call('finance', 'prepayments.claimFor', claim, atCentre)).error, 'creditGone')
    const returnInput = { creditId, reason: '来源不明', paidOn: today(), bankSerial: serial(), slip: file }
    assert.equal((await server.call('finance', 'prepayments.proposeReturn', returnInput, atCentre)).error, 'creditGone')
    assert.ok((await server.must('finance', 'prepayments.exportCredits', { state: 'registered' }, atCentre)).fileId)
  })

  test('unit and centre see the same unclaimed amount when another record books a credit', async () => {
    const unclaimedAtUnit = await unclaimedCount()
    const refund = serial()
    await importCredits({ serial: refund, amount: '70.00', payer: '税务局', memo: `退税 ${unitAccountNo}` })
    assert.equal(await unclaimedCount(), unclaimedAtUnit + 7_000)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      registerTransfer(ctx, {
        centreId: 2,
        direction: 'in',
        serial: refund,
        amount: fen(7_000),
        use: 'tax_credit_move',
        id: 900_003,
        no: '2026-09',
        isBooked: true,
        paidOn: null,
      }),
    )
    const unclaimedAtCentre = (await server.must('finance', 'prepayments.accounts', { unitId: 1 }, atCentre)).find((row) => row.mode === 2)?.unclaimed
    assert.deepEqual([await unclaimedCount(), unclaimedAtCentre], [unclaimedAtUnit, unclaimedAtUnit])
  })

  test('a credit to a unit’s account of one mode matches no top-up of the other mode', async () => {
    await importCredits({ serial: serial(), amount: '777.77', memo: `货款 ${unitAccountNo}` })
    const submit = (mode: 1 | 2) =>
      server.must('maker', 'prepayments.submit', {
        ...{ centreId: 2, mode, amount: '777.77', payerName: unitName, payerAccount: '622200001111', bankSerial: serial() },
      })
    assert.equal((await submit(1)).state, 'submitted')
    assert.equal((await submit(2)).state, 'matched')
  })

  test('a bank statement in GBK is imported', async () => {
    const line = `${today()} 10:30:00,${serial()},收入,10.00,${unitName},622200001111`
    const text = `交易时间,银行流水号,收支方向,金额,对方户名,对方账号\r\n${line}`
    const file = { filename: 'gbk.csv', mediaType: 'text/csv', bytes: encodeGbk(text) }
    assert.equal((await server.must('finance', 'prepayments.importCredits', { file }, atCentre)).added, 1)
  })
})
