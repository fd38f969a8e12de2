import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { code, groups, machinery, offenders, root } from '#/tools/sources.ts'
import { homes, shared, writtenElsewhere } from '#/tools/tables.ts'

// Access to the database, owners of tables, and numbering of migrations.

/** The modules that write a table; `kernel` and `app` are the shared layers. Each listed module must write it. */
const owners: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(homes).flatMap(([folder, own]) =>
    own.filter((table) => !(table in writtenElsewhere)).map((table) => [table, [moduleOf(folder), ...(shared[table]?.by ?? [])]]),
  ),
)

/** Files that compose the name of a table to write. */
const anyTable: Readonly<Record<string, string>> = {
  'server/kernel/restore.ts': 'fills every table of an empty database from a backup',
  'server/kernel/rotation.ts': 'seals every table with sealed columns under a new key',
  'server/kernel/unsealed.ts': 'seals what databases of earlier versions hold in the open',
  'server/desk/retention/store.ts': 'takes away what `rules.ts` says, of whichever table',
}

/**
 * Numbers without a migration. Parallel work started at separate numbers to avoid collisions, and unneeded numbers
 * remained free.
 */
const unused: readonly (readonly [number, number])[] = [
  [5, 9],
  [11, 11],
  [14, 14],
  [19, 19],
  [25, 25],
  [27, 30],
  [34, 39],
  [41, 49],
  [52, 54],
  [56, 59],
  [63, 69],
  [72, 79],
  [82, 84],
  [86, 88],
  [93, 94],
  [97, 98],
  [104, 109],
  [112, 119],
  [121, 129],
  [132, 134],
  [136, 139],
  [143, 144],
  [149, 149],
  [151, 154],
  [158, 159],
]

/**
 * Numbers shared by two migrations. Installed databases know both by name and checksum; they run in the order of their
 * names.
 */
const twice: Readonly<Record<string, string>> = {
  '0012': 'payouts and vouchers were made side by side',
  '0023': 'audit and roles were made side by side',
  '0024': 'messages and the plans of queries were made side by side',
}

const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')
const tables = [...schema.matchAll(/^create table ([a-z_]+) \(/gm)].map((match) => match[1] ?? '')

function moduleOf(folder: string): string {
  return folder.split('/').at(-1) ?? ''
}

function ownerOf(path: string): string {
  const [, group = '', module = ''] = path.split('/')
  return group === 'app' || machinery.server.some((each) => each === group) ? group : module
}

/** Returns the tables that a source writes. */
function writtenBy(text: string): string[] {
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]([a-z_]+)|\b(?:insert into|delete from|merge into|(?<!for |do )update(?: only)?)\s+([a-z_]+)\b/g
  return [...text.matchAll(writes)].map((match) => match[1] ?? match[2] ?? '').filter((table) => tables.includes(table))
}

const writers = code.filter((source) => source.zone === 'server' && !source.path.startsWith('server/tests/'))

test('only stores, shared layers and the database folder contain SQL', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'server'),
    (source) => {
      if (/^server\/(kernel|lib|app|tests)\//.test(source.path) || /\/(store(-[a-z]+)?|invariants)\.ts$/.test(source.path)) return null
      return /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(source.text) ? 'has SQL' : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('every table has one home folder in the server, in the order of the groups', () => {
  assert.ok(tables.length > 90, 'db/schema.sql is read')
  assert.deepEqual(tables, Object.values(homes).flat())
  const folders = Object.keys(homes)
  assert.deepEqual(
    folders.filter((folder) => !existsSync(join(root, 'server', folder))),
    [],
  )
  const order: readonly string[] = ['kernel', ...groups]
  const places = folders.map((folder) => order.indexOf(folder.split('/')[0] ?? ''))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
})

test('every table has a comment', () => {
  const bare = tables.filter((table) => !new RegExp(`^-- .*\\S.*\\ncreate table ${table} \\(`, 'm').test(schema))
  assert.deepEqual(bare, [], 'a migration says it: comment on table … is …')
})

test('only the owners of a table write it', () => {
  const wrong = offenders(writers, (source) => {
    const table = writtenBy(source.text).find((each) => !owners[each]?.includes(ownerOf(source.path)))
    return table ? `writes ${table}, which belongs to ${owners[table]?.join(', ') ?? 'nobody'}` : null
  })
  assert.deepEqual(wrong, [])
})

test('the demo creates journals through the ledger only', () => {
  const wrong = offenders(
    code.filter((source) => source.path.startsWith('db/demo/')),
    (source) => (/'ledger_journal'|into (ledger_|account\b)/.test(source.text) ? 'writes journals' : null),
  )
  assert.deepEqual(wrong, [])
})

test('every owner of a table writes it', () => {
  const pairs = new Set(writers.flatMap((source) => writtenBy(source.text).map((table) => `${table} by ${ownerOf(source.path)}`)))
  const idle = Object.entries(owners).flatMap(([table, names]) => names.map((name) => `${table} by ${name}`).filter((pair) => !pairs.has(pair)))
  assert.deepEqual(idle, [])
  const unknown = Object.keys({ ...shared, ...writtenElsewhere }).filter((table) => !tables.includes(table))
  assert.deepEqual(unknown, [])
})

test('only listed files compose the name of a table to write', () => {
  const puts = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'"`\s]|\b(?:insert into|delete from|merge into|update) \$\{/
  const found = writers.filter((source) => puts.test(source.text)).map((source) => source.path)
  assert.deepEqual(found.toSorted(), Object.keys(anyTable).toSorted())
})

test('migrations are numbered without gaps or duplicates, except for explained ones', () => {
  const names = readdirSync(join(root, 'db/migrations'))
  assert.deepEqual(
    names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name)),
    [],
  )
  const numbers = names.map((name) => name.slice(0, 4))
  const again = new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
  assert.deepEqual([...again].toSorted(), Object.keys(twice), 'given twice')
  const last = Math.max(...numbers.map(Number))
  const free = Array.from({ length: last }, (_, at) => at + 1).filter((number) => !numbers.includes(String(number).padStart(4, '0')))
  const explained = unused.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  assert.deepEqual(free, explained, 'left out')
})
