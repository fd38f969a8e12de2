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
import { uniqueNames, type ZipEntry, zipStream } from '#/server/lib/zip.ts'

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
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
  const files = await unzipped(await buffer(zipStream(names.map((name, at) => ({ name, bytes: Buffer.from(`file ${at}`) })))))
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
        const nameOf = uniqueNames()
        const safe = names.map((name) => nameOf(name))
        assert.equal(new Set(safe.map((name) => name.normalize('NFC').toLowerCase())).size, names.length)
        for (const name of safe)
          assert.ok(name !== '' && name.split('/').every((part) => part !== '' && !/^\.+$|[\\:]|[. ]$/.test(part) && !part.includes('\u0000')), name)
      },
    ),
  )
})

test('an archive of any size holds only one entry in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const made: WeakRef<Buffer>[] = []
  let retained = 0
  let behind = 0
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < 400; at += 1) {
      behind = Math.max(behind, at * 128 * 1024 - size)
      if (at % 100 === 99) {
        // A weak reference keeps its target alive until the turn after its creation.
        await new Promise((done) => setImmediate(done))
        collect()
        retained = Math.max(retained, made.filter((entry) => entry.deref() !== undefined).length)
      }
      const bytes = randomBytes(128 * 1024)
      made.push(new WeakRef(bytes))
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
  assert.ok(behind < 2 * 1024 * 1024, `${behind} bytes were asked for before they could be written`)
  assert.ok(retained < 10, `${retained} entries of 400 were still in memory`)
})

test('a failing entry ends the archive with an error', async () => {
  async function* failing(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', bytes: Buffer.from('a') }
    throw new Error('no more')
  }
  await assert.rejects(buffer(zipStream(failing())), /no more/)
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a')
    throw new Error('half a file')
  }
  await assert.rejects(buffer(zipStream([{ name: 'a', bytes: broken() }])), /half a file/)
  let produced = 0
  let closed = false
  async function* endless(): AsyncGenerator<ZipEntry> {
    try {
      for (;;) {
        produced += 1
        yield { name: `${produced}`, bytes: randomBytes(100_000) }
      }
    } finally {
      closed = true
    }
  }
  const stream = zipStream(endless())
  for await (const _ of stream) break
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok(closed && produced < 20, `${produced} entries`)
})

test('producing an archive starts only when it is read', async () => {
  let begun = 0
  async function* failing(): AsyncGenerator<ZipEntry> {
    begun += 1
    yield { name: 'a', bytes: Buffer.from('a') }
    throw new Error('not permitted any more')
  }
  const [late, unread] = [zipStream(failing()), zipStream(failing())]
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(begun, 0)
  await assert.rejects(buffer(late), /not permitted any more/)
  unread.destroy()
  await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(begun, 1)
})

test('the same entries give the same bytes, even without entries', async () => {
  const write = () => buffer(zipStream([{ name: 'a', bytes: Buffer.from('x') }], { modified: new Date(2026, 0, 15) }))
  assert.ok((await write()).equals(await write()))
  assert.equal((await unzipped(await buffer(zipStream([])))).size, 0)
})
