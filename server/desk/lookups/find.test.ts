import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { atCentre, orderId } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('the top-bar search', () => {
  const server = testServer()
  const find = (who: string, text: string, at: { centre?: number; mode?: number } = atCentre) => server.must(who, 'lookups.find', { text }, at)

  test('a batch is found by part of its number across the user’s own modes and centres', async () => {
    const { id, no } = await server.must('maker', 'payments.create', { orderId })
    for (const [who, at] of [
      ['maker', {}],
      ['platform', {}],
    ] as const) {
      const [batch] = (await find(who, no.slice(-10), at)).batches.filter((each) => each.id === id)
      assert.deepEqual([batch?.no, batch?.path, batch?.state, batch?.place], [no, `/zf/batch/${id}`, 'draft', null], who)
    }
    const place = { centreId: 2, mode: 2 }
    assert.deepEqual((await find('auditor', no)).batches[0]?.place, { ...place, isHere: true })
    assert.deepEqual((await find('auditor', no, { centre: 2, mode: 1 })).batches[0]?.place, { ...place, isHere: false })
    assert.deepEqual((await find('centre', no, { centre: 5, mode: 2 })).batches[0]?.place, { ...place, isHere: false })
    for (const who of ['unit2', 'operator', 'partner', 'marketer']) assert.deepEqual((await find(who, no)).batches, [], who)
    assert.deepEqual((await find('auditor03', no, { centre: 3 })).batches, [])
  })

  test('people are found by part of a name or by full numbers, masked and within the scope', async () => {
    const person = demoPeople().ordinary[0] ?? assert.fail('nobody')
    for (const text of [person.name, person.name.slice(0, 2), person.mobile, person.idNumber, person.idNumber.toLowerCase()]) {
      const operator = (await find('centre', text)).operators.find((each) => each.name === person.name)
      assert.match(operator?.path ?? '', /^\/user\/userYz(Pt)?List\?open=\d+$/, text)
      assert.match(operator?.mobile ?? '', /^\d{3}\*{4}\d{4}$/)
    }
    assert.deepEqual((await find('centre', person.mobile.slice(0, 8))).operators, [])
    // Users without a page of people get a link to the batches that pay them.
    assert.equal((await find('maker', person.mobile)).operators[0]?.path, `/zf/zfPtList?keyword=${encodeURIComponent(person.name)}`)
    assert.deepEqual((await find('auditor03', person.mobile, { centre: 3 })).operators, [])
    for (const who of ['operator', 'partner', 'marketer']) assert.deepEqual((await find(who, person.mobile)).operators, [], who)
  })

  test('units are found by part of a name or by number within the caller’s scope', async () => {
    const unit = (await find('centre', '星河')).units[0]
    assert.match(unit?.path ?? '', /^\/user\/userDwList\?open=\d+$/)
    assert.deepEqual((await find('centre', unit?.code ?? '')).units, [unit])
    assert.equal((await find('auditor', '星河')).units[0]?.path, `/zf/zfPtListpt?unitId=${unit?.id}`)
    assert.deepEqual((await find('auditor03', '星河', { centre: 3 })).units, [])
    assert.deepEqual((await find('unit2', '星河')).units, [])
  })

  test('a search needs two characters and matches pattern characters literally', async () => {
    assert.notEqual((await server.call('centre', 'lookups.find', { text: ' 张 ' }, atCentre)).code, 1)
    for (const text of ['%%', '__', '星%', "' or 1=1 --"]) assert.deepEqual(await find('centre', text), { batches: [], operators: [], units: [] }, text)
  })
})
