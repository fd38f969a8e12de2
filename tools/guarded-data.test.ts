import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { guardedColumns } from '#/domain/guarded.ts'
import { root } from '#/tools/sources.ts'

// docs/guarded-data.md classifies every column that names an account, an address, a key, a limit or a duty.

const named = /(?:^|_)(?:account|address|merchant|secret|key|settings|bank|certificate|password|url|limit|dut(?:y|ies)|permissions?|roles?)(?:_|$)/
const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')
const page = readFileSync(join(root, 'docs/guarded-data.md'), 'utf8')

/** Returns the columns of all tables, as `table.column`. */
function columnsOf(text: string): string[] {
  return [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(/^ {2}(?!constraint )(\w+) /gm)].map(([, column = '']) => `${table}.${column}`),
  )
}

const all = columnsOf(schema)
const listed = [...page.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name).filter((name) => !name.endsWith('.ts'))

test('every column that names an account, an address, a key, a limit or a duty is on the page', () => {
  const missing = all.filter((name) => named.test(name.split('.')[1] ?? '') && !listed.includes(name))
  assert.deepEqual(missing, [], 'give each a standing in docs/guarded-data.md')
})

test('a new column that names an account is found', () => {
  assert.deepEqual(
    columnsOf('create table thing (\n  id bigint not null,\n  payout_account text not null,\n  constraint thing_pkey PRIMARY KEY (id)\n);').filter((name) =>
      named.test(name.split('.')[1] ?? ''),
    ),
    ['thing.payout_account'],
  )
})

test('the page of guarded data names existing columns only', () => {
  assert.deepEqual(
    listed.filter((name) => !all.includes(name)),
    [],
  )
})

test('the guarded columns on the page are those of the program and the triggers', () => {
  const section = page.split('## Two people decide')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| ((?:`\w+\.\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name),
  )
  const ours = Object.entries(guardedColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  assert.deepEqual(rows.toSorted(), ours.toSorted())
  const triggers = [...schema.matchAll(/app\.expect_approved_change\('(\w+)', ([^)]*)\)/g)].flatMap(([, table = '', columns = '']) =>
    [...columns.matchAll(/'(\w+)'/g)].map(([, column = '']) => `${table}.${column}`),
  )
  assert.deepEqual(triggers.toSorted(), ours.toSorted())
})
