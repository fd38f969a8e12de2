import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fen, type Ppm, ppm, sumOf } from '#/domain/base/money.ts'
import { effectiveFeeRate } from '#/domain/organisations/fee.ts'
import {
  assignedRoles,
  givesMore,
  parsePartPercent,
  raisedRole,
  type SplitPlace,
  type SplitRole,
  type SplitRule,
  splitFee,
  splitPartiesFor,
  splitProblem,
  splitRoles,
  splitRulesFor,
  splitRulesOverlap,
  worstUndercut,
} from '#/domain/organisations/split.ts'

const place: SplitPlace = { centreId: 2, unitId: 7, mode: 2, assigned: { partner: 1, marketer: 17, salesman: null } }
const day = '2026-11-20'
let lastId = 0
const rule = (role: SplitRole, overrides: Partial<SplitRule> = {}): SplitRule => ({
  id: ++lastId,
  role,
  partyId: null,
  unitId: null,
  mode: null,
  method: 'difference',
  floorRatePpm: ppm(45_000),
  ratioPpm: null,
  from: '2026-01-01',
  to: null,
  ...overrides,
})
const floorRule = (role: SplitRole, rate: number) => rule(role, { floorRatePpm: ppm(rate) })
const ratio = (role: SplitRole, part: number) => rule(role, { method: 'ratio', floorRatePpm: null, ratioPpm: ppm(part) })

test('a rule for a role applies only where a party is assigned to that role', () => {
  const rules = [floorRule('centre', 45_000), floorRule('partner', 52_000), ratio('marketer', 30_000), ratio('salesman', 50_000)]
  const describeParties = (at: SplitPlace) => splitPartiesFor(rules, at, day).map(({ type, id }) => `${type} ${id}`)
  assert.deepEqual(describeParties(place), ['partner 1', 'staff 17', 'centre 2'])
  assert.deepEqual(describeParties({ ...place, assigned: { partner: 9, marketer: null, salesman: 18 } }), ['partner 9', 'staff 18', 'centre 2'])
})

test('a rule for the unit precedes a rule for the party if its days and modes match', () => {
  const generalRule = floorRule('partner', 50_000)
  const partyRule = rule('partner', { partyId: 1 })
  const unitRule = rule('partner', { unitId: 7 })
  const unitAndPartyRule = rule('partner', { unitId: 7, partyId: 1 })
  const chosenIds = (rules: readonly SplitRule[], at = place, on = day) => splitRulesFor(rules, at, on).map(({ id }) => id)
  assert.deepEqual(chosenIds([generalRule, partyRule, unitRule, unitAndPartyRule]), [unitAndPartyRule.id])
  assert.deepEqual(chosenIds([generalRule, partyRule, unitRule]), [unitRule.id])
  assert.deepEqual(chosenIds([generalRule, partyRule]), [partyRule.id])
  assert.deepEqual(chosenIds([generalRule, partyRule], { ...place, assigned: { ...place.assigned, partner: 2 } }), [generalRule.id])
  assert.deepEqual(chosenIds([rule('partner', { unitId: 8 }), rule('partner', { mode: 1 })]), [])
  const datedRule = rule('partner', { from: '2026-11-20', to: '2026-11-21' })
  assert.deepEqual(
    ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((on) => chosenIds([datedRule], place, on).length),
    [0, 1, 1, 0],
  )
})

test('two rules overlap if they have the same scope and share a day and a mode', () => {
  const endedRule = rule('partner', { to: '2026-06-30' })
  assert.equal(splitRulesOverlap(endedRule, rule('partner', { from: '2026-06-30' })), true)
  assert.equal(splitRulesOverlap(endedRule, rule('partner', { from: '2026-07-01' })), false)
  assert.equal(splitRulesOverlap(rule('partner', { mode: 1 }), rule('partner', { mode: 2 })), false)
  assert.equal(splitRulesOverlap(rule('partner', { mode: 1 }), rule('partner')), true)
  for (const other of [rule('marketer'), rule('partner', { partyId: 1 }), rule('partner', { unitId: 7 })])
    assert.equal(splitRulesOverlap(rule('partner'), other), false)
})

test('rules conflict if floors rise towards the platform or parts exceed the fee', () => {
  const kind = (rules: readonly SplitRule[], highest: number | null = 60_000) => splitProblem(highest as Ppm | null, rules)?.kind ?? null
  assert.equal(kind([floorRule('partner', 52_000), floorRule('centre', 45_000), floorRule('platform', 10_000)]), null)
  assert.equal(kind([floorRule('partner', 45_000), floorRule('centre', 45_000)]), null)
  assert.equal(kind([floorRule('partner', 45_000), floorRule('centre', 52_000)]), 'order')
  assert.equal(kind([floorRule('centre', 10_000), floorRule('platform', 10_001)], null), 'order')
  assert.equal(kind([ratio('partner', 600_000), ratio('centre', 400_000)]), null)
  assert.equal(kind([ratio('partner', 600_000), ratio('centre', 400_001)]), 'whole')
  // A difference of a quarter of the fee leaves three quarters. The platform keeps its floor of a sixth.
  assert.equal(kind([ratio('partner', 750_000), floorRule('centre', 45_000)]), null)
  assert.equal(kind([ratio('partner', 750_001), floorRule('centre', 45_000)]), 'whole')
  assert.equal(kind([ratio('partner', 600_000), floorRule('centre', 45_000), floorRule('platform', 10_000)]), 'whole')
  assert.equal(kind([ratio('partner', 750_001), floorRule('centre', 45_000)], null), null)
})

test('the rule whose floor a rate undercuts most is returned, or null if there is none', () => {
  const rules = [floorRule('partner', 52_000), floorRule('centre', 45_000), ratio('marketer', 30_000)]
  assert.equal(worstUndercut(ppm(52_000), rules), null)
  assert.deepEqual([worstUndercut(ppm(50_000), rules)?.role, worstUndercut(ppm(40_000), rules)?.floorRatePpm], ['partner', 52_000])
})

test('a share is entered in percent, at most 100', () => {
  assert.deepEqual(['100', '100.0000', '5.25', '0', '100.1', '-1', '1.23456', ''].map(parsePartPercent), [
    1_000_000,
    1_000_000,
    52_500,
    0,
    null,
    null,
    null,
    null,
  ])
})

test('any rules split a fee into non-negative parts that add up to it (INV-17)', () => {
  const anyRule = fc.record({
    role: fc.constantFrom(...splitRoles),
    isOfUnit: fc.boolean(),
    isPersonal: fc.boolean(),
    isRatio: fc.boolean(),
    rate: fc.integer({ min: 0, max: 1_000_000 }),
  })
  const rules = fc.array(
    anyRule.map(({ role, isOfUnit, isPersonal, isRatio, rate }) =>
      rule(role, {
        unitId: isOfUnit ? 7 : null,
        partyId: isPersonal && (assignedRoles as readonly string[]).includes(role) ? 1 : null,
        ...(isRatio ? { method: 'ratio' as const, floorRatePpm: null, ratioPpm: ppm(rate) } : { floorRatePpm: ppm(rate % 100_000) }),
      }),
    ),
    { maxLength: 8 },
  )
  const referralOption = fc.option(fc.integer({ min: 1, max: 3 }))
  const people = fc.record({ partner: referralOption, marketer: referralOption, salesman: referralOption })
  fc.assert(
    fc.property(rules, people, fc.integer({ min: 0, max: 1_000_000_000 }), fc.integer({ min: 0, max: 99_999 }), (splitRules, assigned, amount, rate) => {
      const base = fen(amount)
      const fee = fen(Math.floor((amount * rate) / 1_000_000))
      const plan = { method: 'ladder', isProgressive: true, basis: 'gross', minimumFen: fen(0), tiers: [] } as const
      const parts = splitFee(fee, base, effectiveFeeRate(plan, fee, base), splitPartiesFor(splitRules, { ...place, assigned }, day))
      assert.equal(
        sumOf(parts, (part) => part.amount),
        fee,
      )
      assert.ok(parts.every((part) => (part.type === 'platform' ? part.amount >= 0 : part.amount > 0)))
      assert.equal(new Set(parts.map(({ type, id }) => `${type} ${id}`)).size, parts.length, 'a party in two roles has one part')
    }),
    { numRuns: 2000 },
  )
})

test('a first, higher or longer share gives more, and a lower or shorter one does not', () => {
  const ratio = (percent: number, overrides: Partial<SplitRule> = {}) =>
    rule('salesman', { method: 'ratio', floorRatePpm: null, ratioPpm: ppm(percent * 10_000), to: '2026-12-31', ...overrides })
  const before = ratio(5)
  assert.equal(givesMore(ratio(5), null), true)
  for (const more of [ratio(6), ratio(4, { to: '2027-01-01' }), ratio(4, { to: null }), rule('salesman', { to: '2026-12-31' })])
    assert.equal(givesMore(more, before), true)
  for (const less of [ratio(5), ratio(4), ratio(4, { to: '2026-12-30' })]) assert.equal(givesMore(less, before), false)
  const floor = (ratePpm: number) => rule('partner', { floorRatePpm: ppm(ratePpm) })
  assert.deepEqual([givesMore(floor(49_999), floor(50_000)), givesMore(floor(50_001), floor(50_000))], [true, false])
  assert.equal(givesMore(rule('centre'), null), false, 'a centre is no assigned party')
})

test('a partner’s higher floor raises the difference of the marketer below', () => {
  const chain = (floorPpm: number) => [rule('partner', { floorRatePpm: ppm(floorPpm) }), rule('marketer', { floorRatePpm: ppm(40_000) })]
  assert.equal(raisedRole([60_000], chain(45_000), chain(50_000)), 'marketer')
  assert.equal(raisedRole([60_000], chain(50_000), chain(45_000)), 'partner')
  assert.equal(raisedRole([60_000], chain(45_000), chain(45_000).slice(1)), 'marketer', 'the partner has no rule any more')
  assert.equal(raisedRole([45_000], chain(50_000), chain(55_000)), null, 'no rate is above the floors')
})
