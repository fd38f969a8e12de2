import { type Kysely, sql } from 'kysely'
import type { Database } from '#/server/kernel/database.ts'
import type { Tables } from '#/server/kernel/tables.ts'

const retryable = new Set(['40001', '40P01'])
const triesMost = 6

function isRetryable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && retryable.has(String(error.code))
}

// Settings stand in the statement that begins the transaction, so that the whole beginning is one round trip; E'' makes backslashes plain letters.
function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

async function attempt<T>(database: Database, begin: string, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return database.kysely.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    try {
      const result = await work(connection)
      await sql.raw('commit').execute(connection)
      return result
    } catch (error) {
      // A connection that was lost has nothing to roll back; the first error is the one that matters.
      await sql
        .raw('rollback')
        .execute(connection)
        .catch(() => undefined)
      throw error
    }
  })
}

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries >= triesMost || !isRetryable(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** tries))
    }
  }
}

/**
 * Runs one transaction as the application role with these transaction-local settings; nothing leaks to the next user of the connection. Serialisation
 * failures and deadlocks are tried again a bounded number of times, so `work` must be able to run again from the start.
 */
export function inTransaction<T>(database: Database, settings: Readonly<Record<string, string>>, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  const sets = Object.entries(settings).map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`)
  const begin = `begin; set local role app_rw${sets.length > 0 ? `; select ${sets.join(', ')}` : ''}`
  return withRetries(() => attempt(database, begin, work))
}

/** Runs one transaction as the owner of the database: sign-in, start-up, the kernel's own books. */
export function asOwner<T>(database: Database, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return withRetries(() => attempt(database, 'begin', work))
}
