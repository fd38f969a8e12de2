import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { folderStore } from '#/server/kernel/files/files.ts'
import { openFile, resealAllFiles, sealedStore, sealFile } from '#/server/kernel/files/sealed-files.ts'
import { vaultWith } from '#/server/lib/vault/vault.ts'

describe('files sealed at rest', () => {
  const home = mkdtempSync(join(tmpdir(), 'sealed-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const [older, newer, index] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const vault = vaultWith({ sealing: [older], index })
  const innerStore = folderStore(home)
  const store = sealedStore(innerStore, vault)
  const samplePlaintext = Buffer.from('a picture of an identity card')

  test('sealed files of any length are read back unchanged, whole or streamed', async () => {
    for (const length of [0, 1, 15, 65_535, 65_536, 65_537, 131_072, 200_000]) {
      const id = randomUUID()
      const bytes = randomBytes(length)
      await store.write(id, bytes)
      assert.ok(Buffer.from(await store.read(id)).equals(bytes), `${length} read`)
      assert.ok((await buffer(await store.stream(id))).equals(bytes), `${length} streamed`)
      const path = join(home, `draft-${length}`)
      writeFileSync(path, bytes)
      await store.writeFrom(id, path)
      assert.ok(Buffer.from(await store.read(id)).equals(bytes), `${length} from a file`)
    }
    assert.deepEqual(
      readdirSync(home, { recursive: true }).filter((name) => /sealed|tmp$/.test(String(name))),
      [],
      'no draft is left',
    )
  })

  test('a stream closes its file when it is abandoned or its bytes were altered', async () => {
    const openedStreams: Readable[] = []
    const watchedStore = sealedStore(
      {
        ...innerStore,
        async stream(id) {
          const source = await innerStore.stream(id)
          openedStreams.push(source)
          return source
        },
      },
      vault,
    )
    const [id, altered] = [randomUUID(), randomUUID()]
    for (const each of [id, altered]) await store.write(each, randomBytes(200_000))
    const path = join(home, altered.slice(0, 2), altered)
    writeFileSync(path, readFileSync(path).fill(1, 100, 110))
    ;(await watchedStore.stream(id)).destroy()
    for await (const _ of await watchedStore.stream(id)) break
    await assert.rejects(buffer(await watchedStore.stream(altered)))
    await store.remove(altered)
    await setImmediate()
    assert.deepEqual(
      openedStreams.map((source) => source.destroyed),
      [true, true, true],
    )
  })

  test('sealed bytes neither contain the text nor show that two files are equal', async () => {
    const [one, other] = [randomUUID(), randomUUID()]
    await store.write(one, samplePlaintext)
    await store.write(other, samplePlaintext)
    const storedFiles = [one, other].map((id) => readFileSync(join(home, id.slice(0, 2), id)))
    for (const bytes of storedFiles) assert.ok(!bytes.includes('identity'))
    assert.ok(!storedFiles[0]?.equals(storedFiles[1] ?? Buffer.alloc(0)))
  })

  test('an altered, truncated or swapped sealed file does not open', async () => {
    const id = randomUUID()
    const sealedFile = await sealFile(vault, id, randomBytes(150_000))
    assert.equal((await openFile(vault, id, sealedFile)).length, 150_000)
    const corruptedFile = Buffer.from(sealedFile)
    corruptedFile[sealedFile.length - 40] = (corruptedFile[sealedFile.length - 40] ?? 0) ^ 1
    await assert.rejects(openFile(vault, id, corruptedFile))
    await assert.rejects(openFile(vault, id, sealedFile.subarray(0, sealedFile.length - 30_000)))
    await assert.rejects(openFile(vault, id, sealedFile.subarray(0, 65_552 + 200)), 'cut behind a chunk')
    await assert.rejects(openFile(vault, randomUUID(), sealedFile), 'under another id')
  })

  test('unsealed files of earlier versions are readable and can be sealed once', async () => {
    const id = randomUUID()
    await innerStore.write(id, samplePlaintext)
    assert.ok(Buffer.from(await store.read(id)).equals(samplePlaintext))
    assert.ok((await buffer(await store.stream(id))).equals(samplePlaintext))
    assert.equal(await store.reseal(id), true)
    assert.ok(!Buffer.from(await innerStore.read(id)).includes('identity'))
    assert.ok(Buffer.from(await store.read(id)).equals(samplePlaintext))
    assert.equal(await store.reseal(id), false)
  })

  test('after a key rotation a file opens with the new key and not with the old one', async () => {
    const id = randomUUID()
    await store.write(id, samplePlaintext)
    const storeWithBothKeys = sealedStore(innerStore, vaultWith({ sealing: [newer, older], index }))
    assert.ok(Buffer.from(await storeWithBothKeys.read(id)).equals(samplePlaintext))
    assert.ok((await resealAllFiles(storeWithBothKeys)) > 5)
    assert.equal(await resealAllFiles(storeWithBothKeys), 0)
    const storeWithNewKey = sealedStore(innerStore, vaultWith({ sealing: [newer], index }))
    assert.ok(Buffer.from(await storeWithNewKey.read(id)).equals(samplePlaintext))
    await assert.rejects(store.read(id), /does not open/)
  })

  test('reading a missing file fails before the first chunk', async () => {
    await assert.rejects(store.stream(randomUUID()), /ENOENT/)
    await assert.rejects(store.read(randomUUID()), /ENOENT/)
  })
})
