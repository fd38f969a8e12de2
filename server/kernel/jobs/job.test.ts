import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { jobs } from '#/server/app/modules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event, handleJob, job, subscribe } from '#/server/kernel/jobs/job.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// These queues exist on every server. No worker runs in this test.
const first = job('payouts.recall', z.object({ operatorId: z.int(), unitId: z.int().nullish() }))
const second = job('lines.revalidate', z.object({ batchId: z.int() }))
const handledEvent = event('tests.happened', z.object({ id: z.int() }))
const unhandledEvent = event('tests.unheard', z.object({ id: z.int() }))

test('every declared or recurring job has exactly one handler', () => {
  const server = join(import.meta.dirname, '../..')
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && !/test\.ts$|testing\.ts$/.test(path))
  const declaredJobs = sources.flatMap((path) => [...readFileSync(join(server, path), 'utf8').matchAll(/\bjob\(\s*'([^']+)'/g)].map((match) => match[1] ?? ''))
  const handledJobs = jobs.flatMap((each) => each.handlers.map(({ name }) => name))
  assert.ok(declaredJobs.length > 30)
  assert.equal(new Set(handledJobs).size, handledJobs.length)
  const repeatedJobs = jobs.flatMap((each) => Object.keys(each.every ?? {}))
  assert.deepEqual(
    [...declaredJobs, ...repeatedJobs].filter((name) => !handledJobs.includes(name)),
    [],
  )
})

describe('jobs', () => {
  let server: TestServer
  const loggedErrors: object[] = []
  const log: Context['log'] = { info: () => undefined, warn: () => undefined, error: (fields) => loggedErrors.push(fields) }
  before(async () => {
    server = await startTestServer({ log })
  })
  after(() => server.close())

  const context = () => jobContext(server.running.kernel, () => false)
  const publishingContext = () => {
    const subscriptions = [
      subscribe(handledEvent, first, ({ id }) => ({ operatorId: id })),
      subscribe(handledEvent, second, ({ id }) => ({ batchId: id + 1 })),
      subscribe(unhandledEvent, second, ({ id }) => ({ batchId: id })),
    ]
    return jobContext({ ...server.running.kernel, subscriptions }, () => false)
  }
  const queuedJobs = async () => {
    const { rows } = await sql<{
      name: string
      data: object
    }>`delete from pgboss.job where name in (${first.name}, ${second.name}) returning name, data`.execute(server.running.kernel.database.kysely)
    return rows.toSorted((one, other) => one.name.localeCompare(other.name))
  }

  test('an invalid payload reaches neither its handler nor the log', async () => {
    const handledPayloads: object[] = []
    const handler = handleJob(first, async (_job, data) => void handledPayloads.push(data))
    await assert.rejects(handler.run(context(), { operatorId: 'Zhang San', unitId: 1 }), /payouts\.recall was refused: operatorId invalid_type/)
    await assert.rejects(handler.run(context(), null), /payouts\.recall was refused/)
    assert.deepEqual(handledPayloads, [])
    assert.equal(loggedErrors.length, 2)
    assert.doesNotMatch(JSON.stringify(loggedErrors), /Zhang/)
  })

  test('a payload of an earlier version is accepted without its unknown fields', async () => {
    const handledPayloads: object[] = []
    const handler = handleJob(first, async (_job, data) => void handledPayloads.push(data))
    await handler.run(context(), { operatorId: 1, batchId: 2 })
    await handler.run(context(), { operatorId: 1, unitId: null })
    assert.deepEqual(handledPayloads, [{ operatorId: 1 }, { operatorId: 1, unitId: null }])
  })

  test('an event queues the jobs of its subscribers and no other jobs', async () => {
    await queuedJobs()
    await publishingContext().run('test', (ctx) => ctx.publish(handledEvent, { id: 7 }))
    assert.deepEqual(await queuedJobs(), [
      { name: second.name, data: { batchId: 8 } },
      { name: first.name, data: { operatorId: 7 } },
    ])
  })

  test('an event of a rolled-back transaction queues nothing', async () => {
    const failedRun = publishingContext().run('test', async (ctx) => {
      await ctx.publish(handledEvent, { id: 7 })
      throw new Error('rolled back')
    })
    await assert.rejects(failedRun, /rolled back/)
    assert.deepEqual(await queuedJobs(), [])
  })

  test('the queue does not store the keyword of a filter', async () => {
    const search = job(second.name, z.object({ filter: z.object({ keyword: z.string() }) }))
    await context().run('test', (ctx) => ctx.enqueue(search, { filter: { keyword: '13800000000' } }))
    assert.deepEqual(await queuedJobs(), [{ name: second.name, data: { filter: { keyword: '***' } } }])
  })
})
