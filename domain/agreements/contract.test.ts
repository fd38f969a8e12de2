import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareLines, isRichText, linesOfRichText } from '#/domain/services/rich-text.ts'
import { canMoveContract, contractKinds, contractPhaseOf, contractRulesOf, hasContractRules, signersProblem, signStates } from './contract.ts'
import { fillVariables, unfilledVariables, variablesIn, variablesOf } from './contract-variables.ts'

test('the state of a contract decides the allowed moves', () => {
  for (const state of ['refused', 'revoked', 'terminated'] as const)
    for (const move of ['send', 'sign', 'finish', 'extend', 'terminate', 'supplement', 'remind'] as const)
      assert.ok(!canMoveContract(state, move), `${state} ${move}`)
  for (const move of ['send', 'sign', 'refuse', 'revoke', 'expire', 'discard', 'extend'] as const) assert.ok(!canMoveContract('done', move), move)
  assert.ok(canMoveContract('expired', 'extend') && canMoveContract('terminating', 'keep'))
  assert.deepEqual(
    signStates.filter((state) => canMoveContract(state, 'sign')),
    ['signing'],
  )
})

test('a contract is in effect from its first to its last day once signed and until terminated', () => {
  const effectOn = (state: 'done' | 'signing' | 'terminated' | 'terminating', today: string) =>
    contractPhaseOf({ state, from: '2026-01-01', to: '2026-12-31' }, today)
  assert.deepEqual(
    [effectOn('done', '2025-12-31'), effectOn('done', '2026-01-01'), effectOn('done', '2026-12-31'), effectOn('done', '2027-01-01')],
    ['early', 'current', 'current', 'over'],
  )
  assert.deepEqual([effectOn('signing', '2026-06-01'), effectOn('terminating', '2026-06-01'), effectOn('terminated', '2026-06-01')], [null, 'current', 'over'])
})

test('each party signs once, at least one signs by hand, and hand signatures precede seals', () => {
  for (const kind of contractKinds) if (hasContractRules(kind)) assert.equal(signersProblem(contractRulesOf(kind).signers), null, kind)
  assert.equal(signersProblem([]), 'none')
  assert.equal(signersProblem([{ party: 'a', way: 'seal' }]), 'noHand')
  assert.equal(
    signersProblem([
      { party: 'a', way: 'seal' },
      { party: 'b', way: 'hand' },
    ]),
    'sealFirst',
  )
  assert.equal(
    signersProblem([
      { party: 'b', way: 'hand' },
      { party: 'b', way: 'seal' },
    ]),
    'twice',
  )
})

test('variables are found and filled with or without spaces in the braces', () => {
  assert.deepEqual(variablesIn('{{a}} {{ b }} {c} {{}} {{d_1}}'), ['a', 'b', '', 'd_1'])
  assert.equal(fillVariables('甲方 {{ party_a_name }}，{{nothing}}', { party_a_name: '星河' }), '甲方 星河，________')
  assert.equal(fillVariables('{{constructor}}', {}), '________')
})

test('variables that neither the kind of contract nor a field fills are reported', () => {
  assert.deepEqual(
    unfilledVariables(['party_a_name', 'unit_name', 'share', 'share', ''], 'operator_agreement', [{ key: 'share', label: '', sample: '', isRequired: true }]),
    [''],
  )
  assert.ok(!variablesOf('general_contract').includes('operator_name') && !variablesOf('partner').includes('unit_name'))
})

test('an unclosed variable with a million spaces is scanned in linear time', () => {
  // Quadratic time would take hours here.
  const text = `{{${' '.repeat(1_000_000)}`
  assert.deepEqual(variablesIn(text), [])
  assert.equal(fillVariables(text, {}), text)
  assert.deepEqual(variablesIn(`${text}party_a_name }}`), ['party_a_name'])
  assert.deepEqual(variablesIn('{'.repeat(1_000_000)), [])
})

test('rich text becomes lines with list markers, and malformed documents are refused', () => {
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: '一' }] },
      { type: 'orderedList', content: ['甲', '乙'].map((text) => ({ type: 'listItem', content: [paragraph(text)] })) },
    ],
  }
  assert.ok(isRichText(doc))
  assert.deepEqual(linesOfRichText(doc), ['一', '1. 甲', '2. 乙'])
  for (const wrong of [
    null,
    'x',
    { type: 'paragraph' },
    { type: 'doc', content: [{ type: 'iframe' }] },
    { type: 'doc', content: 'x' },
    { type: 'doc', content: [{ type: 'paragraph', text: 'x' }] },
  ])
    assert.ok(!isRichText(wrong))
})

test('a comparison marks lines as unchanged, removed or added', () => {
  assert.deepEqual(
    compareLines(['一', '二', '三'], ['一', '三', '四']).map((change) => `${change.kind} ${change.text}`),
    ['same 一', 'removed 二', 'same 三', 'added 四'],
  )
  assert.deepEqual(compareLines([], []), [])
})

test('a supplement offers variables of party A and the earlier contract but of no other party', () => {
  const keys = variablesOf('supplement')
  for (const key of ['contract_no', 'party_a_name', 'centre_name', 'previous_no', 'reason'] as const) assert.ok(keys.includes(key), key)
  for (const key of ['operator_name', 'unit_name', 'partner_name', 'party_c_name'] as const) assert.ok(!keys.includes(key), key)
})

test('an empty variable becomes a blank line, or disappears with its brackets', () => {
  assert.equal(fillVariables('{{a}}{{b}}', { a: '', b: '乙' }), '________乙')
  assert.equal(fillVariables('服务（{{ scope }}），共（{{a}}与{{b}}）', { scope: '', a: '甲', b: '' }), '服务，共（甲与________）')
  assert.equal(fillVariables('服务（{{scope}}）', { scope: '直播（含剪辑）' }), '服务（直播（含剪辑））')
})

test('a contract needs no seal if all signers sign by hand', () => {
  assert.equal(
    signersProblem([
      { party: 'a', way: 'hand' },
      { party: 'b', way: 'hand' },
    ]),
    null,
  )
})

test('in long texts without common lines, only shared ends count as equal', () => {
  const lines = (word: string) => ['甲', ...Array.from({ length: 10_000 }, (_, at) => `${word}${at}`), '乙']
  const changes = compareLines(lines('旧'), lines('新'))
  assert.deepEqual([changes.length, changes[0]?.kind, changes.at(-1)?.kind], [20_002, 'same', 'same'])
  assert.ok(changes.slice(1, 10_001).every((change) => change.kind === 'removed'))
})
