import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { grossAcrossCentres, monthsOf } from '#/server/money/tax/store.ts'
import { assignReturnsToEdition, deleteClosing, insertClosing, releaseReturns, unpaidLines } from '#/server/money/tax/store-closing.ts'
import { insert, obstacles, remove } from '#/server/money/tax/store-earlier.ts'
import { changedMonths, flagFollowingMonths, isBatchOutdated, linesToReview, markMonthsReviewed, releaseLines } from '#/server/money/tax/store-facts.ts'
import { amountsOfOtherUnits } from '#/server/money/tax/store-others.ts'
import { peopleOfMonth, yearRowsOf } from '#/server/money/tax/store-policies.ts'
import { testServer } from '#/server/tests/testing.ts'

// Each test surrounds one month of one person at one payer with its neighbours: another payer, mode, person, month and
// year. The figures of the month must exclude them. The rows are rolled back afterwards.

const month = '2031-06'
const [before_, after_, lastYear, nextYear] = ['2031-05', '2031-07', '2030-06', '2032-01']

interface PersonMonth {
  readonly centre?: number
  readonly mode?: number
  readonly person?: number
  readonly month?: string
  readonly gross?: number
  readonly isFlagged?: boolean
}

describe('boundaries of the tax figures: months, modes, payers and people', () => {
  const server = testServer()
  let [person, other, batch, unit] = [0, 0, 0, 0]
  const undoError = new Error('undone')
  const db = () => server.running.kernel.database.kysely
  const tryWork = async (work: (ctx: Context) => Promise<void>) => {
    const run = jobContext(server.running.kernel, () => false).run('test', async (ctx) => {
      await work(ctx)
      throw undoError
    })
    await assert.rejects(run, undoError)
  }
  const insertMonths = async (ctx: Context, ...rows: readonly PersonMonth[]) => {
    for (const row of rows)
      await ctx.run`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, needs_review)
        values (${row.centre ?? 2}, ${row.mode ?? 2}, ${row.person ?? person}, ${row.month ?? month}, ${row.gross ?? 100}, ${row.isFlagged ?? false})`
  }
  const neighbours: readonly PersonMonth[] = [
    { centre: 3 },
    { mode: 1 },
    { person: -1 },
    { month: before_ },
    { month: after_ },
    { month: lastYear },
    { month: nextYear },
  ]
  const withNeighbours = (more: PersonMonth = {}) => [{}, ...neighbours].map((row) => ({ ...more, ...row, ...(row.person && { person: other }) }))
  const reserve = (
    ctx: Context,
    line: number,
    { centre = 2, mode = 2, person: of = person, month: at = month, gross = 100, isOpen = false }: PersonMonth & { isOpen?: boolean } = {},
  ) =>
    ctx.run`insert into tax_reservation (line_id, batch_id, centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen,
      withheld_fen, is_open) values (${line}, ${batch}, ${centre}, ${mode}, ${of}, ${at}, ${gross}, 0, 0, 0, 0, 0, 0, ${isOpen})`
  const importMonth = (ctx: Context, { centre = 2, person: of = person, month: at = month }: PersonMonth, sheetId = 990_000) =>
    insert(ctx, { centreId: centre, sheetId }, [
      { operator_id: of, month: at, gross_fen: 40, income_fen: 0, vat_fen: 0, city_fen: 0, education_fen: 0, local_education_fen: 0, withheld_fen: 0 },
    ])
  const adjust = (ctx: Context, kind: 'uncounted' | 'difference', { person: of = person, month: at = month, gross = 0 }: PersonMonth, figure = 0) =>
    ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, gross_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen, at)
      values (2, 2, ${of}, ${at}, ${at}, ${kind}, ${gross}, ${figure}, ${figure * 2}, ${figure * 3}, ${figure * 4}, ${figure * 5}, now())`
  const rowsWhere = async (ctx: Context, where: string) => {
    const rows = await ctx.rows<{
      row: string
    }>`select concat_ws(' ', centre_id, mode, case operator_id when ${person} then 'own' else 'other' end, month) as row from tax_standing
      where operator_id in (${person}, ${other}) and month > '2030' and ${sql.raw(where)} order by 1`
    return rows.map(({ row }) => row)
  }

  before(async () => {
    const { rows } = await sql<{ id: number }>`select id from operator where not exists (select from tax_standing where operator_id = operator.id)
      and not exists (select from tax_earlier where operator_id = operator.id) order by id limit 2`.execute(db())
    ;[person, other] = [rows[0]?.id ?? assert.fail(), rows[1]?.id ?? assert.fail()]
    const result = await sql<{
      id: number
      unit_id: number
    }>`select id, unit_id from payment_batch where centre_id = 2 and mode = 2 order by id limit 1`.execute(db())
    ;[batch, unit] = [result.rows[0]?.id ?? assert.fail(), result.rows[0]?.unit_id ?? assert.fail()]
  })

  test('the review of a month clears only the flag of that month', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, ...withNeighbours({ isFlagged: true }))
      await markMonthsReviewed(ctx, [{ centre_id: 2, operator_id: person, month, is_even: true }])
      assert.deepEqual(await rowsWhere(ctx, 'not needs_review'), [`2 2 own ${month}`])
    }))

  test('a change flags its month and the later months of the year for review', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, ...withNeighbours())
      await flagFollowingMonths(ctx, [{ line_id: 1, centre_id: 2, mode: 2, operator_id: person, month }])
      assert.deepEqual(await rowsWhere(ctx, 'needs_review'), [`2 2 own ${month}`, `2 2 own ${after_}`])
    }))

  test('a released line reduces the figures of its own month only', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, ...withNeighbours({ gross: 1000 }))
      await reserve(ctx, 990_001, { gross: 400 })
      assert.equal(await releaseLines(ctx, [990_001]), 1)
      assert.deepEqual(await rowsWhere(ctx, 'gross_fen = 600 and needs_review'), [`2 2 own ${month}`])
      assert.equal((await rowsWhere(ctx, 'gross_fen = 1000 and not needs_review')).length, neighbours.length)
    }))

  test('a line is due for review if any payer’s month of the person, mode and year is marked', () =>
    tryWork(async (ctx) => {
      await reserve(ctx, 990_001)
      for (const row of [{ mode: 1 }, { person: other }, { month: lastYear }, { month: nextYear }]) await insertMonths(ctx, { ...row, isFlagged: true })
      assert.deepEqual(await linesToReview(ctx, [990_001]), [])
      await insertMonths(ctx, { centre: 3, month: before_, isFlagged: true })
      assert.deepEqual(
        (await linesToReview(ctx, [990_001])).map((row) => row.line_id),
        [990_001],
      )
    }))

  test('a review reads the months of the year, with the returns and differences of each', () =>
    tryWork(async (ctx) => {
      await insertMonths(
        ctx,
        ...withNeighbours({ gross: 1000 }).map((row) => ({
          ...row,
          isFlagged: row.month === undefined && row.person === undefined && !row.centre && !row.mode,
        })),
      )
      await adjust(ctx, 'uncounted', { gross: -30 }, 1)
      await adjust(ctx, 'difference', {}, 100)
      for (const row of [{ person: other }, { month: after_ }])
        for (const kind of ['uncounted', 'difference'] as const) await adjust(ctx, kind, { ...row, gross: -7 }, 7)
      const rows = await changedMonths(ctx, [person, other])
      assert.deepEqual(
        rows.map((row) => [row.centre_id, row.operator_id === person, row.month, row.gross_fen]),
        [
          [2, true, before_, 1000],
          [2, true, month, 970],
          [2, true, after_, 993],
        ],
      )
      const [, own] = rows
      assert.deepEqual([own?.vat_fen, own?.city_fen, own?.education_fen, own?.local_education_fen, own?.withheld_fen], [1, 2, 3, 4, 5])
      assert.deepEqual([own?.vat_noted, own?.city_noted, own?.education_noted, own?.local_education_noted, own?.withheld_noted], [100, 200, 300, 400, 500])
    }))

  test('a payment under way delays the review only for its person, payer, mode and year', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, { isFlagged: true })
      await reserve(ctx, 990_001)
      for (const [at, row] of [{ centre: 3 }, { mode: 1 }, { month: lastYear }, { person: other }].entries())
        await reserve(ctx, 990_002 + at, { ...row, isOpen: true })
      assert.equal((await changedMonths(ctx, [person])).length, 1)
      await reserve(ctx, 990_010, { month: after_, isOpen: true })
      assert.deepEqual(await changedMonths(ctx, [person]), [])
    }))

  test('a batch is recomputed if its month is marked, but not for a later month or another payer', () =>
    tryWork(async (ctx) => {
      const isOutdatedAt = () => isBatchOutdated(ctx, { id: batch, centre_id: 2, mode: 2 }, month, { person: 1_000_000, everywhere: null })
      await reserve(ctx, 990_001)
      await insertMonths(ctx, ...[{ centre: 3 }, { mode: 1 }, { month: lastYear }, { month: after_ }].map((row) => ({ ...row, isFlagged: true })), {
        person: other,
        isFlagged: true,
      })
      assert.equal(await isOutdatedAt(), false)
      await insertMonths(ctx, { isFlagged: true })
      assert.equal(await isOutdatedAt(), true)
    }))

  test('a batch is recomputed if a person exceeds a limit of the payer or the platform', () =>
    tryWork(async (ctx) => {
      const isOutdatedAt = (limit: number, everywhere: number | null) =>
        isBatchOutdated(ctx, { id: batch, centre_id: 2, mode: 2 }, month, { person: limit, everywhere })
      await reserve(ctx, 990_001)
      await insertMonths(
        ctx,
        { gross: 600 },
        { mode: 1, gross: 400 },
        { centre: 3, gross: 500 },
        { month: before_, gross: 9000 },
        { person: other, gross: 9000 },
      )
      assert.deepEqual([await isOutdatedAt(1000, null), await isOutdatedAt(999, null)], [false, true])
      assert.deepEqual([await isOutdatedAt(1000, 1500), await isOutdatedAt(1000, 1499)], [false, true])
    }))

  test('payments by all payers count, except other payers’ payments to businesses', () =>
    tryWork(async (ctx) => {
      await insertMonths(
        ctx,
        { gross: 600 },
        { mode: 1, gross: 40 },
        { centre: 3, gross: 5 },
        { centre: 3, mode: 1, gross: 7000 },
        { centre: 3, month: before_, gross: 90_000 },
      )
      const rows = await grossAcrossCentres(ctx, { centreId: 2, operatorIds: [person], month })
      assert.deepEqual(rows, [{ operator_id: person, gross: 7645, elsewhere: 5, declared: 0 }])
    }))

  test('a person’s months start at the requested month and deduct the returns of each', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, ...withNeighbours({ gross: 1000 }))
      await adjust(ctx, 'uncounted', { gross: -1000, month: after_ })
      await adjust(ctx, 'uncounted', { gross: -1000, month: lastYear })
      await adjust(ctx, 'uncounted', { gross: -300, person: other })
      await adjust(ctx, 'uncounted', { gross: -100 })
      await adjust(ctx, 'difference', { gross: -50 }, 9)
      const rows = await monthsOf(ctx, 2, [person], month)
      assert.deepEqual(
        rows.map((row) => [row.operator_id === person, row.mode, row.month, row.gross_fen]).sort((a, b) => Number(b[1]) - Number(a[1])),
        [
          [true, 2, month, 900],
          [true, 2, nextYear, 1000],
          [true, 1, month, 1000],
        ],
      )
    }))

  test('other units’ reservations count for the same payer and mode, from the filter’s first month', () =>
    tryWork(async (ctx) => {
      await reserve(ctx, 990_001, { gross: 10 })
      await reserve(ctx, 990_002, { gross: 20, mode: 1 })
      await reserve(ctx, 990_003, { gross: 300, month: before_ })
      const otherUnitsFilter = { unitId: unit + 1, centreId: 2, mode: 2, operatorIds: [person], month, from: month } as const
      assert.deepEqual(await amountsOfOtherUnits(ctx, otherUnitsFilter), [{ operator_id: person, month_gross: 10 }])
      assert.deepEqual(await amountsOfOtherUnits(ctx, { ...otherUnitsFilter, unitId: unit }), [])
      assert.deepEqual(await amountsOfOtherUnits(ctx, { ...otherUnitsFilter, centreId: 3 }), [])
      assert.deepEqual(await amountsOfOtherUnits(ctx, { ...otherUnitsFilter, from: after_ }), [])
    }))

  test('the preview of a policy lists natural persons paid in the month', () =>
    tryWork(async (ctx) => {
      await insertMonths(
        ctx,
        ...withNeighbours({ gross: 1000 }).filter((row) => row.person === undefined || row.person === person),
        { person: other, gross: 0 },
        { person: other, mode: 1 },
      )
      const rows = await peopleOfMonth(ctx, month, 10)
      assert.deepEqual(
        rows.map((row) => [row.centre_id, row.operator_id === person]),
        [
          [2, true],
          [3, true],
        ],
      )
    }))

  test('the preview of a policy computes the year up to the month, without returns', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, ...withNeighbours({ gross: 1000 }))
      await adjust(ctx, 'uncounted', { gross: -100 })
      for (const closedMonth of [after_, lastYear]) await adjust(ctx, 'uncounted', { gross: -100, month: closedMonth })
      await adjust(ctx, 'difference', { gross: -7 }, 9)
      const rows = await yearRowsOf(ctx, [{ centre_id: 2, operator_id: person }], month)
      assert.deepEqual(
        rows.map((row) => [row.month, row.gross_fen, row.elsewhere_gross]),
        [
          [before_, 1000, 0],
          [month, 900, 1000],
        ],
      )
    }))

  test('the preview of a policy reads the imported months of the same person and payer', () =>
    tryWork(async (ctx) => {
      await importMonth(ctx, { person: other })
      await importMonth(ctx, { centre: 3 })
      const importedGross = async () => (await yearRowsOf(ctx, [{ centre_id: 2, operator_id: person }], month)).map((row) => [row.month, row.earlier_gross])
      assert.deepEqual(await importedGross(), [[month, 0]])
      await importMonth(ctx, { month: before_ })
      assert.deepEqual(await importedGross(), [
        [before_, 40],
        [month, 0],
      ])
    }))

  test('only the person’s own imported or paid months at the payer in the year prevent an import', () =>
    tryWork(async (ctx) => {
      for (const row of [{ centre: 3 }, { person: other }, { month: lastYear }, { month: nextYear }]) await importMonth(ctx, row)
      for (const [at, row] of [{ centre: 3 }, { mode: 1 }, { person: other }, { month: lastYear }, { month: nextYear }].entries())
        await reserve(ctx, 990_001 + at, row)
      assert.deepEqual(await obstacles(ctx, 2, [person], 2031), [])
      await importMonth(ctx, { month: before_ })
      await reserve(ctx, 990_010)
      assert.deepEqual(await obstacles(ctx, 2, [person], 2031), [{ operator_id: person, months: [before_], first_paid: month }])
    }))

  test('payments count from the first open month of their mode', () =>
    tryWork(async (ctx) => {
      const openMonth = async () => {
        const rows = await ctx.rows<{ month: string }>`select app.open_month(2, 2::smallint, ${before_}) as month`
        return rows[0]?.month
      }
      await ctx.run`insert into tax_period (centre_id, mode, month, closed_at) values (2, 1, ${month}, now()), (3, 2, ${month}, now())`
      assert.equal(await openMonth(), before_)
      await ctx.run`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${month}, now())`
      assert.equal(await openMonth(), after_)
    }))

  test('closing a month moves only its own unpaid lines, of this payer and in mode 2', () =>
    tryWork(async (ctx) => {
      await reserve(ctx, 990_001, { isOpen: true })
      await reserve(ctx, 990_002)
      for (const [at, row] of [{ centre: 3 }, { mode: 1 }, { month: before_ }].entries()) await reserve(ctx, 990_003 + at, { ...row, isOpen: true })
      assert.deepEqual(
        (await unpaidLines(ctx, 2, month)).map((line) => line.line_id),
        [990_001],
      )
    }))

  test('an edition takes and releases only the returns of its month', () =>
    tryWork(async (ctx) => {
      const editions = async () => {
        const rows = await ctx.rows<{
          row: string
        }>`select concat_ws(' ', kind, period, edition) as row from tax_adjustment where operator_id = ${person} order by id`
        return rows.map(({ row }) => row)
      }
      await adjust(ctx, 'uncounted', {})
      await assignReturnsToEdition(ctx, 2, month, 1)
      for (const [kind, at] of [
        ['uncounted', month],
        ['difference', month],
        ['uncounted', after_],
      ] as const)
        await adjust(ctx, kind, { month: at })
      await assignReturnsToEdition(ctx, 2, month, 2)
      assert.deepEqual(await editions(), [`uncounted ${month} 1`, `uncounted ${month} 2`, `difference ${month}`, `uncounted ${after_}`])
      await ctx.run`update tax_adjustment set edition = 7 where operator_id = ${person} and (kind = 'difference' or period = ${after_})`
      await releaseReturns(ctx, 2, month)
      assert.deepEqual(await editions(), [`uncounted ${month}`, `uncounted ${month}`, `difference ${month} 7`, `uncounted ${after_} 7`])
    }))

  test('a month can be reopened only while its own declaration is open', () =>
    tryWork(async (ctx) => {
      const closedMonths = async () => {
        const rows = await ctx.rows<{ row: string }>`select concat_ws(' ', centre_id, month) as row from tax_period where month > '2031' order by 1`
        return rows.map(({ row }) => row)
      }
      for (const closedMonth of [month, after_]) await insertClosing(ctx, 2, closedMonth)
      await insertClosing(ctx, 3, month)
      for (const closedMonth of [month, after_]) await ctx.run`insert into tax_declaration (centre_id, month) values (2, ${closedMonth}) on conflict do nothing`
      await ctx.run`update tax_declaration set state = 'closing' where centre_id = 2 and month = ${after_}`
      await deleteClosing(ctx, 2, month)
      assert.deepEqual(await closedMonths(), [`2 ${after_}`, `3 ${month}`])
      await assert.rejects(deleteClosing(ctx, 2, after_), /cannot be reopened/)
    }))

  test('an import marks its own and later months of paid people, and a removal undoes its figures', () =>
    tryWork(async (ctx) => {
      await insertMonths(ctx, ...withNeighbours({ gross: 1000 }))
      for (const [at, row] of [{ centre: 3 }, { mode: 1 }, { month: lastYear }, { person: other }].entries()) await reserve(ctx, 990_001 + at, row)
      await importMonth(ctx, { month: before_ }, 990_001)
      assert.deepEqual(await rowsWhere(ctx, 'needs_review'), [])
      await reserve(ctx, 990_010, { month: after_ })
      await importMonth(ctx, {}, 990_002)
      assert.deepEqual(await rowsWhere(ctx, 'needs_review'), [`2 2 own ${month}`, `2 2 own ${after_}`])
      assert.deepEqual(await rowsWhere(ctx, 'gross_fen = 1040'), [`2 2 own ${before_}`, `2 2 own ${month}`])
      await insertMonths(ctx, { person: other, month: before_, gross: 1000 })
      assert.equal(await remove(ctx, 990_001), 1)
      assert.deepEqual(await rowsWhere(ctx, 'gross_fen <> 1000'), [`2 2 own ${month}`])
    }))

  test('a policy counts as used from the start of its first day to the end of its last', async () => {
    const isPolicyUsed = async (from: string, to: string | null) => {
      const { rows } = await sql<{ used: boolean }>`select app.policy_computed(${from}::date, ${to}::date) as used`.execute(db())
      return rows[0]?.used
    }
    const day = '2032-03-05'
    const daysAfter = (count: number) => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
    assert.equal(await isPolicyUsed(day, null), false)
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, '2031-06', now())`.execute(db())
    assert.deepEqual(
      [await isPolicyUsed('2031-06-30', '2031-06-30'), await isPolicyUsed('2031-07-01', '2031-07-31'), await isPolicyUsed('2031-06-01', '2031-06-29')],
      [true, false, false],
    )
    await sql`delete from tax_period where centre_id = 2 and month = '2031-06'`.execute(db())
    await sql`alter table payment_batch disable trigger user`.execute(db())
    await sql`update payment_batch set paid_at = ${new Date(`${day}T00:00:00+08:00`)} where id = ${batch}`.execute(db())
    await sql`alter table payment_batch enable trigger user`.execute(db())
    assert.deepEqual(
      [await isPolicyUsed(day, day), await isPolicyUsed(day, null), await isPolicyUsed(daysAfter(1), null), await isPolicyUsed(daysAfter(-3), daysAfter(-1))],
      [true, true, false, false],
    )
  })
})
