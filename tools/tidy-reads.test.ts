import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answers } from '#/server/app/answers.ts'
import { tableReads, upwardReads } from '#/tools/reads.ts'
import { programSources } from '#/tools/sources.ts'
import { homeFolders, masterDataTables } from '#/tools/tables.ts'

// Checks which tables of other modules a module reads.

test('modules read tables of lower groups only', () => {
  assert.deepEqual(upwardReads(), [])
})

test('modules are tied to the tables of other modules at most 80 times', () => {
  const ties = tableReads()
  assert.ok(ties.length > 40)
  assert.ok(ties.length <= 80, `${ties.length}: let the owner declare the SQL (decision 0157)`)
})

test('every query to a higher module has an answer', () => {
  const names = programSources
    .filter(({ path }) => path.startsWith('server/'))
    .flatMap(({ text }) => [...text.matchAll(/\bquestion<[\s\S]*?>\(\s*'([^']+)'/g)].map(([, name]) => name))
  assert.ok(names.length > 30)
  assert.deepEqual(names.toSorted(), [...answers.keys()].toSorted())
})

test('every listed reference table exists', () => {
  const tables = Object.values(homeFolders).flat()
  assert.deepEqual(
    masterDataTables.filter((table) => !tables.includes(table)),
    [],
  )
  assert.ok(tableReads().some(({ from, to, tables: read }) => from === 'money/payments' && to === 'money/lines' && read.includes('payment_line')))
})
