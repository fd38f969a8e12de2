import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { personalParts } from '#/server/app/personal.ts'
import { yearlyAudit } from '#/server/desk/personal/yearly.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('the yearly audit of personal data', () => {
  let app: TestServer
  before(async () => {
    app = await startTestServer()
  })
  after(() => app.close())

  const db = () => app.running.kernel.database.kysely
  const now = () => app.running.kernel.clock.now()
  const audit = (year = now().getFullYear()) => yearlyAudit(db(), year, now(), personalParts)

  test('the audit lists the year’s views and exports of full numbers, and the processing register', async () => {
    await app.must('centre', 'profile.prove', { password: demoPassword })
    await app.must('centre', 'plain.show', { of: 'operator', id: 1001, field: 'idNumber' }, atCentre)
    await app.must('centre', 'personal.copyFor', { operatorId: 1001, format: 'json', reason: '本人书面申请' }, atCentre)
    await app.must('centre', 'operators.export', { kind: 'platform', isPlain: true, reason: '税务核对' }, atCentre)
    const { text } = await audit()
    for (const row of [
      /\| centre \|[^|]+\| idNumber \| 1 \|/,
      /\| centre \|[^|]+\| personal\.copyFor \| 1 \|/,
      /\| centre \|[^|]+\| operators\.export \| 1 \|/,
    ]) {
      assert.match(text, row)
    }
    assert.match(text, /身份与注册.*个人档案/)
    assert.doesNotMatch((await audit(2024)).text, /idNumber|copyFor/)
  })

  test('an overdue deletion is a finding of the audit until the sweep deletes the row', async () => {
    const before = (await audit()).findings
    await sql`insert into outbox (way, recipient, subject, body, about, sent_at) values ('sms', '', '', '', '', ${new Date(now().getTime() - 40 * 86_400_000)})`.execute(
      db(),
    )
    const { findings, text } = await audit()
    assert.equal(findings, before + 1)
    assert.match(text, /\| outbox \|.*\| 1 \|/)
    await app.job('retention.sweep')
    assert.equal((await audit()).findings, before)
  })
})
