import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { guardedColumns } from '#/domain/access/guarded.ts'
import { schemaStatements, statementsOf, tablesOf } from '#/tools/schema-files.ts'
import { root } from '#/tools/sources.ts'

// docs/guarded-data.md classifies every column with an account, a card, an address (also a telephone number or an
// e-mail address), a key, a limit or a duty.

const guardedWords =
  /(?:^|_)(?:accounts?|cards?|address(?:es)?|mobiles?|telephone|phone|e?mail|recipient|merchant|secret|keys?|settings|bank|certificates?|password|url|limit|dut(?:y|ies)|permissions?|roles?)(?:_|$)/
/** Digests of secrets, references, last digits, and facts about a card. */
const exemptColumns = /_(?:hash|id|tail)$|^card_(?:was_)?verified/
const guardedPattern = { test: (column: string) => guardedWords.test(column) && !exemptColumns.test(column) }
const page = readFileSync(join(root, 'docs/guarded-data.md'), 'utf8')

/** Returns the columns of all tables, as `table.column`. */
function columnsOf(statements: ReturnType<typeof schemaStatements>): string[] {
  return tablesOf(statements).flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
}

const statements = schemaStatements()
const allColumns = columnsOf(statements)
const listedColumns = [...page.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name).filter((name) => !name.endsWith('.ts'))

test('docs/guarded-data.md lists every column with an account, card, address, key, limit or duty', () => {
  const unlistedColumns = allColumns.filter((name) => guardedPattern.test(name.split('.')[1] ?? '') && !listedColumns.includes(name))
  assert.deepEqual(unlistedColumns, [], 'give each a standing in docs/guarded-data.md')
})

test('the rule finds a new column that names an account, a card or a phone', () => {
  const columns = ['payout_account text not null unique', 'notice_mobile text', 'card_no_sealed text', 'card_id bigint', 'code_hash text']
  const table = `create table thing (\n  id bigint primary key,\n${columns.map((column) => `  ${column},\n`).join('')}  check (id > 0)\n);`
  assert.deepEqual(
    columnsOf(statementsOf('', table)).filter((name) => guardedPattern.test(name.split('.')[1] ?? '')),
    ['thing.payout_account', 'thing.notice_mobile', 'thing.card_no_sealed'],
  )
})

test('docs/guarded-data.md names only existing columns', () => {
  assert.deepEqual(
    listedColumns.filter((name) => !allColumns.includes(name)),
    [],
  )
})

test('docs/guarded-data.md lists exactly the columns that the program and the triggers guard', () => {
  const section = page.split('## Two people decide')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| ((?:`\w+\.\w+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+\.\w+)`/g)].map(([, name = '']) => name),
  )
  const guardedNames = Object.entries(guardedColumns).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
  assert.deepEqual(rows.toSorted(), guardedNames.toSorted())
  const triggers = [
    ...statements
      .map(({ text }) => text)
      .join('\n')
      .matchAll(/app\.expect_approved_change\('(\w+)',\s+([^)]*)\)/g),
  ].flatMap(([, table = '', columns = '']) => [...columns.matchAll(/'(\w+)'/g)].map(([, column = '']) => `${table}.${column}`))
  assert.deepEqual(triggers.toSorted(), guardedNames.toSorted())
})
