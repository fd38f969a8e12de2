import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dayOf } from '#/domain/period.ts'
import { refusedByCompiler } from '#/tools/mutants/compiler.ts'
import { type Mutant, mutantsAt, root } from '#/tools/mutants/mutate.ts'
import { judge, scoreOf, sectionOf, survivorLine, withSection } from '#/tools/mutants/report.ts'
import { type TrialMode, type TrialResult, tryMutants } from '#/tools/mutants/trial.ts'

// `npm run mutants -- domain`: mutates a part of the program and checks whether its tests notice. Results of whole
// areas go to `bench/mutants.md`; single files (`-- domain/money.ts`) only print their survivors. `--sample 60 --seed
// 1` tries that many, spread over all files.

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

const path = join(root, 'bench/mutants.md')
const head = `# Mutants

\`npm run mutants -- <area>\` changes one thing at a time (StrykerJS's mutators) and looks whether a test of that area notices: of \`domain\` its own tests and the
worked examples of the tax law, of a server's module its own tests. Mutants that do not compile count for nothing; the score is the part of the others that a
test notices. What is accepted as the same program counts as not noticed.
`

/** Returns deterministic numbers from 0 to 1 for a seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Samples mutants in proportion to the size of each file. */
function sampled(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const next = random(seed)
  const byFile = Map.groupBy(mutants, (mutant) => mutant.file)
  // Each file's mutants are shuffled and spread evenly over the interval from 0 to 1. The first `size` on it are
  // proportional to the files.
  const placed = [...byFile.values()].flatMap((own) => {
    const shuffled = own.map((mutant) => ({ mutant, key: next() })).sort((a, b) => a.key - b.key)
    const offset = next()
    return shuffled.map(({ mutant }, index) => ({ mutant, at: (index + offset) / own.length }))
  })
  return placed
    .sort((a, b) => a.at - b.at)
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

function testFiles(places: readonly string[]): string[] {
  return places.flatMap((place) => {
    const full = join(root, place)
    if (!statSync(full).isDirectory()) return [full]
    return readdirSync(full)
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => join(full, name))
  })
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } } })
const requested = positionals.length === 0 ? ['domain'] : positionals
const name = Object.keys(areas).find((each) => requested.every((place) => place === each || place.startsWith(`${each}/`)))
const area = name === undefined ? undefined : areas[name]
if (!name || !area) throw new Error(`say which: ${Object.keys(areas).join(', ')}, or files of one of them`)
const isWhole = requested.length === 1 && requested[0] === name

// Other users of this machine go first.
setPriority(constants.priority.PRIORITY_LOW)
const { mutants: made, sources } = await mutantsAt(requested)
const refused = refusedByCompiler(made)
const mutants = made.filter((mutant) => !refused.has(mutant))
const size = values.sample ? Number(values.sample) : isWhole ? area.sample : undefined
const chosen = size ? sampled(mutants, size, Number(values.seed)) : mutants
const tried: TrialResult[] = []
await tryMutants(chosen, sources, { manner: area.manner, files: testFiles(area.tests) }, (each) => {
  tried.push(each)
  if (area.manner === 'alone' || tried.length % 500 === 0)
    process.stdout.write(`${tried.length} of ${chosen.length}: ${each.mutant.file}:${each.mutant.line} ${each.outcome} ${each.by.split('\n')[0]}\n`)
})
const judged = judge(tried)
for (const each of judged) if (each.verdict === 'open') process.stdout.write(`${survivorLine(each)}\n`)
const score = scoreOf(judged)
process.stdout.write(`${judged.length} mutants (${refused.size} more do not compile), score ${score.toFixed(1)} %, goal ${area.goal} %\n`)
if (isWhole) {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim()
  const extent =
    size && size < mutants.length ? `a sample of ${chosen.length} of ${mutants.length} mutants, seed ${values.seed}` : `all ${mutants.length} mutants`
  const dropped = `${refused.size} more do not compile`
  const facts = `${dayOf(new Date())}, commit ${commit}, ${extent} (${dropped}). Score **${score.toFixed(1)} %**, goal ≥ ${area.goal} %.`
  writeFileSync(path, withSection(existsSync(path) ? readFileSync(path, 'utf8') : head, name, sectionOf(name, facts, judged)))
}
process.exitCode = score < area.goal || judged.some(({ verdict }) => verdict === 'open') ? 1 : 0
