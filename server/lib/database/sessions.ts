import pg from 'pg'
import { setSilenceLimit } from '#/server/lib/database/client.ts'
import type { DatabaseLimits } from '#/server/lib/database/limits.ts'

// Connections outside the pools: one for each listener, and one that holds the lock during a start.

/** After this time without data from the server, the operating system probes a connection. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

async function openClient(base: pg.ClientConfig, limits: DatabaseLimits): Promise<pg.Client> {
  const client = new pg.Client({ ...base, ...keepAlive, connectionTimeoutMillis: limits.connectMs })
  // The caller gets the error from the next statement.
  client.on('error', () => undefined)
  setSilenceLimit(client, () => limits.connectMs)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  return client
}

const startLockKey = 7_120_260_100

/**
 * Runs `work` while this server holds the lock. The lock belongs to a transaction, because PgBouncer may give the
 * connection of a session to another client. The transaction has no snapshot while it waits, so it delays neither
 * vacuum nor the concurrent creation of an index.
 */
export async function withStartLock<T>(base: pg.ClientConfig, limits: DatabaseLimits, work: () => Promise<T>): Promise<T> {
  const client = await openClient(base, limits)
  try {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    // Another server may migrate for minutes, so the wait for the lock has no limit.
    await client.query('set local statement_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${startLockKey})`)
    return await work()
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface ListenHandlers {
  readonly handler: (payload: string) => void
  readonly afterGap: () => void
}

const reopenDelayMs = 1000

/**
 * Listens on a separate connection, because `listen` belongs to the session, and a pool may not preserve sessions.
 * Regularly checks that the server responds, because a listener sends nothing and would never notice a broken
 * connection.
 */
export async function listenOnServer(
  base: pg.ClientConfig,
  limits: DatabaseLimits,
  channel: string,
  { handler, afterGap }: ListenHandlers,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let isOver = false
  const reopen = () => {
    if (!isOver) setTimeout(() => void open().then(afterGap, reopen), reopenDelayMs).unref()
  }
  const open = async (): Promise<void> => {
    const next = await openClient(base, limits)
    try {
      next.on('notification', (message) => handler(message.payload ?? ''))
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      if (isOver) return await next.end()
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    let timer: NodeJS.Timeout | undefined
    const rest = () => {
      timer = setTimeout(() => void next.query('select 1').then(rest, () => undefined), limits.beatMs).unref()
    }
    rest()
    next.on('end', () => {
      clearTimeout(timer)
      reopen()
    })
    client = next
  }
  await open()
  return async () => {
    isOver = true
    await client?.end()
  }
}
