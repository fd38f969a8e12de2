import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { spanOf } from '#/domain/taxation/business-filing.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { papersNeverEnd } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { owner, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

const at = { centre: 2, mode: 1 } as const

describe('which payments and people a filing of a business counts', () => {
  let server: TestServer
  let [first, second] = ['', '']
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const begin = (quarter: string) => toDay(shiftDay(spanOf(quarter).from, 1))
  const midnight = (quarter: string) => new Date(`${spanOf(quarter).from}T00:00:00+08:00`)
  const rowsOf = async (period: string) => {
    await server.must('finance', 'businessfilings.generate', { kind: 'vat', period }, at)
    return (await server.must('finance', 'businessfilings.list', { kind: 'vat', period, size: 200 }, at)).rows
  }
  const rowOf = async (index: number, period: string) => (await rowsOf(period)).find((row) => row.creditCode === owner(index).entity.creditCode)
  const lineOf = async (index: number) => {
    const { rows } = await sql<{ id: number; month: string }>`select line.id, line.month::text as month from payment_line line
      join operator_entity entity on entity.id = line.entity_id where entity.operator_id = ${owner(index).id} order by line.id desc limit 1`.execute(db())
    return rows[0] ?? assert.fail(`${owner(index).name} was not paid`)
  }

  before(async () => {
    server = await startTest()
    await papersNeverEnd(server)
    await prepareOwners(server)
    first = quarterOf(spanOf(quarterOf(today())).to)
    second = quarterOf(spanOf(first).to)
    begin(first)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_002, no: 'CZ990002', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    await payOwners(server, [
      [0, '5000.00'],
      [1, '7000.00'],
    ])
    const [late, returned] = [await lineOf(0), await lineOf(1)]
    await sql`alter table payment_line disable trigger ${sql.ref('payment_line_booked_once')}`.execute(db())
    await sql`update payment_line set booked_at = ${midnight(second)} where id = ${late.id} and month = ${late.month}::date`.execute(db())
    await sql`update payment_line set state = 'returned', returned_at = ${midnight(second)} where id = ${returned.id} and month = ${returned.month}::date`.execute(
      db(),
    )
    begin(quarterOf(spanOf(second).to))
    await server.job('entities.sweep')
    await sql`update entity_obligation duty set state = 'void', remind_on = null from operator_entity entity where entity.id = duty.entity_id
      and entity.operator_id = ${owner(2).id} and duty.kind = 'vat' and duty.period = ${second}`.execute(db())
  })
  after(() => server.close())

  test('a payment confirmed at midnight between two quarters counts in the second only', async () => {
    assert.deepEqual([(await rowOf(0, first))?.income ?? 0, (await rowOf(0, second))?.income], [0, 500_000])
  })

  test('a return at midnight between two quarters counts in the second only', async () => {
    assert.deepEqual([(await rowOf(1, first))?.income, (await rowOf(1, second))?.income], [700_000, -700_000])
  })

  test('the sources of a figure are the movements of its quarter', async () => {
    for (const [index, period, expected] of [
      [1, first, [false]],
      [1, second, [true]],
      [0, second, [false]],
    ] as const) {
      const { id } = (await rowOf(index, period)) ?? assert.fail()
      const sources = await server.must('finance', 'businessfilings.sources', { businessFilingId: id }, at)
      assert.deepEqual(
        sources.rows.map(({ isReturn }) => isReturn),
        expected,
      )
    }
  })

  test('an unpaid business files only while it has an open obligation', async () => {
    assert.deepEqual([(await rowOf(2, second)) === undefined, (await rowOf(3, second))?.income], [true, 0])
  })

  test('an authorisation of another centre does not let this centre file', async () => {
    const closed = await server.call('finance', 'businessfilings.close', { kind: 'vat', period: second, reason: '已核实' }, at)
    assert.equal(closed.code, 1, closed.message)
    const { id } = (await rowOf(3, second)) ?? assert.fail()
    const whole = await server.must('finance', 'businessfilings.get', { businessFilingId: id }, at)
    const file = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('filing') }
    await sql`update consent set centre_id = (select id from centre where id <> 2 order by id limit 1) where operator_id = ${owner(3).id} and kind = 'tax_filing'`.execute(
      db(),
    )
    const given = { businessFilingId: id, version: whole.version, way: 'agent', no: 'SB-X1', declaredOn: today(), isZero: true, file } as const
    assert.equal((await server.call('finance', 'businessfilings.declare', given, at)).error, 'noConsentHeld')
  })
})
