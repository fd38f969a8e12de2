import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { setSilenceLimit } from '#/server/lib/database/client.ts'

/** A connection whose server answers a statement when `answerFirst` is called. */
function silentConnection(limitMs: number) {
  const waiting: (() => void)[] = []
  let isCut = false
  const client = {
    connection: { stream: { destroy: () => (isCut = true) } },
    query: () => new Promise<void>((resolve) => waiting.push(resolve)),
  } as unknown as pg.ClientBase
  setSilenceLimit(client, () => limitMs)
  return {
    issue: (text: string) => void client.query(text),
    answerFirst: async () => {
      waiting.shift()?.()
      await new Promise(setImmediate)
    },
    isCut: () => isCut,
  }
}

test('the limit of silence begins for a statement with the answer to the one before it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const connection = silentConnection(1000)
  for (const text of ['select 1', 'select 2', 'select 3']) connection.issue(text)
  for (const _ of ['select 1', 'select 2']) {
    t.mock.timers.tick(900)
    await connection.answerFirst()
  }
  assert.equal(connection.isCut(), false)
  t.mock.timers.tick(1000)
  assert.equal(connection.isCut(), true)
})

test('a statement behind others has no limit after its transaction raised its own', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const connection = silentConnection(1000)
  for (const text of ['begin', 'set local statement_timeout = 0', 'rollback to savepoint part', 'select 1']) connection.issue(text)
  for (let answers = 0; answers < 3; answers++) await connection.answerFirst()
  t.mock.timers.tick(100_000)
  assert.equal(connection.isCut(), false)
})
