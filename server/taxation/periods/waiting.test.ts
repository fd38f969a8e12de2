import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('payment to the tax office that waits for its confirmation', () => {
  const server = testServer()
  let scenario: ReturnType<typeof clearingScenario>
  let month: string
  let next: string
  let second: PaidLine
  const [payee] = demoPeople()
    .ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
    .slice(3)
  const person = () => payee ?? assert.fail('unit 1 has people')
  const target = async (of: string) => scenario.periodOf(of).then(({ id, version }) => ({ declarationId: id, version }))
  const entry = async () => (await scenario.periodOf(next)).entries.at(-1) ?? assert.fail('nothing is registered')
  const decide = async (isApproved = true, reason = '') => {
    const { id, version } = await entry()
    return server.call('centre', 'periods.decidePayment', { taxEntryId: id, version, isApproved, reason }, atCentre)
  }
  const register = async () => {
    const { iit } = (await scenario.periodOf(next)).leftByTax
    const payInput = { iit: plainYuan(iit), paidOn: dayOf(scenario.now()), serial: `J-${next}`, file: transferSlip }
    return server.must('finance', 'periods.pay', { ...(await target(next)), ...payInput }, atCentre)
  }
  const correct = async () => server.call('finance', 'periods.correct', { ...(await target(next)), reason: '退汇' }, atCentre)

  before(async () => {
    scenario = clearingScenario(server)
    await scenario.prepareDemo()
    month = shiftMonth(monthOf(scenario.now()), 2)
    next = shiftMonth(month, 1)
    scenario.toMonth(month)
    const first = await scenario.payPerson(person(), '20000.00')
    scenario.toMonth(next)
    for (let each = shiftMonth(month, -2); each <= month; each = shiftMonth(each, 1)) await scenario.settleMonth(each)
    second = await scenario.payPerson(person(), '20000.00')
    await scenario.returnLine(first)
    await scenario.correctMonth(month)
    scenario.toMonth(shiftMonth(next, 1))
    const { id, version } = await scenario.periodOf(next)
    await server.must('finance', 'periods.close', { declarationId: id, version, reason: '已核实' }, atCentre)
    await server.job('periods.draw', { declarationId: id })
    await server.must('centre', 'periods.confirm', await target(next), atCentre)
    await scenario.declareMonth(next)
    await register()
  })

  test('a credit cannot pay tax for which a payment is already registered', async () => {
    const [credit] = (await server.must('finance', 'periods.credits', { states: ['open'], size: 20 }, atCentre)).rows
    assert.ok(credit)
    const { id, version, leftByTax } = await scenario.periodOf(next)
    const amount = plainYuan(fen(Math.min(credit.left, leftByTax.iit)))
    const creditInput = { taxCreditId: credit.id, version: credit.version, declarationId: id, declarationVersion: version, amount }
    assert.equal((await server.call('centre', 'periods.applyCredit', creditInput, atCentre)).error, 'nothingLeft')
  })

  test('a correction waits for the confirmation of a registered payment', async () => {
    await scenario.returnLine(second)
    assert.equal((await correct()).error, 'entryWaiting')
    const confirmAnswer = await decide()
    assert.equal(confirmAnswer.code, 1, confirmAnswer.message)
    const { id, version } = await entry()
    await server.must('finance', 'periods.reversePayment', { taxEntryId: id, version, reason: '重复登记' }, atCentre)
    assert.equal((await correct()).error, 'entryWaiting', 'a reversal waits too')
    const reversalEntry = await entry()
    const denialInput = { taxEntryId: reversalEntry.id, version: reversalEntry.version, isApproved: false, reason: '已到账' }
    await server.must('centre', 'periods.decideReversal', denialInput, atCentre)
    await scenario.correctMonth(next)
    assert.deepEqual([(await scenario.periodOf(next)).state, await scenario.brokenInvariants()], ['paid', []])
  })
})
