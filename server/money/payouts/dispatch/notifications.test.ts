import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { LineState } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import { notifyOfHeldLines, notifyPayees } from '#/server/money/payouts/dispatch/notifications.ts'
import type { LineStep } from '#/server/money/payouts/dispatch/results.ts'
import { countStatements } from '#/server/tests/statements-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('results of batches with many lines', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())
  const db = () => server.running.kernel.database.kysely
  const countStatementsOf = (work: (ctx: Context) => Promise<void>) => countStatements(server, 'payouts.sweep', work)

  /**
   * Returns steps of up to `limit` lines of the latest batch. Every tenth line belongs to the operator with an account.
   */
  const createSteps = async (limit: number, to: LineState): Promise<LineStep[]> => {
    const batch = (
      await sql<{ id: number; centre_id: number; unit_id: number; mode: number }>`select id, centre_id, unit_id, mode from payment_batch
      where centre_id = 2 order by id desc limit 1`.execute(db())
    ).rows[0]
    const others = (await sql<{ id: number }>`select id from operator where id <> 1001 order by id limit 50`.execute(db())).rows
    return Array.from({ length: limit }, (_, at) => {
      const operator_id = at % 10 === 0 ? 1001 : others[at % others.length]?.id
      return {
        to,
        line: { id: 900_000 + at, no: `ZF${at}`, state: 'processing', batch_id: batch?.id, ...batch, operator_id, net_fen: 10_000 + at },
      } as unknown as LineStep
    }).map((step, at) => ({ ...step, line: { ...step.line, id: 900_000 + at } }))
  }
  const takeMessages = async (kind: string) =>
    (await sql<{ user_id: number; amount: string }>`delete from message where kind = ${kind} returning user_id, "values" ->> 'amount' as amount`.execute(db()))
      .rows

  test('notifying payees of 5,000 results takes as many statements as of ten results', async () => {
    await sql`update centre set texts_payees = true where id = 2`.execute(db())
    const [tenSteps, allSteps] = [await createSteps(10, 'success'), await createSteps(5000, 'success')]
    const statementsForTen = await countStatementsOf((ctx) => notifyPayees(ctx, tenSteps))
    assert.equal((await takeMessages('moneyArrived')).length, 1)
    await sql`delete from pgboss.job where name in ('messages.deliver', 'messages.payee')`.execute(db())
    const statementsForAll = await countStatementsOf((ctx) => notifyPayees(ctx, allSteps))
    assert.equal(statementsForAll, statementsForTen)
    const notice = await takeMessages('moneyArrived')
    assert.deepEqual([notice.length, new Set(notice.map((row) => row.user_id)).size, new Set(notice.map((row) => row.amount)).size], [500, 1, 500])
    const texts = await sql<{
      data: { operatorId: number; values: Record<string, string> }
    }>`delete from pgboss.job where name = 'messages.payee' returning data`.execute(db())
    assert.equal(texts.rows.length, 4500)
    assert.ok(texts.rows.every(({ data }) => data.operatorId !== 1001 && !/1[3-9]\d{9}/.test(JSON.stringify(data.values))))
  })

  test('5,000 held lines in two parts send each person one message', async () => {
    const lines = await createSteps(5000, 'held')
    for (const part of [lines.slice(0, 2500), lines.slice(2500)]) await countStatementsOf((ctx) => notifyOfHeldLines(ctx, part))
    const people = (await takeMessages('batchHeld')).map((row) => row.user_id)
    assert.equal(new Set(people).size, people.length)
    assert.ok(people.length >= 2)
  })
})
