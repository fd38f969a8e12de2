import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultGroundRules, excludingRuleNumber, type GroundRule, groundRulesProblem, planInForce, type ReportedPayment } from './reporter-plan.ts'

const paymentFacts: ReportedPayment = { isBusiness: false, way: 'EXEMPT', category: '配送服务', iit: 0 }
const convenienceRule: GroundRule = { ground: 'convenience', ways: ['EXEMPT'], categories: ['配送服务', '家政服务'] }

test('the first rule that matches filing method and category excludes a payment', () => {
  const rules = [convenienceRule, ...defaultGroundRules]
  assert.equal(excludingRuleNumber(rules, paymentFacts), 1)
  assert.equal(excludingRuleNumber(rules, { ...paymentFacts, category: '软件服务' }), 3)
  assert.equal(excludingRuleNumber(rules, { ...paymentFacts, category: '软件服务', way: 'PLATFORM_AGENT_16' }), 2)
  assert.equal(excludingRuleNumber(rules, { ...paymentFacts, way: 'SELF' }), null)
})

test('the rule for everyday services does not exclude payments with income tax', () => {
  assert.equal(excludingRuleNumber([convenienceRule, ...defaultGroundRules], { ...paymentFacts, iit: 1 }), 3)
  assert.equal(excludingRuleNumber([convenienceRule], { ...paymentFacts, iit: 1 }), null)
})

test('payments to registered businesses are always reported', () => {
  assert.equal(excludingRuleNumber([convenienceRule, ...defaultGroundRules], { ...paymentFacts, isBusiness: true }), null)
})

test('a rule for everyday services needs categories and accepts only exempt payments', () => {
  assert.equal(groundRulesProblem([convenienceRule, ...defaultGroundRules]), null)
  assert.equal(groundRulesProblem([{ ...convenienceRule, ways: [] }]), 'ruleWays')
  assert.equal(groundRulesProblem([{ ...convenienceRule, categories: [] }]), 'convenienceCategories')
  assert.equal(groundRulesProblem([{ ...convenienceRule, ways: ['EXEMPT', 'SELF'] }]), 'convenienceWays')
})

test('settings are in force from their first quarter until later settings begin', () => {
  const plans = [
    { id: 1, first_quarter: '2026-Q1' },
    { id: 2, first_quarter: '2026-Q4' },
    { id: 3, first_quarter: '2026-Q4' },
  ]
  assert.equal(planInForce(plans, '2025-Q4'), null)
  assert.equal(planInForce(plans, '2026-Q3')?.id, 1)
  assert.equal(planInForce(plans, '2027-Q1')?.id, 3)
})
