import { agent, compare, listening } from '#/bench/compare.ts'
import type { Figure } from '#/bench/figure.ts'
import { addMillion } from '#/bench/million.ts'
import { startTest } from '#/server/testing.ts'

/** A page of 50 out of a million payment lines, and of 2,000 batches; only on a PostgreSQL server, as the embedded database is not reached through `pg`. */
export async function run(): Promise<Figure[]> {
  if (!process.env.TEST_DATABASE_URL) return []
  const server = await startTest({ perMinute: 1_000_000 })
  const lines = await addMillion(server)
  if (lines < 1_000_000) throw new Error(`only ${lines} lines`)
  const port = await listening(server)
  const figures: Figure[] = []
  const page = { input: { size: '50' }, rows: 50 }
  for (const who of ['centre', 'maker']) {
    figures.push(await compare(server, port, { ...page, who, path: '/api/lines/list', name: 'A page of 50 out of a million payment lines' }))
    figures.push(await compare(server, port, { ...page, who, path: '/api/payments/list', name: 'A page of 50 batches out of 2,000 with totals' }))
  }
  agent.destroy()
  await server.close()
  return figures
}
