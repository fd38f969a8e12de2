import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type AppliedMigration, type EarlierHistory, earlierHistory, historyPosition } from '#/server/kernel/archive/earlier-history.ts'
import { type Database, searchPath } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'

export interface Migration {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

const migrationsFolder = join(import.meta.dirname, '../../../db/migrations')
/** The migration that builds the database of version 1. */
export const baselineName = '0001_baseline.sql'
// Advisory lock that prevents two servers from migrating at the same time.
const lockKey = 7_120_260_101

/** Returns this version's migrations, sorted by name. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return names.map((name) => {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`${name}: migrations are named NNNN_name.sql`)
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

// A transaction lock, because a session lock would stay with a connection that PgBouncer lends to the next client.
async function lockMigrations(database: Database, trx: Kysely<Tables>): Promise<void> {
  if (database.engine === 'server') await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
}

async function applyMigration(database: Database, step: Migration): Promise<void> {
  const applyUnlessKnown = async (trx: Kysely<Tables>) => {
    await lockMigrations(database, trx)
    const appliedStep = (await sql<{ sha256: string }>`select sha256 from public.migration where name = ${step.name}`.execute(trx)).rows[0]
    if (appliedStep && appliedStep.sha256 !== step.sha256) throw new Error(`the migration ${step.name} was changed after it had been applied`)
    if (appliedStep) return
    await runMigration(trx, step)
  }
  await asOwner(database, applyUnlessKnown, { statementMs: 0 })
}

const compatibilityPattern = /^-- compatible with (\d{4}_[a-z0-9_]+\.sql)$/m

const runMigration = async (trx: Kysely<Tables>, step: Migration) => {
  // Migrations create temporary functions, which last as long as the connection. The same connection may have run this
  // migration before, in a database that was cleared since.
  await sql`discard temporary`.execute(trx)
  // A login role may have the same name as the product's schema, and PostgreSQL searches "$user" first.
  await sql`set local search_path to public, pg_temp`.execute(trx)
  await sql.raw(step.text).execute(trx)
  await sql`insert into public.migration (name, sha256, oldest) values (${step.name}, ${step.sha256}, ${compatibilityPattern.exec(step.text)?.[1] ?? null})`.execute(
    trx,
  )
}

const migrationTableSql = sql`create table if not exists public.migration (name text primary key, sha256 text not null, at timestamptz not null default now())`

/**
 * Creates the table of applied migrations if it is missing. Its column `oldest` names the earlier migration that a
 * program must know to work after the listed one.
 */
async function ensureMigrationTable(trx: Kysely<Tables>): Promise<void> {
  await migrationTableSql.execute(trx)
  const oldestColumn =
    await sql`select from information_schema.columns where table_schema = 'public' and table_name = 'migration' and column_name = 'oldest'`.execute(trx)
  if (oldestColumn.rows.length === 0) await sql`alter table public.migration add column oldest text`.execute(trx)
}

/**
 * Creates the role unless it exists, and makes the login role, or `member`, its member. Roles belong to the whole
 * database server. Programs starting on two of its databases hold different locks, so another program may create the
 * role first; that is not an error.
 */
export async function ensureRole({ kysely }: Database, role: string, member: string | null = null): Promise<void> {
  const missing = (
    await sql<{ missing: boolean }>`select not exists (select from pg_roles r where r.rolname = ${role}
      and pg_has_role(coalesce(${member}, current_user)::name, r.oid, 'member')) as missing`.execute(kysely)
  ).rows[0]?.missing
  if (!missing) return
  await sql`do $$ begin
    begin
      create role ${sql.id(role)} nologin;
    exception when duplicate_object or unique_violation then null;
    end;
    begin
      grant ${sql.id(role)} to ${member === null ? sql`current_user` : sql.id(member)};
    exception when unique_violation then null;
    end;
  end $$`.execute(kysely)
}

/** Creates the application's roles. */
export async function ensureRoles(database: Database): Promise<void> {
  await ensureRole(database, 'app_rw')
  await ensureRole(database, 'app_accounts')
  await ensureRole(database, 'app_rw', 'app_accounts')
}

/**
 * Revokes the right to create temporary tables from all roles except the owner, and sets the search path of new
 * sessions. A copy or restore of the database loses both settings, so every start repeats this.
 */
async function forbidTemporaryTables(trx: Kysely<Tables>): Promise<void> {
  const result = await sql<{ name: string; may: boolean; owns: boolean; path: boolean }>`select datname as name, datdba = current_user::regrole as owns,
      has_database_privilege('app_accounts', oid, 'temporary') as may,
      exists (select from pg_db_role_setting where setdatabase = pg_database.oid and setrole = 0 and 'search_path=' || ${searchPath} = any(setconfig)) as path
    from pg_database where datname = current_database()`.execute(trx)
  const { name = '', may = false, owns = false, path = true } = result.rows[0] ?? {}
  if (may) await sql`revoke temporary on database ${sql.id(name)} from public, app_rw, app_accounts`.execute(trx)
  if (owns && !path) await sql`alter database ${sql.id(name)} set search_path to public, pg_temp`.execute(trx)
}

/** Ends the merges of past years, whose rows no migration could change meanwhile. */
async function abandonMerges(database: Database): Promise<void> {
  const { rows } = await sql`select where to_regprocedure('app.abandon_merges()') is not null`.execute(database.kysely)
  if (rows.length > 0) await asOwner(database, (trx) => sql`select app.abandon_merges()`.execute(trx))
}

/**
 * Allows the role with which requests connect to act as the application's roles. Refuses a role that owns an object,
 * could become an owner, or may create temporary tables.
 */
async function allowRequestRole(database: Database): Promise<void> {
  if (database.requests === database.kysely) return
  const name = (await sql<{ name: string }>`select current_user::text as name`.execute(database.requests)).rows[0]?.name ?? ''
  const result = await sql<{ strong: boolean; temporary: boolean }>`select rolsuper or rolbypassrls or rolcreaterole or pg_has_role(oid, current_user, 'member')
      or exists (select from pg_class where relowner = pg_roles.oid) or exists (select from pg_namespace where nspowner = pg_roles.oid) as strong,
      has_database_privilege(oid, current_database(), 'temporary') as temporary
    from pg_roles where rolname = ${name}`.execute(database.kysely)
  if (result.rows[0]?.strong !== false)
    throw new Error(`DATABASE_APP_URL: the role ${name} owns something, or can become who does; name an ordinary login role that owns nothing`)
  if (result.rows[0].temporary)
    throw new Error(
      `DATABASE_APP_URL: the role ${name} may make temporary tables; as the owner of the database: revoke temporary on database … from public, "${name}"`,
    )
  await ensureRole(database, 'app_accounts', name)
}

/**
 * Records the baseline in place of the migrations that it replaced. Rewrites the comments of the schema, because only
 * their wording differs. Keeps the time of the migration that introduced signed heads of the audit trail. Throws when
 * the earlier history is incomplete or altered.
 */
async function adoptBaseline(trx: Kysely<Tables>, steps: readonly Migration[], earlier: EarlierHistory): Promise<void> {
  const baseline = steps.find(({ name }) => name === baselineName)
  const appliedMigrations = (await sql<AppliedMigration>`select name, sha256 from public.migration`.execute(trx)).rows
  const historyPlace = historyPosition(appliedMigrations, earlier)
  if (historyPlace === 'now' || !baseline) return
  if (historyPlace === 'partial')
    throw new Error(
      `the database is of a version before ${earlier.last}, or has other migrations than the product: start the last version with ${earlier.last} here once, then this one`,
    )
  const comments = baseline.text.match(/^comment on .*;$/gm) ?? []
  if (comments.length > 0) await sql.raw(comments.join('\n')).execute(trx)
  await sql`with replaced as (delete from public.migration returning name, at)
    insert into public.migration (name, sha256, at)
    select ${baseline.name}, ${baseline.sha256}, coalesce(min(at) filter (where name = '0161_integrity.sql'), max(at)) from replaced`.execute(trx)
}

/**
 * Migrates the database to this version, each migration in its own transaction. Concurrent servers wait for each other.
 * Throws when an applied migration has changed, or after an unfinished restore. Throws also when the database is too
 * old, or has unknown migrations that are not compatible with this version.
 */
export async function migrate(database: Database, steps: readonly Migration[] = readMigrations(), earlier = earlierHistory): Promise<void> {
  await ensureRoles(database)
  await asOwner(database, async (trx) => {
    await lockMigrations(database, trx)
    await forbidTemporaryTables(trx)
    await ensureMigrationTable(trx)
    // Checked under the lock, because another server may be applying the first steps.
    const unfinishedRestore = await sql`select where to_regclass('public.app_user') is not null and not exists (select from public.migration)`.execute(trx)
    if (unfinishedRestore.rows.length > 0) throw new Error('a restore into this database did not end: give it again with --into-empty')
    await adoptBaseline(trx, steps, earlier)
  })
  await allowRequestRole(database)
  const appliedRows = await sql<{ name: string; sha256: string; oldest: string | null }>`select name, sha256, oldest from public.migration`.execute(
    database.kysely,
  )
  const stepsByName = new Map(steps.map((step) => [step.name, step]))
  const unknownMigration = appliedRows.rows.find(({ name, oldest }) => !stepsByName.has(name) && (oldest === null || !stepsByName.has(oldest)))
  if (unknownMigration) throw new Error(`the database was made by a newer version of the program: it has ${unknownMigration.name}`)
  const done = new Map(appliedRows.rows.map(({ name, sha256 }) => [name, sha256]))
  const missing = steps.filter((step) => done.get(step.name) !== step.sha256)
  if (missing.length > 0) await abandonMerges(database)
  for (const step of missing) await applyMigration(database, step)
  // The accounts role also gets access to the tables of later migrations.
  if (missing.length > 0 && stepsByName.has(baselineName)) await asOwner(database, (trx) => sql`select app.open_to_accounts()`.execute(trx))
}
