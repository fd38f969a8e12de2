import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

/** The last day with a policy shipped with the server. */
const lastDay = '2027-12-31'
const successorFirstDay = '2028-01-01'
const morning = (day: string) => Date.parse(`${day}T09:00:00+08:00`)

describe('end of the published law', () => {
  let server: TestServer
  const toDay = (day: string) => server.advance(morning(day) - server.running.kernel.clock.now().getTime())

  let seenCount = 0
  /** Returns the users reminded since the last call, and whether the message reported the end of the policy. */
  const newReminders = async () => {
    await server.job('policies.watch')
    const { rows } = await sql<{ id: number; username: string; over: string }>`select message.id, username, "values" ->> 'isOver' as over
      from message join app_user on app_user.id = user_id where kind = 'lawEnding' and message.id > ${seenCount} order by message.id`.execute(
      server.running.kernel.database.kysely,
    )
    seenCount = rows.at(-1)?.id ?? seenCount
    return { people: rows.map(({ username }) => username), over: [...new Set(rows.map(({ over }) => over))] }
  }
  const isPolicyMissing = async (who: string) => (await server.must(who, 'tasks.waiting', {})).some(({ kind }) => kind === 'policyMissing')

  before(async () => {
    server = await startTestServer({ clockAheadMs: morning('2026-11-30') - Date.now() })
    await extendDocuments(server)
  })
  after(() => server.close())

  test('from December a missing calendar is reported on its page, at go-live and as pending work', async () => {
    const holidayWarning = async () => {
      const { missing } = await server.must('caiwu', 'policies.years', {})
      const { platform } = await server.must('platform', 'readiness.overview', {})
      const step = platform?.steps.find(({ key }) => key === 'holidays')
      return [missing, step?.state, (await server.must('caiwu', 'tasks.waiting', {})).find(({ kind }) => kind === 'calendarMissing')?.path]
    }
    assert.deepEqual(await holidayWarning(), [null, 'done', undefined])
    toDay('2026-12-01')
    assert.deepEqual(await holidayWarning(), [2027, 'advised', '/tax/taxPolicies?pane=calendar'])
    const offRanges = [{ first: '2027-01-01', last: '2027-01-03' }]
    const draft = await server.must('caiwu', 'policies.saveYear', {
      calendarYearId: null,
      version: null,
      year: 2027,
      source: '国办发明电〔2026〕8号',
      working: [],
      off: offRanges,
    })
    assert.equal((await holidayWarning())[0], 2027, 'a draft is not published yet')
    await server.must('platform', 'policies.publishYear', { calendarYearId: draft.id ?? 0, version: draft.version })
    await server.job('policies.calendar')
    assert.deepEqual(await holidayWarning(), [null, 'done', undefined])
  })

  test('platform and centres are reminded eight, four and one weeks before the law ends, and after', async () => {
    toDay(shiftDay(lastDay, -57))
    assert.deepEqual((await newReminders()).people, [])
    assert.equal(await isPolicyMissing('caiwu'), false)
    toDay(shiftDay(lastDay, -56))
    const { people, over } = await newReminders()
    assert.ok(
      ['caiwu', 'auditor', 'finance'].every((who) => people.includes(who)),
      people.join(' '),
    )
    assert.deepEqual(over, ['no'])
    assert.equal(people.length, new Set(people).size)
    assert.deepEqual((await newReminders()).people, [])
    assert.equal(await isPolicyMissing('caiwu'), true)
    for (const days of [-28, -7, 1]) {
      toDay(shiftDay(lastDay, days))
      const laterReminders = await newReminders()
      assert.deepEqual([laterReminders.people, laterReminders.over], [people, [days > 0 ? 'yes' : 'no']])
    }
  })

  test('after the last policy ends, payments are refused until two people publish a successor', async () => {
    toDay(shiftDay(lastDay, 40))
    const [person] = demoPeople().ordinary
    assert.ok(person)
    const pay = () => paymentScenario(server).createPaidBatch([{ person, yuan: '600.00' }])
    await assert.rejects(pay(), /noPolicy.*税务政策.*发布/)
    const newDraft = await server.must('caiwu', 'policies.begin', { firstDay: successorFirstDay })
    const savedDraft = await server.must('caiwu', 'policies.save', {
      draftId: newDraft.id,
      version: newDraft.version,
      values: [{ path: 'source', value: '公告2027年第99号：延续执行' }],
    })
    const examinedDraft = await server.must('caiwu', 'policies.examine', { draftId: newDraft.id, version: savedDraft.version })
    const { id: draftId, version } = await server.must('caiwu', 'policies.preview', { draftId: newDraft.id, version: examinedDraft.version })
    await server.must('platform', 'policies.publish', { draftId, version })
    assert.equal(await isPolicyMissing('caiwu'), false)
    assert.equal((await pay()).state, 'paying')
  })
})
