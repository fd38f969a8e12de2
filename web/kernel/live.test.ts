import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventReader, maxSilenceMs, reconnectDelayMs } from './events.ts'

function readEventsOf(...pieces: string[]) {
  const events: string[] = []
  const feed = createEventReader(({ name, text }) => events.push(`${name}=${text}`))
  for (const piece of pieces) feed(piece)
  return events
}

test('events are parsed however the stream is split into chunks', () => {
  const stream = ': open\n\nevent: changed\ndata: ["tasks"]\n\n:\n\nevent: over\ndata: \n\n'
  const allEvents = ['changed=["tasks"]', 'over=']
  assert.deepEqual(readEventsOf(stream), allEvents)
  assert.deepEqual(readEventsOf(...stream), allEvents)
  assert.deepEqual(readEventsOf(stream.slice(0, 17), stream.slice(17)), allEvents)
  assert.deepEqual(readEventsOf('event: changed\ndata: ["tas'), [])
  assert.deepEqual(readEventsOf('data: a\r\ndata: b\r\n\r\n'), ['message=a\nb'])
})

test('reconnection delays grow to a minute and differ between browsers', () => {
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => reconnectDelayMs(failures, 1)),
    [1000, 2000, 4000, 8000],
  )
  assert.equal(reconnectDelayMs(50, 1), 60_000)
  assert.equal(reconnectDelayMs(0, 0), 500)
})

test('a stream counts as lost after 50 s of silence, which is two missed heartbeats', () => {
  const heartbeatMs = 20_000
  assert.equal(maxSilenceMs, 50_000)
  assert.equal(Math.floor(maxSilenceMs / heartbeatMs), 2)
})
