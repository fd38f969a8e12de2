import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharp } from '#/server/lib/sharp.ts'

const threadNames = () => readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim())

test('sixteen threads for pictures start with the program and remain after use', { skip: process.platform !== 'linux' }, async () => {
  const countThreads = () => threadNames().filter((name) => name === 'libvips worker').length
  assert.equal(countThreads(), 16)
  await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  assert.equal(countThreads(), 16)
})
