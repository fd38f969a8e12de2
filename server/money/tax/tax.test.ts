import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { fen, ZERO } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { noOtherSales } from '#/domain/money/other-sales.ts'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { emptyPersonMoney, lockPeople, personMonths, policyByVersion, policyOn, releaseBatchTax, releaseTax, reserveTax } from '#/server/money/tax/public.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const checklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }
const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds[0] === 1)

function somebody(index: number) {
  const person = people[index]
  if (!person) throw new Error('unit 1 has fewer people')
  return person
}

describe('tax figures of payees', () => {
  const server = testServer()
  const runInContext = <T>(work: (ctx: Context) => Promise<T>) => jobContext(server.running.kernel, () => false).run('test', work)
  const db = () => server.running.kernel.database.kysely
  const countedMonths = async (operatorId: number) => {
    const rows = await sql<{ month: string; gross_fen: number; vat_fen: number; withheld_fen: number }>`select month, gross_fen, vat_fen, withheld_fen
      from tax_standing where centre_id = 2 and mode = 2 and operator_id = ${operatorId} and gross_fen <> 0 order by month`.execute(db())
    return rows.rows
  }
  const addMonth = (operatorId: number, month: string, income: number, withheld: number) =>
    sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, income_fen, withheld_fen)
      values (2, 2, ${operatorId}, ${month}, ${income}, ${income}, ${withheld})`.execute(db())
  /** Creates a checked batch of unit 1 with one line per row. */
  const createCheckedBatch = async (rows: readonly (readonly [index: number, yuan: string])[]) => {
    const batch = await server.must('maker', 'payments.create', { orderId: 12 })
    const cells = rows.map(([index, amountText]) => {
      const { name, idNumber, mobile, cardNo, bankName } = somebody(index)
      return { name, idNumber, mobile, cardNo, bankName, amountText }
    })
    await server.must('maker', 'lines.add', { batchId: batch.id, rows: cells })
    const file = { filename: '验收单.pdf', mediaType: 'application/pdf', bytes: pdfPage(batch.no) }
    await server.must('maker', 'payments.attach', { id: batch.id, kind: 'acceptance', file })
    const { version } = await server.must('maker', 'payments.get', { id: batch.id })
    const submittedBatch = await server.must('maker', 'payments.submit', { id: batch.id, version, acknowledgement: '已逐条核对' })
    return server.must('checker', 'payments.check', { id: batch.id, version: submittedBatch.version, approve: true })
  }
  const audit = (batch: { id: number; version: number }) =>
    server.must('auditor', 'payments.audit', { id: batch.id, version: batch.version, approve: true, checklist }, atCentre)

  test('policies are found by day and version', async () => {
    await runInContext(async (ctx) => {
      assert.equal((await policyOn(ctx, '2026-03-01')).version, '2026-01')
      assert.equal((await policyOn(ctx, '2026-11-21')).version, '2026-11')
      assert.equal((await policyByVersion(ctx, '2026-01'))?.effectiveFrom, '2026-01-01')
    })
  })

  test('a day without a policy is refused', async () => {
    await runInContext((ctx) => assert.rejects(policyOn(ctx, '1999-01-01'), { error: 'noPolicy' }))
  })

  test('cumulative withholding restarts after a gap, in a new year and in the other mode', async () => {
    const month = monthOf(server.running.kernel.clock.now())
    const [steady, broken, newYear] = [somebody(0).id, somebody(1).id, somebody(2).id]
    for (const monthsBack of [3, 2, 1]) await addMonth(steady, shiftMonth(month, -monthsBack), 1_000_000, 9_000)
    for (const monthsBack of [4, 2]) await addMonth(broken, shiftMonth(month, -monthsBack), 1_000_000, 9_000)
    await addMonth(newYear, `${Number(month.slice(0, 4)) - 1}-12`, 1_000_000, 9_000)
    await runInContext(async (ctx) => {
      const policy = await policyOn(ctx, `${month}-15`)
      const months = await personMonths(ctx, { centreId: 2, mode: 2, operatorIds: [steady, broken, newYear], month }, policy)
      const run = (id: number) => months.get(id)?.personMonth.withholding
      assert.deepEqual([run(steady)?.months, run(steady)?.income, run(steady)?.withheld], [3, 3_000_000, 27_000])
      assert.deepEqual([run(broken)?.months, run(broken)?.income], [1, 1_000_000])
      assert.deepEqual([run(newYear)?.months, run(newYear)?.income], [0, 0])
      assert.deepEqual([months.get(steady)?.rollingSales, months.get(steady)?.monthGross, months.get(steady)?.personMonth.gross], [3_000_000, 0, 0])
      assert.equal(months.get(999_999), undefined)
      assert.equal(emptyPersonMoney(month).rollingSales, ZERO)
      const paymentsInMode1 = await personMonths(ctx, { centreId: 2, mode: 1, operatorIds: [steady], month }, policy)
      assert.deepEqual([paymentsInMode1.get(steady)?.personMonth.withholding.months, paymentsInMode1.get(steady)?.rollingSales], [0, 0])
    })
  })

  test('the tax of a line is reserved once and released once', async () => {
    const owner = somebody(3)
    const batch = await audit(await createCheckedBatch([[3, '20000.00']]))
    assert.equal(batch.state, 'payable')
    const [before] = await countedMonths(owner.id)
    assert.deepEqual([before?.gross_fen, before?.withheld_fen], [2_000_000, batch.iit])
    const [line] = (await server.must('maker', 'lines.list', { batchId: batch.id })).rows
    const key = { id: batch.id, month: monthStart(monthOf(server.running.kernel.clock.now())) }
    await runInContext(async (ctx) => {
      assert.equal(await reserveTax(ctx, key), 0, 'already counted')
      assert.equal(await releaseTax(ctx, [{ id: line?.id ?? 0 }]), 1)
      assert.equal(await releaseTax(ctx, [{ id: line?.id ?? 0 }]), 0)
      assert.equal(await releaseBatchTax(ctx, batch.id), 0)
    })
    assert.deepEqual(await countedMonths(owner.id), [])
    await runInContext((ctx) => reserveTax(ctx, key))
    server.advance(40 * 86_400_000)
    await runInContext((ctx) => releaseBatchTax(ctx, batch.id))
    assert.deepEqual(await countedMonths(owner.id), [], 'removed from the month it was counted in, not from the current one')
    server.advance(-40 * 86_400_000)
  })

  test('concurrent audits of the same people compute the month as a whole', async () => {
    const [first, second] = [
      await createCheckedBatch([
        [4, '60000.00'],
        [5, '60000.00'],
      ]),
      await createCheckedBatch([
        [5, '50000.00'],
        [4, '50000.00'],
      ]),
    ]
    const auditedBatches = await Promise.all([audit(first), audit(second)])
    const payableBatches = await Promise.all(
      auditedBatches.map(async (batch) => {
        if (batch.state === 'payable') return batch
        // The second batch has changed figures and returns to the checker.
        assert.equal(batch.state, 'checking')
        return audit(await server.must('checker', 'payments.check', { id: batch.id, version: batch.version, approve: true }))
      }),
    )
    assert.deepEqual(
      payableBatches.map((batch) => batch.state),
      ['payable', 'payable'],
    )
    for (const index of [4, 5]) {
      const [month] = await countedMonths(somebody(index).id)
      assert.deepEqual([month?.gross_fen, month?.vat_fen], [11_000_000, 108_911])
      assert.ok(month && month.withheld_fen > fen(0))
    }
  })

  test('limits cover both modes, and tax figures cover one mode and deduct the surcharge by policy', async () => {
    const month = monthOf(server.running.kernel.clock.now())
    const { id } = somebody(6)
    const add = (mode: Mode, of: string, [gross, income, vat, city, education, local, withheld]: readonly number[]) =>
      sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen)
        values (2, ${mode}, ${id}, ${of}, ${gross}, ${income}, ${vat}, ${city}, ${education}, ${local}, ${withheld})`.execute(db())
    await add(2, month, [1_000_000, 990_000, 10_000, 700, 300, 200, 5_000])
    await add(1, month, [400_000, 400_000, 0, 0, 0, 0, 0])
    await add(2, shiftMonth(month, -11), [50_000, 50_000, 0, 0, 0, 0, 0])
    await add(2, shiftMonth(month, -12), [70_000, 70_000, 0, 0, 0, 0, 0])
    await runInContext(async (ctx) => {
      const policy = await policyOn(ctx, `${month}-15`)
      const [year, lastMonth] = month.split('-').map(Number)
      const months = await personMonths(ctx, { centreId: 2, mode: 2, operatorIds: [id], month }, policy)
      assert.deepEqual(
        [...months],
        [
          [
            id,
            {
              personMonth: {
                month,
                gross: 1_000_000,
                vat: 10_000,
                city: 700,
                education: 300,
                localEducation: 200,
                withholding: { year, lastMonth, months: 1, income: 990_000, other: policy.params.withholding.deductsSurcharge ? 1200 : 0, withheld: 5_000 },
                credit: null,
              },
              monthGross: 1_400_000,
              everywhereGross: 1_400_000,
              elsewhere: noOtherSales,
              rollingSales: 1_040_000,
            },
          ],
        ],
      )
      const changedPolicy = {
        ...policy,
        params: { ...policy.params, withholding: { ...policy.params.withholding, deductsSurcharge: !policy.params.withholding.deductsSurcharge } },
      }
      const otherDeductions = (await personMonths(ctx, { centreId: 2, mode: 2, operatorIds: [id], month }, changedPolicy)).get(id)?.personMonth.withholding
        .other
      assert.equal(otherDeductions, policy.params.withholding.deductsSurcharge ? 0 : 1200)
    })
  })

  test('the tax functions accept empty lists of people and lines', async () => {
    await runInContext(async (ctx) => {
      const month = monthOf(ctx.now)
      const policy = await policyOn(ctx, `${month}-15`)
      assert.equal((await personMonths(ctx, { centreId: 2, mode: 2, operatorIds: [], month }, policy)).size, 0)
      await lockPeople(ctx, [])
      assert.deepEqual([await releaseTax(ctx, []), await releaseBatchTax(ctx, 900_000_000)], [0, 0])
    })
  })

  test('a policy is found by its version, and an unknown version is not found', async () => {
    await runInContext(async (ctx) => {
      const earlierPolicy = await policyByVersion(ctx, '2026-01')
      assert.deepEqual([earlierPolicy?.code, earlierPolicy?.effectiveTo, await policyByVersion(ctx, 'none')], ['CN', '2026-10-31', null])
    })
  })
})
