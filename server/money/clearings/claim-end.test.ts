import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { dayOf, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { taxReclaimYears } from '#/domain/money/clearing.ts'
import { atCentre, clearingScenario, transferSlip } from '#/server/money/clearings/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('a claim of excess tax on its last day', () => {
  let server: TestServer
  let scenario: ReturnType<typeof clearingScenario>
  const [claimant, silent, writing] = demoPeople()
    .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
    .slice(5, 8)
  const timelyClaimant = () => claimant ?? assert.fail('unit 1 has people')
  const silentPayee = () => silent ?? assert.fail('unit 1 has people')
  const paperClaimant = () => writing ?? assert.fail('unit 1 has people')
  const search = () => server.must('finance', 'clearings.search', {}, atCentre)

  before(async () => {
    server = await startTestServer()
    scenario = clearingScenario(server)
    await scenario.prepareDemo()
    const month = shiftMonth(monthOf(scenario.now()), 2)
    const first = monthOf(scenario.now())
    scenario.toMonth(month)
    const linesToReturn = []
    for (const person of [timelyClaimant(), silentPayee(), paperClaimant()]) {
      linesToReturn.push(await scenario.payPerson(person, '60000.00'))
      await scenario.payPerson(person, '50000.00')
    }
    scenario.toMonth(shiftMonth(month, 1))
    for (let closedMonth = first; closedMonth <= month; closedMonth = shiftMonth(closedMonth, 1)) await scenario.settleMonth(closedMonth)
    for (const line of linesToReturn) await scenario.returnLine(line)
    await search()
    for (const person of [timelyClaimant(), silentPayee(), paperClaimant()])
      await server.must('finance', 'clearings.offer', await scenario.target(person), atCentre)
    const lastDay = `${shiftDay(`${shiftMonth(month, 12 * taxReclaimYears + 1)}-01`, -1)}T20:00:00+08:00`
    server.advance(Date.parse(lastDay) - scenario.now().getTime())
    await scenario.linkAccount(timelyClaimant())
    await server.must('subcontractor', 'clearings.choose', { ...(await scenario.target(timelyClaimant())), choice: 'refund' })
    const paper = { choice: 'refund' as const, signedOn: dayOf(scenario.now()), file: transferSlip }
    await server.must('finance', 'clearings.enterChoice', { ...(await scenario.target(paperClaimant())), ...paper }, atCentre)
    server.advance(7 * 3_600_000)
    await server.job('clearings.find', {})
    await search()
  })
  after(() => server.close())

  test('an excess claimed on the last day can be approved later, and an unclaimed one expires', async () => {
    assert.equal((await scenario.findClearing({ person: timelyClaimant() })).state, 'chosen')
    const { state, reason } = await scenario.findClearing({ person: silentPayee() })
    assert.deepEqual([state, reason], ['expired', ''])
    const decision = await server.call('centre', 'clearings.decide', { ...(await scenario.target(timelyClaimant())), isApproved: true }, atCentre)
    assert.equal(decision.code, 1, decision.message)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a choice entered on paper in time can be confirmed later', async () => {
    const { id, version, pending } = await scenario.findClearing({ person: paperClaimant() })
    const entry = { taxClearingId: id, version, clearingEntryId: pending?.id ?? 1, isConfirmed: true }
    const confirmation = await server.call('centre', 'clearings.confirm', entry, atCentre)
    assert.equal(confirmation.code, 1, confirmation.message)
    assert.equal((await scenario.findClearing({ person: paperClaimant() })).state, 'chosen')
  })

  test('a payee cannot cancel the transfer of their own refund', async () => {
    await server.must('finance', 'clearings.start', await scenario.target(timelyClaimant()), atCentre)
    const cancel = async () => server.call('centre', 'clearings.cancel', { ...(await scenario.target(timelyClaimant())), reason: '银行退票' }, atCentre)
    const setMobile = (username: string, mobile: string) => scenario.db().updateTable('app_user').set({ mobile }).where('username', '=', username).execute()
    await setMobile('centre', '13900001111')
    await setMobile('subcontractor', '13900001111')
    assert.equal((await cancel()).error, 'ownMoney')
    await setMobile('subcontractor', '13900002222')
    const { mobile_sealed } = await scenario.db().selectFrom('operator').select('mobile_sealed').where('id', '=', timelyClaimant().id).executeTakeFirstOrThrow()
    await setMobile('centre', server.running.kernel.vault.open('mobile', mobile_sealed))
    assert.equal((await cancel()).error, 'ownMoney', 'without an account that can be compared')
    await setMobile('centre', '13900003333')
    assert.equal((await cancel()).code, 1)
  })
})
