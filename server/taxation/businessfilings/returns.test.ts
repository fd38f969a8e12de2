import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
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
import { businessOwnerAt, cellsOf, declarationAmounts, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('returned payment of a business in a quarter without other sales', () => {
  let server: TestServer
  let [first, second, third] = ['', '', '']
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const beginAfter = (quarter: string) => toDay(shiftDay(daysOfPeriod(quarter).from, 1))
  const rowOf = async (kind: 'vat' | 'incomeTax', index: number, period: string) => {
    await server.must('finance', 'businessfilings.generate', { kind, period }, modeOnePlace)
    const { rows } = await server.must('finance', 'businessfilings.list', { kind, period, size: 200 }, modeOnePlace)
    return rows.find((row) => row.creditCode === businessOwnerAt(index).entity.creditCode) ?? assert.fail(`${businessOwnerAt(index).name} files nothing`)
  }
  const loadFiling = async (kind: 'vat' | 'incomeTax', index: number, period: string) =>
    server.must('finance', 'businessfilings.get', { businessFilingId: (await rowOf(kind, index, period)).id }, modeOnePlace)
  /** Corrects the VAT filing of the business with the returned payment, at any state. */
  const correct = async (period: string, other: string) => {
    const { id: businessFilingId, version } = await rowOf('vat', 0, period)
    return server.must('finance', 'businessfilings.correct', { businessFilingId, version, other, reason: '线下收入' }, modeOnePlace)
  }
  const cancelCorrection = async (period: string) => {
    const { id: businessFilingId, version } = await rowOf('vat', 0, period)
    await server.must('finance', 'businessfilings.cancelCorrection', { businessFilingId, version, reason: '录入有误' }, modeOnePlace)
  }
  const declare = async (period: string, no: string) => {
    const row = await rowOf('vat', 0, period)
    const file = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('filing') }
    const declaration = { businessFilingId: row.id, version: row.version, way: 'self', no, declaredOn: today(), file, ...declarationAmounts(row) } as const
    await server.must('finance', 'businessfilings.declare', declaration, modeOnePlace)
  }
  const close = (kind: 'vat' | 'incomeTax', period: string) =>
    server.call('finance', 'businessfilings.close', { kind, period, reason: '已向税务所口头确认' }, modeOnePlace)

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    await prepareOwners(server)
    first = quarterOf(daysOfPeriod(quarterOf(today())).to)
    second = quarterOf(daysOfPeriod(first).to)
    third = quarterOf(daysOfPeriod(second).to)
    beginAfter(first)
    await jobContext(server.running.kernel, () => false).run('test', (ctx) =>
      postTopup(ctx, { id: 990_001, no: 'CZ990001', centreId: 2, mode: 1, unitId: 1, amount: fen(500_000_000), memo: '测试' }),
    )
    await payOwners(server, [
      [0, '404000.00'],
      [1, '7000.00'],
    ])
    beginAfter(second)
    const { rows } = await sql<{ id: number; month: string }>`select line.id, line.month::text as month from payment_line line
      join operator_entity entity on entity.id = line.entity_id where entity.operator_id = ${businessOwnerAt(0).id} order by line.id desc limit 1`.execute(db())
    const [line] = rows
    await sql`update payment_line set state = 'returned', returned_at = ${server.running.kernel.clock.now()}
      where id = ${line?.id} and month = ${line?.month}::date`.execute(db())
    beginAfter(third)
    await server.job('entities.sweep')
  })
  after(async () => {
    try {
      const brokenInvariants = (await checkInvariants(db())).filter((each) => ['INV-50', 'INV-51'].includes(each.name))
      assert.deepEqual(brokenInvariants, [])
    } finally {
      await server.close()
    }
  })

  test('a returned payment without other sales leads to a zero declaration', async () => {
    for (const kind of ['vat', 'incomeTax'] as const) {
      const closeAnswer = await close(kind, second)
      assert.equal(closeAnswer.code, 1, `${kind}: ${closeAnswer.message}`)
      const [returned, other] = [await loadFiling(kind, 0, second), await rowOf(kind, 1, second)]
      assert.deepEqual([returned.state, returned.total, returned.isZero, other.state], ['closed', 0, true, 'closed'], kind)
    }
    const { id, version } = await loadFiling('vat', 0, second)
    const file = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('filing') }
    const declaration = { businessFilingId: id, version, way: 'self', no: 'SB000001', declaredOn: today(), isZero: true, file } as const
    assert.equal((await server.must('finance', 'businessfilings.declare', declaration, modeOnePlace)).state, 'paid')
  })

  test('the sheet for the tax office shows negative sales as zero', async () => {
    const { fileId } = await server.must('finance', 'businessfilings.exportData', { kind: 'vat', period: second }, modeOnePlace)
    const rows = await cellsOf(await server.running.kernel.store.read(fileId), ['信用代码', '收入额'])
    assert.deepEqual(
      rows.find(([code]) => code === businessOwnerAt(0).entity.creditCode),
      [businessOwnerAt(0).entity.creditCode, '0'],
    )
  })

  test('VAT overpaid by a returned payment reduces that of the next quarter', async () => {
    beginAfter(quarterOf(daysOfPeriod(third).to))
    await server.job('entities.sweep')
    const { figures: returned } = await loadFiling('vat', 0, second)
    assert.deepEqual([returned.returned, returned.creditBefore, returned.creditAfter], [40_400_000, 0, 400_000])
    const { figures } = await correct(third, '505000.00')
    assert.deepEqual([figures.other, figures.creditBefore, figures.vat, figures.creditAfter], [50_500_000, 400_000, 100_000, 0])
    assert.equal((await loadFiling('vat', 1, third)).figures.creditBefore, 0)
  })

  test('a quarter waits until the correction of an earlier quarter is declared or cancelled', async () => {
    await correct(second, '404000.00')
    assert.equal((await loadFiling('vat', 0, third)).figures.creditBefore, 0)
    const refusal = await close('vat', third)
    assert.equal(refusal.error, 'blocked')
    assert.match(refusal.message, new RegExp(`更早的季度尚未关账或正在更正 × 1.*${second}`))
    await cancelCorrection(second)
    assert.equal((await close('vat', third)).code, 1)
    const { state, figures } = await loadFiling('vat', 0, third)
    assert.deepEqual([state, figures.creditBefore], ['closed', 400_000], 'the return is deducted once, in the third quarter')
  })

  test('a correction of a quarter marks the later VAT filing that deducted its returns', async () => {
    const isOutdated = async () => (await loadFiling('vat', 0, third)).isOutdated
    await correct(second, '404000.00')
    assert.equal(await isOutdated(), true, 'closed')
    await cancelCorrection(second)
    assert.equal(await isOutdated(), false, 'the declared edition carries the return again')
    await declare(third, 'SB-THIRD')
    assert.equal((await correct(second, '404000.00')).state, 'correcting')
    await declare(second, 'SB-SECOND')
    assert.equal(await isOutdated(), true, 'declared')
    const corrected = await correct(third, '505000.00')
    assert.deepEqual([corrected.figures.creditBefore, corrected.figures.vat, corrected.isOutdated], [0, 500_000, false])
    await declare(third, 'SB-THIRD-2')
    assert.equal(await isOutdated(), false)
  })
})
