import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf } from '#/domain/base/period.ts'
import { uncompilableMutants } from '#/tools/mutants/compiler.ts'
import { type Mutant, mutantsAt, root } from '#/tools/mutants/mutate.ts'
import { judgeMutants, scoreOf, sectionOf, survivorLine, withSection } from '#/tools/mutants/report.ts'
import { type SqlMutant, sqlMutantsOf } from '#/tools/mutants/sql.ts'
import { trySql } from '#/tools/mutants/sql-trial.ts'
import { type TrialMode, type TrialResult, tryMutants } from '#/tools/mutants/trial.ts'

// `npm run mutants -- domain`: mutates a part of the program and checks whether its tests notice. Results of whole
// areas go to `bench/mutants.md`. Single files (`-- domain/base/money.ts`) only print their survivors. `--sample 60
// --seed 1` tries that many mutants, spread over all files. `-- sql:server/money/tax` changes the SQL of a module
// instead: boundaries, conditions, and lists of states and modes, in its stores and schema functions. `--again` tries
// the survivors of the last sample. `--tests <file>` uses only these tests.

interface Area {
  readonly manner: TrialMode
  /** Folders and files of the area's tests. */
  readonly tests: readonly string[]
  readonly sample?: number
  readonly goal: number
}

const areas: Readonly<Record<string, Area>> = {
  domain: { manner: 'shared', tests: ['domain', 'tools/vectors.test.ts'], goal: 90 },
  'server/money/ledger': { manner: 'alone', tests: ['server/money/ledger'], sample: 60, goal: 75 },
  'server/money/payouts': { manner: 'alone', tests: ['server/money/payouts'], sample: 60, goal: 75 },
  'server/money/tax': { manner: 'alone', tests: ['server/money/tax'], sample: 60, goal: 75 },
}

// Tests of a module and of the modules that call it judge changes of its SQL. The ledger's SQL checks and reads the
// bookings of other modules.
const sqlAreas: Readonly<Record<string, readonly string[]>> = {
  'server/money/ledger': [
    'server/money/ledger',
    'server/money/payouts/exceptions/exceptions.test.ts',
    'server/money/payouts/exceptions/returns.test.ts',
    'server/money/reconciliation',
    'server/onboarding/moving',
    'server/taxation/periods/corrections.test.ts',
    'server/taxation/periods/paying.test.ts',
    'server/taxation/invoices/returned.test.ts',
    'server/taxation/businessfilings/returns.test.ts',
    'server/desk/integrity',
  ],
  'server/money/payments': [
    'server/money/payments',
    'server/money/lines',
    'server/money/collections',
    'server/money/payouts/payee-obstacles.test.ts',
    'server/money/payouts/dispatch/debts.test.ts',
    'server/desk/integrity',
  ],
  'server/money/payouts': ['server/money/payouts', 'server/money/reconciliation', 'server/money/collections', 'server/money/tax/late-slips.test.ts'],
  'server/money/clearings': ['server/money/clearings'],
  'server/money/tax': [
    'server/money/tax',
    'server/money/clearings',
    'server/money/lines/business-payee.test.ts',
    'server/onboarding/imports/income.test.ts',
    'server/money/lines/calculation.test.ts',
    'server/money/payments/policy-change.test.ts',
    'server/money/payments/limits.test.ts',
    'server/taxation/periods',
    'server/taxation/policies',
  ],
  'server/taxation/periods': [
    'server/taxation/periods',
    'server/taxation/filingcalendar',
    'server/taxation/accounting',
    'server/access/changes/changes.test.ts',
    'server/desk/reports/papers.test.ts',
    'server/money/tax/late-slips.test.ts',
  ],
  'server/taxation/invoices': [
    'server/taxation/invoices',
    'server/taxation/businessinvoices',
    'server/taxation/accounting',
    'server/desk/reports/papers.test.ts',
  ],
  'server/taxation/businessfilings': ['server/taxation/businessfilings', 'server/taxation/filingcalendar', 'server/people/entities'],
}
const sqlLimits = { sample: 12, goal: 85 } as const

const path = join(root, 'bench/mutants.md')
const reportHead = `# Mutants

\`npm run mutants -- <area>\` makes one change at a time (StrykerJS's mutators) and checks whether a test of that area fails: for \`domain\` its own tests and the
worked examples of the tax law, of a server's module its own tests. Mutants that do not compile are left out; the score is the share of the others that a
test notices. Accepted mutants, which behave the same for every caller, count as not noticed.
`

/** Returns a generator of deterministic numbers from 0 to below 1 (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixedBits = Math.imul(state ^ (state >>> 15), 1 | state)
    mixedBits = (mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), 61 | mixedBits)) ^ mixedBits
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Samples mutants in proportion to the size of each file. */
function sampleOf<M extends Mutant>(mutants: readonly M[], size: number, seed: number): M[] {
  const nextRandom = seededRandom(seed)
  const mutantsByFile = Map.groupBy(mutants, (mutant) => mutant.file)
  // The mutants of each file are shuffled and spread evenly over the interval from 0 to 1. The `size` mutants with the
  // lowest positions are then proportional to the files.
  const groupedMutants = [...mutantsByFile.values()].flatMap((fileMutants) => {
    const shuffledMutants = fileMutants.map((mutant) => ({ mutant, key: nextRandom() })).sort((a, b) => a.key - b.key)
    const offset = nextRandom()
    return shuffledMutants.map(({ mutant }, index) => ({ mutant, at: (index + offset) / fileMutants.length }))
  })
  return groupedMutants
    .sort((a, b) => a.at - b.at)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

function testFiles(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const fullPath = join(root, place)
    if (!statSync(fullPath).isDirectory()) return [fullPath]
    return readdirSync(fullPath, { encoding: 'utf8', recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(fullPath, name))
  })
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
    tests: { type: 'string', multiple: true },
  },
})
const seed = Number(values.seed)

/** Prints the survivors and the score. Writes the results of a whole area to the table of results. */
function reportResults(name: string, tried: readonly TrialResult[], { goal, extent, isWhole }: { goal: number; extent: string; isWhole: boolean }): void {
  const judgedMutants = judgeMutants(tried)
  for (const each of judgedMutants) if (each.verdict === 'open') process.stdout.write(`${survivorLine(each)}\n`)
  const score = scoreOf(judgedMutants)
  process.stdout.write(`${judgedMutants.length} mutants, score ${score.toFixed(1)} %, goal ${goal} %\n`)
  if (isWhole) {
    const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
    const summary = `${dayOf(new Date())}, commit ${commit}, ${extent}. Score **${score.toFixed(1)} %**, goal ≥ ${goal} %.`
    writeFileSync(path, withSection(existsSync(path) ? readFileSync(path, 'utf8') : reportHead, name, sectionOf(name, summary, judgedMutants)))
  }
  process.exitCode = score < goal || judgedMutants.some(({ verdict }) => verdict === 'open') ? 1 : 0
}

const progress = (count: number, of: number, { mutant, outcome, by }: TrialResult) =>
  process.stdout.write(`${count} of ${of}: ${mutant.file}:${mutant.line} ${outcome} ${by.split('\n')[0]}\n`)

const mutantKey = ({ file, from, to, context }: Mutant) => [file, from, to, context].join('\0')

/** Returns an area's results of the last run. Results of changes that no longer exist are left out. */
function lastResults(resultsPath: string, mutants: readonly SqlMutant[]): (TrialResult & { readonly mutant: SqlMutant })[] {
  if (!existsSync(resultsPath)) return []
  const mutantsByKey = new Map(mutants.map((mutant) => [mutantKey(mutant), mutant]))
  const rows = JSON.parse(readFileSync(resultsPath, 'utf8')) as (Omit<TrialResult, 'mutant'> & { readonly state: string })[]
  return rows.flatMap(({ state, ...result }) => {
    const mutant = mutantsByKey.get(state)
    return mutant ? [{ ...result, mutant }] : []
  })
}

/** Tests a sample of mutations of the SQL of a folder, or with `--again` the survivors of the last sample. */
async function trySqlChanges(folder: string): Promise<void> {
  const { mutants, sources } = sqlMutantsOf(folder)
  const resultsPath = join(root, '.cache', `mutants-sql-${folder.replaceAll('/', '-')}.json`)
  const earlierResults = values.again ? lastResults(resultsPath, mutants) : []
  const chosenMutants = values.again
    ? earlierResults.filter(({ outcome }) => outcome !== 'killed').map(({ mutant }) => mutant)
    : sampleOf(mutants, Number(values.sample ?? sqlLimits.sample), seed)
  const results = new Map<string, TrialResult>(earlierResults.map((each) => [mutantKey(each.mutant), each]))
  let count = 0
  await trySql({ mutants: chosenMutants, sources, files: testFiles(values.tests ?? sqlAreas[folder] ?? []) }, (each) => {
    results.set(mutantKey(each.mutant), each)
    progress(++count, chosenMutants.length, each)
    writeFileSync(resultsPath, JSON.stringify([...results].map(([state, { outcome, by }]) => ({ state, outcome, by }))))
  })
  const extent = `a sample of ${results.size} of ${mutants.length} changes of SQL, seed ${seed}${values.tests ? `, last judged by ${values.tests.join(', ')} alone` : ''}`
  reportResults(`sql:${folder}`, [...results.values()], { goal: sqlLimits.goal, extent, isWhole: true })
}

async function tryCodeChanges(requested: readonly string[]): Promise<void> {
  const name = Object.keys(areas).find((each) => requested.every((place) => place === each || place.startsWith(`${each}/`)))
  const area = name === undefined ? undefined : areas[name]
  if (!name || !area)
    throw new Error(`say which: ${[...Object.keys(areas), ...Object.keys(sqlAreas).map((each) => `sql:${each}`)].join(', ')}, or files of one of them`)
  const isWhole = requested.length === 1 && requested[0] === name
  const { mutants: made, sources } = await mutantsAt(requested)
  const uncompilable = uncompilableMutants(made)
  const mutants = made.filter((mutant) => !uncompilable.has(mutant))
  const size = values.sample ? Number(values.sample) : isWhole ? area.sample : undefined
  const chosenMutants = size ? sampleOf(mutants, size, seed) : mutants
  const trialResults: TrialResult[] = []
  await tryMutants(chosenMutants, sources, { manner: area.manner, files: testFiles(area.tests) }, (each) => {
    trialResults.push(each)
    if (area.manner === 'alone' || trialResults.length % 500 === 0) progress(trialResults.length, chosenMutants.length, each)
  })
  const extentText =
    size && size < mutants.length ? `a sample of ${chosenMutants.length} of ${mutants.length} mutants, seed ${seed}` : `all ${mutants.length} mutants`
  reportResults(name, trialResults, { goal: area.goal, extent: `${extentText} (${uncompilable.size} more do not compile)`, isWhole })
}

// Low priority, so that other work on this machine is not slowed down.
setPriority(constants.priority.PRIORITY_LOW)
const [first = 'domain'] = positionals
const folder = Object.keys(sqlAreas).find((each) => first === `sql:${each}`)
await (folder ? trySqlChanges(folder) : tryCodeChanges(positionals.length === 0 ? [first] : positionals))
