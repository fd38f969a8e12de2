import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { baselineName } from '#/server/kernel/archive/migrate.ts'
import { schemaPaths, schemaStatements, tablesOf } from '#/tools/schema-files.ts'
import { findOffenders, moduleGroups, programSources, root, sharedLayers, sqlTag } from '#/tools/sources.ts'
import { homeFolders, sharedTables, unmanagedTables } from '#/tools/tables.ts'

// Checks access to the database, the owners of tables, and the numbers of migrations.

const sqlPattern = new RegExp(String.raw`\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(|${sqlTag}`)

/** The modules that write a table. `kernel` and `app` are the shared layers. Each listed module must write it. */
const ownersByTable: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(homeFolders).flatMap(([folder, own]) =>
    own.filter((table) => !(table in unmanagedTables)).map((table) => [table, [moduleOf(folder), ...(sharedTables[table]?.by ?? [])]]),
  ),
)

/** Files that compose the name of a table to write. */
const reasonByComposer: Readonly<Record<string, string>> = {
  'server/kernel/archive/restore.ts': 'fills every table of an empty database from a backup',
  'server/kernel/archive/rotation.ts': 'seals every table with sealed columns under a new key',
  'server/desk/retention/store.ts': 'deletes the rows of any table listed in `rules.ts`',
}

const describedTables = tablesOf(schemaStatements())
const tables = describedTables.map(({ name }) => name)

function moduleOf(folder: string): string {
  return folder.split('/').at(-1) ?? ''
}

/** Returns the home folder of a file of db/schema. */
function homeOf(path: string): string {
  const place = path.slice('db/schema/'.length).replace(/\.sql$/, '')
  return Object.keys(homeFolders).find((home) => place === home || place.startsWith(`${home}/`)) ?? ''
}

function ownerOf(path: string): string {
  const [, group = '', module = ''] = path.split('/')
  return group === 'app' || sharedLayers.server.some((each) => each === group) ? group : module
}

/** Returns the tables that a source writes. */
function writtenBy(text: string): string[] {
  const writeStatement =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]([a-z_]+)|\b(?:insert into|delete from|merge into|(?<!for |do )update(?: only)?)\s+([a-z_]+)\b/g
  return [...text.matchAll(writeStatement)].map((match) => match[1] ?? match[2] ?? '').filter((table) => tables.includes(table))
}

const writers = programSources.filter((source) => source.zone === 'server' && !source.path.startsWith('server/tests/'))

test('only stores, shared layers and files such as invariants.ts contain SQL in the server', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.zone === 'server'),
    (source) => {
      if (
        /^server\/(kernel|lib|app|tests)\//.test(source.path) ||
        /\/(store(-[a-z]+)*|invariants|pending|unfinished|personal)\.ts$|^server\/\w+\/\w+\/answers\.ts$/.test(source.path)
      )
        return null
      return sqlPattern.test(source.text) ? 'has SQL' : null
    },
  )
  assert.deepEqual(offences, [])
})

test('every table has one home folder in the server and one file in db/schema', () => {
  assert.ok(tables.length > 90, 'db/schema is read')
  assert.deepEqual(tables.toSorted(), Object.values(homeFolders).flat().toSorted())
  const misplacedTables = describedTables.filter(({ path, name }) => !homeFolders[homeOf(path)]?.includes(name)).map(({ path, name }) => `${name} in ${path}`)
  assert.deepEqual(misplacedTables, [])
  const folders = Object.keys(homeFolders)
  assert.deepEqual(
    folders.filter((folder) => !existsSync(join(root, 'server', folder))),
    [],
  )
})

test('the home folders are in the order of the groups', () => {
  const order: readonly string[] = ['kernel', ...moduleGroups]
  const places = Object.keys(homeFolders).map((folder) => order.indexOf(folder.split('/')[0] ?? ''))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
})

test('every schema file has a summary, and every table has a comment', () => {
  const schemaPathsWithoutHead = schemaPaths().filter((path) => !/^-- \S.*\n\n/s.test(readFileSync(join(root, path), 'utf8')))
  assert.deepEqual(schemaPathsWithoutHead, [])
  assert.deepEqual(
    describedTables.filter(({ comment }) => comment === '').map(({ name }) => name),
    [],
  )
})

test('files of the schema have at most 300 lines of at most 120 characters outside functions', () => {
  const offences = schemaPaths().filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const textOutsideBodies = text.replace(/\$(\w*)\$[\s\S]*?\$\1\$|'\{[^']*'/g, '')
    return text.split('\n').length > 301 || textOutsideBodies.split('\n').some((line) => line.length > 120)
  })
  assert.deepEqual(offences, [])
})

test('only the owners of a table write it', () => {
  const offences = findOffenders(writers, (source) => {
    const table = writtenBy(source.text).find((each) => !ownersByTable[each]?.includes(ownerOf(source.path)))
    return table ? `writes ${table}, which belongs to ${ownersByTable[table]?.join(', ') ?? 'nobody'}` : null
  })
  assert.deepEqual(offences, [])
})

test('the demo creates journals only through the ledger', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.path.startsWith('demo/')),
    (source) => (/'ledger_journal'|into (ledger_|account\b)/.test(source.text) ? 'writes journals' : null),
  )
  assert.deepEqual(offences, [])
})

test('every listed owner of a table writes it', () => {
  const pairs = new Set(writers.flatMap((source) => writtenBy(source.text).map((table) => `${table} by ${ownerOf(source.path)}`)))
  const unwrittenPairs = Object.entries(ownersByTable).flatMap(([table, names]) =>
    names.map((name) => `${table} by ${name}`).filter((pair) => !pairs.has(pair)),
  )
  assert.deepEqual(unwrittenPairs, [])
  const unknownTables = Object.keys({ ...sharedTables, ...unmanagedTables }).filter((table) => !tables.includes(table))
  assert.deepEqual(unknownTables, [])
})

test('only listed files build the name of a table that they write', () => {
  const composedWrite = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'"`\s]|\b(?:insert into|delete from|merge into|update) \$\{/
  const composers = writers.filter((source) => composedWrite.test(source.text)).map((source) => source.path)
  assert.deepEqual(composers.toSorted(), Object.keys(reasonByComposer).toSorted())
})

test('migrations are numbered without gaps, starting at the baseline', () => {
  const names = readdirSync(join(root, 'db/migrations')).sort()
  assert.equal(names[0], baselineName)
  assert.deepEqual(
    names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name)),
    [],
  )
  assert.deepEqual(
    names.map((name) => Number(name.slice(0, 4))),
    names.map((_, at) => at + 1),
  )
})
