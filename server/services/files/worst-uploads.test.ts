import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Refusal } from '#/server/kernel/refusal.ts'
import { sheetType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { readers } from '#/server/lib/spreadsheet/thread.ts'
import { worstForm, worstLists } from '#/server/lib/spreadsheet/worst-testing.ts'
import { checkDocument, cleanPicture, openArchive } from '#/server/services/files/public.ts'
import { worstDocuments, worstPictures } from '#/server/services/files/worst-testing.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

// Threads read them, so the event loop stays free. bench/worst-files.bench.ts measures its pauses.

// In a group, because hooks at file level would keep its server running during other files of the process.
describe('the worst uploads', () => {
  let server: TestServer
  before(async () => {
    server = await startTest()
  })
  after(() => server.close())

  /** Requests `/healthz` repeatedly until the work ends. Returns the number of answers. */
  async function healthyDuring(work: Promise<unknown>): Promise<number> {
    let isOver = false
    let times = 0
    const done = work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      assert.equal((await server.running.server.inject({ url: '/healthz' })).statusCode, 200)
      times += 1
      // An injected request may finish without a turn of the event loop, which the worker's answer needs.
      await setImmediate()
    }
    await done
    return times
  }

  test('the worst lists are read in a worker while the server answers other requests', async () => {
    const before = readers.counts
    const file = (bytes: Uint8Array) => ({ filename: 'a.xlsx', mediaType: sheetType, bytes })
    const lists = Object.entries(await worstLists())
    for (const [name, bytes] of lists) {
      const upload = server.call('centre', 'imports.upload', { kind: 'units', file: file(bytes) }, { centre: 2 })
      assert.ok((await healthyDuring(upload)) > 0, name)
      assert.notEqual((await upload).error, undefined, name)
    }
    const upload = server.call('caiwu', 'forms.upload', { kind: 'iit_withholding', firstDay: '2199-01-01', file: file(await worstForm()) })
    assert.ok((await healthyDuring(upload)) > 0)
    assert.equal((await upload).error, undefined)
    const { answered, ...ended } = readers.counts
    assert.ok(answered - before.answered > lists.length, `${answered - before.answered} files were read in a thread`)
    assert.deepEqual({ answered: before.answered, ...ended }, before, 'none was ended by a limit')
  })

  test('while archives, OFD, PDF and pictures are read, the server answers other requests', async () => {
    const works = [
      ...Object.entries(worstDocuments()).map(([name, bytes]) => [name, () => checkDocument(bytes, ['zip', 'ofd', 'pdf'])] as const),
      ...Object.entries(worstDocuments()).map(([name, bytes]) => [`opened ${name}`, () => openArchive(bytes, 500)] as const),
      ...Object.entries(await worstPictures()).map(([name, bytes]) => [name, () => cleanPicture(bytes)] as const),
    ]
    for (const [name, work] of works) {
      const result = work().catch((error: unknown) => {
        assert.ok(error instanceof Refusal, `${name}: ${error}`)
      })
      assert.ok((await healthyDuring(result)) > 0, name)
    }
  })
})
