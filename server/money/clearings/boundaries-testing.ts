import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { fen, ZERO } from '#/domain/base/money.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import { taxReclaimYears } from '#/domain/money/clearing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { Context } from '#/server/kernel/context.ts'
import { invariants } from '#/server/money/clearings/invariants.ts'
import { type ClearingAdjustment, type ClearingTestRow, type ClearingWorld, clearingRowHelpers, type RowChange } from '#/server/money/clearings/rows-testing.ts'
import { expireClearings, insertClearings, pendingStepConditions, undecidedClearings, withdrawOutdated } from '#/server/money/clearings/store.ts'
import { incomeTaxBorne, isCreditUnderWay, openCredits, taxExcesses, yearsUnderWay } from '#/server/money/tax/store-credits.ts'
import { unreversedClearings } from '#/server/money/tax/store-reversals.ts'

type RowHelpers = ReturnType<typeof clearingRowHelpers>

function testMissingTaxOfMonths(
  world: () => ClearingWorld,
  { adjust, addMonth, reserve, clearing, reservation, stranger, before_, after_, elsewhere, counted }: RowHelpers,
): void {
  describe('tax missing in a month after a clearing', () => {
    const missingTaxOf = (...changes: RowChange[]) =>
      counted(changes, async (ctx) => {
        const row = (await unreversedClearings(ctx, [world().personId])).find((each) => each.month === world().month)
        return row && [row.missing_vat_fen, row.short_vat_fen, row.short_withheld_fen, row.vat_fen]
      })

    test('missing tax is the negative tax balance of one person, payer, mode and month', async () => {
      const negativeBalance = adjust({ vat: -1000 })
      const [, , , vat] = (await missingTaxOf()) ?? assert.fail('the clearing keeps tax out')
      const expected = [1000, 0, 0, vat]
      assert.deepEqual(await missingTaxOf(negativeBalance), expected)
      const others: readonly ClearingAdjustment[] = [{ centre: 3 }, { mode: 1 }, { person: stranger() }, { month: before_() }, { month: after_() }]
      for (const row of others)
        assert.deepEqual(
          [await missingTaxOf(negativeBalance, adjust({ ...row, vat: -300 })), await missingTaxOf(negativeBalance, addMonth({ ...row, vat: -300 }))],
          [expected, expected],
        )
      assert.deepEqual((await missingTaxOf(negativeBalance, adjust({ kind: 'difference', vat: -300 })))?.[0], 1000)
    })

    test('tax cleared beyond what the person bore is missing, even if the month’s tax is positive', async () => {
      const base = [adjust({ vat: -2000, isCleared: true }), addMonth({ vat: 5000 })]
      const missingVat = async (...changes: RowChange[]) => (await missingTaxOf(...base, ...changes))?.[0] ?? 0
      assert.equal(await missingVat(), 2000)
      for (const change of elsewhere()) assert.ok((await missingVat(change)) > 2000)
      assert.equal(await missingVat(reservation('returned', sql`vat_fen = 700`)), 2000)
      assert.equal(await missingVat(adjust({ vat: -300, isCleared: true })), 2300)
      for (const row of [{ centre: 3 }, { month: before_() }, { person: stranger() }])
        assert.equal(await missingVat(adjust({ ...row, vat: -300, isCleared: true })), 2000)
      assert.equal(await missingVat(adjust({ vat: -300 })), 2000, 'a return that is no part of the clearing')
    })

    test('a month is short by VAT and yearly income tax differences unless a payment is under way', async () => {
      const base = adjust({ kind: 'difference', vat: 500, iit: 700 })
      const shortTax = async (...changes: RowChange[]) => (await missingTaxOf(base, ...changes))?.slice(1, 3)
      assert.deepEqual(await shortTax(), [500, 700])
      const others: readonly ClearingAdjustment[] = [{ centre: 3 }, { mode: 1 }, { person: stranger() }, { month: after_() }, { kind: 'uncounted' }]
      for (const row of others) assert.deepEqual(await shortTax(adjust({ kind: 'difference', ...row, vat: 50, iit: 70 })), [500, 700], JSON.stringify(row))
      assert.deepEqual(await shortTax(adjust({ kind: 'difference', month: before_(), vat: 50, iit: 70 })), [500, 770])
      for (const row of [{}, { centre: 3 }, { month: before_() }]) assert.deepEqual(await shortTax(reserve(row)), [0, 0], 'a payment of the year is under way')
      for (const row of [{ mode: 1 }, { person: stranger() }, { month: after_() }, { isOpen: false }])
        assert.deepEqual(await shortTax(reserve(row)), [500, 700])
    })

    test('missing tax can be reversed only from approved clearings with an unreversed amount', async () => {
      const [, , , vat = 0] = (await missingTaxOf()) ?? []
      assert.deepEqual((await missingTaxOf(adjust({ vat: 100, isCleared: true, isReversal: true })))?.[3], vat - 100)
      assert.deepEqual((await missingTaxOf(adjust({ vat: 100, isCleared: true })))?.[3], vat, 'a use of the credit is no part of what left the month')
      for (const state of ['approved', 'chosen', 'done']) assert.ok(await missingTaxOf(clearing(sql`state = ${state}`)), state)
      for (const set of [sql`state = 'withdrawn'`, sql`state = 'chosen', decided_at = null`, sql`state = 'approved', reversed_fen = amount_fen`])
        assert.equal(await missingTaxOf(clearing(set)), undefined)
      assert.ok(await missingTaxOf(clearing(sql`state = 'approved', reversed_fen = amount_fen - 1`)))
    })
  })
}

function testIncomeTaxBorne(world: () => ClearingWorld, { addMonth, adjust, reservation, stranger, after_, elsewhere, counted }: RowHelpers): void {
  describe('tax borne by the person', () => {
    test('income tax borne in a year excludes other payers and people, returns and cleared months', async () => {
      const base = adjust({ iit: 50_000_000, isCleared: true })
      const borneIncomeTaxAfter = (...changes: RowChange[]) =>
        counted([base, ...changes], async (ctx) => {
          const rows = await incomeTaxBorne(ctx, 2, world().personId, world().month.slice(0, 4))
          return rows.find(({ month }) => month === world().month)?.fen ?? 0
        })
      const fullTax = await borneIncomeTaxAfter()
      for (const change of elsewhere()) assert.ok((await borneIncomeTaxAfter(change)) < fullTax)
      assert.equal(await borneIncomeTaxAfter(reservation('returned', sql`withheld_fen = 700`)), fullTax)
      assert.equal(await borneIncomeTaxAfter(adjust({ iit: 70, isCleared: true })), fullTax + 70)
      const others: readonly ClearingAdjustment[] = [{ centre: 3 }, { person: stranger() }, { isCleared: false }]
      for (const row of others) assert.equal(await borneIncomeTaxAfter(adjust({ iit: 70, isCleared: true, ...row })), fullTax)
      const borneMonthsAfter = (...changes: RowChange[]) =>
        counted(changes, async (ctx) => (await incomeTaxBorne(ctx, 2, world().personId, world().month.slice(0, 4))).map(({ month }) => month))
      const { month } = world()
      const monthsWithLaterCredit = await borneMonthsAfter(adjust({ iit: 70, isCleared: true, month: after_() }))
      const monthsWhenFullyCleared = await borneMonthsAfter(base, adjust({ iit: -fullTax, isCleared: true }))
      assert.deepEqual(
        [monthsWithLaterCredit.includes(after_()), monthsWhenFullyCleared.includes(month), (await borneMonthsAfter(base)).includes(month)],
        [false, false, true],
      )
    })

    test('returned payments do not count as tax that the person bore (INV-65)', async () => {
      const isMonthBroken = (...changes: RowChange[]) =>
        counted([reservation('returned', sql`vat_fen = 700`), addMonth({ vat: 5000 }), ...changes], async (ctx) =>
          (await checkInvariants(ctx.db, invariants)).some(
            ({ name, offenders }) => name === 'INV-65' && offenders.some((offender) => offender.startsWith('month')),
          ),
        )
      assert.deepEqual([await isMonthBroken(), await isMonthBroken(adjust({ vat: -300, isCleared: true }))], [false, true])
    })
  })
}

function testExcessTax(world: () => ClearingWorld, { addMonth, adjust, stranger, before_, after_, elsewhere, counted }: RowHelpers): void {
  describe('tax overpaid by the person', () => {
    const excessesAt = (now: Date, ...changes: RowChange[]) =>
      counted(changes, async (ctx) => (await taxExcesses({ ...ctx, now }, [2], world().personId)).map((row) => [row.month, row.vat_fen, row.withheld_fen]))
    const excessesAfter = (...changes: RowChange[]) => excessesAt(world().now, ...changes)
    const overpayment = (of: ClearingAdjustment = {}) => adjust({ kind: 'difference', vat: -1000, iit: -2000, ...of })
    const closePeriod = (of: ClearingTestRow & { month: string }) =>
      sql`insert into tax_period (centre_id, mode, month, closed_at) values (${of.centre ?? 2}, ${of.mode ?? 2}, ${of.month}, now()) on conflict do nothing`

    test('an excess is the overpaid difference of a person, payer and mode in a closed month', async () => {
      const { month } = world()
      assert.deepEqual(await excessesAfter(overpayment()), [[month, 1000, 2000]])
      for (const row of [{ centre: 3 }, { mode: 1 }, { person: stranger() }, { kind: 'uncounted' as const }])
        assert.deepEqual(await excessesAfter(overpayment(), overpayment(row)), [[month, 1000, 2000]], JSON.stringify(row))
      const openPeriod = sql`delete from tax_period where centre_id = 2 and mode = 2 and month = ${month}`
      assert.deepEqual(await excessesAfter(overpayment(), openPeriod, closePeriod({ mode: 1, month }), closePeriod({ centre: 3, month })), [])
      assert.deepEqual(await excessesAfter(overpayment({ month: before_() })), [
        [before_(), 1000, 0],
        [month, 0, 2000],
      ])
      assert.deepEqual(await excessesAfter(overpayment({ vat: 1 }), overpayment({ vat: 0, iit: 2000 })), [], 'nothing is too much')
    })

    test('the excess of a year belongs to the last month with a payment to the natural person', async () => {
      const lastExcessMonths = async (...changes: RowChange[]) =>
        (await excessesAfter(overpayment({ vat: 0 }), addMonth({ gross: 0 }), addMonth({ month: before_(), gross: 100 }), ...changes)).map(([at]) => at)
      assert.deepEqual(await lastExcessMonths(), [before_()])
      const others: readonly ClearingTestRow[] = [{ mode: 1 }, { centre: 3 }, { person: stranger() }, { month: after_() }]
      for (const row of others) assert.deepEqual(await lastExcessMonths(addMonth({ ...row, gross: 100 })), [before_()])
    })

    test('excess VAT can be claimed for three years after its month, and income tax after December', async () => {
      const now = new Date('2027-03-31T23:00:00+08:00')
      const first = shiftMonth('2027-03', -12 * taxReclaimYears)
      const excessCountOf = async (month: string) => (await excessesAt(now, closePeriod({ month }), overpayment({ month, iit: 0 }))).length
      assert.deepEqual([await excessCountOf(first), await excessCountOf(shiftMonth(first, -1))], [1, 0])
      const [january, december] = [`${first.slice(0, 4)}-01`, `${first.slice(0, 4)}-12`]
      const yearChanges = [closePeriod({ month: december }), addMonth({ month: december, gross: 100 }), overpayment({ month: january, vat: 0 })]
      assert.deepEqual(await excessesAt(now, ...yearChanges), [[december, 0, 2000]])
    })

    test('the person’s part of an excess counts only their own tax and credits at this payer', async () => {
      const borneTaxAfter = (...changes: RowChange[]) =>
        counted([overpayment(), ...changes], async (ctx) => {
          const [row] = await taxExcesses(ctx, [2], world().personId)
          return [row?.borne_vat ?? 0, row?.borne_withheld ?? 0] as const
        })
      const [vat, iit] = await borneTaxAfter()
      for (const change of elsewhere()) assert.ok((await borneTaxAfter(change))[1] < iit)
      assert.deepEqual(await borneTaxAfter(adjust({ vat: 7, iit: 9, isCleared: true })), [vat + 7, iit + 9])
      assert.deepEqual(await borneTaxAfter(adjust({ vat: 7, iit: 9, isCleared: true, month: before_() })), [vat, iit + 9])
      const others: readonly ClearingAdjustment[] = [{ centre: 3 }, { person: stranger() }, { isCleared: false }, { month: after_() }]
      for (const row of others) assert.deepEqual(await borneTaxAfter(adjust({ vat: 7, iit: 9, isCleared: true, ...row })), [vat, iit], JSON.stringify(row))
    })
  })
}

function testOpenCredits(world: () => ClearingWorld, { adjust, reserve, clearing, stranger, counted, ids, newLine }: RowHelpers): void {
  const openCreditState = sql`state = 'approved', choice = 'credit', refunded_fen = 0`
  describe('open credits', () => {
    test('an open credit is approved, chosen as a credit and not used up', async () => {
      const remainingCredits = async (...changes: RowChange[]) =>
        (await counted(changes, (ctx) => openCredits(ctx, 2, [world().personId]))).map((row) => row.left_fen)
      const { excess: whole } = world()
      assert.deepEqual([await remainingCredits(), await remainingCredits(clearing(openCreditState))], [[], [whole]])
      for (const set of [sql`state = 'chosen'`, sql`choice = 'refund'`, sql`used_fen = amount_fen`, sql`centre_id = 3`, sql`operator_id = ${stranger()}`])
        assert.deepEqual(await remainingCredits(clearing(openCreditState), clearing(set)), [])
      assert.deepEqual(await remainingCredits(clearing(openCreditState), clearing(sql`used_fen = amount_fen - 1`)), [1])
    })

    test('an unfinished payment marks its year and the credit that it uses as under way', async () => {
      const isUnderWay = async (isOpen: boolean, of: ClearingAdjustment) =>
        counted([reserve({ isOpen }), adjust({ vat: 1, isCleared: true, ...of })], (ctx) => isCreditUnderWay(ctx, ids.clearing))
      assert.deepEqual(
        [await isUnderWay(true, {}), await isUnderWay(false, {}), await isUnderWay(true, { isReversal: true }), await isUnderWay(true, { line: newLine + 1 })],
        [true, false, false, false],
      )
      const isOtherUnderWay = await counted([reserve(), adjust({ vat: 1, isCleared: true })], (ctx) => isCreditUnderWay(ctx, ids.clearing + 1))
      assert.equal(isOtherUnderWay, false)
      const openYearsAfter = (of: ClearingTestRow & { isOpen?: boolean }) => counted([reserve(of)], (ctx) => yearsUnderWay(ctx, [world().personId]))
      assert.deepEqual(
        (await openYearsAfter({})).map(({ year }) => year),
        [world().month.slice(0, 4)],
      )
      for (const row of [{ mode: 1 }, { isOpen: false }, { person: stranger() }]) assert.deepEqual(await openYearsAfter(row), [])
    })
  })
}

function testExcessSearch(world: () => ClearingWorld, { clearing, counted, ids }: RowHelpers): void {
  describe('search for clearings', () => {
    const stateOf = async (ctx: Context) => (await ctx.row<{ state: string }>`select state from tax_clearing where id = ${ids.clearing}`)?.state
    const setState = (state: string) => clearing(sql`state = ${state}, decided_at = null`)

    test('the search withdraws only unapproved clearings with an unchanged version', async () => {
      const isUndecided = (centreIds: readonly number[] | null, ...changes: RowChange[]) =>
        counted(changes, async (ctx) => (await undecidedClearings(ctx, centreIds)).some(({ id }) => id === ids.clearing))
      for (const state of ['found', 'offered', 'refused', 'chosen'])
        assert.deepEqual([await isUndecided([2], setState(state)), await isUndecided([3], setState(state))], [true, false])
      for (const state of ['approved', 'done', 'withdrawn', 'expired']) assert.equal(await isUndecided(null, setState(state)), false)
      assert.equal(await isUndecided(null, clearing(sql`state = 'chosen'`)), false, 'a choice of the rest, after an approval')
      const stateAfterWithdrawal = (version: number, id = 0) =>
        counted([clearing(sql`state = 'offered', version = 5`)], async (ctx) => {
          await withdrawOutdated(ctx, [{ id: ids.clearing + id, version }])
          return stateOf(ctx)
        })
      assert.deepEqual([await stateAfterWithdrawal(5), await stateAfterWithdrawal(4), await stateAfterWithdrawal(5, 1)], ['withdrawn', 'offered', 'offered'])
    })

    test('the search ends clearings without a choice three years after their month', async () => {
      const { month } = world()
      const end = new Date(`${shiftMonth(month, 12 * taxReclaimYears + 1)}-01T00:00:00+08:00`)
      const stateAfterExpiry = (state: string, now: Date) =>
        counted([setState(state)], async (ctx) => {
          await expireClearings({ ...ctx, now })
          return stateOf(ctx)
        })
      for (const state of ['found', 'offered', 'refused'])
        assert.deepEqual([await stateAfterExpiry(state, end), await stateAfterExpiry(state, new Date(end.getTime() - 1))], ['expired', state])
      for (const state of ['chosen', 'approved']) assert.equal(await stateAfterExpiry(state, end), state)
    })
  })
}

function testRepeatedSearch(world: () => ClearingWorld, { before_, stranger, clearing, counted, later }: RowHelpers): void {
  describe('withdrawn clearings', () => {
    test('a clearing withdrawn with a reason is found again only on request or after a change', async () => {
      const { personId, month } = world()
      const insertedCountAfter = (
        set: RawBuilder<unknown>,
        { isAsked: isRequested = false, vat = 7, more = [] }: { isAsked?: boolean; vat?: number; more?: RowChange[] } = {},
      ) =>
        counted(
          [
            clearing(
              sql`state = 'withdrawn', reason = '不再办理', refunded_fen = 0, vat_fen = 7, city_fen = 0, education_fen = 0, local_education_fen = 0, withheld_fen = 0, amount_fen = 7`,
            ),
            clearing(set),
            ...more,
          ],
          (ctx) =>
            insertClearings(
              ctx,
              [{ centreId: 2, operatorId: personId, month, parts: { vat: fen(vat), city: ZERO, education: ZERO, localEducation: ZERO, iit: ZERO } }],
              isRequested,
            ),
        )
      const unchangedState = sql`state = state`
      assert.deepEqual(
        [
          await insertedCountAfter(unchangedState),
          await insertedCountAfter(unchangedState, { isAsked: true }),
          await insertedCountAfter(unchangedState, { vat: 8 }),
        ],
        [0, 1, 1],
      )
      for (const set of [
        sql`reason = ''`,
        sql`is_outdated = true`,
        sql`month = ${before_()}`,
        sql`centre_id = 3`,
        sql`operator_id = ${stranger()}`,
        sql`state = 'done', refunded_fen = 7`,
      ])
        assert.equal(await insertedCountAfter(set), 1)
      const insertCopy = (of: ClearingTestRow, id: string): RowChange =>
        later(
          () => sql`insert into tax_clearing (id, centre_id, operator_id, month, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen, amount_fen, found_at, state)
          overriding system value values (${sql.raw(id)}, ${of.centre ?? 2}, ${of.person ?? personId}, ${of.month ?? month}, 9, 0, 0, 0, 0, 9, now(), 'withdrawn')`,
        )
      assert.equal(await insertedCountAfter(unchangedState, { more: [insertCopy({}, '990001')] }), 1, 'a later one of the month decides')
      for (const row of [{ centre: 3 }, { person: stranger() }, { month: before_() }])
        assert.equal(await insertedCountAfter(unchangedState, { more: [insertCopy(row, '990001')] }), 0)
      assert.equal(await insertedCountAfter(unchangedState, { more: [insertCopy({}, '0')] }), 0, 'an earlier one does not')
    })
  })
}

function testPendingClearings({ ids, counted, clearing }: RowHelpers): void {
  const approvedState = sql`state = 'approved', refunded_fen = 0`
  describe('pending work of clearings', () => {
    test('pending steps follow from the state, an open refund and the debt of a clearing', async () => {
      const pendingStepsOf = (...sets: RawBuilder<unknown>[]) =>
        counted([clearing(approvedState), ...sets.map(clearing)], async (ctx) => {
          const stepsOfRow: string[] = []
          for (const [step, where] of Object.entries(pendingStepConditions)) {
            const rows = await ctx.rows`select from tax_clearing clearing where clearing.id = ${ids.clearing} and ${where(ctx)}`
            if (rows.length > 0) stepsOfRow.push(step)
          }
          return stepsOfRow.join()
        })
      const pendingByState = ['found', 'offered', 'refused', 'chosen', 'withdrawn', 'expired'].map((state) => pendingStepsOf(sql`state = ${state}`))
      assert.deepEqual(await Promise.all(pendingByState), ['offer', 'choose', 'offer', 'decide', '', ''])
      const [refund, credit] = [sql`state = 'approved', choice = 'refund'`, sql`state = 'approved', choice = 'credit'`]
      assert.deepEqual([await pendingStepsOf(refund), await pendingStepsOf(credit), await pendingStepsOf(refund, sql`used_fen = amount_fen`)], ['pay', '', ''])
      assert.equal(await pendingStepsOf(refund, sql`used_fen = amount_fen + 1`), 'recover')
    })
  })
}

/** Tests the boundaries of the clearing queries: month, mode, payer, person and state. */
export function testQueryBoundaries(world: () => ClearingWorld): void {
  const rows = clearingRowHelpers(world)
  for (const defineTests of [testMissingTaxOfMonths, testIncomeTaxBorne, testExcessTax, testOpenCredits, testExcessSearch, testRepeatedSearch])
    defineTests(world, rows)
  testPendingClearings(rows)
}
