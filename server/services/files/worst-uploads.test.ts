import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { readerPool, readInWorker } from '#/server/lib/spreadsheet/thread.ts'
import { listOptions, repeatedXml, slowestForm, slowestLists } from '#/server/lib/spreadsheet/worst-testing.ts'
import { checkDocument, cleanPicture, openArchive } from '#/server/services/files/public.ts'
import { worstDocuments, worstPictures } from '#/server/services/files/worst-testing.ts'
import { measureLoopWork } from '#/server/tests/loop-testing.ts'

// Asserts that threads read the worst file of each parser and do not block the event loop. server/tests/uploads.test.ts
// uploads these files.

const maxTurnMs = 50
const maxWorkMs = 2_000

/**
 * Asserts that work on a file does not block the event loop. The work may refuse the file. Measures again after a long
 * turn, which may be a garbage collection.
 */
async function expectLoopFree(name: string, work: () => Promise<unknown>): Promise<void> {
  const measureWork = () =>
    measureLoopWork(() =>
      work().catch((error: unknown) => {
        assert.ok(error instanceof Refusal, `${name}: ${error}`)
      }),
    )
  const first = await measureWork()
  const { longest, total } = first.longest <= maxTurnMs ? first : await measureWork()
  assert.ok(longest <= maxTurnMs && total <= maxWorkMs, `${name}: a turn of ${Math.round(longest)} ms, ${Math.round(total)} ms in all`)
}

test('lists, forms and XML are read without blocking the event loop', async () => {
  const countsBefore = readerPool.counts
  for (const [name, bytes] of Object.entries(await slowestLists())) await expectLoopFree(name, () => readSheet(bytes, listOptions))
  const form = await slowestForm()
  await expectLoopFree('form', () => readInWorker({ kind: 'form', bytes: form }))
  const xml = repeatedXml('<b>x</b>')
  await expectLoopFree('XML', () => readInWorker({ kind: 'xml', bytes: xml, paths: ['a'] }))
  const { answered, ...ended } = readerPool.counts
  assert.ok(answered > countsBefore.answered)
  assert.deepEqual({ answered: countsBefore.answered, ...ended }, countsBefore, 'none was ended by a limit')
})

test('archives, OFD, PDF and pictures are read without blocking the event loop', async () => {
  const workCases = [
    ...Object.entries(worstDocuments()).map(([name, bytes]) => [name, () => checkDocument(bytes, ['zip', 'ofd', 'pdf'])] as const),
    ...Object.entries(worstDocuments()).map(([name, bytes]) => [`opened ${name}`, () => openArchive(bytes, 500)] as const),
    ...Object.entries(await worstPictures()).map(([name, bytes]) => [name, () => cleanPicture(bytes)] as const),
  ]
  for (const [name, work] of workCases) await expectLoopFree(name, work)
})
