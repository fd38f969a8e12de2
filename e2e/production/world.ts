import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort, type SimulatedBank, startBank } from '#/server/money/payouts/channels/http-testing.ts'

// A production server with an empty PostgreSQL database, a simulated bank and a gateway, each in its own process.

const root = join(import.meta.dirname, '../..')
const inheritedEnv = { PATH: process.env.PATH ?? '', ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }) }
const newKey = () => randomBytes(32).toString('base64')

interface ProcessResult {
  readonly code: number | null
  readonly said: string
}

/** The simulated gateway for text messages, and the simulated verifiers. */
interface Services {
  readonly address: string
  readonly app: string
  readonly secret: string
  /** Returns the text messages to this number, oldest first. */
  sentTo(mobile: string): Promise<string[]>
}

/** Everything that the test needs outside the browser. */
export interface World {
  readonly base: string
  readonly bank: SimulatedBank
  readonly services: Services
  /** Runs a command of the product with the same settings. `typed` is its standard input. */
  command(script: string, args?: readonly string[], typed?: string): Promise<ProcessResult>
  stop(): Promise<void>
}

async function createDatabase(adminUrl: string) {
  const name = `first_payment_${randomBytes(4).toString('hex')}`
  const [owner, role, password] = [new URL(adminUrl), `${name}_app`, randomBytes(16).toString('hex')]
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.query(`create role ${role} login password '${password}'`)
  owner.pathname = `/${name}`
  if (!owner.password) owner.password = password
  const app = new URL(owner)
  app.username = role
  app.password = password
  return {
    urls: { DATABASE_URL: owner.href, DATABASE_APP_URL: app.href },
    drop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.query(`drop role ${role}`)
      await admin.end()
    },
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function startServices(): Promise<Services & { readonly stop: () => Promise<void> }> {
  const [port, app, secret] = [await freePort(), 'first-payment', randomBytes(16).toString('hex')]
  const env = { ...inheritedEnv, PORT: String(port), SIMULATOR_APP: app, SIMULATOR_SECRET: secret }
  const child = spawn(process.execPath, ['tools/service-simulator/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(createInterface(child.stdout), 'line')
  const address = `http://127.0.0.1:${port}`
  interface SeenRequest {
    readonly path: string
    readonly body: { readonly to?: string; readonly text?: string }
  }
  return {
    address,
    app,
    secret,
    sentTo: async (mobile) => {
      const seenRequests = (await (await fetch(`${address}/control/seen`)).json()) as SeenRequest[]
      return seenRequests.filter(({ path, body }) => path === '/sms/send' && body.to === mobile).map(({ body }) => body.text ?? '')
    },
    stop: () => stopProcess(child),
  }
}

async function waitUntilReady(base: string, server: ChildProcess, errors: readonly string[]): Promise<void> {
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`the server ended: ${errors.join('')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Starts all processes. Creates the first administrator with the command of the manual. */
export async function startWorld(adminUrl: string, administrator: { readonly username: string; readonly password: string }): Promise<World> {
  const database = await createDatabase(adminUrl)
  const [bank, services, port] = [await startBank(), await startServices(), await freePort()]
  const base = `http://127.0.0.1:${port}`
  const env = {
    ...inheritedEnv,
    ...database.urls,
    MODE: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'yck-first-payment-')),
    SITE_URL: base,
    OUTBOUND_INTERNAL: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    SECRET_KEY: newKey(),
    VAULT_KEYS: newKey(),
    VAULT_INDEX_KEY: newKey(),
  }
  const command: World['command'] = async (script, args = [], typed = '') => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
    child.stdin.end(typed)
    const [code] = (await once(child, 'exit')) as [number | null]
    return { code, said: output }
  }
  const adminCreation = await command('tools/admin.ts', ['create', administrator.username], `${administrator.password}\n`)
  if (adminCreation.code !== 0) throw new Error(adminCreation.said)
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const errors: string[] = []
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (bytes: Buffer) => errors.push(bytes.toString()))
  await waitUntilReady(base, server, errors)
  return {
    base,
    bank,
    services,
    command,
    stop: async () => {
      await stopProcess(server)
      await Promise.all([bank.stop(), services.stop()])
      await database.drop()
    },
  }
}
