import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

test('every proof that docs/specification.md names is the title of a test that exists', () => {
  const rows = readFileSync(join(root, 'docs/specification.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| sentence'))
  assert.ok(rows.length > 60)
  const missing: string[] = []
  for (const row of rows) {
    const proofs = [...row.matchAll(/`([\w/.-]+)` › (.+?)(?=<br>| \|$)/g)]
    if (proofs.length === 0) missing.push(`without proof: ${row}`)
    for (const [, path = '', words = ''] of proofs) {
      const titles = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').match(/\btest\(\s*(['"`]).+?\1/g) : null
      if (!titles?.some((title) => title.includes(words))) missing.push(`${path} › ${words}`)
    }
  }
  assert.deepEqual(missing, [])
})
