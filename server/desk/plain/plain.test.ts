import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('full numbers', () => {
  let app: TestServer
  let lineId = 0
  let batchId = 0
  const person = demoPeople().ordinary[0] ?? assert.fail('the demo has people')
  const showPlain = (who: string, field: 'idNumber' | 'mobile' | 'cardNo' = 'idNumber') =>
    app.call(who, 'plain.show', { of: 'line', id: lineId, field }, atCentre)
  const proveIdentity = (who: string, password = demoPassword) => app.call(who, 'profile.prove', { password })
  const trail = async () =>
    (
      await sql<{ ref_type: string; ref_id: string; detail: Record<string, unknown> }>`
        select ref_type, ref_id, detail from audit_log where action = 'plain.show' and outcome = 'done' order by seq`.execute(
        app.running.kernel.database.kysely,
      )
    ).rows

  before(async () => {
    app = await startTestServer()
    const batch = await paymentScenario(app).createPayableBatch([{ person, yuan: '100.00' }])
    batchId = batch.id
    lineId = (await app.must('maker', 'lines.list', { batchId, size: 20 })).rows[0]?.id ?? assert.fail('the line is there')
  })
  after(() => app.close())

  test('showing full numbers requires permission and password and is logged without the numbers', async () => {
    assert.equal((await showPlain('auditor')).error, 'forbidden')
    assert.equal((await showPlain('centre')).error, 'proofNeeded')
    assert.notEqual((await proveIdentity('centre', 'Wrong#2026')).code, 1)
    assert.equal((await showPlain('centre')).error, 'proofNeeded')
    assert.equal((await proveIdentity('centre')).code, 1)
    assert.equal((await showPlain('centre')).data?.value, person.idNumber)
    assert.equal((await showPlain('centre', 'mobile')).data?.value, person.mobile)
    assert.equal((await showPlain('centre', 'cardNo')).data?.value, person.cardNo)
    const rows = await trail()
    assert.deepEqual(
      rows.map(({ ref_type, ref_id, detail }) => [ref_type, ref_id, detail.field, detail.name]),
      ['idNumber', 'mobile', 'cardNo'].map((field) => ['line', String(lineId), field, person.name]),
    )
    for (const number of [person.idNumber, person.cardNo, person.mobile]) assert.ok(!JSON.stringify(rows).includes(number))
  })

  test('numbers of operators and of payees under review are shown within the scope only', async () => {
    const operator = await app.must('centre', 'plain.show', { of: 'operator', id: person.id, field: 'cardNo' }, atCentre)
    assert.equal(operator.value, person.cardNo)
    const { rows } = await app.must('centre', 'operators.candidates', { page: 1, size: 20 }, atCentre)
    for (const { id, idNumber } of rows.slice(0, 2)) {
      const answer = await app.must('centre', 'plain.show', { of: 'candidate', id, field: 'idNumber' }, atCentre)
      assert.equal(answer.value.slice(-4), idNumber.slice(-4))
      assert.ok(!answer.value.includes('*'))
    }
    const otherCentreAnswer = await app.call('centre', 'plain.show', { of: 'line', id: lineId, field: 'idNumber' }, { centre: 5, mode: 2 })
    assert.notEqual(otherCentreAnswer.code, 1)
    assert.equal((await app.call('centre', 'plain.show', { of: 'operator', id: 987_654, field: 'idNumber' }, atCentre)).error, 'notFound')
  })

  test('only the operator sees who viewed their full numbers', async () => {
    const { kysely } = app.running.kernel.database
    await sql`update app_user set operator_id = ${person.id} where username = 'operator'`.execute(kysely)
    const readings = await app.must('operator', 'profile.readings', {})
    const trailEntries = (await trail()).filter(({ ref_type, ref_id }) => ref_type === 'line' || (ref_type === 'operator' && ref_id === String(person.id)))
    assert.deepEqual(
      readings.map(({ of, field }) => [of, field]),
      trailEntries.map(({ ref_type, detail }) => [ref_type, detail.field]).reverse(),
    )
    const { rows } = await sql<{ name: string; centre: string }>`select app_user.name, centre.name as centre from app_user, centre
      where username = 'centre' and centre.id = 2`.execute(kysely)
    assert.deepEqual([readings[0]?.reader, readings[0]?.organisation], [rows[0]?.name, rows[0]?.centre])
    assert.deepEqual(await app.must('centre', 'profile.readings', {}, atCentre), [])
    const secondPerson = demoPeople().ordinary[1] ?? assert.fail('the demo has people')
    await sql`update app_user set operator_id = ${secondPerson.id} where username = 'operator'`.execute(kysely)
    assert.deepEqual(await app.must('operator', 'profile.readings', {}), [])
  })

  test('another session, or the same session after 15 minutes, needs the password again', async () => {
    const db = app.running.kernel.database.kysely
    await sql`update session set proved_at = proved_at - interval '15 minutes'`.execute(db)
    assert.equal((await showPlain('centre')).error, 'proofNeeded')
    assert.equal((await proveIdentity('centre')).code, 1)
    assert.equal((await showPlain('centre')).code, 1)
    assert.equal((await showPlain('platform')).error, 'proofNeeded')
  })

  test('a batch export with full numbers requires the permission and a reason, which is logged', async () => {
    const exportPlainBatch = (who: string, reason?: string) =>
      app.call(who, 'lines.exportBatch', { batchId, isPlain: true, ...(reason && { reason }) }, atCentre)
    assert.equal((await exportPlainBatch('auditor', '税务检查需要')).error, 'mayNotExport')
    assert.equal((await exportPlainBatch('centre')).error, 'reasonNeeded')
    assert.equal((await exportPlainBatch('centre', '税务检查需要')).code, 1)
    const maskedText = await sheetText((await app.must('centre', 'lines.exportBatch', { batchId }, atCentre)).fileId)
    assert.ok(!maskedText.includes(person.idNumber) && !maskedText.includes('完整证件号'))
    const { fileId } = (await exportPlainBatch('centre', '税务检查需要')).data ?? assert.fail('exported')
    const plainText = await sheetText(fileId)
    assert.ok(plainText.includes(person.idNumber) && plainText.includes(person.cardNo))
    assert.match(plainText, /含完整证件号与卡号.*税务检查需要.*centre/)
    const exportNotes = await sql<{
      detail: Record<string, unknown>
    }>`select detail from audit_log where action = 'lines.exportBatch' and detail ->> 'isPlain' = 'true'`.execute(app.running.kernel.database.kysely)
    assert.equal(exportNotes.rows[0]?.detail.reason, '税务检查需要')
  })

  test('an operator export with full numbers requires the permission and a reason', async () => {
    const exportPlainOperators = (who: string, reason?: string) =>
      app.call(who, 'operators.export', { kind: 'platform', keyword: person.idNumber, isPlain: true, ...(reason && { reason }) }, atCentre)
    assert.equal((await exportPlainOperators('auditor', '税务检查需要')).error, 'mayNotExport')
    assert.equal((await exportPlainOperators('centre')).error, 'reasonNeeded')
    const { fileId } = (await exportPlainOperators('centre', '税务检查需要')).data ?? assert.fail('exported')
    const plainOperatorText = await sheetText(fileId ?? '')
    assert.ok(plainOperatorText.includes(person.idNumber) && plainOperatorText.includes(person.cardNo))
    assert.match(plainOperatorText, /含完整证件号与卡号.*税务检查需要.*centre/)
  })

  async function sheetText(fileId: string): Promise<string> {
    const file = await jobContext(app.running.kernel, () => false).run('test.read', (ctx) => ctx.files.open(fileId))
    return textsOf(file?.bytes ?? new Uint8Array())
  }
})
