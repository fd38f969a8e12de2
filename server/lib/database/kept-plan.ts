import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* fresh plan */'

/** Put before a statement with conditions that a person chooses: the plan that suits one value of a filter may be wrong for the next. */
export const freshPlan = sql.raw(mark)

/** Planning our statements takes longer than running them, so a connection prepares one that it is asked a second time. */
const preparedFrom = 2
/** A kept plan takes memory of the server for as long as its connection lives. */
const preparedMost = 400
const countedMost = 2000

/** Whether a migration changed the columns of a prepared answer; the next call prepares the statement again. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'routine') === 'RevalidateCachedQuery'
}

/** The names of the statements that one connection prepares. */
function openNames(): { of: (text: string) => string | undefined; forget: () => void } {
  const names = new Map<string, string>()
  const times = new Map<string, number>()
  let generation = 0
  return {
    of: (text) => {
      const known = names.get(text)
      if (known !== undefined || names.size >= preparedMost) return known
      const asked = (times.get(text) ?? 0) + 1
      if (times.size >= countedMost) times.clear()
      times.set(text, asked)
      if (asked < preparedFrom) return undefined
      const name = `${createHash('sha256').update(text).digest('base64url')}_${generation}`
      names.set(text, name)
      return name
    },
    forget: () => {
      names.clear()
      generation++
    },
  }
}

/**
 * Makes this connection prepare the statements with parameters that it is asked again; PostgreSQL keeps one plan for all values where that costs no more than a plan
 * for each.
 */
export function keepPlans(client: pg.ClientBase): void {
  // One of the overloads of `query` at a time cannot be replaced: this is the shape in which Kysely and we call it.
  const ask = client.query.bind(client) as (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
  const names = openNames()
  const query: typeof ask = async (text, values) => {
    const name = typeof text === 'string' && values?.length && !text.startsWith(mark) ? names.of(text) : undefined
    if (name === undefined || typeof text !== 'string') return ask(text, values)
    try {
      return await ask({ name, text, ...(values && { values }) })
    } catch (error) {
      if (isStalePlan(error)) names.forget()
      throw error
    }
  }
  Object.assign(client, { query })
}
