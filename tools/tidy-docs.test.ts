import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { maxArchiveMegabytes, maxFileMegabytes, maxStatementMegabytes } from '#/domain/base/upload.ts'
import { edgesText } from '#/tools/edges.ts'
import { root, zones } from '#/tools/sources.ts'

// Checks that the documents match the program.

/** All documents, by path from the root. */
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]

/** Files that documents name and that the program writes at run time. */
const pathsWrittenAtRunTime: Readonly<Record<string, string>> = {
  'server/tests/histories-kept.json': 'a history that failed, until it is mended',
  'web/dist': 'written by `npm run build`',
}

test('docs/edges.md matches the imports (else run `npm run edges`)', () => {
  const path = join(root, 'docs/edges.md')
  assert.equal(existsSync(path) ? readFileSync(path, 'utf8') : '', edgesText(), 'docs/edges.md is out of date')
})

test('README.md stays on one screen, with one picture and the test command', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const lines = text.trimEnd().split('\n')
  assert.ok(lines.length <= 70, `${lines.length} lines`)
  assert.ok(text.split(/\s+/).length <= 600, 'three minutes of reading')
  assert.equal(text.split('![').length - 1, 1, 'pictures')
  assert.match(text, /^npm ci && npm test\b/m)
})

test('each section of docs/architecture.md has at most ten sentences', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replace(/```[\s\S]*?```/g, '')
  const sections = text.split(/^## /m).slice(1)
  const sectionLengths = sections.map((section) => `${section.split('\n')[0]}: ${section.split(/[.?!](?=\s|$)/).length - 1}`)
  assert.ok(sections.length > 15)
  assert.deepEqual(
    sectionLengths.filter((each) => Number(each.split(': ')[1]) > 10),
    [],
  )
})

test('every path in the documents exists', () => {
  const ownPathPattern = new RegExp(`^(${[...zones, 'docs'].join('|')})/`)
  // `api/<group>/<module>.ts` and `domain/tax-….ts` stand for several paths. A name in angle brackets stands for one
  // path segment.
  const toGlob = (path: string) => path.replace(/<[a-z]+>|…/g, '*')
  const exists = (path: string) => path in pathsWrittenAtRunTime || existsSync(join(root, path)) || globSync(toGlob(path), { cwd: root }).length > 0
  const offences = documents.flatMap((document) => {
    const text = readFileSync(join(root, document), 'utf8')
    const words = [...text.matchAll(/`([^`\n]+)`/g)].flatMap((match) => (match[1] ?? '').split(/[\s,:]+/))
    return [...new Set(words)].filter((word) => ownPathPattern.test(word) && !exists(word)).map((word) => `${document}: ${word}`)
  })
  assert.deepEqual(offences, [])
})

/** Returns the anchors of a document, as GitHub writes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link in the documents leads to an existing file and heading', () => {
  const offences = documents.flatMap((document) =>
    [...readFileSync(join(root, document), 'utf8').matchAll(/\]\(([^)#:\s]*)(?:#([^)]*))?\)/g)].flatMap(([, target = '', anchor]) => {
      const path = target === '' ? join(root, document) : join(root, document, '..', target)
      if (!existsSync(path)) return [`${document}: ${target}`]
      return anchor === undefined || anchorsOf(readFileSync(path, 'utf8')).includes(anchor) ? [] : [`${document}: ${target}#${anchor}`]
    }),
  )
  assert.deepEqual(offences, [])
})

test('docs/operations.md lists the settings that the server reads', () => {
  const settingsSource = readFileSync(join(root, 'server/kernel/installation/settings.ts'), 'utf8')
  const settings = [...settingsSource.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name)
  const section = readFileSync(join(root, 'docs/operations.md'), 'utf8').split('\n## Settings\n')[1]?.split('\n## ')[0] ?? ''
  const listedSettings = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z0-9_]+)`/g)] : []))
  assert.ok(settings.length > 20)
  assert.deepEqual(listedSettings.map(([, name = '']) => name).toSorted(), settings.toSorted())
})

/** The decisions of the topic pages: number, title and page. */
const decisions = globSync('docs/decisions/*.md', { cwd: root })
  .filter((path) => !path.endsWith('/README.md'))
  .flatMap((path) => {
    const page = path.replace(/.*\/|\.md$/g, '')
    return [...readFileSync(join(root, path), 'utf8').matchAll(/^## (\d{4}) (.+)$/gm)].map(([, number = '', title = '']) => ({ number, title, page }))
  })
  .toSorted((a, b) => a.number.localeCompare(b.number))

test('the index lists each decision of the topic pages under a unique number', () => {
  const numbers = decisions.map(({ number }) => number)
  assert.deepEqual(numbers, [...new Set(numbers)])
  const files = globSync('docs/decisions/[0-9]*', { cwd: root })
  assert.deepEqual(files, [], 'move each into a section of a topic page')
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const rows = decisions.map(({ number, title, page }) => `| ${number} | ${title} | [${page}](${page}.md) |`)
  assert.deepEqual(
    index.split('\n').filter((line) => /^\| \d/.test(line)),
    rows,
  )
  assert.ok(index.includes(`The next free number is ${String(Number(numbers.at(-1)) + 1).padStart(4, '0')}.`))
})

test('every decision number in the repository has a heading', () => {
  const decisionNumbers = new Set(decisions.map(({ number }) => number))
  const files = [
    ...documents,
    ...globSync('{domain,api,server,web,db,demo,e2e,bench,tools}/**/*.{ts,tsx,css,sql,md,json}', { cwd: root, exclude: ['**/node_modules'] }),
  ]
  const offences = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const namedDecisions = [...text.matchAll(/\bdecisions? (\d{4}(?:(?:, | and |, and | to )\d{4})*)/gi)].flatMap(([, list = '']) => list.match(/\d{4}/g) ?? [])
    // On the topic pages, a number in brackets also names a decision.
    const bareNumbers = path.startsWith('docs/decisions/') ? [...text.matchAll(/[( ](00\d\d)[),]/g)].map(([, number = '']) => number) : []
    return [...namedDecisions, ...bareNumbers].filter((number) => !decisionNumbers.has(number)).map((number) => `${path}: ${number}`)
  })
  assert.deepEqual(offences, [])
})

/** Names in backticks that belong to other programs or that were removed, with the reason. */
const foreignNames: Readonly<Record<string, string>> = {
  agency_until: 'a removed column, named by its decision',
  archive_command: 'PostgreSQL',
  b12: 'an example of a cursor',
  CamelCasePlugin: 'Kysely',
  dayjs: 'a removed package',
  deallocate: 'SQL',
  exceljs: 'a removed package',
  gnp: 'an example of a file name',
  in_transit: 'a removed account, named by its decision',
  NODE_EXTRA_CA_CERTS: 'Node',
  pg_dump: 'PostgreSQL',
  pg_trgm: 'PostgreSQL',
  pub: 'an example of a file name',
  snake_case: 'a spelling',
  sslrootcert: 'PostgreSQL',
  standard_conforming_strings: 'PostgreSQL',
  StreamMaxLength: 'clamd',
  V3: 'an example of an edition',
  verify_rules: 'a removed column, named by its decision',
  _x0041_: 'an example of an escape',
}

const isComment = (line: string) => /^\s*(?:\/\*|\*|\/\/|--)/.test(line)
const wordsOf = (text: string) => text.match(/[A-Za-z_$][\w$]*/g) ?? []

/** The texts of code, tables, styles and settings, and the paths of all files. */
const codePaths = globSync('{.ci/*,*.json,{domain,api,server,web,db,demo,e2e,bench,tools,vectors}/**/*.{ts,tsx,css,sql,json,mjs,sh,html}}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).filter((path) => path !== 'package-lock.json')
const codeTexts = new Map(codePaths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

/** Returns the names in backticks of a text that occur nowhere in the code, with their lines. */
function unknownNames(text: string, vocabulary: ReadonlySet<string>): string[] {
  const textWithoutBlocks = text.replace(/^\s*```[\s\S]*?^\s*```/gm, (block) => block.replace(/[^\n]/g, ''))
  return textWithoutBlocks
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(/`([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\(\))?`/g)]
        .filter(([, name = '']) => wordsOf(name).some((word) => !vocabulary.has(word) && !(word in foreignNames)))
        .map(([, name]) => `${at + 1}: ${name}`),
    )
}

test('every name in backticks in documents and comments occurs in the code', () => {
  const vocabulary = new Set([...codePaths, ...documents].flatMap(wordsOf))
  const comments = new Map<string, string>()
  for (const [path, text] of codeTexts) {
    const lines = text.split('\n')
    for (const line of lines) if (!isComment(line) && path !== 'tools/tidy-docs.test.ts') for (const word of wordsOf(line)) vocabulary.add(word)
    if (/\.(ts|tsx|sql)$/.test(path)) comments.set(path, lines.map((line) => (isComment(line) ? line : '')).join('\n'))
  }
  const texts = [...documents.filter((path) => !path.startsWith('docs/specification/')), 'bench/mutants.md', 'bench/results.md']
  for (const path of texts) comments.set(path, readFileSync(join(root, path), 'utf8'))
  assert.deepEqual(
    [...comments].flatMap(([path, text]) => unknownNames(text, vocabulary).map((each) => `${path}:${each}`)),
    [],
  )
  assert.deepEqual(
    Object.keys(foreignNames).filter((name) => vocabulary.has(name)),
    [],
    'names that exist need no exception',
  )
})

test('every cited document and section exists', () => {
  const offences = [...codeTexts, ...documents.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)].flatMap(([path, text]) =>
    [...text.matchAll(/(?<![\w/.*-])((?:[\w-]+\/)*[\w-]+\.md),? §+ ?(\d+(?:\.\d+)*)/g)].flatMap(([cited, name = '', section = '']) => {
      const target = [name, `docs/${name}`, join(path, '..', name)].find((each) => existsSync(join(root, each)))
      const headings = target === undefined ? '' : readFileSync(join(root, target), 'utf8')
      return new RegExp(`^#+ §?${section.replaceAll('.', '\\.')}\\b`, 'm').test(headings) ? [] : [`${path}: ${cited}`]
    }),
  )
  assert.deepEqual(offences, [])
})

test('the example proxy accepts the largest file that the product accepts', () => {
  const [, megabytes = '0'] = /client_max_body_size (\d+)m;/.exec(readFileSync(join(root, 'docs/operations.md'), 'utf8')) ?? []
  // The form fields are part of the request body.
  assert.ok(Number(megabytes) > Math.max(maxFileMegabytes, maxStatementMegabytes, maxArchiveMegabytes), `${megabytes} MB`)
})
