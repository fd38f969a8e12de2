import assert from 'node:assert/strict'
import { basename, extname } from 'node:path'
import { test } from 'node:test'
import { offenders, programSources, sources } from '#/tools/sources.ts'

// Contents and length of files.

/** Files without a length limit. */
const generated: Readonly<Record<string, string>> = {
  'server/lib/database/tables.ts': 'written by `npm run schema`',
}

/** Files that may read the clock or create random numbers. */
const mayReadClock: Readonly<Record<string, string>> = {
  'server/kernel/': 'provides clock and random numbers through the context',
  'server/lib/': 'locks and maintains the embedded database, creates keys and nonces: below the context',
  'web/kernel/': 'provides the time to pages, numbers requests and spreads retries',
  'tools/': 'run by hand, at the time of the machine',
  'bench/': 'run by hand, at the time of the machine',
  'e2e/': 'unused names for each run; waits',
}

/** Files that contain the forbidden marks as text. */
const fontFiles: Readonly<Record<string, string>> = {
  'tools/tidy-files.test.ts': 'contains the list of marks',
}

test('files have at most 400 lines and a specific name', () => {
  const forbidden = new Set(['utils', 'helpers', 'common', 'misc', 'types', 'constants', 'index', 'manager', 'data', 'info'])
  const wrong = offenders(sources, (source) => {
    const name = basename(source.path, extname(source.path))
    if (forbidden.has(name)) return 'a drawer, not a name'
    const length = source.text.split('\n').length
    return length > 401 && !(source.path in generated) ? `${length} lines` : null
  })
  assert.deepEqual(wrong, [])
})

test('only listed files read the clock or create random numbers', () => {
  const wrong = offenders(programSources, (source) => {
    if (Object.keys(mayReadClock).some((folder) => source.path.startsWith(folder))) return null
    const use = source.text.match(/\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/)
    return use ? `uses ${use[0]}` : null
  })
  assert.deepEqual(wrong, [])
})

test('money and rates are never computed with floats or raw arithmetic on yuan', () => {
  const wrong = offenders(
    programSources.filter((source) => source.zone === 'domain' || source.zone === 'server'),
    (source) => {
      // The only file that formats a rate as a percentage.
      if (source.path === 'domain/base/money.ts') return null
      const use = source.text.match(/parseFloat\(|\.toFixed\(/)
      return use ? `uses ${use[0]}` : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('no test is skipped, no check is disabled and no work is marked as open', () => {
  const marks =
    /\b(TODO|FIXME|XXX|HACK)\b|not implemented|coming soon|敬请期待|@ts-(ignore|expect-error|nocheck)|\b(test|it|describe)\.(skip|only|todo)\b|console\.log|: any\b|as any\b/
  const wrong = offenders(
    sources.filter((source) => !(source.path in fontFiles)),
    (source) => source.text.match(marks)?.[0] ?? null,
  )
  assert.deepEqual(wrong, [])
})

test('only pages, configurations, reporters and the browser setup use default exports', () => {
  const demanded = /Page\.tsx$|\.config\.ts$|-reporter\.ts$|^e2e\/prepare\.ts$/
  const wrong = offenders(programSources, (source) => (/export default/.test(source.text) && !demanded.test(source.path) ? 'a default export' : null))
  assert.deepEqual(wrong, [])
})

test('public functions have a docstring', () => {
  const open = programSources.filter((source) => source.zone === 'domain' || source.zone === 'api' || source.path.endsWith('/public.ts'))
  const wrong = offenders(open, (source) => {
    const lines = source.text.split('\n')
    const bare = lines.findIndex((line, at) => /^export (async )?function /.test(line) && !/\*\/\s*$/.test(lines[at - 1] ?? ''))
    return bare === -1 ? null : `line ${bare + 1} has no docstring`
  })
  assert.deepEqual(wrong, [])
})
