import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { testServer } from '#/server/tests/testing.ts'

// Tries every two-person rule in the database as the maker, as a user whose password the maker set, and as an
// independent user.

interface Rule {
  readonly name: string
  readonly table: string
  readonly decider: string
  readonly makers: readonly string[]
  readonly definition: string
  /** Column types by column name. */
  readonly types: Readonly<Record<string, string>>
}

/** Returns the states that a trigger's condition names for the old or new row; empty if any state matches. */
function statesIn(definition: string, side: 'old' | 'new'): string[] {
  const [, one, many = ''] = new RegExp(`${side}\\.state = (?:'(\\w+)'|ANY \\(ARRAY\\[([^\\]]*)\\])`).exec(definition) ?? []
  return one === undefined ? [...many.matchAll(/'(\w+)'/g)].map(([, state = '']) => state) : [one]
}

describe('proposals that need two people', () => {
  const server = testServer()
  let rules: Rule[]
  before(async () => {
    const { rows } = await sql<Omit<Rule, 'decider' | 'makers'> & { args: string }>`
      select tgname as name, relname as table, encode(tgargs, 'escape') as args, pg_get_triggerdef(pg_trigger.oid) as definition,
        (select jsonb_object_agg(attname, atttypid::regtype::text) from pg_attribute where attrelid = tgrelid and attnum > 0 and not attisdropped) as types
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid where proname = 'expect_other_hand' order by 1`.execute(
      server.running.kernel.database.kysely,
    )
    rules = rows.map(({ args, ...rule }) => {
      const [decider = '', ...makers] = args.split('\\000').slice(0, -1)
      return { ...rule, decider, makers }
    })
  })

  /**
   * Lets one user decide on a row of this maker, in a copy of the table with its rule. Returns the error, or `passed`.
   */
  const tryDecision = async (rule: Rule, maker: string, people: { made: number; decides: number }): Promise<string> => {
    const { table, decider, definition, types } = rule
    const makerValue = types[maker]?.endsWith('[]') ? sql`array[${people.made}]::bigint[]` : sql`${people.made}::bigint`
    const [from = 'proposed'] = statesIn(definition, 'old')
    const [to] = statesIn(definition, 'new')
    // Other values that the condition of the trigger names.
    const namedConditions = [...definition.matchAll(/new\.(\w+) = (?:ANY \(ARRAY\[)?'(\w+)'/g)].filter(([, column]) => column !== 'state')
    const presentConditions = [...definition.matchAll(/new\.(\w+) IS NOT NULL/g)].filter(([, column = '']) => types[column] === 'text')
    const otherColumns = Object.fromEntries([...namedConditions, ...presentConditions].map(([, column = '', text = 'x']) => [column, sql`${text}`]))
    const positiveColumns = (side: 'old' | 'new') =>
      Object.fromEntries([...definition.matchAll(new RegExp(`${side}\\.(\\w+) > 0`, 'g'))].map(([, column = '']) => [column, sql`1`]))
    const flagColumns = (side: 'old' | 'new') =>
      Object.fromEntries([...definition.matchAll(new RegExp(`(NOT )?${side}\\.(is_\\w+)`, 'g'))].map(([, not, column = '']) => [column, sql`${!not}`]))
    const initialValues = { ...(types.state && { state: sql`${from}` }), ...otherColumns, ...positiveColumns('old'), ...flagColumns('old') }
    const [, watched = ''] = / UPDATE OF (\w+) ON /.exec(definition) ?? []
    const endedColumns = positiveColumns('old')[watched] && { [watched]: sql`0` }
    const newValues = {
      ...(decider && { [decider]: sql`${people.decides}::bigint` }),
      ...(to !== undefined && { state: sql`${to}` }),
      ...positiveColumns('new'),
      ...flagColumns('new'),
      ...endedColumns,
    }
    const originalRow = { [maker]: makerValue, ...initialValues }
    return server.running.kernel.database.kysely
      .transaction()
      .execute(async (trx) => {
        await sql`create schema probe`.execute(trx)
        await sql`create table probe.${sql.ref(table)} as select * from ${sql.table(table)} limit 0`.execute(trx)
        await sql.raw(definition.replace(/ ON (?:public\.)?\w+ FOR /, ` ON probe.${table} FOR `)).execute(trx)
        const insert = (row: Readonly<Record<string, unknown>>) =>
          sql`insert into probe.${sql.ref(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${sql.join(Object.values(row))})`.execute(
            trx,
          )
        // A rule on new rows is tried by the insert itself, and other rules by an update.
        const isOfNewRows = !/ UPDATE /.test(definition)
        if (!isOfNewRows) await insert(originalRow)
        await sql`grant usage on schema probe to app_rw`.execute(trx)
        await sql`grant all on probe.${sql.ref(table)} to app_rw`.execute(trx)
        await sql`select set_config('app.user', ${String(people.decides)}, true), set_config('app.all', 'on', true)`.execute(trx)
        await sql`set local role app_rw`.execute(trx)
        const assignments = Object.entries(newValues).map(([name, each]) => sql`${sql.ref(name)} = ${each}`)
        if (isOfNewRows) await insert({ ...originalRow, ...newValues })
        else await sql`update probe.${sql.ref(table)} set ${sql.join(assignments)}`.execute(trx)
        throw new Error('passed')
      })
      .catch((error: Error & { code?: string }) => error.code ?? error.message)
  }
  const tryAllRules = async (people: { made: number; decides: number }) => {
    const outcomeByRule: Record<string, string> = {}
    for (const rule of rules) for (const maker of rule.makers) outcomeByRule[`${rule.name} ${maker}`] = await tryDecision(rule, maker, people)
    return Object.entries(outcomeByRule)
  }

  test('each two-person rule refuses a decision by the maker', async () => {
    const makerAnswers = await tryAllRules({ made: 5, decides: 5 })
    assert.ok(makerAnswers.length > 35, String(makerAnswers.length))
    assert.deepEqual(
      makerAnswers.filter(([, answer]) => answer !== 'YC001'),
      [],
    )
  })

  test('each two-person rule refuses an account whose password the maker set', async () => {
    await sql`update app_user set password_reset_by = 5, password_reset_at = now() where id = 6`.execute(server.running.kernel.database.kysely)
    assert.deepEqual(
      (await tryAllRules({ made: 5, decides: 6 })).filter(([, answer]) => answer !== 'YC001'),
      [],
    )
  })

  test('each two-person rule accepts a decision by an independent person', async () => {
    assert.deepEqual(
      (await tryAllRules({ made: 5, decides: 7 })).filter(([, answer]) => answer !== 'passed'),
      [],
    )
  })
})
