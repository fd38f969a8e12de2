import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openEmptyDatabase, openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import { differencesFromMigrations, differencesOf, schemaFacts } from '#/tools/schema-facts.ts'

// db/schema is maintained manually but describes the same database that the migrations build.

test('db/schema and the migrations build the same database', async () => {
  const [files, migrated] = [await openEmptyDatabase(), await openMigratedDatabase()]
  try {
    assert.deepEqual(await differencesFromMigrations(files, migrated), [], 'change db/schema or add a migration, until `npm run schema` prints nothing')
    assert.ok((await schemaFacts(migrated.kysely)).size > 6000, 'the comparison sees the objects')
  } finally {
    await files.close()
    await migrated.close()
  }
})

test('no two indexes of a table are equal', async () => {
  const database = await openMigratedDatabase()
  const { rows } = await sql<{ indexes: string }>`select string_agg(indexrelid::regclass::text, ', ' order by indexrelid) as indexes from pg_index
    group by indrelid, indkey::text, indclass::text, indcollation::text, indoption::text, pg_get_expr(indexprs, indrelid), pg_get_expr(indpred, indrelid)
    having count(*) > 1`.execute(database.kysely)
  await database.close()
  assert.deepEqual(rows, [])
})

test('the comparison of two schemas notices twenty kinds of change', async () => {
  const changes: Readonly<Record<string, string>> = {
    'alter table centre alter column age_min set default 17': 'column centre.age_min',
    'alter table centre drop constraint centre_ages': 'constraint centre centre_ages',
    'drop index topup_list': 'index topup_list',
    'create index unit_other on unit (industry)': 'index unit_other',
    'drop policy topup_scope on topup': 'policy topup topup_scope',
    'alter policy centre_read on centre using (name <> $$$$)': 'policy centre centre_read',
    'drop trigger topup_tells on topup': 'trigger topup topup_tells',
    'alter table topup disable trigger topup_moves': 'trigger topup topup_moves',
    'alter table refund disable row level security': 'relation refund',
    'revoke insert on topup from app_rw': 'relation topup',
    'grant update (code) on unit to app_rw': 'column unit.code',
    'revoke execute on function app.city_rate from app_rw': 'function app.city_rate(centre,date)',
    'alter function app.sees_all() volatile': 'function app.sees_all()',
    'alter sequence topup_id_seq cycle': 'sequence topup_id_seq',
    'create view topups as select id from topup': 'relation topups',
    'create domain money_fen as bigint check (value > 0)': 'type money_fen',
    "comment on column topup.state is 'other words'": 'column topup.state',
    'alter table partner drop column created_at, add column created_at timestamptz not null': 'column partner.created_at',
    'update platform_setting set version = 2': 'row platform_setting',
    'alter default privileges in schema public grant select on tables to app_rw': 'default privileges',
  }
  const database = await openMigratedDatabase()
  try {
    const factsBefore = await schemaFacts(database.kysely)
    await sql.raw(Object.keys(changes).join(';')).execute(database.kysely)
    const differences = differencesOf([factsBefore, await schemaFacts(database.kysely)], ['before', 'after'])
    for (const [change, key] of Object.entries(changes))
      assert.ok(
        differences.some((each) => each.startsWith(key)),
        change,
      )
  } finally {
    await database.close()
  }
})
