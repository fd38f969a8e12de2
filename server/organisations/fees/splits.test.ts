import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('split rules', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const inDays = (days: number) => shiftDay(dayOf(server.running.kernel.clock.now()), days)
  type SplitInput = Partial<Parameters<typeof server.must<'fees', 'createSplit'>>[2]>
  const create = (input: SplitInput, who = 'caiwu') =>
    server.call(who, 'fees.createSplit', {
      centreId: 2,
      role: 'partner',
      method: 'difference',
      rate: '5',
      effectiveFrom: inDays(0),
      reason: '合作协议',
      ...input,
    })
  const revise = (splitId: number, rate: string, effectiveFrom: string, who = 'caiwu') =>
    server.call(who, 'fees.reviseSplit', { splitId, method: 'difference', rate, effectiveFrom, reason: '重新商定' })
  const rule = (splitId: number) => server.must('platform', 'fees.split', { splitId })
  const find = async (filter: Record<string, unknown>) => (await server.must('platform', 'fees.splits', filter)).rows

  test('only platform users with the split permission see and edit rules', async () => {
    for (const username of ['centre', 'finance', 'partner', 'operation']) {
      assert.equal((await server.call(username, 'fees.splits', {})).code, 0, username)
      assert.equal((await create({}, username)).code, 0, username)
    }
    const [first] = await find({ centreId: 2 })
    assert.deepEqual([first?.role, first?.stand, first?.ratePpm], ['centre', 'now', 30_000])
  })

  test('a rule needs a unit of the centre, a person in the role, ordered days and a positive share', async () => {
    const invalidSplits: [SplitInput, string][] = [
      [{ centreId: 999 }, 'centreUnfit'],
      [{ unitId: 9_999 }, 'unitUnfit'],
      [{ role: 'marketer', partyId: 18 }, 'partyUnfit'],
      [{ role: 'centre', partyId: 2 }, 'partyUnfit'],
      [{ role: 'platform', method: 'ratio', rate: '5' }, 'ratioOfPlatform'],
      [{ method: 'ratio', rate: '0' }, 'ratioZero'],
      [{ effectiveFrom: inDays(-1) }, 'inThePast'],
      [{ effectiveFrom: inDays(400) }, 'tooFar'],
      [{ effectiveFrom: inDays(5), effectiveTo: inDays(4) }, 'daysReversed'],
      [{ rate: '100.5' }, 'invalid_input'],
    ]
    for (const [given, error] of invalidSplits) assert.equal((await create(given)).error, error, error)
  })

  test('a rule that overlaps another one for the same party is refused, naming that rule', async () => {
    const overlapResponse = await create({ role: 'centre', rate: '2' })
    assert.equal(overlapResponse.error, 'ruleOverlap')
    assert.match(overlapResponse.message, /运营中心/)
    const boundedRule = await create({ role: 'marketer', mode: 1, method: 'ratio', rate: '1', effectiveFrom: inDays(10), effectiveTo: inDays(20) })
    assert.equal(boundedRule.code, 1)
    assert.equal((await create({ role: 'marketer', method: 'ratio', rate: '1', effectiveFrom: inDays(20), effectiveTo: inDays(25) })).error, 'ruleOverlap')
    assert.equal((await create({ role: 'marketer', mode: 2, method: 'ratio', rate: '1', effectiveFrom: inDays(10), effectiveTo: inDays(20) })).code, 1)
    assert.equal((await create({ role: 'marketer', method: 'ratio', rate: '1', effectiveFrom: inDays(21), effectiveTo: inDays(25) })).code, 1)
  })

  test('floors in the wrong order and shares above 100 % are refused with place and day', async () => {
    const order = await create({ role: 'partner', rate: '2' })
    assert.equal(order.error, 'floorOrder')
    assert.match(order.message, new RegExp(`${inDays(0)}.*运营中心 的底价 3%.*合作伙伴 的底价 2%`))
    // A unit's own rule must fit the centre's rules, and every rule the platform's floor.
    const unitRule = await create({ unitId: 4, role: 'centre', rate: '5.5' })
    assert.equal(unitRule.error, 'floorOrder')
    const { rows } = await sql<{ name: string }>`select name from unit where id = 4`.execute(db())
    assert.ok(unitRule.message.includes(rows[0]?.name ?? '?'))
    assert.equal((await create({ role: 'platform', rate: '3.5' })).error, 'floorOrder')
    const createdRule = await create({ role: 'salesman', method: 'ratio', rate: '60', effectiveFrom: inDays(30), effectiveTo: inDays(40) })
    assert.equal(createdRule.error, 'overWhole')
    assert.match(createdRule.message, /110%/)
    assert.equal((await create({ role: 'salesman', method: 'ratio', rate: '50', effectiveFrom: inDays(30), effectiveTo: inDays(40) })).code, 1)
  })

  test('a floor above a unit’s rate applies only once a second person confirms it', async () => {
    const [held] = await find({ centreId: 3, role: 'centre', stand: 'now' })
    const [planned] = await find({ centreId: 3, role: 'centre', state: 'pending' })
    const [of, at] = held ? [held, 3] : [(await find({ centreId: 5, role: 'centre', stand: 'now' }))[0], 5]
    if (!of) assert.fail('every centre of the demo has a floor')
    if (planned) await server.must('caiwu', 'fees.withdrawSplit', { splitId: planned.id, reason: '重新商定' })
    const higherRule = await revise(of.id, '6.5', inDays(1))
    assert.deepEqual([higherRule.data?.state, higherRule.data?.needsSecond], ['pending', true], higherRule.message)
    const id = higherRule.data?.id ?? 0
    assert.equal((await rule(of.id)).effectiveTo, null)
    const decide = (who: string, isApproved: boolean) => server.call(who, 'fees.decideSplit', { splitId: id, isApproved })
    assert.equal((await decide('caiwu', true)).error, 'ownProposal')
    assert.equal((await decide('platform', false)).error, 'reasonNeeded')
    assert.equal((await server.call('caiwu', 'fees.stopSplit', { splitId: of.id, lastDay: inDays(1), reason: '不要了' })).error, 'hasNext')
    // An approval after the planned day takes effect on the day after the decision.
    server.advance(4 * dayMs)
    assert.equal((await decide('platform', true)).data?.effectiveFrom, inDays(1))
    assert.equal((await rule(of.id)).effectiveTo, inDays(0))
    const log = await sql<{ detail: { undercut: { ratePpm: number; floorPpm: number } } }>`select detail from audit_log where action = 'fees.reviseSplit'
      and ref_id = ${String(id)}`.execute(db())
    assert.equal(log.rows[0]?.detail.undercut.floorPpm, 65_000)
    assert.deepEqual((await rule(id)).versions.map((version) => version.id).slice(0, 1), [id])
    // A new unit of this centre cannot get a rate below the floor.
    const plan = await server.must('platform', 'units.choices', {})
    const [standard] = plan.plans.filter((each) => each.mode === 2)
    server.advance(dayMs)
    const [unit] = (await server.must('platform', 'units.list', { size: 20 })).rows.filter(
      (each) => each.places.every((place) => place.centreId !== at) && each.status === accountStatus.active,
    )
    const opening = await server.call('platform', 'units.openPlace', {
      unitId: unit?.id ?? 0,
      centreId: at,
      mode: 2,
      feePlanId: standard?.id ?? 0,
    })
    assert.equal(opening.error, 'belowFloor')
    assert.match(opening.message, /6\.5%/)
  })

  test('a rule withdrawn before its first day restores the previous rule, which can be stopped', async () => {
    const [centre] = await find({ centreId: 2, role: 'centre', stand: 'now' })
    if (!centre) assert.fail('the centre has a floor')
    const revisedRule = await revise(centre.id, '3.5', inDays(5))
    assert.deepEqual([revisedRule.data?.stand, (await rule(centre.id)).effectiveTo], ['later', inDays(4)])
    assert.equal((await revise(centre.id, '2.4', inDays(9))).error, 'hasNext')
    await server.must('caiwu', 'fees.withdrawSplit', { splitId: revisedRule.data?.id ?? 0, reason: '不要了' })
    assert.equal((await rule(centre.id)).effectiveTo, null)
    assert.equal((await revise(centre.id, '3', inDays(5))).error, 'nothingChanges')
    const stopCentreRule = (lastDay: string) => server.call('caiwu', 'fees.stopSplit', { splitId: centre.id, lastDay, reason: '协议到期' })
    assert.equal((await stopCentreRule(inDays(-1))).error, 'stopOrder')
    assert.equal((await stopCentreRule(inDays(1))).data?.effectiveTo, inDays(1))
    server.advance(2 * dayMs)
    const messages = await rule(centre.id)
    assert.deepEqual([messages.stand, messages.stopReason, messages.stoppedBy], ['ended', '协议到期', '严守中'])
  })

  test('a unit’s own rule cannot be stopped if the general rule exceeds the unit’s rate', async () => {
    const generalRule = await create({ role: 'centre', rate: '5', effectiveFrom: inDays(0), mode: 2 })
    if (generalRule.data?.state === 'pending') await server.must('platform', 'fees.decideSplit', { splitId: generalRule.data.id, isApproved: true })
    const centreRule = await create({ unitId: 1, role: 'centre', rate: '3', mode: 2 })
    assert.equal(centreRule.code, 1, centreRule.message)
    await sql`update fee_plan_version set tiers = '[{"fromFen":0,"toFen":null,"ratePpm":40000}]' where plan_id = 1`.execute(db())
    const stopRefusal = await server.call('caiwu', 'fees.stopSplit', { splitId: centreRule.data?.id ?? 0, lastDay: inDays(3), reason: '协议到期' })
    assert.equal(stopRefusal.error, 'undercutThen')
    assert.match(stopRefusal.message, /4%.*5%/)
  })
})
