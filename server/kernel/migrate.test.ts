import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#/server/kernel/database.ts'
import { openEmpty, openMigrated } from '#/server/kernel/database-testing.ts'
import { type Migration, migrate, readMigrations } from '#/server/kernel/migrate.ts'

function step(name: string, text: string): Migration {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}
const first = step('0001_first.sql', 'create table a (n int); insert into a values (1);')
const second = step('0002_second.sql', 'alter table a add m int; create table b (n int);')

async function names(database: Database, query = sql<{ name: string }>`select name from migration order by name`): Promise<string[]> {
  return (await query.execute(database.kysely)).rows.map(({ name }) => name)
}
const tables = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`

test('steps are applied in order, each once', async () => {
  const database = await openEmpty()
  await migrate(database, [first])
  await migrate(database, [first, second])
  await migrate(database, [first, second])
  assert.deepEqual(await names(database), ['0001_first.sql', '0002_second.sql'])
  assert.deepEqual(await names(database, tables), ['a', 'b'])
  await database.close()
})

test('a step that was applied and then changed is refused, and so is a database of a newer version', async () => {
  const database = await openEmpty()
  await migrate(database, [first, second])
  await assert.rejects(migrate(database, [step(first.name, 'create table c (n int)'), second]), /0001_first\.sql was changed/)
  await assert.rejects(migrate(database, [first]), /newer version/)
  assert.deepEqual(await names(database, tables), ['a', 'b'])
  await database.close()
})

test('a step that fails leaves nothing behind, and those before it stay', async () => {
  const database = await openEmpty()
  await assert.rejects(migrate(database, [first, step('0002_bad.sql', 'create table c (n int); insert into c values (1 / 0);')]), { code: '22012' })
  assert.deepEqual(await names(database), ['0001_first.sql'])
  assert.deepEqual(await names(database, tables), ['a'])
  await migrate(database, [first, second])
  await database.close()
})

test('servers that start at once wait for each other', async () => {
  const database = await openEmpty()
  await Promise.all(Array.from({ length: 4 }, () => migrate(database, [first, second])))
  assert.deepEqual(await names(database), ['0001_first.sql', '0002_second.sql'])
  await database.close()
})

test('the product’s own migrations apply to an empty database', async () => {
  const database = await openMigrated()
  assert.deepEqual(
    await names(database),
    readMigrations().map(({ name }) => name),
  )
  await database.close()
})
