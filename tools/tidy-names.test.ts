import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOffenders, type Source, sources } from '#/tools/sources.ts'

// Refuses names that were replaced. CONTRIBUTING.md describes the style, docs/glossary.md the terms.

/** Generated from the schema, and the rules themselves. */
const skippedFiles = ['server/lib/database/tables.ts', 'tools/tidy-names.test.ts']

/** Patterns of refused names of functions, variables and types, each with the names to use. */
const refusedNames: readonly { readonly pattern: RegExp; readonly use: string }[] = [
  { pattern: /^(?!at)[a-z]\w*Most$|_MOST$/, use: 'max…' },
  { pattern: /^(tell|told|untold)([A-Z]|$)|[a-z]Told$/, use: 'notify…, report…, entered, reported' },
  {
    pattern: /^(asked|wanted|kept)$|[a-z](Asked|Wanted|Kept)$|^(Asked|Wanted|Kept|Told|Said|Heard|Made|Found)$/,
    use: 'requested, expected, stored; a noun for a type',
  },
  {
    pattern: /^(hear|heard|told)$|[a-z](Heard|Twice|(?<!Days)Ahead|Stands?)$|^[Ss]tand(s|(?!In)[A-Z]\w*)?$/,
    use: 'received, reported, duplicate…, planned…, …Status',
  },
  { pattern: /^(startTest|ActiveDialog)$/, use: 'startTestServer, SetActiveDialog' },
  { pattern: /^Whole|[a-z](?<!is|expect)Whole$/, use: '…Detail' },
  { pattern: /^(giveBack|takeBack|takeUp|takeIn|takeOut)$/, use: 'release, withdraw, undo, toWorkingLine, import' },
  { pattern: /^[Ss]tandings?$|[a-z]Standings?$/, use: 'status, personMonth' },
  { pattern: /^[Hh]indrance|[a-z]Hindrance|^keepersOf$/, use: 'obstacle, administrators, reviewers' },
  { pattern: /^[Pp]urses?$|[a-z]Purses?$|^Reds$/, use: 'funds, balance, RedInvoices' },
  { pattern: /^[Dd]eeds?$|[a-z]Deeds?$|^hands$|[a-z]Hands$/, use: 'action, participants' },
  { pattern: /^(haveRoles?|(sendQueued|queryDue)Of|lackedBy|whoSigns|why(Not|Nothing)\w*|[a-z]\w*Says)$/, use: 'a verb with its object, or a noun' },
  {
    pattern: /^expect(Able|Away|May|MayTouch|More|MoreThanNothing|Out|Proper|Shut|Sound|Team|Unmoved)$/,
    use: 'expect… with the expected state or thing',
  },
  {
    pattern: /^(parcels?|askers|putTogether|disturbed)$|^LineStory$|^Waiting(Batch|Plan)$/,
    use: 'fileGroups, requester…, composed…, withDifferences, LineHistory, Pending…',
  },
  { pattern: /^(?!as|is)[a-z]\w*Written$|AndLeft$|^is(Platforms|Staffs)$|^[Cc]oming[A-Z]/, use: '…Labels, …AndDue, is…Scope, stream…' },
]

/** Words that no file name may contain. */
const refusedFiles = /(^|[/-])(telling|standing|beside|deeds|kept|keeping|asking|taking)([-.]|$)/i

const declarationPattern = /\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_]\w*)/g

/** Returns the first refused name that a file declares, or null. */
function refusedName({ path, text }: Pick<Source, 'path' | 'text'>): string | null {
  if (skippedFiles.includes(path)) return null
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  for (const [, name = ''] of code.matchAll(declarationPattern)) {
    const rule = refusedNames.find(({ pattern }) => pattern.test(name))
    if (rule) return `${name}: use ${rule.use}`
  }
  return null
}

test('no declaration has a refused name', () => {
  assert.deepEqual(findOffenders(sources, refusedName), [])
})

test('no file has a refused name', () => {
  assert.deepEqual(
    sources.filter(({ path }) => refusedFiles.test(path)).map(({ path }) => path),
    [],
  )
})

test('the rules find refused names in code and ignore comments', () => {
  const refusedPatterns = [
    'const rowsMost = 1',
    'function tellUnit() {}',
    'const agreementStands = []',
    'type WholeClaim = 1',
    'let asked',
    'interface Told {}',
    'const purse = 1',
    'const haveRole = 1',
    'function expectMoreThanNothing() {}',
    'function Reds() {}',
    'function parcels() {}',
    'interface WaitingBatch {}',
    'const store = 1, x = 2\nfunction takeBack() {}',
  ]
  for (const text of refusedPatterns) assert.notEqual(refusedName({ path: 'a.ts', text }), null, text)
  for (const text of ['const isWhole = 1', 'const atMost = 1', '// const told = 1', 'function notifyUnit() {}'])
    assert.equal(refusedName({ path: 'a.ts', text }), null)
})
