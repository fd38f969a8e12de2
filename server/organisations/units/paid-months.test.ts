import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { testServer } from '#/server/tests/testing.ts'

const unitId = 1

describe('net paid of a unit by month', () => {
  const server = testServer()
  before(async () => {
    const { clock, database } = server.running.kernel
    // In each month and mode one receipt of the first and the last second, and a returned one.
    await sql`insert into voucher (no, kind, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, payee_name, payee_account, bank_serial, is_returned,
        traded_at, created_at)
      select 'HDTEST' || mode || n || back, 'payment', 2, ${unitId}, mode, 1000 * back + 100 * mode + n + 1, '', '', '', '', '', n = 2,
        (date_trunc('month', ${clock.now()}::timestamptz at time zone 'Asia/Shanghai') - make_interval(months => back, secs => n % 2)) at time zone 'Asia/Shanghai',
        ${clock.now()}
      from generate_series(0, 11) back, generate_series(1, 2) mode, generate_series(0, 2) n`.execute(database.kysely)
  })

  const viewers = [
    ['platform', {}],
    ['centre', { centre: 2, mode: 2 }],
    ['centre', { centre: 2, mode: 1 }],
    ['salesman', { centre: 2, mode: 2 }],
  ] as const

  test('the last month equals the net of this month, with the same list behind it', async () => {
    const month = monthOf(server.running.kernel.clock.now())
    for (const [who, at] of viewers) {
      const unit = await server.must(who, 'units.get', { id: unitId }, at)
      const { rows } = await server.must(who, 'units.paidMonths', { id: unitId }, at)
      assert.deepEqual([rows.length, rows[0]?.month], [12, shiftMonth(month, -11)])
      assert.deepEqual(rows.at(-1), { month, amount: unit.monthNet, path: unit.monthNetPath }, who)
    }
  })

  test('each month equals the total of the list behind it', async () => {
    for (const [who, at] of viewers.slice(0, 3)) {
      const { rows } = await server.must(who, 'units.paidMonths', { id: unitId }, at)
      const receivedNet = async (from: string, to: string) =>
        (await server.must(who, 'vouchers.list', { kind: 'payment', returned: 'no', unitId, from, to, isWhole: true }, at)).totals?.amount
      for (const { month, amount, path } of rows) {
        const days = new URL(path ?? '', 'http://test').searchParams
        assert.equal(amount, await receivedNet(days.get('from') ?? '', days.get('to') ?? ''), month)
      }
      const sum = rows.reduce((total, { amount }) => total + amount, 0)
      assert.equal(sum, await receivedNet(`${rows[0]?.month}-01`, shiftDay(`${shiftMonth(rows.at(-1)?.month ?? '', 1)}-01`, -1)))
      assert.ok(rows.every(({ amount }) => amount > 0))
    }
  })

  test('the months of a unit outside the scope are not found', async () => {
    const unitsOfOtherCentre = (await server.must('platform', 'units.list', { centreId: 3 })).rows.filter(({ places }) =>
      places.every(({ centreId }) => centreId !== 2),
    )
    const id = unitsOfOtherCentre[0]?.id ?? assert.fail('a unit of another centre')
    assert.equal((await server.must('platform', 'units.paidMonths', { id })).rows.length, 12)
    assert.equal((await server.call('centre', 'units.paidMonths', { id }, { centre: 2, mode: 2 })).error, 'notFound')
    assert.equal((await server.call('maker', 'units.paidMonths', { id: unitId })).error, 'forbidden')
  })
})
