import assert from 'node:assert/strict'
import { basename, extname } from 'node:path'
import { test } from 'node:test'
import { code, offenders, sources } from '#/tools/sources.ts'

// What stands in a file, and how long it may be.

test('files are short and named for what they hold', () => {
  const forbidden = new Set(['utils', 'helpers', 'common', 'misc', 'types', 'constants', 'index', 'manager', 'data', 'info'])
  const generated = new Set(['server/lib/database/tables.ts'])
  const wrong = offenders(sources, (source) => {
    const name = basename(source.path, extname(source.path))
    if (forbidden.has(name)) return 'a drawer, not a name'
    const length = source.text.split('\n').length
    return length > 401 && !generated.has(source.path) ? `${length} lines` : null
  })
  assert.deepEqual(wrong, [])
})

test('only the machinery reads the clock or makes random numbers', () => {
  const allowed = /^(server\/(kernel|lib)\/|tools\/|bench\/|e2e\/|web\/kernel\/)/
  const wrong = offenders(code, (source) => {
    if (allowed.test(source.path)) return null
    const use = source.text.match(/\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/)
    return use && source.path !== 'server/tests/testing.ts' ? `uses ${use[0]}` : null
  })
  assert.deepEqual(wrong, [])
})

test('money and rates are never computed with floats or raw arithmetic on yuan', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'domain' || source.zone === 'server'),
    (source) => {
      if (source.path === 'domain/money.ts') return null
      const use = source.text.match(/parseFloat\(|\.toFixed\(/)
      return use ? `uses ${use[0]}` : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('nothing is skipped, silenced or left for later', () => {
  const marks =
    /\b(TODO|FIXME|XXX|HACK)\b|not implemented|coming soon|敬请期待|@ts-(ignore|expect-error|nocheck)|\b(test|it|describe)\.(skip|only|todo)\b|console\.log|: any\b|as any\b/
  const wrong = offenders(
    sources.filter((source) => source.path !== 'tools/tidy-files.test.ts'),
    (source) => source.text.match(marks)?.[0] ?? null,
  )
  assert.deepEqual(wrong, [])
})

test('only pages are default exports', () => {
  const wrong = offenders(code, (source) => (/export default/.test(source.text) && !/Page\.tsx$|\.config\.ts$/.test(source.path) ? 'a default export' : null))
  assert.deepEqual(wrong, [])
})

test('public functions say what they mean', () => {
  const open = code.filter((source) => source.zone === 'domain' || source.zone === 'api' || source.path.endsWith('/public.ts'))
  const wrong = offenders(open, (source) => {
    const lines = source.text.split('\n')
    const bare = lines.findIndex((line, at) => /^export (async )?function /.test(line) && !/\*\/\s*$/.test(lines[at - 1] ?? ''))
    return bare === -1 ? null : `line ${bare + 1} has no docstring`
  })
  assert.deepEqual(wrong, [])
})
