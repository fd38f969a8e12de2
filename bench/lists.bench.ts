import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type Figure, ms, percentile, timed } from '#/bench/figure.ts'
import { addMillion } from '#/bench/million.ts'
import { demoPassword } from '#/db/demo/accounts.ts'
import { valueTypes } from '#/server/kernel/database-values.ts'
import type { Settings } from '#/server/kernel/settings.ts'
import { startTest, type TestServer } from '#/server/testing.ts'

const rounds = 600
const warmUp = 60
const goal = 2

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Calls an operation as the browser does, over a connection that stays open. */
function post(port: number, path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const boundary = `bench${randomUUID()}`
  const parts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path,
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length, ...headers },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const read = JSON.parse(Buffer.concat(chunks).toString()) as { code: number; message: string }
          if (read.code === 1) resolve(read)
          else reject(new Error(`${path}: ${read.message}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** What one request asks the database: how its transaction begins, and the statements of its operation. */
async function heard(call: () => Promise<unknown>): Promise<{ head: string; statements: Statement[] }> {
  const said: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | { text: string; values?: unknown[] }, unknown]
    if (typeof first === 'string') said.push({ text: first, values: Array.isArray(values) ? values : [] })
    else said.push({ text: first.text, values: first.values ?? [] })
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof query
  await call()
  pg.Client.prototype.query = query
  const begins = said.findIndex((each) => each.text.startsWith('begin'))
  const ends = said.findIndex((each) => each.text === 'commit')
  return { head: said[begins]?.text ?? '', statements: said.slice(begins + 1, ends) }
}

async function compare(server: TestServer, port: number, who: string, path: string, name: string): Promise<Figure> {
  const { token } = (await post(port, '/api/user/login', { username: who, password: demoPassword })) as { token: string }
  const call = () => post(port, path, { size: '50' }, { 'x-token': token, yycenterid: '2', nstype: '2' })
  const answer = (await call()) as { data: { rows: unknown[] } }
  if (answer.data.rows.length !== 50) throw new Error(`${path} answered ${answer.data.rows.length} rows`)
  const { head, statements } = await heard(call)
  const client = new pg.Client({ connectionString: server.running.kernel.settings.databaseUrl ?? '', types: valueTypes })
  await client.connect()
  await client.query(head)
  const bare = async () => {
    for (const { text, values } of statements) await client.query(text, values)
  }
  const [ours, base]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + warmUp; round++) {
    const [took, bareTook] = [await timed(call), await timed(bare)]
    if (round < warmUp) continue
    ours.push(took)
    base.push(bareTook)
  }
  await client.query('rollback')
  await client.end()
  const ratio = percentile(ours, 50) / percentile(base, 50)
  const shown = (values: readonly number[]) => `p50 ${ms(percentile(values, 50))}, p99 ${ms(percentile(values, 99))}`
  return {
    what: `${name}, as ${who}, over HTTP`,
    baseline: `the same SQL through pg: ${shown(base)}`,
    ours: shown(ours),
    ratio: `${ratio.toFixed(1)}× (goal ≤ ${goal}×)`,
    isMet: ratio <= goal,
    note: `the operation's own ${statements.length === 1 ? 'statement' : `${statements.length} statements`} with the same parameters, in one open transaction with the same role and row-level security; no HTTP, session look-up, begin, commit. Output checks off as in production, nothing logged`,
  }
}

/** A page of 50 out of a million payment lines, and of 2,000 batches; only on a PostgreSQL server, as the embedded database is not reached through `pg`. */
export async function run(): Promise<Figure[]> {
  if (!process.env.TEST_DATABASE_URL) return []
  const server = await startTest({ perMinute: 1_000_000 })
  const lines = await addMillion(server)
  if (lines < 1_000_000) throw new Error(`only ${lines} lines`)
  // The demo's people and data, the answers of production: not checked against their schemas once more.
  const settings: { mode: Settings['mode'] } = server.running.kernel.settings
  settings.mode = 'production'
  await server.running.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.running.server.server.address() as AddressInfo
  const figures: Figure[] = []
  for (const who of ['centre', 'maker']) {
    figures.push(await compare(server, port, who, '/api/lines/list', 'A page of 50 out of a million payment lines'))
    figures.push(await compare(server, port, who, '/api/payments/list', 'A page of 50 batches out of 2,000 with totals'))
  }
  agent.destroy()
  await server.close()
  return figures
}
