import { readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '#/bench/figure.ts'

// `npm run bench [name …]`: runs the measurements one after the other and writes down what came out.

const wanted = process.argv.slice(2)
const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.bench.ts') && (wanted.length === 0 || wanted.some((each) => name.startsWith(each))),
)
const figures: Figure[] = []
for (const file of files) {
  process.stdout.write(`${file} …\n`)
  const { run } = (await import(`./${file}`)) as { run: () => Promise<Figure[]> }
  figures.push(...(await run()))
}
const lines = [
  '# Measured',
  '',
  `\`npm run bench\` (all) or \`npm run bench -- tax payments\`; \`TEST_DATABASE_URL=postgres://…\` measures on a PostgreSQL server. Each figure stands beside its`,
  'baseline from the same run; on a shared machine trust the ratios.',
  '',
  `Last run: ${availableParallelism()} cores, Node ${process.versions.node}, ${process.env.TEST_DATABASE_URL ? 'PostgreSQL server' : 'embedded database'}.`,
  '',
  '| what | baseline | ours | ratio | goal met |',
  '|---|---|---|---|---|',
  ...figures.map(
    (each) => `| ${each.what}${each.note ? ` — ${each.note}` : ''} | ${each.baseline} | ${each.ours} | ${each.ratio} | ${each.isMet ? 'yes' : 'no'} |`,
  ),
  '',
]
process.stdout.write(lines.join('\n'))
writeFileSync(join(import.meta.dirname, `results${process.env.TEST_DATABASE_URL ? '-postgresql' : ''}.md`), lines.join('\n'))
