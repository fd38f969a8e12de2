import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fastifyStatic from '@fastify/static'
import fastify from 'fastify'
import { type BenchFigure, formatMs, median } from '#/bench/figure.ts'
import { demoPassword } from '#/demo/accounts.ts'

// Compares the portal with a static file of the same length. Then measures how much readers of the portal slow down
// payment work. Each reader loads one page per second. Options: `READERS=1000`, `SECONDS=5`.

const readerCount = Number(process.env.READERS ?? 1000)
const seconds = Number(process.env.SECONDS ?? 5)
const port = 3187
const base = `http://127.0.0.1:${port}`

function fetchOnce(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`))))
    }).on('error', reject)
  })
}

/** Measures requests per second of this many readers. Each reader pauses after an answer. */
async function runReaders(url: string, count: number, until: () => boolean, pauseMs = 0): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const startTime = performance.now()
  let answerCount = 0
  await Promise.all(
    Array.from({ length: count }, async () => {
      if (pauseMs > 0) await sleep(Math.random() * pauseMs)
      while (!until()) {
        await fetchOnce(url, agent)
        answerCount++
        if (pauseMs > 0) await sleep(pauseMs)
      }
    }),
  )
  agent.destroy()
  return answerCount / ((performance.now() - startTime) / 1000)
}

const secondsElapsed = (length: number) => {
  const endTime = performance.now() + length * 1000
  return () => performance.now() > endTime
}

async function startProduct(): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', MODE: 'demo', DATABASE_URL: '', DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-portal-')) },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries === 600) throw new Error('the server did not start')
    await sleep(200)
  }
  return server
}

const formOf = (fields: Readonly<Record<string, string>>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Measures the response times of a user's list of batches. */
async function measureBatchList(token: string): Promise<number> {
  const times: number[] = []
  for (const isOver = secondsElapsed(seconds); !isOver(); ) {
    const requestStart = performance.now()
    await (await fetch(`${base}/api/payments/list`, { method: 'POST', headers: { 'x-token': token }, body: formOf({ page: '1' }) })).text()
    times.push(performance.now() - requestStart)
  }
  return median(times)
}

/** Measures the portal in comparison with a static file, and payment work with and without readers. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startProduct()
  try {
    const agent = new Agent({ keepAlive: true })
    const bytes = await fetchOnce(`${base}/index`, agent)
    agent.destroy()
    const folder = mkdtempSync(join(tmpdir(), 'bench-page-'))
    writeFileSync(join(folder, 'page.html'), 'x'.repeat(bytes))
    const staticServer = fastify()
    await staticServer.register(fastifyStatic, { root: folder })
    const address = await staticServer.listen({ host: '127.0.0.1', port: 0 })
    const staticRate = await runReaders(`${address}/page.html`, 50, secondsElapsed(seconds))
    await staticServer.close()
    const portalRate = await runReaders(`${base}/index`, 50, secondsElapsed(seconds))
    const login = await fetch(`${base}/api/user/login?username=payer&password=${encodeURIComponent(demoPassword)}`, { method: 'POST' })
    const { token } = (await login.json()) as { token: string }
    await measureBatchList(token)
    const withoutReaders = await measureBatchList(token)
    let isOver = false
    const readerRun = runReaders(`${base}/index`, readerCount, () => isOver, 1000)
    await sleep(1500)
    const withReaders = await measureBatchList(token)
    isOver = true
    const rate = await readerRun
    return [
      {
        what: 'portal: pages a second from memory',
        baseline: `${Math.round(staticRate)}/s`,
        ours: `${Math.round(portalRate)}/s`,
        ratio: (portalRate / staticRate).toFixed(2),
        isMet: portalRate > staticRate / 2,
        note: 'baseline: a static file of the same length, served by the same framework in the process that asks',
      },
      {
        what: `portal: list of batches while ${readerCount} people read`,
        baseline: formatMs(withoutReaders),
        ours: formatMs(withReaders),
        ratio: (withReaders / withoutReaders).toFixed(2),
        isMet: withReaders < withoutReaders * 2,
        note: `baseline: no readers; ours: ${Math.round(rate)} pages a second, read on the same machine`,
      },
    ]
  } finally {
    server.kill('SIGTERM')
  }
}
