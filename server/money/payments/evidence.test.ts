import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testServer } from '#/server/tests/testing.ts'

const printLength = 256
const maxFlippedBits = 20

describe('reused evidence', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  test('the index finds pictures that differ in at most twenty bits (property)', async () => {
    const printArbitrary = fc.tuple(
      fc.constantFrom(0.05, 0.2, 0.5),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: printLength, maxLength: printLength }),
    )
    const flippedPlaces = fc.uniqueArray(fc.nat(printLength - 1), { maxLength: maxFlippedBits })
    await fc.assert(
      fc.asyncProperty(printArbitrary, flippedPlaces, async ([density, draws], places) => {
        const printBits = draws.map((draw) => (draw < density ? '1' : '0'))
        const flippedBits = printBits.map((bit, at) => (places.includes(at) ? (bit === '1' ? '0' : '1') : bit))
        const { rows } = await sql<{
          is_found: boolean
        }>`select app.print_bands(${printBits.join('')}) && app.near_bands(${flippedBits.join('')}) as is_found`.execute(db())
        return rows[0]?.is_found === true
      }),
      { numRuns: 100 },
    )
  })

  test('the query for similar pictures uses the index', async () => {
    const plan = await db()
      .transaction()
      .execute(async (trx) => {
        await sql`set local enable_seqscan = off`.execute(trx)
        return sql<
          Record<string, string>
        >`explain select id from evidence where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(${'01'.repeat(128)})`.execute(trx)
      })
    assert.match(plan.rows.map((row) => Object.values(row)[0]).join('\n'), /evidence_print_bands/)
  })
})
