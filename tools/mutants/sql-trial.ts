import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { FileMeasurement } from '#/tools/mutants/child.ts'
import { root } from '#/tools/mutants/mutate.ts'
import { marked, type SqlMutant } from '#/tools/mutants/sql.ts'
import { startChild, type TrialResult } from '#/tools/mutants/trial.ts'

// Tries changes of SQL: each with the test files that evaluate its template, one process per change and file.

/** The duration of a test file, and the templates that it evaluates. */
interface Reach {
  readonly file: string
  readonly ms: number
  readonly templates: readonly string[]
}

function sourcesFile(folder: string, sources: Readonly<Record<string, string>>): string {
  const path = join(folder, 'sources.json')
  writeFileSync(path, JSON.stringify(sources))
  return path
}

/** Runs each test file once with marked templates. Keeps the result until a source or a test changes. */
async function measured(folder: string, sources: ReadonlyMap<string, string>, files: readonly string[]): Promise<Reach[]> {
  const texts = [...sources.values(), ...files.map((file) => readFileSync(file, 'utf8'))]
  const key = createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)
  const cache = join(root, '.cache', `mutants-sql-${key}.json`)
  if (existsSync(cache)) return JSON.parse(readFileSync(cache, 'utf8')) as Reach[]
  const path = sourcesFile(folder, Object.fromEntries([...sources].map(([file, text]) => [join(root, file), marked(file, text)])))
  const reached: Reach[] = []
  for (const file of files) {
    const child = startChild(path, null)
    const found = await child.ask<FileMeasurement>({ kind: 'measure', file }, 600_000)
    child.end()
    if (typeof found === 'string' || found.answer.failure !== null)
      throw new Error(`${relative(root, file)} fails unchanged: ${typeof found === 'string' ? found : found.answer.failure}`)
    reached.push({ file, ms: found.answer.tests.reduce((sum, test) => sum + test.ms, 0), templates: found.answer.templates })
  }
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(cache, JSON.stringify(reached))
  return reached
}

async function tried(folder: string, mutant: SqlMutant, reached: readonly Reach[]): Promise<TrialResult> {
  const isReached = ({ templates }: Reach) => mutant.template === null || templates.includes(`${mutant.file}#${mutant.template}`)
  const files = reached.filter(isReached).toSorted((a, b) => a.ms - b.ms)
  if (files.length === 0) return { mutant, outcome: 'unreached', by: '' }
  const path = sourcesFile(folder, mutant.statement === null ? { [join(root, mutant.file)]: mutant.source() } : {})
  for (const { file, ms } of files) {
    const child = startChild(path, null, mutant.statement === null ? {} : { MUTANT_SQL: mutant.statement })
    const step = { file, tests: null, isFresh: true }
    const answer = await child.ask<string | null>({ kind: 'try', mutant: null, hitLimit: Number.MAX_SAFE_INTEGER, steps: [step] }, 120_000 + 5 * ms)
    child.end()
    if (typeof answer === 'string') return { mutant, outcome: answer === 'timeout' ? 'timeout' : 'killed', by: answer }
    if (answer.answer !== null) return { mutant, outcome: 'killed', by: answer.answer }
  }
  return { mutant, outcome: 'survived', by: '' }
}

interface Trial {
  readonly mutants: readonly SqlMutant[]
  readonly sources: ReadonlyMap<string, string>
  readonly files: readonly string[]
}

/** Tries these changes with these test files, and reports each result as soon as it is known. */
export async function trySql({ mutants, sources, files }: Trial, notify: (tried: TrialResult) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  try {
    const reached = await measured(folder, sources, files)
    for (const mutant of mutants) notify(await tried(folder, mutant, reached))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
