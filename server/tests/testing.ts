import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { ModuleName, Modules } from '#/api/modules.ts'
import type { Upload } from '#/api/operation.ts'
import { demoPassword } from '#/db/demo/accounts.ts'
import { jobs } from '#/server/app/modules.ts'
import { furnish, type Running, type StartOptions, start } from '#/server/app/start.ts'
import type { Context } from '#/server/kernel/context.ts'
import { preparedImage } from '#/server/kernel/embedded-image.ts'
import { formAtHand } from '#/server/kernel/form.ts'
import { jobContext, openQueue } from '#/server/kernel/jobs.ts'
import { migrate, readMigrations } from '#/server/kernel/migrate.ts'
import { monthsKept } from '#/server/kernel/months.ts'
import { handleCall } from '#/server/kernel/pipeline.ts'
import { readSettings, type Settings } from '#/server/kernel/settings.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import { aheadMs } from '#/server/tests/day.ts'

type OperationName<M extends ModuleName> = keyof Modules[M] & string
type InputOf<O> = O extends { input: infer I extends z.ZodType } ? z.input<I> : never
type DataOf<O> = O extends { output: infer T extends z.ZodType } ? z.output<T> : never

/** An answer as tests read it: data on success, the refusal's stable name otherwise. */
export type Answered<T> =
  | { readonly code: 1; readonly data: T; readonly error?: undefined; readonly message: string }
  | { readonly code: number; readonly data?: undefined; readonly error: string; readonly message: string; readonly place?: unknown }

export interface TestServer {
  readonly running: Running
  /** Signs in (once per person) and calls an operation the way the browser does. */
  call<M extends ModuleName, N extends OperationName<M>>(
    who: string | null,
    name: `${M}.${N}`,
    input: InputOf<Modules[M][N]>,
    options?: CallOptions,
  ): Promise<Answered<DataOf<Modules[M][N]>>>
  /** The same, failing the test when the answer is a refusal. */
  must<M extends ModuleName, N extends OperationName<M>>(
    who: string | null,
    name: `${M}.${N}`,
    input: InputOf<Modules[M][N]>,
    options?: CallOptions,
  ): Promise<DataOf<Modules[M][N]>>
  /** Runs a job by hand, once. */
  job(name: string, data?: Record<string, unknown>): Promise<void>
  /** Runs what runs every minute or oftener until nothing moves any more, advancing business time a little between rounds; tests run rarer jobs by their names. */
  settle(rounds?: number): Promise<void>
  advance(milliseconds: number): void
  close(): Promise<void>
}

export interface CallOptions {
  readonly key?: string
  readonly centre?: number
  readonly mode?: number
  readonly language?: 'zh' | 'en' | 'es' | 'ja'
}

// Known to everybody: what was sealed in a prepared database is opened in its copies.
const [secret, sealing, index] = ['secret', 'sealing', 'index'].map((use) => createHash('sha256').update(`tests: ${use}`).digest('base64'))
const testKeys = { SECRET_KEY: secret, VAULT_KEYS: sealing, VAULT_INDEX_KEY: index }
const root = join(import.meta.dirname, '../..')
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

function encode(input: Record<string, unknown>): Map<string, string | Upload> {
  const raw = new Map<string, string | Upload>()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    const isFile = typeof value === 'object' && value !== null && 'bytes' in value
    raw.set(name, isFile ? (value as Upload) : typeof value === 'string' ? value : JSON.stringify(value))
  }
  return raw
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function digest(of: readonly string[]): string {
  return createHash('sha256').update(of.join('\0')).digest('hex').slice(0, 20)
}

function addressOf(url: string, name: string): string {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}

/** A new database on this server, a copy of another one if that is named; answers its address. */
export async function emptyServerDatabase(url: string, template = 'template1'): Promise<string> {
  const admin = await openDatabase({ url })
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`
  await sql`create database ${sql.ref(name)} template ${sql.ref(template)}`.execute(admin.kysely)
  await admin.close()
  return addressOf(url, name)
}

// What requests connect as in tests: one role for all databases of the server, which may come in from anywhere that tests run.
const appLogin = { name: 'yunchuangke_test_app', password: 'only-for-tests' }

/** The address of the database for a login role that owns nothing; makes the role where there is none. */
export async function appUrlOf(url: string): Promise<string> {
  const admin = await openDatabase({ url })
  await sql`do $$ begin
    create role ${sql.id(appLogin.name)} login password ${sql.lit(appLogin.password)};
  exception when duplicate_object or unique_violation then null;
  end $$`.execute(admin.kysely)
  await admin.close()
  return appLoginOf(url)
}

function appLoginOf(url: string): string {
  const target = new URL(url)
  target.username = appLogin.name
  target.password = appLogin.password
  return target.href
}

/** This version's schema with months and queues, and nothing in it: what every server under test starts from. */
async function furnishEmpty(database: Database): Promise<void> {
  const queue = openQueue(database, silent, { pollSeconds: 1, works: false })
  await migrate(database)
  await furnish(database, queue, new Date())
  await queue.stop()
}

function furnishedKey(): string[] {
  return [
    new Date().toISOString().slice(0, 7),
    JSON.stringify(monthsKept),
    ...jobs.flatMap((each) => each.handlers.map(({ name }) => name)),
    ...readMigrations().flatMap(({ name, sha256 }) => [name, sha256]),
  ]
}

const templatesMost = 6

interface Template {
  readonly name: string
  /** Whether what belongs to it outside of the database is there. */
  readonly isWhole?: () => boolean
  readonly fill: (url: string) => Promise<void>
}

/** Makes a database on this server that is copied and never worked in, if it is not there; the oldest of its kind go. */
async function ensureTemplate(url: string, { name, isWhole = () => true, fill }: Template): Promise<void> {
  const kind = name.slice(0, name.lastIndexOf('_'))
  const admin = await openDatabase({ url })
  try {
    await admin.kysely.connection().execute(async (one) => {
      // Whoever makes it may take a minute, longer than a statement may.
      await sql`set statement_timeout = 0`.execute(one)
      await sql`select pg_advisory_lock(hashtext(${kind}))`.execute(one)
      const isThere = await sql`select from pg_database where datname = ${name}`.execute(one)
      if (isThere.rows.length > 0 && isWhole()) return
      await sql`drop database if exists ${sql.ref(name)}`.execute(one)
      const draft = await emptyServerDatabase(url, kind === 'furnished' ? undefined : await furnishedTemplate(url))
      await fill(draft)
      await sql`alter database ${sql.ref(databaseOf(draft))} rename to ${sql.ref(name)}`.execute(one)
      const all = await sql<{ datname: string }>`select datname from pg_database where starts_with(datname, ${`${kind}_`}) order by oid desc`.execute(one)
      for (const { datname } of all.rows.slice(templatesMost)) {
        await sql`drop database if exists ${sql.ref(datname)}`.execute(one)
        rmSync(join(tmpdir(), datname), { recursive: true, force: true })
      }
    })
  } finally {
    await admin.close()
  }
}

/** The name of a furnished database on this server; made by whoever comes first. */
async function furnishedTemplate(url: string): Promise<string> {
  const name = `furnished_${digest(furnishedKey())}`
  await ensureTemplate(url, {
    name,
    fill: async (draft) => {
      const database = await openDatabase({ url: draft })
      await furnishEmpty(database)
      await database.close()
    },
  })
  return name
}

let program: string | undefined

/** The digest of the program and its data, read once by each process. */
function programDigest(): string {
  const made = () => globSync('{api,db,domain,server}/**/*.*', { cwd: root, exclude: (name) => name.endsWith('.test.ts') }).sort()
  program ??= digest(made().flatMap((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return program
}

/** A database on this server with the demo in it, and the folder of its files; made by whoever comes first. */
async function loadedTemplate(url: string, size: 'full' | 'small'): Promise<{ name: string; folder: string }> {
  // Made anew every hour: what is in it happened before now.
  const name = `loaded_${size}_${digest([programDigest(), new Date().toISOString().slice(0, 13), String(aheadMs)])}`
  const folder = join(tmpdir(), name)
  await ensureTemplate(url, {
    name,
    isWhole: () => existsSync(folder),
    fill: async (draft) => {
      const dir = mkdtempSync(join(tmpdir(), 'yck-'))
      const settings = readSettings({ ...testKeys, MODE: 'demo', DATA_DIR: dir, DATABASE_URL: draft, LOG_LEVEL: 'silent' })
      const running = await start(settings, silent, { demoSize: size, webDir: dir, withoutWorkers: true })
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
      renameSync(dir, folder)
    },
  })
  return { name, folder }
}

/** Drops a database that was made for a test, whoever is still connected to it. */
export async function dropServerDatabase(url: string, made: string): Promise<void> {
  const admin = await openDatabase({ url })
  const name = sql.ref(databaseOf(made))
  // The server's own clean-up may be at work in it, which an ordinary role cannot end by force; asked without force, the server ends it by itself.
  for (let tries = 1; ; tries++) {
    const force = tries % 2 === 1 ? sql`with (force)` : sql``
    const error = await sql`drop database if exists ${name} ${force}`.execute(admin.kysely).then(
      () => null,
      (refused: unknown) => refused,
    )
    if (error === null) break
    if (tries === 20) throw error
    await sleep(500)
  }
  await admin.close()
}

interface TestOptions extends Pick<StartOptions, 'demoSize' | 'clockAheadMs' | 'courier' | 'perMinute' | 'pollSeconds' | 'webDir' | 'live' | 'drainMs'> {
  readonly withWorkers?: boolean
  readonly mode?: Settings['mode']
  /** Further settings, as the environment names them. */
  readonly env?: Readonly<Record<string, string>>
  readonly log?: Context['log']
  /** A server that replicates `TEST_DATABASE_URL`, and how far it may be behind. */
  readonly replica?: { readonly url: string; readonly behindMost: number }
}

/** A new embedded database with this version's schema. */
export async function openFurnished(dir: string): Promise<Database> {
  return openDatabase({ dir, image: await preparedImage(furnishedKey(), furnishEmpty) })
}

interface NewDatabase extends Pick<Settings, 'databaseUrl' | 'databaseAppUrl'> {
  readonly database: Database
  readonly drop: () => Promise<void>
}

/** A new database: embedded in memory, or a fresh one on `TEST_DATABASE_URL`; there it holds the demo already, if one of that size is asked for, and its files are put into `dir`. */
async function newDatabase(dir: string, demo: 'full' | 'small' | null, replica: TestOptions['replica']): Promise<NewDatabase> {
  const adminUrl = process.env.TEST_DATABASE_URL
  if (!adminUrl) {
    const database = await openFurnished(':memory:')
    return { databaseUrl: null, databaseAppUrl: null, database, drop: async () => undefined }
  }
  const loaded = demo && (await loadedTemplate(adminUrl, demo))
  const databaseUrl = await emptyServerDatabase(adminUrl, loaded?.name ?? (await furnishedTemplate(adminUrl)))
  if (loaded) cpSync(loaded.folder, dir, { recursive: true })
  const databaseAppUrl = await appUrlOf(databaseUrl)
  const copied = replica && { replicaUrl: appLoginOf(addressOf(replica.url, databaseOf(databaseUrl))), behindMost: replica.behindMost }
  const database = await openDatabase({ url: databaseUrl, appUrl: databaseAppUrl, ...copied })
  return { databaseUrl, databaseAppUrl, database, drop: () => dropServerDatabase(adminUrl, databaseUrl) }
}

/** Calls operations the way the browser does; who calls is signed in once. */
function callsTo({ kernel }: Running): TestServer['call'] {
  const tokens = new Map<string, Promise<string>>()

  const send = async (name: string, input: Record<string, unknown>, token: string | undefined, extra: CallOptions) => {
    const [module = '', operation = ''] = name.split('.')
    const asked = handleCall(kernel, {
      module,
      name: operation,
      read: formAtHand(encode(input)),
      token,
      centre: String(extra.centre ?? 2),
      mode: extra.mode === undefined ? undefined : String(extra.mode),
      key: extra.key ?? randomUUID(),
      language: extra.language ?? 'zh',
      ip: '127.0.0.1',
      agent: 'test',
      requestId: randomUUID(),
    })
    // As over the wire: whoever waited too long for a connection is asked to come again.
    const answer = await asked.catch((error: unknown) => {
      if (error instanceof DatabaseBusy) return { body: { code: 0, error: 'busy', message: '' } }
      throw error
    })
    return answer.body as unknown as { code: number; data?: unknown; error?: string; message: string } & Record<string, unknown>
  }
  const signedIn = async (who: string): Promise<string> => {
    const body = await send('auth.login', { username: who, password: demoPassword }, undefined, {})
    if (typeof body.token !== 'string') throw new Error(`${who} could not sign in: ${body.message}`)
    return body.token
  }
  const tokenOf = (who: string): Promise<string> => {
    const known = tokens.get(who) ?? signedIn(who)
    tokens.set(who, known)
    return known
  }
  return async (who, name, input, extra = {}) => {
    const token = who === null ? undefined : await tokenOf(who)
    const { code, message, error, data, ...flat } = await send(name, input as Record<string, unknown>, token, extra)
    return (code === 1 ? { code, message, data: data ?? flat } : { code, message, error: error ?? '', place: flat.place }) as never
  }
}

const frequentSeconds = 60
const frequent = jobs.flatMap(({ every = {} }) => Object.keys(every).filter((name) => (every[name] ?? 0) <= frequentSeconds))

/** A running server as tests use it; closing it stops it and no more. */
export function asTested(running: Running): TestServer {
  const call = callsTo(running)
  const job: TestServer['job'] = async (name, data = {}) => {
    const handler = jobs.flatMap((each) => each.handlers).find((each) => each.name === name)
    if (!handler) throw new Error(`no job ${name}`)
    await handler.run(
      jobContext(running.kernel, () => false),
      data,
    )
  }
  return {
    running,
    call,
    job,
    must: async (who, name, input, extra) => {
      const answer = await call(who, name, input, extra)
      if (answer.code !== 1) throw new Error(`${name} was refused: ${answer.error} ${answer.message}`)
      return answer.data as never
    },
    settle: async (rounds = 12) => {
      for (let round = 0; round < rounds; round++) {
        for (const name of frequent) await job(name)
        running.kernel.clock.advance(10_000)
      }
    },
    advance: (milliseconds) => running.kernel.clock.advance(milliseconds),
    close: () => running.stop(),
  }
}

/** A whole server without HTTP on a new database: embedded in memory, or a fresh one on `TEST_DATABASE_URL`. */
export async function startTest({ mode = 'demo', env = {}, log = silent, withWorkers = false, replica, ...given }: TestOptions = {}): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'yck-'))
  const asked = readSettings({ ...testKeys, ...env, MODE: mode, DATA_DIR: dir, LOG_LEVEL: 'silent' })
  const { demoSize = 'small', clockAheadMs } = given
  const isUsual = mode === 'demo' && clockAheadMs === undefined && !Object.keys(env).some((name) => name in testKeys)
  const { database, drop, ...urls } = await newDatabase(dir, isUsual ? demoSize : null, replica)
  const settings: Settings = { ...asked, ...urls }
  const running = await start(settings, log, { webDir: dir, withoutWorkers: !withWorkers, database, ...given, demoSize })
  return {
    ...asTested(running),
    close: async () => {
      await running.stop()
      await drop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
