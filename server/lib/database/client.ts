import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** The only overload of `query` that Kysely and this program use. */
export type Query = (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** Wraps the function that runs a connection's statements. */
export function wrapQuery(client: pg.ClientBase, wrap: (ask: Query) => Query): void {
  Object.assign(client, { query: wrap(client.query.bind(client) as Query) })
}

/** Sends the statements of one turn of the event loop in one write. */
export function gatherWrites(client: pg.ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  wrapQuery(client, (ask) => (query, values) => {
    stream.cork()
    process.nextTick(() => stream.uncork())
    return ask(query, values)
  })
}

const limitChangePattern = /^\s*set local statement_timeout/i
const transactionBoundaryPattern = /^\s*(begin|commit|rollback(?! to\b))\b/i

/** Closes a connection's socket, so that its statements fail and the pool discards it. */
function cutConnection(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { connection?: { stream: { destroy(): void } } }
  connection?.stream.destroy()
}

/**
 * Closes a connection whose server is silent for longer than the limit. `limitMs()` gives the limit when a statement is
 * issued; 0 means none. Otherwise a silently broken connection, such as behind a stopped proxy, would block its caller
 * for minutes. The server answers in order, so the time of a statement begins with the answer to the one before it. The
 * limit does not apply to a transaction that raises its own statement timeout.
 */
export function setSilenceLimit(client: pg.ClientBase, limitMs: () => number): void {
  let isLimitRaised = false
  const waitingStatements: { readonly ms: number }[] = []
  let timer: NodeJS.Timeout | undefined
  const watchFirst = () => {
    clearTimeout(timer)
    const ms = waitingStatements[0]?.ms ?? 0
    if (ms > 0) timer = setTimeout(() => cutConnection(client), ms)
  }
  wrapQuery(client, (ask) => async (query, values) => {
    const text = typeof query === 'string' ? query : query.text
    if (transactionBoundaryPattern.test(text)) isLimitRaised = false
    else if (limitChangePattern.test(text)) isLimitRaised = true
    const statement = { ms: isLimitRaised ? 0 : limitMs() }
    waitingStatements.push(statement)
    if (waitingStatements.length === 1) watchFirst()
    try {
      return await ask(query, values)
    } finally {
      waitingStatements.splice(waitingStatements.indexOf(statement), 1)
      watchFirst()
    }
  })
}
