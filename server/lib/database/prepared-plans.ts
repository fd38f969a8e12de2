import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { wrapQuery } from '#/server/lib/database/client.ts'

const mark = '/* fresh plan */'

/**
 * Marks statements with user-chosen conditions, or over all lines of a batch. They are planned each time: a plan may
 * suit only one filter value, and one made while a month's partition was empty suits no batch.
 */
export const freshPlan = sql.raw(mark)

/** Planning our statements takes longer than running them, so a connection prepares a statement on its second use. */
const preparedFrom = 2
/**
 * A connection's setting for `managePlans`: the first plan of a prepared statement serves all values. By default
 * PostgreSQL would plan each statement at least five more times.
 */
export const planOnce = { plan_cache_mode: 'force_generic_plan' } as const
const planAgain = 'set local plan_cache_mode = auto'
const startsTransaction = /^\s*begin\b/i
/** A prepared plan occupies server memory for the life of its connection. */
const maxPrepared = 400
const maxCounted = 2000

/** A longer list, as an array or as JSON, makes a statement one over many rows. */
const maxListed = 100
const maxTextLength = 20_000

function isBulk(values: readonly unknown[] = []): boolean {
  return values.some((value) => (Array.isArray(value) && value.length > maxListed) || (typeof value === 'string' && value.length > maxTextLength))
}

/** Returns whether a migration changed the columns of a prepared statement; the next call prepares it again. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'routine') === 'RevalidateCachedQuery'
}

/** Manages the names of the statements that one connection prepares. */
function openNames(): { of: (text: string) => string | undefined; forget: () => void } {
  const names = new Map<string, string>()
  const times = new Map<string, number>()
  let generation = 0
  return {
    of: (text) => {
      const known = names.get(text)
      if (known !== undefined || names.size >= maxPrepared) return known
      const requested = (times.get(text) ?? 0) + 1
      if (times.size >= maxCounted) times.clear()
      times.set(text, requested)
      if (requested < preparedFrom) return undefined
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
 * Makes this connection, which has the setting `planOnce`, prepare repeated statements with parameters. From the first
 * statement marked with `freshPlan`, or with a long list, to the end of its transaction PostgreSQL considers the values
 * and the sizes of the tables again.
 */
export function managePlans(client: pg.ClientBase): void {
  const names = openNames()
  let plansOnce = true
  wrapQuery(client, (ask) => async (text, values) => {
    if (typeof text === 'string' && startsTransaction.test(text)) plansOnce = true
    const isFresh = typeof text === 'string' && (text.startsWith(mark) || isBulk(values))
    if (isFresh && plansOnce) {
      plansOnce = false
      await ask(planAgain)
    }
    const name = typeof text === 'string' && values?.length && !isFresh ? names.of(text) : undefined
    if (name === undefined || typeof text !== 'string') return ask(text, values)
    try {
      return await ask({ name, text, ...(values && { values }) })
    } catch (error) {
      if (isStalePlan(error)) names.forget()
      throw error
    }
  })
}
