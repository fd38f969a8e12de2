import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { generatedFiles } from '#/tools/schema.ts'

test('db/schema.sql and Kysely’s tables match the migrations: else run `npm run schema`', async () => {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    const file = join(import.meta.dirname, '..', path)
    assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : '', text, `${path} is out of date`)
  }
})
