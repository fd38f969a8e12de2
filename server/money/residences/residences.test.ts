import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { runQueuedJobs } from '#/server/agreements/signing/testing.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { invariants } from '#/server/money/residences/invariants.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('tax residence', () => {
  const server = testServer()
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const payee = people[2] ?? assert.fail('unit 1 has people')
  const plannedPayments = [{ person: payee, yuan: '3000.00' }]

  const today = () => dayOf(server.running.kernel.clock.now())
  const file = { filename: '出入境记录.pdf', mediaType: 'application/pdf', bytes: pdfPage('days in China') }
  const propose = (of: object = {}) =>
    server.call(
      'centre',
      'residences.propose',
      { operatorId: payee.id, fromDay: today(), ground: 'days', days: 90, reason: '长期在境外', file, ...of },
      atCentre,
    )
  const decide = (residenceId: number, isConfirmed = true, answer = '') =>
    server.call('finance', 'residences.decide', { residenceId, isConfirmed, answer }, atCentre)
  const decision = async () => (await server.must('finance', 'residences.list', { operatorId: payee.id }, atCentre)).rows
  const waitingTaskKinds = async () => (await server.must('finance', 'tasks.waiting', {}, atCentre)).map(({ kind }) => kind)

  test('a residence decision needs a day up to today, the days in China and a second person', async () => {
    assert.equal((await propose({ fromDay: shiftDay(today(), 1) })).error, 'dayInFuture')
    assert.equal((await propose({ days: undefined })).error, 'daysNeeded')
    const first = (await propose()).data?.id ?? 0
    const second = (await propose()).data?.id ?? 0
    assert.equal((await decide(first)).error, 'decided')
    assert.ok((await waitingTaskKinds()).includes('residencesToDecide'))
    assert.equal((await server.call('centre', 'residences.decide', { residenceId: second, isConfirmed: true }, atCentre)).error, 'ownEntry')
    assert.equal((await decide(second, false)).error, 'answerNeeded')
    await decide(second, false, '证明不清')
    const { rows } = await server.must('centre', 'messages.list', { size: 5 })
    const { values } = rows.find(({ kind }) => kind === 'residenceDecided') ?? assert.fail('the proposer is notified')
    assert.deepEqual([values.name, values.outcome, values.reason], [payee.name, 'rejected', '证明不清'])
    assert.deepEqual(
      (await decision()).map((row) => [row.version, row.residence, row.state]),
      [
        [2, 'non_resident', 'rejected'],
        [1, 'non_resident', 'replaced'],
      ],
    )
    assert.equal((await server.call('maker', 'residences.list', {})).error, 'forbidden')
    assert.equal((await server.must('finance03', 'residences.list', {}, { centre: 3, mode: 2 })).count, 0)
  })

  test('payments to a new non-resident are refused, and earlier ones are a task until settled', async () => {
    const steps = paymentScenario(server)
    await steps.createPaidBatch(plannedPayments)
    await server.settle(2)
    const draft = await steps.draft(plannedPayments)
    assert.deepEqual(
      (await steps.lines(draft.id))[0]?.issues.filter(({ level }) => level === 'error'),
      [],
    )
    const id = (await propose({ fromDay: shiftDay(today(), -30) })).data?.id ?? 0
    assert.deepEqual((await decide(id)).data, { paid: 1 })
    await runQueuedJobs(server, 'lines.revalidate')
    const [line] = await steps.lines((await steps.draft(plannedPayments)).id)
    assert.deepEqual(
      line?.issues.filter(({ code }) => code === 'E213').map(({ values }) => values.residence),
      ['non_resident'],
    )
    assert.equal(
      (await steps.lines(draft.id))[0]?.issues.some(({ code }) => code === 'E213'),
      true,
      'a draft from before is refused too',
    )
    assert.ok((await waitingTaskKinds()).includes('nonResidentsPaid'))
    const [row] = await decision()
    assert.deepEqual([row?.paidCount, row?.paid, row?.maySettle], [1, 300_000, ''])
    await server.must('finance', 'residences.settle', { residenceId: id, settlement: '已更正申报，受理号 2026-11' }, atCentre)
    assert.ok(!(await waitingTaskKinds()).includes('nonResidentsPaid'))
    assert.equal((await server.call('finance', 'residences.settle', { residenceId: id, settlement: '再次登记' }, atCentre)).error, 'nothingToSettle')
  })

  test('a person can be paid again after 183 days in China', async () => {
    const { id } = (await propose({ days: 183, fromDay: today() })).data ?? { id: 0 }
    await decide(id)
    const [line] = await paymentScenario(server).lines((await paymentScenario(server).draft(plannedPayments)).id)
    assert.equal(
      line?.issues.some(({ code }) => code === 'E213'),
      false,
    )
  })

  test('the book check finds a residence that contradicts the confirmed decision', async () => {
    const { kysely } = server.running.kernel.database
    const query = invariants[0]?.broken
    const violationRows = async () => (query && typeof query !== 'function' ? (await query.execute(kysely)).rows : assert.fail('one query'))
    assert.deepEqual(await violationRows(), [])
    const change = (residence: 'resident' | 'non_resident') =>
      kysely.updateTable('operator').set({ tax_residence: residence }).where('id', '=', payee.id).execute()
    await change('non_resident')
    assert.deepEqual(await violationRows(), [{ id: `operator ${payee.id}` }])
    await change('resident')
  })
})
