import assert from 'node:assert/strict'
import { basename, extname } from 'node:path'
import { test } from 'node:test'
import { findOffenders, programSources, sources } from '#/tools/sources.ts'

// Checks the names, length and contents of files.

/** Files without a length limit. */
const generatedFiles: Readonly<Record<string, string>> = {
  'server/lib/database/tables.ts': 'written by `npm run schema`',
}

/** Files that may read the clock or create random numbers. */
const clockReaders: Readonly<Record<string, string>> = {
  'server/kernel/': 'provides clock and random numbers through the context',
  'server/lib/': 'locks and maintains the embedded database, creates keys and nonces: below the context',
  'web/kernel/': 'provides the time to pages, numbers requests and spreads retries',
  'tools/': 'run by hand, at the time of the machine',
  'bench/': 'run by hand, at the time of the machine',
  'e2e/': 'unused names for each run; waits',
}

/** Files that contain the forbidden marks as text. */
const markListingFiles: Readonly<Record<string, string>> = {
  'tools/tidy-files.test.ts': 'contains the list of marks',
}

test('files have at most 400 lines and a specific name', () => {
  const forbiddenNames = new Set(['utils', 'helpers', 'common', 'misc', 'types', 'constants', 'index', 'manager', 'data', 'info'])
  const offences = findOffenders(sources, (source) => {
    const name = basename(source.path, extname(source.path))
    if (forbiddenNames.has(name)) return 'a drawer, not a name'
    const length = source.text.split('\n').length
    return length > 401 && !(source.path in generatedFiles) ? `${length} lines` : null
  })
  assert.deepEqual(offences, [])
})

test('server/kernel has two files at the top and at most 30 program files in each folder', () => {
  const fileCountByRoom = new Map<string, number>()
  for (const { path } of programSources) {
    const [room, file] = path.startsWith('server/kernel/') ? path.slice('server/kernel/'.length).split('/') : []
    if (room) fileCountByRoom.set(file ? `${room}/` : room, (fileCountByRoom.get(file ? `${room}/` : room) ?? 0) + 1)
  }
  assert.deepEqual(
    [...fileCountByRoom.keys()].filter((room) => !room.endsWith('/')),
    ['context.ts', 'kernel.ts'],
  )
  assert.deepEqual(
    [...fileCountByRoom].filter(([, count]) => count > 30),
    [],
  )
})

test('only listed files read the clock or create random numbers', () => {
  const offences = findOffenders(programSources, (source) => {
    if (Object.keys(clockReaders).some((folder) => source.path.startsWith(folder))) return null
    const use = source.text.match(/\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/)
    return use ? `uses ${use[0]}` : null
  })
  assert.deepEqual(offences, [])
})

test('domain and server use neither parseFloat nor toFixed, except to format rates', () => {
  const offences = findOffenders(
    programSources.filter((source) => source.zone === 'domain' || source.zone === 'server'),
    (source) => {
      // The only file that formats a rate as a percentage.
      if (source.path === 'domain/base/money.ts') return null
      const use = source.text.match(/parseFloat\(|\.toFixed\(/)
      return use ? `uses ${use[0]}` : null
    },
  )
  assert.deepEqual(offences, [])
})

test('no test is skipped, no check is disabled and no work is marked as open', () => {
  const marks =
    /\b(TODO|FIXME|XXX|HACK)\b|not implemented|coming soon|敬请期待|@ts-(ignore|expect-error|nocheck)|\b(test|it|describe)\.(skip|only|todo)\b|console\.log|: any\b|as any\b/
  const offences = findOffenders(
    sources.filter((source) => !(source.path in markListingFiles)),
    (source) => source.text.match(marks)?.[0] ?? null,
  )
  assert.deepEqual(offences, [])
})

test('only pages, configurations, reporters and the browser setup use default exports', () => {
  const defaultExportPattern = /Page\.tsx$|\.config\.ts$|-reporter\.ts$|^e2e\/prepare\.ts$/
  const offences = findOffenders(programSources, (source) =>
    /export default/.test(source.text) && !defaultExportPattern.test(source.path) ? 'a default export' : null,
  )
  assert.deepEqual(offences, [])
})

test('public functions have a docstring', () => {
  const exportingSources = programSources.filter((source) => source.zone === 'domain' || source.zone === 'api' || source.path.endsWith('/public.ts'))
  const offences = findOffenders(exportingSources, (source) => {
    const lines = source.text.split('\n')
    const undocumentedLine = lines.findIndex((line, at) => /^export (async )?function /.test(line) && !/\*\/\s*$/.test(lines[at - 1] ?? ''))
    return undocumentedLine === -1 ? null : `line ${undocumentedLine + 1} has no docstring`
  })
  assert.deepEqual(offences, [])
})
