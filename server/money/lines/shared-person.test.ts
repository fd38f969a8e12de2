import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { DemoPerson } from '#/demo/people.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { bytesOf, ordinaryPerson, specialPerson } from '#/server/money/lines/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const cellsOf = ({ name, idNumber, mobile, bankName, cardNo }: DemoPerson, amountText: string) => ({ name, idNumber, mobile, bankName, cardNo, amountText })

describe('person paid by several units', () => {
  const server = testServer()
  // Another unit has reserved ¥95,000.00 for this person this month, so the next ¥6,000.00 reach the VAT threshold.
  const sharedPayee = specialPerson('nearThreshold')

  const batchOf = async (rows: readonly ReturnType<typeof cellsOf>[]) => {
    const { id } = await server.must('maker', 'payments.create', { orderId: 12 })
    await server.must('maker', 'lines.add', { batchId: id, rows: [...rows] })
    return id
  }
  const lineOf = async (who: string, batchId: number, extra = {}) => {
    const [line] = (await server.must(who, 'lines.list', { batchId, size: 50 }, extra)).rows
    assert.ok(line)
    return line
  }

  test('a calculation shows the person’s whole month to the centre and only its own part to a unit', async () => {
    const batchId = await batchOf([cellsOf(sharedPayee, '6000.00')])
    const line = await lineOf('maker', batchId)
    const explanationForUnit = await server.must('maker', 'lines.explain', { lineId: line.id })
    const messages = JSON.stringify(explanationForUnit.calculation)
    // 95,000.00 of the other unit, 101,000.00 of both.
    for (const figure of [9_500_000, 10_100_000]) assert.ok(!messages.includes(String(figure)), `the unit sees ${figure}: ${messages}`)
    const vat = explanationForUnit.calculation.vat as Record<string, unknown>
    assert.deepEqual([vat.ownBefore, vat.ownMonth, vat.due], [0, 600_000, line.vat])
    assert.equal(explanationForUnit.calculation.isShared, true)
    const iit = explanationForUnit.calculation.iit as Record<string, unknown>
    assert.deepEqual(Object.keys(iit).sort(), ['due', 'income'])
    const explanationForCentre = await server.must('auditor', 'lines.explain', { lineId: line.id }, atCentre)
    assert.equal((explanationForCentre.calculation.vat as Record<string, unknown>).monthGrossBefore, 9_500_000)
    // Unit and centre see that the surcharges are halved. Only the centre sees the person's figures of the whole month.
    const [seenByUnit, seenByCentre] = [explanationForUnit, explanationForCentre].map(
      ({ calculation }) => calculation.relief as { reliefPpm: number; month: object | null },
    )
    assert.deepEqual([seenByUnit?.reliefPpm, seenByUnit?.month], [500_000, null])
    assert.deepEqual(Object.keys(seenByCentre?.month ?? {}), ['full', 'relief', 'due', 'takenBefore'])
    const { shares } = explanationForUnit
    assert.equal(shares.taxUnit + shares.feeUnit + line.gross, line.cost)
  })

  test('the warning on recovered VAT shows its amount to the centre but not to the unit', async () => {
    const batchId = await batchOf([cellsOf(sharedPayee, '6000.00')])
    const warning = (line: Awaited<ReturnType<typeof lineOf>>) => line.issues.find((issue) => issue.code === 'W303')?.values
    assert.deepEqual(warning(await lineOf('maker', batchId)), { amount: 'hidden' })
    assert.equal(warning(await lineOf('auditor', batchId, atCentre))?.amount, '¥940.59')
  })

  test('without other payers a unit sees the person’s cumulative income', async () => {
    const batchId = await batchOf([cellsOf(ordinaryPerson(0), '1000.00'), cellsOf(ordinaryPerson(0), '1500.00')])
    const line = await lineOf('maker', batchId)
    const { calculation } = await server.must('maker', 'lines.explain', { lineId: line.id })
    assert.equal(calculation.isShared, undefined)
    assert.equal(typeof (calculation.iit as Record<string, unknown>).cumulativeIncome, 'number')
  })

  test('a limit error hides other units’ amounts in the unit’s list, error file and export', async () => {
    const { kysely } = server.running.kernel.database
    await sql`update centre set single_limit_fen = 9900000, month_limit_fen = 9900000 where id = 2`.execute(kysely)
    const batchId = await batchOf([cellsOf(sharedPayee, '6000.00'), cellsOf(ordinaryPerson(1), '100.00')])
    const { rows } = await server.must('maker', 'lines.list', { batchId, size: 50 })
    const [theirs] = rows.map((row) => row.issues.find((issue) => issue.code === 'E302')?.values)
    assert.deepEqual(theirs, { scope: 'personShared', amount: '¥6,000.00', limit: '¥99,000.00' })
    const sheets = [await server.must('maker', 'lines.errorFile', { batchId }), await server.must('maker', 'lines.exportBatch', { batchId })]
    for (const { fileId } of sheets) {
      const words = await textsOf(await bytesOf(server, fileId))
      assert.ok(words.includes('月限额'), words)
      assert.ok(!words.includes('95,000.00') && !words.includes('101,000.00'), words)
    }
    const [toCentre] = (await server.must('auditor', 'lines.list', { batchId, size: 50 }, atCentre)).rows
    assert.equal(toCentre?.issues.find((issue) => issue.code === 'E302')?.values.used, '¥95,000.00')
    await sql`update centre set month_limit_fen = 50000000, single_limit_fen = 20000000 where id = 2`.execute(kysely)
  })

  test('a unit’s list of high earners counts only its own payments', async () => {
    const { kysely } = server.running.kernel.database
    await sql`update tax_standing set gross_fen = gross_fen + 420000000 where operator_id = ${sharedPayee.id} and month = (select max(month) from tax_standing where operator_id = ${sharedPayee.id})`.execute(
      kysely,
    )
    const watchedPayeeIds = async (who: string, extra = {}) =>
      (await server.must(who, 'operators.list', { kind: 'platform', isWatched: true, size: 200 }, extra)).rows.map((row) => row.id)
    assert.ok((await watchedPayeeIds('auditor', atCentre)).includes(sharedPayee.id))
    assert.ok(!(await watchedPayeeIds('unit1')).includes(sharedPayee.id), 'a unit that paid nothing learns that others paid more than 4,000,000')
  })
})
