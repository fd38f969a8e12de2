import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BrokenEntry, openZip, ZipError } from '#/server/lib/unzip.ts'
import { gbkName, type RawFile, rawZip } from '#/server/lib/unzip-testing.ts'

const limits = { files: 10, maxUnpackedBytes: 1024 * 1024 }
const bytes = Buffer.from('some bytes')
const openFiles = (files: readonly RawFile[]) => openZip(rawZip(files), limits)
const problem = async (archiveBytes: Uint8Array) =>
  openZip(archiveBytes, limits).then(
    () => 'opened',
    (error: unknown) => (error instanceof ZipError ? error.problem : String(error)),
  )

test('names are decoded from GBK, declared and undeclared UTF-8, and Windows paths', async () => {
  const zip = await openFiles([
    { name: gbkName, bytes },
    { name: '合同二.pdf', bytes, flags: 0x800 },
    { name: '合同三.pdf', bytes },
    { name: '2025\\合同四.pdf', bytes },
  ])
  assert.deepEqual(
    zip.items.map(({ path }) => path),
    ['合同一.pdf', '合同二.pdf', '合同三.pdf', '2025/合同四.pdf'],
  )
  assert.deepEqual(await zip.read(0), bytes)
})

test('folders and system files of a ZIP are not listed', async () => {
  const names = ['a/', '__MACOSX/a/._x.pdf', '.DS_Store', 'a/Thumbs.db', 'a/x.pdf']
  const zip = await openFiles(names.map((name) => ({ name, bytes: name.endsWith('/') ? Buffer.alloc(0) : bytes })))
  assert.deepEqual(zip.items, [{ path: 'a/x.pdf', size: bytes.length }])
})

test('invalid, encrypted, unsafe and oversized ZIPs are not opened', async () => {
  assert.equal(await problem(Buffer.from('%PDF-1.7 no zip')), 'broken')
  assert.equal(await problem(rawZip([{ name: 'x.pdf', bytes, flags: 1 }])), 'encrypted')
  for (const name of ['../x.pdf', 'a/../../x.pdf', '/etc/x.pdf', 'C:\\x.pdf', '..\\x.pdf']) assert.equal(await problem(rawZip([{ name, bytes }])), 'path', name)
  assert.equal(await problem(rawZip(Array.from({ length: 11 }, (_, at) => ({ name: `${at}.pdf`, bytes })))), 'tooMany')
  assert.equal(await problem(rawZip([{ name: 'x.pdf', bytes: Buffer.alloc(2 * limits.maxUnpackedBytes) }])), 'tooLarge')
  assert.equal(await problem(rawZip([{ name: 'x.pdf', bytes }]).subarray(0, -30)), 'broken')
})

test('a file that differs from its entry in the ZIP directory is reported as broken', async () => {
  const zipBomb = await openFiles([{ name: 'x.pdf', bytes: Buffer.alloc(64 * 1024 * 1024), size: 10 }])
  await assert.rejects(zipBomb.read(0), BrokenEntry)
  const archive = await openFiles([{ name: 'x.pdf', bytes, crc: 1 }])
  await assert.rejects(archive.read(0), BrokenEntry)
})
