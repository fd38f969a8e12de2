import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type BenchFigure, formatMs, measureMs, percentile } from '#/bench/figure.ts'
import { demoPassword } from '#/demo/accounts.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import { valueTypes } from '#/server/lib/database/values.ts'
import type { TestServer } from '#/server/tests/testing.ts'

const roundCount = 30
const warmUpRuns = 3
const defaultGoal = { goalMs: 50, maxRatio: Number.POSITIVE_INFINITY }

/** One reused connection to the measured server. */
export const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Calls an operation in the same form as the browser, over a reused connection. */
export function postForm(
  port: number,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const boundary = `bench${randomUUID()}`
  const parts = Object.entries(fields).map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const body = Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
  return new Promise((resolve, reject) => {
    const clientRequest = request(
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
          const parsedAnswer = JSON.parse(Buffer.concat(chunks).toString()) as { code: number; message: string }
          if (parsedAnswer.code === 1) resolve(parsedAnswer)
          else reject(new Error(`${path}: ${parsedAnswer.message}`))
        })
      },
    )
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}

/** A measured request, its user, and the cheapest SQL that finds the keys of the expected rows. */
export interface ComparedRequest {
  readonly name: string
  readonly who: string
  readonly path: string
  readonly input: Readonly<Record<string, string>>
  readonly keys: string
  /** The cheapest SQL for the sums, for requests that return sums. */
  readonly sums?: string
  /** The limit for the answer's median time, and for its ratio to the median of the bare queries. */
  readonly goal?: { readonly goalMs: number; readonly maxRatio: number }
}

/** Measures the same page over HTTP and as bare key queries, alternately. */
export async function comparePages(
  server: TestServer,
  port: number,
  { name, who, path, input, keys, sums, goal = defaultGoal }: ComparedRequest,
): Promise<BenchFigure> {
  const { token } = (await postForm(port, '/api/user/login', { username: who, password: demoPassword })) as { token: string }
  const call = () => postForm(port, path, input, { 'x-token': token, yycenterid: '2', nstype: '2' })
  const answer = (await call()) as { data: { rows: unknown[] } }
  const client = new pg.Client({ connectionString: server.running.kernel.settings.databaseUrl ?? '', types: valueTypes })
  await client.connect()
  const response = await client.query(keys)
  const [answered, requested] = [answer.data.rows.length, response.rows.length]
  if (answered !== requested) throw new Error(`${path} ${JSON.stringify(input)} answered ${answered} rows, ${keys} finds ${requested}`)
  const [ours, base]: [number[], number[]] = [[], []]
  for (let round = 0; round < roundCount + warmUpRuns; round++) {
    const [elapsedMs, bareMs] = [await measureMs(call), await measureMs(() => client.query(sums === undefined ? keys : `${keys}; ${sums}`))]
    if (round < warmUpRuns) continue
    ours.push(elapsedMs)
    base.push(bareMs)
  }
  await client.end()
  const [p50, p50Base] = [percentile(ours, 50), percentile(base, 50)]
  const { goalMs, maxRatio } = goal
  return {
    what: `${name}, as ${who}`,
    baseline: `${sums === undefined ? 'the keys of the page' : 'the keys of the page and the sums from the rows themselves'}: p50 ${formatMs(p50Base)}`,
    ours: `p50 ${formatMs(p50)}, p99 ${formatMs(percentile(ours, 99))}`,
    ratio: `${(p50 / p50Base).toFixed(1)}× (goal p50 ≤ ${goalMs} ms${Number.isFinite(maxRatio) ? `, ≤ ${maxRatio}×` : ''})`,
    isMet: p50 <= goalMs && p50 <= maxRatio * p50Base,
    note: 'over HTTP, with session, scope, row-level security, count and all shown columns; the baseline is the cheapest SQL for the same through pg, as the owner, without these',
  }
}

/** Starts HTTP in production mode, which skips the schema check of answers. Returns the port. */
export async function startHttp(server: TestServer): Promise<number> {
  const settings: { mode: Settings['mode'] } = server.running.kernel.settings
  settings.mode = 'production'
  await server.running.server.listen({ port: 0, host: '127.0.0.1' })
  return (server.running.server.server.address() as AddressInfo).port
}
