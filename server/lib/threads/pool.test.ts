import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PoolLimits, ThreadPool } from '#/server/lib/threads/pool.ts'

const poolOf = (limits: Partial<PoolLimits> = {}) =>
  new ThreadPool<string, string>(new URL('./serving-child.ts', import.meta.url), { threads: 1, taskMs: 60_000, megabytes: 100, ...limits })

async function outcomeOf(pool: ThreadPool<string, string>, question: string, taskMs?: number): Promise<string> {
  const outcome = await pool.ask(question, taskMs)
  return outcome.answer ?? outcome.why
}

test('a task beyond the time limit is ended with its thread', async () => {
  const pool = poolOf()
  assert.deepEqual([await outcomeOf(pool, 'loop', 500), await outcomeOf(pool, 'a'), await outcomeOf(pool, 'b')], ['late', 'a', 'b'])
  assert.deepEqual(pool.counts, { answered: 2, busy: 0, late: 1, large: 0, broken: 0 })
  await pool.close()
})

test('a task beyond the memory limit, in objects or buffers, is ended with its thread', async () => {
  const pool = poolOf()
  assert.deepEqual([await outcomeOf(pool, 'objects'), await outcomeOf(pool, 'buffers'), await outcomeOf(pool, 'a')], ['large', 'large', 'a'])
  await pool.close()
})

test('a failed task reports the reason, and a dead thread is replaced', async () => {
  const pool = poolOf()
  const failedOutcome = await pool.ask('fail')
  assert.match(failedOutcome.answer === null ? failedOutcome.detail : '', /Error: failed/)
  assert.deepEqual([await outcomeOf(pool, 'exit'), await outcomeOf(pool, 'a')], ['broken', 'a'])
  await pool.close()
})

test('tasks queue in order and are refused when the queue is full', async () => {
  const pool = poolOf({ waiting: 2 })
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'd'].map((each) => outcomeOf(pool, each))), ['a', 'b', 'c', 'busy'])
  await pool.close()
})

test('the event loop keeps running while a thread is busy', async () => {
  const pool = poolOf()
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  turn()
  assert.equal(await outcomeOf(pool, 'loop', 300), 'late')
  isOver = true
  assert.ok(turns > 100, `${turns} turns`)
  await pool.close()
})
