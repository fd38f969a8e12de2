import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { openEmptyDatabase, openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import { historyDigest } from '#/server/kernel/archive/earlier-history.ts'
import { baselineName, ensureRole, type Migration, migrate, readMigrations } from '#/server/kernel/archive/migrate.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'

function step(name: string, text: string): Migration {
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}
const first = step('0001_first.sql', 'create table a (n int); insert into a values (1);')
const second = step('0002_second.sql', 'alter table a add m int; create table c (n int);')

async function names(database: Database, query = sql<{ name: string }>`select name from migration order by name`): Promise<string[]> {
  return (await query.execute(database.kysely)).rows.map(({ name }) => name)
}
const tableNames = sql<{ name: string }>`select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'app') order by 1`
const tables = sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1`

test('each migration is applied once, in order', async () => {
  const database = await openEmptyDatabase()
  await migrate(database, [first])
  await migrate(database, [first, second])
  await migrate(database, [first, second])
  assert.deepEqual(await names(database), ['0001_first.sql', '0002_second.sql'])
  assert.deepEqual(await names(database, tables), ['a', 'c'])
  await database.close()
})

test('the start refuses a changed migration and a database of a newer version', async () => {
  const database = await openEmptyDatabase()
  await migrate(database, [first, second])
  await assert.rejects(migrate(database, [step(first.name, 'create table d (n int)'), second]), /0001_first\.sql was changed/)
  await assert.rejects(migrate(database, [first]), /newer version/)
  assert.deepEqual(await names(database, tables), ['a', 'c'])
  await database.close()
})

test('an earlier version starts only if all later migrations are compatible with it', async () => {
  const database = await openEmptyDatabase()
  const expandStep = step('0003_expand.sql', '-- compatible with 0001_first.sql\nalter table a add o int;')
  await migrate(database, [first, second])
  await migrate(database, [first, second, expandStep])
  await migrate(database, [first, second])
  await migrate(database, [first, second, expandStep])
  const contractStep = step('0004_contract.sql', '-- compatible with 0003_expand.sql\nalter table a drop m;')
  await migrate(database, [first, second, expandStep, contractStep])
  await migrate(database, [first, second, expandStep])
  await assert.rejects(migrate(database, [first, second]), /newer version of the program: it has 0004_contract\.sql/)
  await database.close()
})

test('a failing migration is rolled back, but earlier migrations are not', async () => {
  const database = await openEmptyDatabase()
  await assert.rejects(migrate(database, [first, step('0002_bad.sql', 'create table c (n int); insert into c values (1 / 0);')]), { code: '22012' })
  assert.deepEqual(await names(database), ['0001_first.sql'])
  assert.deepEqual(await names(database, tables), ['a'])
  await migrate(database, [first, second])
  await database.close()
})

test('servers that start concurrently apply each migration once', async () => {
  const database = await openEmptyDatabase()
  await Promise.all(Array.from({ length: 4 }, () => migrate(database, [first, second])))
  assert.deepEqual(await names(database), ['0001_first.sql', '0002_second.sql'])
  await database.close()
})

describe('a database from before the baseline', () => {
  const openFunctionSql = 'create schema app; create function app.open_to_accounts() returns void language sql as $$ select $$;'
  const formerSteps = [step('0001_foundation.sql', `${openFunctionSql} create table a (n int);`), step('0249_residence_permits.sql', 'create table b (n int);')]
  const earlierRange = { first: '0001_foundation.sql', last: '0249_residence_permits.sql', digest: historyDigest(formerSteps) }
  const baseline = step(baselineName, `${openFunctionSql}\ncreate table a (n int);\ncreate table b (n int);\ncomment on table a is 'in new words';\n`)
  const now = [baseline, second]

  test('a database with the complete earlier history counts as being at the baseline', async () => {
    const database = await openEmptyDatabase()
    await migrate(database, formerSteps)
    await sql`insert into a values (7)`.execute(database.kysely)
    await migrate(database, now, earlierRange)
    await migrate(database, now, earlierRange)
    assert.deepEqual(await names(database), [baselineName, '0002_second.sql'])
    const { rows } = await sql`select n, obj_description('a'::regclass) as words from a`.execute(database.kysely)
    assert.deepEqual(rows, [{ n: 7, words: 'in new words' }])
    await database.close()
  })

  test('a database with an incomplete or altered earlier history is refused unchanged', async () => {
    const [altered, last] = [step('0001_foundation.sql', `${openFunctionSql} create table a (n int) `), step('0249_residence_permits.sql', '')]
    for (const history of [formerSteps.slice(0, 1), [altered, last]]) {
      const database = await openEmptyDatabase()
      await migrate(database, history)
      await assert.rejects(migrate(database, now, earlierRange), /start the last version with 0249_residence_permits\.sql here once, then this one/)
      assert.deepEqual(
        await names(database),
        history.map(({ name }) => name),
      )
      await database.close()
    }
  })
})

test('all migrations apply to an empty database', async () => {
  const database = await openMigratedDatabase()
  assert.deepEqual(
    await names(database),
    readMigrations().map(({ name }) => name),
  )
  await database.close()
})

test('programs that start on several databases at once create a role only once', async () => {
  const databases = await Promise.all(Array.from({ length: 4 }, () => openEmptyDatabase()))
  const [one] = databases
  const role = `shared_${randomUUID().slice(0, 8)}`
  await Promise.all(databases.map((database) => ensureRole(database, role)))
  assert.ok(one)
  const { rows } = await sql<{ is: boolean }>`select pg_has_role(${role}, 'member') as is`.execute(one.kysely)
  assert.deepEqual(rows, [{ is: true }])
  await sql`drop role ${sql.id(role)}`.execute(one.kysely)
  for (const database of databases) await database.close()
})

// The embedded engine has no login roles.
if (process.env.TEST_DATABASE_URL) {
  test('production does not start unless requests use an unprivileged role', async () => {
    const admin = await openDatabase({ url: process.env.TEST_DATABASE_URL ?? '' })
    const name = `apart_${randomUUID().slice(0, 8)}`
    await sql`create database ${sql.id(name)}`.execute(admin.kysely)
    const at = (username: string | null) => {
      const url = new URL(process.env.TEST_DATABASE_URL ?? '')
      url.pathname = `/${name}`
      if (username) Object.assign(url, { username, password: name })
      return url.href
    }
    await assert.rejects(openDatabase({ url: at(null), ordinaryRole: true }), /DATABASE_APP_URL is missing/)
    await sql`create role ${sql.id(`${name}_plain`)} login password ${sql.lit(name)}`.execute(admin.kysely)
    await sql`create role ${sql.id(`${name}_maker`)} login createrole password ${sql.lit(name)}`.execute(admin.kysely)
    const ownerRole = (await sql<{ name: string }>`select current_user::text as name`.execute(admin.kysely)).rows[0]?.name ?? ''
    for (const appRole of [null, `${name}_maker`]) {
      const database = await openDatabase({ url: at(null), appUrl: at(appRole) })
      await assert.rejects(migrate(database), /DATABASE_APP_URL: the role .* owns something/)
      await database.close()
    }
    const database = await openDatabase({ url: at(null), appUrl: at(`${name}_plain`) })
    await migrate(database)
    const currentRole = async (kysely: Database['kysely']) => (await sql<{ name: string }>`select current_user::text as name`.execute(kysely)).rows[0]?.name
    assert.deepEqual([await currentRole(database.kysely), await currentRole(database.requests)], [ownerRole, `${name}_plain`])
    await database.close()
    await sql`drop database ${sql.id(name)}`.execute(admin.kysely)
    for (const role of ['plain', 'maker']) await sql`drop role ${sql.id(`${name}_${role}`)}`.execute(admin.kysely)
    await admin.close()
  })

  test("a second start succeeds under a login role named like the product's schema", async () => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    const admin = await openDatabase({ url: url.href })
    const name = `named_${randomUUID().slice(0, 8)}`
    await sql`create role app login createrole`.execute(admin.kysely)
    await sql`grant app to current_user`.execute(admin.kysely)
    await sql`create database ${sql.id(name)} owner app`.execute(admin.kysely)
    url.username = 'app'
    url.pathname = `/${name}`
    const database = await openDatabase({ url: url.href })
    await ensureRole(admin, 'app_rw')
    await migrate(database)
    const namesBefore = await names(database, tableNames)
    await migrate(database)
    assert.deepEqual(await names(database, tableNames), namesBefore)
    assert.ok(namesBefore.includes('public.migration'))
    await database.close()
    await sql`drop database ${sql.id(name)}`.execute(admin.kysely)
    await sql`drop role app`.execute(admin.kysely)
    await admin.close()
  })
}
