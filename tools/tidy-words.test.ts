import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { findOffenders, moduleGroups, programSources, root, sources } from '#/tools/sources.ts'

// Checks that each concept has one word.

/** Modules of the server without operations. */
const reasonWithoutOperations: Readonly<Record<string, string>> = {
  ledger: 'journals are written by payments, payouts and prepayments; the texts name its accounts',
  retention: 'only a job',
  tax: 'used by each module that moves a line',
  tickets: 'tickets for visitors without an account; issued by applications, identity and papers',
}

/** Files of `api` that belong to a module of another name. */
const moduleByApiFile: Readonly<Record<string, string>> = {
  'application-fields': 'applications',
  'application-rows': 'applications',
  'batch-rows': 'payments',
  candidates: 'operators',
  'contract-import': 'imports',
  'contract-modes': 'contracts',
  'contract-rows': 'contracts',
  face: 'contracts',
  'import-states': 'imports',
  income: 'imports',
  'invoice-orders': 'invoices',
  'invoice-refusals': 'invoices',
  'invoice-rows': 'invoices',
  'line-issues': 'lines',
  'message-batches': 'messages',
  'message-changes': 'messages',
  'message-collections': 'messages',
  'message-commissions': 'messages',
  'message-invoices': 'messages',
  'message-prepayments': 'messages',
  'message-reconciliation': 'messages',
  'message-reviews': 'messages',
  'message-seals': 'messages',
  'message-taxes': 'messages',
  'message-topics': 'messages',
  'order-lists': 'imports',
  particulars: 'operators',
  'payout-channels': 'payouts',
  'payout-exceptions': 'payouts',
  'payout-reports': 'payouts',
  'period-corrections': 'periods',
  'period-detail': 'periods',
  'period-rows': 'periods',
  'period-shares': 'periods',
  'personal-columns': 'personal',
  'personal-parts': 'personal',
  points: 'policies',
  'policy-rows': 'policies',
  refunds: 'prepayments',
  'report-columns': 'reports',
  'sign-ins': 'audit',
  'signature-methods': 'units',
  splits: 'fees',
  statements: 'prepayments',
  'trail-fields': 'audit',
  'transfer-returns': 'ledger',
  'unit-terms': 'units',
  'user-rows': 'users',
}

function foldersOf(zone: string): string[] {
  return moduleGroups.flatMap((group) =>
    existsSync(join(root, zone, group))
      ? readdirSync(join(root, zone, group), { withFileTypes: true }).flatMap((each) => (each.isDirectory() ? [`${group}/${each.name}`] : []))
      : [],
  )
}

test('a module has the same one-word name and group in every zone', () => {
  const placeIn = (zone: string, name: string) => moduleGroups.filter((group) => existsSync(join(root, zone, group, name)))
  for (const name of Object.keys(modules)) {
    assert.match(name, /^[a-z]+$/)
    const [group = 'nowhere', ...others] = placeIn('server', name)
    assert.deepEqual(others, [], `${name} is in several groups`)
    assert.deepEqual(placeIn('api', `${name}.ts`), [group], `api/${group}/${name}.ts is missing`)
    const pagesAt = placeIn('web', name)
    if (pagesAt.length > 0) assert.deepEqual(pagesAt, [group], `web/${name} is in another group`)
  }
})

test('every page has a unique path', () => {
  const paths = Object.values(pages).map((page) => page.path)
  assert.equal(new Set(paths).size, paths.length)
})

test('every module of server and browser has its file in api, in the same group', () => {
  const isInApi = (module: string) => existsSync(join(root, 'api', `${module}.ts`))
  assert.deepEqual(
    foldersOf('server')
      .filter((module) => !isInApi(module))
      .map((module) => module.split('/')[1] ?? '')
      .toSorted(),
    Object.keys(reasonWithoutOperations),
  )
  assert.deepEqual(
    foldersOf('web').filter((module) => !isInApi(module)),
    [],
  )
})

test('every file of api belongs to a server module of the same group', () => {
  const apiFiles = moduleGroups.flatMap((group) =>
    [...new Set(readdirSync(join(root, 'api', group)).map((name) => name.replace(/(\.texts|\.test)?\.ts$/, '')))]
      .filter((name) => !existsSync(join(root, 'server', group, name)))
      .map((name) => ({ group, name })),
  )
  assert.deepEqual(apiFiles.map(({ name }) => name).toSorted(), Object.keys(moduleByApiFile))
  for (const { group, name } of apiFiles) assert.ok(existsSync(join(root, 'server', group, moduleByApiFile[name] ?? '')), `${name} is in another group`)
})

test('code uses the names of domain/base/codes.ts for account codes', () => {
  // Matches comparisons and assignments in code and SQL. Skips 0, which is an exit code, and HTTP statuses, which have
  // three digits.
  const bareStatePattern =
    /\b(?:(?:usertype|poststatus)(?:\??: |=\{|\)? [!=]=?=? | <> | in \(|', '=', )\d|status(?:\??: |=\{|\)? [!=]=?=? | <> | in \(|', '=', )[1-9])\b/
  assert.deepEqual(
    findOffenders(sources, ({ text }) => bareStatePattern.exec(text)?.[0] ?? null),
    [],
  )
})

/** Returns the replaced words of the table of terms, by language. */
function replacedWords(): { language: string; word: string }[] {
  const table = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split('# Terms in four languages')[1] ?? ''
  const cells = table.split('\n').flatMap((line) => (line.startsWith('| ') ? [line.split('|').at(-2)?.trim() ?? ''] : []))
  return cells.flatMap((cell) =>
    cell.split(';').flatMap((part) => {
      const [language = '', words = ''] = part.trim().split(/: (.*)/)
      return /^(en|es|ja)$/.test(language) ? words.split(', ').map((word) => ({ language, word })) : []
    }),
  )
}

test('no text uses a word that the table of terms has replaced', () => {
  const wordReplacements = replacedWords()
  assert.ok(wordReplacements.length > 50)
  const translatedText = /\b(en|es|ja): (['"`])((?:\\.|(?!\2)[^\\])*)\2/g
  const offences = findOffenders(programSources, ({ text }) => {
    for (const [, language, , phrase = ''] of text.matchAll(translatedText)) {
      const replacement = wordReplacements.find((each) => each.language === language && phrase.includes(each.word))
      if (replacement) return `says “${replacement.word}” in “${phrase}”`
    }
    return null
  })
  assert.deepEqual(offences, [])
})

interface TermRule {
  readonly term: string
  readonly refused: Readonly<Partial<Record<'en' | 'es' | 'ja', RegExp>>>
}

/** Words that texts must not use for a Chinese term, because the table of terms gives the word to another term. */
const termRules: readonly TermRule[] = [
  { term: '服务费', refused: { es: /comisi/i, ja: /紹介手数料/ } },
  { term: '佣金', refused: { en: /\bfee\b/i, es: /tarifa/i, ja: /(?<!紹介)手数料/ } },
  { term: '证件', refused: { ja: /(?<!納税|取引|署名)証明書/ } },
  { term: '挂账', refused: { es: /transitoria|\bpendientes\b/i, ja: /仮(?!勘定)/ } },
  { term: '核定征收率', refused: { en: /levy rate|^rate\b/i, es: /gravamen/i, ja: /(?<!査定)徴収率/ } },
  { term: '查账征收', refused: { en: /actual profit|by the books/i } },
  { term: '待复核', refused: { en: /\bto be\b|^to |\bto (?:confirm|review)$|^waiting for/i, es: /por (?:confirmar|revisar)/i } },
]

test('no text uses for a Chinese term the word of another term', () => {
  const text =
    /\{\s*zh: (['`])((?:\\.|(?!\1)[^\\])*)\1,\s*en: (['`])((?:\\.|(?!\3)[^\\])*)\3,\s*es: (['`])((?:\\.|(?!\5)[^\\])*)\5,\s*ja: (['`])((?:\\.|(?!\7)[^\\])*)\7/g
  const counts = new Map(termRules.map(({ term }) => [term, 0]))
  const offences = findOffenders(programSources, ({ text: source }) => {
    for (const [, , zh = '', , en = '', , es = '', , ja = ''] of source.matchAll(text))
      for (const { term, refused } of termRules.filter((rule) => zh.includes(rule.term))) {
        counts.set(term, (counts.get(term) ?? 0) + 1)
        for (const [language, phrase] of Object.entries({ en, es, ja })) if (refused[language as 'en']?.test(phrase)) return `${term} in “${phrase}”`
      }
    return null
  })
  assert.deepEqual(offences, [])
  for (const [term, count] of counts) assert.ok(count > 1, `${term} is in ${count} texts`)
})
