import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { generatedFiles } from '#/tools/schema.ts'
import { sortForRunning, statementsOf } from '#/tools/schema-files.ts'
import { root } from '#/tools/sources.ts'

test('the table types match the migrations (else run `npm run schema`)', async () => {
  for (const [path, text] of Object.entries(await generatedFiles())) assert.equal(readFileSync(join(root, path), 'utf8'), text, `${path} is out of date`)
})

describe('files of db/schema', () => {
  const orderOf = (text: string) => sortForRunning(statementsOf('x.sql', text)).slice(1)

  test('a foreign key may name a table of a later statement', () => {
    const text = `create table a (
  id bigint primary key,
  b_id bigint not null references b on delete cascade,
  n int,
  constraint a_n check (n > 0),
  foreign key (n, b_id) references b (n, id)
);
create table b (
  id bigint primary key,
  n int
) partition by range (n);`
    assert.deepEqual(orderOf(text), [
      'create table a (\n  id bigint primary key,\n  b_id bigint not null,\n  n int,\n  constraint a_n check (n > 0)\n)',
      'create table b (\n  id bigint primary key,\n  n int\n) partition by range (n)',
      'alter table a add foreign key (b_id) references b on delete cascade',
      'alter table a add foreign key (n, b_id) references b (n, id)',
    ])
  })

  test('a comment above a table or a column, or behind a column, is kept in the database', () => {
    const text = `-- What the file holds.

-- A customer’s
-- order.
create table a (
  -- of the bank; not null
  id bigint primary key,
  n int, -- the customer's number
  check (n in (1, 2)) -- no column
);`
    assert.deepEqual(orderOf(text).slice(1), [
      "comment on table a is 'A customer’s order.'",
      "comment on column a.id is 'of the bank; not null'",
      "comment on column a.n is 'the customer''s number'",
    ])
  })

  test('functions come before tables, but after the tables whose rows they receive', () => {
    const text = `create index a_n on a (app.f(n));
create table a (
  n int check (app.f(n) > 0)
);
create function app.of(of_row a, day date) returns int language sql as $$ select 1; $$;
create function app.f(a int) returns int language sql as $$ select ';'::text -- ; $$;`
    assert.deepEqual(
      orderOf(text).map((statement) => /^create \w+ [\w.]+/.exec(statement)?.[0]),
      ['create function app.f', 'create table a', 'create function app.of', 'create index a_n'],
    )
  })

  test('a statement without a semicolon is refused', () => {
    assert.throws(() => statementsOf('x.sql', 'create schema app'), /x\.sql: the last statement has no semicolon/)
  })
})
