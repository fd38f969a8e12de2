import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { type BenchFigure, measureMs } from '#/bench/figure.ts'
import { openDatabase } from '#/server/lib/database/database.ts'

const commitCount = 1000

/** Measures the cost of fsync by single-row transactions, in the embedded database and in plain PGlite. */
export async function run(): Promise<BenchFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'yck-bench-'))
  const plainDatabase = await PGlite.create(join(folder, 'bare'))
  await plainDatabase.exec('create table t (n int)')
  const bareMs = await measureMs(async () => {
    for (let at = 0; at < commitCount; at++) await plainDatabase.query('insert into t values ($1)', [at])
  })
  await plainDatabase.close()
  const ourDatabase = await openDatabase({ dir: join(folder, 'ours') })
  await sql`create table t (n int)`.execute(ourDatabase.kysely)
  const oursMs = await measureMs(async () => {
    for (let at = 0; at < commitCount; at++) await sql`insert into t values (${at})`.execute(ourDatabase.kysely)
  })
  await ourDatabase.close()
  rmSync(folder, { recursive: true, force: true })
  const rate = (elapsedMs: number) => Math.round((commitCount * 1000) / elapsedMs)
  return [
    {
      what: 'Embedded database: durable single-row transactions per second',
      baseline: `PGlite as it comes (no fsync): ${rate(bareMs).toLocaleString('en')}`,
      ours: rate(oursMs).toLocaleString('en'),
      ratio: `${(oursMs / bareMs).toFixed(2)}× the time`,
      isMet: true,
      note: 'the cost of durability and of a separate thread',
    },
  ]
}
