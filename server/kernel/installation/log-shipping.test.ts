import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import { shipLog } from '#/server/kernel/installation/log-shipping.ts'
import { localCertificate } from '#/server/lib/local-certificate-testing.ts'

const certificate = localCertificate()

/** Starts a collector that records the lines it receives. */
async function startCollector(port = 0) {
  const lines: string[] = []
  const sockets = new Set<TLSSocket>()
  let notifyWaiting = () => {}
  const server = createServer(certificate, (socket) => {
    sockets.add(socket)
    let rest = ''
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const parts = `${rest}${bytes}`.split('\n')
      rest = parts.pop() ?? ''
      lines.push(...parts)
      notifyWaiting()
    })
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    lines,
    port: (server.address() as AddressInfo).port,
    until: async (count: number) => {
      while (lines.length < count) await new Promise<void>((resolve) => (notifyWaiting = resolve))
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

test('log lines reach the collector over TLS in order, even those written before it connected', async () => {
  const collector = await startCollector()
  const shipping = shipLog({ host: 'localhost', port: collector.port, authorities: certificate.cert })
  for (let line = 1; line <= 3; line++) shipping.write(`{"line":${line}}\n`)
  await collector.until(3)
  assert.deepEqual(collector.lines, ['{"line":1}', '{"line":2}', '{"line":3}'])
  await shipping.close(1000)
  await collector.stop()
})

test('while the collector is unavailable, the newest log lines wait and dropped ones are counted', async () => {
  const first = await startCollector()
  const { port } = first
  await first.stop()
  const shipping = shipLog({ host: 'localhost', port, authorities: certificate.cert, maxLines: 2, retryMs: 20 })
  for (let line = 1; line <= 5; line++) shipping.write(`{"line":${line}}\n`)
  const second = await startCollector(port)
  await second.until(3)
  assert.deepEqual(second.lines, ['{"level":40,"lostLines":3,"msg":"the log collector was away"}', '{"line":4}', '{"line":5}'])
  await shipping.close(1000)
  await second.stop()
})

test('a collector without a valid certificate receives no log lines', async () => {
  const collector = await startCollector()
  const shipping = shipLog({ host: 'localhost', port: collector.port, authorities: localCertificate().cert, retryMs: 5 })
  shipping.write('{"line":1}\n')
  await new Promise((resolve) => setImmediate(resolve))
  await shipping.close(50)
  assert.deepEqual(collector.lines, [])
  await collector.stop()
})
