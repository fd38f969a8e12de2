import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { businessOwnerAt, declarationAmounts, filingScenario, prepareOwners, resultRow, resultsFile } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const [thirdQuarter, fourthQuarter, nextYear] = ['2026-Q3', '2026-Q4', '2027-Q1']

describe('overpaid VAT carried over the new year', () => {
  let server: TestServer
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { pay, rowOf, target, close, declare, generate, get } = filingScenario(
    () => server,
    () => nextYear,
  )
  /** Returns the last payment to a business by the bank. */
  async function bounce(index: number): Promise<void> {
    const { rows } = await sql<{ id: number }>`select line.id from payment_line line join operator_entity entity on entity.id = line.entity_id
      where entity.credit_code = ${businessOwnerAt(index).entity.creditCode} and line.state = 'success' order by line.id desc limit 1`.execute(db())
    await desk.bounce(rows[0]?.id ?? assert.fail('the business was not paid'))
  }
  /** Pays businesses that have no overdue duties. */
  async function payAt(day: string, ...owed: readonly (readonly [index: number, yuan: string])[]): Promise<void> {
    toDay(day)
    await server.job('entities.sweep')
    await sql`update entity_obligation set state = 'void', remind_on = null where state in ('open', 'overdue')`.execute(db())
    await sql`update operator_entity set state = 'operating' where state = 'abnormal'`.execute(db())
    await pay(...owed)
  }
  const correct = async (index: number, period: string, other: string) => {
    const { id } = await rowOf('vat', index, period)
    return server.must('finance', 'businessfilings.correct', { ...(await target(id)), other, reason: '线下收入' }, modeOnePlace)
  }
  const cancelCorrection = async (index: number, period: string) => {
    const { id } = await rowOf('vat', index, period)
    await server.must('finance', 'businessfilings.cancelCorrection', { ...(await target(id)), reason: '录入有误' }, modeOnePlace)
  }
  const reopen = async (id: number) => server.must('finance', 'businessfilings.reopen', { ...(await target(id)), reason: '前期已变' }, modeOnePlace)

  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-04-02T09:00:00+08:00') - Date.now() })
    desk = await businessDesk(server)
    await prepareOwners(server)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_005, no: 'CZ990005', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    await payAt('2026-04-02', [0, '404000.00'])
    await payAt('2026-07-02', [1, '404000.00'], [2, '404000.00'])
    await bounce(0)
    toDay('2026-10-02')
    await generate('vat', thirdQuarter)
    assert.equal((await close('vat', '已核实', thirdQuarter)).code, 1)
    await bounce(1)
    await bounce(2)
    await payAt('2026-10-03', [2, '404000.00'])
    await payAt('2027-01-02', [0, '505000.00'], [1, '505000.00'], [2, '505000.00'])
    toDay('2027-04-02')
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('overpaid VAT is carried past a fourth quarter without a filing', async () => {
    await generate('vat')
    await generate('incomeTax')
    const figures = async (index: number) => {
      const { creditBefore, vat } = (await get((await rowOf('vat', index)).id)).figures
      return [creditBefore, vat]
    }
    assert.deepEqual(await figures(0), [400_000, 100_000], 'the filing of the third quarter carries it')
    assert.deepEqual(await figures(1), [400_000, 100_000], 'the payment came back in the fourth quarter')
    assert.deepEqual(await figures(2), [0, 500_000], 'the fourth quarter deducted the return')
    assert.equal((await get((await rowOf('incomeTax', 1)).id)).figures.income, 50_000_000, 'income tax begins again in January')
  })

  test('a filing that an earlier quarter outdated is declared only after it was closed again', async () => {
    assert.equal((await close('vat', '已核实')).code, 1)
    await generate('vat', fourthQuarter)
    await correct(1, fourthQuarter, '404000.00')
    const closed = await rowOf('vat', 1)
    assert.equal(closed.isOutdated, true)
    const refused = await declare(closed.id, declarationAmounts(closed))
    assert.equal(refused.error, 'outdated')
    assert.match(refused.message, /重新打开/)
    await reopen(closed.id)
    assert.equal((await close('vat', '已核实')).error, 'blocked', 'the fourth quarter is open')
    assert.equal((await close('vat', '已核实', fourthQuarter)).code, 1)
    assert.equal((await close('vat', '已核实')).code, 1)
    const closedAgain = await rowOf('vat', 1)
    assert.deepEqual([closedAgain.isOutdated, closedAgain.vat], [false, 500_000])
    assert.equal((await declare(closedAgain.id, declarationAmounts(closedAgain))).data?.state, 'declared')
  })

  test('an import of results names the outdated filing and changes nothing', async () => {
    await generate('incomeTax')
    assert.equal((await close('incomeTax', '已核实')).code, 1)
    const { id } = await rowOf('vat', 2)
    assert.equal((await declare(id, declarationAmounts(await rowOf('vat', 2)))).code, 1)
    await correct(2, nextYear, '1000.00')
    const row = await rowOf('incomeTax', 2)
    assert.equal(row.isOutdated, true)
    const file = await resultsFile([resultRow(row, nextYear, 'SB-OUTDATED', '2027-04-02')])
    const { filings, faults } = await server.must('finance', 'businessfilings.importResults', { kind: 'incomeTax', period: nextYear, file }, modeOnePlace)
    assert.deepEqual([filings, faults.length, (await rowOf('incomeTax', 2)).state], [0, 1, 'closed'])
    assert.match(faults[0]?.problem ?? '', /重新打开/)
  })

  test('a declaration made before the change is registered, and stays outdated until corrected', async () => {
    toDay('2027-04-06')
    await correct(1, nextYear, '1000.00')
    const row = await rowOf('incomeTax', 1)
    assert.equal(row.isOutdated, true)
    assert.equal((await declare(row.id, declarationAmounts(row))).error, 'outdated')
    const declared = await declare(row.id, { ...declarationAmounts(row), declaredOn: '2027-04-05' })
    assert.equal(declared.code, 1, declared.message)
    assert.equal((await rowOf('incomeTax', 1)).isOutdated, true)
    await cancelCorrection(1, nextYear)
    assert.equal((await rowOf('incomeTax', 1)).isOutdated, false)
  })

  test('a correction is declared only after the earlier correction that it depends on', async () => {
    const late = await rowOf('vat', 1, fourthQuarter)
    assert.equal((await declare(late.id, declarationAmounts(late))).code, 1)
    await correct(1, fourthQuarter, '1000.00')
    assert.equal((await correct(1, nextYear, '0')).figures.creditBefore, 399_010)
    const declareAgain = async () => {
      const row = await rowOf('vat', 1)
      return declare(row.id, { ...declarationAmounts(row), no: 'SB-CORRECTED' })
    }
    assert.equal((await declareAgain()).error, 'earlierUndeclared')
    await cancelCorrection(1, fourthQuarter)
    assert.equal((await declareAgain()).error, 'outdatedCorrection')
    await cancelCorrection(1, nextYear)
    const { state, isOutdated, vat } = await rowOf('vat', 1)
    assert.deepEqual([state, isOutdated, vat], ['declared', false, 500_000])
  })
})
