import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { businessOwnerAt, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const [thirdQuarter, nextYear] = ['2026-Q3', '2027-Q1']

describe('returned payments carried over the new year', () => {
  let server: TestServer
  let desk: Awaited<ReturnType<typeof businessDesk>>
  const db = () => server.running.kernel.database.kysely
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { pay, rowOf, close, generate, get } = filingScenario(
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
  async function payAt(day: string, ...owed: Parameters<typeof pay>): Promise<void> {
    toDay(day)
    await server.job('entities.sweep')
    await sql`update entity_obligation set state = 'void', remind_on = null where state in ('open', 'overdue')`.execute(db())
    await sql`update operator_entity set state = 'operating' where state = 'abnormal'`.execute(db())
    await pay(...owed)
  }
  before(async () => {
    server = await startTestServer({ clockAheadMs: Date.parse('2026-04-02T09:00:00+08:00') - Date.now() })
    desk = await businessDesk(server)
    await prepareOwners(server)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_005, no: 'CZ990005', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    await payAt('2026-04-02', [0, '5000.00'])
    await payAt('2026-07-02', [1, '7000.00'], [2, '4000.00'])
    await bounce(0)
    toDay('2026-10-02')
    await generate('vat', thirdQuarter)
    assert.equal((await close('vat', '已核实', thirdQuarter)).code, 1)
    await bounce(1)
    await bounce(2)
    await payAt('2026-10-03', [2, '6000.00'])
    await payAt('2027-01-02', [0, '8000.00'], [1, '8000.00'], [2, '8000.00'])
    toDay('2027-04-02')
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(db()), [])
    } finally {
      await server.close()
    }
  })

  test('returns are carried past a fourth quarter without a filing', async () => {
    await generate('vat')
    await generate('incomeTax')
    const figures = async (index: number) => {
      const { carried, exempt } = (await get((await rowOf('vat', index)).id)).figures
      return [carried, exempt]
    }
    assert.deepEqual(await figures(0), [-500_000, 300_000], 'the filing of the third quarter carries them')
    assert.deepEqual(await figures(1), [-700_000, 100_000], 'the payment came back in the fourth quarter')
    assert.deepEqual(await figures(2), [0, 800_000], 'the fourth quarter deducted them')
    assert.equal((await get((await rowOf('incomeTax', 1)).id)).figures.income, 800_000, 'income tax begins again in January')
  })
})
