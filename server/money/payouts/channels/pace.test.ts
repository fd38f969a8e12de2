import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapConcurrently, windowEnd } from '#/server/money/payouts/channels/pace.ts'

test('a daily window opens and closes to the minute in China time, also across midnight', () => {
  const windowEndAt = (clock: string) => windowEnd('23:30-00:30', new Date(`2026-03-10T${clock}+08:00`))?.toISOString() ?? null
  const end = (text: string) => new Date(`${text}+08:00`).toISOString()
  assert.deepEqual([windowEndAt('23:29:59'), windowEndAt('23:30:00')], [null, end('2026-03-11T00:30:00')])
  assert.deepEqual(
    [windowEndAt('00:00:30'), windowEndAt('00:29:59'), windowEndAt('00:30:00'), windowEndAt('12:00:00')],
    [end('2026-03-10T00:30:00'), end('2026-03-10T00:30:00'), null, null],
  )
  assert.equal(windowEnd('02:00-04:00', new Date('2026-03-10T03:15:20+08:00'))?.toISOString(), end('2026-03-10T04:00:00'))
  assert.equal(windowEnd('', new Date()), null)
  // A window of length zero closes nothing.
  assert.equal(windowEnd('02:00-02:00', new Date('2026-03-10T02:00:00+08:00')), null)
})

test('limited concurrency returns the results in input order', async () => {
  let [running, limit] = [0, 0]
  const answers = await mapConcurrently([5, 1, 4, 2, 3], 2, async (item) => {
    limit = Math.max(limit, ++running)
    await new Promise((resolve) => setTimeout(resolve, item))
    running--
    return item * 2
  })
  assert.deepEqual([answers, limit], [[10, 2, 8, 4, 6], 2])
  assert.deepEqual(await mapConcurrently([], 2, async () => 1), [])
})
