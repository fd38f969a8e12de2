import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* keep the plan */'

/**
 * Put before a statement that looks rows up by their keys with many joins: planning it takes longer than running it (20 ms against 5 for people of a page), so a
 * server's connection keeps its plan. Not for conditions that a person chooses: a plan that is right for one value may be wrong for the next.
 */
export const keptPlan = sql.raw(mark)

/** Whether the server was reached itself: a pool in between, such as PgBouncer, lends any of its connections and makes up the number of the process. */
async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0] !== undefined && rows[0].pid === Reflect.get(client, 'processID')
}

/** Has this connection keep the plans of marked statements, as prepared statements of their own name; not where a pool may lend another one meanwhile. */
export async function keepPlans(client: pg.ClientBase): Promise<void> {
  if (!(await isDirect(client))) return
  // One of the overloads of `query` at a time cannot be replaced: this is the shape in which Kysely and we call it.
  const ask = client.query.bind(client) as (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
  const query: typeof ask = (text, values) => {
    if (typeof text !== 'string' || !text.startsWith(mark)) return ask(text, values)
    const name = createHash('sha256').update(text).digest('base64url')
    return ask({ name, text, values: values ?? [] })
  }
  Object.assign(client, { query })
}
