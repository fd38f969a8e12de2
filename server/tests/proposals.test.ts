import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { startTest, type TestServer } from '#/server/tests/testing.ts'

// Every rule of two people in the database, tried by the person who made the content.

interface Rule {
  readonly name: string
  readonly table: string
  readonly decider: string
  readonly makers: readonly string[]
  /** States that the rule concerns; empty for all. */
  readonly from: readonly string[]
  readonly to: readonly string[]
}

const statesIn = (definition: string, side: 'old' | 'new') =>
  [...definition.matchAll(new RegExp(`${side}\\.state(?: = | = ANY \\(ARRAY\\[)((?:'\\w+'::text(?:, )?)+)`, 'g'))].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, state = '']) => state),
  )

/** Tables whose rows the demo does not make. Their rules are tried by the tests of their modules. */
const without: readonly string[] = []

describe('every proposal, decided by the person who made it', () => {
  let server: TestServer
  let rules: Rule[]
  const database = () => server.running.kernel.database
  before(async () => {
    server = await startTest()
    const { rows } = await sql<{ name: string; table: string; args: string; definition: string }>`
      select tgname as name, tgrelid::regclass::text as table, encode(tgargs, 'escape') as args, pg_get_triggerdef(pg_trigger.oid) as definition
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where proname = 'expect_other_hand' order by 1`.execute(database().kysely)
    rules = rows.map(({ name, table, args, definition }) => {
      const [decider = '', ...makers] = args.split('\\000').slice(0, -1)
      return { name, table, decider, makers, from: statesIn(definition, 'old'), to: statesIn(definition, 'new') }
    })
  })
  after(() => server.close())

  /** A row that one of these people made and that is not decided yet. */
  const rowFor = async ({ table, makers, from }: Rule) => {
    for (const maker of makers) {
      const condition = from.length > 0 ? sql`state = any (${from})` : sql`true`
      const found = await sql<{ id: number; hand: number }>`select id, (case jsonb_typeof(made) when 'array' then made -> 0 else made end)::text::bigint as hand
        from (select id, to_jsonb(row) -> ${maker} as made, to_jsonb(row) ->> 'state' as state from ${sql.table(table)} row) each
        where ${condition} and jsonb_typeof(made) in ('number', 'array') and made::text <> '[]' order by id desc limit 1`.execute(database().kysely)
      if (found.rows[0]) return found.rows[0]
    }
    return undefined
  }

  test('each rule of two people refuses the person who made the content', async () => {
    assert.ok(rules.length > 20, String(rules.length))
    const passed: string[] = []
    const unseen: string[] = []
    for (const rule of rules) {
      const row = await rowFor(rule)
      if (!row) {
        unseen.push(rule.name)
        continue
      }
      const set = [...(rule.decider ? [sql`${sql.ref(rule.decider)} = ${row.hand}`] : []), ...(rule.to[0] ? [sql`state = ${rule.to[0]}`] : [])]
      const session = { 'app.all': 'on', 'app.user': String(row.hand), 'app.now': server.running.kernel.clock.now().toISOString() }
      const decided = inTransaction(database(), session, async (trx) => {
        await sql`set local role app_accounts`.execute(trx)
        await sql`update ${sql.table(rule.table)} set ${sql.join(set)} where id = ${row.id}`.execute(trx)
        throw new Error('passed')
      })
      const answer = await decided.catch((error: Error & { code?: string }) => error.code ?? error.message)
      if (answer === 'passed') passed.push(rule.name)
    }
    assert.deepEqual(passed, [])
    assert.deepEqual(unseen, without)
  })
})
