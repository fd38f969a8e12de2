import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { installPolicies } from '#/db/base/install-policies.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { dayOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { examples } from '#/server/tests/examples-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const pdf = (words: string) => ({ filename: '答复.pdf', mediaType: 'application/pdf', bytes: pdfPage(words) })

describe('tax policies', () => {
  let server: TestServer
  let today = ''
  /** The first day of the next month. */
  let next = ''
  const futureMonth = (count: number) => monthStart(shiftMonth(today.slice(0, 7), count))
  const kysely = () => server.running.kernel.database.kysely
  const draftOf = (draftId: number) => server.must('caiwu', 'policies.draft', { draftId })
  const target = async (draftId: number) => ({ draftId, version: (await draftOf(draftId)).version })
  const versions = () => server.must('caiwu', 'policies.versions', {})

  /**
   * Creates a draft by the platform's finance staff with a reduced levy rate of 2 %. The examples of the draft have
   * been run, and the comparison has been made.
   */
  async function createReadyDraft(firstDay: string) {
    const newDraft = await server.must('caiwu', 'policies.begin', { firstDay })
    const savedDraft = await server.must('caiwu', 'policies.save', {
      draftId: newDraft.id,
      version: newDraft.version,
      values: [
        { path: 'vat.reducedPpm', value: 20_000 },
        { path: 'vat.source', value: '财政部 税务总局公告2027年第1号' },
        { path: 'source', value: '公告2027年第1号施行' },
      ],
    })
    const examinedDraft = await server.must('caiwu', 'policies.examine', { draftId: newDraft.id, version: savedDraft.version })
    return server.must('caiwu', 'policies.preview', { draftId: newDraft.id, version: examinedDraft.version })
  }

  before(async () => {
    // The tests name shipped versions, so the clock is set to a day between them.
    server = await startTestServer({ clockAheadMs: Date.parse('2026-11-18T10:00:00+08:00') - Date.now() })
    today = dayOf(server.running.kernel.clock.now())
    next = futureMonth(1)
  })
  after(() => server.close())

  test('versions show their grade, their state and the changes from the previous version', async () => {
    const allVersions = await versions()
    assert.deepEqual(allVersions.map(({ version }) => version).slice(-2), ['2021-01', '2019-01'])
    const [current] = allVersions
    assert.deepEqual([current?.version, current?.when, current?.grade, current?.draftId], ['2026-11', 'current', 'B', null])
    const firstVersion = allVersions.find(({ version }) => version === '2026-01')
    assert.deepEqual(
      firstVersion?.changes.filter(({ path }) => path.startsWith('vat.') && path !== 'vat.source').map(({ path, before, after }) => [path, before, after]),
      [
        ['vat.isThresholdItselfExempt', true, false],
        ['vat.dayThresholdFen', 50_000, 100_000],
      ],
    )
    assert.equal((await server.call('finance', 'policies.versions', {}, atCentre)).error, 'forbidden')
  })

  test('a draft must begin on the first day of an unused month, without gap or overlap', async () => {
    const begin = async (firstDay: string) => (await server.call('caiwu', 'policies.begin', { firstDay })).error
    assert.equal(await begin(shiftDay(next, 1)), 'dayNotFirst')
    assert.equal(await begin('2026-11-01'), 'dayTaken')
    assert.equal(await begin('2028-02-01'), 'dayGap')
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${next.slice(0, 7)}, now())`.execute(kysely())
    const earlyAnswer = await server.call('caiwu', 'policies.begin', { firstDay: next })
    assert.equal(earlyAnswer.error, 'dayComputed')
    assert.ok(earlyAnswer.message.includes(next))
    await sql`delete from tax_period where month = ${next.slice(0, 7)}`.execute(kysely())
    const draft = await server.must('caiwu', 'policies.begin', { firstDay: next })
    assert.deepEqual([draft.baseVersion, draft.changed, draft.knownUntil], ['2026-11', 0, '2027-12-31'])
    await server.must('caiwu', 'policies.drop', { draftId: draft.id, version: draft.version })
    assert.equal((await server.call('caiwu', 'policies.save', { draftId: draft.id, version: draft.version + 1, values: [] })).error, 'policyNotDraft')
  })

  test('entered figures of a draft are validated field by field', async () => {
    const draft = await server.must('caiwu', 'policies.begin', { firstDay: next })
    const save = async (path: string, value: unknown) =>
      server.call('caiwu', 'policies.save', { draftId: draft.id, version: draft.version, values: [{ path, value }] } as never)
    assert.equal((await save('vat.levyPpm', 1_000_001)).error, 'valueWrong')
    assert.match((await save('vat.levyPpm', true)).message, /征收率/)
    const steps = (bounds: readonly (number | null)[]) => bounds.map((upToFen, at) => ({ upToFen, ratePpm: 10_000 * (at + 1), quickFen: 0 }))
    assert.equal((await save('business.brackets', steps([200, 100, null]))).error, 'stepsRise')
    assert.equal((await save('business.brackets', steps([100, 200]))).error, 'stepsOpen')
    assert.equal((await save('business.brackets', steps([100_00, null]))).error, 'quickWrong')
    const detail = { draftId: draft.id, version: draft.version, values: [] }
    assert.equal((await server.call('caiwu', 'policies.save', { ...detail, knownUntil: today })).error, 'endBeforeStart')
    assert.equal((await server.call('caiwu', 'policies.save', { ...detail, version: 9 })).error, 'policyChanged')
    assert.equal((await server.call('caiwu', 'policies.save', { ...detail, draftId: 99_999 })).error, 'policyNotFound')
    const changedDraft = await server.must('caiwu', 'policies.save', { ...detail, values: [{ path: 'vat.reducedPpm', value: 20_000 }] })
    assert.deepEqual(
      changedDraft.changes.map(({ path, before, after }) => [path, before, after]),
      [['vat.reducedPpm', 10_000, 20_000]],
    )
    assert.deepEqual(changedDraft.unsourced, ['source', 'vat'])
    await server.must('caiwu', 'policies.drop', { draftId: draft.id, version: changedDraft.version })
  })

  test('publishing needs a change, sources, examples, reasons, a comparison and a second person', async () => {
    const begunDraft = await server.must('caiwu', 'policies.begin', { firstDay: next })
    const draftKey = { draftId: begunDraft.id }
    const publish = async (who = 'platform') => server.call(who, 'policies.publish', await target(begunDraft.id))
    const save = async (values: readonly { path: string; value: unknown }[]) =>
      server.must('caiwu', 'policies.save', { ...(await target(begunDraft.id)), values } as never)
    assert.equal((await publish()).error, 'nothingChanged')
    await save([{ path: 'withholding.gapMonthsToReset', value: 2 }])
    const publishWithoutSource = await publish()
    assert.equal(publishWithoutSource.error, 'sourceMissing')
    assert.match(publishWithoutSource.message, /劳务报酬累计预扣/)
    await save([
      { path: 'withholding.source', value: '12366 答复 2026-12-01' },
      { path: 'source', value: '中断两个月重新起算' },
    ])
    assert.equal((await publish()).error, 'notExamined')
    const acknowledge = async (example: string) =>
      server.call('caiwu', 'policies.acknowledge', { ...(await target(begunDraft.id)), example, reason: '按新口径中断两个月' })
    assert.equal((await acknowledge('DER-PLAT-GAP1')).error, 'notExamined')
    const reexaminedDraft = await server.must('caiwu', 'policies.examine', await target(begunDraft.id))
    const differingExamples = reexaminedDraft.examples?.differing ?? []
    assert.equal((reexaminedDraft.examples?.passed ?? 0) + differingExamples.length, examples.length)
    const gapExample = differingExamples.find(({ id }) => id === 'DER-PLAT-GAP1')
    assert.ok(gapExample?.wrong.some(({ at, expected, computed }) => at === 'rows.4.consecutiveMonths' && expected === '1' && computed === '4'))
    assert.equal((await acknowledge('OFF-LAB-01')).error, 'exampleAgrees')
    assert.equal((await publish()).error, 'examplesDiffer')
    for (const { id } of differingExamples) assert.equal((await acknowledge(id)).error, undefined)
    assert.equal((await acknowledge('DER-PLAT-GAP1')).error, 'exampleMeant')
    assert.equal((await publish()).error, 'notPreviewed')
    await server.must('caiwu', 'policies.preview', await target(begunDraft.id))
    assert.equal((await publish('caiwu')).error, 'ownPolicy')
    await save([{ path: 'withholding.gapMonthsToReset', value: 3 }])
    assert.equal((await publish()).error, 'notExamined', 'examples and reasons belong to the state they were computed for')
    assert.equal((await draftOf(begunDraft.id)).preview, null)
    await server.must('platform', 'policies.save', {
      ...draftKey,
      version: (await draftOf(begunDraft.id)).version,
      values: [{ path: 'watch.warnFen', value: 1 }],
    })
    assert.equal((await draftOf(begunDraft.id)).may.publish === '', false)
    await server.must('caiwu', 'policies.drop', await target(begunDraft.id))
  })

  test('the comparison lists people and batches whose tax of this month would change', async () => {
    const secondDraft = await server.must('caiwu', 'policies.begin', { firstDay: next })
    const savedSecondDraft = await server.must('caiwu', 'policies.save', {
      draftId: secondDraft.id,
      version: secondDraft.version,
      values: [
        { path: 'withholding.monthlyDeductionFen', value: 0 },
        { path: 'withholding.source', value: '测试' },
        { path: 'source', value: '取消减除费用' },
      ],
    })
    const { preview } = await server.must('caiwu', 'policies.preview', { draftId: secondDraft.id, version: savedSecondDraft.version })
    assert.ok(preview && preview.people.changed > 0 && preview.people.changed <= preview.people.counted)
    for (const row of preview.people.rows) assert.ok(row.after > row.before, 'without a deduction every payee owes more')
    const { rows } = await sql<{
      people: number
    }>`select count(*)::int as people from tax_standing where mode = 2 and month = ${today.slice(0, 7)} and gross_fen > 0`.execute(kysely())
    assert.equal(preview.people.counted, rows[0]?.people)
    assert.ok(preview.batches.counted > 0)
    for (const row of preview.batches.rows) assert.ok(row.after > row.before && row.people > 0)
    await server.must('caiwu', 'policies.drop', { draftId: secondDraft.id, version: (await draftOf(secondDraft.id)).version })
  })

  test('only one of two concurrent publications succeeds', async () => {
    const [draft, rival] = [await createReadyDraft(next), await createReadyDraft(futureMonth(2))]
    const outcomes = await Promise.all(
      [draft, rival, draft].map(async ({ id, version }) => (await server.call('platform', 'policies.publish', { draftId: id, version })).error),
    )
    assert.equal(outcomes.filter((error) => error === undefined).length, 1, outcomes.join(', '))
    const winningDraft = outcomes[1] === undefined ? rival : draft
    const losingDraft = winningDraft === draft ? rival : draft
    assert.equal((await server.call('platform', 'policies.publish', await target(losingDraft.id))).error, 'baseMoved')
    await server.must('caiwu', 'policies.drop', await target(losingDraft.id))
    const [last, before] = await versions()
    assert.deepEqual([last?.version, last?.when, last?.draftId, last?.lastDay], [winningDraft.policyVersion, 'coming', winningDraft.id, '2027-12-31'])
    assert.deepEqual([before?.version, before?.lastDay], ['2026-11', shiftDay(winningDraft.firstDay, -1)])
    assert.ok((before?.batches ?? 0) > 0)
    assert.deepEqual(await checkInvariants(kysely()), [])
    await asOwner(server.running.kernel.database, (trx) => installPolicies(trx, readPolicies()))
    assert.equal((await versions())[0]?.version, winningDraft.policyVersion, 'the next start leaves it in force')
    const { rows } = await sql<{
      version: string
    }>`select version from tax_policy where effective_from <= ${winningDraft.firstDay}::date and effective_to >= ${winningDraft.firstDay}::date`.execute(
      kysely(),
    )
    assert.deepEqual(rows, [{ version: winningDraft.policyVersion }])
  })

  test('an update whose files conflict with a published policy installs no policy', async () => {
    const [last] = await versions()
    assert.ok(last)
    const builtInPolicies = readPolicies()
    const newestPolicy = builtInPolicies.at(-1) as TaxPolicy
    const installWith = (policy: TaxPolicy) => asOwner(server.running.kernel.database, (trx) => installPolicies(trx, [...builtInPolicies, policy]))
    await assert.rejects(installWith({ ...newestPolicy, version: '2027-06', effectiveFrom: '2027-06-01' }), /was written without .*, which was published/)
    await assert.rejects(installWith({ ...newestPolicy, version: 'same', effectiveFrom: last.firstDay }), /published with another params\.vat\.source/)
  })

  test('a published policy is immutable and can be withdrawn by two people before its first day', async () => {
    const [last] = await versions()
    const id = last?.draftId ?? assert.fail()
    assert.equal((await server.call('caiwu', 'policies.save', { ...(await target(id)), values: [] })).error, 'policyNotDraft')
    await assert.rejects(sql`update tax_draft set params = '{}' where id = ${id}`.execute(kysely()), /withdrawn policy cannot change/)
    const leave = async () => server.call('caiwu', 'policies.leave', { ...(await target(id)), reason: '公告推迟施行' })
    const endLeave = async (who: string, isAgreed: boolean) => server.call(who, 'policies.endLeave', { ...(await target(id)), isAgreed })
    assert.equal((await endLeave('platform', true)).error, 'leaveNotAsked')
    assert.equal((await leave()).error, undefined)
    assert.equal((await leave()).error, 'leaveAsked')
    assert.equal((await endLeave('caiwu', true)).error, 'ownLeave')
    assert.equal((await endLeave('platform', false)).data?.leaving, null)
    assert.equal((await leave()).error, undefined)
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, ${last?.firstDay.slice(0, 7)}, now())`.execute(kysely())
    assert.equal((await endLeave('platform', true)).error, 'begun')
    await sql`delete from tax_period where month = ${last?.firstDay.slice(0, 7)}`.execute(kysely())
    assert.equal((await endLeave('platform', true)).data?.state, 'withdrawn')
    const [current] = await versions()
    assert.deepEqual([current?.version, current?.lastDay], ['2026-11', '2027-12-31'])
    const storedPolicies = await sql<{ never: boolean }>`select effective_to = effective_from - 1 as never from tax_policy where draft_id = ${id}`.execute(
      kysely(),
    )
    assert.deepEqual(storedPolicies.rows, [{ never: true }], 'the withdrawn policy stays, and no day is its own')
    await assert.rejects(sql`delete from tax_policy where draft_id = ${id}`.execute(kysely()), /a policy is not deleted/)
    assert.equal((await leave()).error, 'notPublished')
    assert.deepEqual(await checkInvariants(kysely()), [])
  })

  test('changes outside the program, gaps and overlaps break INV-55', async () => {
    const brokenNames = async () => (await checkInvariants(kysely())).map(({ name }) => name)
    const { rows } = await sql<{ params: unknown }>`select params from tax_policy where version = '2025-10'`.execute(kysely())
    await sql`update tax_policy set params = jsonb_set(params, '{vat,levyPpm}', '1') where version = '2025-10'`.execute(kysely())
    assert.deepEqual(await brokenNames(), ['INV-55'])
    await sql`update tax_policy set params = ${JSON.stringify(rows[0]?.params)}::jsonb where version = '2025-10'`.execute(kysely())
    for (const day of ['2025-12-30', '2026-01-02']) {
      await sql`update tax_policy set effective_to = ${day}::date where version = '2025-10'`.execute(kysely())
      assert.deepEqual(await brokenNames(), ['INV-55'], day)
    }
    await sql`update tax_policy set effective_to = '2025-12-31' where version = '2025-10'`.execute(kysely())
    assert.deepEqual(await brokenNames(), [])
  })

  test('an answer to an open question is stored with its document', async () => {
    const points = await server.must('caiwu', 'policies.points', {})
    assert.equal(points.length, 10)
    assert.deepEqual(points.find(({ point }) => point === 'U2')?.switches, [{ path: 'withholding.gapMonthsToReset', value: 1 }])
    const pointAnswer = { point: 'U2', answer: '空一个月即重新起算', source: '12366 工单 20261201', file: pdf('U2') } as const
    assert.equal((await server.call('caiwu', 'policies.answer', { ...pointAnswer, answeredOn: shiftDay(today, 1) })).error, 'answerLater')
    await server.must('caiwu', 'policies.answer', { ...pointAnswer, answeredOn: today })
    const [first] = (await server.must('platform', 'policies.points', {})).find(({ point }) => point === 'U2')?.answers ?? []
    assert.deepEqual([first?.answer, first?.source, first?.answeredOn], [pointAnswer.answer, pointAnswer.source, today])
    await server.must('platform', 'files.link', { fileId: first?.fileId ?? '' })
  })

  test('two people can change a calendar year, which moves due days except in closed months', async () => {
    const year = Number(today.slice(0, 4)) + 1
    const day = (rest: string) => `${year}-${rest}`
    const yearInput = { calendarYearId: null, version: null, year, source: '国办发明电〔2026〕8号', working: [] as string[] }
    const offRanges = [{ first: day('01-01'), last: day('01-03') }]
    const save = async (change: object) => (await server.call('caiwu', 'policies.saveYear', { ...yearInput, off: offRanges, ...change } as never)).error
    assert.equal(await save({ off: [{ first: day('01-03'), last: day('01-01') }] }), 'rangeWrong')
    assert.equal(await save({ off: [{ first: `${year - 1}-12-31`, last: day('01-01') }] }), 'outsideYear')
    assert.equal(await save({ off: [...offRanges, { first: day('01-03'), last: day('01-04') }] }), 'rangesMeet')
    assert.equal(await save({ working: [day('01-04')] }), 'notWeekend')
    assert.equal(await save({ working: [day('01-02')] }), 'workedHoliday')
    const draft = await server.must('caiwu', 'policies.saveYear', { ...yearInput, off: [...offRanges, { first: day('02-13'), last: day('02-19') }] })
    const yearTarget = (version: number) => ({ calendarYearId: draft.id ?? 0, version })
    const { rows } = await sql<{
      id: number
    }>`insert into tax_declaration (centre_id, mode, month, due_on) values (2, 2, ${day('01')}, ${day('02-15')}::date) returning id`.execute(kysely())
    const { terms, kept: stored } = await server.must('caiwu', 'policies.moves', { calendarYearId: draft.id ?? 0 })
    const januaryTerm = terms.find(({ kind, period }) => kind === 'IIT_WITHHOLDING' && period === day('01'))
    assert.ok(januaryTerm && januaryTerm.after > januaryTerm.before)
    assert.deepEqual(
      stored.map(({ month, dueOn, otherwise }) => [month, dueOn, otherwise]),
      [[day('01'), day('02-15'), januaryTerm.after]],
    )
    assert.equal((await server.call('caiwu', 'policies.publishYear', yearTarget(draft.version))).error, 'ownYear')
    const waitingCounts = async (who: string) =>
      (await server.must(who, 'tasks.waiting', {})).filter(({ kind }) => kind === 'yearsToPublish').map(({ count }) => count)
    assert.deepEqual([await waitingCounts('caiwu'), await waitingCounts('platform')], [[], [1]])
    assert.equal((await server.call('platform', 'policies.publishYear', yearTarget(9))).error, 'yearChanged')
    assert.equal((await server.call('platform', 'policies.publishYear', { calendarYearId: 9999, version: 1 })).error, 'yearNotFound')
    await server.must('platform', 'policies.publishYear', yearTarget(draft.version))
    await server.job('policies.calendar')
    assert.ok(workingCalendar.years.has(year))
    const closedPeriod = await server.must('finance', 'periods.get', { declarationId: rows[0]?.id ?? 0 }, atCentre)
    assert.equal(closedPeriod.dueOn, day('02-15'), 'a closed month keeps its day')
    assert.equal((await server.call('caiwu', 'policies.dropYear', yearTarget(draft.version + 1))).error, 'yearNotDraft')
    const unchangedYear = await server.must('caiwu', 'policies.saveYear', { ...yearInput, off: [...offRanges, { first: day('02-13'), last: day('02-19') }] })
    assert.equal(
      (await server.call('platform', 'policies.publishYear', { calendarYearId: unchangedYear.id ?? 0, version: unchangedYear.version })).error,
      'yearSame',
    )
    const correctedYear = await server.must('caiwu', 'policies.saveYear', {
      ...yearInput,
      calendarYearId: unchangedYear.id,
      version: unchangedYear.version,
      off: offRanges,
    })
    await server.must('platform', 'policies.publishYear', { calendarYearId: unchangedYear.id ?? 0, version: correctedYear.version })
    const { years, missing } = await server.must('caiwu', 'policies.years', {})
    assert.deepEqual(
      years.filter((each) => each.year === year).map(({ edition, isInForce }) => [edition, isInForce]),
      [
        [2, true],
        [1, false],
      ],
    )
    assert.equal(missing, null)
  })
})
