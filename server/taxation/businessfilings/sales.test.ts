import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, monthOf } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { businessOwnerAt, payOwners, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const
const code = businessOwnerAt(0).entity.creditCode

describe('advance tax of a business borne by the unit', () => {
  const server = checkedTestServer()
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  /** Includes 1 % of 150,000.00, which the unit bears. */
  const paidTotal = 15_150_000

  before(async () => {
    await extendDocuments(server)
    await prepareOwners(server)
    await db().updateTable('unit_setting_version').set({ tax_bearer: 'unit', fee_bearer: 'unit' }).where('setting_id', '=', 11).execute()
    await sql`delete from entity_levy_rate where operator_id = ${businessOwnerAt(0).id}`.execute(db())
    await sql`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, document_no, created_at)
      select id, operator_id, centre_id, 10000, '2020-01-01', '税核定〔2026〕1号', now() from operator_entity where credit_code = ${code}`.execute(db())
    await payOwners(server, [[0, '150000.00']])
  })

  test('filing, invoice and threshold warning of a business use the same sales', async () => {
    const period = quarterOf(dayOf(now()))
    const { rows } = await sql<{ before: number }>`select coalesce(sum(cost_fen - fee_unit_fen) filter (where gross_fen <> 15000000), 0)::bigint as before
      from payment_line line join operator_entity entity on entity.id = line.entity_id where entity.credit_code = ${code} and line.booked_at is not null
        and to_char(line.booked_at at time zone 'Asia/Shanghai', 'YYYY"-Q"Q') = ${period}`.execute(db())
    const earlierSales = rows[0]?.before ?? 0
    const preview = await server.must('finance', 'businessinvoices.preview', { unitId: 1, centreId: 2, basis: 'month', month: monthOf(now()) }, modeOnePlace)
    const plannedBusiness = preview.businesses.find((business) => business.creditCode === code) ?? assert.fail('the business has something to invoice')
    assert.ok(plannedBusiness.amount >= paidTotal, `${plannedBusiness.amount}`)
    assert.equal((plannedBusiness.quarter?.paid ?? 0) - (plannedBusiness.quarter?.returned ?? 0), paidTotal + earlierSales)
    await server.must('finance', 'businessfilings.generate', { kind: 'vat', period }, modeOnePlace)
    const filings = await server.must('finance', 'businessfilings.list', { kind: 'vat', period, size: 200 }, modeOnePlace)
    const filingRow = filings.rows.find((row) => row.creditCode === code) ?? assert.fail('the business files')
    assert.equal(filingRow.income, paidTotal + earlierSales)
    const sources = await server.must('finance', 'businessfilings.sources', { businessFilingId: filingRow.id }, modeOnePlace)
    assert.ok(sources.rows.some((row) => row.gross === paidTotal))
  })
})
