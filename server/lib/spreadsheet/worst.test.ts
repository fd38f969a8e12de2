import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { readerPool, readInWorker } from '#/server/lib/spreadsheet/thread.ts'
import { listOptions, repeatedXml, slowestForm, slowestLists } from '#/server/lib/spreadsheet/worst-testing.ts'

// bench/worst-files.bench.ts measures how long these files take.

test('a worker reads or refuses the slowest lists within its limits', async () => {
  const countsBefore = readerPool.counts
  const failures: Record<string, string> = {}
  const files = await slowestLists()
  for (const [name, bytes] of Object.entries(files)) {
    const result = await readSheet(bytes, listOptions)
    failures[name] = result.ok ? 'read' : result.problem.code
  }
  assert.deepEqual(failures, {
    formats: 'read',
    longFormat: 'read',
    sharedBlanks: 'empty',
    sharedText: 'too_large',
    escapes: 'read',
    blanks: 'read',
    merges: 'too_large',
    quotes: 'line_too_long',
    commas: 'line_too_long',
  })
  const { answered, ...ended } = readerPool.counts
  assert.equal(answered - countsBefore.answered, Object.keys(files).length)
  assert.deepEqual({ answered: countsBefore.answered, ...ended }, countsBefore)
})

test('a worker reads the slowest form and refuses XML with too many values within its limits', async () => {
  const form = await readInWorker({ kind: 'form', bytes: await slowestForm() })
  assert.equal(form.answer?.ok, true)
  const xml = await readInWorker({ kind: 'xml', bytes: repeatedXml('<a>x</a>'), paths: ['a'] })
  assert.equal(xml.answer, null, 'more values than any invoice has')
  const sameThreadResult = await readInWorker({ kind: 'xml', bytes: repeatedXml('<b>x</b>'), paths: ['a'] })
  assert.deepEqual(sameThreadResult.answer, new Map([['a', []]]))
})
