import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { claimYears } from '#/domain/money/clearing.ts'
import { atCentre, clearingScenario, transferSlip } from '#/server/money/clearings/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('a claim of excess tax on its last day', () => {
  let server: TestServer
  let the: ReturnType<typeof clearingScenario>
  const [claimant, silent, writing] = demoPeople()
    .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
    .slice(5, 8)
  const timely = () => claimant ?? assert.fail('unit 1 has people')
  const late = () => silent ?? assert.fail('unit 1 has people')
  const onPaper = () => writing ?? assert.fail('unit 1 has people')
  const search = () => server.must('finance', 'clearings.search', {}, atCentre)

  before(async () => {
    server = await startTestServer()
    the = clearingScenario(server)
    await the.prepared()
    const month = shiftMonth(monthOf(the.now()), 2)
    const first = monthOf(the.now())
    the.toMonth(month)
    const returned = []
    for (const person of [timely(), late(), onPaper()]) {
      returned.push(await the.paid(person, '60000.00'))
      await the.paid(person, '50000.00')
    }
    the.toMonth(shiftMonth(month, 1))
    for (let each = first; each <= month; each = shiftMonth(each, 1)) await the.settled(each)
    for (const line of returned) await the.comesBack(line)
    await search()
    for (const person of [timely(), late(), onPaper()]) await server.must('finance', 'clearings.offer', await the.target(person), atCentre)
    const lastDay = `${shiftDay(`${shiftMonth(month, 12 * claimYears + 1)}-01`, -1)}T20:00:00+08:00`
    server.advance(Date.parse(lastDay) - the.now().getTime())
    await the.is(timely())
    await server.must('subcontractor', 'clearings.choose', { ...(await the.target(timely())), choice: 'refund' })
    const paper = { choice: 'refund' as const, signedOn: dayOf(the.now()), file: transferSlip }
    await server.must('finance', 'clearings.enterChoice', { ...(await the.target(onPaper())), ...paper }, atCentre)
    server.advance(7 * 3_600_000)
    await server.job('clearings.find', {})
    await search()
  })
  after(() => server.close())

  test('an excess claimed on the last day can be approved later', async () => {
    assert.equal((await the.staff({ person: timely() })).state, 'chosen')
    const { state, reason } = await the.staff({ person: late() })
    assert.deepEqual([state, reason], ['expired', ''])
    const decided = await server.call('centre', 'clearings.decide', { ...(await the.target(timely())), isApproved: true }, atCentre)
    assert.equal(decided.code, 1, decided.message)
    assert.deepEqual(await the.broken(), [])
  })

  test('a choice entered on paper in time is confirmed later', async () => {
    const { id, version, pending } = await the.staff({ person: onPaper() })
    const entry = { taxClearingId: id, version, clearingEntryId: pending?.id ?? 1, isConfirmed: true }
    const confirmed = await server.call('centre', 'clearings.confirm', entry, atCentre)
    assert.equal(confirmed.code, 1, confirmed.message)
    assert.equal((await the.staff({ person: onPaper() })).state, 'chosen')
  })

  test('a payee cannot declare their own refund unpaid', async () => {
    await server.must('finance', 'clearings.start', await the.target(timely()), atCentre)
    const cancel = async () => server.call('centre', 'clearings.cancel', { ...(await the.target(timely())), reason: '银行退票' }, atCentre)
    const has = (username: string, mobile: string) => the.db().updateTable('app_user').set({ mobile }).where('username', '=', username).execute()
    await has('centre', '13900001111')
    await has('subcontractor', '13900001111')
    assert.equal((await cancel()).error, 'ownMoney')
    await has('subcontractor', '13900002222')
    const { mobile_sealed } = await the.db().selectFrom('operator').select('mobile_sealed').where('id', '=', timely().id).executeTakeFirstOrThrow()
    await has('centre', server.running.kernel.vault.open('mobile', mobile_sealed))
    assert.equal((await cancel()).error, 'ownMoney', 'without an account that can be compared')
    await has('centre', '13900003333')
    assert.equal((await cancel()).code, 1)
  })
})
