import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { FileMeasurement } from '#/tools/mutants/child.ts'
import { root } from '#/tools/mutants/mutate.ts'
import { markTemplates, type SqlMutant } from '#/tools/mutants/sql.ts'
import type { TestFailure } from '#/tools/mutants/tests.ts'
import { startChild, type TrialResult } from '#/tools/mutants/trial.ts'

// Tries changes of SQL, each with the test files that evaluate its template. Each change and file has its own process.
// Only an assertion or a refusal by the database counts as noticed, because a busy machine makes tests fail too.

/** The duration of a test file, and the templates that it evaluates. */
interface Coverage {
  readonly file: string
  readonly ms: number
  readonly templates: readonly string[]
}

function sourcesFile(folder: string, sources: Readonly<Record<string, string>>, name = 'sources.json'): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(sources))
  return path
}

const unchangedSources = (folder: string) => sourcesFile(folder, {}, 'unchanged.json')

/** Runs each test file once with marked templates. Caches the result until a source or a test changes. */
async function measureCoverage(folder: string, sources: ReadonlyMap<string, string>, files: readonly string[]): Promise<Coverage[]> {
  const texts = [...sources.values(), ...files.map((file) => readFileSync(file, 'utf8'))]
  const key = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
  const cache = join(root, '.cache', `mutants-sql-${key}.json`)
  if (existsSync(cache)) return JSON.parse(readFileSync(cache, 'utf8')) as Coverage[]
  const path = sourcesFile(folder, Object.fromEntries([...sources].map(([file, text]) => [join(root, file), markTemplates(file, text)])))
  const coverages: Coverage[] = []
  for (const file of files) {
    const { tests, templates } = await verifyUnchanged(path, file)
    coverages.push({ file, ms: tests.reduce((sum, test) => sum + test.ms, 0), templates })
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(cache, JSON.stringify(coverages))
  return coverages
}

/** Runs a test file without a change. A failure ends the trial, because later failures would then prove nothing. */
async function verifyUnchanged(path: string, file: string): Promise<FileMeasurement> {
  const child = startChild(path, null)
  const measurement = await child.ask<FileMeasurement>({ kind: 'measure', file }, 600_000)
  child.end()
  if (typeof measurement === 'string') throw new Error(`${relative(root, file)} fails unchanged: ${measurement}`)
  if (measurement.answer.failure !== null) throw new Error(`${relative(root, file)} fails unchanged: ${measurement.answer.failure}`)
  return measurement.answer
}

async function tryChange(path: string, statement: string | null, { file, ms }: Coverage): Promise<TestFailure | null> {
  const child = startChild(path, null, { MUTANT_SQL: statement ?? '' })
  const step = { file, tests: null, isFresh: true }
  const answer = await child.ask<TestFailure | null>({ kind: 'try', mutant: null, hitLimit: Number.MAX_SAFE_INTEGER, steps: [step] }, 120_000 + 5 * ms)
  child.end()
  return typeof answer === 'string' ? { text: answer, isProof: false } : answer.answer
}

async function runTrial(folder: string, mutant: SqlMutant, reached: readonly Coverage[]): Promise<TrialResult> {
  const isReached = ({ templates }: Coverage) => mutant.template === null || templates.includes(`${mutant.file}#${mutant.template}`)
  const files = reached.filter(isReached).toSorted((a, b) => a.ms - b.ms)
  if (files.length === 0) return { mutant, outcome: 'unreached', by: '' }
  const path = sourcesFile(folder, mutant.statement === null ? { [join(root, mutant.file)]: mutant.source() } : {})
  let weakFailureText = ''
  for (const fileCoverage of files) {
    let failure = await tryChange(path, mutant.statement, fileCoverage)
    if (failure && !failure.isProof) {
      // The unchanged run also creates the demo database if it is missing. A changed program must not fill that
      // database.
      await verifyUnchanged(unchangedSources(folder), fileCoverage.file)
      failure = await tryChange(path, mutant.statement, fileCoverage)
    }
    if (failure?.isProof) return { mutant, outcome: 'killed', by: failure.text }
    weakFailureText ||= failure?.text ?? ''
  }
  return { mutant, outcome: 'survived', by: weakFailureText }
}

interface Trial {
  readonly mutants: readonly SqlMutant[]
  readonly sources: ReadonlyMap<string, string>
  readonly files: readonly string[]
}

/** Tries these changes with these test files, and reports each result immediately. */
export async function trySql({ mutants, sources, files }: Trial, notify: (tried: TrialResult) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  try {
    const coverages = await measureCoverage(folder, sources, files)
    for (const mutant of mutants) notify(await runTrial(folder, mutant, coverages))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
