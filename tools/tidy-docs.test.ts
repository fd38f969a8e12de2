import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { archiveMegabytes, fileMegabytes, statementMegabytes } from '#/domain/upload.ts'
import { edgesText } from '#/tools/edges.ts'
import { root, zones } from '#/tools/sources.ts'

// The documents match the program.

/** Files named in documents that the program writes at run time. */
const madeLater: Readonly<Record<string, string>> = {
  'server/tests/histories-kept.json': 'a history that failed, until it is mended',
}

test('docs/edges.md matches the imports: else run `npm run edges`', () => {
  const path = join(root, 'docs/edges.md')
  assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : '', edgesText(), 'docs/edges.md is out of date')
})

test('docs/architecture.md has at most 100 lines', () => {
  const lines = readFileSync(join(root, 'docs/architecture.md'), 'utf8').trimEnd().split('\n')
  assert.ok(lines.length <= 100, `${lines.length} lines`)
  assert.deepEqual(
    lines.filter((line) => line.length > 180),
    [],
  )
})

test('every path in the documents exists', () => {
  const ours = new RegExp(`^(${[...zones, 'docs'].join('|')})/`)
  // `api/<group>/<module>.ts` and `domain/tax-….ts` stand for several paths. A name in angle brackets is one path
  // segment.
  const asGlob = (path: string) => path.replace(/<[a-z]+>|…/g, '*')
  const exists = (path: string) => path in madeLater || existsSync(join(root, path)) || globSync(asGlob(path), { cwd: root }).length > 0
  const wrong = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap((match) => (match[1] ?? '').split(/[\s,:]+/))
    return [...new Set(words)].filter((word) => ours.test(word) && !exists(word)).map((word) => `${document}: ${word}`)
  })
  assert.deepEqual(wrong, [])
})

test('every link in the documents leads to an existing file', () => {
  const wrong = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(root, document, '..', target)))
      .map((target) => `${document}: ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('the example proxy accepts the largest file that the product accepts', () => {
  const [, megabytes = '0'] = /client_max_body_size (\d+)m;/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ?? []
  // The form fields are part of the request body.
  assert.ok(Number(megabytes) > Math.max(fileMegabytes, statementMegabytes, archiveMegabytes), `${megabytes} MB`)
})
