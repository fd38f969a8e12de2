import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// Starts and stops the programs around the servers: PostgreSQL, HAProxy and PgBouncer, with the files of deploy/.

const deployFolder = join(import.meta.dirname, '../../deploy')
const binFolder = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? ''
// PostgreSQL and PgBouncer refuse to run as root.
const postgresUserPrefix = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []

export function missingPrograms(): string[] {
  const isMissing = (name: string) => spawnSync('sh', ['-c', `PATH=$PATH:/usr/sbin command -v ${name}`]).status !== 0
  return [...['haproxy', 'pgbouncer', 'openssl'].filter(isMissing), ...(binFolder === '' ? ['postgresql'] : [])]
}

function run(program: string, ...args: string[]): string {
  const [first = program, ...rest] = [...postgresUserPrefix, program, ...args]
  return execFileSync(first, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' })
}

/** A PostgreSQL server of the cluster test, with data in `folder`, on a port of 127.0.0.1. */
export interface Postgres {
  readonly folder: string
  readonly port: number
}

const serverOptions = (port: number) =>
  `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c dynamic_shared_memory_type=mmap -c max_connections=100`

export function createPrimary(server: Postgres): void {
  run(join(binFolder, 'initdb'), '-D', server.folder, '-k', '-A', 'trust', '-E', 'UTF8', '-U', 'postgres')
}

/** Copies the primary to a new standby with this name. */
export function createStandby(of: Postgres, server: Postgres, name: string): void {
  run(join(binFolder, 'pg_basebackup'), '-D', server.folder, '-R', '-c', 'fast', '-d', `host=127.0.0.1 port=${of.port} user=postgres application_name=${name}`)
}

export function startPostgres({ folder, port }: Postgres): void {
  run(join(binFolder, 'pg_ctl'), '-D', folder, '-w', '-l', `${folder}.log`, '-o', serverOptions(port), 'start')
}

export function stopPostgres({ folder }: Postgres): void {
  const [first = '', ...rest] = [...postgresUserPrefix, join(binFolder, 'pg_ctl'), '-D', folder, '-m', 'immediate', 'stop']
  spawnSync(first, rest, { stdio: 'ignore', cwd: '/' })
}

export function promoteStandby({ folder }: Postgres): void {
  run(join(binFolder, 'pg_ctl'), '-D', folder, '-w', 'promote')
}

/** Kills a PostgreSQL server and its backends immediately. */
export function killPostgres({ folder }: Postgres): void {
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const childPids = spawnSync('ps', ['--ppid', String(postmaster), '-o', 'pid='], { encoding: 'utf8' }).stdout.split('\n')
  process.kill(postmaster, 'SIGKILL')
  for (const pid of childPids.map(Number).filter((each) => each > 1)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended together with the postmaster.
    }
  }
}

/** Runs one statement as the superuser. */
export async function queryServer<T extends pg.QueryResultRow>(port: number, text: string, values: unknown[] = [], database = 'postgres'): Promise<T[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Answers `/primary` and `/replica` for a PostgreSQL server, as Patroni does. Returns a function that stops
 * answering.
 */
export async function serveRole(server: Postgres, port: number): Promise<() => Promise<void>> {
  const roleServer = createServer(async (request, response) => {
    const isStandby = await queryServer<{ is: boolean }>(server.port, 'select pg_is_in_recovery() as is').then(
      ([row]) => row?.is,
      () => undefined,
    )
    response.writeHead(isStandby === (request.url === '/replica') ? 200 : 503).end()
  })
  await new Promise<void>((resolve) => roleServer.listen(port, '127.0.0.1', resolve))
  return () => new Promise((resolve) => void roleServer.close(() => resolve()))
}

/** Starts a program and returns a function that ends it. */
async function startProgram(command: readonly string[], env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const [program = '', ...args] = command
  const child: ChildProcess = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await sleep(500)
  if (child.exitCode !== null) throw new Error(`${command.join(' ')} ended with ${child.exitCode}`)
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exitEvent = once(child, 'exit')
    child.kill('SIGTERM')
    await exitEvent
  }
}

/** Starts deploy/haproxy.cfg with these addresses and a new certificate. */
export async function startHaproxy(folder: string, addresses: Readonly<Record<string, string>>): Promise<() => Promise<void>> {
  const certificate = join(folder, 'site.pem')
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', certificate, '-out', `${certificate}.crt`],
    {
      stdio: 'ignore',
    },
  )
  writeFileSync(certificate, readFileSync(`${certificate}.crt`, 'utf8') + readFileSync(certificate, 'utf8'))
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, WEB_CERTIFICATE: certificate, ...addresses }
  return startProgram(['haproxy', '-q', '-db', '-f', join(deployFolder, 'haproxy.cfg')], env)
}

/** Starts deploy/pgbouncer.ini on a port, with a connection to the primary through HAProxy. */
export async function startPgbouncer(folder: string, port: number, primaryPort: number, users: readonly URL[]): Promise<() => Promise<void>> {
  const [file, list] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const settings = readFileSync(join(deployFolder, 'pgbouncer.ini'), 'utf8')
  const adaptedSettings = [
    ['port=5000', `port=${primaryPort}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', list],
  ].reduce((text, [from = '', to = '']) => {
    if (!text.includes(from)) throw new Error(`deploy/pgbouncer.ini has no ${from}`)
    return text.replace(from, to)
  }, settings)
  writeFileSync(file, `${adaptedSettings}\nunix_socket_dir =\n`)
  writeFileSync(list, users.map(({ username, password }) => `"${username}" "${password}"\n`).join(''))
  return startProgram([...postgresUserPrefix, 'pgbouncer', '-q', file], { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` })
}
