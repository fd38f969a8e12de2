import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openEmptyDatabase } from '#/server/kernel/archive/database-testing.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { queriesOn } from '#/server/lib/database/queries.ts'

let database: Database

before(async () => {
  database = await openEmptyDatabase()
})
after(() => database.close())

test('each template returns its part of the result, with values and fragments in the statement', async () => {
  const { rows, row } = queriesOn(database.kysely)
  const from = sql`from generate_series(${1}::int, ${3}::int) number`
  assert.deepEqual(await rows<{ number: number }>`select number ${from} where number <> ${2}`, [{ number: 1 }, { number: 3 }])
  assert.deepEqual(await row<{ number: number }>`select number ${from}`, { number: 1 })
  assert.equal(await row`select number ${from} where false`, undefined)
})

test('a write returns nothing or the number of its rows', async () => {
  const { run, affected } = queriesOn(database.kysely)
  await run`create table probe (id int, size int)`
  assert.equal(await run`insert into probe (id, size) values (1, ${1}), (2, 1)`, undefined)
  assert.equal(await affected`update probe set size = ${2}`, 2)
  assert.equal(await affected`delete from probe where id = 3`, 0)
})

test('the sent text equals that of the sql template, so prepared statements stay the same', async () => {
  const sent: string[] = []
  const logged = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      sent.push(database.kysely.getExecutor().compileQuery(node, { queryId: 'queries' }).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const fragment = sql`number > ${1}::int`
  await sql`select number from generate_series(1, 3) number where ${fragment} and number < ${3}::int`.execute(logged)
  await queriesOn(logged).rows`select number from generate_series(1, 3) number where ${fragment} and number < ${3}::int`
  assert.deepEqual(sent, Array(2).fill('select number from generate_series(1, 3) number where number > $1::int and number < $2::int'))
})
