import { sql } from 'kysely'
import type pg from 'pg'
import { wrapQuery } from '#/server/lib/database/client.ts'

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
const customPlanStatement = 'set local plan_cache_mode = auto'
const beginPattern = /^\s*begin\b/i
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
class StatementClosing implements pg.Submittable {
  private readonly name: string
  constructor(name: string) {
    this.name = name
  }

  submit(connection: pg.Connection): void {
    // Sends both messages in one write, because the embedded database fails if the answer to a write is incomplete.
    connection.stream.cork()
    connection.close({ type: 'S', name: this.name }, false)
    connection.sync()
    connection.stream.uncork()
  }

  handleReadyForQuery(): void {
    // Nothing to do: the caller does not wait for the result.
  }

  handleError(): void {
    // Nothing to do: the statement ended with its connection.
  }
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
 * than running them. After a statement marked with `freshPlan`, or one with a long list, PostgreSQL plans with the
 * actual values and table sizes until the transaction ends.
 */
export function managePlans(client: pg.ClientBase): void {
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection
  const names = createStatementNames((name) => {
    client.query(new StatementClosing(name))
    delete parsedStatements[name]
  })
  let usesGenericPlans = true
  wrapQuery(client, (ask) => async (text, values) => {
    if (typeof text === 'string' && beginPattern.test(text)) usesGenericPlans = true
    const isFresh = typeof text === 'string' && (text.startsWith(freshPlanMark) || isBulk(values))
    if (isFresh && usesGenericPlans) {
      usesGenericPlans = false
      await ask(customPlanStatement)
    }
    const name = typeof text === 'string' && !isFresh && (values?.length || preparablePattern.test(text)) ? names.nameFor(text) : undefined
    if (name === undefined || typeof text !== 'string') return ask(text, values)
    try {
      return await ask({ name, text, ...(values && { values }) })
    } catch (error) {
      if (isStalePlan(error)) names.forget()
      throw error
    }
  })
}
