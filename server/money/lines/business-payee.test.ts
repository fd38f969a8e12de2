import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { DemoPerson } from '#/demo/people.ts'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, monthOf, shiftDay } from '#/domain/base/period.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { openBatchPeople } from '#/server/money/tax/store-policies.ts'
import { testPlace as entityPlace, receiptPicture } from '#/server/people/entities/testing.ts'
import { runAndRollBack } from '#/server/tests/rollback-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Payees of unit 1 only, with an operating registered business.
const owners = drawWorld('small').people.filter(
  (person) => person.unitIds.length === 1 && person.unitIds[0] === 1 && person.entity !== null && person.status === accountStatus.active,
)

describe('registered business paid in mode 2', () => {
  const server = testServer()
  before(async () => {
    const { kysely } = server.running.kernel.database
    await sql`delete from tax_reservation where operator_id = any(${owners.map((each) => each.id)}::bigint[])`.execute(kysely)
    await sql`delete from tax_standing where operator_id = any(${owners.map((each) => each.id)}::bigint[])`.execute(kysely)
    // Reverts later changes of the demo.
    await sql`update operator_entity set state = 'operating' where operator_id = any(${owners.map((each) => each.id)}::bigint[])`.execute(kysely)
    await sql`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, created_at)
      select id, operator_id, centre_id, 5000, '2020-01-01', now() from operator_entity where operator_id = any(${owners.map((each) => each.id)}::bigint[])`.execute(
      kysely,
    )
    await sql`update centre set single_limit_fen = 100000000, month_limit_fen = 100000000 where id = 2`.execute(kysely)
  })

  const owner = (index: number): DemoPerson & { entity: NonNullable<DemoPerson['entity']> } => {
    const businessOwner = owners[index]
    if (!businessOwner?.entity) throw new Error(`unit 1 has only ${owners.length} owners of a business`)
    return { ...businessOwner, entity: businessOwner.entity }
  }
  const personRow = ({ name, idNumber, mobile, bankName, cardNo }: DemoPerson, amountText: string) => ({ name, idNumber, mobile, bankName, cardNo, amountText })
  const businessRow = (each: ReturnType<typeof owner>, amountText: string) => ({
    ...personRow(each, amountText),
    entityName: each.entity.name,
    entityCreditCode: each.entity.creditCode,
  })
  const draft = async (rows: readonly (ReturnType<typeof personRow> & { entityName?: string })[]) => {
    const { id } = await server.must('maker', 'payments.create', { orderId: 12 })
    await server.must('maker', 'lines.add', { batchId: id, rows: [...rows] })
    return server.must('maker', 'payments.get', { id })
  }
  const linesOf = async (batchId: number) => (await server.must('maker', 'lines.list', { batchId, size: 50 })).rows

  test('a business is paid without withholding, and its owner is taxed as a natural person', async () => {
    const batch = await draft([businessRow(owner(0), '95000.00'), personRow(owner(0), '10000.00')])
    const [business, person] = await linesOf(batch.id)
    assert.deepEqual(
      business?.issues.filter((issue) => issue.level === 'error'),
      [],
    )
    assert.deepEqual([business?.vat, business?.surcharge, business?.iit, business?.net], [0, 0, 0, 9_500_000])
    // 10,000.00 in a first month: (10,000 − 2,000 − 5,000) × 3 %. The business's 95,000.00 do not count towards the
    // person's VAT threshold.
    assert.deepEqual([person?.vat, person?.iit], [0, 9_000])
    const { kysely } = server.running.kernel.database
    const storedLines = await sql<{
      entity_id: number | null
      filing_way: string
    }>`select entity_id, filing_way from payment_line where batch_id = ${batch.id} order by seq`.execute(kysely)
    assert.deepEqual(
      storedLines.rows.map((row) => [row.entity_id !== null, row.filing_way]),
      [
        [true, 'SELF'],
        [false, 'EXEMPT'],
      ],
    )
    const preview = await runAndRollBack(server, (ctx) => openBatchPeople(ctx, 50, 500))
    assert.deepEqual(
      preview.filter((row) => row.batch_id === batch.id).map((row) => [row.operator_id, row.gross_fen]),
      [[owner(0).id, 1_000_000]],
      'the preview of a policy compares the tax of the person alone',
    )
  })

  test('a payment to a business counts towards the person’s limit but not their tax', async () => {
    const act = paymentScenario(server)
    const readyBatch = await draft([businessRow(owner(1), '40000.00')])
    await act.pay(await act.audit(await act.check(await act.submit(readyBatch))))
    await server.settle(1)
    assert.deepEqual(
      (await linesOf(readyBatch.id)).map((line) => line.state),
      ['success'],
    )
    const { kysely } = server.running.kernel.database
    const month = monthOf(server.running.kernel.clock.now())
    const personMonth = await sql<{
      mode: number
      gross_fen: number
    }>`select mode, gross_fen from tax_standing where operator_id = ${owner(1).id} and month = ${month} and gross_fen > 0`.execute(kysely)
    assert.deepEqual(personMonth.rows, [{ mode: 1, gross_fen: 4_000_000 }], 'kept apart from what the natural person earned')
    const next = await draft([personRow(owner(1), '50000.00')])
    const [line] = await linesOf(next.id)
    // 50,000.00 on its own is below the VAT threshold: (50,000 × 80 % − 5,000) × 3 %.
    assert.deepEqual([line?.vat, line?.iit], [0, 105_000])
    await sql`update centre set single_limit_fen = 8000000, month_limit_fen = 8000000 where id = 2`.execute(kysely)
    await server.must('maker', 'lines.repair', { batchId: next.id, changes: [{ lineId: line?.id ?? 0, cells: { amountText: '40000.01' } }] })
    const [over] = await linesOf(next.id)
    assert.ok(
      over?.issues.some((issue) => issue.code === 'E302'),
      'both capacities together keep to the limit of the person',
    )
    await sql`update centre set single_limit_fen = 100000000, month_limit_fen = 100000000 where id = 2`.execute(kysely)
  })

  test('a business that is inactive, belongs to another person or lacks its code is refused', async () => {
    const { kysely } = server.running.kernel.database
    await sql`update operator_entity set state = 'abnormal' where operator_id = ${owner(2).id}`.execute(kysely)
    const stranger = { ...personRow(owner(3), '100.00'), entityName: owner(0).entity.name, entityCreditCode: owner(0).entity.creditCode }
    const incompleteRow = { ...personRow(owner(3), '100.00'), entityName: owner(3).entity.name }
    const batch = await draft([businessRow(owner(2), '100.00'), stranger, incompleteRow])
    const problems = (await linesOf(batch.id)).map((line) => line.issues.find((issue) => issue.code === 'E211')?.values.problem)
    assert.deepEqual(problems, ['state', 'owner', 'code'])
  })

  test('maker, checker and auditor see that an owner is paid as a natural person', async () => {
    const act = paymentScenario(server)
    const readyBatch = await draft([personRow(owner(4), '300.00')])
    const businessesInWarnings = (issues: readonly { code: string; values: Readonly<Record<string, unknown>> }[]) =>
      issues.filter((issue) => issue.code === 'W206').map((issue) => issue.values.business)
    assert.deepEqual(businessesInWarnings((await linesOf(readyBatch.id))[0]?.issues ?? []), [owner(4).entity.name])
    const { version } = readyBatch
    assert.equal((await server.call('maker', 'payments.submit', { id: readyBatch.id, version })).error, 'acknowledge')
    const warningsSeenBy = async (who: string, at?: typeof atCentre) =>
      businessesInWarnings((await server.must(who, 'payments.trial', { id: readyBatch.id }, at)).watch.map((each) => each.issue))
    const submittedBatch = await act.submit(readyBatch)
    assert.deepEqual(await warningsSeenBy('checker'), [owner(4).entity.name])
    await act.check(submittedBatch)
    assert.deepEqual(await warningsSeenBy('auditor', atCentre), [owner(4).entity.name])
  })

  test('an overdue annual report stops payments to the business until it is settled', async () => {
    const act = paymentScenario(server)
    const day = (away: number) => shiftDay(dayOf(server.running.kernel.clock.now()), away)
    const payableBatch = async () => act.audit(await act.check(await act.submit(await draft([businessRow(owner(5), '100.00')]))))
    const problemsIn = async (batch: { readonly id: number }) =>
      (await linesOf(batch.id)).flatMap(({ issues }) => issues.filter(({ code }) => code === 'E211').map(({ values }) => values.problem))
    const earlierBatch = await payableBatch()
    await server.job('entities.sweep')
    const { entities } = await server.must('centre', 'entities.ofOperator', { operatorId: owner(5).id }, entityPlace)
    const business = () => server.must('centre', 'entities.get', { entityId: entities[0]?.id ?? 0 }, entityPlace)
    const report = (await business()).obligations.find(({ kind, state }) => kind === 'annualReport' && state === 'open') ?? assert.fail('no report is open')
    await sql`update entity_obligation set opens_on = ${day(-90)}, due_on = ${day(-1)} where id = ${report.id}`.execute(server.running.kernel.database.kysely)
    await server.job('entities.sweep')
    assert.equal((await business()).state, 'abnormal')
    assert.deepEqual(await problemsIn(await draft([businessRow(owner(5), '200.00')])), ['state'])
    assert.equal((await act.pay(earlierBatch)).state, 'fixing')
    assert.deepEqual(await problemsIn(earlierBatch), ['state'])
    const settlement = { obligationId: report.id, settledOn: day(0), receiptNo: 'NB1', file: receiptPicture }
    assert.equal((await server.must('centre', 'entities.settle', settlement, entityPlace)).state, 'operating')
    assert.equal((await act.pay(await payableBatch())).state, 'paying')
  })

  test('a centre can refuse to pay owners of a business as natural persons', async () => {
    const { id, version, ...rest } = await server.must('platform', 'centres.get', { id: 2 })
    const yuan = (amount: number) => String(amount / 100)
    const form = { ...rest, singleLimit: yuan(rest.singleLimit), monthLimit: yuan(rest.monthLimit), invoiceCap: yuan(rest.invoiceCap) }
    await server.must('platform', 'centres.update', { id, version, ...form, refusesOwners: true } as never)
    const [line] = await linesOf((await draft([personRow(owner(4), '300.00')])).id)
    assert.deepEqual(
      line?.issues.filter((issue) => issue.level === 'error').map((issue) => issue.code),
      ['E220'],
    )
    await sql`update centre set refuses_owners = false where id = 2`.execute(server.running.kernel.database.kysely)
  })

  test('only the person, not the business, needs a consent to file taxes', async () => {
    const { kysely } = server.running.kernel.database
    await sql`update consent set revoked_at = ${server.running.kernel.clock.now()} where operator_id = ${owner(3).id} and kind = 'tax_filing'`.execute(kysely)
    const act = paymentScenario(server)
    const batch = await draft([businessRow(owner(3), '100.00'), personRow(owner(3), '200.00')])
    const [business, person] = await linesOf(batch.id)
    assert.ok(!business?.issues.some((issue) => issue.code === 'E207'))
    assert.ok(person?.issues.some((issue) => issue.code === 'E207'))
    await server.must('maker', 'lines.exclude', { batchId: batch.id, lineIds: [person?.id ?? 0] })
    const payableBatch = await act.audit(await act.check(await act.submit(await act.get(batch.id))))
    await act.pay(payableBatch)
  })
})
