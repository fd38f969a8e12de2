import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type ProseKind, proseOf, type Sentence } from '#/tools/prose.ts'
import { root } from '#/tools/sources.ts'

// Checks the English of documents, comments, test titles, screen texts and messages: plain words and short sentences.
// CONTRIBUTING.md describes the style.

/** The zones that are checked. Switch a zone on when it is clean. */
const zones: readonly { readonly kind: ProseKind; readonly files: readonly string[]; readonly isHeld: boolean }[] = [
  { kind: 'document', files: ['README.md', 'CONTRIBUTING.md', 'docs/**/*.md'], isHeld: true },
  { kind: 'comment', files: ['domain/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['api/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['server/{lib,kernel,app,tests}/**/*.ts', 'server/main.ts'], isHeld: true },
  { kind: 'comment', files: ['server/{services,access,organisations,people,agreements}/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['server/money/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['server/{taxation,onboarding,desk}/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['web/**/*.{ts,tsx,css}'], isHeld: true },
  { kind: 'comment', files: ['db/base/**/*.ts', 'demo/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['db/schema/**/*.sql'], isHeld: true },
  { kind: 'comment', files: ['tools/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['e2e/**/*.ts', 'bench/**/*.ts'], isHeld: true },
  { kind: 'comment', files: ['.ci/run'], isHeld: true },
  { kind: 'title', files: ['{domain,api,web,db,demo}/**/*.test.ts'], isHeld: true },
  { kind: 'title', files: ['server/{lib,kernel,app,tests}/**/*.test.ts'], isHeld: true },
  { kind: 'title', files: ['server/{services,access,organisations,people,agreements}/**/*.test.ts'], isHeld: true },
  { kind: 'title', files: ['server/money/**/*.test.ts'], isHeld: true },
  { kind: 'title', files: ['server/{taxation,onboarding,desk}/**/*.test.ts'], isHeld: true },
  { kind: 'title', files: ['tools/**/*.test.ts'], isHeld: true },
  { kind: 'title', files: ['e2e/**/*.spec.ts'], isHeld: true },
  { kind: 'text', files: ['{domain,api,server,web,db,demo}/**/*.{ts,tsx}'], isHeld: true },
  { kind: 'message', files: ['{domain,api,server,web,db,demo,tools,bench,e2e}/**/*.{ts,tsx}'], isHeld: true },
]

/** Files whose words this repository does not choose. */
const skippedFiles: Readonly<Record<string, string>> = {
  'docs/edges.md': 'written by `npm run edges`',
  'docs/specification/': 'sentences of the customer, and titles of tests',
  'server/lib/database/tables.ts': 'written by `npm run schema`',
  'tools/tidy-prose.test.ts': 'examples of refused sentences',
}

/** Sentences that break a rule and are accepted, by a part of their text, with the reason. */
const exceptions: readonly { readonly path: string; readonly part: string; readonly reason: string }[] = [
  { path: 'docs/einvoice-http.md', part: 'CODE (19 digits)', reason: 'the fields of a message' },
]

/** Generated parts of documents, from one line to the end of the file. */
const generatedTails: Readonly<Record<string, { readonly line: string; readonly reason: string }>> = {
  'docs/operations.md': {
    line: '| table | what | how long | why | law |',
    reason: 'texts of server/desk/retention/rules.ts and permanent-tables.ts, compared by their own test',
  },
}

/** Refused words and patterns, each with plain words to use instead. */
const rules: readonly { readonly pattern: RegExp; readonly use: string }[] = [
  { pattern: /^(What|Who|Whoever|Whose|Whatever|That which)\b(?!.*\?$)/, use: 'name the thing or the person at the start of the sentence' },
  { pattern: /\b(whoever|whosoever|whomever|somebody|nobody|everybody)\b/i, use: 'the user, the caller, a reviewer, no one, everyone' },
  { pattern: /\b(anew|hereby|thereof|therein|herewith|once more)\b/i, use: 'again; recompute, rebuild, retry' },
  { pattern: /\bby (itself|themselves)\b/i, use: 'automatically, alone, separately' },
  { pattern: /\bbeside\b/i, use: 'next to, with, alongside' },
  { pattern: /\b(is|are|was|were|be|been|being) told\b|\btells? (of|that|it|them|what)\b/i, use: 'notify, report, show, receive' },
  { pattern: /\bhears? (of|about|from)\b|\bwords? of the bank\b/i, use: 'receives, response' },
  { pattern: /\b(stands?|stood) (in|at|on|by|there|above|below|as|once|where|still)\b/i, use: 'is, is in, is stored in' },
  { pattern: /\b(comes?|came) to (?!\w+ing\b)/i, use: 'totals, equals, arrives at' },
  { pattern: /\bthe very\b|\bof (its|their|our|one’s) own\b(?! \w)/i, use: 'the same; its own, separate' },
  {
    pattern: /\b(lets?|letting) go\b|\bmade good\b|\bin the way of\b|\bgives? back\b|\b(takes?|taken) (in|out)\b/i,
    use: 'release, settle, block, return, include, exclude',
  },
  { pattern: /\b(says?|said) (so|what|of it|it)\b/i, use: 'states, shows, contains' },
  { pattern: /\b(nothing|none|neither) (of it|that|but|else but)\b|\bno \w+ but\b|\bbut for\b/i, use: 'only, except, without' },
  { pattern: /\b(so|as) (long|often|far) as (may|can) be\b|\bfar enough\b|\bso often\b/i, use: 'the name of the limit' },
]

const maxWords: Readonly<Record<ProseKind, number>> = { document: 32, comment: 32, title: 20, text: 32, message: 40 }
const longestTitle = 90

function filesOf(globs: readonly string[]): string[] {
  const paths = globSync([...globs], { cwd: root, exclude: ['**/node_modules/**'] })
  return paths.filter((path) => !Object.keys(skippedFiles).some((each) => path.startsWith(each))).toSorted()
}

function textOf(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return text.split(`\n${generatedTails[path]?.line ?? '\0'}\n`)[0] ?? ''
}

function faultOf({ kind, text }: Sentence): string | null {
  const rule = rules.find(({ pattern }) => pattern.test(text))
  if (rule) return `“${rule.pattern.exec(text)?.[0].trim()}”: use ${rule.use}`
  if (kind === 'title' && text.length > longestTitle) return `${text.length} characters, at most ${longestTitle}`
  // A reader sees only one branch of a message with `select` or `plural`.
  const branches = kind === 'text' ? text.split(/\{\w+, (?:select|plural), \S+ \{|\} \S+ \{/) : [text]
  const words = Math.max(...branches.map((branch) => branch.split(/\s+/).filter((word) => /[A-Za-z0-9]/.test(word)).length))
  return words > maxWords[kind] ? `${words} words, at most ${maxWords[kind]}` : null
}

const isExcepted = (sentence: Sentence) => exceptions.some(({ path, part }) => path === sentence.path && sentence.text.includes(part))
const sentences = (zone: (typeof zones)[number]) => filesOf(zone.files).flatMap((path) => proseOf(path, zone.kind, textOf(path)))

describe('English prose of the repository', () => {
  for (const zone of zones.filter(({ isHeld }) => isHeld)) {
    test(`every ${zone.kind} of ${zone.files.join(', ')} is plain English`, () => {
      const offences = sentences(zone).flatMap((each) => {
        const fault = isExcepted(each) ? null : faultOf(each)
        return fault === null ? [] : [`${each.path}:${each.line} ${fault}: ${each.text.slice(0, 160)}`]
      })
      assert.deepEqual(offences, [])
    })
  }

  test('every zone has files and every exception is used', () => {
    assert.deepEqual(
      zones.filter(({ files }) => filesOf(files).length === 0),
      [],
    )
    const exceptedSentences = zones.flatMap((zone) => (zone.isHeld ? sentences(zone).filter((each) => faultOf(each) !== null) : []))
    const unusedExceptions = exceptions.filter(({ path, part }) => !exceptedSentences.some((each) => each.path === path && each.text.includes(part)))
    assert.deepEqual(unusedExceptions, [])
    for (const path of Object.keys(skippedFiles)) assert.ok(existsSync(join(root, path)), path)
  })

  test('the rules find faults in extracted sentences', () => {
    const document = '# A title\n\nOne sentence. Whoever pays\nwaits meanwhile.\n\n- An item; what `nobody` reads\n\n| cell | “nobody” |\n```\nnobody\n```\n'
    assert.deepEqual(
      proseOf('a.md', 'document', document).map(({ line, text }) => [line, text]),
      [
        [1, 'A title'],
        [3, 'One sentence.'],
        [3, 'Whoever pays waits meanwhile.'],
        [6, 'An item'],
        [6, 'what CODE reads'],
        [8, 'cell'],
        [8, 'QUOTE'],
      ],
    )
    const source =
      "/** Returns it.\n * Throws. */\nconst x = 1 // not read\n// Is told at once.\ntest('of two one wins', () => {})\nconst t = { en: 'It is the very file.' }\nfail('what was read stays as read')\nrun('select a from b where nobody')\n"
    const foundTexts = (['comment', 'title', 'text', 'message'] as const).flatMap((kind) => proseOf('a.ts', kind, source))
    assert.deepEqual(
      foundTexts.map((each) => [each.line, each.text, faultOf(each) !== null]),
      [
        [1, 'Returns it.', false],
        [1, 'Throws.', false],
        [4, 'Is told at once.', true],
        [5, 'of two one wins', false],
        [6, 'It is the very file.', true],
        [7, 'What was read stays as read', true],
      ],
    )
  })
})

/** Commits up to this one are not checked. */
const subjectsSince = 'cbdcc6d54e9e94f51cf70f848bcc5f6e3adfcf08'
/** Imperatives that look like another verb form. */
const imperatives =
  /^(Need|Feed|Seed|Embed|Speed|Bring|String|Ring|Process|Pass|Address|Discuss|Focus|Press|Cross|Guess|Miss|Bypass|Compress|Suppress|Assess|Access|Express|Canvass|Dismiss)$/

test('commit subjects are imperative and have at most 72 characters', (t) => {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (git('merge-base', '--is-ancestor', subjectsSince, 'HEAD').status !== 0) return t.skip('the history is absent')
  const subjects = git('log', '--no-merges', '--format=%s', `${subjectsSince}..HEAD`).stdout.split('\n').filter(Boolean)
  const offences = subjects.filter((subject) => {
    const [first = ''] = subject.split(' ')
    const isOther = /(ed|ing|s)$/.test(first) && !imperatives.test(first)
    const isNoVerb = /^(The|A|An|What|Who|Whoever|Each|Every|Of|One|Two|It|Its|How|Where|When|That|There|No|Nothing|Now|All|Only|For|In|On|At|From|With)$/.test(
      first,
    )
    return subject.length > 72 || subject.endsWith('.') || !/^[A-Z][a-z]+(-[a-z]+)*$/.test(first) || isOther || isNoVerb
  })
  assert.deepEqual(offences, [])
})
