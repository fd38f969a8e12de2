import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, containsPattern, startOfDay, withinDays } from '#/server/kernel/rows/conditions.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('conditions of lists', () => {
  const server = testServer()

  const evaluate = async (condition: RawBuilder<SqlBool>) => {
    const { rows } = await sql<{ holds: boolean }>`select ${condition} as holds`.execute(server.running.kernel.database.kysely)
    return rows[0]?.holds
  }
  const isWithin = (time: string, days: Parameters<typeof withinDays>[1]) => evaluate(allOf(withinDays(sql`${time}::timestamptz`, days)))

  test('a pattern takes %, _ and backslashes of the text literally', async () => {
    for (const [text, part, contains] of [
      ['100% paid', '0% p', true],
      ['1000 paid', '0% p', false],
      ['a_b', '_', true],
      ['a-b', '_', false],
      ['a\\b', '\\', true],
      ['ab', '\\', false],
      ['any', '', true],
    ] as const) {
      assert.equal(await evaluate(sql<SqlBool>`${text}::text like ${containsPattern(part)}`), contains, `${part} in ${text}`)
    }
  })

  test('a range of days includes its first and its last day in China', async () => {
    const days = { from: '2026-02-27', to: '2026-02-28' }
    assert.equal(await isWithin('2026-02-27T00:00:00+08:00', days), true)
    assert.equal(await isWithin('2026-02-26T23:59:59.999999+08:00', days), false)
    assert.equal(await isWithin('2026-02-28T23:59:59.999999+08:00', days), true)
    assert.equal(await isWithin('2026-03-01T00:00:00+08:00', days), false)
  })

  test('a range without a bound is open on that side', async () => {
    assert.equal(await isWithin('2000-01-01T00:00:00Z', { to: '2026-02-28' }), true)
    assert.equal(await isWithin('2100-01-01T00:00:00Z', { from: '2026-02-28', to: null }), true)
    assert.deepEqual(withinDays(sql`at`, {}), [])
  })

  test('a day begins at midnight in China', async () => {
    assert.equal(await evaluate(sql<SqlBool>`${startOfDay('2026-03-01')} = '2026-02-28T16:00:00Z'::timestamptz`), true)
  })

  test('all of several conditions must hold, and no condition always holds', async () => {
    const [yes, no] = [sql<SqlBool>`true`, sql<SqlBool>`false`]
    assert.equal(await evaluate(allOf([yes, yes])), true)
    assert.equal(await evaluate(allOf([yes, no])), false)
    assert.equal(await evaluate(allOf([])), true)
  })
})
