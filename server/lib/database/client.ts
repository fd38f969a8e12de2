import type pg from 'pg'

/** The only overload of `query` that Kysely and we use. */
export type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** Replaces how a connection runs its statements. */
export function wrapQuery(client: pg.ClientBase, wrap: (ask: Query) => Query): void {
  Object.assign(client, { query: wrap(client.query.bind(client) as Query) })
}

const raisesLimit = /^\s*set local statement_timeout/i
const bounds = /^\s*(begin|commit|rollback)\b/i

/** Cuts a connection, so that its statements fail and the pool discards it. */
function cut(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { connection?: { stream: { destroy(): void } } }
  connection?.stream.destroy()
}

/**
 * Cuts a connection whose server is silent for longer than `limitMs()` returns at the start of a statement; 0 means no
 * limit. A connection that broke silently, such as behind a stopped proxy, would otherwise block its caller for
 * minutes. A transaction that raises its own time limit has none here.
 */
export function limitSilence(client: pg.ClientBase, limitMs: () => number): void {
  let isRaised = false
  wrapQuery(client, (ask) => async (query, values) => {
    const text = typeof query === 'string' ? query : query.text
    if (bounds.test(text)) isRaised = false
    else if (raisesLimit.test(text)) isRaised = true
    const ms = isRaised ? 0 : limitMs()
    if (ms === 0) return ask(query, values)
    const timer = setTimeout(() => cut(client), ms)
    try {
      return await ask(query, values)
    } finally {
      clearTimeout(timer)
    }
  })
}
