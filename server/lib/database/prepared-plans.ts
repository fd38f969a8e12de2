import { sql } from 'kysely'
import pg from 'pg'
import { type Query, wrapQuery } from '#/server/lib/database/client.ts'

const freshPlanMark = '/* fresh plan */'

/**
 * Marks statements that have user-chosen conditions or read all lines of a batch. Marked statements are planned on each
 * run. A plan may suit only one filter value, and a plan made while a month's partition was empty suits no batch.
 */
export const freshPlan = sql.raw(freshPlanMark)

/**
 * A connection setting for `managePlans`: the first plan of a prepared statement is used for all values. By default
 * PostgreSQL would plan each statement at least five more times.
 */
export const genericPlanSetting = { plan_cache_mode: 'force_generic_plan' } as const
const customPlans = 'auto'
const beginPattern = /^\s*begin\b/i
const savepointRollbackPattern = /^rollback to /
// The job queue writes names of queues into its statements instead of parameters. A text with a semicolon may be
// several statements, which cannot be prepared.
const preparablePattern = /^\s*(select|with|insert|update|delete)\b[^;]*$/i
/** Maximum number of prepared statements of a connection, because each occupies server memory. */
const maxPreparedStatements = 400

/** A statement with a longer list, as an array or as JSON, counts as a statement over many rows. */
const maxListLength = 100
const maxTextLength = 20_000

function isBulk(values: readonly unknown[] = []): boolean {
  return values.some((value) => (Array.isArray(value) && value.length > maxListLength) || (typeof value === 'string' && value.length > maxTextLength))
}

/** Returns whether a migration changed the columns of a prepared statement. The next call then prepares it again. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'routine') === 'RevalidateCachedQuery'
}

/** Closes a prepared statement. `deallocate` would abort the transaction if the preparation had failed. */
function createClosing(name: string): pg.Query {
  // A connection with pipelining accepts only instances of this class.
  return Object.assign(new pg.Query(''), {
    submit: (connection: pg.Connection) => {
      // Sends both messages in one write, because the embedded database fails if the answer to a write is incomplete.
      connection.stream.cork()
      connection.close({ type: 'S', name }, false)
      connection.sync()
      connection.stream.uncork()
    },
    // The caller does not wait for the result, and the statement ends with its connection.
    handleReadyForQuery: () => undefined,
    handleError: () => undefined,
  })
}

/**
 * Assigns names to the statements that one connection prepares. Closes the least recently used statement when there are
 * too many.
 */
function createStatementNames(close: (name: string) => void): { nameFor: (text: string) => string; forget: () => void } {
  const names = new Map<string, string>()
  let nameCount = 0
  return {
    nameFor: (text) => {
      const name = names.get(text) ?? `statement ${++nameCount}`
      // Deleting and adding again keeps the map in order of use.
      names.delete(text)
      names.set(text, name)
      const [oldest] = names
      if (names.size > maxPreparedStatements && oldest) {
        names.delete(oldest[0])
        close(oldest[1])
      }
      return name
    },
    forget: () => {
      for (const name of names.values()) close(name)
      names.clear()
    },
  }
}

/**
 * Makes a connection with the setting `genericPlanSetting` prepare its statements, because planning them takes longer
 * than running them. PostgreSQL plans a statement marked with `freshPlan` with the actual values and table sizes, and
 * all statements of a transaction after one with a long list.
 */
export function managePlans(client: pg.ClientBase & { readonly pipeline?: boolean }): void {
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
  const names = createStatementNames((name) => {
    client.query(createClosing(name))
    delete parsedStatements[name]
  })
  const { plan_cache_mode: genericPlans } = genericPlanSetting
  let mode: string = genericPlans
  let isBulkTransaction = false
  const setMode = (ask: Query, wanted: string): Promise<unknown> | undefined => {
    if (mode === wanted) return undefined
    mode = wanted
    const setting = ask(`set local plan_cache_mode = ${wanted}`)
    if (!client.pipeline) return setting
    // Sent together with the statement, which fails with it.
    setting.catch(() => undefined)
    return undefined
  }
  wrapQuery(client, (ask) => async (text, values) => {
    if (typeof text !== 'string') return ask(text, values)
    if (beginPattern.test(text)) [mode, isBulkTransaction] = [genericPlans, false]
    // It restores the setting of the time of the savepoint, which is unknown here.
    if (savepointRollbackPattern.test(text)) mode = ''
    const isFresh = text.startsWith(freshPlanMark) || isBulk(values)
    isBulkTransaction ||= isBulk(values)
    const isNamed = !isFresh && (values?.length || preparablePattern.test(text))
    if (isFresh || isNamed) {
      const setting = setMode(ask, isFresh || isBulkTransaction ? customPlans : genericPlans)
      if (setting) await setting
    }
    if (!isNamed) return ask(text, values)
    const name = names.nameFor(text)
    try {
      return await ask({ name, text, ...(values && { values }) })
    } catch (error) {
      if (isStalePlan(error)) names.forget()
      throw error
    }
  })
}
