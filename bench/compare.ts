import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type Figure, ms, percentile, timed } from '#/bench/figure.ts'
import { demoPassword } from '#/db/demo/accounts.ts'
import { valueTypes } from '#/server/kernel/database-values.ts'
import type { Settings } from '#/server/kernel/settings.ts'
import type { TestServer } from '#/server/testing.ts'

const usualRounds = 600
const warmUpShare = 10
const goal = 2

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** Connections to the server under measurement, kept open. */
export const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Calls an operation as the browser does, over a connection that stays open. */
export function post(port: number, path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
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

/** What is asked, by whom, and how many rows must come back for it to be what was meant. */
export interface Question {
  readonly name: string
  readonly who: string
  readonly path: string
  readonly input: Readonly<Record<string, string>>
  readonly rows: number
  readonly rounds?: number
}

/** The same question over HTTP and as its bare SQL, in turns. */
export async function compare(server: TestServer, port: number, { name, who, path, input, rows, rounds = usualRounds }: Question): Promise<Figure> {
  const { token } = (await post(port, '/api/user/login', { username: who, password: demoPassword })) as { token: string }
  const call = () => post(port, path, input, { 'x-token': token, yycenterid: '2', nstype: '2' })
  const answer = (await call()) as { data: { rows: unknown[] } }
  if (answer.data.rows.length !== rows) throw new Error(`${path} answered ${answer.data.rows.length} rows`)
  const { head, statements } = await heard(call)
  const client = new pg.Client({ connectionString: server.running.kernel.settings.databaseUrl ?? '', types: valueTypes })
  await client.connect()
  await client.query(head)
  const bare = async () => {
    for (const { text, values } of statements) await client.query(text, values)
  }
  const [ours, base]: [number[], number[]] = [[], []]
  const warmUp = rounds / warmUpShare
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

/** Lets the server answer over HTTP as in production: not everything is checked against its schema once more. Answers the port. */
export async function listening(server: TestServer): Promise<number> {
  const settings: { mode: Settings['mode'] } = server.running.kernel.settings
  settings.mode = 'production'
  await server.running.server.listen({ port: 0, host: '127.0.0.1' })
  return (server.running.server.server.address() as AddressInfo).port
}
