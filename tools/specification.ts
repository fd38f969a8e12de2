import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '#/tools/sources.ts'
import { type Place, type Proof, type SpecificationRow, specificationRows } from '#/tools/specification-rows.ts'

// `npm run specification`: mutates each figure and word that a row of docs/specification/ names, runs the tests of the
// row, and lists the changes that no test noticed.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'boolean', default: false }, browser: { type: 'boolean', default: false } },
})

const kindOf = ({ file }: Proof) => (file.startsWith('e2e/') ? 'browser' : file.startsWith('server/') ? 'server' : 'plain')
const isRun = (proof: Proof) => kindOf(proof) === 'plain' || values[kindOf(proof) as 'server' | 'browser']
const isSelected = ({ no }: SpecificationRow) => positionals.length === 0 || positionals.some((each) => no === each || no.startsWith(`${each}.`))

/** Returns the mutations of a piece of code: integers plus one, decimals times 1.1, texts with an x, booleans inverted. */
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

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Returns whether a test fails now. */
function notices(proof: Proof): boolean {
  const isBrowser = kindOf(proof) === 'browser'
  const [command, args] = isBrowser
    ? ['npx', ['playwright', 'test', '-c', 'e2e/playwright.config.ts', proof.file, '--grep', escaped(proof.words), '--workers', '1']]
    : [process.execPath, ['--test', '--test-timeout=300000', `--test-name-pattern=/${escaped(proof.words)}/`, proof.file]]
  return spawnSync(command, args, { cwd: root, stdio: 'ignore' }).status !== 0
}

/** Mutates a piece of code, runs the tests, and restores the file in any case. */
function isNoticed({ file, piece }: Place, changed: string, proofs: readonly Proof[]): boolean {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const restore = () => writeFileSync(path, before)
  const stop = () => {
    restore()
    process.exit(130)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    writeFileSync(
      path,
      before.replace(piece ?? '', () => changed),
    )
    if (proofs.some((proof) => kindOf(proof) === 'browser')) execFileSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'ignore' })
    return proofs.some(notices)
  } finally {
    restore()
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const survivors: string[] = []
const untried: string[] = []
const tried = new Map<string, boolean>()
for (const row of specificationRows().filter(isSelected)) {
  const proofs = row.proofs.filter(isRun)
  for (const place of row.places) {
    for (const changed of changesOf(place.piece ?? '')) {
      if (proofs.length === 0) {
        untried.push(row.no)
        continue
      }
      const name = `${row.no} ${place.file}: ${changed}`
      const same = `${place.file} ${changed} ${JSON.stringify(proofs)}`
      const noticed = tried.get(same) ?? isNoticed(place, changed, proofs)
      tried.set(same, noticed)
      if (!noticed) {
        survivors.push(name)
        say(`not noticed: ${name}`)
      }
    }
  }
}
say(`${tried.size} changes, ${survivors.length} not noticed${untried.length > 0 ? `; rows whose tests were not run: ${[...new Set(untried)].join(' ')}` : ''}`)
process.exitCode = survivors.length > 0 ? 1 : 0
