import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { fromBufferPromise } from 'yauzl'
import { createUniqueNamer, type ZipEntry, zipStream } from '#/server/lib/zip.ts'

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true, autoClose: false })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

test('an archive contains its input under safe, unique names', async () => {
  const names = [
    'a.pdf',
    'A.pdf',
    '../../etc/passwd',
    '/abs/x',
    'C:\\win\\y.txt',
    'con.txt',
    '2026-01/张三.pdf',
    '2026-01/张三.pdf',
    '..',
    'bad\u202egpj.exe',
    'x'.repeat(400),
    'dot. ',
  ]
  const files = await unzip(await buffer(zipStream(names.map((name, at) => ({ name, bytes: Buffer.from(`file ${at}`) })))))
  assert.deepEqual(
    [...files.keys()],
    [
      'a.pdf',
      'A (2).pdf',
      'etc/passwd',
      'abs/x',
      'C_/win/y.txt',
      '_con.txt',
      '2026-01/张三.pdf',
      '2026-01/张三 (2).pdf',
      'file',
      'bad_gpj.exe',
      'x'.repeat(120),
      'dot',
    ],
  )
  for (const [at, bytes] of [...files.values()].entries()) assert.equal(bytes.toString(), `file ${at}`)
})

test('every entry name stays inside the folder and is unique', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: fc.constantFrom('.', '/', '\\', ' ', 'a', 'A', 'é', 'e\u0301', '\u0000', ':', '💰', '\ud800') }), { maxLength: 12 }),
      (names) => {
        const nameOf = createUniqueNamer()
        const safeNames = names.map((name) => nameOf(name))
        assert.equal(new Set(safeNames.map((name) => name.normalize('NFC').toLowerCase())).size, names.length)
        for (const name of safeNames)
          assert.ok(name !== '' && name.split('/').every((part) => part !== '' && !/^\.+$|[\\:]|[. ]$/.test(part) && !part.includes('\u0000')), name)
      },
    ),
  )
})

test('writing an archive of 400 entries keeps fewer than ten of them in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const entryReferences: WeakRef<Buffer>[] = []
  let maxRetained = 0
  let maxUnwrittenBytes = 0
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 400; at += 1) {
      maxUnwrittenBytes = Math.max(maxUnwrittenBytes, at * 128 * 1024 - size)
      if (at % 100 === 99) {
        // A weak reference keeps its target alive until the turn after its creation.
        await new Promise((done) => setImmediate(done))
        collectGarbage()
        maxRetained = Math.max(maxRetained, entryReferences.filter((entry) => entry.deref() !== undefined).length)
      }
      const bytes = randomBytes(128 * 1024)
      entryReferences.push(new WeakRef(bytes))
      yield { name: `${at}.bin`, bytes }
    }
  }
  let size = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      setImmediate(done)
    },
  })
  await pipeline(zipStream(entries()), sink)
  assert.ok(size > 50 * 1024 * 1024)
  assert.ok(maxUnwrittenBytes < 2 * 1024 * 1024, `${maxUnwrittenBytes} bytes were asked for before they could be written`)
  assert.ok(maxRetained < 10, `${maxRetained} entries of 400 were still in memory`)
})

test('an archive ends with an error at a failing entry and stops when its reader stops', async () => {
  async function* failingEntries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', bytes: Buffer.from('a') }
    throw new Error('no more')
  }
  await assert.rejects(buffer(zipStream(failingEntries())), /no more/)
  async function* failingBytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a')
    throw new Error('half a file')
  }
  await assert.rejects(buffer(zipStream([{ name: 'a', bytes: failingBytes() }])), /half a file/)
  let producedCount = 0
  let isClosed = false
  async function* endlessEntries(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) {
        producedCount += 1
        yield { name: `${producedCount}`, bytes: randomBytes(100_000) }
      }
    } finally {
      isClosed = true
    }
  }
  const stream = zipStream(endlessEntries())
  for await (const _ of stream) break
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(isClosed && producedCount < 20, `${producedCount} entries`)
})

test('producing an archive starts only when it is read', async () => {
  let startCount = 0
  async function* failingEntries(): AsyncGenerator<ZipEntry> {
    startCount += 1
    yield { name: 'a', bytes: Buffer.from('a') }
    throw new Error('not permitted any more')
  }
  const [late, unread] = [zipStream(failingEntries()), zipStream(failingEntries())]
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(startCount, 0)
  await assert.rejects(buffer(late), /not permitted any more/)
  unread.destroy()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(startCount, 1)
})

test('the same entries give the same bytes, and an archive may be empty', async () => {
  const write = () => buffer(zipStream([{ name: 'a', bytes: Buffer.from('x') }], { modified: new Date(2026, 0, 15) }))
  assert.ok((await write()).equals(await write()))
  assert.equal((await unzip(await buffer(zipStream([])))).size, 0)
})
