import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { sql } from 'kysely'
import { jobs } from '#/server/app/modules.ts'
import { prepareEmptyDatabase, startApp } from '#/server/app/start.ts'
import { cachedBytes, databaseImageOf, preparedImage } from '#/server/kernel/archive/embedded-image.ts'
import { migrate, readMigrations } from '#/server/kernel/archive/migrate.ts'
import { partitionedMonths } from '#/server/kernel/archive/months.ts'
import { readSettings, type Settings } from '#/server/kernel/installation/settings.ts'
import { openQueue } from '#/server/kernel/jobs/jobs.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { clockAheadMs } from '#/server/tests/day.ts'

// Databases for tests: empty, with the schema, or with the demo. Each is a copy of a template that is built once.

const [secret, sealing, index] = ['secret', 'sealing', 'index'].map((use) => createHash('sha256').update(`tests: ${use}`).digest('base64'))
/** The keys are fixed, so that copies of a template can read its sealed values. */
export const testKeys = { SECRET_KEY: secret, VAULT_KEYS: sealing, VAULT_INDEX_KEY: index }
const root = join(import.meta.dirname, '../..')
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

function databaseNameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function digestText(of: readonly string[]): string {
  return createHash('sha256').update(of.join('\0')).digest('hex').slice(0, 20)
}

function urlOfDatabase(url: string, name: string): string {
  const target = new URL(url)
  target.pathname = `/${name}`
  return target.href
}

/** Creates a database on this server as a copy of the template and returns its URL. */
export async function createServerDatabase(url: string, template = 'template1'): Promise<string> {
  const admin = await openDatabase({ url })
  const name = `test_${randomUUID().replaceAll('-', '').slice(0, 20)}`
  await sql`create database ${sql.ref(name)} template ${sql.ref(template)}`.execute(admin.kysely)
  await admin.close()
  return urlOfDatabase(url, name)
}

// The login role for requests in tests. All databases of the server share it, and it may connect from any address.
const appLogin = { name: 'yunchuangke_test_app', password: 'only-for-tests' }

/** Returns the URL of the database for a login role that owns nothing. Creates the role if it is missing. */
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

/** Installs this version's schema, month partitions and queues without data, as every tested server needs them. */
async function installWithoutData(database: Database): Promise<void> {
  const queue = openQueue(database, silent, { pollSeconds: 1 })
  await migrate(database)
  await prepareEmptyDatabase(database, queue, new Date())
  await queue.stop()
}

function templateKey(): string[] {
  return [
    new Date().toISOString().slice(0, 7),
    JSON.stringify(partitionedMonths),
    ...jobs.flatMap((job) => job.handlers.map(({ name }) => name)),
    ...readMigrations().flatMap(({ name, sha256 }) => [name, sha256]),
  ]
}

const maxTemplates = 6

interface Template {
  readonly name: string
  /** Whether the files of the template exist. */
  readonly isWhole?: () => boolean
  readonly fill: (url: string) => Promise<void>
}

/** Creates a template on this server if it is missing, and drops the older templates of its kind. */
async function ensureTemplate(url: string, { name, isWhole = () => true, fill }: Template): Promise<void> {
  const kind = name.slice(0, name.lastIndexOf('_'))
  // Another process may need a minute to create it.
  const admin = await openDatabase({ url, limits: { statementMs: 0 } })
  try {
    await admin.kysely.connection().execute(async (one) => {
      await sql`select pg_advisory_lock(hashtext(${kind}))`.execute(one)
      const existingDatabase = await sql`select from pg_database where datname = ${name}`.execute(one)
      if (existingDatabase.rows.length > 0 && isWhole()) return
      await sql`drop database if exists ${sql.ref(name)}`.execute(one)
      const draft = await createServerDatabase(url, kind === 'furnished' ? undefined : await ensureSchemaTemplate(url))
      await fill(draft)
      await sql`alter database ${sql.ref(databaseNameOf(draft))} rename to ${sql.ref(name)}`.execute(one)
      const existingTemplates = await sql<{
        datname: string
      }>`select datname from pg_database where starts_with(datname, ${`${kind}_`}) order by oid desc`.execute(one)
      for (const { datname } of existingTemplates.rows.slice(maxTemplates)) {
        await sql`drop database if exists ${sql.ref(datname)}`.execute(one)
        rmSync(join(tmpdir(), datname), { recursive: true, force: true })
      }
    })
  } finally {
    await admin.close()
  }
}

/** Returns the name of the template with the schema. Creates the template if it is missing. */
async function ensureSchemaTemplate(url: string): Promise<string> {
  const name = `furnished_${digestText(templateKey())}`
  await ensureTemplate(url, {
    name,
    fill: async (draft) => {
      const database = await openDatabase({ url: draft })
      await installWithoutData(database)
      await database.close()
    },
  })
  return name
}

let cachedDigest: string | undefined

/** Returns the digest of the program and its data, computed once per process. */
function programDigest(): string {
  const sourcePaths = () => globSync('{api,db,demo,domain,server}/**/*.*', { cwd: root, exclude: (name) => name.endsWith('.test.ts') }).sort()
  cachedDigest ??= digestText(sourcePaths().flatMap((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return cachedDigest
}

/** Returns the template with the demo and the folder of its files. Creates both if they are missing. */
async function ensureDemoTemplate(url: string, size: 'full' | 'small'): Promise<{ name: string; folder: string }> {
  // Rebuilt every hour, so that its data lies in the past.
  const name = `loaded_${size}_${digestText([programDigest(), new Date().toISOString().slice(0, 13), String(clockAheadMs)])}`
  const folder = join(tmpdir(), name)
  await ensureTemplate(url, {
    name,
    isWhole: () => existsSync(folder),
    fill: async (draft) => {
      if (process.env.MUTANT_SQL !== undefined) throw new Error('only the unchanged program may fill the demo, which other tests share')
      const dir = mkdtempSync(join(tmpdir(), 'yck-'))
      const settings = readSettings({ ...testKeys, MODE: 'demo', DATA_DIR: dir, DATABASE_URL: draft, LOG_LEVEL: 'silent' })
      const running = await startApp(settings, silent, { demoSize: size, webDir: dir, withoutWorkers: true })
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
      renameSync(dir, folder)
    },
  })
  return { name, folder }
}

/** Drops a test's database and ends the connections to it. */
export async function dropServerDatabase(url: string, made: string): Promise<void> {
  const admin = await openDatabase({ url })
  const name = sql.ref(databaseNameOf(made))
  // Autovacuum may be running in the database. An ordinary role cannot terminate it, but PostgreSQL stops it for a drop
  // without force.
  for (let tries = 1; ; tries++) {
    const forceOption = tries % 2 === 1 ? sql`with (force)` : sql``
    const error = await sql`drop database if exists ${name} ${forceOption}`.execute(admin.kysely).then(
      () => null,
      (refused: unknown) => refused,
    )
    if (error === null) break
    if (tries === 20) throw error
    await sleep(500)
  }
  await admin.close()
}

/** Opens a new embedded database with this version's schema. */
export async function openPreparedDatabase(dir: string): Promise<Database> {
  return openDatabase({ dir, image: await preparedImage(templateKey(), installWithoutData) })
}

interface DemoImage {
  readonly image: Uint8Array
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

/**
 * Returns the embedded database with the demo, and its files. The database is rebuilt every hour, so that the events
 * lie in the past.
 */
async function cachedDemoImage(size: 'full' | 'small'): Promise<DemoImage> {
  const key = ['demo', size, programDigest(), new Date().toISOString().slice(0, 13), String(clockAheadMs), ...templateKey()]
  const bytes = await cachedBytes(key, async () => {
    const dir = mkdtempSync(join(tmpdir(), 'yck-'))
    const database = await openPreparedDatabase(':memory:')
    try {
      const settings = readSettings({ ...testKeys, MODE: 'demo', DATA_DIR: dir, LOG_LEVEL: 'silent' })
      const keptOpenDatabase = { ...database, close: async () => undefined }
      const running = await startApp(settings, silent, { demoSize: size, webDir: dir, withoutWorkers: true, database: keptOpenDatabase })
      await running.stop()
      const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const files = entries.map(({ parentPath, name }) => ({ path: relative(dir, join(parentPath, name)), bytes: readFileSync(join(parentPath, name)) }))
      return serialize({ image: await databaseImageOf(database), files } satisfies DemoImage)
    } finally {
      await database.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
  return deserialize(bytes) as DemoImage
}

/** Opens an embedded database in memory with the demo. Writes the demo's files into `dir`. */
async function openDemoCopy(dir: string, size: 'full' | 'small'): Promise<Database> {
  const { image, files } = await cachedDemoImage(size)
  for (const { path, bytes } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), bytes)
  }
  return openDatabase({ dir: ':memory:', image })
}

/** A standby of `TEST_DATABASE_URL`, and its maximum lag in milliseconds. */
export interface ReplicaSettings {
  readonly url: string
  readonly maxLagMs: number
}

export interface NewDatabase extends Pick<Settings, 'databaseUrl' | 'databaseAppUrl'> {
  readonly database: Database
  readonly drop: () => Promise<void>
}

/**
 * Changes a function of the schema for `npm run mutants -- sql:<area>`. The environment variable contains the change,
 * or is empty.
 */
async function changeFunction(database: Database): Promise<void> {
  if (process.env.MUTANT_SQL) await sql.raw(process.env.MUTANT_SQL).execute(database.kysely)
}

/**
 * Opens a new database, in memory or on `TEST_DATABASE_URL`, with the requested demo. `dir` receives the demo's files.
 */
export async function openNewDatabase(dir: string, demo: 'full' | 'small' | null, replica: ReplicaSettings | undefined): Promise<NewDatabase> {
  const adminUrl = process.env.TEST_DATABASE_URL
  if (!adminUrl) {
    const database = await (demo ? openDemoCopy(dir, demo) : openPreparedDatabase(':memory:'))
    await changeFunction(database)
    return { databaseUrl: null, databaseAppUrl: null, database, drop: async () => undefined }
  }
  const demoTemplate = demo && (await ensureDemoTemplate(adminUrl, demo))
  const databaseUrl = await createServerDatabase(adminUrl, demoTemplate?.name ?? (await ensureSchemaTemplate(adminUrl)))
  if (demoTemplate) cpSync(demoTemplate.folder, dir, { recursive: true })
  const databaseAppUrl = await appUrlOf(databaseUrl)
  const replicaOptions = replica && { replicaUrl: appLoginOf(urlOfDatabase(replica.url, databaseNameOf(databaseUrl))), maxLagMs: replica.maxLagMs }
  const database = await openDatabase({ url: databaseUrl, appUrl: databaseAppUrl, ...replicaOptions })
  await changeFunction(database)
  return { databaseUrl, databaseAppUrl, database, drop: () => dropServerDatabase(adminUrl, databaseUrl) }
}
