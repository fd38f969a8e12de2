import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { BenchFigure } from '#/bench/figure.ts'
import { dayOf } from '#/domain/base/period.ts'
import { machineNow } from '#/server/tests/day.ts'

// `npm run bench [name …]` runs the measurements one after another and writes the results. Measurements that did not
// run keep their figures and dates.

const requestedNames = process.argv.slice(2)
const isServer = Boolean(process.env.TEST_DATABASE_URL)
const path = join(import.meta.dirname, `results${isServer ? '-postgresql' : ''}.md`)
const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.bench.ts') && (requestedNames.length === 0 || requestedNames.some((each) => name.startsWith(each))),
)

const headings = ['what', 'baseline', 'ours', 'ratio', 'goal met', 'day', 'note']
const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const ruleRow = `|${headings.map(() => '---|').join('')}`

/** Returns the rows of earlier runs by measurement name. */
function earlierRows(): Map<string, string> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  const headerIndex = lines.indexOf(rowOf(headings))
  const rows = headerIndex === -1 ? [] : lines.slice(headerIndex + 2).filter((line) => line.startsWith('| '))
  return new Map(rows.map((line) => [line.slice(2).split(' | ')[0] ?? '', line]))
}

/** Replaces the rows of the same names and writes the file. */
function writeResults(figures: readonly BenchFigure[]): string {
  const today = dayOf(new Date(machineNow()))
  const rows = earlierRows()
  for (const { what, baseline, ours, ratio, isMet, note } of figures) rows.set(what, rowOf([what, baseline, ours, ratio, isMet ? 'yes' : 'no', today, note]))
  const lines = [
    `# Measured ${isServer ? 'on a PostgreSQL server' : 'on the embedded database'}`,
    '',
    `\`npm run bench\` (all) or \`npm run bench -- tax payments\`; \`TEST_DATABASE_URL=postgres://…\` measures on a PostgreSQL server. Each figure is next to its`,
    'baseline from the same run, and with the day of that run; on a shared machine trust the ratios.',
    '',
    `Last run: ${availableParallelism()} cores, Node ${process.versions.node}.`,
    '',
    rowOf(headings),
    ruleRow,
    ...[...rows.keys()].sort().flatMap((what) => rows.get(what) ?? []),
    '',
  ]
  const text = lines.join('\n')
  writeFileSync(path, text)
  return text
}

for (const file of files) {
  process.stdout.write(`${file} …\n`)
  const { run } = (await import(`./${file}`)) as { run: () => Promise<BenchFigure[]> }
  process.stdout.write(writeResults(await run()))
}
