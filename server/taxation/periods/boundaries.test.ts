import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { monthOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { taxThresholdsOf } from '#/server/taxation/periods/line-computation.ts'
import { blockingMonth, find } from '#/server/taxation/periods/store.ts'
import { faultyPayees } from '#/server/taxation/periods/store-check.ts'
import { changedPeople, declaresReturns, earliestCorrection, laterDeclaredMonths, undeclaredPeople } from '#/server/taxation/periods/store-corrections.ts'
import { listOutstandingMonths, unnotifiedCorrections } from '#/server/taxation/periods/store-deadlines.ts'
import * as lineStore from '#/server/taxation/periods/store-lines.ts'
import { certify, createDeclaration, insertLine, runAndUndo, type TestDeclarationState } from '#/server/taxation/periods/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Each test surrounds one month of one centre with its neighbours: another centre, mode, person, month, year and
// edition. The declaration of the month must exclude them. The rows are rolled back afterwards.

const month = '2031-06'
const [january, before_, after_, lastYear, nextYear] = ['2031-01', '2031-05', '2031-07', '2030-12', '2032-01']
const place = { centre_id: 2, month }

interface Place {
  readonly centre?: number
  readonly mode?: number
  readonly of?: number
  readonly month?: string
}

interface Adjustment extends Place {
  readonly kind?: 'uncounted' | 'difference'
  readonly period?: string
  readonly edition?: number | null
  readonly gross?: number
  readonly at?: string
  readonly lines?: readonly number[]
}

describe('boundaries of the monthly declaration', () => {
  const server = testServer()
  let [person, other, batch] = [0, 0, 0]
  const db = () => server.running.kernel.database.kysely
  const runUndone = (work: (ctx: Context) => Promise<void>) => runAndUndo(server, work)
  const insertMonths = async (ctx: Context, gross: number, ...rows: readonly Place[]) => {
    for (const row of rows)
      await ctx.run`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen)
        values (${row.centre ?? 2}, ${row.mode ?? 2}, ${row.of ?? person}, ${row.month ?? month}, ${gross})`
  }
  const adjust = async (
    ctx: Context,
    {
      centre = 2,
      of = person,
      month: at = month,
      kind = 'uncounted',
      period = at,
      edition = null,
      gross = -1,
      at: moment = '2031-07-01',
      lines = [],
    }: Adjustment,
  ) => {
    await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, at, edition, line_ids)
      values (${centre}, 2, ${of}, ${at}, ${period}, ${kind}, ${gross}, ${moment}, ${edition}, ${[...lines]}::bigint[])`
  }
  const reserve = (ctx: Context, line: number, { centre = 2, mode = 2, of = person, month: at = month }: Place, isOpen: boolean) =>
    ctx.run`insert into tax_reservation (line_id, batch_id, centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen,
      withheld_fen, is_open) values (${line}, ${batch}, ${centre}, ${mode}, ${of}, ${at}, 100, 0, 0, 0, 0, 0, 0, ${isOpen})`
  const createDeclarationAt = (ctx: Context, at: Place, state: TestDeclarationState = 'open', edition = 1) =>
    createDeclaration(ctx, { month, ...at }, state, edition)

  before(async () => {
    const { rows } = await sql<{
      id: number
    }>`select id from operator where not exists (select from tax_standing where operator_id = operator.id) order by id limit 2`.execute(db())
    ;[person, other] = [rows[0]?.id ?? assert.fail(), rows[1]?.id ?? assert.fail()]
    const result = await sql<{ id: number }>`select id from payment_batch where centre_id = 2 and mode = 2 order by id limit 1`.execute(db())
    batch = result.rows[0]?.id ?? assert.fail()
  })

  test('the people of a month have a payment or a returned payment in it at the centre and mode', () =>
    runUndone(async (ctx) => {
      const period = { id: 0, ...place }
      await insertMonths(ctx, 100, {}, { of: other, centre: 3 }, { of: other, mode: 1 }, { of: other, month: before_ })
      await insertMonths(ctx, 0, { of: other })
      await adjust(ctx, { of: other, month: before_ })
      await adjust(ctx, { of: other, centre: 3 })
      assert.deepEqual([await lineStore.nextPeople(ctx, period, 0, 9), await lineStore.countPeople(ctx, period)], [[person], 1])
      assert.deepEqual([await lineStore.nextPeople(ctx, period, person - 1, 1), await lineStore.nextPeople(ctx, period, person, 9)], [[person], []])
      await adjust(ctx, { of: other })
      assert.deepEqual(await lineStore.nextPeople(ctx, period, 0, 9), [person, other])
    }))

  test('a line includes the earlier months of the year, with returned payments declared by then', () =>
    runUndone(async (ctx) => {
      const factsInOrder = async (withUndeclared: boolean) =>
        (await lineStore.linePartsOf(ctx, { id: 0, ...place }, [person], withUndeclared)).map((row) => `${row.part} ${row.month} ${row.gross_fen}`).sort()
      await insertMonths(ctx, 100, { month: january }, { month: before_ }, {}, { month: after_ }, { month: lastYear }, { month: nextYear })
      await insertMonths(ctx, 7, { centre: 3, month: before_ }, { mode: 1, month: before_ }, { of: other, month: before_ }, { mode: 1 }, { centre: 3 })
      for (const row of [{ month: january }, { month: before_, period: month, edition: 1 }, { month: lastYear }, { month: before_, period: after_ }])
        await adjust(ctx, row)
      await adjust(ctx, { month: before_, kind: 'difference', gross: -50 })
      await adjust(ctx, { kind: 'difference', gross: -6 })
      await adjust(ctx, { edition: 1, gross: -3 })
      await adjust(ctx, { month: after_ })
      const declaredFacts = ['back 2031-06 -1', 'before 2031-01 -1', 'before 2031-01 100', 'before 2031-05 -1', 'before 2031-05 100', 'difference 2031-06 -6']
      assert.deepEqual(await factsInOrder(false), [...declaredFacts, 'own 2031-06 100', 'returned 2031-06 -3'])
      await adjust(ctx, { gross: -20 })
      assert.deepEqual(await factsInOrder(false), [...declaredFacts, 'own 2031-06 100', 'returned 2031-06 -3'])
      assert.deepEqual(await factsInOrder(true), [...declaredFacts, 'own 2031-06 100', 'returned 2031-06 -20', 'returned 2031-06 -3'])
    }))

  test('an open month shows only its payments, returned payments and differences, in its mode', () =>
    runUndone(async (ctx) => {
      const id = await createDeclarationAt(ctx, {})
      await insertMonths(ctx, 1000, {}, { mode: 1 }, { centre: 3 }, { month: before_ }, { month: after_ })
      await adjust(ctx, { gross: -100 })
      await adjust(ctx, { gross: -7, month: before_ })
      await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, vat_fen, at)
        values (2, 2, ${person}, ${month}, ${month}, 'difference', 30, now()), (2, 1, ${person}, ${month}, ${month}, 'difference', 900, now()),
          (2, 2, ${person}, ${after_}, ${after_}, 'difference', 500, now())`
      const row = (await find(ctx, id)) ?? assert.fail()
      assert.deepEqual([row.people, row.gross_fen, row.difference_fen], [1, 900, 30])
      await ctx.run`update tax_declaration set state = 'closing' where id = ${id}`
      const closing = (await find(ctx, id)) ?? assert.fail()
      assert.deepEqual([closing.gross_fen, closing.difference_fen], [1000, 30], 'a return that no edition declares waits for a correction')
    }))

  test('a returned payment is undeclared until an edition of the same month declares it', () =>
    runUndone(async (ctx) => {
      await adjust(ctx, {})
      for (const row of [{ centre: 3 }, { month: before_ }, { kind: 'difference' as const }, { edition: 2 }]) await adjust(ctx, { ...row, of: other })
      assert.deepEqual(await undeclaredPeople(ctx, place), [person])
      const declaresReturnsAt = (at: typeof place, edition: number) => declaresReturns(ctx, { ...at, edition })
      assert.deepEqual(
        [
          await declaresReturnsAt(place, 2),
          await declaresReturnsAt(place, 1),
          await declaresReturnsAt({ ...place, month: before_ }, 2),
          await declaresReturnsAt({ ...place, centre_id: 3 }, 2),
        ],
        [true, false, false, false],
      )
      await adjust(ctx, { kind: 'difference', edition: 5 })
      assert.equal(await declaresReturnsAt(place, 5), false)
    }))

  test('a correction affects the later declared months of the year, and the earliest is first', () =>
    runUndone(async (ctx) => {
      await createDeclarationAt(ctx, {}, 'declared')
      const laterPeriodId = await createDeclarationAt(ctx, { month: after_ }, 'declared')
      await createDeclarationAt(ctx, { month: '2031-08' }, 'closed')
      await createDeclarationAt(ctx, { month: nextYear }, 'declared')
      await createDeclarationAt(ctx, { month: before_ }, 'declared')
      await createDeclarationAt(ctx, { month: after_, centre: 3 }, 'declared')
      assert.deepEqual(await laterDeclaredMonths(ctx, place), [laterPeriodId])
      await adjust(ctx, {})
      await adjust(ctx, { month: lastYear })
      await adjust(ctx, { month: before_, edition: 1 })
      await adjust(ctx, { month: before_, kind: 'difference' })
      await adjust(ctx, { month: '2031-04' })
      await createDeclarationAt(ctx, { month: '2031-04' }, 'closed')
      await createDeclarationAt(ctx, { month: lastYear }, 'declared')
      assert.equal(await earliestCorrection(ctx, place), null)
      await adjust(ctx, { month: before_ })
      assert.equal(await earliestCorrection(ctx, place), before_)
      await createDeclarationAt(ctx, { month: january }, 'correcting')
      assert.equal(await earliestCorrection(ctx, place), january)
    }))

  test('a declared month needs a notice of undeclared returned payments since the last notice', () =>
    runUndone(async (ctx) => {
      const id = await createDeclarationAt(ctx, {}, 'declared')
      const setNotified = async (at: string) => void (await sql`update tax_declaration set correction_told_at = ${at} where id = ${id}`.execute(ctx.db))
      const unnotifiedCount = async () => (await unnotifiedCorrections(ctx)).filter((row) => row.id === id).length
      for (const row of [{ month: before_ }, { centre: 3 }, { kind: 'difference' as const }, { edition: 1 }]) await adjust(ctx, row)
      assert.equal(await unnotifiedCount(), 0)
      await adjust(ctx, { at: '2031-07-10T00:00:00Z' })
      assert.equal(await unnotifiedCount(), 1)
      await setNotified('2031-07-10T00:00:00Z')
      assert.equal(await unnotifiedCount(), 0)
      await setNotified('2031-07-09T23:59:59Z')
      const [row] = (await unnotifiedCorrections(ctx)).filter((each) => each.id === id)
      assert.deepEqual([row?.to_correct, row?.correct_since], [1, new Date('2031-07-10T00:00:00Z')])
      assert.deepEqual(
        (await listOutstandingMonths(ctx)).filter((each) => each.id === id),
        [],
        'a month that is not over is never outstanding',
      )
    }))

  test('an ended month is outstanding until it is paid without undeclared returned payments', () =>
    runUndone(async (ctx) => {
      const runningMonth = monthOf(ctx.now)
      await createDeclarationAt(ctx, { month: runningMonth })
      const openPeriodId = await createDeclarationAt(ctx, { month: '2021-05' })
      const paidPeriodId = await createDeclarationAt(ctx, { month: '2021-04' }, 'paid')
      const outstandingMonths = async () =>
        (await listOutstandingMonths(ctx)).filter((row) => [openPeriodId, paidPeriodId].includes(row.id) || row.month >= runningMonth).map((row) => row.month)
      assert.deepEqual(await outstandingMonths(), ['2021-05'])
      await adjust(ctx, { month: '2021-04' })
      assert.deepEqual(await outstandingMonths(), ['2021-04', '2021-05'])
    }))

  test('queries of an edition of a month ignore the other editions', () =>
    runUndone(async (ctx) => {
      const id = await createDeclarationAt(ctx, {}, 'closing', 2)
      await insertLine(ctx, id, 1, person, 10)
      await insertLine(ctx, id, 1, other, 0)
      await insertLine(ctx, id, 2, person, 30, 5000)
      const neighbour = await createDeclarationAt(ctx, { month: before_ }, 'closing', 2)
      await insertLine(ctx, neighbour, 2, other, 99)
      const [first, second] = [
        { id, edition: 1 },
        { id, edition: 2 },
      ]
      assert.deepEqual(await changedPeople(ctx, id, { before: 1, after: 2 }), [person, other])
      assert.deepEqual([(await lineStore.totalsOf(ctx, first)).people, (await lineStore.totalsOf(ctx, second)).gross_fen], [2, 5000])
      assert.deepEqual([await lineStore.lastComputedPayeeId(ctx, first), await lineStore.lastComputedPayeeId(ctx, second)], [other, person])
      const ids = (rows: readonly { readonly operator_id: number }[]) => rows.map((row) => row.operator_id)
      assert.deepEqual(ids(await lineStore.linesByPeople(ctx, { id, ...place }, 1, [other])), [other])
      assert.deepEqual(ids(await lineStore.linesByPeople(ctx, { id, ...place }, 2, [person, other])), [person])
      assert.deepEqual(
        [ids(await lineStore.linesAfter(ctx, { id }, 1, { after: person, most: 9 })), ids(await lineStore.linesAfter(ctx, { id }, 2, { after: 0, most: 9 }))],
        [[other], [person]],
      )
    }))

  test('the thresholds of a month are those of its policy', () =>
    runUndone(async (ctx) => {
      const { vatMonth, warnSales, guideSales, brackets } = (await taxThresholdsOf(ctx, '2026-10')) ?? assert.fail('no policy')
      assert.deepEqual([vatMonth, warnSales, guideSales, brackets[0]], [10_000_000, 400_000_000, 500_000_000, { above: 3_600_000, ratePpm: 100_000 }])
    }))

  test('the share of a unit is complete unless another month or difference is declared with it', () =>
    runUndone(async (ctx) => {
      const taxShares = async () => {
        const rows = await ctx.rows<{ gross_fen: number; is_whole: boolean; certificate_file: string | null }>`select gross_fen::int, is_whole, certificate_file
          from app.tax_shares(${month}, null, null) where operator_id = ${person} and centre_id = 2`
        return rows.map((row) => [row.gross_fen, row.is_whole, row.certificate_file !== null])
      }
      await reserve(ctx, 990_001, {}, false)
      for (const [at, row] of [{ mode: 1 }, { month: before_ }].entries()) await reserve(ctx, 990_002 + at, row, false)
      await reserve(ctx, 990_004, {}, true)
      for (const row of [{ of: other }, { centre: 3 }, { month: before_ }]) await adjust(ctx, { ...row, kind: 'difference' })
      await adjust(ctx, {})
      const id = await createDeclarationAt(ctx, {})
      await certify(ctx, id, other, 'a')
      assert.deepEqual(await taxShares(), [[100, true, false]])
      await certify(ctx, id, person, 'b')
      await adjust(ctx, { month: before_, period: month })
      assert.deepEqual(await taxShares(), [[100, false, true]])
      // A returned payment counts in the share until a correction declares the return.
      await adjust(ctx, { lines: [990_001] })
      assert.deepEqual(await taxShares(), [[100, false, true]])
      await adjust(ctx, { lines: [990_001], edition: 1 })
      assert.deepEqual(await taxShares(), [])
    }))

  test('the check before closing finds only the faults of the month, centre and mode', () =>
    runUndone(async (ctx) => {
      const faults = async () => {
        const rows = (await faultyPayees(ctx, place, '2031-07-01')).filter((row) => ['underWay', 'returned', 'negative', 'unsettled'].includes(row.fault))
        return rows.map((row) => `${row.fault} ${row.id === person ? 'own' : 'other'}`)
      }
      await insertMonths(ctx, 100, {}, { of: other, month: before_ })
      for (const [at, row] of [{ centre: 3 }, { mode: 1 }, { month: before_ }].entries()) await reserve(ctx, 990_001 + at, { ...row, of: other }, true)
      await reserve(ctx, 990_010, { of: other }, false)
      for (const row of [
        {},
        { month: after_ },
        { month: lastYear },
        { month: before_, centre: 3 },
        { month: before_, edition: 1 },
        { month: before_, kind: 'difference' as const },
      ])
        await adjust(ctx, { ...row, of: other })
      assert.deepEqual(await faults(), [])
      await ctx.run`update tax_standing set needs_review = true where operator_id in (${person}, ${other}) and month in (${month}, ${before_})`
      await reserve(ctx, 990_020, { centre: 3 }, true)
      await reserve(ctx, 990_021, { mode: 1 }, true)
      assert.deepEqual(await faults(), [], 'nothing of the person is under way here')
      await reserve(ctx, 990_022, {}, true)
      await adjust(ctx, { month: before_ })
      assert.deepEqual(await faults(), ['returned own', 'underWay own', 'unsettled own'])
      await insertMonths(ctx, 0, { of: other })
      await ctx.run`update tax_standing set needs_review = operator_id = ${other} where operator_id in (${person}, ${other}) and month = ${month}`
      await reserve(ctx, 990_023, { of: other }, true)
      assert.deepEqual(await faults(), ['returned own', 'underWay own', 'underWay other'], 'nothing paid is unsettled')
    }))

  test('a month cannot close before earlier months or after later ones', () =>
    runUndone(async (ctx) => {
      const period = async () => (await find(ctx, await createDeclarationAt(ctx, {}, 'closing'))) ?? assert.fail()
      await ctx.run`insert into tax_period (centre_id, mode, month, closed_at) select centre_id, 2, month, now() from tax_declaration where centre_id = 2 on conflict do nothing`
      const ownPeriod = await period()
      await createDeclarationAt(ctx, { month: after_ })
      await createDeclarationAt(ctx, { month: before_, centre: 3 })
      assert.deepEqual([await blockingMonth(ctx, ownPeriod, 'earlierOpen'), await blockingMonth(ctx, ownPeriod, 'laterClosed')], [null, null])
      await createDeclarationAt(ctx, { month: before_ })
      await ctx.run`insert into tax_period (centre_id, mode, month, closed_at) values (3, 2, ${before_}, now()), (2, 1, ${before_}, now())`
      await createDeclarationAt(ctx, { month: '2031-09' }, 'closing')
      assert.deepEqual([await blockingMonth(ctx, ownPeriod, 'earlierOpen'), await blockingMonth(ctx, ownPeriod, 'laterClosed')], [before_, '2031-09'])
    }))
})
