import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markTemplates, mutantsOfSource, sqlMutantsOf } from '#/tools/mutants/sql.ts'

test('the mutants of a module change the SQL functions that guard its tables', () => {
  const { mutants } = sqlMutantsOf('server/money/payouts')
  const functions = new Set(mutants.filter(({ template }) => template === null).map(({ file }) => file.split(' ')[1]))
  for (const each of ['app.payout_exception_moves', 'app.expect_attempt_lines']) assert.ok(functions.has(each), `${each} is never changed`)
})

test('each mutant of a function replaces only that function', () => {
  for (const { file, statement } of sqlMutantsOf('server/taxation/periods').mutants) {
    if (statement === null) continue
    assert.deepEqual(statement.match(/\bfunction app\.\w+\(/g)?.slice(0, 1), [`function ${file.split(' ')[1]}(`])
    assert.equal(statement.match(/^create /gm)?.length, 1)
  }
})

test('a removed condition ends after a case expression, not inside it', () => {
  const text = 'sql`select 1 from t where a and b = case when c and d then 1 else 2 end and e = 3`'
  const droppedConditions = mutantsOfSource('a.ts', text).map(({ from }) => from)
  assert.deepEqual(droppedConditions, ['and b = case when c and d then 1 else 2 end', 'and d', 'and e = 3'])
})

test('templates of a context are marked and changed like those of `sql`', () => {
  const text = "ctx.rows<Row<'unit', 'id'>>`select id from unit where id = 1 and state = 2`"
  assert.equal(markTemplates('a.ts', text), `globalThis.__sql("a.ts#0", ctx.rows)${text.slice('ctx.rows'.length)}`)
  assert.ok(mutantsOfSource('a.ts', text).length > 0)
})
