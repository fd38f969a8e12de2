import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { nextQuarter, quarterBounds } from '#/domain/taxation/platform-report.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const { ordinary, specials } = demoPeople()
const receipt = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('receipt') }
const reason = '按季报送税务机关'

describe('quarterly platform reports (国务院令第810号)', () => {
  const server = checkedTestServer()
  const scenario = paymentScenario(server)
  let quarter = ''
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - now().getTime())
  const person = (at: number) => ordinary[at] ?? assert.fail('the demo has people')
  const centreId = 2
  const quarterRow = async () => (await server.must('finance', 'platformreports.quarters', {}, atCentre)).find((each) => each.quarter === quarter)
  const generate = (overrides: { reason?: string } = {}) => server.call('finance', 'platformreports.generate', { centreId, quarter, ...overrides }, atCentre)
  const rows = async (platformReportId: number, more: Record<string, unknown> = {}) =>
    (await server.must('finance', 'platformreports.rows', { platformReportId, ...more }, atCentre)).rows

  before(async () => {
    await extendDocuments(server)
    toDay(quarterBounds(nextQuarter(quarterOf(today()))).from)
    quarter = quarterOf(today())
    await scenario.createPaidBatch([{ person: person(10), yuan: '1000.00' }])
    await scenario.createPaidBatch([{ person: specials.bounces ?? assert.fail(), yuan: '900.00' }])
    await server.settle(2)
  })

  test('the report of an ended quarter includes every payee', async () => {
    assert.equal((await generate()).error, 'quarterOpen')
    toDay(shiftDay(quarterBounds(quarter).to, 5))
    assert.deepEqual([(await quarterRow())?.state, (await quarterRow())?.isOverdue], ['open', false])
    assert.equal((await server.call('finance', 'platformreports.generate', { centreId, quarter: '2025-Q2' }, atCentre)).error, 'quarterEarly')
    assert.equal((await server.call('finance', 'platformreports.generate', { centreId: 1, quarter }, atCentre)).error, 'centreUnknown')
    assert.equal((await server.call('auditor', 'platformreports.generate', { centreId, quarter }, atCentre)).error, 'forbidden')
    const firstReport = (await generate()).data ?? assert.fail()
    const lineSums = await sql<{ gross: number; refund: number; people: number }>`select coalesce(sum(gross_fen), 0)::bigint as gross,
        coalesce(sum(gross_fen) filter (where state = 'returned'), 0)::bigint as refund, count(distinct operator_id)::integer as people
      from payment_line where centre_id = ${centreId} and state in ('success', 'returned') and (finished_at at time zone 'Asia/Shanghai')::date between ${quarterBounds(quarter).from} and ${quarterBounds(quarter).to}`.execute(
      db(),
    )
    assert.deepEqual(
      [firstReport.gross, firstReport.refund, firstReport.net],
      [lineSums.rows[0]?.gross, lineSums.rows[0]?.refund, (lineSums.rows[0]?.gross ?? 0) - (lineSums.rows[0]?.refund ?? 0)],
    )
    assert.equal(firstReport.rows, lineSums.rows[0]?.people)
    assert.deepEqual([firstReport.edition, firstReport.state, firstReport.added], [1, 'generated', firstReport.rows])
    const paidRow = (await rows(firstReport.id)).find(({ name }) => name === person(10).name) ?? assert.fail()
    assert.deepEqual([paidRow.gross, paidRow.net, paidRow.payments, paidRow.status, paidRow.isCovered], [100_000, 100_000, 1, 'new', true])
    assert.ok(!JSON.stringify(await rows(firstReport.id)).includes(person(10).idNumber))
  })

  test('a report is exported with full numbers, registered with its receipt, then corrected', async () => {
    const first = (await quarterRow())?.report ?? assert.fail()
    const target = { platformReportId: first.id }
    const registerReceipt = (version: number, reportedOn = today()) =>
      server.call('finance', 'platformreports.register', { ...target, version, reportedOn, receiptNo: 'SJ-1', receipt }, atCentre)
    assert.equal((await registerReceipt(first.version)).error, 'notExported')
    const exportReport = (form: 'platform_identity' | 'platform_income') =>
      server.call('finance', 'platformreports.export', { ...target, form, reason }, atCentre)
    assert.equal((await exportReport('platform_income')).error, 'proofNeeded')
    await server.must('finance', 'profile.prove', { password: demoPassword }, atCentre)
    assert.equal((await exportReport('platform_identity')).data?.version, 'built-in')
    assert.ok(((await exportReport('platform_income')).data?.unconfirmed.length ?? 0) > 0)
    const storedForms = await server.must('finance', 'forms.files', { period: quarter }, atCentre)
    assert.deepEqual(
      storedForms.rows.map(({ kind, rowCount }) => [kind, rowCount]),
      [
        ['platform_income', first.rows],
        ['platform_identity', first.rows],
      ],
    )
    const formCopy = await server.must('finance', 'forms.take', { taxFileId: storedForms.rows[0]?.id ?? 0, reason }, atCentre)
    assert.equal(formCopy.sha256, storedForms.rows[0]?.sha256)
    assert.equal((await server.call('auditor', 'forms.take', { taxFileId: storedForms.rows[0]?.id ?? 0, reason }, atCentre)).error, 'mayNotExport')

    const exportedReport = (await quarterRow())?.report ?? assert.fail()
    assert.equal(exportedReport.state, 'exported')
    assert.equal((await registerReceipt(exportedReport.version, shiftDay(today(), 1))).error, 'dayWrong')
    assert.equal((await registerReceipt(exportedReport.version + 1)).error, 'reportChanged')
    assert.equal((await registerReceipt(exportedReport.version)).data?.state, 'reported')
    assert.equal((await registerReceipt(exportedReport.version + 1)).error, 'reportedAlready')
    await assert.rejects(sql`update platform_report set receipt_no = 'x' where id = ${first.id}`.execute(db()), /submitted report cannot change/)

    assert.equal((await generate()).error, 'correctionReason')
    const second = (await generate({ reason: '补充遗漏人员' })).data ?? assert.fail()
    assert.deepEqual([second.edition, second.gross, second.reason], [2, first.gross, '补充遗漏人员'])
    assert.deepEqual(await rows(second.id, { isDifferent: true }), [])
    assert.equal((await registerReceipt(exportedReport.version)).error, 'replaced')
    assert.deepEqual(
      (await server.must('finance', 'platformreports.get', { platformReportId: second.id }, atCentre)).editions.map(({ edition, state }) => [edition, state]),
      [
        [2, 'generated'],
        [1, 'reported'],
      ],
    )
  })

  test('the next quarter lists changed people, and lists unchanged people only if they were paid', async () => {
    quarter = quarterOf(today())
    await sql`update operator set name = '更名后' where id_number_index = ${server.running.kernel.vault.index('id_number', person(10).idNumber)}`.execute(db())
    await scenario.createPaidBatch([{ person: person(11), yuan: '500.00' }])
    await server.settle(2)
    toDay(shiftDay(quarterBounds(quarter).to, 3))
    const secondReport = (await generate()).data ?? assert.fail()
    const allRows = await rows(secondReport.id)
    assert.deepEqual(
      allRows.filter(({ status }) => status === 'changed').map(({ name, net }) => [name, net]),
      [['更名后', 0]],
    )
    assert.equal(allRows.find(({ name }) => name === person(11).name)?.gross, 50_000)
    assert.ok(allRows.every(({ status, gross, refund }) => status !== 'same' || gross + refund > 0))
  })

  test('reporters are reminded before and after the due day (PLATFORM_INFO_REPORT)', async () => {
    const messages = async () => {
      await server.job('platformreports.remind')
      await server.job('platformreports.remind')
      const { rows: all } = await sql<{ kind: string; days: string }>`select kind, values ->> 'days' as days from message
        where kind like 'platform%ue' and ref_id = ${String(centreId)} and values ->> 'quarter' = ${quarter} order by id`.execute(db())
      return [...new Set(all.map(({ kind, days }) => `${kind} ${days}`))]
    }
    const { dueOn } = (await quarterRow()) ?? assert.fail()
    const reminderDay = shiftDay(quarterBounds(nextQuarter(quarter)).from, 12)
    const remainingDays = (Date.parse(dueOn) - Date.parse(reminderDay)) / 86_400_000
    assert.ok(remainingDays >= 15 && remainingDays < 25, 'the last day of the month after the quarter, or the working day after it')
    toDay(reminderDay)
    assert.deepEqual(await messages(), [`platformDue ${remainingDays}`])
    toDay(shiftDay(dueOn, 2))
    assert.deepEqual(await messages(), [`platformDue ${remainingDays}`, 'platformOverdue 2'])
    const laterQuarterStart = quarterBounds(nextQuarter(nextQuarter(quarter))).from
    toDay(laterQuarterStart)
    const daysOverdue = (Date.parse(laterQuarterStart) - Date.parse(dueOn)) / 86_400_000
    assert.deepEqual((await messages()).at(-1), `platformOverdue ${daysOverdue}`, 'also when the next quarter is over')
  })

  test('basic data are due 30 days after a change and stay open until their receipt', async () => {
    const basicInput = { centreId, cause: 'changed' as const, what: '变更经营地址' }
    assert.equal(
      (await server.call('finance', 'platformreports.noteBasic', { ...basicInput, happenedOn: shiftDay(today(), 1) }, atCentre)).error,
      'happensLater',
    )
    const basicReport = await server.must('finance', 'platformreports.noteBasic', { ...basicInput, happenedOn: today() }, atCentre)
    assert.ok(basicReport.dueOn >= shiftDay(today(), 30))
    server.advance(60 * 86_400_000)
    assert.equal((await server.must('finance', 'platformreports.basics', {}, atCentre))[0]?.isOverdue, true)
    const file = (version: number) =>
      server.call('finance', 'platformreports.fileBasic', { platformBasicId: basicReport.id, version, reportedOn: today(), receiptNo: '', receipt }, atCentre)
    assert.equal((await file(basicReport.version + 1)).error, 'reportChanged')
    assert.equal((await file(basicReport.version)).data?.isOverdue, false)
    assert.equal((await file(basicReport.version + 1)).error, 'reportedAlready')
  })
})
