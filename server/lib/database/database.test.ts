import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { openEmptyDatabase } from '#/server/kernel/archive/database-testing.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import { freshPlan } from '#/server/lib/database/prepared-plans.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'

// These tests run on both engines. TEST_DATABASE_URL selects a PostgreSQL server instead of the embedded database.

let database: Database

before(async () => {
  database = await openEmptyDatabase()
})
after(() => database.close())

async function queryFirstRow(query: ReturnType<typeof sql>): Promise<Record<string, unknown>> {
  const { rows } = await query.execute(database.kysely)
  return rows[0] as Record<string, unknown>
}

test('both engines return the same values', async () => {
  const returnedValues = await queryFirstRow(sql`select
    9007199254740991::int8 as int8, 7::int4 as int4, 3::int2 as int2, 12.500::numeric as numeric, 0.25::float8 as float8, true as bool,
    '2024-02-29'::date as day, '2024-01-01T00:00:00+08:00'::timestamptz as moment, '2024-01-01 00:00:00'::timestamp as wall,
    '\\xdeadbeef'::bytea as bytes, '{"a":[1,"2",null]}'::jsonb as jsonb, '[1]'::json as json, interval '1 day 2 hours' as span, null::int8 as nothing,
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid as uuid, '云创客'::text as name, count(*) as count, sum(5::int8) as sum`)
  assert.deepEqual(
    { ...returnedValues, bytes: Buffer.from(returnedValues.bytes as Uint8Array).toString('hex') },
    {
      int8: Number.MAX_SAFE_INTEGER,
      int4: 7,
      int2: 3,
      numeric: '12.500',
      float8: 0.25,
      bool: true,
      day: '2024-02-29',
      moment: new Date('2023-12-31T16:00:00Z'),
      wall: '2024-01-01 00:00:00',
      bytes: 'deadbeef',
      jsonb: { a: [1, '2', null] },
      json: [1],
      span: '1 day 02:00:00',
      nothing: null,
      uuid: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
      name: '云创客',
      count: 1,
      sum: '5',
    },
  )
})

test('arrays are returned with typed elements', async () => {
  assert.deepEqual(
    await queryFirstRow(sql`select array[1, null, 9007199254740991]::int8[] as int8, '{}'::int8[] as none, array[[1, 2], [3, 4]]::int8[] as grid, array[1, 2]::int2[] as int2,
      array['a,"b"', null, '{}\\']::text[] as text, array['2024-02-29']::date[] as days, array[1.50]::numeric[] as numerics, array[true, false] as bools,
      array['2024-01-01T00:00:00Z']::timestamptz[] as moments`),
    {
      int8: [1, null, Number.MAX_SAFE_INTEGER],
      none: [],
      grid: [
        [1, 2],
        [3, 4],
      ],
      int2: [1, 2],
      text: ['a,"b"', null, '{}\\'],
      days: ['2024-02-29'],
      numerics: ['1.50'],
      bools: [true, false],
      moments: [new Date('2024-01-01T00:00:00Z')],
    },
  )
})

test('integers beyond the safe range are refused instead of rounded', async () => {
  await assert.rejects(sql`select 9007199254740993::int8 as beyond`.execute(database.kysely), /beyond the safe integers/)
  await assert.rejects(sql`select array[9007199254740993]::int8[] as beyond`.execute(database.kysely), /beyond the safe integers/)
  assert.deepEqual(await queryFirstRow(sql`select 1 as still`), { still: 1 })
})

test('both engines receive the same parameters', async () => {
  const moment = new Date('2024-03-10T01:02:03.456Z')
  const bytes = new Uint8Array([0, 255, 39, 92])
  assert.deepEqual(
    await queryFirstRow(sql`select ${moment}::timestamptz as moment, ${JSON.stringify({ a: "it's" })}::jsonb as jsonb, ${[1, 2]}::int8[] as list, ${['a"', '\\', 'NULL']}::text[] as texts,
      ${null}::text as nothing, ${"O'Brien \\ 云"}::text as text, encode(${bytes}::bytea, 'hex') as bytes, ${5}::int8 as number, ${true}::bool as yes, ${'2024-02-29'}::date as day,
      ${{ deep: [1] }}::jsonb as object`),
    {
      moment,
      jsonb: { a: "it's" },
      list: [1, 2],
      texts: ['a"', '\\', 'NULL'],
      nothing: null,
      text: "O'Brien \\ 云",
      bytes: '00ff275c',
      number: 5,
      yes: true,
      day: '2024-02-29',
      object: { deep: [1] },
    },
  )
})

test("days follow China's time zone", async () => {
  assert.deepEqual(await queryFirstRow(sql`select '2023-12-31T16:30:00Z'::timestamptz::date as day, current_setting('TimeZone') as zone`), {
    day: '2024-01-01',
    zone: 'Asia/Shanghai',
  })
})

test("errors contain PostgreSQL's code, constraint and detail, and updates return a row count", async () => {
  await asOwner(database, async (trx) => {
    await sql`create temporary table dog (id int primary key, age int constraint dog_age check (age > 0)) on commit drop`.execute(trx)
    await sql`insert into dog values (1, 1)`.execute(trx)
    await sql`savepoint here`.execute(trx)
    await assert.rejects(sql`insert into dog values (1, 1)`.execute(trx), {
      code: '23505',
      constraint: 'dog_pkey',
      table: 'dog',
      detail: 'Key (id)=(1) already exists.',
    })
    await sql`rollback to here`.execute(trx)
    await assert.rejects(sql`insert into dog values (${2}, ${-1})`.execute(trx), { code: '23514', constraint: 'dog_age' })
    await assert.rejects(sql`select 1`.execute(trx), { code: '25P02' })
    await sql`rollback to here`.execute(trx)
    await assert.rejects(sql`select * from no_such_table`.execute(trx), { code: '42P01' })
    await sql`rollback to here`.execute(trx)
    const updateResult = await trx.executeQuery(sql`update dog set age = 2`.compile(trx))
    assert.equal(updateResult.numAffectedRows, 1n)
  })
})

test('all statements of a combined message run', async () => {
  await asOwner(database, async (trx) => {
    await sql.raw(`create temporary table cat (name text) on commit drop; insert into cat values ('咪;咪'); insert into cat values ('b')`).execute(trx)
    assert.deepEqual((await sql`select count(*) from cat`.execute(trx)).rows, [{ count: 2 }])
  })
})

test('listeners receive only notifications of committed transactions', async () => {
  const receivedPayloads: string[] = []
  const stop = await database.listen('Line Moved', (payload) => receivedPayloads.push(payload))
  await asOwner(database, (trx) => sql`select pg_notify('Line Moved', 'one')`.execute(trx))
  await assert.rejects(
    asOwner(database, async (trx) => {
      await sql`select pg_notify('Line Moved', 'never')`.execute(trx)
      throw new Error('changed my mind')
    }),
  )
  await asOwner(database, (trx) => sql`select pg_notify('Line Moved', 'two')`.execute(trx))
  for (let round = 0; round < 1000 && receivedPayloads.length < 2; round++) await new Promise((resolve) => setTimeout(resolve, 10))
  await stop()
  await sql`select pg_notify('Line Moved', 'late')`.execute(database.kysely)
  assert.deepEqual(receivedPayloads, ['one', 'two'])
})

test('a statement that exceeds the time limit is cancelled', async () => {
  const limitedDatabase = await openEmptyDatabase({ limits: { statementMs: 150 } })
  await assert.rejects(sql`select count(*) from generate_series(1, 1000000000) a`.execute(limitedDatabase.kysely), { code: '57014' })
  await limitedDatabase.close()
})

test('the queue for connections has a maximum length', async () => {
  let releaseHolders: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    releaseHolders = resolve
  })
  const holders = Array.from({ length: 10 }, () => asOwner(database, () => released))
  const pendingQueries = Array.from({ length: 300 }, () =>
    sql`select 1`.execute(database.kysely).then(
      () => null,
      (error: unknown) => error,
    ),
  )
  const earlyErrors = (await Promise.race([
    Promise.all(pendingQueries.slice(250)),
    new Promise<unknown[]>((resolve) => setTimeout(resolve, 3000, [])),
  ])) as unknown[]
  releaseHolders()
  await Promise.all(holders)
  const queryErrors = await Promise.all(pendingQueries)
  assert.ok(earlyErrors.length > 0 && earlyErrors.every((each) => each instanceof DatabaseBusy))
  assert.ok(queryErrors.filter((each) => each === null).length >= 180)
})

interface StatementPlans {
  readonly generic: number
  readonly custom: number
}

/**
 * Returns how often each prepared statement that contains the text ran with a generic or a custom plan on this
 * connection.
 */
const plansOf = async (db: Kysely<Tables>, text: string): Promise<StatementPlans[]> => {
  const { rows } = await sql<StatementPlans>`select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
    where strpos(statement, ${text}) > 0 and strpos(statement, 'pg_prepared_statements') = 0`.execute(db)
  return rows
}

test('a statement is prepared and planned once per connection', async () => {
  await database.kysely.connection().execute(async (db) => {
    const ask = (limit: number) =>
      sql<{ at: number }>`select at from generate_series(1, 9) at where at = any(${[1, 2, 3]}::int[]) and at < ${limit}`.execute(db)
    for (const limit of [2, 3, 9, 1]) assert.equal((await ask(limit)).rows.length, Math.min(limit - 1, 3))
    assert.deepEqual(await plansOf(db, 'generate_series(1, 9)'), [{ generic: 4, custom: 0 }])
  })
})

test('a connection caches its 400 most recent statements, even after a failed preparation', async () => {
  await database.kysely.connection().execute(async (db) => {
    const ask = (column: string) => sql`select ${sql.ref(column)} from (values (${1}::int)) v (${sql.ref(column)})`.execute(db)
    const isPrepared = async (column: string) => (await plansOf(db, `v ("${column}")`)).length > 0
    await ask('first')
    await ask('second')
    await assert.rejects(sql`select nothing from generate_series(1, ${1}::int)`.execute(db), /nothing/)
    for (let at = 0; at < 398; at++) {
      await ask(`c${at}`)
      await ask('second')
    }
    assert.deepEqual([await isPrepared('first'), await isPrepared('second'), await isPrepared('c397')], [false, true, true])
    assert.equal((await ask('first')).rows.length, 1)
    for (let at = 0; at < 400; at++) await ask(`d${at}`)
    assert.equal(await isPrepared('second'), false)
    assert.equal((await ask('second')).rows.length, 1)
  })
})

test('a statement with user-chosen conditions is planned on every run, but those around it once', async () => {
  const modes: string[] = []
  const note = async (db: Kysely<Tables>, mark = sql``) => {
    const { rows } = await sql<{ mode: string }>`${mark} select current_setting('plan_cache_mode') as mode where ${true}`.execute(db)
    modes.push(rows[0]?.mode ?? '')
  }
  for (const limit of [2, 3]) {
    await asOwner(database, async (db) => {
      await note(db)
      await sql`${freshPlan} select at from generate_series(1, 8) at where at < ${limit}`.execute(db)
      await note(db, freshPlan)
      await note(db)
      assert.deepEqual(await plansOf(db, 'generate_series(1, 8)'), [])
    })
  }
  assert.deepEqual(modes, ['force_generic_plan', 'auto', 'force_generic_plan', 'force_generic_plan', 'auto', 'force_generic_plan'])
})

test('a statement with a long list is planned on every run, as is the rest of its transaction', async () => {
  const numberList = (count: number) => Array.from({ length: count }, (_, at) => at)
  const modeAfter = (values: unknown) =>
    asOwner(database, async (db) => {
      await sql`select ${values}::text`.execute(db)
      const { rows } = await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode where ${true}`.execute(db)
      return rows[0]?.mode
    })
  const modes = [numberList(10), numberList(1000), JSON.stringify(numberList(10)), JSON.stringify(numberList(10_000))].map(modeAfter)
  assert.deepEqual(await Promise.all(modes), ['force_generic_plan', 'auto', 'force_generic_plan', 'auto'])
})

test('a statement is prepared again after a migration changes its columns', async () => {
  await sql`create table widened (id int)`.execute(database.kysely)
  const ask = () => asOwner(database, (trx) => sql<object>`select * from widened where id > ${0}`.execute(trx))
  await sql`insert into widened values (1)`.execute(database.kysely)
  for (let times = 0; times < 3; times++) assert.deepEqual((await ask()).rows, [{ id: 1 }])
  await sql`alter table widened add column name text`.execute(database.kysely)
  assert.deepEqual((await ask()).rows, [{ id: 1, name: null }])
  await sql`drop table widened`.execute(database.kysely)
})
