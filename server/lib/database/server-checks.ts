import pg from 'pg'

/** The oldest PostgreSQL that has what the schema uses, such as `unique nulls not distinct`. */
const oldestVersion = 15

/** SQLSTATE of an unknown value of a setting. */
const invalidValueCode = '22023'

/** The part of a connection that the checks use. */
type Asker = Pick<pg.ClientBase, 'query'>

interface ServerFacts {
  readonly name: string
  readonly encoding: string
  readonly version: string
  readonly number: number
}

/**
 * Refuses a server that cannot hold the database: an older PostgreSQL, another encoding, or missing time zone data. The
 * first migration would fail with an error of PostgreSQL that does not name the cause.
 */
export async function refuseUnfitServer(client: Asker, timeZone: string): Promise<void> {
  const { rows } = await client.query<ServerFacts>(
    "select current_database() as name, getdatabaseencoding() as encoding, current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  )
  const [found] = rows
  if (found && found.number < oldestVersion * 10_000) throw new Error(`the database server is PostgreSQL ${found.version}: use ${oldestVersion} or newer`)
  if (found && found.encoding !== 'UTF8')
    throw new Error(`the database ${found.name} has the encoding ${found.encoding}: create it with encoding 'UTF8' template template0`)
  try {
    await client.query(`set timezone to '${timeZone}'`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === invalidValueCode)) throw error
    throw new Error(`the database server does not know the time zone ${timeZone}: install its time zone data (package tzdata)`, { cause: error })
  }
}

/** Refuses a role that row-level security does not bind. */
export async function refuseRoleBeyondPolicies(client: Asker): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)')
  if (rows[0]) throw new Error(`row-level security does not bind the database role ${rows[0].name}: use one that is neither superuser nor BYPASSRLS`)
}
