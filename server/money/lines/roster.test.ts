import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newBatch, ordinaryPerson, payeeOfOtherUnit } from '#/server/money/lines/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('adding payees from the roster', () => {
  const server = testServer()
  const searchRoster = async (batchId: number, keyword: string) => server.must('maker', 'lines.roster', { batchId, keyword, size: 20 })

  test('the roster finds people by name or full number and shows masked numbers in pages', async () => {
    const batchId = await newBatch(server)
    const person = ordinaryPerson(0)
    for (const keyword of [person.name, person.idNumber, person.mobile]) {
      const { rows } = await searchRoster(batchId, keyword)
      const [found] = rows.filter((row) => row.name === person.name)
      assert.ok(found, keyword)
      assert.match(found.idNumber, /\*/)
      assert.match(found.cardNo, /\*/)
      assert.equal(found.isListed, false)
    }
    const first = await server.must('maker', 'lines.roster', { batchId, size: 20 })
    const second = await server.must('maker', 'lines.roster', { batchId, size: 20, page: 2 })
    assert.ok(first.count > 20)
    assert.equal(first.rows.length, 20)
    assert.deepEqual(
      first.rows.filter((row) => second.rows.some((each) => each.operatorId === row.operatorId)),
      [],
    )
  })

  test('each chosen person gets one line with the data on file', async () => {
    const batchId = await newBatch(server)
    const people = [ordinaryPerson(3), ordinaryPerson(1)]
    const ids = await Promise.all(people.map(async (person) => (await searchRoster(batchId, person.idNumber)).rows[0]?.operatorId ?? 0))
    const { changed } = await server.must('maker', 'lines.choose', { batchId, operatorIds: [...ids, ids[0] ?? 0], amountText: '120.00' })
    assert.equal(changed, 2)
    const { rows } = await server.must('maker', 'lines.list', { batchId })
    assert.deepEqual(
      rows.map(({ name, idNumber, mobile, cardNo, amountText }) => ({ name, idNumber, mobile, cardNo, amountText })),
      people.map(({ name, idNumber, mobile, cardNo }) => ({ name, idNumber, mobile, cardNo, amountText: '120.00' })),
    )
    assert.ok((await searchRoster(batchId, people[0]?.idNumber ?? '')).rows[0]?.isListed)
  })

  test('a roster excludes people of other units, and other units cannot use it', async () => {
    const batchId = await newBatch(server)
    const { id, idNumber } = await personOfOtherUnit()
    assert.deepEqual((await searchRoster(batchId, idNumber)).rows, [])
    assert.notEqual((await server.call('maker', 'lines.choose', { batchId, operatorIds: [id] })).code, 1)
    assert.deepEqual((await server.must('maker', 'lines.list', { batchId })).rows, [])
    for (const [operation, more] of [
      ['lines.roster', {}],
      ['lines.choose', { operatorIds: [id] }],
    ] as const)
      assert.notEqual((await server.call('unit2', operation, { batchId, ...more } as never)).code, 1, operation)
  })

  async function personOfOtherUnit() {
    const { idNumber } = payeeOfOtherUnit()
    const { rows } = await server.must('platform', 'operators.list', { kind: 'platform', keyword: idNumber })
    return { id: rows[0]?.id ?? 0, idNumber }
  }
})
