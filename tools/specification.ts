import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#/tools/sources.ts'
import { type Proof, type RowLocation, type SpecificationRow, specificationRows } from '#/tools/specification-rows.ts'

// `npm run specification`: mutates each figure and word that a row of docs/specification/ names, and runs the tests of
// the row. Lists the changes that no test noticed. A test that also fails without the change proves nothing and is
// listed as such.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'boolean', default: false }, browser: { type: 'boolean', default: false } },
})

const kinds = ['plain', 'server', 'browser'] as const
type Kind = (typeof kinds)[number]
const kindOf = ({ file }: Proof): Kind => (file.startsWith('e2e/') ? 'browser' : file.startsWith('server/') ? 'server' : 'plain')
const isRunnable = (proof: Proof) => kindOf(proof) === 'plain' || values[kindOf(proof) as 'server' | 'browser']
const byCost = (one: Proof, other: Proof) => kinds.indexOf(kindOf(one)) - kinds.indexOf(kindOf(other))
const isSelected = ({ no }: SpecificationRow) => positionals.length === 0 || positionals.some((each) => no === each || no.startsWith(`${each}.`))

/**
 * Returns the mutations of a piece of code: integers plus one, decimals times 1.1, texts with an x, booleans inverted.
 */
function changesOf(piece: string): string[] {
  const parts = [...piece.matchAll(/'[^']*'|"[^"]*"|(?<![\w.])\d[\d_]*(?:\.\d+)?|\b(?:true|false)\b/g)]
  return parts.map((part) => {
    const [old] = part
    const next = /^['"]/.test(old)
      ? `${old.slice(0, -1)}x${old.slice(-1)}`
      : old === 'true' || old === 'false'
        ? String(old === 'false')
        : String(old.includes('.') ? Number((Number(old) * 1.1).toFixed(4)) : Number(old.replaceAll('_', '')) + 1)
    return piece.slice(0, part.index) + next + piece.slice(part.index + old.length)
  })
}

const escapePattern = (words: string) => words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

let loadedFolder = process.env.E2E_DATA ?? ''
let isBuilt = false

/** Runs the browser test of a row with a new build and a new copy of the demo. */
function runBrowser({ file, words }: Proof): boolean {
  if (loadedFolder === '') {
    loadedFolder = mkdtempSync(join(tmpdir(), 'yck-e2e-'))
    process.on('exit', () => rmSync(loadedFolder, { recursive: true, force: true }))
  }
  if (!existsSync(join(loadedFolder, 'loaded'))) execFileSync(process.execPath, ['e2e/load.ts', loadedFolder], { cwd: root, stdio: 'ignore' })
  if (spawnSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'ignore' }).status !== 0) return false
  isBuilt = true
  const args = ['playwright', 'test', '-c', 'e2e/playwright.config.ts', file, '--grep', escapePattern(words), '--workers', '1', '--retries', '0']
  return spawnSync('npx', args, { cwd: root, stdio: 'ignore', env: { ...process.env, E2E_DATA: loadedFolder, E2E_WORKERS: '1' } }).status === 0
}

/** A mutation may prevent the program from starting or ending. A run beyond this limit counts as noticed. */
const maxProofMs = 330_000

/** Returns whether a test passes now. */
function hasPassed(proof: Proof): boolean {
  if (kindOf(proof) === 'browser') return runBrowser(proof)
  const day = kindOf(proof) === 'server' ? ['--import', './server/tests/day.ts', '--test-isolation=none'] : []
  const args = [...day, '--test', '--test-timeout=300000', `--test-name-pattern=/${escapePattern(proof.words)}/`, proof.file]
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore', timeout: maxProofMs, killSignal: 'SIGKILL' }).status === 0
}

/**
 * Mutates a piece of code, runs its tests with the cheap ones first, and always restores the file. Returns the first
 * test that notices.
 */
function noticingProof({ file, piece }: RowLocation, changed: string, proofs: readonly Proof[]): Proof | undefined {
  const path = join(root, file)
  const originalText = readFileSync(path, 'utf8')
  const restore = () => writeFileSync(path, originalText)
  const stop = () => {
    restore()
    process.exit(130)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    writeFileSync(
      path,
      originalText.replace(piece ?? '', () => changed),
    )
    return proofs.toSorted(byCost).find((proof) => !hasPassed(proof))
  } finally {
    restore()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

const unchangedResults = new Map<string, boolean>()

/** Returns whether the test passes on the unchanged code. Only such a test can notice a change. */
function passesUnchanged(proof: Proof): boolean {
  const name = `${proof.file} › ${proof.words}`
  const testCount = unchangedResults.get(name)
  if (testCount !== undefined) return testCount
  const isPassing = hasPassed(proof)
  unchangedResults.set(name, isPassing)
  if (!isPassing) printLine(`fails without a change: ${name}`)
  return isPassing
}

/** Returns whether a test that passes on the unchanged code fails with the change. */
function isNoticed(place: RowLocation, changed: string, proofs: readonly Proof[]): boolean {
  const proof = noticingProof(place, changed, proofs)
  if (proof === undefined) return false
  return (
    passesUnchanged(proof) ||
    isNoticed(
      place,
      changed,
      proofs.filter((each) => each !== proof),
    )
  )
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const survivors: string[] = []
const untriedPlaces: string[] = []
const resultsByProof = new Map<string, boolean>()
for (const row of specificationRows().filter(isSelected)) {
  const proofs = row.proofs.filter(isRunnable)
  for (const place of row.places) {
    for (const changedText of changesOf(place.piece ?? '')) {
      if (proofs.length === 0) {
        untriedPlaces.push(row.no)
        continue
      }
      const name = `${row.no} ${place.file}: ${changedText}`
      const cacheKey = `${place.file} ${changedText} ${JSON.stringify(proofs)}`
      const wasNoticed = resultsByProof.get(cacheKey) ?? isNoticed(place, changedText, proofs)
      resultsByProof.set(cacheKey, wasNoticed)
      if (!wasNoticed) {
        survivors.push(name)
        printLine(`not noticed: ${name}`)
      }
    }
  }
}
printLine(
  `${resultsByProof.size} changes, ${survivors.length} not noticed${untriedPlaces.length > 0 ? `; rows whose tests were not run: ${[...new Set(untriedPlaces)].join(' ')}` : ''}`,
)
if (isBuilt) execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'ignore' })
process.exitCode = survivors.length > 0 ? 1 : 0
