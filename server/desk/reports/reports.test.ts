import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { z } from 'zod'
import { reportFields } from '#/api/desk/reports.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { reportBases } from '#/domain/desk/report.ts'
import { reportChecks } from '#/server/desk/reports/public.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

type Sums = z.output<Modules['reports']['sums']['output']>
type ReportRow = { readonly values: Readonly<Record<string, unknown>> }

const { ordinary, specials } = demoPeople()
const person = (at: number) => ordinary[at] ?? assert.fail('the demo has people')
const amount = (line: ReportRow | undefined, key: string) => Number(line?.values[key] ?? 0)
const atCentre = { centre: 2, mode: 2 } as const
const bothPlaces = [{ centreId: 2, mode: 2 }, { mode: 1 }] as const

describe('financial reports', () => {
  let server: TestServer
  let scenario: ReturnType<typeof paymentScenario>
  let month = ''
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const advanceToMonth = (to: string) => server.advance(Date.parse(`${to}-02T10:00:00+08:00`) - now().getTime())
  const brokenChecks = async () => (await Promise.all(reportChecks.map((check) => check.broken(db(), null)))).flat()

  /** Returns every row of a detail report, page by page. */
  const rowsOf = async (who: string, input: Record<string, unknown>, at: { centre?: number; mode?: number }): Promise<ReportRow[]> => {
    const all: ReportRow[] = []
    let after: number | undefined
    do {
      const page = await server.must(who, 'reports.movements', { report: 'incomeDetail', ...input, size: 200, ...(after && { after }) } as never, at)
      all.push(...page.rows)
      after = page.next ?? undefined
    } while (after)
    return all
  }
  /** Asserts that paging forwards and backwards in pages of twenty returns the same rows as a single request. */
  const expectPaging = async (input: Record<string, unknown>) => {
    const loadPage = (at: object) => server.must('platform', 'reports.movements', { report: 'incomeDetail', ...input, size: 20, ...at } as never)
    const keysOf = ({ rows }: Awaited<ReturnType<typeof loadPage>>) => rows.map(({ key }) => key)
    const allKeys = keysOf(await loadPage({ size: 200 }))
    const forwardKeys: number[] = []
    for (let pages = 0; pages * 20 < allKeys.length; pages++) forwardKeys.push(...keysOf(await loadPage(pages === 0 ? {} : { after: forwardKeys.at(-1) })))
    assert.deepEqual(forwardKeys, allKeys)
    const backwardPage = await loadPage({ size: 200, before: allKeys.at(-1) })
    assert.deepEqual(keysOf(backwardPage), allKeys.slice(0, -1))
  }
  const sums = (who: string, input: Record<string, unknown>, at: { centre?: number; mode?: number } = {}): Promise<Sums> =>
    server.must(who, 'reports.sums', { report: 'paymentSummary', period: month, ...input } as never, at)
  const compare = (who: string, input: Record<string, unknown>, at: { centre?: number; mode?: number } = {}) =>
    server.must(who, 'reports.compare', { report: 'paymentSummary', period: month, ...input } as never, at)

  before(async () => {
    server = await startTestServer()
    scenario = paymentScenario(server)
    await extendDocuments(server)
    advanceToMonth(shiftMonth(monthOf(now()), 1))
    month = monthOf(now())
    await scenario.createPaidBatch([
      { person: person(10), yuan: '1000.00' },
      { person: person(11), yuan: '2500.50' },
    ])
    await server.settle(2)
    await scenario.createPaidBatch([{ person: specials.bounces ?? assert.fail(), yuan: '9000.00' }])
    await server.settle(2)
  })
  after(async () => {
    try {
      assert.deepEqual(await brokenChecks(), [])
    } finally {
      await server.close()
    }
  })

  test('a year of demo payments agrees with the ledger by place, in total and for a unit', async () => {
    for (const place of bothPlaces) {
      const answer = await compare('platform', { period: month.slice(0, 4), ...place })
      assert.deepEqual([answer.why, answer.isEven, answer.journals], ['', true, []])
    }
    assert.equal((await compare('platform', { period: month.slice(0, 4) })).isEven, true)
    assert.equal((await compare('unit1', { period: month })).isEven, true)
  })

  test('a report that cannot be compared states the reason', async () => {
    for (const basis of ['submitted', 'arrived']) assert.equal((await compare('finance', { basis }, atCentre)).why, 'basis')
    assert.equal((await compare('platform', { partnerId: 1 })).why, 'partner')
    assert.equal((await compare('unit1', { report: 'incomeTax' })).why, 'reach')
  })

  test('a figure that differs from the ledger is shown with both amounts and the movement', async () => {
    const shiftStoredFees = (by: number) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`alter table payment_line disable trigger user`.execute(trx)
          await sql`update payment_line set fee_fen = fee_fen + ${by}, fee_unit_fen = fee_unit_fen + ${by}, cost_fen = cost_fen + ${by} where id = ${lineId}`.execute(
            trx,
          )
          await sql`alter table payment_line enable trigger user`.execute(trx)
        })
    const { rows } = await sql<{ id: number }>`select max(id) as id from payment_line where state = 'success' and centre_id = 2 and mode = 2`.execute(db())
    const lineId = rows[0]?.id ?? 0
    await shiftStoredFees(100)
    const answer = await compare('finance', {}, atCentre)
    const fee = answer.figures.find(({ account }) => account === 'fee')
    await shiftStoredFees(-100)
    assert.equal(answer.journals.length, 1)
    assert.equal(Number(answer.journals[0]?.report) - Number(answer.journals[0]?.ledger), 100)
    assert.deepEqual([answer.isEven, fee?.difference], [false, 100])
  })

  test('on every basis, detail rows add up to totals and linked cells, and pages hold every row', async () => {
    for (const place of bothPlaces)
      for (const basis of reportBases) {
        const period = month.slice(0, 4)
        const summary = await sums('platform', { report: 'incomeSummary', period, basis, ...place })
        for (const row of summary.rows) {
          const rows = await rowsOf('platform', { ...place, ...row.drill, basis }, {})
          for (const key of ['gross', 'fee'])
            assert.equal(
              rows.reduce((sum, each) => sum + amount(each, key), 0),
              amount(row, key),
              `${key} ${basis}`,
            )
          assert.equal(rows.filter((each) => each.values.end === 'paid').length, amount(row, 'lines'))
        }
        const allReportRows = await rowsOf('platform', { period, basis, ...place }, {})
        const page = await server.must('platform', 'reports.movements', { report: 'incomeDetail', period, basis, ...place })
        for (const key of ['gross', 'fee', 'sales', 'salesNet', 'outputVat', 'platformPart', 'partnerPart', 'centrePart', 'staffPart'])
          assert.equal(
            allReportRows.reduce((sum, each) => sum + amount(each, key), 0),
            Number(page.totals[key]),
            key,
          )
        assert.equal(amount({ values: summary.totals }, 'fee'), Number(page.totals.fee))
        await expectPaging({ period, basis, ...place })
      }
  })

  test('sums by unit and sums by period have the same totals', async () => {
    const period = month.slice(0, 4)
    const [byUnit, byTime] = [await sums('platform', { period }), await sums('platform', { period, group: 'time' })]
    for (const key of ['paidNet', 'cost', 'returnedNet', 'fee'])
      for (const each of [byUnit, byTime])
        assert.equal(
          each.rows.reduce((sum, row) => sum + amount(row, key), 0),
          Number(each.totals[key]),
        )
    assert.deepEqual(byUnit.totals, byTime.totals)
    const [last, before] = byTime.rows
    assert.equal(amount(last, 'before'), amount(before, 'cost'))
  })

  test('units see only their own rows without fee shares, and centres see only their own place', async () => {
    const unitRows = await rowsOf('unit1', { period: month }, {})
    assert.deepEqual([unitRows.length, new Set(unitRows.map(({ values }) => values.unit)).size], [3, 1])
    for (const row of unitRows) for (const key of ['platformPart', 'partnerPart', 'centrePart', 'staffPart']) assert.ok(!(key in row.values))
    assert.deepEqual(await rowsOf('unit2', { period: month }, {}), [])
    const summary = await sums('unit1', { report: 'incomeSummary' })
    assert.deepEqual([summary.rows.length, 'earned' in (summary.rows[0]?.values ?? {})], [1, false])
    assert.deepEqual(await rowsOf('finance', { period: month, centreId: 3 }, atCentre), [])
    assert.deepEqual(await rowsOf('finance', { period: month }, { centre: 2, mode: 1 }), [])
    const tax = await server.must('unit1', 'reports.months', { report: 'incomeTax', period: month })
    assert.deepEqual([tax.isOthers, tax.rows], [true, []])
    assert.equal((await server.call('maker', 'reports.sums', { report: 'paymentSummary', period: month })).error, 'forbidden')
    assert.equal((await server.call('operator', 'reports.sums', { report: 'paymentSummary', period: month })).error, 'forbidden')
  })

  test('personal numbers are masked on the page', async () => {
    const page = await server.must('finance', 'reports.movements', { report: 'paymentDetail', period: month }, atCentre)
    const serialized = JSON.stringify(page)
    for (const { idNumber, cardNo } of [person(10), person(11)]) assert.ok(!serialized.includes(idNumber) && !serialized.includes(cardNo))
    assert.match(String(page.rows[0]?.values.idNumber), /\*{4,}/)
  })

  test('sales staff see only their units, and a partner sees only totals without payees', async () => {
    await sql`insert into role_permission (role_id, permission) select id, 'caishuitable' from role where name in ('合作伙伴', '营销员/业务员') on conflict do nothing`.execute(
      db(),
    )
    const partnerSums = await sums('partner', { report: 'incomeSummary', group: 'time' })
    assert.ok(partnerSums.rows.length > 0)
    assert.equal((await server.call('partner', 'reports.movements', { report: 'incomeDetail', period: month })).error, 'sumsOnly')
    const serialized = JSON.stringify([partnerSums, await sums('partner', {})])
    for (const { name } of [person(10), person(11)]) assert.ok(!serialized.includes(name))
    assert.ok((await sums('partner', { period: month.slice(0, 4) })).rows.length <= (await sums('platform', { period: month.slice(0, 4) })).rows.length)
    const staff = await rowsOf('salesman', { period: month.slice(0, 4) }, atCentre)
    const units = await sql<{
      name: string
    }>`select unit.name from unit join app_user on username = 'salesman' and app_user.id in (app.unit_party(unit.id, 'salesman', ${now()}), app.unit_party(unit.id, 'marketer', ${now()}))`.execute(
      db(),
    )
    const unitNames = new Set(units.rows.map(({ name }) => name))
    assert.ok(staff.length > 0 && staff.every(({ values }) => unitNames.has(String(values.unit)) && !('staffPart' in values)))
    assert.deepEqual((await server.must('salesman', 'reports.months', { report: 'vatCumulative', period: month }, atCentre)).rows, [])
  })

  test('a payment returned after its month was stored changes only the month of the return', async () => {
    const paidMonth = month
    const next = shiftMonth(month, 1)
    const year = () => sums('platform', { period: paidMonth.slice(0, 4), group: 'time' })
    const before = await year()
    advanceToMonth(next)
    await server.job('reports.month')
    const storedMonths = await sql<{ months: number; rows: number }>`select count(*)::int as months, sum(row_count)::int as rows from report_month`.execute(
      db(),
    )
    assert.ok((storedMonths.rows[0]?.months ?? 0) > 0 && (storedMonths.rows[0]?.rows ?? 0) > 0)
    assert.deepEqual(await brokenChecks(), [])
    assert.deepEqual((await year()).rows, before.rows)

    const formerSums = await sums('finance', { period: paidMonth }, atCentre)
    // The bank returns a payment of the month before.
    await server.settle(3)
    assert.deepEqual(await sums('finance', { period: paidMonth }, atCentre), formerSums)
    const nextMonthSums = await sums('finance', { period: next }, atCentre)
    assert.deepEqual([amount(nextMonthSums.rows[0], 'returnedLines'), amount(nextMonthSums.rows[0], 'paidLines')], [1, 0])
    assert.equal((await compare('finance', { period: next }, atCentre)).isEven, true)
    assert.equal((await compare('finance', { period: paidMonth }, atCentre)).isEven, true)
    assert.deepEqual(await brokenChecks(), [])
  })

  test('stored sums that differ from their lines are detected and rebuilt', async () => {
    await sql`update report_day set fee_fen = fee_fen + 1 where id = (select max(id) from report_day)`.execute(db())
    assert.equal((await reportChecks[0].broken(db(), null)).length > 0, true)
    await sql`update report_people set people = people + 1 where id = (select max(id) from report_people)`.execute(db())
    assert.equal(
      (await reportChecks[0].broken(db(), null)).some((each) => each.startsWith('people')),
      true,
    )
    const people = async () => {
      const income = (group: string) => sums('finance', { report: 'incomeSummary', period: month, group }, atCentre)
      return (await Promise.all(['unit', 'centre', 'time'].map(income))).map((page) => [page.totals, page.rows] as const)
    }
    await sql`delete from report_month`.execute(db())
    const peopleCounts = await people()
    assert.ok(peopleCounts.every(([totals, rows]) => Number(totals.people) > 1 && rows.some((row) => amount(row, 'people') > 0)))
    await server.job('reports.month')
    assert.deepEqual(await brokenChecks(), [])
    assert.deepEqual(await people(), peopleCounts)
  })

  test('an export has every row, also as a task, and full numbers need the permission', async () => {
    const filter = { report: 'paymentDetail', period: month.slice(0, 4) } as const
    const rows = await rowsOf('finance', filter, atCentre)
    const columns = [{ key: 'net', headings: [reportFields.net.zh], required: true }] as const
    const expectAll = async (fileId: string | null) => {
      const sheet = await readSheet(await server.running.kernel.store.read(fileId ?? ''), { columns, maxRows: 10_000, unknownColumns: 'ignore' })
      assert.ok(sheet.ok)
      assert.equal(sheet.rows.length, rows.length + 1, 'the rows and their total')
    }
    const { fileId, taskId } = await server.must('finance', 'reports.export', filter, atCentre)
    assert.equal(taskId, null, 'a small report is a file at once')
    await expectAll(fileId)
    // Exports more rows than one request may, which a task does.
    const { id } = await db()
      .insertInto('task')
      .values({
        kind: 'reports.export',
        title: 'x',
        user_id: 4,
        centre_id: 2,
        state: 'queued',
        total_count: rows.length,
        created_at: server.running.kernel.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const exportInput = { report: filter.report, filter: { period: filter.period, basis: 'booked', group: 'unit' }, count: rows.length, plainReason: null }
    await server.job('reports.export', { taskId: id, userId: 4, centreId: 2, mode: 2, language: 'zh', ...exportInput })
    const task = await server.must('finance', 'tasks.get', { id })
    assert.deepEqual([task.state, task.done], ['done', rows.length])
    await expectAll(task.fileId)
    assert.equal((await server.call('unit1', 'reports.export', { ...filter, plainReason: '税务检查' })).error, 'mayNotExport')
    assert.equal((await server.call('finance', 'reports.export', { ...filter, period: '2020' }, atCentre)).error, 'nothing')
    assert.equal((await server.call('partner', 'reports.export', filter)).error, 'nothing')
  })

  test('monthly tax and sales are cumulative, and differences from the ledger are itemised', async () => {
    const year = month.slice(0, 4)
    const page = await server.must('finance', 'reports.months', { report: 'incomeTax', period: year, size: 200 }, atCentre)
    assert.ok(page.rows.length > 0)
    for (const { values } of page.rows) {
      const [taxable, rate, quick] = [Number(values.taxable), Number(values.taxRate), Number(values.quick)]
      assert.equal(values.cumulativeTax, taxable === 0 ? 0 : Math.round((taxable * rate) / 1_000_000) - quick)
    }
    const summary = await server.must('finance', 'reports.months', { report: 'incomeTaxSummary', period: year }, atCentre)
    assert.equal(
      summary.rows.reduce((sum, row) => sum + amount(row, 'withheld'), 0),
      Number(page.totals.withheld),
    )
    const answer = await compare('finance', { report: 'incomeTax', period: year }, atCentre)
    const difference = Number(answer.figures[0]?.difference ?? 0)
    assert.equal(
      answer.journals.reduce((sum, each) => sum + each.report - each.ledger, 0),
      difference,
    )
    const vat = await server.must('finance', 'reports.months', { report: 'vatCumulative', period: month, size: 200 }, atCentre)
    for (const { values } of vat.rows)
      assert.ok(Number(values.rolling) >= Number(values.quarterGross) && Number(values.quarterGross) >= Number(values.monthGross))
  })

  test('after random payments, failures and returns, stored sums and reports match the ledger', async () => {
    let seed = 20_261_123
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const payees = [person(20), person(21), person(22), specials.bounces, specials.cardInvalid, specials.nameMismatch].flatMap((each) => each ?? [])
    for (let step = 0; step < 9; step++) {
      const actionNumber = random(4)
      if (actionNumber <= 1)
        await scenario.createPaidBatch([{ person: payees[random(payees.length)] ?? person(20), yuan: `${500 + random(900)}.0${random(10)}` }])
      if (actionNumber === 2) advanceToMonth(shiftMonth(monthOf(now()), 1))
      if (actionNumber !== 3) await server.settle(1 + random(3))
      if (random(2) === 0) await server.job('reports.month')
      assert.deepEqual(await brokenChecks(), [], `step ${step}`)
      for (const period of new Set([month.slice(0, 4), monthOf(now()).slice(0, 4), monthOf(now())]))
        assert.deepEqual((await compare('platform', { period })).journals, [], `step ${step} ${period}`)
      const detail = await rowsOf('platform', { period: monthOf(now()).slice(0, 4) }, {})
      const summary = await sums('platform', { report: 'incomeSummary', period: monthOf(now()).slice(0, 4) })
      assert.equal(
        detail.reduce((sum, each) => sum + amount(each, 'fee'), 0),
        Number(summary.totals.fee),
        `step ${step}`,
      )
    }
  })
})
