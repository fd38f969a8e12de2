import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { postTopup } from '#/server/money/ledger/public.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { lockFilingsOfPeriod } from '#/server/taxation/businessfilings/store.ts'
import { filingData } from '#/server/taxation/businessfilings/store-data.ts'
import { centresWithBusinesses } from '#/server/taxation/businessfilings/store-facts.ts'
import { businessOwnerAt, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('boundaries of business filings: payments and people', () => {
  const server = testServer()
  let [earlier, first, second, third] = ['', '', '', '']
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const beginAfter = (quarter: string) => toDay(shiftDay(daysOfPeriod(quarter).from, 1))
  const midnight = (quarter: string) => new Date(`${daysOfPeriod(quarter).from}T00:00:00+08:00`)
  const rowsOf = async (period: string, filter: { readonly unitId?: number } = {}) => {
    await server.must('finance', 'businessfilings.generate', { kind: 'vat', period }, modeOnePlace)
    return (await server.must('finance', 'businessfilings.list', { kind: 'vat', period, ...filter, size: 200 }, modeOnePlace)).rows
  }
  const isListed = (rows: Awaited<ReturnType<typeof rowsOf>>, index: number) => rows.some((row) => row.creditCode === businessOwnerAt(index).entity.creditCode)
  const rowOf = async (index: number, period: string) => (await rowsOf(period)).find((row) => row.creditCode === businessOwnerAt(index).entity.creditCode)
  const lineOf = async (index: number) => {
    const { rows } = await sql<{ id: number; month: string }>`select line.id, line.month::text as month from payment_line line
      join operator_entity entity on entity.id = line.entity_id where entity.operator_id = ${businessOwnerAt(index).id} order by line.id desc limit 1`.execute(
      db(),
    )
    return rows[0] ?? assert.fail(`${businessOwnerAt(index).name} was not paid`)
  }

  before(async () => {
    await extendDocuments(server)
    await prepareOwners(server)
    earlier = quarterOf(today())
    first = quarterOf(daysOfPeriod(earlier).to)
    second = quarterOf(daysOfPeriod(first).to)
    third = quarterOf(daysOfPeriod(second).to)
    beginAfter(first)
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
    beginAfter(third)
    await server.job('entities.sweep')
    for (const [index, period] of [
      [2, second],
      [0, earlier],
      [0, first],
      [0, second],
      [0, third],
      [1, earlier],
      [1, second],
      [1, third],
    ] as const)
      await sql`update entity_obligation duty set state = 'void', remind_on = null from operator_entity entity where entity.id = duty.entity_id
        and entity.operator_id = ${businessOwnerAt(index).id} and duty.kind = 'vat' and duty.period = ${period}`.execute(db())
  })

  test('a payment confirmed at midnight between two quarters counts in the second only', async () => {
    assert.deepEqual([(await rowOf(0, first))?.income, (await rowOf(0, second))?.income], [undefined, 500_000])
  })

  test('a payment returned at midnight between two quarters is deducted only in the second', async () => {
    assert.deepEqual([(await rowOf(1, first))?.income, (await rowOf(1, second))?.income], [700_000, -700_000])
  })

  test('the sources of a filing are the movements of its quarter', async () => {
    for (const [index, period, expected] of [
      [1, first, [false]],
      [1, second, [true]],
      [0, second, [false]],
    ] as const) {
      const { id } = (await rowOf(index, period)) ?? assert.fail()
      const sources = await server.must('finance', 'businessfilings.sources', { businessFilingId: id }, modeOnePlace)
      assert.deepEqual(
        sources.rows.map(({ isReturn }) => isReturn),
        expected,
      )
    }
  })

  test('a business without payments files only while it has an open obligation', async () => {
    assert.deepEqual([(await rowOf(2, second)) === undefined, (await rowOf(3, second))?.income], [true, 0])
  })

  test('a business without an obligation files only quarters with a paid or returned payment', async () => {
    const periods = [earlier, first, second, third]
    const filedPeriods = async (index: number) => {
      const rows = await Promise.all(periods.map((period) => rowsOf(period)))
      return periods.filter((_, at) => isListed(rows[at] ?? [], index))
    }
    assert.deepEqual([await filedPeriods(0), await filedPeriods(1)], [[second], [first, second]])
  })

  test('closing a quarter locks only the filings of that quarter', async () => {
    await rowsOf(first)
    await rowsOf(second)
    const periods = await runAndRollBack(server, async (ctx) => (await lockFilingsOfPeriod(ctx, 2, 'vat', first)).map((filing) => filing.period))
    assert.deepEqual(new Set(periods), new Set([first]))
  })

  test('the filter by unit finds the businesses that the unit paid in the quarter', async () => {
    const filingOf = async (period: string, unitId: number) => {
      const rows = await rowsOf(period, { unitId })
      return [isListed(rows, 0), isListed(rows, 1), isListed(rows, 3)]
    }
    assert.deepEqual(await filingOf(first, 1), [false, true, false])
    assert.deepEqual(await filingOf(second, 1), [true, false, false])
    assert.deepEqual(await filingOf(second, 2), [false, false, false])
  })

  test('only units that paid a business in the quarter are offered as payers', async () => {
    const payers = async (period: string) => (await server.must('finance', 'businessfilings.payers', { period }, modeOnePlace)).map(({ id }) => id)
    assert.deepEqual([await payers(second), await payers(third)], [[1], []])
  })

  test('a consent given to another centre does not let this centre file', async () => {
    const close = (period: string) => server.call('finance', 'businessfilings.close', { kind: 'vat', period, reason: '已核实' }, modeOnePlace)
    assert.equal((await close(second)).error, 'blocked', 'earlier quarters are open')
    for (const period of [earlier, first, second]) assert.equal((await close(period)).code, 1)
    const { id } = (await rowOf(3, second)) ?? assert.fail()
    const filingDetail = await server.must('finance', 'businessfilings.get', { businessFilingId: id }, modeOnePlace)
    const file = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('filing') }
    await sql`update consent set centre_id = (select id from centre where id <> 2 order by id limit 1) where operator_id = ${businessOwnerAt(3).id} and kind = 'tax_filing'`.execute(
      db(),
    )
    const declaration = { businessFilingId: id, version: filingDetail.version, way: 'agent', no: 'SB-X1', declaredOn: today(), isZero: true, file } as const
    assert.equal((await server.call('finance', 'businessfilings.declare', declaration, modeOnePlace)).error, 'noConsentHeld')
  })

  test('a centre has filings until its last business is deregistered', async () => {
    const mustFileIn = (state: string) =>
      runAndRollBack(server, async (ctx) => {
        await ctx.run`alter table operator_entity disable trigger user`
        await ctx.run`update operator_entity set state = 'cancelled' where centre_id = 2`
        await ctx.run`update operator_entity set state = ${state} where operator_id = ${businessOwnerAt(0).id}`
        return (await centresWithBusinesses(ctx)).includes(2)
      })
    for (const state of ['operating', 'abnormal', 'cancelling']) assert.equal(await mustFileIn(state), true, state)
    assert.equal(await mustFileIn('cancelled'), false)
  })

  test('the sheet for the tax office has the last edition of its period and centre', async () => {
    const soldAfter = (change = sql`select 1`, at: { centreId?: number; period?: string } = {}) =>
      runAndRollBack(server, async (ctx) => {
        for (const table of ['business_filing', 'business_filing_figure']) await ctx.run`alter table ${sql.table(table)} disable trigger user`
        await change.execute(ctx.db)
        const rows = await filingData(ctx, { centreId: 2, period: first, ...at }, 99)
        return rows.find((row) => row.credit_code === businessOwnerAt(1).entity.creditCode)?.sold_fen
      })
    const { id } = (await rowOf(1, first)) ?? assert.fail()
    const raiseEdition = sql`update business_filing_figure set edition = edition + 1 where filing_id = ${id}`
    assert.deepEqual([await soldAfter(), await soldAfter(raiseEdition), await soldAfter(undefined, { centreId: 3 })], [700_000, undefined, undefined])
  })

  test('closed filings with movements at midnight do not break INV-50', async () => {
    const states = [await rowOf(1, first), await rowOf(0, second), await rowOf(1, second)].map((row) => row?.state)
    assert.deepEqual(states, ['closed', 'closed', 'closed'])
    const brokenInvariants = (await checkInvariants(db())).filter(({ name }) => name === 'INV-50')
    assert.deepEqual(brokenInvariants, [])
  })
})
